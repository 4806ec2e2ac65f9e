// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/vec2.h"

#include <vector>

namespace toibox {

/// What happened in the last step; rebuilt by each step and no part of the state.

/// Two shapes began or ended to touch: they overlap when the step begins, or their contact or an impact
/// pushed them in it. So nothing is pushed without a begin event in this step or an earlier one. Where a pair
/// ends and begins in one detection sub-step, it ends first.
///
/// With a sensor, an overlap is seen when a step begins. One that comes and goes between two steps is
/// reported if one of the two bodies moves by more than half of its inner radius in the step, under a policy
/// that asks for times of impact (uses_time_of_impact): it begins in that step and ends in the next, once for
/// each time that it enters and leaves again on its path, bounces included; a body that turns in and out
/// several times without meeting anything counts once. Overlaps shallower than a fiftieth of the target
/// distance may be missed. Under other policies what passes between two steps is not seen.
///
/// Both lists run through the detection sub-steps in order. Who keeps account of pairs counts begins less
/// ends: a pair may begin and end in one step, with several detection sub-steps, and a sensor that is left
/// and crossed again in a step begins again before its first end.
///
/// What passes a one-way shape is no contact of it: there is no event until the shape stops it.
struct ContactEvent {
    ShapeHandle a{};
    ShapeHandle b{};
};

/// Two shapes that met with an approach above the restitution threshold; one for each time in a step.
struct HitEvent {
    ShapeHandle a{};
    ShapeHandle b{};
    Vec2 point{};        ///< World
    Vec2 normal{};       ///< World, from A to B.
    float approach = 0;  ///< m/s, > 0
};

/// A time of impact that was acted on.
struct ImpactEvent {
    ShapeHandle a{};
    ShapeHandle b{};
    double t = 0.0;  ///< Fraction of the step.
    Vec2 point{};
    Vec2 normal{};
    bool budget_spent = false;  ///< The body's budget ran out here: it waits at its last proven pose.
    double time_lost = 0.0;     ///< Seconds that this event cost the bodies, in all.
};

/// A joint that carried more than it can, and is gone.
struct JointBreakEvent {
    JointHandle joint{};  ///< Stale.
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 force{};         ///< That broke it, on B, N.
    float torque = 0.0f;  ///< N·m
};

struct Events {
    std::vector<ContactEvent> begin;
    std::vector<ContactEvent>
        end;  ///< Handles may be stale: a shape that was removed also ends its contacts.
    std::vector<HitEvent> hit;
    std::vector<ImpactEvent> impact;
    std::vector<JointBreakEvent> joint_break;  ///< In index order.
};

}  // namespace toibox
