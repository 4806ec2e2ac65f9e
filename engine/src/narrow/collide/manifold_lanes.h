// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox {

/// Input and output of the manifold kernels: up to eight pairs of polygons and their manifolds. Lane i of
/// every array belongs to pair i. Small integers are stored as floats, so that kernels need only floats.
/// Plain data without functions.
struct ManifoldLanes {
    static constexpr int width = 8;

    // Input. Lanes beyond the last pair repeat another pair.
    const float* table = nullptr;       ///< PolygonRecords, in rows of four floats.
    std::int32_t row_a[width];          ///< First row of A's record.
    std::int32_t row_b[width];          ///< First row of B's record.
    std::int32_t transform_row[width];  ///< Row of the pair in `b_in_a`.
    float b_in_a[4 * width];            ///< p.x, p.y, q.c, q.s of each pair.
    float margin[width];

    // Input and output: CollideCache.
    float cache_reference[width];
    float cache_incident[width];
    float cache_owner[width];  ///< 0: none, 1: A, 2: B.

    // Output: Manifold.
    float needs_scalar[width];  ///< 1: the closest features may be vertices, which collide_cores handles. The
                                ///< cache of the lane is unchanged and its manifold is invalid.
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

// One per instruction set and capacity: all polygons of a call have at most that many vertices.
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
