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

/// Called repeatedly with the number of frames done; returns false to stop the work.
using ProgressCall = FunctionRef<bool(std::uint64_t done, std::uint64_t total)>;

/// A keyframe that cannot be read: the recording is valid without it.
struct UnreadableKeyframe {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::string reason;
};

struct VerifyResult {
    std::uint64_t frames = 0;     ///< Frames replayed and compared.
    std::uint64_t steps = 0;      ///< World steps completed in these frames.
    std::uint64_t keyframes = 0;  ///< Keyframes compared.
    /// The first frame whose replay differs; nullopt if none does.
    std::optional<Divergence> first_divergence;
    std::uint64_t first_step = 0;  ///< Number of the world step that led to that frame; 0 for frame 0.
    /// Compares the replay with the next keyframe at or after that frame; nullopt if there is none. After a
    /// failed round trip, `unreadable` is the reason.
    std::optional<StateComparison> state;
    std::unique_ptr<Simulation> replayed;  ///< At the frame of `state`; null without it.
    /// The first keyframe that could not be read: a warning, not a failure.
    std::optional<UnreadableKeyframe> unreadable;
    std::uint64_t unreadable_keyframes = 0;  ///< Number of keyframes that could not be read.
    bool step_failed = false;                ///< In the replay, the step to the first differing frame failed.
    bool interrupted = false;

    [[nodiscard]] bool holds() const { return !first_divergence && !interrupted; }
};

/// Replays every branch from the start and compares each frame's hash, and the hashes of each keyframe's
/// subsystems (deep_hash), with the recording. With `roundtrip` n > 0 the simulation is written to bytes and
/// restored from them every n frames; a failure counts as a difference. Requires: recording.defect() is
/// empty; `start` is frame 0. Memory: O(log branches) simulations, at most eleven besides
/// VerifyResult::replayed.
VerifyResult verify(const Recording& recording, std::unique_ptr<Simulation> start, std::uint64_t roundtrip,
                    ProgressCall progress);

}  // namespace toibox::replay
