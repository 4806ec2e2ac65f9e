// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/vec2.h"

#include <vector>

namespace toibox {

/// Events of the last step. Each step rebuilds them; they are not part of the state.

/// Two shapes that began or stopped touching. They touch if they overlap when the step begins, or if their
/// contact or an impact pushes them in the step. So no pair is pushed without a begin event in this step or
/// an earlier one. If a pair ends and begins in one detection sub-step, the end comes first.
///
/// Sensors: overlap is tested when a step begins. An overlap that begins and ends between two steps is
/// reported if one of the two bodies moves by more than half of its inner radius in the step, under a policy
/// that uses times of impact (uses_time_of_impact). It begins in that step and ends in the next, once for
/// each time that the path, bounces included, enters and leaves the sensor. A body that rotates in and out
/// several times without an impact counts once. Overlaps shallower than 1/50 of the target distance may be
/// missed. Other policies miss all overlaps between two steps.
///
/// Both lists cover the detection sub-steps in order. To track pairs, count begins minus ends: with several
/// detection sub-steps a pair may begin and end in one step, and a sensor that is left and entered again
/// within a step begins again before its first end.
///
/// A shape that passes a one-way shape has no contact with it: there is no event until it is stopped.
struct ContactEvent {
    ShapeHandle a{};
    ShapeHandle b{};
};

/// Two shapes that hit each other faster than the restitution threshold; one event per hit.
struct HitEvent {
    ShapeHandle a{};
    ShapeHandle b{};
    Vec2 point{};        ///< World
    Vec2 normal{};       ///< World, from A to B.
    float approach = 0;  ///< Approach speed, m/s, > 0.
};

/// A time of impact that the CCD stage handled.
struct ImpactEvent {
    ShapeHandle a{};
    ShapeHandle b{};
    double t = 0.0;  ///< Fraction of the step.
    Vec2 point{};
    Vec2 normal{};
    bool budget_spent = false;  ///< The impact budget of a body ran out: it stops here.
    double time_lost = 0.0;     ///< Seconds of motion that the bodies lost, in total.
};

/// A joint that exceeded its break force or torque and was destroyed.
struct JointBreakEvent {
    JointHandle joint{};  ///< Stale.
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 force{};         ///< Load that broke it, on B, N.
    float torque = 0.0f;  ///< N·m
};

struct Events {
    std::vector<ContactEvent> begin;
    std::vector<ContactEvent> end;  ///< Handles may be stale, because destroying a shape ends its contacts.
    std::vector<HitEvent> hit;
    std::vector<ImpactEvent> impact;
    std::vector<JointBreakEvent> joint_break;  ///< In index order.
};

}  // namespace toibox
