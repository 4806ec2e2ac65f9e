// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/state_difference.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/replay/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox::replay {

/// In what respect two recordings first differ.
enum class DifferenceKind : std::uint8_t {
    Fork,      ///< The branch forks from a different branch, or at a different position.
    Input,     ///< Different inputs at the frame.
    Hash,      ///< Different hashes of the frame.
    Length,    ///< The branch ends at the frame in one of the recordings.
    Branches,  ///< One recording does not have the branch.
};

/// The first difference between two recordings: the first differing frame of the first branch that differs.
struct RecordingDifference {
    DifferenceKind kind = DifferenceKind::Hash;
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::optional<std::uint64_t> first_hash_mismatch{};  ///< First frame of the branch whose hash differs.
};

/// Nullopt if both recordings have the same branches, inputs and hashes. Names, gestures, bookmarks, marks,
/// keyframes and sources are ignored.
std::optional<RecordingDifference> first_difference(const Recording& a, const Recording& b);

/// Where two states that should be the same differ.
struct StateComparison {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    /// The world step that leads to the frame, from 1; 0 for frame 0. A frame may be within its step.
    std::uint64_t step = 0;
    std::vector<std::string> subsystems{};  ///< Subsystems whose hashes (deep_hash) differ.
    std::vector<StateDifference> differences{};
    std::string unreadable{};  ///< Why the recorded state cannot be read; empty if it can.
};
inline constexpr std::size_t max_differences = 64;  ///< Maximum in a comparison.

/// Compares two states of the same frame: the hash of each subsystem (deep_hash), and the members. Does not
/// set `branch` and `step`.
StateComparison compare_states(const WorldState& a, const WorldState& b, std::uint64_t frame);

}  // namespace toibox::replay
