// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/scene/verdict_probe.h"
#include "toibox/toi/toi.h"

#include <span>
#include <vector>

namespace toibox::scene {

/// A body's motion from the stored state to the current one, taken as straight.
struct BodyPath {
    BodyHandle body;
    Sweep sweep;
    double travel = 0.0;        ///< Upper bound on the motion of any of its points, metres.
    double inner_radius = 0.0;  ///< Of its thinnest shape, metres.
    double reach = 0.0;         ///< Maximum distance of its shapes from the centre of mass, metres.
    bool is_static = true;
};

/// One path per body that existed before the step, by ascending index of the body.
std::vector<BodyPath> paths_of(const World& world, std::span<const VerdictMemory::StoredBody> before);
/// The path of the body with this index; null if it has none.
const BodyPath* find_path(std::span<const BodyPath> paths, std::uint32_t body);

/// The least motion towards each other after which two bodies can be on another side: the inner radius of the
/// thinner one of those that can move.
double passing_distance(const BodyPath& a, const BodyPath& b);

/// Pairs of shapes that may have crossed: those near the path of a body that moved by more than half of its
/// inner radius, deep contacts, and those on the far side. Ascending, each once, a < b.
std::vector<ContactEvent> passing_candidates(const World& world, std::span<const BodyPath> paths,
                                             std::span<const VerdictMemory::FarSide> on_far_side);

/// Whether the shapes collide at all: no sensors, and not excluded by filters, one-way shapes at their poses
/// before the step, or joints between their bodies.
bool can_collide(const World& world, std::span<const VerdictMemory::StoredBody> before, ShapeHandle a,
                 ShapeHandle b);

}  // namespace toibox::scene
