// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include "tests/support/worlds.h"

#include <cmath>

/// Rigid-body mechanics in double from textbook formulas, with which impacts and motions of the engine are
/// compared. Shares no code with the solver.
namespace toibox::testing_support {

inline double wide(float x) {
    return static_cast<double>(x);
}

/// A rigid body in the plane.
struct OracleBody {
    double mass = 0;     ///< kg; 0 if no impulse moves the body.
    double inertia = 0;  ///< kg·m²; 0 if no impulse rotates the body.
    Vec2d center;
    Vec2d velocity;
    double spin = 0;
};
inline OracleBody oracle_body(const BodyView& body) {
    return {wide(body.mass().mass), wide(body.mass().inertia), widen(body.pose().center),
            widen(body.velocity().linear), wide(body.velocity().angular)};
}
inline double inverse_or_zero(double x) {
    return x > 0 ? 1 / x : 0;
}
inline Vec2d velocity_at(const OracleBody& body, Vec2d point) {
    const Vec2d r = point - body.center;
    return {body.velocity.x - body.spin * r.y, body.velocity.y + body.spin * r.x};
}
/// K = 1/m_A + 1/m_B + (r_A×n)²/I_A + (r_B×n)²/I_B.
inline double effective_inverse_mass(const OracleBody& a, const OracleBody& b, Vec2d point, Vec2d n) {
    const double rn_a = cross(point - a.center, n);
    const double rn_b = cross(point - b.center, n);
    return inverse_or_zero(a.mass) + inverse_or_zero(b.mass) + rn_a * rn_a * inverse_or_zero(a.inertia) +
           rn_b * rn_b * inverse_or_zero(b.inertia);
}
inline void apply_impulse(OracleBody& body, Vec2d point, Vec2d impulse) {
    body.velocity += inverse_or_zero(body.mass) * impulse;
    body.spin += inverse_or_zero(body.inertia) * cross(point - body.center, impulse);
}
/// Frictionless impact: j = −(1 + e) v_n / K along n, which points from A to B.
inline void collide_at(OracleBody& a, OracleBody& b, Vec2d point, Vec2d n, double restitution) {
    const double v_n = dot(velocity_at(b, point) - velocity_at(a, point), n);
    const double j = -(1 + restitution) * v_n / effective_inverse_mass(a, b, point, n);
    apply_impulse(a, point, -j * n);
    apply_impulse(b, point, j * n);
}
inline double kinetic_energy(const OracleBody& body) {
    return 0.5 * body.mass * length_squared(body.velocity) + 0.5 * body.inertia * body.spin * body.spin;
}

inline WorldSettings weightless() {
    WorldSettings settings;
    settings.gravity = {};
    return settings;
}
/// Weightless, with settings that suit `solver`, and with `policy`.
inline WorldSettings weightless_with(SolverKind solver, ContinuousPolicy policy) {
    WorldSettings settings = with_solver(solver, weightless());
    settings.continuous = policy;
    return settings;
}
/// Gravity 10 m/s², down.
inline WorldSettings on_earth() {
    WorldSettings settings;
    settings.gravity = {0.0f, -10.0f};
    return settings;
}

inline constexpr float millimetre = 1e-3f;

}  // namespace toibox::testing_support
