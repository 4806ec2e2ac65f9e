// SPDX-License-Identifier: MIT
// A net of discs that hangs from a few static discs in the top row: one island of joints without contacts.
#include "app/bench/builders.h"

#include <vector>

namespace toibox::bench {

BeforeStep build_joint_grid(BenchWorld& world) {
    constexpr int size = 100;
    const auto is_anchor = [](int column, int row) {
        return row == 0 && column >= size / 2 - 3 && column <= size / 2 + 3;
    };
    const ShapeDef def{.filter = {.category = 2, .mask = ~std::uint64_t{2}}};
    std::vector<BodyHandle> bodies;
    const auto body_at = [&](int column, int row) {
        return bodies[static_cast<std::size_t>(column * size + row)];
    };
    for (int column = 0; column < size; ++column) {
        for (int row = 0; row < size; ++row) {
            const bool is_static = is_anchor(column, row);
            const Vec2 position{static_cast<float>(column), -static_cast<float>(row)};
            bodies.push_back(world.create_body(
                {.type = is_static ? BodyType::Static : BodyType::Dynamic, .position = position}));
            world.attach(bodies.back(), Circle{.radius = 0.4f}, def);
            if (row > 0) {
                world.create_joint({.body_a = body_at(column, row - 1),
                                    .body_b = bodies.back(),
                                    .anchor = position + Vec2{0.0f, 0.5f}});
            }
            // The world rejects joints between two static bodies.
            if (column > 0 && !(is_static && is_anchor(column - 1, row))) {
                world.create_joint({.body_a = body_at(column - 1, row),
                                    .body_b = bodies.back(),
                                    .anchor = position - Vec2{0.5f, 0.0f}});
            }
        }
    }
    return {};
}

}  // namespace toibox::bench
