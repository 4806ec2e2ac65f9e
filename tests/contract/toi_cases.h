// SPDX-License-Identifier: MIT
#pragma once

// Motions for the contract of time-of-impact methods: demo scenes as direct queries, and seeded random
// motions.

#include "toibox/toi/toi.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace toibox::toi_cases {

/// A query that owns its points.
struct Case {
    std::vector<Vec2d> a;
    double radius_a = 0.0;
    std::vector<Vec2d> b;
    double radius_b = 0.0;
    Sweep sweep_a{};
    Sweep sweep_b{};

    [[nodiscard]] ToiInput input() const { return {{a, radius_a}, {b, radius_b}, sweep_a, sweep_b}; }
};

inline std::vector<Vec2d> box(double half_width, double half_height) {
    return {{-half_width, -half_height},
            {half_width, -half_height},
            {half_width, half_height},
            {-half_width, half_height}};
}
inline Sweep moving(Vec2d from, Vec2d to, double delta_angle = 0.0) {
    Sweep sweep;
    sweep.c0 = from;
    sweep.c1 = to;
    sweep.delta_angle = delta_angle;
    return sweep;
}
inline Sweep at_rest(Vec2d position, Rotd q = {}) {
    Sweep sweep = moving(position, position);
    sweep.q0 = q;
    return sweep;
}

/// Scene 3: a circle of radius 50 mm at 200 m/s and 60 Hz, 1.9 m from a wall of 50 mm.
inline Case bullet() {
    return {.a = {{0.0, 0.0}},
            .radius_a = 0.05,
            .b = box(0.025, 1.0),
            .sweep_a = moving({-1.9, 0.0}, {-1.9 + 200.0 / 60.0, 0.0}),
            .sweep_b = at_rest({0.0, 0.0})};
}
/// Scenes 19 and 20: a rod of 2 × 0.05 m rotates about its centre. A round peg of radius 50 mm is at 45° and
/// 0.8 m from the centre.
inline Case blade(double delta_angle) {
    const double x = 0.8 * std::sqrt(0.5);
    return {.a = box(1.0, 0.025),
            .b = {{0.0, 0.0}},
            .radius_b = 0.05,
            .sweep_a = moving({0.0, 0.0}, {0.0, 0.0}, delta_angle),
            .sweep_b = at_rest({x, x})};
}
/// The first angle of the blade at which the distance between its face and the peg is `target`.
inline double blade_contact_angle(double target) {
    return pi / 4.0 - std::asin((0.025 + 0.05 + target) / 0.8);
}
/// Scene 21: a triangle rotates clockwise about a vertex that stays `gap` above a floor; another vertex
/// swings down.
inline Case worst_case(double gap) {
    return {.a = {{0.0, 0.0}, {1.0, 0.364}, {0.2, 1.0}},
            .b = box(10.0, 1.0),
            .sweep_a = moving({0.0, 0.0}, {0.0, 0.0}, -pi / 2.0),
            .sweep_b = at_rest({0.0, -1.0 - gap})};
}

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11u) * 0x1p-53);
    }
    int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
    Vec2d in_square(double half_width) {
        const double x = uniform(-half_width, half_width);
        const double y = uniform(-half_width, half_width);
        return {x, y};
    }

private:
    std::mt19937_64 engine_;
};

inline std::vector<Vec2d> random_shape(Random& random) {
    const int n = random.below(4) == 0 ? 1 + random.below(2) : 3 + random.below(6);
    const double size = random.uniform(0.1, 0.6);
    const double flatness = random.uniform(0.05, 1.0);
    const double phase = random.uniform(0.0, 2.0 * pi);
    std::vector<Vec2d> points;
    for (int i = 0; i < n; ++i) {
        const double angle = phase + 2.0 * pi * (i + random.uniform(0.0, 0.8)) / n;
        points.push_back({size * std::cos(angle), size * flatness * std::sin(angle)});
    }
    return points;
}
/// Shapes of up to 0.6 m whose centres start within 3 m of each other and move by up to 3 m each. Rotations
/// are up to half a turn; in half of the shapes the centre of rotation is not the centre of the shape.
inline Case random_case(Random& random) {
    Case c;
    c.a = random_shape(random);
    c.b = random_shape(random);
    c.radius_a = random.below(2) == 0 ? 0.0 : random.uniform(0.01, 0.2);
    c.radius_b = random.below(2) == 0 ? 0.0 : random.uniform(0.01, 0.2);
    for (Sweep* sweep : {&c.sweep_a, &c.sweep_b}) {
        sweep->local_center = random.below(2) == 0 ? Vec2d{} : random.in_square(0.3);
        sweep->c0 = random.in_square(1.0);
        const Vec2d travel = random.in_square(2.0);
        sweep->c1 = random.below(4) == 0 ? sweep->c0 : sweep->c0 + travel;
        const double angle = random.uniform(-pi, pi);
        sweep->q0 = {std::cos(angle), std::sin(angle)};
        sweep->delta_angle = random.below(4) == 0 ? 0.0 : random.uniform(-pi, pi);
    }
    return c;
}

}  // namespace toibox::toi_cases
