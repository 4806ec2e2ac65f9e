// SPDX-License-Identifier: MIT
// Separating axis test over face normals: each face against each vertex for small shapes; for large ones both
// are walked round at once, because the deepest vertex turns with the normal (rotating calipers).
#include "toibox/narrow/sat.h"

#include "toibox/narrow/tuning.h"

#include "face_search.h"
#include "placed_core.h"

#include <array>

namespace toibox {

namespace {

// Least of n·v over the vertices. Two running minima, because each waits for the one before.
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

// brute_force for exactly `faces` faces, side by side in lanes, and without a branch: which face wins is as
// good as random, and a wrong guess costs more than an early end spares.
template <std::size_t faces>
void brute_force_of(const ConvexCore& core, const ConvexCore& other, float stop_above, FaceAxis& result) {
    using F = BaselineSimd::F;
    std::array<float, faces> separation;
    for (std::size_t i = 0; i < faces; i += BaselineSimd::lanes) {
        F normal_x, normal_y, vertex_x, vertex_y;
        BaselineSimd::load_pairs(&core.normals[i].x, normal_x, normal_y);
        BaselineSimd::load_pairs(&core.vertices[i].x, vertex_x, vertex_y);
        F least = normal_x * BaselineSimd::set1(other.vertices[0].x) +
                  normal_y * BaselineSimd::set1(other.vertices[0].y);
        for (const Vec2 vertex : other.vertices.subspan(1)) {
            least = BaselineSimd::min(
                normal_x * BaselineSimd::set1(vertex.x) + normal_y * BaselineSimd::set1(vertex.y), least);
        }
        BaselineSimd::store(separation.data() + i, least - (normal_x * vertex_x + normal_y * vertex_y));
    }
    int best_edge = 0;
    float best = separation[0];
    for (std::size_t i = 1; i < faces; ++i) {
        const bool better = (separation[i] > best) & !(best > stop_above);
        best_edge = better ? static_cast<int>(i) : best_edge;
        best = better ? separation[i] : best;
    }
    find_face_axis(core, best_edge, other, result);
}

// Vertex j of `other` is deepest behind a face with normal n as long as −n lies between the normals of the
// edges before and after j. Angles of normals decide, not heights of vertices: short edges round their
// heights to a plateau, but never their directions.
FaceAxis rotating_calipers(const ConvexCore& core, const ConvexCore& other, float stop_above) {
    FaceAxis best = face_axis(core, 0, other);
    int support = best.support;
    for (int i = 1; i < core.count() && !(best.separation > stop_above); ++i) {
        const Vec2 normal = core.normal(i);
        for (int turns = 0; turns < other.count() && cross(other.normal(support), -normal) > 0.0f; ++turns) {
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
    // From one face of a line to the other it is half a turn: the walk cannot tell which way to go.
    if (core.count() > 2 && core.count() * other.count() > tuning::sat_brute_force) {
        best = rotating_calipers(core, other, stop_above);
    } else if (core.count() == 4) {
        brute_force_of<4>(core, other, stop_above, best);
    } else if (core.count() == 8) {
        brute_force_of<8>(core, other, stop_above, best);
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
        const FaceAxis of_a = max_separation(core_a, core_b);
        const FaceAxis of_b = max_separation(core_b, core_a);
        const bool face_is_b = of_b.separation > of_a.separation;
        const FaceAxis axis = face_is_b ? of_b : of_a;
        const float separation = axis.separation - core_a.radius - core_b.radius;
        const Vec2 normal = face_is_b ? -core_b.normal(axis.edge) : core_a.normal(axis.edge);
        return SatResult{separation > 0.0f, face_is_b, axis, normal, separation};
    });
}

}  // namespace toibox
