// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/soft_step/lane_bodies.h"

namespace toibox::soft_step {

/// Where contacts of the soft step act: separations and levers at the present poses of the bodies. Functions
/// for levers that follow the bodies are not inlined, so that they do not slow down the many blocks without
/// any.
template <class S>
struct ContactGeometry {
    using F = typename S::F;
    using M = typename S::M;

    using Bodies = LaneBodies<S>;
    using Velocity = typename Bodies::Velocity;
    using Displacement = typename Bodies::Displacement;

    /// Data of a group of S::lanes contacts for solve and relax.
    struct Group {
        F nx, ny;
        F inv_mass_a_x, inv_mass_a_y, inv_inertia_a, inv_mass_b_x, inv_mass_b_y, inv_inertia_b;
        F displacement;  ///< Displacement of B relative to A along the normal, metres.
        F slide;         ///< Along the tangent (n.y, −n.x), metres.
        // Rotations of the bodies since the start of the step.
        F cos_minus_one_a, cos_minus_one_b;
        F sin_a, sin_b;
        F rounding_radius_a, rounding_radius_b;  ///< Metres.
    };

    /// Sets what does not depend on the bodies' motion: normals, inverse masses and inertias.
    static Group fixed_part(const WideContact& block, int lane) {
        Group g;
        g.nx = S::load(block.normal_x + lane);
        g.ny = S::load(block.normal_y + lane);
        g.inv_mass_a_x = S::load(block.inv_mass_a_x + lane);
        g.inv_mass_a_y = S::load(block.inv_mass_a_y + lane);
        g.inv_inertia_a = S::load(block.inv_inertia_a + lane);
        g.inv_mass_b_x = S::load(block.inv_mass_b_x + lane);
        g.inv_mass_b_y = S::load(block.inv_mass_b_y + lane);
        g.inv_inertia_b = S::load(block.inv_inertia_b + lane);
        return g;
    }
    static Group group_of(const WideContact& block, int lane, const SolverBodies& bodies) {
        const Displacement a = Bodies::displacement_of(bodies.displacement, block.body_a + lane);
        const Displacement b = Bodies::displacement_of(bodies.displacement, block.body_b + lane);
        Group g = fixed_part(block, lane);
        g.displacement = (b.x - a.x) * g.nx + (b.y - a.y) * g.ny;
        g.slide = (b.x - a.x) * g.ny - (b.y - a.y) * g.nx;
        const F one = S::set1(1.0f);
        g.cos_minus_one_a = a.c - one;
        g.sin_a = a.s;
        g.cos_minus_one_b = b.c - one;
        g.sin_b = b.s;
        g.rounding_radius_a = S::load(block.rounding_a + lane);
        g.rounding_radius_b = S::load(block.rounding_b + lane);
        return g;
    }

    /// Like current_separation (rows.h).
    static F separation(const Group& g, const WidePoint& point, int lane) {
        return separation(g, S::load(point.separation + lane),
                          {S::load(point.rn_a + lane), S::load(point.rn_b + lane),
                           S::load(point.along_a + lane), S::load(point.along_b + lane)});
    }
    struct Levers {
        F rn_a, rn_b, along_a, along_b;
    };
    static F separation(const Group& g, F at_start, const Levers& start) {
        // Positions of the cores along n: along_a = dot(r_a, n), moved inward by the rounding radius.
        const F core_a = start.along_a - g.rounding_radius_a;
        const F core_b = start.along_b + g.rounding_radius_b;
        const F core_a_motion = g.cos_minus_one_a * core_a + g.sin_a * start.rn_a;
        const F core_b_motion = g.cos_minus_one_b * core_b + g.sin_b * start.rn_b;
        return at_start + g.displacement + (core_b_motion - core_a_motion);
    }
    /// The separation of point `i` of a block, in some lanes of which the levers follow the bodies.
    [[gnu::noinline]] static F following_separation(const WideContact& block, int i, int lane,
                                                    const SolverBodies& bodies) {
        const Group g = group_of(block, lane, bodies);
        const M follows = S::less(S::set1(0.0f), S::load(block.following->follows + lane));
        const FollowingLevers::Point& start = block.following->point[i];
        const F moved = separation(g, S::load(block.point[i].separation + lane),
                                   {S::load(start.rn_a + lane), S::load(start.rn_b + lane),
                                    S::load(start.along_a + lane), S::load(start.along_b + lane)});
        return S::select(follows, moved, separation(g, block.point[i], lane));
    }

    static F safe_inverse(F k) {
        const F zero = S::set1(0.0f);
        return S::select(S::less(zero, k), S::set1(1.0f) / k, zero);
    }
    /// Change of normal velocity at point p per unit impulse at point q, 1/kg.
    static F coupling(const Group& g, const WidePoint& p, const WidePoint& q, int lane) {
        return (g.inv_mass_a_x + g.inv_mass_b_x) * (g.nx * g.nx) +
               (g.inv_mass_a_y + g.inv_mass_b_y) * (g.ny * g.ny) +
               (g.inv_inertia_a * (S::load(p.rn_a + lane) * S::load(q.rn_a + lane)) +
                g.inv_inertia_b * (S::load(p.rn_b + lane) * S::load(q.rn_b + lane)));
    }
    static F normal_mass(const Group& g, const WidePoint& point, int lane) {
        return safe_inverse(coupling(g, point, point, lane));
    }
    static F tangent_mass(const Group& g, const WidePoint& point, int lane) {
        const F along_a = S::load(point.along_a + lane);
        const F along_b = S::load(point.along_b + lane);
        return safe_inverse((g.inv_mass_a_x + g.inv_mass_b_x) * (g.ny * g.ny) +
                            (g.inv_mass_a_y + g.inv_mass_b_y) * (g.nx * g.nx) +
                            (g.inv_inertia_a * (along_a * along_a) + g.inv_inertia_b * (along_b * along_b)));
    }
    /// The coupling of the two points of a block; less if they nearly coincide, so that they can be solved
    /// together.
    static F coupling(const Group& g, const WideContact& block, int lane) {
        const WidePoint& p = block.point[0];
        const WidePoint& q = block.point[1];
        const F k12 = coupling(g, p, q, lane);
        // K12² / (K11 K22)
        const F fraction = (k12 * S::load(p.normal_mass + lane)) * (k12 * S::load(q.normal_mass + lane));
        const F max_fraction = S::set1(1.0f - 1.0f / tuning::max_block_condition);
        return S::select(S::less(max_fraction, fraction), k12 * (max_fraction / fraction), k12);
    }
    /// Computes the effective masses of blocks whose levers are set. Before, normal_mass is 1 where a lane
    /// has a point, else 0; absent points get zero masses.
    static void compute_masses(WideContact* begin, WideContact* end) {
        const F zero = S::set1(0.0f);
        for (WideContact* block = begin; block != end; ++block) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                const Group g = fixed_part(*block, lane);
                for (WidePoint& point : block->point) {
                    const M exists = S::less(zero, S::load(point.normal_mass + lane));
                    S::store(point.normal_mass + lane, S::select(exists, normal_mass(g, point, lane), zero));
                    S::store(point.tangent_mass + lane,
                             S::select(exists, tangent_mass(g, point, lane), zero));
                }
                S::store(block->coupling + lane, coupling(g, *block, lane));
                S::store(block->rolling_mass + lane, safe_inverse(g.inv_inertia_a + g.inv_inertia_b));
            }
        }
    }

    static void store_if(M condition, float* to, F value) {
        S::store(to, S::select(condition, value, S::load(to)));
    }
    /// Angular impulses on A and B, N·m·s.
    struct Spin {
        F a, b;
    };
    /// Moves the levers of one point, where `follows`, to the present poses of the bodies. Adds to `change`
    /// what the impulses of the point do to the spins with the new levers and did not with the old ones.
    static void move_levers(const Group& g, const FollowingLevers::Point& start, WidePoint& point, int lane,
                            M follows, Spin& change) {
        const F start_rn_a = S::load(start.rn_a + lane);
        const F start_rn_b = S::load(start.rn_b + lane);
        const F start_along_a = S::load(start.along_a + lane);
        const F start_along_b = S::load(start.along_b + lane);
        const F core_a = start_along_a - g.rounding_radius_a;
        const F core_b = start_along_b + g.rounding_radius_b;
        // How far the points of the two bodies have moved about the centres of mass.
        const F across_a = g.cos_minus_one_a * start_rn_a - g.sin_a * core_a;
        const F across_b = g.cos_minus_one_b * start_rn_b - g.sin_b * core_b;
        const F along_a = g.cos_minus_one_a * core_a + g.sin_a * start_rn_a;
        const F along_b = g.cos_minus_one_b * core_b + g.sin_b * start_rn_b;
        // From the point of A to that of B.
        const F slide = S::load(start.slide + lane) + g.slide + (across_b - across_a);
        const F gap = S::load(start.gap + lane) + g.displacement + (along_b - along_a);
        const F by_a = S::load(start.owned_by_a + lane);
        const F by_b = S::set1(1.0f) - by_a;
        const F rn_a = start_rn_a + across_a + by_b * slide;
        const F rn_b = start_rn_b + across_b - by_a * slide;
        const F rt_a = start_along_a + along_a + by_b * gap;
        const F rt_b = start_along_b + along_b - by_a * gap;
        const F zero = S::set1(0.0f);
        const F normal = S::select(follows, S::load(point.normal_impulse + lane), zero);
        const F tangent = S::select(follows, S::load(point.tangent_impulse + lane), zero);
        change.a = change.a - (rn_a - S::load(point.rn_a + lane)) * normal +
                   (rt_a - S::load(point.along_a + lane)) * tangent;
        change.b = change.b + (rn_b - S::load(point.rn_b + lane)) * normal -
                   (rt_b - S::load(point.along_b + lane)) * tangent;
        store_if(follows, point.rn_a + lane, rn_a);
        store_if(follows, point.rn_b + lane, rn_b);
        store_if(follows, point.along_a + lane, rt_a);
        store_if(follows, point.along_b + lane, rt_b);
        store_if(follows, point.normal_mass + lane, normal_mass(g, point, lane));
        store_if(follows, point.tangent_mass + lane, tangent_mass(g, point, lane));
    }
    /// Moves levers to the present poses of the bodies, where both levers name the same point: then no
    /// impulse changes the angular momentum of the two bodies. The next sub-step repeats the velocity changes
    /// of the bodies, so these are corrected as well.
    [[gnu::noinline]] static void move_levers(WideContact& block, int lane, const SolverBodies& bodies) {
        const Group g = group_of(block, lane, bodies);
        const F zero = S::set1(0.0f);
        const M follows = S::less(zero, S::load(block.following->follows + lane));
        Spin change{zero, zero};
        for (int i = 0; i < block.points; ++i)
            move_levers(g, block.following->point[i], block.point[i], lane, follows, change);
        Velocity a = Bodies::velocity_of(bodies.free_velocity, block.body_a + lane);
        Velocity b = Bodies::velocity_of(bodies.free_velocity, block.body_b + lane);
        a.angular = a.angular - g.inv_inertia_a * change.a;
        b.angular = b.angular - g.inv_inertia_b * change.b;
        Bodies::store_free(block, lane, bodies, a, b);
        store_if(follows, block.coupling + lane, coupling(g, block, lane));
    }
};

}  // namespace toibox::soft_step
