// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/defs.h"

#include "scene/json/object_reader.h"

namespace toibox::scene {

// The words that format version 1 allows, one list per key, as far as this build supports them.
Choices solver_choices();
Choices integrator_choices();
Choices continuous_choices();
Choices toi_choices();
Choices root_finder_choices();
Choices matching_choices();
Choices broad_phase_choices();
Choices body_type_choices();
/// The name in the format: "static".
std::string_view name_of(BodyType type);

enum class ShapeKind : int { Circle, Capsule, Box, Polygon, Segment, Chain, Hull, Concave };
Choices shape_choices();

/// Values are indices into JointDef.
Choices joint_choices();

enum class EventKind : int {
    Spawn,
    Remove,
    Impulse,
    Force,
    SetVelocity,
    Set,
    Camera,
    Annotate,
    SlowMotion,
    Pause,
    Assert,
    Explode,
    Teleport,
    SetJoint,
};
Choices event_choices();

Choices query_choices();
Choices volume_choices();
Choices distance_choices();
Choices sweep_scale_choices();
Choices ending_choices();
Choices mark_choices();
Choices mark_color_choices();

}  // namespace toibox::scene
