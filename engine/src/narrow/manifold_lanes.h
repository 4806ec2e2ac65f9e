// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox {

/// Up to eight pairs of polygons and their manifolds, as kernels pass them: lane i of every array belongs to
/// pair i. Small integers are floats, so that a kernel needs floats only. Plain data without functions.
struct ManifoldLanes {
    static constexpr int width = 8;

    // In. Lanes beyond the last pair repeat another one.
    const float* table = nullptr;   ///< PolygonRecords, in rows of four floats.
    std::int32_t row_a[width];      ///< First row of A's record.
    std::int32_t row_b[width];      ///< Of B's.
    std::int32_t placement[width];  ///< Which row of `b_in_a`.
    float b_in_a[4 * width];        ///< p.x, p.y, q.c, q.s of each pair.
    float margin[width];

    // In and out: CollideCache.
    float cache_reference[width];
    float cache_incident[width];
    float cache_owner[width];  ///< 0: none, 1: A, 2: B.

    // Out: Manifold.
    float needs_scalar[width];  ///< 1: vertices may face each other, which this kernel leaves to
                                ///< collide_cores; the lane's cache is as it was, its manifold means nothing.
    float count[width];
    float normal_x[width];
    float normal_y[width];
    float owner_is_b[width];  ///< FeatureId::reference_is_b of both points.
    struct Point {
        float x[width];
        float y[width];
        float separation[width];
        float id[width];  ///< reference + 256 incident + 65536 clip.
    } points[2];
};

using ManifoldKernel = void (*)(ManifoldLanes& lanes);

// One for each instruction set and capacity: all polygons of a call have at most that many vertices.
namespace isa_scalar {
void collide_max_4_vertices(ManifoldLanes& lanes);
void collide_max_8_vertices(ManifoldLanes& lanes);
}  // namespace isa_scalar
namespace isa_sse2 {
void collide_max_4_vertices(ManifoldLanes& lanes);
void collide_max_8_vertices(ManifoldLanes& lanes);
}  // namespace isa_sse2
namespace isa_avx2 {
void collide_max_4_vertices(ManifoldLanes& lanes);
void collide_max_8_vertices(ManifoldLanes& lanes);
}  // namespace isa_avx2

}  // namespace toibox
