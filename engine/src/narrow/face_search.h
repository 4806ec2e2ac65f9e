// SPDX-License-Identifier: MIT
#pragma once

#if defined(TOIBOX_HAS_X86_KERNELS)
    #include "toibox/math/wide/sse2.h"
#else
    #include "toibox/math/wide/scalar.h"
#endif
#include "toibox/narrow/sat.h"

namespace toibox {

// The lanes that every processor of the family has: no choice at run time.
#if defined(TOIBOX_HAS_X86_KERNELS)
using BaselineSimd = isa_sse2::Simd;
#else
using BaselineSimd = isa_scalar::Simd;
#endif

// face_axis and max_separation for the contact algorithms. The answer goes where the caller wants it: as a
// return value its three numbers would be packed into a register by way of memory, and the CPU waits for such
// a detour longer than for the search among four faces.

inline void find_face_axis(const ConvexCore& core, int edge, const ConvexCore& other, FaceAxis& axis) {
    const Vec2 normal = core.normal(edge);
    const Vec2* const vertices = other.vertices.data();
    const int count = other.count();
    int support = 0;
    if (count == 4) {
        float along[4];
        for (int j = 0; j < 4; j += BaselineSimd::lanes) {
            BaselineSimd::F x, y;
            BaselineSimd::load_pairs(&vertices[j].x, x, y);
            BaselineSimd::store(along + j,
                                BaselineSimd::set1(normal.x) * x + BaselineSimd::set1(normal.y) * y);
        }
        support = along[1] < along[0] ? 1 : 0;
        const int other_half = along[3] < along[2] ? 3 : 2;
        support = along[other_half] < along[support] ? other_half : support;
    } else {
        float least = dot(normal, vertices[0]);
        for (int j = 1; j < count; ++j) {
            const float along = dot(normal, vertices[j]);
            const bool deeper = along < least;
            least = deeper ? along : least;
            support = deeper ? j : support;
        }
    }
    axis.edge = edge;
    axis.support = support;
    axis.separation = dot(normal, vertices[support] - core.vertex(edge));
}

void find_max_separation(const ConvexCore& core, const ConvexCore& other, float stop_above, FaceAxis& best);

}  // namespace toibox
