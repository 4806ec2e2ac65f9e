// SPDX-License-Identifier: MIT
#pragma once

#if defined(TOIBOX_HAS_X86_KERNELS)
    #include "math/wide/sse2.h"
#else
    #include "math/wide/scalar.h"
#endif
#include "narrow/collide/polygon_sat.h"

namespace toibox {

// The widest instruction set that every processor of the family has; no run-time choice.
#if defined(TOIBOX_HAS_X86_KERNELS)
using BaselineSimd = isa_sse2::Simd;
#else
using BaselineSimd = isa_scalar::Simd;
#endif

// face_axis and max_separation for the contact algorithms, with an output parameter: as a return value, the
// three numbers would be packed into a register through memory, and that stall takes longer than the search
// among four faces.

inline void find_face_axis(const ConvexCore& core, int edge, const ConvexCore& other, FaceAxis& axis) {
    const Vec2 normal = core.normal(edge);
    const Vec2* const vertices = other.vertices.data();
    const int count = other.count();
    int support = 0;
    if (count == 4) {
        float projection[4];
        for (int j = 0; j < 4; j += BaselineSimd::lanes) {
            BaselineSimd::F x, y;
            BaselineSimd::load_pairs(&vertices[j].x, x, y);
            BaselineSimd::store(projection + j,
                                BaselineSimd::set1(normal.x) * x + BaselineSimd::set1(normal.y) * y);
        }
        support = projection[1] < projection[0] ? 1 : 0;
        const int second_half = projection[3] < projection[2] ? 3 : 2;
        support = projection[second_half] < projection[support] ? second_half : support;
    } else {
        float min_projection = dot(normal, vertices[0]);
        for (int j = 1; j < count; ++j) {
            const float projection = dot(normal, vertices[j]);
            const bool is_deeper = projection < min_projection;
            min_projection = is_deeper ? projection : min_projection;
            support = is_deeper ? j : support;
        }
    }
    axis.edge = edge;
    axis.support = support;
    axis.separation = dot(normal, vertices[support] - core.vertex(edge));
}

void find_max_separation(const ConvexCore& core, const ConvexCore& other, float stop_above, FaceAxis& best);

}  // namespace toibox
