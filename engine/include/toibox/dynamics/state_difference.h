// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox {

/// A value that differs between two states: {"bodies", "pose", 3, "center.x", "0.5", "0.50000006", 1, 3}.
struct StateDifference {
    std::string subsystem;               ///< Name of the subsystem in deep_hash.
    std::string column;                  ///< Column of the subsystem; empty if it has only one.
    std::optional<std::uint32_t> index;  ///< Index of the list element.
    /// Path within the element: "points[0].normal_impulse"; empty if the element is a number. "length" if the
    /// lengths of lists differ. "kind" if the kinds of shapes or joints differ; their fields are then not
    /// compared. For an id pool, "generation" of a slot or "free" for an entry of its free list.
    std::string field;
    std::string a;  ///< Value in the first state: the shortest text that reads back exactly, "true" or
                    ///< "false"; kinds by name, other enumerators by number.
    std::string b;  ///< Value in the second state.
    double ulps =
        0.0;  ///< Distance between a and b in ulps; 0 for NaN and for types other than float and double.
    /// The body that the value belongs to in the first state: the body of a shape, body_a of a contact
    /// (body_b if A is static), body_b of a joint. nullopt if there is none, as for settings.
    std::optional<std::uint32_t> body;

    friend bool operator==(const StateDifference&, const StateDifference&) = default;
};

/// Path of the value: "bodies.pose[3].center.x", "settings.gravity.y".
std::string path_of(const StateDifference& difference);

/// The first `max_count` differences, in column order; empty if the deep_hash of both states is equal. −0
/// equals 0, and all NaNs are equal. Lists of different lengths are compared up to the shorter length. Cost:
/// about 3 ns per number.
std::vector<StateDifference> differences(const WorldState& a, const WorldState& b, std::size_t max_count);

}  // namespace toibox
