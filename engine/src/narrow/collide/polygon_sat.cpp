// SPDX-License-Identifier: MIT
// Separating axis test over face normals: each face against each vertex for small shapes. The boundaries of
// large shapes are traversed simultaneously, because the deepest vertex advances as the normal rotates
// (rotating calipers).
#include "narrow/collide/polygon_sat.h"

#include "toibox/narrow/tuning.h"

#include "narrow/collide/face_search.h"
#include "narrow/collide/transformed_core.h"

#include <array>

namespace toibox {

namespace {

// The minimum of n·v over the vertices, with two running minima to break the dependency chain.
float min_projection(Vec2 normal, std::span<const Vec2> vertices) {
    float even = dot(normal, vertices[0]);
    float odd = dot(normal, vertices[1]);
    std::size_t i = 2;
    for (; i + 1 < vertices.size(); i += 2) {
        const float next_even = dot(normal, vertices[i]);
        const float next_odd = dot(normal, vertices[i + 1]);
        even = next_even < even ? next_even : even;
        odd = next_odd < odd ? next_odd : odd;
    }
    if (i < vertices.size()) {
        const float last = dot(normal, vertices[i]);
        even = last < even ? last : even;
    }
    return odd < even ? odd : even;
}

void brute_force(const ConvexCore& core, const ConvexCore& other, float stop_above, FaceAxis& result) {
    const std::size_t faces = core.vertices.size();
    std::size_t best_edge = 0;
    float best = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < faces; ++i) {
        const Vec2 normal = core.normals[i];
        const float separation = min_projection(normal, other.vertices) - dot(normal, core.vertices[i]);
        if (separation > best) {
            best = separation;
            best_edge = i;
            if (best > stop_above) break;
        }
    }
    find_face_axis(core, static_cast<int>(best_edge), other, result);
}

// brute_force for a fixed number of faces, in SIMD lanes and without branches: which face wins is effectively
// random, and a misprediction costs more than an early exit saves.
template <std::size_t faces>
void brute_force_fixed(const ConvexCore& core, const ConvexCore& other, float stop_above, FaceAxis& result) {
    using F = BaselineSimd::F;
    std::array<float, faces> separation;
    for (std::size_t i = 0; i < faces; i += BaselineSimd::lanes) {
        F normal_x, normal_y, vertex_x, vertex_y;
        BaselineSimd::load_pairs(&core.normals[i].x, normal_x, normal_y);
        BaselineSimd::load_pairs(&core.vertices[i].x, vertex_x, vertex_y);
        F min_dot = normal_x * BaselineSimd::set1(other.vertices[0].x) +
                    normal_y * BaselineSimd::set1(other.vertices[0].y);
        for (const Vec2 vertex : other.vertices.subspan(1)) {
            min_dot = BaselineSimd::min(
                normal_x * BaselineSimd::set1(vertex.x) + normal_y * BaselineSimd::set1(vertex.y), min_dot);
        }
        BaselineSimd::store(separation.data() + i, min_dot - (normal_x * vertex_x + normal_y * vertex_y));
    }
    int best_edge = 0;
    float best = separation[0];
    for (std::size_t i = 1; i < faces; ++i) {
        const bool is_better = (separation[i] > best) & !(best > stop_above);
        best_edge = is_better ? static_cast<int>(i) : best_edge;
        best = is_better ? separation[i] : best;
    }
    find_face_axis(core, best_edge, other, result);
}

// Vertex j of `other` is the deepest behind a face with normal n while −n is between the normals of the edges
// before and after j. Compares angles of normals, not heights of vertices: heights of short edges may round
// to the same value, but directions do not.
FaceAxis rotating_calipers(const ConvexCore& core, const ConvexCore& other, float stop_above) {
    FaceAxis best = face_axis(core, 0, other);
    int support = best.support;
    for (int i = 1; i < core.count() && !(best.separation > stop_above); ++i) {
        const Vec2 normal = core.normal(i);
        for (int step = 0; step < other.count() && cross(other.normal(support), -normal) > 0.0f; ++step) {
            support = other.next(support);
        }
        const float separation = dot(normal, other.vertex(support) - core.vertex(i));
        if (separation > best.separation) best = {i, support, separation};
    }
    return best;
}

}  // namespace

FaceAxis face_axis(const ConvexCore& core, int edge, const ConvexCore& other) {
    FaceAxis axis;
    find_face_axis(core, edge, other, axis);
    return axis;
}

void find_max_separation(const ConvexCore& core, const ConvexCore& other, float stop_above, FaceAxis& best) {
    // The two faces of a line are half a turn apart, so calipers have no direction of rotation.
    if (core.count() > 2 && core.count() * other.count() > tuning::max_sat_brute_force) {
        best = rotating_calipers(core, other, stop_above);
    } else if (core.count() == 4) {
        brute_force_fixed<4>(core, other, stop_above, best);
    } else if (core.count() == 8) {
        brute_force_fixed<8>(core, other, stop_above, best);
    } else {
        brute_force(core, other, stop_above, best);
    }
}

FaceAxis max_separation(const ConvexCore& core, const ConvexCore& other, float stop_above) {
    FaceAxis best;
    find_max_separation(core, other, stop_above, best);
    return best;
}

SatResult sat_polygons(const Polygon& a, const Polygon& b, const Transform& b_in_a) {
    return with_transformed_core(b, b_in_a, [&a](const ConvexCore& core_b) {
        const ConvexCore core_a = core_of(a);
        const FaceAxis axis_a = max_separation(core_a, core_b);
        const FaceAxis axis_b = max_separation(core_b, core_a);
        const bool face_is_b = axis_b.separation > axis_a.separation;
        const FaceAxis axis = face_is_b ? axis_b : axis_a;
        const float separation = axis.separation - core_a.radius - core_b.radius;
        const Vec2 normal = face_is_b ? -core_b.normal(axis.edge) : core_a.normal(axis.edge);
        return SatResult{separation > 0.0f, face_is_b, axis, normal, separation};
    });
}

}  // namespace toibox
