// SPDX-License-Identifier: MIT
#pragma once

#include "lane_bodies.h"

namespace toibox::soft_step {

/// All that joints ask about their angles, as many joints at a time as S has lanes. Differs from the rows of
/// joint_kernel.h in that only the turning of the bodies is read. So what a joint has on its angle, up
/// to four rows, is done in one visit to its bodies.
/// Source: E. Catto, "Soft Constraints", GDC 2011.
template <class S>
struct AngleKernel {
    using F = typename S::F;
    using M = typename S::M;
    using Bodies = LaneBodies<S>;
    using Velocity = typename Bodies::Velocity;

    static F one() { return S::set1(1.0f); }
    static F zero() { return S::set1(0.0f); }

    static F sum_of_parts(const WideAngleRow& row, int at) {
        F sum = S::load(row.impulse[0] + at);
        for (int part = 1; part < WideAngleRow::parts; ++part)
            sum = sum + S::load(row.impulse[part] + at);
        return sum;
    }

    /// Two bodies that turn freely: what an angular impulse does to them.
    struct FreeTurn {
        F inv_inertia_a, inv_inertia_b;
        F inv_k;       ///< 1 / K, kg·m²; 0 if nothing turns.
        F soft_inv_k;  ///< 1 / (K + gamma)

        FreeTurn(const WideAngleRow& row, int at)
            : inv_inertia_a(S::load(row.inv_inertia_a + at)),
              inv_inertia_b(S::load(row.inv_inertia_b + at)),
              inv_k(S::load(row.inv_k + at)),
              soft_inv_k(S::load(row.soft_inv_k + at)) {}
        void push(F impulse, Velocity& a, Velocity& b) const {
            a.angular = a.angular - inv_inertia_a * impulse;
            b.angular = b.angular + inv_inertia_b * impulse;
        }
    };
    static void warm_start(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies) {
        for (WideAngleRow* row = begin; row != end; ++row) {
            for (int at = 0; at < block_lanes; at += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, at, bodies, a, b);
                FreeTurn(*row, at).push(sum_of_parts(*row, at), a, b);
                Bodies::store(*row, at, bodies, a, b);
            }
        }
    }

    /// One pass over a block: what all parts need.
    struct Pass {
        F soft_rate, soft_mass, soft_impulse;  ///< The solver's Softness.
        F inv_h;
        bool ends_substep;
    };
    static Pass pass_of(const Softness& softness, const SubstepOptions& options) {
        return {S::set1(softness.bias_rate), S::set1(softness.mass_scale), S::set1(softness.impulse_scale),
                S::set1(options.inv_h), softness.ends_substep};
    }
    /// What a part wants of the relative turning: ω_B − ω_A + gamma·impulse + bias = 0.
    struct Demand {
        F gamma, bias;
        F inv_k;
        F mass_scale, impulse_scale;
        F least, most;  ///< Of the impulse.
    };
    template <class Turn>
    static void solve_part(WideAngleRow& row, WideAngleRow::Part part, int at, const Demand& d,
                           const Pass& pass, Turn& turn, Velocity& a, Velocity& b) {
        float* const impulse = row.impulse[part] + at;
        const F old = S::load(impulse);
        const F error = (b.angular - a.angular) + d.gamma * old + d.bias;
        const F wanted = old - (d.mass_scale * (d.inv_k * error) + d.impulse_scale * old);
        const F held = S::max(S::min(wanted, d.most), d.least);
        S::store(impulse, held);
        if (pass.ends_substep) {
            float* const in_all = row.step_impulse[part] + at;
            S::store(in_all, S::load(in_all) + held);
        }
        turn.push(held - old, a, b);
    }
    /// A spring asks in every pass as it did in the first of the sub-step: see joint_kernel.h.
    static Demand holding(WideAngleRow& row, int at, F angle, F soft_inv_k, const Pass& pass) {
        const M rigid = S::less(zero(), S::load(row.rigid + at));
        const F error = pass.ends_substep ? S::load(row.seen + at) : angle - S::load(row.rest + at);
        if (!pass.ends_substep) S::store(row.seen + at, error);
        const F own = S::load(row.bias_rate + at) * error - S::load(row.speed + at);
        return {S::load(row.gamma + at),
                S::select(rigid, pass.soft_rate * error, own),
                soft_inv_k,
                S::select(rigid, pass.soft_mass, one()),
                S::select(rigid, pass.soft_impulse, zero()),
                S::load(row.lower_impulse + at),
                S::load(row.upper_impulse + at)};
    }
    static Demand driving(const WideAngleRow& row, int at, F inv_k) {
        const F most = S::load(row.motor_impulse + at);
        return {zero(), zero() - S::load(row.motor_speed + at), inv_k, one(), zero(), zero() - most, most};
    }
    /// `error` is that of the limit, and `inside` where it is not reached: it may close its gap within the
    /// sub-step, and no faster.
    static Demand limiting(F error, M inside, F inv_k, const Pass& pass) {
        return {zero(),
                S::select(inside, pass.inv_h, pass.soft_rate) * error,
                inv_k,
                S::select(inside, one(), pass.soft_mass),
                S::select(inside, zero(), pass.soft_impulse),
                zero(),
                zero()};
    }
    template <class Turn>
    static void solve_limits(WideAngleRow& row, int at, F angle, const Pass& pass, Turn& turn, Velocity& a,
                             Velocity& b) {
        const F most = S::load(row.limit_impulse + at);
        const F above = angle - S::load(row.lower_rest + at);
        Demand lower = limiting(above, S::less(zero(), above), turn.inv_k, pass);
        lower.most = most;
        solve_part(row, WideAngleRow::lower, at, lower, pass, turn, a, b);
        const F below = angle - S::load(row.upper_rest + at);
        Demand upper = limiting(below, S::less(below, zero()), turn.inv_k, pass);
        upper.least = zero() - most;
        solve_part(row, WideAngleRow::upper, at, upper, pass, turn, a, b);
    }
    static bool has(const WideAngleRow& row, WideAngleRow::Part part) { return (row.has >> part & 1) != 0; }

    /// All parts of a row. `turn` has the inverse masses of a turn and applies its impulses: a FreeTurn or
    /// HingeKernel's HingeTurn.
    template <class Turn>
    static void solve_parts(WideAngleRow& row, int at, const Pass& pass, Turn& turn, Velocity& a,
                            Velocity& b) {
        const F angle = b.angle - a.angle;
        if (has(row, WideAngleRow::hold))
            solve_part(row, WideAngleRow::hold, at, holding(row, at, angle, turn.soft_inv_k, pass), pass,
                       turn, a, b);
        if (has(row, WideAngleRow::motor))
            solve_part(row, WideAngleRow::motor, at, driving(row, at, turn.inv_k), pass, turn, a, b);
        if (has(row, WideAngleRow::lower)) solve_limits(row, at, angle, pass, turn, a, b);
    }
    static void solve(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies,
                      const Softness& softness, const SubstepOptions& options) {
        const Pass pass = pass_of(softness, options);
        for (WideAngleRow* row = begin; row != end; ++row) {
            for (int at = 0; at < block_lanes; at += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, at, bodies, a, b);
                FreeTurn turn(*row, at);
                solve_parts(*row, at, pass, turn, a, b);
                Bodies::store(*row, at, bodies, a, b);
            }
        }
    }
};

}  // namespace toibox::soft_step
