// SPDX-License-Identifier: MIT
// Without gravity, a heavy box ploughs through a block of small boxes: many islands wake up, and many pairs
// begin and end.
#include "toibox/geometry/hull.h"

#include "app/bench/builders.h"

namespace toibox::bench {

BeforeStep build_smash(BenchWorld& world) {
    constexpr int columns = 120;
    constexpr int rows = 80;
    constexpr float width = 0.4f;
    const BodyHandle ram = world.create_body({.position = {-20.0f, 0.0f}, .linear_velocity = {40.0f, 0.0f}});
    world.attach(ram, make_box({4.0f, 4.0f}), {.material = {.density = 8.0f}});
    const Shape box = make_box({0.5f * width, 0.5f * width});
    for (int i = 0; i < columns; ++i) {
        for (int j = 0; j < rows; ++j) {
            const Vec2 position{static_cast<float>(i) * width + 30.0f,
                                (static_cast<float>(j) - 0.5f * static_cast<float>(rows)) * width};
            world.attach(world.create_body({.position = position, .awake = false}), box, {});
        }
    }
    return {};
}

}  // namespace toibox::bench
