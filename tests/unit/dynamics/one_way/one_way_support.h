// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "tests/support/worlds.h"

#include <cmath>
#include <string>
#include <vector>

/// Shared helpers of the tests of one-way shapes.
namespace toibox::testing_support {

inline constexpr Vec2 up{0, 1};
inline constexpr ShapeDef platform_def{.one_way = up};

inline WorldSettings settings_for(SolverKind solver,
                                  ContinuousPolicy policy = ContinuousPolicy::SubstepAtImpact) {
    WorldSettings settings;
    settings.gravity = {0, -10};
    settings.continuous = policy;
    return with_solver(solver, settings);
}

/// A plank 4 m wide and 0.2 m thick, its top at y = 0.
inline const Shape plank = make_box({2, 0.1f}, {0, -0.1f});

inline bool has_events(const World& world) {
    const Events& events = world.events();
    return !(events.begin.empty() && events.end.empty() && events.hit.empty() && events.impact.empty());
}

/// Base of the tests that run under both row solvers.
class OneWayWorlds : public ::testing::TestWithParam<SolverKind> {
protected:
    [[nodiscard]] static World make_world(ContinuousPolicy policy = ContinuousPolicy::SubstepAtImpact) {
        return World(settings_for(GetParam(), policy));
    }
    static void run(World& world, float seconds) {
        const int steps = static_cast<int>(std::lround(seconds / time_step));
        for (int i = 0; i < steps; ++i) {
            ASSERT_FALSE(world.step(time_step).failed());
            ASSERT_TRUE(is_valid_world(world));
        }
    }
    static Vec2 position_of(const World& world, BodyHandle body) { return world.find(body)->position(); }
};
/// A named list of shapes for one body.
struct NamedBody {
    std::string name;
    std::vector<Shape> shapes;
};
/// All shapes are within 0.5 m of the origin of the body.
inline std::vector<NamedBody> named_bodies() {
    return {{"circle", {disc(0.3f)}},
            {"box", {make_box({0.3f, 0.3f})}},
            {"rounded box", {make_box({0.2f, 0.1f}, {}, 0.3f, 0.1f)}},
            {"capsule", {Capsule{.a = {0, -0.3f}, .b = {0, 0.3f}, .radius = 0.1f}}},
            {"segment", {line({-0.3f, 0}, {0.3f, 0})}},
            {"head and feet", {disc(0.2f, {0, 0.3f}), make_box({0.1f, 0.15f}, {0, -0.3f})}}};
}
inline BodyHandle add_named_body(World& world, const NamedBody& named_body, const BodyDef& def,
                                 float restitution = 0.0f) {
    BodyDef def_with_mass = def;
    def_with_mass.mass = MassOverride{.mass = 1, .inertia = 0.1f};  // a segment has no mass of its own
    const BodyHandle body = world.create_body(def_with_mass);
    for (const Shape& shape : named_body.shapes)
        world.attach(body, shape, {.material = {.restitution = restitution}});
    return body;
}

/// Steps a world and the same world without the one-way shape. Expects that the body moves bit-identically in
/// both, and that `world` emits no events.
inline void expect_same_motion(World& world, World& empty, BodyHandle body, int steps) {
    for (int i = 0; i < steps; ++i) {
        world.step(time_step);
        empty.step(time_step);
        ASSERT_TRUE(is_valid_world(world));
        ASSERT_EQ(world.find(body)->pose().center, empty.find(body)->pose().center) << "step " << i;
        ASSERT_EQ(world.find(body)->velocity().linear, empty.find(body)->velocity().linear) << "step " << i;
        ASSERT_EQ(world.find(body)->velocity().angular, empty.find(body)->velocity().angular);
        ASSERT_FALSE(has_events(world)) << "step " << i;
    }
}

}  // namespace toibox::testing_support
