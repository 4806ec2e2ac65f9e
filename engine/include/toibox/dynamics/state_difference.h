// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox {

/// One number that two states have differently: {"bodies", "pose", 3, "center.x", "0.5", "0.50000006", 1, 3}.
struct StateDifference {
    std::string subsystem;               ///< As deep_hash names it.
    std::string column;                  ///< Of the subsystem's columns; empty if it has only one.
    std::optional<std::uint32_t> index;  ///< Of the list's element.
    /// Within the element, "points[0].normal_impulse"; empty if it is a number itself. "length" of lists of
    /// different lengths, "kind" of shapes and joints of different kinds, whose numbers are not compared.
    /// Of an id pool "generation" of a slot, or "free" of a place in its free list.
    std::string field;
    std::string a;      ///< The shortest text that reads back the same; "true", "false"; a kind by its name,
                        ///< what else is enumerated by its number.
    std::string b;      ///<
    double ulps = 0.0;  ///< Representable numbers from one to the other, if it is a float or a double and
                        ///< neither is NaN; else 0.
    /// The body that it belongs to, as the first state has it: of a shape its body, of a contact body_a (if
    /// that is static, body_b), of a joint body_b. Empty if there is none, as of settings.
    std::optional<std::uint32_t> body;

    friend bool operator==(const StateDifference&, const StateDifference&) = default;
};

/// "bodies.pose[3].center.x", "settings.gravity.y".
std::string place_of(const StateDifference& difference);

/// The first `at_most` differences in the order of the columns: none if deep_hash is equal. −0 is 0, and all
/// NaNs are one. Lists of different lengths are compared as far as both go. Cost: about 3 ns a number.
std::vector<StateDifference> differences(const WorldState& a, const WorldState& b, std::size_t at_most);

}  // namespace toibox
