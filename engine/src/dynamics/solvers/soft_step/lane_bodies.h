// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/wide_rows.h"

namespace toibox::soft_step {

/// Loads and stores the bodies of as many rows as S has lanes.
template <class S>
struct LaneBodies {
    using F = typename S::F;

    /// `angle`: rotation since the start of the step, radians.
    struct Velocity {
        F x, y, angular, angle;
    };
    /// Displacement since the start of the step; c and s: cosine and sine of the rotation.
    struct Displacement {
        F x, y, c, s;
    };

    static Velocity velocity_of(const float* rows, const std::int32_t* index) {
        Velocity v;
        S::gather4(rows, index, v.x, v.y, v.angular, v.angle);
        return v;
    }
    static Displacement displacement_of(const float* rows, const std::int32_t* index) {
        Displacement d;
        S::gather4(rows, index, d.x, d.y, d.c, d.s);
        return d;
    }
    /// The bits of the S::lanes lanes from `lane` on.
    static unsigned lanes_of(unsigned bits, int lane) {
        return (bits >> static_cast<unsigned>(lane)) & ((1u << static_cast<unsigned>(S::lanes)) - 1u);
    }
    /// Loads the velocities of the S::lanes lanes of a block from `lane` on.
    template <class Block>
    static void load(const Block& block, int lane, const SolverBodies& bodies, Velocity& a, Velocity& b) {
        a = velocity_of(bodies.velocity, block.body_a + lane);
        b = velocity_of(bodies.velocity, block.body_b + lane);
    }
    /// Stores the velocities of bodies that the solver moves.
    template <class Block>
    static void store(const Block& block, int lane, const SolverBodies& bodies, const Velocity& a,
                      const Velocity& b) {
        store(block, lane, bodies.velocity, a, b, block.write_a, block.write_b);
    }
    /// Likewise their velocities before the impulses of the sub-step.
    template <class Block>
    static void store_free(const Block& block, int lane, const SolverBodies& bodies, const Velocity& a,
                           const Velocity& b) {
        store(block, lane, bodies.free_velocity, a, b, block.write_a, block.write_b);
    }
    /// Stores the velocities of the bodies in the lanes of these bits.
    template <class Block>
    static void store(const Block& block, int lane, float* rows, const Velocity& a, const Velocity& b,
                      std::uint8_t lanes_a, std::uint8_t lanes_b) {
        S::scatter4(rows, block.body_a + lane, lanes_of(lanes_a, lane), a.x, a.y, a.angular, a.angle);
        S::scatter4(rows, block.body_b + lane, lanes_of(lanes_b, lane), b.x, b.y, b.angular, b.angle);
    }
};

}  // namespace toibox::soft_step
