// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/world.h"
#include "toibox/narrow/gjk.h"

#include <optional>
#include <vector>

namespace toibox::app {

/// The selected body, and the selected pair of shapes for the distance views, in the order of pair_order.h. A
/// stale handle selects nothing.
struct Selection {
    BodyHandle body;
    ShapeHandle shape_a;
    ShapeHandle shape_b;
    /// The pair is updated to the closest neighbour of the body; false: the user chose the pair.
    bool is_closest_pair = false;

    friend bool operator==(const Selection&, const Selection&) = default;

    [[nodiscard]] bool has_pair() const { return !shape_a.is_null() && !shape_b.is_null(); }
    void clear() { *this = {}; }
};

/// Result and iterations of GJK on a pair of shapes at their current poses.
struct DistanceProbe {
    ShapeHandle shape_a;
    ShapeHandle shape_b;
    Transform pose_a;
    Transform pose_b;
    GjkResult result;
    std::vector<GjkIteration> iterations;
};

/// Measures the distance of a pair; nullopt if one of the shapes no longer exists. A and B of the result are
/// ordered by ordered_pair.
std::optional<DistanceProbe> probe_distance(const World& world, ShapeHandle first, ShapeHandle second);

/// The closest pair (surface to surface) of a shape of the body and a shape of a different body; nullopt if
/// there is none within `reach` metres of the body's boxes. A click on a body selects this pair. Searches
/// small distances first, so that a touching neighbour is found quickly.
std::optional<DistanceProbe> closest_pair(const World& world, BodyHandle body, float reach);

/// The point at which a body is grabbed: `point` if it is on the body, else its centre of mass. World,
/// metres.
Vec2 grab_point(const World& world, BodyHandle body, Vec2 point);

}  // namespace toibox::app
