// SPDX-License-Identifier: MIT
// A motor spins a long bar through thousands of small bodies of three kinds inside a ring of segments.
#include "toibox/geometry/hull.h"
#include "toibox/math/rot.h"
#include "toibox/math/trig.h"

#include "app/bench/builders.h"

#include <array>

namespace toibox::bench {

namespace {

/// A closed chain of segments. In toibox the segments collide on both sides, in Box2D only on the right of
/// a → b; the clockwise order makes the right side the inside.
BodyHandle add_ring(BenchWorld& world, Vec2 center, float radius, int points) {
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    const auto point = [&](int i) {
        const float angle = -2.0f * static_cast<float>(pi) * static_cast<float>((i + points) % points) /
                            static_cast<float>(points);
        const Rot rotation = make_rot(angle);
        return center + radius * Vec2{rotation.c, rotation.s};
    };
    for (int i = 0; i < points; ++i) {
        world.attach(ground,
                     Segment{.a = point(i),
                             .b = point(i + 1),
                             .has_ghost_a = true,
                             .has_ghost_b = true,
                             .ghost_a = point(i - 1),
                             .ghost_b = point(i + 2)},
                     {.material = {.friction = 0.1f}});
    }
    return ground;
}

void add_bar(BenchWorld& world, BodyHandle ground, Vec2 center) {
    const BodyHandle bar = world.create_body({.position = center, .allow_sleep = false});
    world.attach(bar, make_box({0.4f, 20.0f}, {}, 0.0f, 0.2f), {.material = {.friction = 0.0f}});
    constexpr float unlimited_torque = 1e15f;  // N·m
    world.create_joint({.body_a = ground,
                        .body_b = bar,
                        .anchor = center,
                        .motor = {.enabled = true, .speed = 5.0f, .max_force = unlimited_torque}});
}

}  // namespace

BeforeStep build_spinner(BenchWorld& world) {
    constexpr int bodies = 6076;
    constexpr int columns = 92;
    constexpr float pitch = 0.5f;
    const BodyHandle ground = add_ring(world, {0.0f, 32.0f}, 40.0f, 360);
    add_bar(world, ground, {0.0f, 12.0f});
    const std::array<Shape, 3> shapes{Capsule{.a = {-0.25f, 0.0f}, .b = {0.25f, 0.0f}, .radius = 0.25f},
                                      Circle{.radius = 0.35f}, make_box({0.35f, 0.35f})};
    const ShapeDef def{.material = {.density = 0.25f, .friction = 0.1f, .restitution = 0.1f}};
    for (int i = 0; i < bodies; ++i) {
        const Vec2 position{-23.0f + pitch * static_cast<float>(i % columns),
                            2.0f + pitch * static_cast<float>(i / columns)};
        world.attach(world.create_body({.position = position}), shapes[static_cast<std::size_t>(i % 3)], def);
    }
    return {};
}

}  // namespace toibox::bench
