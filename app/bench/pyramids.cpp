// SPDX-License-Identifier: MIT
// Pyramids of boxes that touch from the start and stand still: the cost of contacts that hardly move.
#include "toibox/geometry/hull.h"

#include "app/bench/builders.h"

namespace toibox::bench {

namespace {

constexpr float half = 0.5f;  // of a box, metres

/// Rows of `base`, base − 1, … boxes; `left` is the lower left corner.
void add_pyramid(BenchWorld& target, int base, Vec2 left) {
    const Shape box = make_box({half, half});
    for (int row = 0; row < base; ++row) {
        const float y = left.y + (2.0f * static_cast<float>(row) + 1.0f) * half;
        for (int i = 0; i < base - row; ++i) {
            const float x =
                left.x + (static_cast<float>(row) + 1.0f) * half + 2.0f * static_cast<float>(i) * half;
            target.attach(target.create_body({.position = {x, y}}), box, {});
        }
    }
}

}  // namespace

BeforeStep build_large_pyramid(BenchWorld& target) {
    constexpr int base = 100;
    const BodyHandle ground = target.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    target.attach(ground, make_box({100.0f, 1.0f}), {});
    add_pyramid(target, base, {-half * static_cast<float>(base), 0.0f});
    return {};
}

BeforeStep build_many_pyramids(BenchWorld& target) {
    constexpr int base = 10;
    constexpr int rows = 20;
    constexpr int columns = 20;
    constexpr float pitch = 2.0f * half * static_cast<float>(base + 1);
    constexpr float width = pitch * static_cast<float>(columns);
    const BodyHandle ground = target.create_body({.type = BodyType::Static});
    for (int row = 0; row < rows; ++row) {
        const float y = pitch * static_cast<float>(row);
        target.attach(ground, Segment{.a = {-0.5f * width, y}, .b = {0.5f * width, y}}, {});
    }
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            add_pyramid(
                target, base,
                {-0.5f * width + pitch * static_cast<float>(column) + half, pitch * static_cast<float>(row)});
        }
    }
    return {};
}

}  // namespace toibox::bench
