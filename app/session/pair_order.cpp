// SPDX-License-Identifier: MIT
#include "app/session/pair_order.h"

namespace toibox::app {

namespace {

/// Smaller is freer to move. A shape that is gone comes last.
int mobility_rank(const World& world, ShapeHandle shape) {
    const auto view = world.find(shape);
    if (!view) return 3;
    switch (world.find(view->body)->info().type) {
        case BodyType::Dynamic:
            return 0;
        case BodyType::Kinematic:
            return 1;
        case BodyType::Static:
            break;
    }
    return 2;
}

ShapeHandle first_shape(const World& world, BodyHandle body) {
    const auto view = world.find(body);
    return view && !view->shapes().empty() ? view->shapes().front() : ShapeHandle{};
}

bool moves(const Sweep& sweep) {
    return sweep.c0 != sweep.c1 || sweep.delta_angle != 0.0;
}

}  // namespace

ShapeHandles ordered_pair(const World& world, ShapeHandle first, ShapeHandle second) {
    const std::pair first_rank(mobility_rank(world, first), first);
    const std::pair second_rank(mobility_rank(world, second), second);
    return second_rank < first_rank ? ShapeHandles{second, first} : ShapeHandles{first, second};
}

std::pair<BodyHandle, BodyHandle> ordered_pair(const World& world, BodyHandle first, BodyHandle second) {
    const ShapeHandle shape = first_shape(world, first);
    const bool is_first_a = ordered_pair(world, shape, first_shape(world, second)).first == shape;
    return is_first_a ? std::pair{first, second} : std::pair{second, first};
}

bool is_second_a(const Sweep& first, const Sweep& second) {
    return moves(second) && !moves(first);
}

}  // namespace toibox::app
