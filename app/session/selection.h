// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/world.h"
#include "toibox/narrow/gjk.h"

#include <optional>
#include <vector>

namespace toibox::app {

/// The selected body, and a selected pair of shapes for the distance views. A stale handle selects nothing.
struct Selection {
    BodyHandle body;
    ShapeHandle shape_a;
    ShapeHandle shape_b;
    bool is_closest_pair = false;  ///< The pair is updated to the body's closest; else it was chosen.

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

/// Measures a pair; nothing if either shape does not exist any more.
std::optional<DistanceProbe> probe_distance(const World& world, ShapeHandle a, ShapeHandle b);

/// The closest pair (surface to surface) of a shape of the body and a shape of another body, searched within
/// `reach` metres of the body's boxes; ties go to the lower shape indices. A click on a body selects this
/// pair. Cost: searches small distances first, so that a touching neighbour is found quickly.
std::optional<DistanceProbe> closest_pair(const World& world, BodyHandle body, float reach);

}  // namespace toibox::app
