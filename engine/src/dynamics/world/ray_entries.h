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

/// Whether the hit `current` is on a seam: the ray is still inside a polygon that it entered earlier.
/// Polygons of one body that differ only in geometry count as their union (gaps up to tuning::seam_fraction
/// are closed), so a concave body is hit on its outline, not where its pieces meet. `earlier`: entries in
/// order along the ray.
bool is_inner(const WorldState& state, std::span<const RayEntry> earlier, const RayEntry& current);

/// Sorts by fraction, then by shape; removes inner hits and shapes in which the ray starts. Cost: O(k log k),
/// and O(k²) for k polygons of one body.
void keep_outer_hits(const WorldState& state, std::vector<RayEntry>& entries);

}  // namespace toibox
