// SPDX-License-Identifier: MIT
// Small scenes, of the size that a sandbox shows most: what is at rest, and what is stirred for ever.
#include "toibox/geometry/hull.h"

#include "app/bench/builders.h"

#include <array>

namespace toibox::bench {

namespace {

/// Columns of up to five unit boxes on a floor.
void add_columns(BenchWorld& target, int bodies) {
    constexpr int height = 5;
    const int columns = (bodies + height - 1) / height;
    const BodyHandle ground = target.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    target.attach(ground, make_box({static_cast<float>(columns) + 10.0f, 1.0f}), {});
    const Shape box = make_box({0.5f, 0.5f});
    for (int i = 0; i < bodies; ++i) {
        const Vec2 place{1.5f * (static_cast<float>(i / height) - 0.5f * static_cast<float>(columns)),
                         0.5f + static_cast<float>(i % height)};
        target.attach(target.create_body({.position = place}), box, {});
    }
}

/// A hollow square that turns about its middle.
void add_mixer(BenchWorld& target, float half) {
    constexpr float thickness = 0.5f;
    const BodyHandle mixer = target.create_body({.type = BodyType::Kinematic, .angular_velocity = 0.5f});
    for (const float side : {-1.0f, 1.0f}) {
        target.attach(mixer, make_box({thickness, half + thickness}, {side * (half + thickness), 0.0f}), {});
        target.attach(mixer, make_box({half + thickness, thickness}, {0.0f, side * (half + thickness)}), {});
    }
}

}  // namespace

BeforeStep build_resting(BenchWorld& target, int bodies) {
    add_columns(target, bodies);
    return {};
}

/// Boxes, circles and triangles in turn fill two thirds of the mixer's width and height.
BeforeStep build_moving(BenchWorld& target, int bodies) {
    constexpr float pitch = 0.6f;
    int columns = 1;
    while (columns * columns < bodies)
        ++columns;
    const float reach = 0.5f * pitch * static_cast<float>(columns);
    add_mixer(target, 1.5f * reach);
    const std::array<Shape, 3> shapes{make_box({0.25f, 0.25f}), Circle{.radius = 0.25f},
                                      make_regular_polygon(3, 0.3f)};
    for (int i = 0; i < bodies; ++i) {
        const Vec2 place = pitch * Vec2{static_cast<float>(i % columns), static_cast<float>(i / columns)} -
                           Vec2{reach, reach};
        target.attach(target.create_body({.position = place}), shapes[static_cast<std::size_t>(i % 3)], {});
    }
    return {};
}

}  // namespace toibox::bench
