// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/replay/difference.h"
#include "toibox/replay/history.h"
#include "toibox/replay/recording.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace toibox::replay {

/// Called now and then, as work is done, with the frames done so far; false ends the work.
using ProgressCall = FunctionRef<bool(std::uint64_t done, std::uint64_t total)>;

/// A keyframe that is not used: the recording holds without it.
struct UnreadableKeyframe {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::string why;
};

struct VerifyResult {
    std::uint64_t frames = 0;     ///< That were replayed and compared.
    std::uint64_t steps = 0;      ///< Of the world, that ended with one of them.
    std::uint64_t keyframes = 0;  ///< That were compared.
    /// The first frame found that came out otherwise; nothing if the recording holds.
    std::optional<Divergence> first;
    std::uint64_t first_step = 0;  ///< The step of the world that it is in; 0 for the start.
    /// The first whole recorded state, from that frame on, against the replayed one; after a round trip that
    /// did not come back, why (`unreadable`).
    std::optional<StateComparison> state;
    std::unique_ptr<Simulation> replayed;  ///< At that frame; nothing without `state`.
    /// The first keyframe that could not be read, and how many: a warning, no failure.
    std::optional<UnreadableKeyframe> unreadable;
    std::uint64_t unreadable_keyframes = 0;
    bool step_failed = false;  ///< The first bad frame became non-finite in the replay.
    bool interrupted = false;

    [[nodiscard]] bool holds() const { return !first && !interrupted; }
};

/// Replays every lane from the start and compares each frame's hash, and each keyframe's deep hash, with what
/// was recorded. With `roundtrip` n > 0 the simulation is written to bytes and restored from them each n
/// frames on the way; where that fails, the recording does not hold. Requires: recording.defect() is empty;
/// `start` is frame 0. Memory: a simulation for each time that the lanes can be halved, eleven at most.
VerifyResult verify(const Recording& recording, std::unique_ptr<Simulation> start, std::uint64_t roundtrip,
                    ProgressCall progress);

}  // namespace toibox::replay
