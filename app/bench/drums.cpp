// SPDX-License-Identifier: MIT
// Turning drums full of small boxes: everything moves in every step, nothing ever sleeps.
#include "toibox/geometry/hull.h"
#include "toibox/math/rot.h"
#include "toibox/math/trig.h"

#include "app/bench/builders.h"

#include <array>

namespace toibox::bench {

namespace {

constexpr float turning_speed = static_cast<float>(pi) / 180.0f * 25.0f;  // rad/s

/// A square block of boxes, row by row from `corner`.
void add_block(BenchWorld& target, int count, float half, float pitch, Vec2 corner) {
    const Shape box = make_box({half, half});
    for (int row = 0; row < count; ++row) {
        for (int column = 0; column < count; ++column) {
            const Vec2 place = corner + pitch * Vec2{static_cast<float>(column), static_cast<float>(row)};
            target.attach(target.create_body({.position = place}), box, {});
        }
    }
}

/// The part of a ring between two radii and two directions, as a quadrilateral.
Polygon make_ring_part(float inner, float outer, Vec2 from, Vec2 to) {
    return *make_hull(std::array{inner * from, outer * from, inner * to, outer * to});
}

/// A kinematic drum of 36 wall parts that overlap, with four paddles inside.
void add_paddled_drum(BenchWorld& target, Vec2 center) {
    constexpr int parts = 36;
    constexpr float angle = static_cast<float>(pi) / 18.0f;
    const BodyHandle drum = target.create_body({.type = BodyType::Kinematic,
                                                .position = center,
                                                .linear_velocity = {0.001f, -0.002f},
                                                .angular_velocity = turning_speed});
    const Rot overlap = make_rot(0.1f * angle);
    for (int i = 0; i < parts; ++i) {
        const Vec2 from = rotate(make_rot(angle * static_cast<float>(i)), Vec2{1.0f, 0.0f});
        const Vec2 to = rotate(make_rot(angle * static_cast<float>((i + 1) % parts)), Vec2{1.0f, 0.0f});
        target.attach(drum, make_ring_part(16.0f, 18.0f, inv_rotate(overlap, from), rotate(overlap, to)), {});
        if (i % 9 == 0) target.attach(drum, make_ring_part(14.0f, 16.0f, from, to), {});
    }
}

/// A hollow square of four overlapping walls, turned by a motor.
void add_motor_drum(BenchWorld& target, Vec2 center) {
    const BodyHandle ground = target.create_body({.type = BodyType::Static});
    const BodyHandle drum = target.create_body({.position = center});
    for (const float side : {10.0f, -10.0f})
        target.attach(drum, make_box({0.5f, 10.0f}, {side, 0.0f}), {.material = {.density = 50.0f}});
    for (const float side : {10.0f, -10.0f})
        target.attach(drum, make_box({10.0f, 0.5f}, {0.0f, side}), {.material = {.density = 50.0f}});
    target.create_joint({.body_a = ground,
                         .body_b = drum,
                         .anchor = center,
                         .motor = {.enabled = true, .speed = turning_speed, .max_force = 1e8f}});
}

}  // namespace

BeforeStep build_tumbler(BenchWorld& target) {
    constexpr int count = 45;
    constexpr float pitch = 0.4f;
    constexpr float reach = 0.5f * pitch * static_cast<float>(count);
    add_motor_drum(target, {0.0f, 10.0f});
    add_block(target, count, 0.125f, pitch, {-reach, 10.0f - reach});
    return {};
}

BeforeStep build_washer(BenchWorld& target) {
    constexpr int count = 90;
    constexpr float half = 0.1f;
    target.create_body({.type = BodyType::Static});
    add_paddled_drum(target, {0.0f, 10.0f});
    const float reach = 1.1f * half * static_cast<float>(count);
    add_block(target, count, half, 2.1f * half, {-reach, 10.0f - reach});
    return {};
}

}  // namespace toibox::bench
