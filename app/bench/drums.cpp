// SPDX-License-Identifier: MIT
// Rotating drums full of small boxes: all bodies move in every step, and none ever sleeps.
#include "toibox/geometry/hull.h"
#include "toibox/math/rot.h"
#include "toibox/math/trig.h"

#include "app/bench/builders.h"

#include <array>

namespace toibox::bench {

namespace {

constexpr float drum_speed = static_cast<float>(pi) / 180.0f * 25.0f;  // rad/s

/// A square block of count × count boxes; `first_center` is the centre of the lower left box.
void add_block(BenchWorld& world, int count, float box_half_width, float pitch, Vec2 first_center) {
    const Shape box = make_box({box_half_width, box_half_width});
    for (int row = 0; row < count; ++row) {
        for (int column = 0; column < count; ++column) {
            const Vec2 position =
                first_center + pitch * Vec2{static_cast<float>(column), static_cast<float>(row)};
            world.attach(world.create_body({.position = position}), box, {});
        }
    }
}

/// A sector of a ring, approximated by a quadrilateral, between two radii and two directions (unit vectors).
Polygon make_ring_sector(float inner, float outer, Vec2 from, Vec2 to) {
    return *make_hull(std::array{inner * from, outer * from, inner * to, outer * to});
}

/// A kinematic drum of 36 overlapping wall sectors with four paddles inside.
void add_paddled_drum(BenchWorld& world, Vec2 center) {
    constexpr int sectors = 36;
    constexpr float angle = static_cast<float>(pi) / 18.0f;
    const BodyHandle drum = world.create_body({.type = BodyType::Kinematic,
                                               .position = center,
                                               .linear_velocity = {0.001f, -0.002f},
                                               .angular_velocity = drum_speed});
    const Rot overlap = make_rot(0.1f * angle);
    for (int i = 0; i < sectors; ++i) {
        const Vec2 from = rotate(make_rot(angle * static_cast<float>(i)), Vec2{1.0f, 0.0f});
        const Vec2 to = rotate(make_rot(angle * static_cast<float>((i + 1) % sectors)), Vec2{1.0f, 0.0f});
        world.attach(drum, make_ring_sector(16.0f, 18.0f, inv_rotate(overlap, from), rotate(overlap, to)),
                     {});
        if (i % 9 == 0) world.attach(drum, make_ring_sector(14.0f, 16.0f, from, to), {});
    }
}

/// A hollow square of four overlapping walls, rotated by a motor.
void add_motor_drum(BenchWorld& world, Vec2 center) {
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    const BodyHandle drum = world.create_body({.position = center});
    for (const float side : {10.0f, -10.0f})
        world.attach(drum, make_box({0.5f, 10.0f}, {side, 0.0f}), {.material = {.density = 50.0f}});
    for (const float side : {10.0f, -10.0f})
        world.attach(drum, make_box({10.0f, 0.5f}, {0.0f, side}), {.material = {.density = 50.0f}});
    world.create_joint({.body_a = ground,
                        .body_b = drum,
                        .anchor = center,
                        .motor = {.enabled = true, .speed = drum_speed, .max_force = 1e8f}});
}

}  // namespace

BeforeStep build_tumbler(BenchWorld& world) {
    constexpr int count = 45;
    constexpr float pitch = 0.4f;
    constexpr float half_width = 0.5f * pitch * static_cast<float>(count);
    add_motor_drum(world, {0.0f, 10.0f});
    add_block(world, count, 0.125f, pitch, {-half_width, 10.0f - half_width});
    return {};
}

BeforeStep build_washer(BenchWorld& world) {
    constexpr int count = 90;
    constexpr float box_half_width = 0.1f;
    world.create_body({.type = BodyType::Static});
    add_paddled_drum(world, {0.0f, 10.0f});
    const float half_width = 1.1f * box_half_width * static_cast<float>(count);
    add_block(world, count, box_half_width, 2.1f * box_half_width, {-half_width, 10.0f - half_width});
    return {};
}

}  // namespace toibox::bench
