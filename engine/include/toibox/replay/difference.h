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

/// What two recordings may differ in.
enum class DifferenceKind : std::uint8_t {
    Fork,      ///< The lane leaves another lane, or at another place.
    Input,     ///< Something else was done at the frame.
    Hash,      ///< The frame came out otherwise.
    Length,    ///< One of the lanes ends at the frame.
    Branches,  ///< One has no such lane.
};

/// The first difference of two recordings: of the first lane that is not the same in both, at its first
/// frame.
struct RecordingDifference {
    DifferenceKind kind = DifferenceKind::Hash;
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::optional<std::uint64_t>
        first_hash_mismatch{};  ///< The first frame of the lane that has another hash.
};

/// Nothing if both have the same lanes with the same inputs and hashes. Names, bookmarks, marks, keyframes
/// and where they come from are not looked at.
std::optional<RecordingDifference> first_difference(const Recording& a, const Recording& b);

/// Where two states that should be one differ.
struct StateComparison {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::uint64_t step = 0;                 ///< Of the world, that the frame is in.
    std::vector<std::string> subsystems{};  ///< Whose deep hashes differ.
    std::vector<StateDifference> differences{};
    std::string unreadable{};  ///< Why the recorded state could not be read, if so.
};
inline constexpr std::size_t max_differences = 64;  ///< That a comparison lists.

/// Deep hashes and members of two states of the same frame.
StateComparison compare_states(const WorldState& a, const WorldState& b, std::uint64_t frame);

}  // namespace toibox::replay
