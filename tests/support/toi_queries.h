// SPDX-License-Identifier: MIT
#pragma once

// Seeded queries for the time of impact, one generator per kind of difficulty. A query depends only on its
// kind and number. All coordinates and angles are representable as floats, so that an engine that uses floats
// gets the same motion; the sine and cosine of an initial angle are not.

#include "toibox/core/rng.h"
#include "toibox/toi/toi.h"

#include "tests/support/toi_truth.h"

#include <cmath>
#include <cstdint>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

namespace toibox::toi_queries {

enum class Kind : std::uint8_t {
    Slow,
    FastBoxes,
    Polygons,
    CircleAndPolygon,
    Circles,
    Rounded,
    ThinPlate,
    Sliver,
    SpinningRod,
    Graze,
    InitiallyTouching,
    InitiallyOverlapping,
    FarFromTheOrigin,
    Millimetre,
    HundredMetres,
    SizeRatio,
    OffCentrePivot,
    WorstCase,
    InAndOut,
};
struct KindInfo {
    Kind kind;
    std::string_view name;
    std::string_view summary;
};
inline void PrintTo(const KindInfo& kind, std::ostream* os) {
    *os << kind.name;
}
inline constexpr KindInfo kinds[] = {
    {Kind::Slow, "Slow", "boxes that move by about a tenth of their size"},
    {Kind::FastBoxes, "FastBoxes", "boxes that move by several sizes and turn by up to 45 degrees"},
    {Kind::Polygons, "Polygons", "polygons of three to eight vertices that turn by up to 90 degrees"},
    {Kind::CircleAndPolygon, "CircleAndPolygon", "a disc passes a polygon"},
    {Kind::Circles, "Circles", "two discs; in one of four the pivot is off-centre"},
    {Kind::Rounded, "Rounded", "rounded polygons and capsules"},
    {Kind::ThinPlate, "ThinPlate", "a polygon passes a plate 1 mm thick"},
    {Kind::Sliver, "Sliver", "needles a hundred to ten thousand times as long as wide"},
    {Kind::SpinningRod, "SpinningRod", "rods that make up to two turns"},
    {Kind::Graze, "Graze", "the minimum distance is within two tolerances of the target"},
    {Kind::InitiallyTouching, "InitiallyTouching",
     "the initial distance is from half the target to two tolerances above it"},
    {Kind::InitiallyOverlapping, "InitiallyOverlapping", "the centres start within 0.2 m of each other"},
    {Kind::FarFromTheOrigin, "FarFromTheOrigin", "polygons 10^4 m from the origin"},
    {Kind::Millimetre, "Millimetre", "polygons with a radius of 1 mm"},
    {Kind::HundredMetres, "HundredMetres", "polygons with a radius of 100 m"},
    {Kind::SizeRatio, "SizeRatio", "radii of 100 m and 1 mm"},
    {Kind::OffCentrePivot, "OffCentrePivot", "pivots up to two radii from the centre of the shape"},
    {Kind::WorstCase, "WorstCase",
     "a triangle rotates about its vertex near a floor until another vertex reaches the floor"},
    {Kind::InAndOut, "InAndOut", "a rod swings through a wall and is clear of the wall at the end"},
};

/// A query that owns its points.
struct Query {
    std::vector<Vec2d> a;
    std::vector<Vec2d> b;
    double radius_a = 0.0;
    double radius_b = 0.0;
    Sweep sweep_a{};
    Sweep sweep_b{};
    double angle_a = 0.0;  ///< Initial angle of sweep_a, radians.
    double angle_b = 0.0;
    ToiOptions options{.max_iterations = 256};

    [[nodiscard]] ToiInput input() const { return {{a, radius_a}, {b, radius_b}, sweep_a, sweep_b}; }
};

/// `rounded` is volatile, because g++ 12 omits the rounding when it vectorises two of these conversions.
inline double to_float(double x) {
    const volatile float rounded = static_cast<float>(x);
    return static_cast<double>(rounded);
}
inline Vec2d to_float(Vec2d v) {
    return {to_float(v.x), to_float(v.y)};
}

/// Random numbers, shapes and motions.
class Random {
public:
    explicit Random(std::uint64_t seed) : rng_(seed) {}
    double uniform(double low, double high) { return rng_.uniform_double(low, high); }
    double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    int below(int n) { return static_cast<int>(rng_.below(static_cast<std::uint32_t>(n))); }
    /// A vector of random direction, `low` to `high` long.
    Vec2d vector(double low, double high) {
        const double angle = uniform(-pi, pi);
        const double size = uniform(low, high);
        return {size * std::cos(angle), size * std::sin(angle)};
    }
    std::vector<Vec2d> box(double size) {
        const double w = uniform(0.2, 1.0) * size;
        const double h = uniform(0.2, 1.0) * size;
        return plate(w, h);
    }
    static std::vector<Vec2d> plate(double half_width, double half_height) {
        const double w = to_float(half_width);
        const double h = to_float(half_height);
        return {{-w, -h}, {w, -h}, {w, h}, {-w, h}};
    }
    /// Vertices on an ellipse, at angles that keep neighbours apart.
    std::vector<Vec2d> polygon(double size) {
        const int n = 3 + below(6);
        const double flatness = uniform(0.3, 1.0);
        const double phase = uniform(0.0, 2.0 * pi);
        std::vector<Vec2d> points;
        for (int i = 0; i < n; ++i) {
            const double angle = phase + 2.0 * pi * (i + uniform(0.0, 0.7)) / n;
            points.push_back(to_float(Vec2d{size * std::cos(angle), size * flatness * std::sin(angle)}));
        }
        return points;
    }
    void turn(Sweep& sweep, double& angle, double max_turn) {
        angle = to_float(uniform(-pi, pi));
        sweep.q0 = {std::cos(angle), std::sin(angle)};
        sweep.delta_angle = to_float(uniform(-max_turn, max_turn));
    }

private:
    Rng rng_;
};

inline double reach_of(const std::vector<Vec2d>& points, double radius, Vec2d center) {
    double max_distance = 0.0;
    for (const Vec2d& p : points)
        max_distance = std::fmax(max_distance, length(p - center));
    return max_distance + radius;
}

/// B passes A's pivot during the step or soon after.
struct PassingMotion {
    double travel = 1.0;     ///< Maximum travel of B relative to A, metres; A travels up to a tenth of this.
    double turn = pi / 4.0;  ///< Maximum rotation of each shape, radians.
    double miss = 0.9;       ///< Maximum distance at which B passes, relative to the sum of both reaches.
    Vec2d start{};           ///< Initial position of A.
};
inline void set_passing_motion(Random& random, Query& q, const PassingMotion& motion) {
    random.turn(q.sweep_a, q.angle_a, motion.turn);
    random.turn(q.sweep_b, q.angle_b, motion.turn);
    const double reach =
        reach_of(q.a, q.radius_a, q.sweep_a.local_center) + reach_of(q.b, q.radius_b, q.sweep_b.local_center);
    const Vec2d nearest = random.vector(0.0, motion.miss * reach);
    const Vec2d travel_b = random.vector(0.3 * motion.travel, motion.travel);
    const Vec2d travel_a = random.vector(0.0, 0.1 * motion.travel);
    const double passing_time = random.uniform(0.05, 1.2);
    q.sweep_a.c0 = to_float(motion.start);
    q.sweep_a.c1 = to_float(motion.start + travel_a);
    q.sweep_b.c0 = to_float(motion.start + nearest - passing_time * travel_b);
    q.sweep_b.c1 = to_float(motion.start + nearest + (1.0 - passing_time) * travel_b + travel_a);
}

/// Distance between the cores, which is 0 if they overlap, minus the radii.
inline double distance_at(const Query& q, double t) {
    return truth::MovingPair(q.input()).gap_at(t).distance - q.radius_a - q.radius_b;
}
/// Moves B along the line through the closest points until the surfaces are `distance` apart at t.
inline void set_distance_at(Query& q, double t, double distance) {
    for (int i = 0; i < 4; ++i) {
        const truth::Gap gap = truth::MovingPair(q.input()).gap_at(t);
        const double change = distance - (gap.distance - q.radius_a - q.radius_b);
        q.sweep_b.c0 = to_float(q.sweep_b.c0 + change * gap.normal);
        q.sweep_b.c1 = to_float(q.sweep_b.c1 + change * gap.normal);
    }
}
inline double time_of_min_distance(const Query& q) {
    const truth::MovingPair pair(q.input());
    double best = 0.0;
    double min_distance = pair.gap_at(0.0).distance;
    for (int i = 1; i <= 100; ++i) {
        const double d = pair.gap_at(0.01 * i).distance;
        if (d < min_distance) {
            min_distance = d;
            best = 0.01 * i;
        }
    }
    return best;
}

/// Polygons with a radius of `size` metres, with a target as in a world: 5 mm, or 5 % of the size if less.
inline void polygons(Random& random, Query& q, double size) {
    q.a = random.polygon(size);
    q.b = random.polygon(size);
    q.options.target = std::fmin(0.005, 0.05 * size);
    q.options.tolerance = 0.25 * q.options.target;
}

inline void worst_case(Random& random, Query& q) {
    q.a = {{0.0, 0.0}, to_float(Vec2d{1.0, random.uniform(0.2, 0.6)}), to_float(Vec2d{0.2, 1.0})};
    q.b = Random::plate(10.0, 1.0);
    q.sweep_a.delta_angle = to_float(-pi / 2.0);
    q.sweep_b.c0 = q.sweep_b.c1 = {0.0, to_float(-1.0 - random.log_uniform(0.0065, 0.1))};
}
/// A rod that rotates about its centre, and a wall that the ends of the rod reach only in the middle of the
/// step.
inline void in_and_out(Random& random, Query& q) {
    const double half_length = random.uniform(0.5, 2.0);
    const double relative_distance = random.uniform(0.5, 0.97);  // of the wall, by half_length
    q.a = Random::plate(half_length, 0.01);
    q.b = Random::plate(0.05, 10.0);
    q.sweep_b.c0 = q.sweep_b.c1 = {to_float(relative_distance * half_length + 0.05), 0.0};
    // At greater angles the rod is clear of the wall.
    const double clear_angle = std::acos(relative_distance) + 0.06;
    const double from = random.uniform(clear_angle, 0.5 * pi);
    const double to = random.uniform(clear_angle, 0.5 * pi);
    const double side = random.below(2) == 0 ? 1.0 : -1.0;
    q.angle_a = to_float(-side * from);
    q.sweep_a.q0 = {std::cos(q.angle_a), std::sin(q.angle_a)};
    q.sweep_a.delta_angle = to_float(side * (from + to));
}

/// Shapes, pivots and target of a query with a passing motion.
inline void set_shapes(Kind kind, Random& random, Query& q) {
    switch (kind) {
        case Kind::Slow:
        case Kind::FastBoxes:
            q.a = random.box(0.5);
            q.b = random.box(0.5);
            return;
        case Kind::CircleAndPolygon:
            q.a = random.polygon(0.5);
            q.b = {{0.0, 0.0}};
            q.radius_b = to_float(random.uniform(0.05, 0.5));
            return;
        case Kind::Circles:
            q.a = q.b = {{0.0, 0.0}};
            q.radius_a = to_float(random.uniform(0.05, 0.5));
            q.radius_b = to_float(random.uniform(0.05, 0.5));
            if (random.below(4) == 0) q.sweep_b.local_center = to_float(random.vector(0.0, 0.5));
            return;
        case Kind::Rounded:
            q.a = random.polygon(0.4);
            q.b = random.below(2) == 0 ? random.polygon(0.3) : std::vector<Vec2d>{{-0.25, 0.0}, {0.25, 0.0}};
            q.radius_a = to_float(random.uniform(0.02, 0.2));
            q.radius_b = to_float(random.uniform(0.02, 0.2));
            return;
        case Kind::ThinPlate:
            q.a = Random::plate(random.uniform(0.5, 2.0), 0.0005);
            q.b = random.polygon(0.3);
            return;
        case Kind::Sliver:
            q.a = Random::plate(0.5, 0.5 * random.log_uniform(1e-4, 1e-2));
            q.b = Random::plate(0.5, 0.5 * random.log_uniform(1e-4, 1e-2));
            return;
        case Kind::SpinningRod:
            q.a = Random::plate(random.uniform(0.5, 1.5), 0.025);
            q.b = random.below(2) == 0 ? random.box(0.5) : Random::plate(0.8, 0.02);
            return;
        case Kind::Millimetre:
            return polygons(random, q, 0.001);
        case Kind::HundredMetres:
            return polygons(random, q, 100.0);
        case Kind::SizeRatio:
            q.a = random.polygon(100.0);
            q.b = random.polygon(0.001);
            q.options.target = 2.5e-4;
            q.options.tolerance = 6.25e-5;
            return;
        case Kind::OffCentrePivot:
            polygons(random, q, 0.5);
            q.sweep_a.local_center = to_float(random.vector(0.0, 1.0));
            q.sweep_b.local_center = to_float(random.vector(0.0, 1.0));
            return;
        default:
            return polygons(random, q, 0.5);
    }
}

inline PassingMotion passing_motion(Kind kind, Random& random) {
    switch (kind) {
        case Kind::Slow:
            return {.travel = 0.1, .turn = 0.1, .miss = 1.0};
        case Kind::FastBoxes:
        case Kind::ThinPlate:
            return {.travel = 4.0};
        case Kind::CircleAndPolygon:
        case Kind::Circles:
        case Kind::Rounded:
            return {.travel = 3.0};
        case Kind::SpinningRod:
            return {.travel = 2.0, .turn = 4.0 * pi};
        case Kind::Graze:
            return {.travel = 2.0};
        case Kind::InitiallyTouching:
            return {.travel = 1.0, .miss = 1.0};
        case Kind::InitiallyOverlapping:
            return {.travel = 1.0};
        case Kind::FarFromTheOrigin:
            return {.travel = 2.0, .turn = pi / 2.0, .start = random.vector(0.9e4, 1.1e4)};
        case Kind::Millimetre:
            return {.travel = 0.004};
        case Kind::HundredMetres:
            return {.travel = 150.0, .turn = 0.5};
        case Kind::SizeRatio:
            return {.travel = 60.0, .turn = 0.2};
        case Kind::OffCentrePivot:
            return {.travel = 2.0, .turn = pi / 2.0, .miss = 0.6};
        default:
            return {.travel = 2.0, .turn = pi / 2.0};
    }
}

/// Moves B so that the minimum distance is within two tolerances of the target.
inline void make_graze(Random& random, Query& q) {
    const double tolerances = random.uniform(-2.0, 2.0);
    for (int i = 0; i < 3; ++i)
        set_distance_at(q, time_of_min_distance(q), q.options.target + tolerances * q.options.tolerance);
}
/// Moves B so that its centre of mass starts within 0.2 m of A's.
inline void make_overlap(Random& random, Query& q) {
    const Vec2d shift = to_float(q.sweep_a.c0 + random.vector(0.0, 0.2) - q.sweep_b.c0);
    q.sweep_b.c0 = to_float(q.sweep_b.c0 + shift);
    q.sweep_b.c1 = to_float(q.sweep_b.c1 + shift);
}

inline void generate(Kind kind, Random& random, Query& q) {
    if (kind == Kind::WorstCase) return worst_case(random, q);
    if (kind == Kind::InAndOut) return in_and_out(random, q);
    set_shapes(kind, random, q);
    set_passing_motion(random, q, passing_motion(kind, random));
    if (kind == Kind::Graze) make_graze(random, q);
    if (kind == Kind::InitiallyTouching) set_distance_at(q, 0.0, random.uniform(0.5, 1.5) * q.options.target);
    if (kind == Kind::InitiallyOverlapping) make_overlap(random, q);
}

/// Whether a query of this kind may start within the tolerance band or overlapping.
inline bool may_start_close(Kind kind) {
    return kind == Kind::InitiallyTouching || kind == Kind::InitiallyOverlapping;
}

inline Query query(Kind kind, std::uint64_t number) {
    Random random(number * 32u + static_cast<std::uint64_t>(kind));
    for (int attempt = 0; attempt < 50; ++attempt) {
        Query q;
        generate(kind, random, q);
        if (may_start_close(kind)) return q;
        if (distance_at(q, 0.0) > q.options.target + 1.5 * q.options.tolerance) return q;
    }
    Query q;  // no attempt succeeded: two points at rest, 1 m apart
    q.a = q.b = {{0.0, 0.0}};
    q.sweep_b.c0 = q.sweep_b.c1 = {1.0, 0.0};
    return q;
}

}  // namespace toibox::toi_queries
