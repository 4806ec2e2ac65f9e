// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/angle_kernel.h"
#include "dynamics/solvers/soft_step/joint_kernel.h"

namespace toibox::soft_step {

/// Solves the point and the angle of a joint together, as many joints at a time as S has lanes: first the
/// point as in any joint, then springs, motors and limits with angular impulses about the hinge, which keep
/// the velocity of the point. The softness of the point does not apply to the impulses that the angular rows
/// add at the point, because it would act as a second spring in series. Rejected alternative: solving point
/// and angle one after the other; the spring of a body of 0.1 m on a lever of 5 m (m L² = 15000 I) then
/// throws the body back and forth, and a bar on this lever that swings into a limit at 10 m/s overshoots by
/// 6° at 30 Hz.
template <class S>
struct HingeKernel {
    using F = typename S::F;
    using M = typename S::M;
    using Points = JointKernelVariant<S, false>;
    using Angles = AngleKernel<S>;
    using Bodies = LaneBodies<S>;
    using Velocity = typename Bodies::Velocity;
    using Levers = typename Points::Levers;
    using InverseMasses = typename Points::InverseMasses;
    using Vec = typename Points::Vec;

    static Levers levers_of(const WideHingeRow& row, int lane, const SolverBodies& bodies) {
        return Points::levers_of(row, lane, Bodies::displacement_of(bodies.displacement, row.body_a + lane),
                                 Bodies::displacement_of(bodies.displacement, row.body_b + lane));
    }
    static void warm_start(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies) {
        for (WideHingeRow* row = begin; row != end; ++row) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, lane, bodies, a, b);
                const Levers l = levers_of(*row, lane, bodies);
                Points::apply_point_impulse(Points::inv_masses_of(*row, lane), l.a, l.b,
                                            S::load(row->impulse_x + lane), S::load(row->impulse_y + lane), a,
                                            b);
                const F twist = Angles::sum_of_parts(row->angle, lane);
                Points::apply_impulse(Points::inv_masses_of(*row, lane), Points::zero(), Points::zero(),
                                      twist, twist, a, b);
                Bodies::store(*row, lane, bodies, a, b);
            }
        }
    }

    /// Response to a unit angular impulse about the hinge, together with the impulse at the point that keeps
    /// the velocity of the point.
    struct HingeResponse {
        Vec axis;  ///< Impulse at the point, 1/m.
        F a, b;    ///< Angular impulse on each body: 1 + cross(r, axis).
        F k;       ///< Change of ω_B − ω_A, 1/(kg·m²).
    };
    /// The axis is −K⁻¹ times the velocity of the point due to a unit angular impulse. The determinant and
    /// the cofactors of K are written as sums of squares, so that no digits are lost if m L² is many times I.
    /// Inverse masses and inertias are in units of the sum of the inverse masses.
    static HingeResponse hinge_response_of(const WideHingeRow& row, int lane, const Levers& l) {
        const F gamma = S::load(row.gamma + lane);
        const F inv_mass_x = S::load(row.inv_mass_a_x + lane) + S::load(row.inv_mass_b_x + lane) + gamma;
        const F inv_mass_y = S::load(row.inv_mass_a_y + lane) + S::load(row.inv_mass_b_y + lane) + gamma;
        const F inv_inertia_a = S::load(row.inv_inertia_a + lane);
        const F inv_inertia_b = S::load(row.inv_inertia_b + lane);
        const F unit = Points::reciprocal(inv_mass_x + inv_mass_y);
        const F x = unit * inv_mass_x;
        const F y = unit * inv_mass_y;
        const F a = unit * inv_inertia_a;
        const F b = unit * inv_inertia_b;
        const Vec difference{l.b.x - l.a.x, l.b.y - l.a.y};
        const F inv_inertia_product = a * b;
        const F area = Points::cross(l.a, l.b.x, l.b.y);
        const F det = x * y + x * (a * (l.a.x * l.a.x) + b * (l.b.x * l.b.x)) +
                      y * (a * (l.a.y * l.a.y) + b * (l.b.y * l.b.y)) + inv_inertia_product * (area * area);
        const M is_movable = S::less(Points::zero(), det);
        const F inv_det = Points::reciprocal(det);
        HingeResponse hinge;
        hinge.axis.x = inv_det * (y * (a * l.a.y + b * l.b.y) - inv_inertia_product * (area * difference.x));
        hinge.axis.y = Points::zero() -
                       inv_det * (x * (a * l.a.x + b * l.b.x) + inv_inertia_product * (area * difference.y));
        hinge.a = inv_det * (x * y + b * (x * (l.b.x * difference.x) + y * (l.b.y * difference.y)));
        hinge.b = inv_det * (x * y - a * (x * (l.a.x * difference.x) + y * (l.a.y * difference.y)));
        hinge.k = (inv_mass_x + inv_mass_y) *
                  (inv_det * (x * (y * (a + b)) + inv_inertia_product * (x * (difference.x * difference.x) +
                                                                         y * (difference.y * difference.y))));
        // If the K of the point is singular, the bodies rotate freely.
        hinge.a = S::select(is_movable, hinge.a, Points::one());
        hinge.b = S::select(is_movable, hinge.b, Points::one());
        hinge.k = S::select(is_movable, hinge.k, inv_inertia_a + inv_inertia_b);
        return hinge;
    }
    /// Applies angular impulses about the hinge, for AngleKernel::solve_parts, and accumulates the impulse at
    /// the point.
    struct HingeRotation {
        const InverseMasses& m;
        const HingeResponse& hinge;
        F inv_k;            ///< 1 / K, kg·m²; 0 if the bodies cannot rotate.
        F soft_inv_k;       ///< 1 / (K + gamma)
        Vec point_impulse;  ///< Accumulated impulse at the point, N·s.

        void apply_impulse(F impulse, Velocity& a, Velocity& b) {
            const F x = impulse * hinge.axis.x;
            const F y = impulse * hinge.axis.y;
            Points::apply_impulse(m, x, y, impulse * hinge.a, impulse * hinge.b, a, b);
            point_impulse.x = point_impulse.x + x;
            point_impulse.y = point_impulse.y + y;
        }
    };
    static void solve(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies,
                      const Softness& softness, const SubstepOptions& options) {
        const typename Points::PointPass point_pass = Points::pass_of(softness);
        const typename Angles::Pass angle_pass = Angles::pass_of(softness, options);
        for (WideHingeRow* row = begin; row != end; ++row) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, lane, bodies, a, b);
                const Levers l = levers_of(*row, lane, bodies);
                const InverseMasses m = Points::inv_masses_of(*row, lane);
                const HingeResponse hinge = hinge_response_of(*row, lane, l);
                const F twist = Angles::sum_of_parts(row->angle, lane);
                Points::solve_point(*row, lane, m, l, {twist * hinge.axis.x, twist * hinge.axis.y},
                                    point_pass, a, b);
                HingeRotation rotation{m,
                                       hinge,
                                       Points::reciprocal(hinge.k),
                                       Points::reciprocal(hinge.k + S::load(row->angle.gamma + lane)),
                                       {S::load(row->impulse_x + lane), S::load(row->impulse_y + lane)}};
                Angles::solve_parts(row->angle, lane, angle_pass, rotation, a, b);
                S::store(row->impulse_x + lane, rotation.point_impulse.x);
                S::store(row->impulse_y + lane, rotation.point_impulse.y);
                if (softness.ends_substep) Points::accumulate_point(*row, lane);
                Bodies::store(*row, lane, bodies, a, b);
            }
        }
    }
};

}  // namespace toibox::soft_step
