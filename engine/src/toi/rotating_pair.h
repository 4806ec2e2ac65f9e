// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/gjk.h"
#include "toibox/toi/toi.h"
#include "toibox/toi/tuning.h"

#include "toi/toi_search.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace toibox::toi {

// Two rotating shapes and their relative motion, as used by certified advancement, and the axes that
// certified advancement tries.

/// A shape as used by the bound: points that rotate about a centre. Radii are excluded; they only change the
/// target.
struct RotatingShape {
    std::span<const Vec2d> points;
    Vec2d center;             ///< In the frame of the points.
    double reach = 0.0;       ///< Maximum distance of a point from the centre.
    double rate = 0.0;        ///< Radians per step; 0 if rotation moves no point.
    Rotd initial_rotation{};  ///< Orientation at t = 0.
    double scale = 1.0;       ///< Length of `initial_rotation`: off 1 by up to 1e-7 if rate == 0, else 1.

    RotatingShape(const ConvexProxy& shape, const Sweep& sweep)
        : points(shape.points),
          center(sweep.local_center),
          reach(rotation_radius(shape, sweep.local_center)),
          initial_rotation(sweep.q0) {
        if (reach > 0.0 && sweep.delta_angle != 0.0) {
            rate = sweep.delta_angle;
            initial_rotation = normalized(sweep.q0);
        } else {
            scale =
                std::sqrt(initial_rotation.c * initial_rotation.c + initial_rotation.s * initial_rotation.s);
            reach *= scale;
        }
    }
    /// Like rotation_at(), except for rounding and for points that do not move.
    [[nodiscard]] Rotd rotation(double t) const {
        return rate == 0.0 || t == 0.0 ? initial_rotation : initial_rotation * make_rotd(t * rate);
    }
};

inline double taxicab_norm(Vec2d v) {
    return std::abs(v.x) + std::abs(v.y);
}

/// The shapes, and the motion of B's centre relative to A's.
struct RelativeMotion {
    RotatingShape a;
    RotatingShape b;
    double radius_a;
    double radius_b;
    Vec2d velocity_a;
    Vec2d offset;  ///< At t = 0.
    Vec2d velocity;
    double initial_distance;  ///< |offset|
    double speed;             ///< |velocity|

    explicit RelativeMotion(const ToiInput& input)
        : a(input.a, input.sweep_a),
          b(input.b, input.sweep_b),
          radius_a(input.a.radius),
          radius_b(input.b.radius),
          velocity_a(input.sweep_a.c1 - input.sweep_a.c0),
          offset(input.sweep_b.c0 - input.sweep_a.c0),
          velocity((input.sweep_b.c1 - input.sweep_b.c0) - velocity_a),
          initial_distance(length(offset)),
          speed(length(velocity)) {}

    /// Maximum error of a separation at any time, from rounding of paths and angles.
    [[nodiscard]] double rounding() const {
        const double translation = taxicab_norm(offset) + taxicab_norm(velocity) + taxicab_norm(velocity_a);
        const double rotation_a = (1.0 + std::abs(a.rate)) * a.reach + taxicab_norm(a.center);
        const double rotation_b = (1.0 + std::abs(b.rate)) * b.reach + taxicab_norm(b.center);
        return tuning::toi_rounding * (translation + rotation_a + rotation_b);
    }
    /// The first time at which the centres are within `near` < initial_distance of each other; 1 if there is
    /// none in [0, 1). Because of the cross product and the conjugate root, the error is only the rounding of
    /// `initial_distance`, even for a grazing pass.
    [[nodiscard]] double first_within(double near) const {
        const double approach = -dot(offset, velocity);
        const double cross_term = std::abs(cross(offset, velocity));
        const double chord = (near * speed - cross_term) * (near * speed + cross_term);
        if (approach <= 0.0 || chord < 0.0) return 1.0;
        const double t =
            (initial_distance - near) * (initial_distance + near) / (approach + std::sqrt(chord));
        return t >= 1.0 ? 1.0 : t > 0.0 ? t : 0.0;  // 0 on overflow
    }
};

/// The pair at one time, relative to A's centre at t = 0.
struct PosedPair {
    double t;
    Vec2d offset;
    Transformd a;
    Transformd b;

    PosedPair(const RelativeMotion& motion, double time)
        : t(time),
          offset(motion.offset + time * motion.velocity),
          a{{}, motion.a.rotation(time)},
          b{{}, motion.b.rotation(time)} {
        const Vec2d center_a = time * motion.velocity_a;
        a.p = center_a - rotate(a.q, motion.a.center);
        b.p = (center_a + offset) - rotate(b.q, motion.b.center);
    }
};

/// An axis that rotates with one of the shapes: the normal of a face, or a direction at a vertex.
struct AxisChoice {
    bool on_a = true;
    Vec2d normal{};  ///< Outwards, in the frame of the shape; has the length of the shape's rotation.
    bool has_face = false;
    std::array<std::uint8_t, 2> face{};  ///< The ends of the face, or the vertex twice if there is no face.
};

/// The axis of the closest features; between two vertices it rotates with the shape that rotates less.
inline AxisChoice axis_of(const GjkResult& closest, const RelativeMotion& motion, const PosedPair& pair) {
    const bool has_face = closest.feature != ClosestFeature::VertexVertex;
    const bool on_a = has_face ? closest.feature == ClosestFeature::FaceA
                               : std::abs(motion.a.rate) <= std::abs(motion.b.rate);
    const auto& ends = on_a ? closest.seed.index_a : closest.seed.index_b;
    return {on_a,
            on_a ? inv_rotate(pair.a.q, closest.normal) : inv_rotate(pair.b.q, -closest.normal),
            has_face,
            {ends[0], has_face ? ends[1] : ends[0]}};
}

/// Of the two edges at the farthest point along `direction`, the one more perpendicular to it.
struct FacingEdge {
    std::uint8_t point;
    std::uint8_t other;  ///< The other end of the edge.
    double slant;        ///< Squared sine between edge and perpendicular; 1 without an edge.
};
inline FacingEdge facing_edge(std::span<const Vec2d> points, Vec2d direction) {
    const std::size_t n = points.size();
    const std::size_t i = static_cast<std::size_t>(support(points, direction));
    const auto slant = [&](std::size_t other) {
        const Vec2d edge = points[i] - points[other];
        const double drop = dot(edge, direction);
        return drop * drop / (length_squared(edge) * length_squared(direction));
    };
    const auto index = [](std::size_t k) { return static_cast<std::uint8_t>(k); };
    if (n == 1) return {0, 0, 1.0};
    const std::size_t next = i + 1 < n ? i + 1 : 0;
    const std::size_t previous = i > 0 ? i - 1 : n - 1;
    const double slant_next = slant(next);
    const double slant_previous = slant(previous);
    return slant_next < slant_previous ? FacingEdge{index(i), index(next), slant_next}
                                       : FacingEdge{index(i), index(previous), slant_previous};
}

/// A cheap guess of the axis of the closest features: the normal of the edge that faces the centre of the
/// other shape. The axis may not separate the shapes, and the edge may not be a face of the hull if the
/// centre is beside the shape.
inline AxisChoice guess_axis(const RelativeMotion& motion, const PosedPair& pair) {
    const Vec2d direction_a = inv_rotate(pair.a.q, pair.offset);
    const Vec2d direction_b = inv_rotate(pair.b.q, -pair.offset);
    const FacingEdge a = facing_edge(motion.a.points, direction_a);
    const FacingEdge b = facing_edge(motion.b.points, direction_b);
    const bool on_a = a.slant < b.slant;
    const FacingEdge& edge = on_a ? a : b;
    const RotatingShape& carrier = on_a ? motion.a : motion.b;
    const Vec2d edge_vector = carrier.points[edge.other] - carrier.points[edge.point];
    const Vec2d normal = carrier.scale * normalized(left_perp(edge_vector));
    const bool is_flipped = dot(normal, on_a ? direction_a : direction_b) < 0.0;
    return {on_a, is_flipped ? -normal : normal, true, {edge.point, edge.other}};
}

}  // namespace toibox::toi
