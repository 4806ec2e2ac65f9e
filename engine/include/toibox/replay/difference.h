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

/// Kinds of differences between two recordings.
enum class DifferenceKind : std::uint8_t {
    Fork,      ///< The branch forks from another branch, or at another position.
    Input,     ///< Other inputs at the frame.
    Hash,      ///< Another hash of the frame.
    Length,    ///< One of the branches ends at the frame.
    Branches,  ///< One recording does not have the branch.
};

/// The first difference of two recordings: in the first branch that differs, at its first differing frame.
struct RecordingDifference {
    DifferenceKind kind = DifferenceKind::Hash;
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::optional<std::uint64_t> first_hash_mismatch{};  ///< The first frame of the branch with another hash.
};

/// Nullopt if both have the same branches with the same inputs and hashes. Names, bookmarks, marks, keyframes
/// and sources are ignored.
std::optional<RecordingDifference> first_difference(const Recording& a, const Recording& b);

/// Where two states that should be the same differ.
struct StateComparison {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::uint64_t step = 0;                 ///< Of the world, that contains the frame.
    std::vector<std::string> subsystems{};  ///< Those whose deep hashes differ.
    std::vector<StateDifference> differences{};
    std::string unreadable{};  ///< Why the recorded state could not be read, if so.
};
inline constexpr std::size_t max_differences = 64;  ///< Listed in a comparison.

/// Deep hashes and members of two states of the same frame.
StateComparison compare_states(const WorldState& a, const WorldState& b, std::uint64_t frame);

}  // namespace toibox::replay
