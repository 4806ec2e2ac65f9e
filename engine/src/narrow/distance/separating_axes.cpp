// SPDX-License-Identifier: MIT

// The separating axis test for proxies in double, one axis after the other: faces of A, faces of B, and the
// line through the closest vertices. Sources: see separating_axes.h.

#include "toibox/narrow/separating_axes.h"

#include "toibox/core/assert.h"

namespace toibox {

namespace {

struct PosedShape {
    const ConvexProxy& shape;
    const Transformd& pose;

    [[nodiscard]] std::size_t count() const { return shape.points.size(); }
    [[nodiscard]] Vec2d point(std::size_t i) const { return transform_point(pose, shape.points[i]); }
    [[nodiscard]] int support_index(Vec2d direction) const {
        return support(shape.points, inv_rotate(pose.q, direction));
    }
    /// Extent of the shape along a direction from `origin`, including its radius.
    [[nodiscard]] double extent(Vec2d direction, Vec2d origin) const {
        const Vec2d farthest = point(static_cast<std::size_t>(support_index(direction)));
        return dot(direction, farthest - origin) + shape.radius;
    }
};

template <class Trace>
class AxisTest {
public:
    AxisTest(const PosedShape& a, const PosedShape& b, Trace& trace) : a_(a), b_(b), trace_(trace) {}

    /// Tests each edge of one shape. A segment has two opposite edges; a point has none.
    void try_faces(SatAxis::Kind kind) {
        const auto n = static_cast<int>((kind == SatAxis::Kind::FaceB ? b_ : a_).count());
        for (int i = 0; n > 1 && i < n; ++i)
            consider(face(kind, i));
    }

    /// If vertices are the closest features, the distance is larger than along any face normal. If the cores
    /// overlap, this axis is never better than a face. Skipping it in that case would require distinguishing
    /// a flat core beside the other core from a flat core that cuts it, which rounding prevents.
    void try_vertices() {
        int nearest_a = 0;
        int nearest_b = 0;
        double min_squared = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < a_.count(); ++i) {
            for (std::size_t j = 0; j < b_.count(); ++j) {
                const Vec2d d = b_.point(j) - a_.point(i);
                if (!(length_squared(d) < min_squared)) continue;
                min_squared = length_squared(d);
                nearest_a = static_cast<int>(i);
                nearest_b = static_cast<int>(j);
            }
        }
        consider(vertices(nearest_a, nearest_b));
    }

    /// The normal of an edge, with the separation of the other shape along it.
    [[nodiscard]] SatAxis face(SatAxis::Kind kind, int i) const {
        const bool is_b = kind == SatAxis::Kind::FaceB;
        const PosedShape& reference = is_b ? b_ : a_;
        const PosedShape& other = is_b ? a_ : b_;
        const auto first = static_cast<std::size_t>(i);
        const Vec2d edge =
            reference.shape.points[(first + 1) % reference.count()] - reference.shape.points[first];
        SatAxis axis{.kind = kind, .index = i};
        if (edge == Vec2d{}) return axis;
        // Normalise last: a rotation from float is off unit length by 1e-7.
        const Vec2d outward = normalized(rotate(reference.pose.q, right_perp(edge)));
        axis.support = other.support_index(-outward);
        const Vec2d vertex = other.point(static_cast<std::size_t>(axis.support));
        axis.direction = is_b ? -outward : outward;
        axis.separation = dot(outward, vertex - reference.point(first)) - radii();
        return axis;
    }

    /// The line through two vertices.
    [[nodiscard]] SatAxis vertices(int i, int j) const {
        SatAxis axis{.kind = SatAxis::Kind::Vertices, .index = i, .support = j};
        const Vec2d origin = a_.point(static_cast<std::size_t>(i));
        const Vec2d offset = b_.point(static_cast<std::size_t>(j)) - origin;
        if (!(length_squared(offset) > 0.0)) return axis;
        axis.direction = normalized(offset);
        axis.separation = -(a_.extent(axis.direction, origin) + b_.extent(-axis.direction, origin));
        return axis;
    }

    void consider(SatAxis axis) {
        if (axis.direction == Vec2d{}) return;
        ++best_.tried;
        axis.better = axis.separation > best_.separation;
        if constexpr (Trace::enabled) {
            const Vec2d origin = a_.pose.p;
            axis.low_a = -a_.extent(-axis.direction, origin);
            axis.high_a = a_.extent(axis.direction, origin);
            axis.low_b = -b_.extent(-axis.direction, origin);
            axis.high_b = b_.extent(axis.direction, origin);
        }
        trace_(axis);
        if (!axis.better) return;
        best_ = {axis.separation, axis.direction, axis.kind, axis.index, axis.support, best_.tried};
    }

    [[nodiscard]] SatSeparation result() const {
        SatSeparation result = best_;
        if (result.tried == 0) result.separation = -radii();
        return result;
    }

private:
    [[nodiscard]] double radii() const { return a_.shape.radius + b_.shape.radius; }

    PosedShape a_;
    PosedShape b_;
    Trace& trace_;
    SatSeparation best_;
};

}  // namespace

template <class Trace>
SatSeparation separating_axes(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                              const Transformd& pose_b, Trace& trace) {
    TOIBOX_ASSERT(a.count() >= 1 && b.count() >= 1);
    AxisTest<Trace> test({a, pose_a}, {b, pose_b}, trace);
    test.try_faces(SatAxis::Kind::FaceA);
    test.try_faces(SatAxis::Kind::FaceB);
    test.try_vertices();
    return test.result();
}

template <class Trace>
SatSeparation test_separating_axis(const SatAxisId& id, const ConvexProxy& a, const Transformd& pose_a,
                                   const ConvexProxy& b, const Transformd& pose_b, Trace& trace) {
    TOIBOX_ASSERT(a.count() >= 1 && b.count() >= 1);
    AxisTest<Trace> test({a, pose_a}, {b, pose_b}, trace);
    const bool is_vertex_axis = id.kind == SatAxis::Kind::Vertices;
    const bool is_b = id.kind == SatAxis::Kind::FaceB;
    const bool is_valid = is_vertex_axis ? id.index < a.count() && id.support < b.count()
                                         : id.index < (is_b ? b : a).count() && (is_b ? b : a).count() > 1;
    if (is_valid)
        test.consider(is_vertex_axis ? test.vertices(id.index, id.support) : test.face(id.kind, id.index));
    return test.result();
}

template SatSeparation test_separating_axis(const SatAxisId&, const ConvexProxy&, const Transformd&,
                                            const ConvexProxy&, const Transformd&, NoTrace&);
template SatSeparation test_separating_axis(const SatAxisId&, const ConvexProxy&, const Transformd&,
                                            const ConvexProxy&, const Transformd&, TraceRecorder<SatAxis>&);
template SatSeparation separating_axes(const ConvexProxy&, const Transformd&, const ConvexProxy&,
                                       const Transformd&, NoTrace&);
template SatSeparation separating_axes(const ConvexProxy&, const Transformd&, const ConvexProxy&,
                                       const Transformd&, TraceRecorder<SatAxis>&);

SatSeparation separating_axes(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                              const Transformd& pose_b) {
    NoTrace no_trace;
    return separating_axes(a, pose_a, b, pose_b, no_trace);
}

}  // namespace toibox
