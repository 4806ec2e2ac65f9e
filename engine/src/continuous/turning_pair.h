// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"
#include "toibox/continuous/tuning.h"
#include "toibox/narrow/gjk.h"

#include "toi_query.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace toibox::toi {

// Two turning shapes and their way relative to each other, as certified advancement sees them, and the axes
// that it tries.

/// A shape as the bound sees it: points that turn about a centre. Radii are left out, they only move the
/// target.
struct RotatingShape {
    std::span<const Vec2d> points;
    Vec2d center;        ///< In the frame of the points.
    double reach = 0.0;  ///< Greatest distance of a point from the centre.
    double rate = 0.0;   ///< Radians per step; 0 where no point moves by turning.
    Rotd start{};        ///< Orientation at t = 0.
    double scale =
        1.0;  ///< Its length: a rotation of float that does not turn is off 1 by 1e-7, and stays so.

    RotatingShape(const ConvexProxy& shape, const Sweep& sweep)
        : points(shape.points),
          center(sweep.local_center),
          reach(rotation_radius(shape, sweep.local_center)),
          start(sweep.q0) {
        if (reach > 0.0 && sweep.delta_angle != 0.0) {
            rate = sweep.delta_angle;
            start = normalized(sweep.q0);
        } else {
            scale = std::sqrt(start.c * start.c + start.s * start.s);
            reach *= scale;
        }
    }
    /// `rotation_at` but for rounding and for points that do not move.
    [[nodiscard]] Rotd rotation(double t) const {
        return rate == 0.0 || t == 0.0 ? start : start * make_rotd(t * rate);
    }
};

inline double taxicab_norm(Vec2d v) {
    return std::abs(v.x) + std::abs(v.y);
}

/// The shapes, and the way from A's centre to B's.
struct RelativeMotion {
    RotatingShape a;
    RotatingShape b;
    double radius_a;
    double radius_b;
    Vec2d velocity_a;
    Vec2d offset;  ///< At t = 0.
    Vec2d velocity;
    double start;  ///< |offset|
    double speed;  ///< |velocity|

    explicit RelativeMotion(const ToiInput& input)
        : a(input.a, input.sweep_a),
          b(input.b, input.sweep_b),
          radius_a(input.a.radius),
          radius_b(input.b.radius),
          velocity_a(input.sweep_a.c1 - input.sweep_a.c0),
          offset(input.sweep_b.c0 - input.sweep_a.c0),
          velocity((input.sweep_b.c1 - input.sweep_b.c0) - velocity_a),
          start(length(offset)),
          speed(length(velocity)) {}

    /// What a separation may be off by at any time: rounding of the ways and of the angles.
    [[nodiscard]] double rounding() const {
        const double ways = taxicab_norm(offset) + taxicab_norm(velocity) + taxicab_norm(velocity_a);
        const double turned_a = (1.0 + std::abs(a.rate)) * a.reach + taxicab_norm(a.center);
        const double turned_b = (1.0 + std::abs(b.rate)) * b.reach + taxicab_norm(b.center);
        return tuning::toi_rounding * (ways + turned_a + turned_b);
    }
    /// First time at which the centres are within `near` < start of each other; 1 if that is not in [0, 1).
    /// By the cross product and the conjugate root the place is off by rounding of `start` alone, however
    /// flat the pass.
    [[nodiscard]] double first_within(double near) const {
        const double approach = -dot(offset, velocity);
        const double passing = std::abs(cross(offset, velocity));
        const double chord = (near * speed - passing) * (near * speed + passing);
        if (approach <= 0.0 || chord < 0.0) return 1.0;
        const double t = (start - near) * (start + near) / (approach + std::sqrt(chord));
        return t >= 1.0 ? 1.0 : t > 0.0 ? t : 0.0;  // 0 where numbers overflow
    }
};

/// The pair at one time, relative to A's centre at t = 0.
struct PosedPair {
    double t;
    Vec2d offset;
    Transformd a;
    Transformd b;

    PosedPair(const RelativeMotion& motion, double at)
        : t(at),
          offset(motion.offset + at * motion.velocity),
          a{{}, motion.a.rotation(at)},
          b{{}, motion.b.rotation(at)} {
        const Vec2d center_a = at * motion.velocity_a;
        a.p = center_a - rotate(a.q, motion.a.center);
        b.p = (center_a + offset) - rotate(b.q, motion.b.center);
    }
};

/// An axis that turns with one of the shapes: normal to its face, or through a vertex.
struct AxisChoice {
    bool on_a = true;
    Vec2d normal{};  ///< Outwards, in the frame of the shape that carries it; as long as its rotation.
    bool has_face = false;
    std::array<std::uint8_t, 2> face{};  ///< The ends of its face; else the vertex, twice.
};

/// The axis of the closest features; between two vertices it turns with the shape that turns less.
inline AxisChoice axis_of(const GjkResult& closest, const RelativeMotion& motion, const PosedPair& now) {
    const bool has_face = closest.feature != ClosestFeature::VertexVertex;
    const bool on_a = has_face ? closest.feature == ClosestFeature::FaceA
                               : std::abs(motion.a.rate) <= std::abs(motion.b.rate);
    const auto& ends = on_a ? closest.seed.index_a : closest.seed.index_b;
    return {on_a,
            on_a ? inv_rotate(now.a.q, closest.normal) : inv_rotate(now.b.q, -closest.normal),
            has_face,
            {ends[0], has_face ? ends[1] : ends[0]}};
}

/// The edge at the furthest point along `direction` that lies more across it.
struct FacingEdge {
    std::uint8_t point;
    std::uint8_t other;  ///< Its other end.
    double slant;        ///< Squared sine between the edge and what lies across; 1 where there is no edge.
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
    const std::size_t last = i > 0 ? i - 1 : n - 1;
    const double slant_next = slant(next);
    const double slant_last = slant(last);
    return slant_next < slant_last ? FacingEdge{index(i), index(next), slant_next}
                                   : FacingEdge{index(i), index(last), slant_last};
}

/// A guess at the axis of the closest features that costs less than a search for them: the edge that faces
/// the other shape's centre. It may separate nothing, and be no face at all where the centre lies beside the
/// shape.
inline AxisChoice guess_axis(const RelativeMotion& motion, const PosedPair& now) {
    const Vec2d way_a = inv_rotate(now.a.q, now.offset);
    const Vec2d way_b = inv_rotate(now.b.q, -now.offset);
    const FacingEdge a = facing_edge(motion.a.points, way_a);
    const FacingEdge b = facing_edge(motion.b.points, way_b);
    const bool on_a = a.slant < b.slant;
    const FacingEdge& edge = on_a ? a : b;
    const RotatingShape& carrier = on_a ? motion.a : motion.b;
    const Vec2d along = carrier.points[edge.other] - carrier.points[edge.point];
    const Vec2d normal = carrier.scale * normalized(left_perp(along));
    const bool looks_back = dot(normal, on_a ? way_a : way_b) < 0.0;
    return {on_a, looks_back ? -normal : normal, true, {edge.point, edge.other}};
}

}  // namespace toibox::toi
