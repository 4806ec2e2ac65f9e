// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"
#include "toibox/geometry/ray_cast.h"

#include <cstdint>
#include <span>
#include <vector>

namespace toibox {

/// A shape on a ray's way.
struct RayEntry {
    std::uint32_t shape = 0;
    RayHit hit;  ///< Or that the ray starts inside.
};

/// Whether the ray comes out of a polygon that it met earlier where it meets this one: polygons of one body
/// that are alike in all but geometry count as what they cover, with seams up to tuning::seam_share wide
/// closed. So a concave polygon is met where its outline is, not where its pieces meet. `earlier`: latest
/// last.
bool is_inner(const WorldState& state, std::span<const RayEntry> earlier, const RayEntry& here);

/// Sorts by fraction, then by shape, and leaves out what the ray starts in and all inner hits.
/// Cost: O(k log k), and k² for k polygons of one body.
void keep_outer_hits(const WorldState& state, std::vector<RayEntry>& entries);

}  // namespace toibox
