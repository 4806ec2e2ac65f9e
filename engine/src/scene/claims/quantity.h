// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint_defs.h"
#include "toibox/scene/expression.h"

#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace toibox::scene {

/// Names of the events that count() counts, in the order of CountedEvent.
std::span<const std::string_view> counted_event_names();

/// Value of a quantity that does not exist.
inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// One row of the table of quantities `SUBJECT.FIELD`. An empty subject stands for the id of a body, "joint"
/// for "joint.ID".
struct QuantityName {
    std::string_view subject;
    std::string_view field;
    Quantity::Kind kind;
    bool is_counter;           ///< Its values are whole numbers.
    std::string_view unit;     ///< Empty for numbers of things.
    std::string_view meaning;  ///< In a few words, for lists.
};

/// Whether a name is a subject of quantities ("world", "toi", "gjk", "broad", "joint") and not a body id.
bool is_subject(std::string_view name);
/// Null if there is no such quantity.
const QuantityName* find_quantity(std::string_view subject, std::string_view field);
std::vector<std::string_view> fields_of(std::string_view subject);
bool is_whole(const Quantity& quantity);
/// The name of a quantity without its subject.
std::string_view field_name(Quantity::Kind kind);
bool is_of_joint(Quantity::Kind kind);
/// The fields that claims can read of a joint.
std::vector<std::string_view> fields_of(const JointDef& def);

}  // namespace toibox::scene
