// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/world.h"
#include "toibox/narrow/gjk.h"

#include <optional>
#include <vector>

namespace toibox::app {

/// What the user looks at: a body, and (for the distance views) a pair of shapes. Handles, so a selection
/// outlives a restart only by ids; a stale one simply selects nothing.
struct Selection {
    BodyHandle body;
    ShapeHandle shape_a;
    ShapeHandle shape_b;
    bool follows = false;  ///< The pair is the body's closest, whichever that is; else it was chosen.

    friend bool operator==(const Selection&, const Selection&) = default;

    [[nodiscard]] bool has_pair() const { return !shape_a.is_null() && !shape_b.is_null(); }
    void clear() { *this = {}; }
};

/// GJK run anew on the selected pair at the present poses, with every iteration; the step is not touched.
struct DistanceProbe {
    ShapeHandle shape_a;
    ShapeHandle shape_b;
    Transform pose_a;
    Transform pose_b;
    GjkResult result;
    std::vector<GjkIteration> iterations;
};

/// The probe of a pair; nothing if either shape is gone.
std::optional<DistanceProbe> probe_distance(const World& world, ShapeHandle a, ShapeHandle b);

/// The pair of the body's shapes and any other body's that is closest (surface to surface), within `reach`
/// metres of the body's box; ties go to the lower shape indices. What a click on a body makes the selected
/// pair. Cost: looks near first, so that a neighbour that touches costs no look at the far ones.
std::optional<DistanceProbe> closest_pair(const World& world, BodyHandle body, float reach);

}  // namespace toibox::app
