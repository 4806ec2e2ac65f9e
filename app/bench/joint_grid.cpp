// SPDX-License-Identifier: MIT
// A cloth of discs hung by a few of the top row: joints alone, in one island, without a contact.
#include "app/bench/builders.h"

#include <vector>

namespace toibox::bench {

BeforeStep build_joint_grid(BenchWorld& target) {
    constexpr int size = 100;
    const auto is_hung = [](int column, int row) {
        return row == 0 && column >= size / 2 - 3 && column <= size / 2 + 3;
    };
    const ShapeDef def{.filter = {.category = 2, .mask = ~std::uint64_t{2}}};
    std::vector<BodyHandle> bodies;
    const auto body_at = [&](int column, int row) {
        return bodies[static_cast<std::size_t>(column * size + row)];
    };
    for (int column = 0; column < size; ++column) {
        for (int row = 0; row < size; ++row) {
            const bool hung = is_hung(column, row);
            const Vec2 place{static_cast<float>(column), -static_cast<float>(row)};
            bodies.push_back(
                target.create_body({.type = hung ? BodyType::Static : BodyType::Dynamic, .position = place}));
            target.attach(bodies.back(), Circle{.radius = 0.4f}, def);
            if (row > 0) {
                target.create_joint({.body_a = body_at(column, row - 1),
                                     .body_b = bodies.back(),
                                     .anchor = place + Vec2{0.0f, 0.5f}});
            }
            // A joint of two static bodies holds nothing, and a world refuses it.
            if (column > 0 && !(hung && is_hung(column - 1, row))) {
                target.create_joint({.body_a = body_at(column - 1, row),
                                     .body_b = bodies.back(),
                                     .anchor = place - Vec2{0.5f, 0.0f}});
            }
        }
    }
    return {};
}

}  // namespace toibox::bench
