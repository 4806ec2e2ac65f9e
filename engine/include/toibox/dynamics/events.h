// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/vec2.h"

#include <vector>

namespace toibox {

/// Events of the last step. Each step rebuilds them; they are not part of the state.

/// Two shapes that began or stopped touching. Two shapes touch if they overlap at the start of the step, or
/// if their contact or an impact pushes them in the step. So no pair is pushed without a begin event in this
/// step or an earlier one. If a pair ends and begins in one detection sub-step, the end comes first.
///
/// Sensors: overlap is tested at the start of a step. An overlap that begins and ends between two such tests
/// is reported if a point of one of the two bodies may move by more than half of the body's inner radius in
/// the step, and the body is under a policy that uses times of impact (uses_time_of_impact). The begin event
/// comes in that step and the end event in the next, once for each time that the path, bounces included,
/// enters and leaves the sensor. A body that rotates in and out several times without an impact counts once.
/// Overlaps shallower than 1/50 of the target distance may be missed. Under other policies, all overlaps
/// between two tests are missed.
///
/// Events::begin and Events::end cover the detection sub-steps in order. To track pairs, count begin events
/// minus end events: with several detection sub-steps a pair may begin and end in one step, and if a shape
/// leaves and enters a sensor again within a step, the second begin event comes before the first end event.
///
/// A shape that passes a one-way shape has no contact with it, so there are no events while it passes.
struct ContactEvent {
    ShapeHandle a{};
    ShapeHandle b{};
};

/// Two shapes that hit each other faster than the restitution threshold; one event per hit.
struct HitEvent {
    ShapeHandle a{};
    ShapeHandle b{};
    Vec2 point{};        ///< World, metres.
    Vec2 normal{};       ///< World, from A to B.
    float approach = 0;  ///< Approach speed, m/s, > 0.
};

/// An impact that the CCD stage handled.
struct ImpactEvent {
    ShapeHandle a{};
    ShapeHandle b{};
    double t = 0.0;                 ///< Fraction of the detection sub-step.
    Vec2 point{};                   ///< World, metres.
    Vec2 normal{};                  ///< World, from A to B.
    bool budget_exhausted = false;  ///< The impact budget of a body was used up; the body stops here.
    double time_lost = 0.0;         ///< Seconds of motion that the bodies lost, in total.
};

/// A joint that exceeded its break force or torque and was destroyed.
struct JointBreakEvent {
    JointHandle joint{};  ///< Stale, because the joint was destroyed.
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 force{};         ///< Load on B that broke the joint, N.
    float torque = 0.0f;  ///< Likewise, N·m.
};

struct Events {
    std::vector<ContactEvent> begin;
    std::vector<ContactEvent> end;  ///< Handles may be stale, because destroying a shape ends its contacts.
    std::vector<HitEvent> hit;
    std::vector<ImpactEvent> impact;
    std::vector<JointBreakEvent> joint_break;  ///< In index order.
};

}  // namespace toibox
