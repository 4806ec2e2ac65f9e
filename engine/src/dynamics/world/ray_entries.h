// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"
#include "toibox/geometry/ray_cast.h"

#include <cstdint>
#include <span>
#include <vector>

namespace toibox {

/// A shape that a ray hits or starts in.
struct RayEntry {
    std::uint32_t shape = 0;
    RayHit hit;
};

/// Whether the hit is on a seam: the ray is still inside a polygon that it entered earlier. Polygons of one
/// body that differ only in geometry count as their union, with seams up to tuning::seam_share wide closed,
/// so a concave body is hit on its outline, not where its pieces meet. `earlier`: in order along the ray.
bool is_inner(const WorldState& state, std::span<const RayEntry> earlier, const RayEntry& current);

/// Sorts by fraction, then by shape; removes inner hits and shapes that the ray starts in. Cost: O(k log k),
/// and k² for k polygons of one body.
void keep_outer_hits(const WorldState& state, std::vector<RayEntry>& entries);

}  // namespace toibox
