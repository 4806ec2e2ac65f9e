// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/geometry/hull.h"
#include "toibox/math/trig.h"

#include "tests/support/physics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Nets, chains and dolls of bodies that joints hold, without motors or springs, and what they do to the
/// energy.
namespace toibox::testing_support {

enum class Link : std::uint8_t { Hinge, Weld, Rod };

/// Joins two bodies half-way between their centres, or by a rod from centre to centre.
inline void join(World& world, Link link, BodyHandle a, BodyHandle b) {
    const Vec2 at_a = world.find(a)->center();
    const Vec2 at_b = world.find(b)->center();
    const Vec2 middle = 0.5f * (at_a + at_b);
    if (link == Link::Hinge) world.create_joint(RevoluteJointDef{.body_a = a, .body_b = b, .anchor = middle});
    if (link == Link::Weld) world.create_joint(WeldJointDef{.body_a = a, .body_b = b, .anchor = middle});
    if (link == Link::Rod)
        world.create_joint(DistanceJointDef{.body_a = a, .body_b = b, .anchor_a = at_a, .anchor_b = at_b});
}

/// A closed box with its floor at y = 0.
inline void add_bin(World& world, float half_width, float height, float restitution) {
    const BodyHandle bin = world.create_body({.type = BodyType::Static});
    const ShapeDef wall{.material = {.restitution = restitution}};
    const float half = 0.5f * height;
    for (const float y : {-0.5f, height + 0.5f})
        world.attach(bin, make_box({half_width + 1.0f, 0.5f}, {0.0f, y}), wall);
    for (const float x : {-half_width - 0.5f, half_width + 0.5f})
        world.attach(bin, make_box({0.5f, half}, {x, half}), wall);
}

/// How several bodies move as one.
struct RigidMotion {
    Vec2 at;
    float angle = 0.0f;
    Vec2 velocity;
    float spin = 0.0f;

    /// Of the body that is at `local` when all stand upright at the origin.
    [[nodiscard]] BodyDef body_at(Vec2 local, float turned = 0.0f) const {
        const Vec2 arm = rotate(make_rot(angle), local);
        return {.position = at + arm,
                .angle = angle + turned,
                .linear_velocity = velocity + spin * left_perp(arm),
                .angular_velocity = spin};
    }
};

struct Bone {
    int parent = -1;
    float height = 0.0f;  ///< Of its middle above the hip, metres.
    float half = 0.0f;    ///< Of the capsule's axis.
    float radius = 0.0f;
    float pivot = 0.0f;  ///< Of the hinge on its parent, above the hip.
    float lower = 0.0f;  ///< Of that hinge's angle, radians.
    float upper = 0.0f;
};
inline constexpr std::array<Bone, 11> bones{{{-1, 0.0f, 0.02f, 0.095f, 0.0f, 0.0f, 0.0f},
                                             {0, 0.25f, 0.135f, 0.09f, 0.05f, -0.8f, 0.0f},
                                             {1, 0.525f, 0.038f, 0.075f, 0.45f, -0.9f, 0.3f},
                                             {0, -0.175f, 0.125f, 0.06f, -0.05f, -0.15f, 1.2f},
                                             {3, -0.475f, 0.14f, 0.045f, -0.325f, -1.5f, 0.0f},
                                             {0, -0.175f, 0.125f, 0.06f, -0.05f, -0.15f, 1.2f},
                                             {5, -0.475f, 0.14f, 0.045f, -0.325f, -1.5f, 0.0f},
                                             {1, 0.275f, 0.125f, 0.035f, 0.4f, -0.3f, 2.4f},
                                             {7, 0.025f, 0.125f, 0.03f, 0.15f, -0.6f, 0.9f},
                                             {1, 0.275f, 0.125f, 0.035f, 0.4f, -0.3f, 2.4f},
                                             {9, 0.025f, 0.125f, 0.03f, 0.15f, -0.6f, 0.9f}}};

/// A doll of eleven bones that do not collide with each other; `number` > 0 tells it from others.
inline void add_doll(World& world, const RigidMotion& flight, float restitution, int number,
                     bool has_limits) {
    const ShapeDef def{.material = {.friction = 0.2f, .restitution = restitution},
                       .filter = {.group = -number}};
    std::array<BodyHandle, bones.size()> bodies;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const Bone& bone = bones[i];
        bodies[i] = add_body(world, flight.body_at({0.0f, bone.height}),
                             Capsule{{0.0f, -bone.half}, {0.0f, bone.half}, bone.radius}, def);
        if (bone.parent < 0) continue;
        world.create_joint(
            RevoluteJointDef{.body_a = bodies[static_cast<std::size_t>(bone.parent)],
                             .body_b = bodies[i],
                             .anchor = flight.body_at({0.0f, bone.pivot}).position,
                             .limit = {.enabled = has_limits, .lower = bone.lower, .upper = bone.upper}});
    }
}

/// What a run of steps did to a world.
struct EnergyRun {
    double start = 0.0;       ///< Energy, kinetic and potential, J.
    double gain = 0.0;        ///< The most above that, as a share of it.
    int step = 0;             ///< When.
    std::uint64_t work = 0;   ///< The most impact_work of a step …
    std::uint64_t casts = 0;  ///< … and times of impact that a step asked for.
    bool failed = false;
};

/// Kinetic and potential, J. Velocities of the rows' solvers are half a sub-step older than the poses, those
/// of linkages are not: the lesser of both readings.
inline double energy_of(const World& world) {
    const double read = world.kinetic_energy() + world.potential_energy();
    const double gravity = wide(world.settings().gravity.y);
    const double late = 0.5 * wide(time_step) / world.settings().substeps * gravity;
    double lag = 0.0;
    for (const BodyHandle body : world.bodies()) {
        const BodyView view = *world.find(body);
        lag += view.mass().mass > 0.0f
                   ? wide(view.mass().mass) * late * (wide(view.velocity().linear.y) + 0.5 * late)
                   : 0.0;
    }
    return lag < 0.0 ? read + lag : read;
}

inline EnergyRun measure_energy(World& world, int steps) {
    EnergyRun course{.start = energy_of(world)};
    for (int i = 0; i < steps; ++i) {
        const StepReport report = world.step(time_step);
        course.work = std::max(course.work, report.impact_work);
        course.casts = std::max(course.casts, report.toi.outer.calls);
        course.failed = course.failed || report.failed();
        const double gain = energy_of(world) / course.start - 1.0;
        if (!(gain <= course.gain)) course.step = i;
        if (!(gain <= course.gain)) course.gain = gain;
        if (course.failed) break;
    }
    return course;
}

}  // namespace toibox::testing_support
