// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/validate.h"
#include "toibox/dynamics/world.h"
#include "toibox/geometry/hull.h"

#include "tests/support/generators.h"

#include <array>
#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace toibox::testing_support {

inline constexpr float time_step = 1.0f / 60.0f;
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

inline Circle disc(float radius, Vec2 center = {}) {
    return {.center = center, .radius = radius};
}
inline Segment line(Vec2 a, Vec2 b) {
    return {.a = a, .b = b, .ghost_a = {}, .ghost_b = {}};
}

/// Sequential impulses with all iterations over one whole step. Source: E. Catto, "Iterative Dynamics with
/// Temporal Coherence", 2005.
inline WorldSettings with_sequential_impulses(WorldSettings settings = {}) {
    settings.solver = SolverKind::SequentialImpulses;
    settings.substeps = 1;
    return settings;
}

/// Settings that suit `solver`: no sub-steps for sequential impulses, and no continuous policy that the
/// solver does not support.
inline WorldSettings with_solver(SolverKind solver, WorldSettings settings) {
    if (solver == SolverKind::SequentialImpulses) return with_sequential_impulses(settings);
    settings.solver = solver;
    if (!are_compatible(solver, settings.continuous)) settings.continuous = ContinuousPolicy::Off;
    return settings;
}

/// Names the instances of a suite whose parameter is one of the two row solvers.
inline std::string solver_name(const ::testing::TestParamInfo<SolverKind>& info) {
    return info.param == SolverKind::SoftStep ? "SoftStep" : "SequentialImpulses";
}

/// Policies with which a body can override the world's policy.
inline constexpr std::array per_body_policies{
    ContinuousPolicy::Off,         ContinuousPolicy::SpeedLimit,   ContinuousPolicy::RestorePosition,
    ContinuousPolicy::Speculative, ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact};
inline std::string policy_name(ContinuousPolicy policy) {
    return std::string(enum_entry(continuous_policies(), policy).name);
}

/// "stop-at-impact" as "StopAtImpact", for the names of tests.
inline std::string pascal_case(std::string_view name) {
    std::string text;
    bool starts_word = true;
    for (const char c : name) {
        if (c != '-') text += starts_word && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        starts_word = c == '-';
    }
    return text;
}

/// Succeeds if the state breaks no invariant.
inline ::testing::AssertionResult is_valid_world(const World& world) {
    const std::optional<Defect> defect = validate(world.state());
    if (!defect) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << defect->where << " " << defect->what;
}

inline BodyHandle add_body(World& world, const BodyDef& def, const Shape& shape,
                           const ShapeDef& shape_def = {}) {
    const BodyHandle body = world.create_body(def);
    world.attach(body, shape, shape_def);
    return body;
}

/// A static box 2·half_width wide and 1 m thick with its top at y = 0.
inline BodyHandle add_floor(World& world, float half_width = 20.0f) {
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({half_width, 0.5f}, {0.0f, -0.5f}));
    return floor;
}

inline BodyHandle add_box(World& world, Vec2 position, float half_side = 0.5f, const BodyDef& def = {}) {
    BodyDef placed = def;
    placed.position = position;
    const BodyHandle body = world.create_body(placed);
    world.attach(body, make_box({half_side, half_side}));
    return body;
}

inline BodyHandle add_ball(World& world, Vec2 position, float radius = 0.5f, const BodyDef& def = {}) {
    BodyDef placed = def;
    placed.position = position;
    const BodyHandle body = world.create_body(placed);
    world.attach(body, disc(radius));
    return body;
}

/// A walled pit with falling random shapes, some of them bullets, a spinning kinematic bar, a pendulum and a
/// sensor.
inline World mixed_world(std::uint64_t seed, const WorldSettings& settings = {}) {
    Generator generator(seed);
    World world(settings);
    const BodyHandle pit = add_floor(world, 12.0f);
    world.attach(pit, make_box({0.5f, 8.0f}, {-8.0f, 8.0f}));
    world.attach(pit, make_box({0.5f, 8.0f}, {8.0f, 8.0f}));
    world.attach(pit, line({-7.5f, 1.0f}, {-5.0f, 0.0f}));
    world.attach(pit, disc(1.0f, {4.0f, 2.0f}), {.sensor = true});
    const BodyHandle bar =
        world.create_body({.type = BodyType::Kinematic, .position = {0.0f, 2.0f}, .angular_velocity = 2.0f});
    world.attach(bar, Capsule{.a = {-1.5f, 0.0f}, .b = {1.5f, 0.0f}, .radius = 0.1f});
    const BodyHandle bob = add_ball(world, {3.0f, 6.0f}, 0.3f);
    world.create_joint(RevoluteJointDef{.body_a = pit, .body_b = bob, .anchor = {0.0f, 6.0f}});
    for (int i = 0; i < 24; ++i) {
        BodyDef def;
        def.position = {-5.0f + 1.4f * static_cast<float>(i % 8), 4.0f + 1.5f * static_cast<float>(i / 8)};
        def.angle = generator.uniform(-3.0f, 3.0f);
        def.linear_velocity = generator.point(8.0f);
        def.angular_velocity = generator.uniform(-10.0f, 10.0f);
        def.bullet = i % 6 == 0;
        const BodyHandle body = world.create_body(def);
        const Material material{
            .density = 1.0f, .friction = 0.5f, .restitution = generator.uniform(0.0f, 0.9f)};
        world.attach(body, generator.solid_shape(0.5f), {.material = material});
        if (i % 5 == 0) {
            world.attach(body, disc(0.2f, {0.4f, 0.0f}), {.material = material});
        }
    }
    return world;
}

}  // namespace toibox::testing_support
