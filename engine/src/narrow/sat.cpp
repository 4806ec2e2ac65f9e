// SPDX-License-Identifier: MIT
// Separating axis test over face normals: each face against each vertex for small shapes; for large ones both
// are walked round at once, because the deepest vertex turns with the normal (rotating calipers).
#include "toibox/narrow/sat.h"

#include "toibox/narrow/tuning.h"

#include "placed_core.h"

namespace toibox {

namespace {

// Least of n·v over the vertices. Two running minima, because each waits for the one before.
float least_along(Vec2 normal, std::span<const Vec2> vertices) {
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

FaceAxis brute_force(const ConvexCore& core, const ConvexCore& other, float enough) {
    const std::size_t faces = core.vertices.size();
    std::size_t best_edge = 0;
    float best = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < faces; ++i) {
        const Vec2 normal = core.normals[i];
        const float separation = least_along(normal, other.vertices) - dot(normal, core.vertices[i]);
        if (separation > best) {
            best = separation;
            best_edge = i;
            if (best > enough) break;
        }
    }
    return face_axis(core, static_cast<int>(best_edge), other);
}

// Vertex j of `other` is deepest behind a face with normal n as long as −n lies between the normals of the
// edges before and after j. Angles of normals decide, not heights of vertices: short edges round their
// heights to a plateau, but never their directions.
FaceAxis rotating_calipers(const ConvexCore& core, const ConvexCore& other, float enough) {
    FaceAxis best = face_axis(core, 0, other);
    int support = best.support;
    for (int i = 1; i < core.count() && !(best.separation > enough); ++i) {
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
    const Vec2 normal = core.normal(edge);
    int support = 0;
    float least = dot(normal, other.vertex(0));
    for (int j = 1; j < other.count(); ++j) {
        const float along = dot(normal, other.vertex(j));
        if (along < least) {
            least = along;
            support = j;
        }
    }
    return {edge, support, dot(normal, other.vertex(support) - core.vertex(edge))};
}

FaceAxis max_separation(const ConvexCore& core, const ConvexCore& other, float enough) {
    return core.count() * other.count() <= tuning::sat_brute_force ? brute_force(core, other, enough)
                                                                   : rotating_calipers(core, other, enough);
}

SatResult separating_axis(const Polygon& a, const Polygon& b, const Transform& b_in_a) {
    return with_placed_core(b, b_in_a, [&a](const ConvexCore& core_b) {
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
