// SPDX-License-Identifier: MIT
#pragma once

// Seeded queries for the distance algorithms, one generator per kind of difficulty.

#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

#include "tests/support/distance_oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace toibox::gjk_cases {

/// The standard specifies the results of mt19937_64, but not those of the std distributions.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11u) * 0x1p-53);
    }
    /// Uniform in the exponent.
    double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }

private:
    std::mt19937_64 engine_;
};

struct Case {
    std::vector<Vec2d> a;
    std::vector<Vec2d> b;
    Transformd pose_a;
    Transformd pose_b;
};

enum class Kind : std::uint8_t {
    Generic,
    Gap,
    ParallelFaces,
    AlmostParallelFaces,
    Overlap,
    Touching,
    Sliver,
    Millimetre,
    HundredMetres,
    FarApart,
    PointsAndSegments,
    CollinearSegments,
    DoubledAndCollinearVertices,
    SizeRatio,
    CoincidentIdentical,
    AlignedBoxesWithMidPoints,
};
struct KindInfo {
    Kind kind;
    std::string_view name;
};
inline constexpr KindInfo kinds[] = {
    {Kind::Generic, "Generic"},
    {Kind::Gap, "Gap"},
    {Kind::ParallelFaces, "ParallelFaces"},
    {Kind::AlmostParallelFaces, "AlmostParallelFaces"},
    {Kind::Overlap, "Overlap"},
    {Kind::Touching, "Touching"},
    {Kind::Sliver, "Sliver"},
    {Kind::Millimetre, "Millimetre"},
    {Kind::HundredMetres, "HundredMetres"},
    {Kind::FarApart, "FarApart"},
    {Kind::PointsAndSegments, "PointsAndSegments"},
    {Kind::CollinearSegments, "CollinearSegments"},
    {Kind::DoubledAndCollinearVertices, "DoubledAndCollinearVertices"},
    {Kind::SizeRatio, "SizeRatio"},
    {Kind::CoincidentIdentical, "CoincidentIdentical"},
    {Kind::AlignedBoxesWithMidPoints, "AlignedBoxesWithMidPoints"},
};

/// Coordinates are floats, so that they are exact in every precision.
inline double to_float(double x) {
    return static_cast<double>(static_cast<float>(x));
}
/// A rotation as in a world (float, off unit length by 1e-7) or as in a sweep (double), equally likely.
inline Rotd rotation(Random& random, double angle) {
    if (random.below(2) == 0) return {std::cos(angle), std::sin(angle)};
    return {to_float(std::cos(angle)), to_float(std::sin(angle))};
}
/// Convex, counter-clockwise: points on an ellipse at sorted angles.
inline std::vector<Vec2d> polygon(Random& random, double size, double flatness = 1.0) {
    const int n = 3 + random.below(random.below(8) == 0 ? 30 : 6);
    const double phase = random.uniform(0.0, 2.0 * pi);
    std::vector<Vec2d> points;
    for (int i = 0; i < n; ++i) {
        const double angle = phase + 2.0 * pi * (i + random.uniform(0.0, 0.8)) / n;
        points.push_back({to_float(size * std::cos(angle)), to_float(size * flatness * std::sin(angle))});
    }
    return points;
}
inline std::vector<Vec2d> box(double half_width, double half_height) {
    const double w = to_float(half_width);
    const double h = to_float(half_height);
    return {{-w, -h}, {w, -h}, {w, h}, {-w, h}};
}
/// Moves B along the line through both origins until the distance is about `gap`.
inline void set_gap(Case& c, double gap) {
    const Vec2d toward{c.pose_b.p.x - c.pose_a.p.x, c.pose_b.p.y - c.pose_a.p.y};
    const double l = std::sqrt(toward.x * toward.x + toward.y * toward.y);
    const Vec2d u = l > 0.0 ? Vec2d{toward.x / l, toward.y / l} : Vec2d{1.0, 0.0};
    double low = 0.0;  // the shapes overlap, because their origins are inside them
    double high = 2.0 * l + 1.0;
    for (int i = 0; i < 200 && low < high; ++i) {
        const double midpoint = 0.5 * (low + high);
        if (midpoint == low || midpoint == high) break;
        const Transformd pose{{c.pose_a.p.x + midpoint * u.x, c.pose_a.p.y + midpoint * u.y}, c.pose_b.q};
        const oracle::Distance d = oracle::distance(oracle::placed({c.a, 0.0}, c.pose_a, c.pose_a.p),
                                                    oracle::placed({c.b, 0.0}, pose, c.pose_a.p));
        (d.distance > static_cast<oracle::Real>(gap) ? high : low) = midpoint;
    }
    c.pose_b.p = {c.pose_a.p.x + high * u.x, c.pose_a.p.y + high * u.y};
}

inline Case placed_apart(Random& random, std::vector<Vec2d> a, std::vector<Vec2d> b, double distance) {
    const double angle = random.uniform(0.0, 2.0 * pi);
    const Vec2d p{random.uniform(-5.0, 5.0), random.uniform(-5.0, 5.0)};
    Case c;
    c.a = std::move(a);
    c.b = std::move(b);
    c.pose_a = {p, rotation(random, random.uniform(-pi, pi))};
    c.pose_b = {{p.x + distance * std::cos(angle), p.y + distance * std::sin(angle)},
                rotation(random, random.uniform(-pi, pi))};
    return c;
}

/// Two boxes face to face with a gap, B shifted sideways by up to 0.5 m and rotated by `tilt` relative to A.
inline Case facing_boxes(Random& random, double tilt) {
    const double half_height = random.uniform(0.2, 1.0);
    Case c =
        placed_apart(random, box(half_height, half_height), box(random.uniform(0.2, 1.0), half_height), 0.0);
    const double sideways = random.uniform(-0.5, 0.5);
    const double up = 2.0 * half_height + random.log_uniform(1e-6, 1.0);
    const Rotd q = c.pose_a.q;
    c.pose_b.p = {c.pose_a.p.x + q.c * sideways - q.s * up, c.pose_a.p.y + q.s * sideways + q.c * up};
    c.pose_b.q = {q.c - q.s * tilt, q.s + q.c * tilt};
    return c;
}

inline std::vector<Vec2d> point_or_segment(Random& random, double size) {
    if (random.below(2) == 0) return {{to_float(random.uniform(-size, size)), 0.0}};
    const double h = to_float(random.uniform(0.0, size));
    return {{-h, 0.0}, {h, 0.0}};
}

/// `points` with some vertices doubled and with more vertices on some edges.
inline std::vector<Vec2d> with_extra_vertices(Random& random, const std::vector<Vec2d>& points) {
    std::vector<Vec2d> out;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2d p = points[i];
        const Vec2d q = points[(i + 1) % points.size()];
        out.push_back(p);
        if (random.below(2) == 0) out.push_back(p);
        if (random.below(2) == 0) out.push_back({p.x + 0.5 * (q.x - p.x), p.y + 0.5 * (q.y - p.y)});
    }
    return out;
}

/// A box on a grid of 0.25 m with a random first vertex. Its sides have no extra vertex, one at the midpoint,
/// or up to six.
inline std::vector<Vec2d> grid_box(Random& random) {
    const double half_width = 0.25 * (1 + random.below(8));
    const double half_height = 0.25 * (1 + random.below(8));
    const std::vector<Vec2d> corners = box(half_width, half_height);
    const int variant = random.below(3);
    std::vector<Vec2d> points;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2d along = corners[(i + 1) % corners.size()] - corners[i];
        points.push_back(corners[i]);
        if (variant == 1) points.push_back(corners[i] + 0.5 * along);
        const int count = variant == 2 ? 1 + random.below(6) : 0;
        for (int k = 0; k < count; ++k)
            points.push_back(corners[i] + ((k + random.uniform(0.1, 0.9)) / count) * along);
    }
    const int first = random.below(static_cast<int>(points.size()));
    std::rotate(points.begin(), points.begin() + first, points.end());
    return points;
}
/// Two boxes on one grid, so that sides are collinear, vertices meet vertices, and the Minkowski difference
/// has vertices on its sides. The boxes are rotated by multiples of 90°, or both by the same angle.
inline Case aligned_boxes(Random& random) {
    Case c;
    c.a = grid_box(random);
    c.b = grid_box(random);
    constexpr Rotd right_angles[] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    c.pose_a.q = right_angles[random.below(4)];
    c.pose_b.q = right_angles[random.below(4)];
    Vec2d offset{0.25 * (random.below(33) - 16), 0.25 * (random.below(33) - 16)};
    if (random.below(4) == 0) {
        c.pose_a.q = rotation(random, random.uniform(-pi, pi));
        c.pose_b.q = c.pose_a.q;
        offset = rotate(c.pose_a.q, offset);
    }
    c.pose_b.p = c.pose_a.p + offset;
    return c;
}

/// Needles and plates of 0.1 mm to 1 km, with origins 1e-6 to 1e4 m apart: harder than any scene.
inline Case needles(Random& random) {
    const double size_a = random.log_uniform(1e-4, 1e3);
    const double size_b = random.log_uniform(1e-4, 1e3);
    Case c;
    const double flatness_a = random.log_uniform(1e-9, 1.0);
    c.a = polygon(random, size_a, flatness_a);
    const double flatness_b = random.log_uniform(1e-9, 1.0);
    c.b = polygon(random, size_b, flatness_b);
    if (random.below(3) == 0) c.a = with_extra_vertices(random, c.a);
    const double x = random.uniform(-1.0, 1.0);
    c.pose_a = {{x, 0.0}, rotation(random, random.uniform(-3.0, 3.0))};
    const double d = random.log_uniform(1e-6, 1e4);
    const double y = random.below(2) != 0 ? 0.0 : d;
    c.pose_b = {{x + d, y}, c.pose_a.q};
    if (random.below(3) != 0) c.pose_b.q = rotation(random, random.uniform(-3.0, 3.0));
    return c;
}

inline Case polygons_with_gap(Random& random) {
    Case c = placed_apart(random, polygon(random, 1.0), polygon(random, 1.0), 3.0);
    set_gap(c, random.log_uniform(1e-6, 1e-1));
    return c;
}

/// Polygons that touch up to rounding, or are then moved by less than a float resolves.
inline Case touching_polygons(Random& random) {
    Case c = placed_apart(random, polygon(random, 1.0), polygon(random, 1.0), 3.0);
    set_gap(c, 0.0);
    const double nudge = random.below(3) == 0 ? 0.0 : random.log_uniform(1e-16, 1e-7);
    c.pose_b.p.x += random.below(2) == 0 ? nudge : -nudge;
    return c;
}

/// Two segments on one line, apart or overlapping.
inline Case collinear_segments(Random& random) {
    Case c = placed_apart(random, {{-1.0, 0.0}, {1.0, 0.0}}, {{-0.5, 0.0}, {0.5, 0.0}}, 0.0);
    const double along = random.uniform(-4.0, 4.0);
    c.pose_b = {{c.pose_a.p.x + along * c.pose_a.q.c, c.pose_a.p.y + along * c.pose_a.q.s}, c.pose_a.q};
    return c;
}

/// Polygons with radii of 100 m and 1 mm; either of them is A.
inline Case large_and_small_polygon(Random& random) {
    Case c = placed_apart(random, polygon(random, 100.0), polygon(random, 1e-3), 250.0);
    if (random.below(2) == 0) std::swap(c.a, c.b);
    set_gap(c, random.log_uniform(1e-6, 10.0));
    return c;
}

inline Case coincident_polygons(Random& random) {
    Case c = placed_apart(random, polygon(random, 1.0), {}, 0.0);
    c.b = c.a;
    c.pose_b = c.pose_a;
    return c;
}

inline Case make(Kind kind, Random& random) {
    switch (kind) {
        case Kind::Generic:
            return placed_apart(random, polygon(random, 1.0), polygon(random, 1.0), random.uniform(0.0, 5.0));
        case Kind::Gap:
            return polygons_with_gap(random);
        case Kind::ParallelFaces:
            return facing_boxes(random, 0.0);
        case Kind::AlmostParallelFaces:
            return facing_boxes(random, random.log_uniform(1e-12, 1e-4));
        case Kind::Overlap:
            return placed_apart(random, polygon(random, 1.0), polygon(random, 1.0), random.uniform(0.0, 1.0));
        case Kind::Touching:
            return touching_polygons(random);
        case Kind::Sliver:
            return placed_apart(random, polygon(random, 1.0, 1e-4),
                                polygon(random, 1.0, random.below(2) == 0 ? 1e-4 : 1.0),
                                random.uniform(0.0, 3.0));
        case Kind::Millimetre:
            return placed_apart(random, polygon(random, 1e-3), polygon(random, 1e-3),
                                random.uniform(0.0, 4e-3));
        case Kind::HundredMetres:
            return placed_apart(random, polygon(random, 100.0), polygon(random, 100.0),
                                random.uniform(0.0, 400.0));
        case Kind::FarApart:
            return placed_apart(random, polygon(random, 1.0), polygon(random, 1.0), 1e4);
        case Kind::PointsAndSegments:
            return placed_apart(random, point_or_segment(random, 1.0),
                                random.below(2) == 0 ? point_or_segment(random, 1.0) : polygon(random, 1.0),
                                random.uniform(0.0, 3.0));
        case Kind::CollinearSegments:
            return collinear_segments(random);
        case Kind::DoubledAndCollinearVertices:
            return placed_apart(random, with_extra_vertices(random, polygon(random, 1.0)),
                                with_extra_vertices(random, polygon(random, 1.0)), random.uniform(0.0, 4.0));
        case Kind::SizeRatio:
            return large_and_small_polygon(random);
        case Kind::CoincidentIdentical:
            return coincident_polygons(random);
        case Kind::AlignedBoxesWithMidPoints:
            return aligned_boxes(random);
    }
    return {};
}

}  // namespace toibox::gjk_cases
