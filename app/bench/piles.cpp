// SPDX-License-Identifier: MIT
// Thousands of bodies fall into a trough of overlapping static boxes. At first, each step has many new
// contacts; later, the bodies form a deep pile.
#include "toibox/geometry/hull.h"
#include "toibox/math/rot.h"
#include "toibox/math/trig.h"

#include "app/bench/builders.h"

#include <array>
#include <cmath>

namespace toibox::bench {

namespace {

/// A floor from −half_width to half_width and two walls, made of boxes of about 1 m that overlap by 0.1 m.
BodyHandle add_trough(BenchWorld& world, int half_width, int height) {
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    for (int x = -half_width; x <= half_width; ++x)
        world.attach(ground, make_box({0.55f, 0.5f}, {static_cast<float>(x), 0.0f}), {});
    for (const int side : {-half_width, half_width}) {
        for (int y = 1; y <= height; ++y)
            world.attach(ground, make_box({0.5f, 0.55f}, {static_cast<float>(side), static_cast<float>(y)}),
                         {});
    }
    return ground;
}

/// The hull of five points on a circle, each rotated by (√5 − 1) π (2π minus the golden angle) from the
/// previous one.
Polygon make_debris(float radius) {
    const float angle = static_cast<float>(pi) * (std::sqrt(5.0f) - 1.0f);
    std::array<Vec2, 5> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Rot rotation = make_rot(angle * static_cast<float>(i));
        points[i] = radius * Vec2{rotation.c, rotation.s};
    }
    return *make_hull(points);
}

}  // namespace

BeforeStep build_junkyard(BenchWorld& world) {
    constexpr int columns = 200;
    constexpr int rows = 40;
    constexpr float radius = 0.25f;
    add_trough(world, 80, 50);
    const Shape debris = make_debris(radius);
    float offset = -0.1f;  // in x, alternately left and right
    for (int i = 0; i < columns; ++i) {
        const float x = 1.5f * static_cast<float>(2 * i - columns) * radius;
        for (int j = 0; j < rows; ++j) {
            const float y = 4.0f * static_cast<float>(j) * radius + 15.0f;
            world.attach(world.create_body({.position = {x + offset, y}}), debris, {});
            offset = -offset;
        }
    }
    const BodyHandle pusher = world.create_body({.type = BodyType::Kinematic});
    world.attach(pusher, make_box({2.0f, 4.0f}, {0.0f, 4.0f}), {});
    // The pusher moves back and forth through the pile. Its velocity is chosen so that the step ends at x =
    // 60 m · sin(0.2 t), where t is the time at the start of the step.
    return [pusher](BenchWorld& stepped_world, int step) {
        const float x = 60.0f * make_rot(0.2f * time_step * static_cast<float>(step)).s;
        stepped_world.set_velocity(pusher, {(x - stepped_world.position(pusher).x) / time_step, 0.0f}, 0.0f);
    };
}

BeforeStep build_compounds(BenchWorld& world) {
    constexpr int columns = 20;
    constexpr int rows = 150;
    constexpr float pitch = 2.0f;
    const BodyHandle ground = add_trough(world, 40, 100);
    world.attach(ground, Segment{.a = {-800.0f, -80.0f}, .b = {800.0f, -80.0f}}, {});
    const Shape left = *make_polygon(std::array{Vec2{-1.0f, 0.0f}, Vec2{0.5f, 1.0f}, Vec2{0.0f, 2.0f}});
    const Shape right = *make_polygon(std::array{Vec2{1.0f, 0.0f}, Vec2{-0.5f, 1.0f}, Vec2{0.0f, 2.0f}});
    const ShapeDef def{.material = {.friction = 0.5f}};
    float offset = 0.25f;  // in x, alternately right and left
    for (int i = 0; i < columns; ++i) {
        const float x = pitch * static_cast<float>(i) - (0.5f * pitch * static_cast<float>(columns) - 1.0f);
        for (int j = 0; j < rows; ++j) {
            const float y = static_cast<float>(j) * (pitch + 0.25f) + 0.575f + 5.0f;
            const BodyHandle body = world.create_body({.position = {x + offset, y}});
            world.attach(body, left, def);
            world.attach(body, right, def);
            offset = -offset;
        }
    }
    return {};
}

}  // namespace toibox::bench
