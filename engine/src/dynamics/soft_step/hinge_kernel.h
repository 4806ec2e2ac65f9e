// SPDX-License-Identifier: MIT
#pragma once

#include "angle_kernel.h"
#include "joint_kernel.h"

namespace toibox::soft_step {

/// A point and what a joint has about the angle, both at once, as many joints at a time as S has lanes: the
/// point as that of any hinge, then springs, motors and limits by a turn about the hinge, which keeps what
/// the point has. How soft the solver holds the point does not concern what they bear on it: that would be a
/// second spring behind the first. Rejected: the two in turn, where the spring of a body of .1 m at a lever
/// of 5 m (m L² = 15000 I) throws it about, and a bar at that lever that swings into a limit at 10 m/s runs
/// 6° past it at 30 Hz.
template <class S>
struct HingeKernel {
    using F = typename S::F;
    using M = typename S::M;
    using Points = JointKernelVariant<S, false>;
    using Angles = AngleKernel<S>;
    using Bodies = LaneBodies<S>;
    using Velocity = typename Bodies::Velocity;
    using Levers = typename Points::Levers;
    using Masses = typename Points::Masses;
    using Vec = typename Points::Vec;

    static Levers levers_of(const WideHingeRow& row, int at, const SolverBodies& bodies) {
        return Points::levers_of(row, at, Bodies::moved_of(bodies.moved, row.body_a + at),
                                 Bodies::moved_of(bodies.moved, row.body_b + at));
    }
    static void warm_start(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies) {
        for (WideHingeRow* row = begin; row != end; ++row) {
            for (int at = 0; at < block_lanes; at += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, at, bodies, a, b);
                const Levers l = levers_of(*row, at, bodies);
                Points::push_point(Points::masses_of(*row, at), l.a, l.b, S::load(row->impulse_x + at),
                                   S::load(row->impulse_y + at), a, b);
                const F twist = Angles::sum_of_parts(row->angle, at);
                Points::push(Points::masses_of(*row, at), Points::zero(), Points::zero(), twist, twist, a, b);
                Bodies::store(*row, at, bodies, a, b);
            }
        }
    }

    /// A unit of angular impulse with what it bears on the point, such that the velocity of the point stays.
    struct HingeResponse {
        Vec axis;  ///< Impulse at the point, 1/m.
        F a, b;    ///< What turns the bodies: 1 + cross(r, axis).
        F k;       ///< What ω_B − ω_A gains, 1/(kg·m²).
    };
    /// −K⁻¹ times what a unit turns the point by, with determinant and cofactors of K written out: sums of
    /// squares, so that nothing is lost where m L² is many times I. Inverse masses and inertias are taken in
    /// units of the sum of the former.
    static HingeResponse hinge_response_of(const WideHingeRow& row, int at, const Levers& l) {
        const F gamma = S::load(row.gamma + at);
        const F mass_x = S::load(row.inv_mass_a_x + at) + S::load(row.inv_mass_b_x + at) + gamma;
        const F mass_y = S::load(row.inv_mass_a_y + at) + S::load(row.inv_mass_b_y + at) + gamma;
        const F inertia_a = S::load(row.inv_inertia_a + at);
        const F inertia_b = S::load(row.inv_inertia_b + at);
        const F unit = Points::reciprocal(mass_x + mass_y);
        const F x = unit * mass_x;
        const F y = unit * mass_y;
        const F a = unit * inertia_a;
        const F b = unit * inertia_b;
        const Vec apart{l.b.x - l.a.x, l.b.y - l.a.y};
        const F both = a * b;
        const F area = Points::cross(l.a, l.b.x, l.b.y);
        const F det = x * y + x * (a * (l.a.x * l.a.x) + b * (l.b.x * l.b.x)) +
                      y * (a * (l.a.y * l.a.y) + b * (l.b.y * l.b.y)) + both * (area * area);
        const M moves = S::less(Points::zero(), det);
        const F inv_det = Points::reciprocal(det);
        HingeResponse hinge;
        hinge.axis.x = inv_det * (y * (a * l.a.y + b * l.b.y) - both * (area * apart.x));
        hinge.axis.y = Points::zero() - inv_det * (x * (a * l.a.x + b * l.b.x) + both * (area * apart.y));
        hinge.a = inv_det * (x * y + b * (x * (l.b.x * apart.x) + y * (l.b.y * apart.y)));
        hinge.b = inv_det * (x * y - a * (x * (l.a.x * apart.x) + y * (l.a.y * apart.y)));
        hinge.k =
            (mass_x + mass_y) *
            (inv_det * (x * (y * (a + b)) + both * (x * (apart.x * apart.x) + y * (apart.y * apart.y))));
        // Where nothing moves the point is left to itself.
        hinge.a = S::select(moves, hinge.a, Points::one());
        hinge.b = S::select(moves, hinge.b, Points::one());
        hinge.k = S::select(moves, hinge.k, inertia_a + inertia_b);
        return hinge;
    }
    /// A turn about the hinge, for AngleKernel::solve_parts. Accumulates the impulse of the point, too.
    struct HingeTurn {
        const Masses& m;
        const HingeResponse& hinge;
        F inv_k;       ///< 1 / K, kg·m²; 0 if nothing turns.
        F soft_inv_k;  ///< 1 / (K + gamma)
        Vec at_point;  ///< The impulse of the point, N·s.

        void push(F impulse, Velocity& a, Velocity& b) {
            const F x = impulse * hinge.axis.x;
            const F y = impulse * hinge.axis.y;
            Points::push(m, x, y, impulse * hinge.a, impulse * hinge.b, a, b);
            at_point.x = at_point.x + x;
            at_point.y = at_point.y + y;
        }
    };
    static void solve(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies,
                      const Softness& softness, const SubstepOptions& options) {
        const typename Points::PointPass point_pass = Points::pass_of(softness);
        const typename Angles::Pass angle_pass = Angles::pass_of(softness, options);
        for (WideHingeRow* row = begin; row != end; ++row) {
            for (int at = 0; at < block_lanes; at += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, at, bodies, a, b);
                const Levers l = levers_of(*row, at, bodies);
                const Masses m = Points::masses_of(*row, at);
                const HingeResponse hinge = hinge_response_of(*row, at, l);
                const F twist = Angles::sum_of_parts(row->angle, at);
                Points::solve_point(*row, at, m, l, {twist * hinge.axis.x, twist * hinge.axis.y}, point_pass,
                                    a, b);
                HingeTurn turned{m,
                                 hinge,
                                 Points::reciprocal(hinge.k),
                                 Points::reciprocal(hinge.k + S::load(row->angle.gamma + at)),
                                 {S::load(row->impulse_x + at), S::load(row->impulse_y + at)}};
                Angles::solve_parts(row->angle, at, angle_pass, turned, a, b);
                S::store(row->impulse_x + at, turned.at_point.x);
                S::store(row->impulse_y + at, turned.at_point.y);
                if (softness.ends_substep) Points::end_point(*row, at);
                Bodies::store(*row, at, bodies, a, b);
            }
        }
    }
};

}  // namespace toibox::soft_step
