// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/wide_rows.h"

namespace toibox::soft_step {

/// Loads and stores the bodies of as many rows as S has lanes.
template <class S>
struct LaneBodies {
    using F = typename S::F;

    struct Velocity {
        F x, y, angular, angle;
    };
    /// Displacement since the start of the step; c and s: cosine and sine of its rotation.
    struct Moved {
        F x, y, c, s;
    };

    static Velocity velocity_of(const float* rows, const std::int32_t* index) {
        Velocity v;
        S::gather4(rows, index, v.x, v.y, v.angular, v.angle);
        return v;
    }
    static Moved moved_of(const float* rows, const std::int32_t* index) {
        Moved m;
        S::gather4(rows, index, m.x, m.y, m.c, m.s);
        return m;
    }
    /// The bits of the lanes from `at` on.
    static unsigned lanes_of(unsigned bits, int at) {
        return (bits >> static_cast<unsigned>(at)) & ((1u << static_cast<unsigned>(S::lanes)) - 1u);
    }
    /// Loads the velocities of the lanes of a block from `at` on.
    template <class Block>
    static void load(const Block& block, int at, const SolverBodies& bodies, Velocity& a, Velocity& b) {
        a = velocity_of(bodies.velocity, block.body_a + at);
        b = velocity_of(bodies.velocity, block.body_b + at);
    }
    /// Stores the velocities of bodies that the solver moves.
    template <class Block>
    static void store(const Block& block, int at, const SolverBodies& bodies, const Velocity& a,
                      const Velocity& b) {
        S::scatter4(bodies.velocity, block.body_a + at, lanes_of(block.write_a, at), a.x, a.y, a.angular,
                    a.angle);
        S::scatter4(bodies.velocity, block.body_b + at, lanes_of(block.write_b, at), b.x, b.y, b.angular,
                    b.angle);
    }
};

}  // namespace toibox::soft_step
