// SPDX-License-Identifier: MIT
// Pyramids of boxes that touch from the start, to measure the cost of resting contacts.
#include "toibox/geometry/hull.h"

#include "app/bench/builders.h"

namespace toibox::bench {

namespace {

constexpr float half_width = 0.5f;  // of a box, metres

/// Rows of `base`, base − 1, …, 1 boxes. `corner`: the lower left corner of the pyramid.
void add_pyramid(BenchWorld& world, int base, Vec2 corner) {
    const Shape box = make_box({half_width, half_width});
    for (int row = 0; row < base; ++row) {
        const float y = corner.y + (2.0f * static_cast<float>(row) + 1.0f) * half_width;
        for (int i = 0; i < base - row; ++i) {
            const float x = corner.x + (static_cast<float>(row) + 1.0f) * half_width +
                            2.0f * static_cast<float>(i) * half_width;
            world.attach(world.create_body({.position = {x, y}}), box, {});
        }
    }
}

}  // namespace

BeforeStep build_large_pyramid(BenchWorld& world) {
    constexpr int base = 100;
    const BodyHandle ground = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.attach(ground, make_box({100.0f, 1.0f}), {});
    add_pyramid(world, base, {-half_width * static_cast<float>(base), 0.0f});
    return {};
}

BeforeStep build_many_pyramids(BenchWorld& world) {
    constexpr int base = 10;
    constexpr int rows = 20;
    constexpr int columns = 20;
    constexpr float pitch = 2.0f * half_width * static_cast<float>(base + 1);
    constexpr float width = pitch * static_cast<float>(columns);
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    for (int row = 0; row < rows; ++row) {
        const float y = pitch * static_cast<float>(row);
        world.attach(ground, Segment{.a = {-0.5f * width, y}, .b = {0.5f * width, y}}, {});
    }
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            add_pyramid(world, base,
                        {-0.5f * width + pitch * static_cast<float>(column) + half_width,
                         pitch * static_cast<float>(row)});
        }
    }
    return {};
}

}  // namespace toibox::bench
