// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/lane_bodies.h"

namespace toibox::soft_step {

/// Solves the angular rows of joints, as many joints at a time as S has lanes. Unlike the rows of
/// joint_kernel.h, these rows need only the rotation of the bodies, so all angular parts of a joint (up to
/// four) are solved with one access to its bodies. Source: E. Catto, "Soft Constraints", GDC 2011.
template <class S>
struct AngleKernel {
    using F = typename S::F;
    using M = typename S::M;
    using Bodies = LaneBodies<S>;
    using Velocity = typename Bodies::Velocity;

    static F one() { return S::set1(1.0f); }
    static F zero() { return S::set1(0.0f); }

    static F sum_of_parts(const WideAngleRow& row, int lane) {
        F sum = S::load(row.impulse[0] + lane);
        for (int part = 1; part < WideAngleRow::parts; ++part)
            sum = sum + S::load(row.impulse[part] + lane);
        return sum;
    }

    /// Two bodies that rotate freely: applies angular impulses.
    struct FreeRotation {
        F inv_inertia_a, inv_inertia_b;
        F inv_k;       ///< 1 / K, kg·m²; 0 if the bodies cannot rotate.
        F soft_inv_k;  ///< 1 / (K + gamma)

        FreeRotation(const WideAngleRow& row, int lane)
            : inv_inertia_a(S::load(row.inv_inertia_a + lane)),
              inv_inertia_b(S::load(row.inv_inertia_b + lane)),
              inv_k(S::load(row.inv_k + lane)),
              soft_inv_k(S::load(row.soft_inv_k + lane)) {}
        void apply_impulse(F impulse, Velocity& a, Velocity& b) const {
            a.angular = a.angular - inv_inertia_a * impulse;
            b.angular = b.angular + inv_inertia_b * impulse;
        }
    };
    static void warm_start(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies) {
        for (WideAngleRow* row = begin; row != end; ++row) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, lane, bodies, a, b);
                FreeRotation(*row, lane).apply_impulse(sum_of_parts(*row, lane), a, b);
                Bodies::store(*row, lane, bodies, a, b);
            }
        }
    }

    /// Parameters of one pass, for all parts.
    struct Pass {
        F soft_rate, soft_mass, soft_impulse;        ///< The solver's Softness.
        F driven_rate, driven_mass, driven_impulse;  ///< Softness of limits that a motor drives against.
        F inv_h;
        bool ends_substep;
    };
    static Pass pass_of(const Softness& softness, const SubstepOptions& options) {
        const Softness& d = softness.ends_substep ? softness : options.driven;
        return {S::set1(softness.bias_rate), S::set1(softness.mass_scale), S::set1(softness.impulse_scale),
                S::set1(d.bias_rate),        S::set1(d.mass_scale),        S::set1(d.impulse_scale),
                S::set1(options.inv_h),      softness.ends_substep};
    }
    /// Target of a part: ω_B − ω_A + gamma·impulse + bias = 0.
    struct AngularTarget {
        F gamma, bias;
        F inv_k;
        F mass_scale, impulse_scale;
        F min_impulse, max_impulse;
    };
    template <class Rotation>
    static void solve_part(WideAngleRow& row, WideAngleRow::Part part, int lane, const AngularTarget& target,
                           const Pass& pass, Rotation& rotation, Velocity& a, Velocity& b) {
        float* const impulse = row.impulse[part] + lane;
        const F old = S::load(impulse);
        const F error = (b.angular - a.angular) + target.gamma * old + target.bias;
        const F unclamped = old - (target.mass_scale * (target.inv_k * error) + target.impulse_scale * old);
        const F new_impulse = S::max(S::min(unclamped, target.max_impulse), target.min_impulse);
        S::store(impulse, new_impulse);
        if (pass.ends_substep) {
            float* const total = row.total_impulse[part] + lane;
            S::store(total, S::load(total) + new_impulse);
        }
        rotation.apply_impulse(new_impulse - old, a, b);
    }
    /// Target of `hold`. A spring uses the error of the first pass of the sub-step in both passes: see
    /// joint_kernel.h.
    static AngularTarget hold_target(WideAngleRow& row, int lane, F angle, F soft_inv_k, const Pass& pass) {
        const M rigid = S::less(zero(), S::load(row.rigid + lane));
        const F error =
            pass.ends_substep ? S::load(row.substep_error + lane) : angle - S::load(row.rest + lane);
        if (!pass.ends_substep) S::store(row.substep_error + lane, error);
        const F spring_bias = S::load(row.bias_rate + lane) * error - S::load(row.speed + lane);
        return {S::load(row.gamma + lane),
                S::select(rigid, pass.soft_rate * error, spring_bias),
                soft_inv_k,
                S::select(rigid, pass.soft_mass, one()),
                S::select(rigid, pass.soft_impulse, zero()),
                S::load(row.lower_impulse + lane),
                S::load(row.upper_impulse + lane)};
    }
    /// Whether the motor drives against a limit, i.e. would reach it within the sub-step. See joint_kernel.h.
    struct DrivenLimits {
        M lower, upper;
        F max_impulse;  ///< Maximum impulse of the motor.
    };
    static DrivenLimits driven_limits(const WideAngleRow& row, int lane, F lower_gap, F upper_gap,
                                      const Pass& pass) {
        const F max_impulse = S::load(row.motor_impulse + lane);
        const F speed = S::load(row.motor_speed + lane);
        const M can_drive =
            S::mask_and(S::less(zero(), max_impulse), S::less(zero(), S::load(row.limit_impulse + lane)));
        return {S::mask_and(can_drive, S::less(pass.inv_h * lower_gap, zero() - speed)),
                S::mask_and(can_drive, S::less(pass.inv_h * upper_gap, speed)), max_impulse};
    }
    static AngularTarget motor_target(const WideAngleRow& row, int lane, F inv_k,
                                      const DrivenLimits& driven) {
        const F max_impulse = S::select(S::mask_or(driven.lower, driven.upper), zero(), driven.max_impulse);
        return {
            zero(),     zero() - S::load(row.motor_speed + lane), inv_k, one(), zero(), zero() - max_impulse,
            max_impulse};
    }
    /// Solves one limit. `gap`: distance of the angle from the limit, radians; negative if exceeded. The
    /// angle may at most close the gap within the sub-step.
    template <WideAngleRow::Part part, class Rotation>
    static void solve_limit(WideAngleRow& row, int lane, F gap, M is_driven, F drive, const Pass& pass,
                            Rotation& rotation, Velocity& a, Velocity& b) {
        static_assert(part == WideAngleRow::lower || part == WideAngleRow::upper);
        const F outward = S::set1(part == WideAngleRow::upper ? 1.0f : -1.0f);
        const M inside = S::less(zero(), gap);
        const M is_free = S::mask_andnot(is_driven, inside);
        const F max_away = S::load(row.limit_impulse + lane);
        const F max_towards = S::select(is_driven, drive, zero());
        const F rate = S::select(is_driven, pass.driven_rate, S::select(is_free, pass.inv_h, pass.soft_rate));
        const F mass_scale =
            S::select(is_driven, pass.driven_mass, S::select(is_free, one(), pass.soft_mass));
        const F impulse_scale =
            S::select(is_driven, pass.driven_impulse, S::select(is_free, zero(), pass.soft_impulse));
        F bias = rate * (zero() - outward * gap);
        if (pass.ends_substep) {
            const M is_saturated = S::less_equal(max_towards, outward * S::load(row.impulse[part] + lane));
            bias = S::select(S::mask_and(S::mask_and(is_driven, inside), is_saturated), a.angular - b.angular,
                             bias);
        }
        const bool is_upper = part == WideAngleRow::upper;
        solve_part(row, part, lane,
                   {zero(), bias, rotation.inv_k, mass_scale, impulse_scale,
                    zero() - (is_upper ? max_away : max_towards), is_upper ? max_towards : max_away},
                   pass, rotation, a, b);
    }
    template <class Rotation>
    static void solve_motor_and_limits(WideAngleRow& row, int lane, F angle, const Pass& pass,
                                       Rotation& rotation, Velocity& a, Velocity& b) {
        const F lower_gap = angle - S::load(row.lower_rest + lane);
        const F upper_gap = S::load(row.upper_rest + lane) - angle;
        const DrivenLimits driven = driven_limits(row, lane, lower_gap, upper_gap, pass);
        if (has(row, WideAngleRow::motor))
            solve_part(row, WideAngleRow::motor, lane, motor_target(row, lane, rotation.inv_k, driven), pass,
                       rotation, a, b);
        if (!has(row, WideAngleRow::lower)) return;
        solve_limit<WideAngleRow::lower>(row, lane, lower_gap, driven.lower, driven.max_impulse, pass,
                                         rotation, a, b);
        solve_limit<WideAngleRow::upper>(row, lane, upper_gap, driven.upper, driven.max_impulse, pass,
                                         rotation, a, b);
    }
    static bool has(const WideAngleRow& row, WideAngleRow::Part part) { return (row.has >> part & 1) != 0; }

    /// Solves all parts of a row. `rotation` has 1/K of the relative rotation and applies angular impulses: a
    /// FreeRotation or a HingeKernel::HingeRotation.
    template <class Rotation>
    static void solve_parts(WideAngleRow& row, int lane, const Pass& pass, Rotation& rotation, Velocity& a,
                            Velocity& b) {
        const F angle = b.angle - a.angle;
        if (has(row, WideAngleRow::hold))
            solve_part(row, WideAngleRow::hold, lane,
                       hold_target(row, lane, angle, rotation.soft_inv_k, pass), pass, rotation, a, b);
        solve_motor_and_limits(row, lane, angle, pass, rotation, a, b);
    }
    static void solve(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies,
                      const Softness& softness, const SubstepOptions& options) {
        const Pass pass = pass_of(softness, options);
        for (WideAngleRow* row = begin; row != end; ++row) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, lane, bodies, a, b);
                FreeRotation rotation(*row, lane);
                solve_parts(*row, lane, pass, rotation, a, b);
                Bodies::store(*row, lane, bodies, a, b);
            }
        }
    }
};

}  // namespace toibox::soft_step
