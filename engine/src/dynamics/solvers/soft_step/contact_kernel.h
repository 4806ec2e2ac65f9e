// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/contact_geometry.h"
#include "dynamics/solvers/soft_step/lane_bodies.h"

#include <limits>

namespace toibox::soft_step {

/// Solves contacts of the soft step, as many at a time as S has lanes. Each lane solves one contact as
/// row_kernels.h does, but with a soft target. Instantiated once per instruction set. Source: E. Catto,
/// "Solver2D", 2024 (TGS soft, relaxation); "Soft Constraints", GDC 2011.
template <class S>
struct ContactKernel {
    using F = typename S::F;
    using M = typename S::M;

    using Bodies = LaneBodies<S>;
    using Velocity = typename Bodies::Velocity;

    using Geometry = ContactGeometry<S>;
    using Group = typename Geometry::Group;

    static F separation(const Group& g, const WideContact& block, int i, int lane,
                        const SolverBodies& bodies) {
        if (block.following != nullptr) return Geometry::following_separation(block, i, lane, bodies);
        return Geometry::separation(g, block.point[i], lane);
    }

    static void apply_normal(const Group& g, F impulse, F angular_a, F angular_b, Velocity& a, Velocity& b) {
        const F px = impulse * g.nx;
        const F py = impulse * g.ny;
        a.x = a.x - g.inv_mass_a_x * px;
        a.y = a.y - g.inv_mass_a_y * py;
        a.angular = a.angular - g.inv_inertia_a * (impulse * angular_a);
        b.x = b.x + g.inv_mass_b_x * px;
        b.y = b.y + g.inv_mass_b_y * py;
        b.angular = b.angular + g.inv_inertia_b * (impulse * angular_b);
    }
    static void apply_normals(const Group& g, const WidePoint& p, const WidePoint& q, int lane, F on_p,
                              F on_q, Velocity& a, Velocity& b) {
        const F sum = on_p + on_q;
        const F px = sum * g.nx;
        const F py = sum * g.ny;
        a.x = a.x - g.inv_mass_a_x * px;
        a.y = a.y - g.inv_mass_a_y * py;
        a.angular =
            a.angular - g.inv_inertia_a * (on_p * S::load(p.rn_a + lane) + on_q * S::load(q.rn_a + lane));
        b.x = b.x + g.inv_mass_b_x * px;
        b.y = b.y + g.inv_mass_b_y * py;
        b.angular =
            b.angular + g.inv_inertia_b * (on_p * S::load(p.rn_b + lane) + on_q * S::load(q.rn_b + lane));
    }
    /// Applies an impulse along t = right_perp(n) = (n.y, −n.x). along_a = dot(r_a, n) = −cross(r_a, t).
    static void apply_tangent(const Group& g, F impulse, F along_a, F along_b, Velocity& a, Velocity& b) {
        const F px = impulse * g.ny;
        const F py = impulse * g.nx;
        a.x = a.x - g.inv_mass_a_x * px;
        a.y = a.y + g.inv_mass_a_y * py;
        a.angular = a.angular + g.inv_inertia_a * (impulse * along_a);
        b.x = b.x + g.inv_mass_b_x * px;
        b.y = b.y - g.inv_mass_b_y * py;
        b.angular = b.angular - g.inv_inertia_b * (impulse * along_b);
    }

    /// Target of one point: mass · v_n + push = 0. An excess is over-corrected by the factor
    /// `over_relaxation`.
    struct Target {
        F mass, push, over_relaxation;
    };
    /// Excess of the impulse over the impulse that meets the target, ignoring the other point, N·s.
    static F excess_of(const Group& g, const WidePoint& point, int lane, const Target& target,
                       const Velocity& a, const Velocity& b) {
        const F angular_a = S::load(point.rn_a + lane);
        const F angular_b = S::load(point.rn_b + lane);
        const F v_n =
            ((b.x - a.x) * g.nx + (b.y - a.y) * g.ny) + (b.angular * angular_b - a.angular * angular_a);
        return target.mass * v_n + target.push;
    }
    /// Factor to apply to a contact's exact impulses so that an excess is over-corrected. `exact`: sum of the
    /// impulses that meet the targets; `taken`: decrease of the sum of impulses in this pass. A deficit is
    /// corrected exactly, because an over-corrected impact would bounce. One factor for both points keeps the
    /// centre of pressure; with separate factors, a crate on a braking lift rotates.
    static F kept_fraction(F exact, F taken, F over_relaxation) {
        const F zero = S::set1(0.0f);
        const F one = S::set1(1.0f);
        const F excess = (over_relaxation - one) * S::max(taken, zero);
        const F safe_exact = S::max(exact, S::set1(std::numeric_limits<float>::min()));
        return S::max(one - excess / safe_exact, zero);
    }

    static void solve_one(const Group& g, const WideContact& block, int lane, const Target& target,
                          Velocity& a, Velocity& b, F& new_impulse) {
        const WidePoint& point = block.point[0];
        const F old = S::load(point.normal_impulse + lane);
        const F exact = S::max(old - excess_of(g, point, lane, target, a, b), S::set1(0.0f));
        new_impulse = kept_fraction(exact, old - exact, target.over_relaxation) * exact;
        apply_normal(g, new_impulse - old, S::load(point.rn_a + lane), S::load(point.rn_b + lane), a, b);
    }
    /// Solves both points together. (Solved one after the other, the first point would take too much of each
    /// change of load, and the body would rotate.) Exact solution of the complementarity problem: if the
    /// unbounded solution has one negative impulse, this impulse becomes 0; if the unbounded solution has two
    /// negative impulses, at least one of them becomes 0. Rejected alternative: testing the four cases one by
    /// one, which makes the solver 14 to 32 % slower.
    static void solve_pair(const Group& g, const WideContact& block, int lane, const Target (&targets)[2],
                           Velocity& a, Velocity& b, F (&new_impulse)[2]) {
        const WidePoint& p = block.point[0];
        const WidePoint& q = block.point[1];
        const F zero = S::set1(0.0f);
        const F one = S::set1(1.0f);
        // Decrease of the impulse that a point needs per unit impulse at the other point.
        const F coupling = S::load(block.coupling + lane);
        const F ratio_p = targets[0].mass * coupling;
        const F ratio_q = targets[1].mass * coupling;
        const F inv_det = one / (one - ratio_p * ratio_q);
        const F excess_p = excess_of(g, p, lane, targets[0], a, b);
        const F excess_q = excess_of(g, q, lane, targets[1], a, b);
        const F old_p = S::load(p.normal_impulse + lane);
        const F old_q = S::load(q.normal_impulse + lane);
        const F trial_p = S::max(old_p - inv_det * (excess_p - ratio_p * excess_q), zero);
        const F trial_q = S::max(old_q - inv_det * (excess_q - ratio_q * excess_p), zero);
        const F exact_p = S::max(old_p - (excess_p + ratio_p * (trial_q - old_q)), zero);
        const F exact_q = S::max(old_q - (excess_q + ratio_q * (trial_p - old_p)), zero);
        const F taken = (old_p - exact_p) + (old_q - exact_q);
        const F kept = kept_fraction(exact_p + exact_q, taken,
                                     S::min(targets[0].over_relaxation, targets[1].over_relaxation));
        new_impulse[0] = kept * exact_p;
        new_impulse[1] = kept * exact_q;
        apply_normals(g, p, q, lane, new_impulse[0] - old_p, new_impulse[1] - old_q, a, b);
    }

    /// Solves the normals of one group of contacts; then calls keep(point, impulse) for each point.
    template <class Keep>
    static void solve_normals(const Group& g, WideContact& block, int lane, const Target (&targets)[2],
                              Velocity& a, Velocity& b, Keep&& keep) {
        F new_impulse[2];
        if (block.points == 2) {
            solve_pair(g, block, lane, targets, a, b, new_impulse);
        } else {
            solve_one(g, block, lane, targets[0], a, b, new_impulse[0]);
        }
        for (int i = 0; i < block.points; ++i) {
            WidePoint& point = block.point[i];
            S::store(point.normal_impulse + lane, new_impulse[i]);
            if (block.tracked) {
                S::store(point.max_normal_impulse + lane,
                         S::max(S::load(point.max_normal_impulse + lane), new_impulse[i]));
            }
            keep(point, new_impulse[i]);
        }
    }

    /// The normal impulse that limits friction at a point: what this pass will leave of it, ignoring the
    /// other point. With the impulse before the pass, which contains what springs have added and not yet what
    /// other contacts will add, a wave of dominoes takes 14 to 19 % less time at 240 Hz than at 60 Hz.
    /// Rejected alternatives: exact normals also before friction, which make the solver 15 % slower; friction
    /// last, whose torques the normals do not balance (a plate that lands keeps 4 cm/s).
    static F limiting_impulse(const Group& g, const WidePoint& point, int lane, const Target& target,
                              const Velocity& a, const Velocity& b) {
        const F excess = excess_of(g, point, lane, target, a, b);
        const F taken = S::max(excess, target.over_relaxation * excess);
        return S::max(S::load(point.normal_impulse + lane) - taken, S::set1(0.0f));
    }

    static void solve_friction(const Group& g, const WideContact& block, WidePoint& point, int lane,
                               F normal_impulse, Velocity& a, Velocity& b) {
        const F along_a = S::load(point.along_a + lane);
        const F along_b = S::load(point.along_b + lane);
        const F v_t = ((b.x - a.x) * g.ny - (b.y - a.y) * g.nx) + (a.angular * along_a - b.angular * along_b);
        const F old = S::load(point.tangent_impulse + lane);
        const F limit = S::load(block.friction + lane) * normal_impulse;
        const F unclamped =
            old - S::load(point.tangent_mass + lane) * (v_t - S::load(block.tangent_speed + lane));
        const F new_impulse = S::max(S::min(unclamped, limit), S::set1(0.0f) - limit);
        S::store(point.tangent_impulse + lane, new_impulse);
        S::store(point.total_tangent_impulse + lane,
                 S::load(point.total_tangent_impulse + lane) + new_impulse);
        apply_tangent(g, new_impulse - old, along_a, along_b, a, b);
    }

    static void solve_rolling(const Group& g, WideContact& block, int lane, F normal_impulse, Velocity& a,
                              Velocity& b) {
        const F limit = S::load(block.rolling_resistance + lane) * normal_impulse;
        const F old = S::load(block.rolling_impulse + lane);
        const F unclamped = old - S::load(block.rolling_mass + lane) * (b.angular - a.angular);
        const F new_impulse = S::max(S::min(unclamped, limit), S::set1(0.0f) - limit);
        S::store(block.rolling_impulse + lane, new_impulse);
        const F change = new_impulse - old;
        a.angular = a.angular - g.inv_inertia_a * change;
        b.angular = b.angular + g.inv_inertia_b * change;
    }

    static void warm_start(WideContact* begin, WideContact* end, const SolverBodies& bodies, bool first) {
        for (WideContact* block = begin; block != end; ++block) {
            const std::uint8_t write_a = first ? block->write_a : block->restart_a;
            const std::uint8_t write_b = first ? block->write_b : block->restart_b;
            if ((write_a | write_b) == 0) continue;
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*block, lane, bodies, a, b);
                const Group g = Geometry::fixed_part(*block, lane);
                for (int i = 0; i < block->points; ++i) {
                    const WidePoint& point = block->point[i];
                    apply_normal(g, S::load(point.normal_impulse + lane), S::load(point.rn_a + lane),
                                 S::load(point.rn_b + lane), a, b);
                    apply_tangent(g, S::load(point.tangent_impulse + lane), S::load(point.along_a + lane),
                                  S::load(point.along_b + lane), a, b);
                }
                if (block->has_rolling) {
                    const F rolling = S::load(block->rolling_impulse + lane);
                    a.angular = a.angular - g.inv_inertia_a * rolling;
                    b.angular = b.angular + g.inv_inertia_b * rolling;
                }
                Bodies::store(*block, lane, bodies.velocity, a, b, write_a, write_b);
            }
        }
    }

    /// Softness of the contacts in a group of lanes.
    struct LaneSoftness {
        F bias_rate, mass_scale, impulse_scale;
        F deep_rate, bend;  ///< Slope and offset of the bias beyond firm_depth.
    };
    static LaneSoftness lane_softness_of(const Softness& softness, const SubstepOptions& options) {
        const float rate = softness.bias_rate;
        return {.bias_rate = S::set1(rate),
                .mass_scale = S::set1(softness.mass_scale),
                .impulse_scale = S::set1(softness.impulse_scale),
                .deep_rate = S::set1(rate * options.yielding_fraction),
                .bend = S::set1(rate * (1.0f - options.yielding_fraction) * options.firm_depth)};
    }
    /// Selects the softness of each lane.
    static LaneSoftness select_softness(const WideContact& block, int lane, const LaneSoftness& free,
                                        const LaneSoftness& jointed) {
        const M is_jointed = S::less(S::set1(0.0f), S::load(block.jointed + lane));
        return {.bias_rate = S::select(is_jointed, jointed.bias_rate, free.bias_rate),
                .mass_scale = S::select(is_jointed, jointed.mass_scale, free.mass_scale),
                .impulse_scale = S::select(is_jointed, jointed.impulse_scale, free.impulse_scale),
                .deep_rate = S::select(is_jointed, jointed.deep_rate, free.deep_rate),
                .bend = S::select(is_jointed, jointed.bend, free.bend)};
    }

    /// Solves normals as soft constraints: a spring pushes overlap out, and is softer beyond firm_depth.
    /// The springs of two points are independent. With springs that also depend on each other's impulses,
    /// heaps of boxes creep for minutes (heap_rest_test.cpp).
    /// Where there is a gap, the approach may at most close the gap within the sub-step.
    static void solve(WideContact* begin, WideContact* end, const SolverBodies& bodies,
                      const ContactSoftness& softness, const SubstepOptions& options) {
        const F zero = S::set1(0.0f);
        const F one = S::set1(1.0f);
        const F inv_h = S::set1(options.inv_h);
        const LaneSoftness free = lane_softness_of(softness.free, options);
        const LaneSoftness jointed = lane_softness_of(softness.jointed, options);
        const F max_push_velocity = S::set1(-options.push_speed);
        const F over_relaxation = S::set1(options.over_relaxation);
        for (WideContact* block = begin; block != end; ++block) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*block, lane, bodies, a, b);
                const Group g = Geometry::group_of(*block, lane, bodies);
                const LaneSoftness s =
                    block->has_jointed ? select_softness(*block, lane, free, jointed) : free;
                // Raises the push limit by this fraction of the velocity change that the contact's impulse
                // causes.
                const F push_by_load = S::load(block->push_by_load + lane);
                Target targets[2];
                for (int i = 0; i < block->points; ++i) {
                    const WidePoint& point = block->point[i];
                    const F gap = separation(g, *block, i, lane, bodies);
                    const M apart = S::less(zero, gap);
                    const F mass = S::load(point.normal_mass + lane);
                    const F soft_mass = mass * s.mass_scale;
                    const F bias = S::max(s.bias_rate * gap, s.deep_rate * gap - s.bend);
                    // In each pass, a soft row gives up impulse_scale · accumulated (the impulse leak). The
                    // push limit applies to the spring minus this leak, so that a resting weight is carried
                    // with any limit.
                    const F accumulated = S::load(point.normal_impulse + lane);
                    const F spring = soft_mass * bias + s.impulse_scale * accumulated;
                    const F limit = soft_mass * max_push_velocity - push_by_load * accumulated;
                    targets[i] = {S::select(apart, mass, soft_mass),
                                  S::select(apart, mass * (gap * inv_h), S::max(spring, limit)),
                                  S::select(apart, one, over_relaxation)};
                }
                solve_normals(g, *block, lane, targets, a, b, [](WidePoint&, F) {});
                Bodies::store(*block, lane, bodies, a, b);
            }
        }
    }

    /// Solves friction, and normals as rigid constraints that do not push overlap out: removes the velocity
    /// Solves friction, and normals as rigid constraints that do not push overlap out: removes the velocity
    /// that the springs added. Ends the sub-step: its impulses are final.
    static void relax(WideContact* begin, WideContact* end, const SolverBodies& bodies,
                      const SubstepOptions& options) {
        const F zero = S::set1(0.0f);
        const F one = S::set1(1.0f);
        const F inv_h = S::set1(options.inv_h);
        const F over_relaxation = S::set1(options.over_relaxation);
        for (WideContact* block = begin; block != end; ++block) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*block, lane, bodies, a, b);
                const Group g = Geometry::group_of(*block, lane, bodies);
                if (block->following != nullptr) Geometry::move_levers(*block, lane, bodies);
                Target targets[2];
                for (int i = 0; i < block->points; ++i) {
                    const WidePoint& point = block->point[i];
                    const F gap = separation(g, *block, i, lane, bodies);
                    const F mass = S::load(point.normal_mass + lane);
                    targets[i] = {mass, mass * (S::max(gap, zero) * inv_h),
                                  S::select(S::less(zero, gap), one, over_relaxation)};
                }
                F limiting[2] = {zero, zero};
                for (int i = 0; i < block->points; ++i)
                    limiting[i] = limiting_impulse(g, block->point[i], lane, targets[i], a, b);
                if (block->has_rolling) solve_rolling(g, *block, lane, limiting[0] + limiting[1], a, b);
                for (int i = 0; i < block->points; ++i)
                    solve_friction(g, *block, block->point[i], lane, limiting[i], a, b);
                solve_normals(g, *block, lane, targets, a, b, [lane](WidePoint& point, F new_impulse) {
                    S::store(point.total_normal_impulse + lane,
                             S::load(point.total_normal_impulse + lane) + new_impulse);
                });
                Bodies::store(*block, lane, bodies, a, b);
            }
        }
    }
};

}  // namespace toibox::soft_step
