// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"
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

/// Nets, chains and ragdolls of jointed bodies without motors and springs, and how their energy changes.
namespace toibox::testing_support {

enum class Link : std::uint8_t { Hinge, Weld, Rod };

/// Joins two bodies half-way between their centres, or with a rod from centre to centre.
inline void join(World& world, Link link, BodyHandle a, BodyHandle b) {
    const Vec2 at_a = world.find(a)->center();
    const Vec2 at_b = world.find(b)->center();
    const Vec2 midpoint = 0.5f * (at_a + at_b);
    if (link == Link::Hinge)
        world.create_joint(RevoluteJointDef{.body_a = a, .body_b = b, .anchor = midpoint});
    if (link == Link::Weld) world.create_joint(WeldJointDef{.body_a = a, .body_b = b, .anchor = midpoint});
    if (link == Link::Rod)
        world.create_joint(DistanceJointDef{.body_a = a, .body_b = b, .anchor_a = at_a, .anchor_b = at_b});
}

/// A closed box with its floor at y = 0.
inline void add_bin(World& world, float half_width, float height, float restitution) {
    const BodyHandle bin = world.create_body({.type = BodyType::Static});
    const ShapeDef wall{.material = {.restitution = restitution}};
    const float half_height = 0.5f * height;
    for (const float y : {-0.5f, height + 0.5f})
        world.attach(bin, make_box({half_width + 1.0f, 0.5f}, {0.0f, y}), wall);
    for (const float x : {-half_width - 0.5f, half_width + 0.5f})
        world.attach(bin, make_box({0.5f, half_height}, {x, half_height}), wall);
}

/// The common rigid motion of several bodies.
struct RigidMotion {
    Vec2 position;
    float angle = 0.0f;
    Vec2 velocity;
    float spin = 0.0f;

    /// The body at `local` in the frame of the group, rotated by `relative_angle` in it.
    [[nodiscard]] BodyDef body_at(Vec2 local, float relative_angle = 0.0f) const {
        const Vec2 arm = rotate(make_rot(angle), local);
        return {.position = position + arm,
                .angle = angle + relative_angle,
                .linear_velocity = velocity + spin * left_perp(arm),
                .angular_velocity = spin};
    }
};

struct Bone {
    int parent = -1;
    float height = 0.0f;       ///< Of its centre above the hip, metres.
    float half_length = 0.0f;  ///< Half the distance between the ends of the capsule's axis.
    float radius = 0.0f;
    float pivot = 0.0f;  ///< Height above the hip of the hinge to its parent.
    float lower = 0.0f;  ///< Limits of the hinge's angle, radians.
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

/// A ragdoll of eleven bones that do not collide with each other. Each ragdoll needs its own `number` > 0.
inline void add_ragdoll(World& world, const RigidMotion& flight, float restitution, int number,
                        bool has_limits) {
    const ShapeDef def{.material = {.friction = 0.2f, .restitution = restitution},
                       .filter = {.group = -number}};
    std::array<BodyHandle, bones.size()> bodies;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const Bone& bone = bones[i];
        bodies[i] = add_body(world, flight.body_at({0.0f, bone.height}),
                             Capsule{{0.0f, -bone.half_length}, {0.0f, bone.half_length}, bone.radius}, def);
        if (bone.parent < 0) continue;
        world.create_joint(
            RevoluteJointDef{.body_a = bodies[static_cast<std::size_t>(bone.parent)],
                             .body_b = bodies[i],
                             .anchor = flight.body_at({0.0f, bone.pivot}).position,
                             .limit = {.enabled = has_limits, .lower = bone.lower, .upper = bone.upper}});
    }
}

/// What is measured in a run of a world.
struct RunStats {
    double start_energy = 0.0;      ///< Kinetic and potential, J.
    double relative_gain = 0.0;     ///< Maximum gain of energy, as a fraction of `start_energy`.
    int max_gain_step = 0;          ///< Step with the maximum gain.
    std::uint64_t impact_rows = 0;  ///< Maximum StepReport::impact_rows_solved.
    std::uint64_t casts = 0;        ///< Maximum number of time-of-impact casts in a step.
    bool failed = false;
};

/// Kinetic and potential energy, J. The velocities of row solvers lag half a sub-step behind the poses.
/// Linkages need no correction for this lag, so the smaller of the readings with and without the correction
/// is returned.
inline double energy_of(const World& world) {
    const double reading = world.kinetic_energy() + world.potential_energy();
    const double gravity = wide(world.settings().gravity.y);
    const double velocity_lag = 0.5 * wide(time_step) / world.settings().substeps * gravity;
    double lag = 0.0;
    for (const BodyHandle body : world.bodies()) {
        const BodyView view = *world.find(body);
        lag += view.mass().mass > 0.0f ? wide(view.mass().mass) * velocity_lag *
                                             (wide(view.velocity().linear.y) + 0.5 * velocity_lag)
                                       : 0.0;
    }
    return lag < 0.0 ? reading + lag : reading;
}

/// Maximum cost of the impacts of a step in a world whose bodies all meet, in row solves: one budget for what
/// touches at the start, those of the impacts in the step, which the last impact may exceed by one, and one
/// for searches after that.
inline std::uint64_t max_impact_rows(const World& world) {
    return (tuning::max_spent_budgets + 3) * tuning::impact_rows_per_body *
           (static_cast<std::uint64_t>(world.body_count()) + tuning::impact_budget_bodies);
}

inline RunStats run_with_stats(World& world, int steps) {
    RunStats stats{.start_energy = energy_of(world)};
    for (int i = 0; i < steps; ++i) {
        const StepReport report = world.step(time_step);
        stats.impact_rows = std::max(stats.impact_rows, report.impact_rows_solved);
        stats.casts = std::max(stats.casts, report.toi.outer.calls);
        stats.failed = stats.failed || report.failed();
        const double relative_gain = energy_of(world) / stats.start_energy - 1.0;
        if (!(relative_gain <= stats.relative_gain)) {
            stats.relative_gain = relative_gain;
            stats.max_gain_step = i;
        }
        if (stats.failed) break;
    }
    return stats;
}

/// Maximum gap of all revolute joints, metres.
inline double max_joint_gap(const World& world) {
    double max_gap = 0.0;
    for (const JointHandle handle : world.joints()) {
        const auto* hinge = std::get_if<toibox::RevoluteJoint>(world.find(handle));
        if (hinge == nullptr) continue;
        const auto anchor = [&](std::uint32_t body, Vec2 local) {
            return transform_point(world.find(world.body_at(body))->transform(), local);
        };
        const Vec2 gap =
            anchor(hinge->base.body_b, hinge->base.local_b) - anchor(hinge->base.body_a, hinge->base.local_a);
        max_gap = std::max(max_gap, static_cast<double>(length(gap)));
    }
    return max_gap;
}

}  // namespace toibox::testing_support
