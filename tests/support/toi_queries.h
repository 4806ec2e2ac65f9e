// SPDX-License-Identifier: MIT
#pragma once

// Seeded queries for the time of impact, one generator per kind of difficulty. Each query is made from its
// kind and number alone. All numbers but the rotations at the start are floats, so that an engine of floats
// gets the same motion.

#include "toibox/continuous/toi.h"
#include "toibox/core/rng.h"

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
    {Kind::Slow, "Slow", "boxes that move by a tenth of their size"},
    {Kind::FastBoxes, "FastBoxes", "boxes that move by several sizes and turn by up to 45 degrees"},
    {Kind::Polygons, "Polygons", "three to eight vertices, up to 90 degrees each"},
    {Kind::CircleAndPolygon, "CircleAndPolygon", "a disc past a polygon"},
    {Kind::Circles, "Circles", "two discs, their centres off the pivots in one of four"},
    {Kind::Rounded, "Rounded", "rounded polygons and capsules"},
    {Kind::ThinPlate, "ThinPlate", "a polygon past a plate of 1 mm"},
    {Kind::Sliver, "Sliver", "needles a hundred to ten thousand times as long as wide"},
    {Kind::SpinningRod, "SpinningRod", "rods that turn up to twice"},
    {Kind::Graze, "Graze", "the least distance lies within two tolerances of the target"},
    {Kind::InitiallyTouching, "InitiallyTouching", "from half the target to two tolerances beyond it"},
    {Kind::InitiallyOverlapping, "InitiallyOverlapping", "one inside the other at the start"},
    {Kind::FarFromTheOrigin, "FarFromTheOrigin", "polygons at 10^4 m"},
    {Kind::Millimetre, "Millimetre", "polygons of 1 mm"},
    {Kind::HundredMetres, "HundredMetres", "polygons of 100 m"},
    {Kind::SizeRatio, "SizeRatio", "100 m against 1 mm"},
    {Kind::OffCentrePivot, "OffCentrePivot", "pivots up to two sizes outside the shape"},
    {Kind::WorstCase, "WorstCase", "a triangle turns about the vertex next to a floor, another swings down"},
    {Kind::InAndOut, "InAndOut", "a rod swings through a wall and is out of it at the end"},
};

/// A query that owns its points.
struct Query {
    std::vector<Vec2d> a;
    std::vector<Vec2d> b;
    double radius_a = 0.0;
    double radius_b = 0.0;
    Sweep sweep_a{};
    Sweep sweep_b{};
    double angle_a = 0.0;  ///< Of the sweeps at the start.
    double angle_b = 0.0;
    ToiOptions options{.max_iterations = 256};

    [[nodiscard]] ToiInput input() const { return {{a, radius_a}, {b, radius_b}, sweep_a, sweep_b}; }
};

/// Volatile, because g++ 12 leaves two such roundings side by side out when it makes one vector of them.
inline double to_float(double x) {
    const volatile float rounded = static_cast<float>(x);
    return static_cast<double>(rounded);
}
inline Vec2d to_float(Vec2d v) {
    return {to_float(v.x), to_float(v.y)};
}

/// Draws the parts.
class Random {
public:
    explicit Random(std::uint64_t seed) : rng_(seed) {}
    double uniform(double low, double high) { return rng_.uniform_double(low, high); }
    double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    int below(int n) { return static_cast<int>(rng_.below(static_cast<std::uint32_t>(n))); }
    /// In a random direction, `low` to `high` long.
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
    /// On an ellipse, at angles that leave some way between neighbours.
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
    void turn(Sweep& sweep, double& angle, double most) {
        angle = to_float(uniform(-pi, pi));
        sweep.q0 = {std::cos(angle), std::sin(angle)};
        sweep.delta_angle = to_float(uniform(-most, most));
    }

private:
    Rng rng_;
};

inline double reach_of(const std::vector<Vec2d>& points, double radius, Vec2d center) {
    double most = 0.0;
    for (const Vec2d& p : points)
        most = std::fmax(most, length(p - center));
    return most + radius;
}

/// B passes A's pivot at some time of the step or soon after, `way` metres a step at most, A moving a tenth
/// as fast; both turn by up to `turn` radians. `near`: 1 for as far apart as the shapes reach.
struct Passage {
    double way = 1.0;
    double turn = pi / 4.0;
    double near = 0.9;
    Vec2d place{};
};
inline void set_passing_motion(Random& random, Query& q, const Passage& passage) {
    random.turn(q.sweep_a, q.angle_a, passage.turn);
    random.turn(q.sweep_b, q.angle_b, passage.turn);
    const double reach =
        reach_of(q.a, q.radius_a, q.sweep_a.local_center) + reach_of(q.b, q.radius_b, q.sweep_b.local_center);
    const Vec2d nearest = random.vector(0.0, passage.near * reach);
    const Vec2d way = random.vector(0.3 * passage.way, passage.way);
    const Vec2d own = random.vector(0.0, 0.1 * passage.way);
    const double when = random.uniform(0.05, 1.2);
    q.sweep_a.c0 = to_float(passage.place);
    q.sweep_a.c1 = to_float(passage.place + own);
    q.sweep_b.c0 = to_float(passage.place + nearest - when * way);
    q.sweep_b.c1 = to_float(passage.place + nearest + (1.0 - when) * way + own);
}

/// Distance of the surfaces, negative where only the roundings overlap.
inline double distance_at(const Query& q, double t) {
    return truth::Moving(q.input()).gap_at(t).distance - q.radius_a - q.radius_b;
}
/// Moves B along the way between the closest points until the surfaces are `distance` apart at t.
inline void bring_to(Query& q, double t, double distance) {
    for (int i = 0; i < 4; ++i) {
        const truth::Gap gap = truth::Moving(q.input()).gap_at(t);
        const double lack = distance - (gap.distance - q.radius_a - q.radius_b);
        q.sweep_b.c0 = to_float(q.sweep_b.c0 + lack * gap.normal);
        q.sweep_b.c1 = to_float(q.sweep_b.c1 + lack * gap.normal);
    }
}
inline double time_of_least_distance(const Query& q) {
    const truth::Moving pair(q.input());
    double best = 0.0;
    double least = pair.gap_at(0.0).distance;
    for (int i = 1; i <= 100; ++i) {
        const double d = pair.gap_at(0.01 * i).distance;
        if (d < least) {
            least = d;
            best = 0.01 * i;
        }
    }
    return best;
}

/// Shapes of `size` metres, their target that of a world: a quarter of the inner radius or 5 mm.
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
/// A rod about its middle and a wall that only its ends' arcs reach, for less than the step.
inline void in_and_out(Random& random, Query& q) {
    const double half = random.uniform(0.5, 2.0);
    const double nearness = random.uniform(0.5, 0.97);
    q.a = Random::plate(half, 0.01);
    q.b = Random::plate(0.05, 10.0);
    q.sweep_b.c0 = q.sweep_b.c1 = {to_float(nearness * half + 0.05), 0.0};
    const double clear = std::acos(nearness) + 0.06;  // turned by this it is clear of the wall
    const double from = random.uniform(clear, 0.5 * pi);
    const double to = random.uniform(clear, 0.5 * pi);
    const double side = random.below(2) == 0 ? 1.0 : -1.0;
    q.angle_a = to_float(-side * from);
    q.sweep_a.q0 = {std::cos(q.angle_a), std::sin(q.angle_a)};
    q.sweep_a.delta_angle = to_float(side * (from + to));
}

inline void generate(Kind kind, Random& random, Query& q) {
    switch (kind) {
        case Kind::Slow:
            q.a = random.box(0.5);
            q.b = random.box(0.5);
            return set_passing_motion(random, q, {.way = 0.1, .turn = 0.1, .near = 1.0});
        case Kind::FastBoxes:
            q.a = random.box(0.5);
            q.b = random.box(0.5);
            return set_passing_motion(random, q, {.way = 4.0});
        case Kind::Polygons:
            polygons(random, q, 0.5);
            return set_passing_motion(random, q, {.way = 2.0, .turn = pi / 2.0});
        case Kind::CircleAndPolygon:
            q.a = random.polygon(0.5);
            q.b = {{0.0, 0.0}};
            q.radius_b = to_float(random.uniform(0.05, 0.5));
            return set_passing_motion(random, q, {.way = 3.0});
        case Kind::Circles:
            q.a = q.b = {{0.0, 0.0}};
            q.radius_a = to_float(random.uniform(0.05, 0.5));
            q.radius_b = to_float(random.uniform(0.05, 0.5));
            if (random.below(4) == 0) q.sweep_b.local_center = to_float(random.vector(0.0, 0.5));
            return set_passing_motion(random, q, {.way = 3.0});
        case Kind::Rounded:
            q.a = random.polygon(0.4);
            q.b = random.below(2) == 0 ? random.polygon(0.3) : std::vector<Vec2d>{{-0.25, 0.0}, {0.25, 0.0}};
            q.radius_a = to_float(random.uniform(0.02, 0.2));
            q.radius_b = to_float(random.uniform(0.02, 0.2));
            return set_passing_motion(random, q, {.way = 3.0});
        case Kind::ThinPlate:
            q.a = Random::plate(random.uniform(0.5, 2.0), 0.0005);
            q.b = random.polygon(0.3);
            return set_passing_motion(random, q, {.way = 4.0});
        case Kind::Sliver: {
            const double thin_a = random.log_uniform(1e-4, 1e-2);
            const double thin_b = random.log_uniform(1e-4, 1e-2);
            q.a = Random::plate(0.5, 0.5 * thin_a);
            q.b = Random::plate(0.5, 0.5 * thin_b);
            return set_passing_motion(random, q, {.way = 2.0, .turn = pi / 2.0});
        }
        case Kind::SpinningRod:
            q.a = Random::plate(random.uniform(0.5, 1.5), 0.025);
            q.b = random.below(2) == 0 ? random.box(0.5) : Random::plate(0.8, 0.02);
            return set_passing_motion(random, q, {.way = 2.0, .turn = 4.0 * pi});
        case Kind::Graze: {
            polygons(random, q, 0.5);
            set_passing_motion(random, q, {.way = 2.0});
            const double share = random.uniform(-2.0, 2.0);
            for (int i = 0; i < 3; ++i)
                bring_to(q, time_of_least_distance(q), q.options.target + share * q.options.tolerance);
            return;
        }
        case Kind::InitiallyTouching:
            polygons(random, q, 0.5);
            set_passing_motion(random, q, {.way = 1.0, .near = 1.0});
            return bring_to(q, 0.0, random.uniform(0.5, 1.5) * q.options.target);
        case Kind::InitiallyOverlapping: {
            polygons(random, q, 0.5);
            set_passing_motion(random, q, {.way = 1.0});
            const Vec2d away = to_float(q.sweep_a.c0 + random.vector(0.0, 0.2) - q.sweep_b.c0);
            q.sweep_b.c0 = to_float(q.sweep_b.c0 + away);
            q.sweep_b.c1 = to_float(q.sweep_b.c1 + away);
            return;
        }
        case Kind::FarFromTheOrigin: {
            polygons(random, q, 0.5);
            const Vec2d place = random.vector(0.9e4, 1.1e4);
            return set_passing_motion(random, q, {.way = 2.0, .turn = pi / 2.0, .place = place});
        }
        case Kind::Millimetre:
            polygons(random, q, 0.001);
            return set_passing_motion(random, q, {.way = 0.004});
        case Kind::HundredMetres:
            polygons(random, q, 100.0);
            return set_passing_motion(random, q, {.way = 150.0, .turn = 0.5});
        case Kind::SizeRatio:
            q.a = random.polygon(100.0);
            q.b = random.polygon(0.001);
            q.options.target = 2.5e-4;
            q.options.tolerance = 6.25e-5;
            return set_passing_motion(random, q, {.way = 60.0, .turn = 0.2});
        case Kind::OffCentrePivot:
            polygons(random, q, 0.5);
            q.sweep_a.local_center = to_float(random.vector(0.0, 1.0));
            q.sweep_b.local_center = to_float(random.vector(0.0, 1.0));
            return set_passing_motion(random, q, {.way = 2.0, .turn = pi / 2.0, .near = 0.6});
        case Kind::WorstCase:
            return worst_case(random, q);
        case Kind::InAndOut:
            return in_and_out(random, q);
    }
}

/// Whether a query of this kind may begin within the band or overlapped.
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
    Query q;  // apart and at rest
    q.a = q.b = {{0.0, 0.0}};
    q.sweep_b.c0 = q.sweep_b.c1 = {1.0, 0.0};
    return q;
}

}  // namespace toibox::toi_queries
