// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/body_columns.h"

#include "dynamics/solvers/rows/rows.h"

#include <array>
#include <cstddef>

namespace toibox {

/// Impulses and velocities of the rows of an impact, and values between those of two solutions.

/// `from` plus a fraction of the difference to `to`.
inline float between(float from, float to, float fraction) {
    return from + fraction * (to - from);
}
inline BodyVelocity between(const BodyVelocity& from, const BodyVelocity& to, float fraction) {
    return {from.linear + fraction * (to.linear - from.linear), between(from.angular, to.angular, fraction)};
}

/// Impulses of a row.
struct RowImpulses {
    std::array<float, 2> normal{};
    std::array<float, 2> tangent{};
    float rolling = 0.0f;
};
inline RowImpulses impulses_of(const ContactRow& row) {
    return {{row.points[0].normal_impulse, row.points[1].normal_impulse},
            {row.points[0].tangent_impulse, row.points[1].tangent_impulse},
            row.rolling.impulse};
}
inline void set_impulses(ContactRow& row, const RowImpulses& impulses) {
    for (std::size_t i = 0; i < 2; ++i) {
        row.points[i].normal_impulse = impulses.normal[i];
        row.points[i].tangent_impulse = impulses.tangent[i];
    }
    row.rolling.impulse = impulses.rolling;
}
inline RowImpulses between(const RowImpulses& from, const RowImpulses& to, float fraction) {
    RowImpulses result;
    for (std::size_t i = 0; i < 2; ++i) {
        result.normal[i] = between(from.normal[i], to.normal[i], fraction);
        result.tangent[i] = between(from.tangent[i], to.tangent[i], fraction);
    }
    result.rolling = between(from.rolling, to.rolling, fraction);
    return result;
}
/// A row and its two bodies in a solution of an impact.
struct RowSolution {
    RowImpulses impulses;
    BodyVelocity a;
    BodyVelocity b;
};
inline RowSolution between(const RowSolution& from, const RowSolution& to, float fraction) {
    return {between(from.impulses, to.impulses, fraction), between(from.a, to.a, fraction),
            between(from.b, to.b, fraction)};
}

}  // namespace toibox
