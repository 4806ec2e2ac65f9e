// SPDX-License-Identifier: MIT
// Small scenes of a size typical for the sandbox: bodies at rest, and bodies that tumble all the time in a
// rotating hollow square.
#include "toibox/geometry/hull.h"

#include "app/bench/builders.h"

#include <array>

namespace toibox::bench {

namespace {

/// Columns of up to five unit boxes on a floor.
void add_columns(BenchWorld& world, int bodies) {
    constexpr int height = 5;
    const int columns = (bodies + height - 1) / height;
    const BodyHandle ground = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.attach(ground, make_box({static_cast<float>(columns) + 10.0f, 1.0f}), {});
    const Shape box = make_box({0.5f, 0.5f});
    for (int i = 0; i < bodies; ++i) {
        const Vec2 position{1.5f * (static_cast<float>(i / height) - 0.5f * static_cast<float>(columns)),
                            0.5f + static_cast<float>(i % height)};
        world.attach(world.create_body({.position = position}), box, {});
    }
}

/// A hollow square that rotates about its centre. `half_width`: half the inner width, metres.
void add_mixer(BenchWorld& world, float half_width) {
    constexpr float half_thickness = 0.5f;
    const BodyHandle mixer = world.create_body({.type = BodyType::Kinematic, .angular_velocity = 0.5f});
    for (const float side : {-1.0f, 1.0f}) {
        const float center = side * (half_width + half_thickness);
        world.attach(mixer, make_box({half_thickness, half_width + half_thickness}, {center, 0.0f}), {});
        world.attach(mixer, make_box({half_width + half_thickness, half_thickness}, {0.0f, center}), {});
    }
}

}  // namespace

BeforeStep build_resting(BenchWorld& world, int bodies) {
    add_columns(world, bodies);
    return {};
}

/// A block of boxes, circles and triangles that fills up to two thirds of the width and height of a mixer.
BeforeStep build_moving(BenchWorld& world, int bodies) {
    constexpr float pitch = 0.6f;
    int columns = 1;
    while (columns * columns < bodies)
        ++columns;
    const float half_width = 0.5f * pitch * static_cast<float>(columns);
    add_mixer(world, 1.5f * half_width);
    const std::array<Shape, 3> shapes{make_box({0.25f, 0.25f}), Circle{.radius = 0.25f},
                                      make_regular_polygon(3, 0.3f)};
    for (int i = 0; i < bodies; ++i) {
        const Vec2 position = pitch * Vec2{static_cast<float>(i % columns), static_cast<float>(i / columns)} -
                              Vec2{half_width, half_width};
        world.attach(world.create_body({.position = position}), shapes[static_cast<std::size_t>(i % 3)], {});
    }
    return {};
}

}  // namespace toibox::bench
