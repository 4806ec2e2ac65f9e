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

/// Called repeatedly with the number of frames done; false stops the work.
using ProgressCall = FunctionRef<bool(std::uint64_t done, std::uint64_t total)>;

/// A keyframe that cannot be read: the recording is valid without it.
struct UnreadableKeyframe {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::string why;
};

struct VerifyResult {
    std::uint64_t frames = 0;     ///< Replayed and compared.
    std::uint64_t steps = 0;      ///< Of the world, completed by these frames.
    std::uint64_t keyframes = 0;  ///< Compared.
    /// The first frame whose replay differs; nullopt if all are equal.
    std::optional<Divergence> first;
    std::uint64_t first_step = 0;  ///< The step of the world that contains it; 0 for the start.
    /// The first recorded state from that frame on, compared with the replay. After a failed round trip, its
    /// reason (`unreadable`).
    std::optional<StateComparison> state;
    std::unique_ptr<Simulation> replayed;  ///< At that frame; null without `state`.
    /// The first keyframe that could not be read, and their number: a warning, not a failure.
    std::optional<UnreadableKeyframe> unreadable;
    std::uint64_t unreadable_keyframes = 0;
    bool step_failed = false;  ///< The step to the first bad frame failed in the replay.
    bool interrupted = false;

    [[nodiscard]] bool holds() const { return !first && !interrupted; }
};

/// Replays every branch from the start and compares each frame's hash, and each keyframe's deep hash, with
/// the recording. With `roundtrip` n > 0 the simulation is written to bytes and restored from them every n
/// frames; if that fails, so does the verification. Requires: recording.defect() is empty; `start` is frame
/// 0. Memory: a simulation for each time that the number of branches can be halved, eleven at most.
VerifyResult verify(const Recording& recording, std::unique_ptr<Simulation> start, std::uint64_t roundtrip,
                    ProgressCall progress);

}  // namespace toibox::replay
