// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include "tests/support/distance_oracle.h"

namespace toibox::testing_support {

/// Distance between the surfaces of two shapes by brute force, metres; if negative, minus the penetration
/// depth.
inline double gap_at(const Shape& a, const Transformd& pose_a, const Shape& b, const Transformd& pose_b) {
    const ConvexProxyBuffer buffer_a(a);
    const ConvexProxyBuffer buffer_b(b);
    const oracle::Distance cores = oracle::distance(oracle::placed(buffer_a.proxy(), pose_a, pose_a.p),
                                                    oracle::placed(buffer_b.proxy(), pose_b, pose_a.p));
    return static_cast<double>(cores.distance - cores.depth) - buffer_a.proxy().radius -
           buffer_b.proxy().radius;
}

/// gap_at for two shapes of a world, at the current poses of their bodies.
inline double gap_of(const World& world, ShapeHandle a, ShapeHandle b) {
    const auto pose = [&](ShapeHandle shape) {
        return widen(world.find(world.find(shape)->body)->transform());
    };
    return gap_at(world.find(a)->geometry, pose(a), world.find(b)->geometry, pose(b));
}

}  // namespace toibox::testing_support
