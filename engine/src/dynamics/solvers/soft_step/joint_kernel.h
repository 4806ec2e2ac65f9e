// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/lane_bodies.h"

namespace toibox::soft_step {

/// Joint rows of the soft step that act at points, as many at a time as S has lanes. `HasLock`: for blocks
/// with a rotation lock in some lane. Lever arms and axes rotate with the bodies from sub-step to sub-step. A
/// rigid row is solved as a stiff spring of the solver and then relaxed, like a contact. A spring uses the
/// error at the start of the sub-step in every pass: with the error at its end, the force would be that of
/// the next sub-step, and it would be damped twice. Source: E. Catto, "Modeling and Solving Constraints", GDC
/// 2009; "Soft Constraints", GDC 2011.
template <class S, bool HasLock>
struct JointKernelVariant {
    using F = typename S::F;
    using M = typename S::M;

    using Bodies = LaneBodies<S>;
    using Velocity = typename Bodies::Velocity;
    using Moved = typename Bodies::Moved;
    struct Vec {
        F x, y;
    };
    /// Inverse masses and inertias.
    struct Masses {
        F mass_a_x, mass_a_y, inertia_a, mass_b_x, mass_b_y, inertia_b;
    };

    static F one() { return S::set1(1.0f); }
    static F zero() { return S::set1(0.0f); }
    template <class Block>
    static Masses masses_of(const Block& block, int at) {
        return {S::load(block.inv_mass_a_x + at),  S::load(block.inv_mass_a_y + at),
                S::load(block.inv_inertia_a + at), S::load(block.inv_mass_b_x + at),
                S::load(block.inv_mass_b_y + at),  S::load(block.inv_inertia_b + at)};
    }
    static Vec rotated(const Moved& m, F x, F y) { return {m.c * x - m.s * y, m.s * x + m.c * y}; }

    /// Lever arms and the vector from anchor to anchor, at the current poses.
    struct Levers {
        Vec a, b, offset;
    };
    template <class Block>
    static Levers levers_of(const Block& block, int at, const Moved& a, const Moved& b) {
        const F ax = S::load(block.r_a_x + at);
        const F ay = S::load(block.r_a_y + at);
        const F bx = S::load(block.r_b_x + at);
        const F by = S::load(block.r_b_y + at);
        Levers l;
        l.a = rotated(a, ax, ay);
        l.b = rotated(b, bx, by);
        l.offset.x = S::load(block.offset_x + at) + ((b.x - a.x) + ((l.b.x - bx) - (l.a.x - ax)));
        l.offset.y = S::load(block.offset_y + at) + ((b.y - a.y) + ((l.b.y - by) - (l.a.y - ay)));
        return l;
    }

    static F cross(const Vec& r, F x, F y) { return r.x * y - r.y * x; }
    /// Replaces the lever arms by those of an impulse that rotates both bodies alike, where a rotation lock
    /// holds. Precise even if both lever arms are long: nothing else is subtracted.
    template <class Block>
    static void apply_rotation_lock(const Block& block, int at, Vec& a, Vec& b) {
        if constexpr (HasLock) {
            const Vec difference{a.x - b.x, a.y - b.y};
            const F share_a = S::load(block.share_a + at);
            const F share_b = S::load(block.share_b + at);
            const M is_locked = S::less(zero(), share_a + share_b);
            a = {S::select(is_locked, share_a * difference.x, a.x),
                 S::select(is_locked, share_a * difference.y, a.y)};
            b = {S::select(is_locked, zero() - share_b * difference.x, b.x),
                 S::select(is_locked, zero() - share_b * difference.y, b.y)};
        }
    }
    /// Applies an impulse to B and its opposite to A, with the angular impulses on both.
    static void apply_impulse(const Masses& m, F x, F y, F angular_a, F angular_b, Velocity& a, Velocity& b) {
        a.x = a.x - m.mass_a_x * x;
        a.y = a.y - m.mass_a_y * y;
        a.angular = a.angular - m.inertia_a * angular_a;
        b.x = b.x + m.mass_b_x * x;
        b.y = b.y + m.mass_b_y * y;
        b.angular = b.angular + m.inertia_b * angular_b;
    }

    // ---- Points

    static void apply_point_impulse(const Masses& m, const Vec& r_a, const Vec& r_b, F x, F y, Velocity& a,
                                    Velocity& b) {
        apply_impulse(m, x, y, cross(r_a, x, y), cross(r_b, x, y), a, b);
    }
    static void warm_start_points(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies) {
        for (WidePointRow* row = begin; row != end; ++row) {
            for (int at = 0; at < block_lanes; at += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, at, bodies, a, b);
                Levers l = levers_of(*row, at, Bodies::moved_of(bodies.moved, row->body_a + at),
                                     Bodies::moved_of(bodies.moved, row->body_b + at));
                apply_rotation_lock(*row, at, l.a, l.b);
                apply_point_impulse(masses_of(*row, at), l.a, l.b, S::load(row->impulse_x + at),
                                    S::load(row->impulse_y + at), a, b);
                Bodies::store(*row, at, bodies, a, b);
            }
        }
    }
    /// 1 / x, or zero where x is not positive.
    static F reciprocal(F x) {
        const M positive = S::less(zero(), x);
        return S::select(positive, one() / S::select(positive, x, one()), zero());
    }
    /// Inverse mass along an axis. If it is the same along x and y, it is not multiplied by the axis, whose
    /// length is not exactly 1.
    static F mass_along(const Vec& axis, F x, F y) {
        return S::select(S::equal(x, y), x, x * (axis.x * axis.x) + y * (axis.y * axis.y));
    }
    /// Inverse of K + gamma; zero where nothing moves.
    struct Inverse {
        F xx, xy, yy;
    };
    static Inverse inverse_of(const Masses& m, const Levers& l, F gamma) {
        const F xx =
            (m.mass_a_x + m.mass_b_x + gamma) + m.inertia_a * (l.a.y * l.a.y) + m.inertia_b * (l.b.y * l.b.y);
        const F xy = zero() - m.inertia_a * (l.a.x * l.a.y) - m.inertia_b * (l.b.x * l.b.y);
        const F yy =
            (m.mass_a_y + m.mass_b_y + gamma) + m.inertia_a * (l.a.x * l.a.x) + m.inertia_b * (l.b.x * l.b.x);
        const F det = xx * yy - xy * xy;
        const M is_regular = S::less(zero(), det);
        const F inv_det = S::select(is_regular, one() / S::select(is_regular, det, one()), zero());
        // Where both bodies are locked along one axis, the other one is still solved.
        return {S::select(is_regular, yy * inv_det, reciprocal(xx)), zero() - xy * inv_det,
                S::select(is_regular, xx * inv_det, reciprocal(yy))};
    }
    /// Softness of rigid rows in this pass.
    struct PointPass {
        F soft_rate, soft_mass, soft_impulse;
        bool relaxes;
    };
    static PointPass pass_of(const Softness& softness) {
        return {S::set1(softness.bias_rate), S::set1(softness.mass_scale), S::set1(softness.impulse_scale),
                softness.ends_substep};
    }
    /// `other_impulse`: the part of the impulse that another row put on the point; it is not softened.
    static void solve_point(WidePointRow& row, int at, const Masses& m, const Levers& l,
                            const Vec& other_impulse, const PointPass& pass, Velocity& a, Velocity& b) {
        const M rigid = S::less(zero(), S::load(row.rigid + at));
        const F gamma = S::load(row.gamma + at);
        const F rate = S::select(rigid, pass.soft_rate, S::load(row.bias_rate + at));
        const F mass_scale = S::select(rigid, pass.soft_mass, one());
        const F impulse_scale = S::select(rigid, pass.soft_impulse, zero());
        const F old_x = S::load(row.impulse_x + at);
        const F old_y = S::load(row.impulse_y + at);
        const F v_x = (b.x - b.angular * l.b.y) - (a.x - a.angular * l.a.y);
        const F v_y = (b.y + b.angular * l.b.x) - (a.y + a.angular * l.a.x);
        const Vec offset = pass.relaxes
                               ? Vec{S::load(row.substep_offset_x + at), S::load(row.substep_offset_y + at)}
                               : l.offset;
        if (!pass.relaxes) {
            S::store(row.substep_offset_x + at, offset.x);
            S::store(row.substep_offset_y + at, offset.y);
        }
        const F e_x = v_x + gamma * old_x + (rate * offset.x - S::load(row.velocity_x + at));
        const F e_y = v_y + gamma * old_y + (rate * offset.y - S::load(row.velocity_y + at));
        const Inverse k = inverse_of(m, l, gamma);
        F x = old_x - (mass_scale * (k.xx * e_x + k.xy * e_y) + impulse_scale * (old_x - other_impulse.x));
        F y = old_y - (mass_scale * (k.xy * e_x + k.yy * e_y) + impulse_scale * (old_y - other_impulse.y));
        const F max_impulse = S::load(row.max_impulse + at);
        const F size = S::sqrt(x * x + y * y);
        const M exceeds = S::less(max_impulse, size);
        const F scale = S::select(exceeds, max_impulse / S::select(exceeds, size, one()), one());
        x = scale * x;
        y = scale * y;
        S::store(row.impulse_x + at, x);
        S::store(row.impulse_y + at, y);
        apply_point_impulse(m, l.a, l.b, x - old_x, y - old_y, a, b);
    }
    static void accumulate_point(WidePointRow& row, int at) {
        S::store(row.total_impulse_x + at, S::load(row.total_impulse_x + at) + S::load(row.impulse_x + at));
        S::store(row.total_impulse_y + at, S::load(row.total_impulse_y + at) + S::load(row.impulse_y + at));
    }
    static void solve_points(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies,
                             const Softness& softness) {
        const PointPass pass = pass_of(softness);
        for (WidePointRow* row = begin; row != end; ++row) {
            for (int at = 0; at < block_lanes; at += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, at, bodies, a, b);
                Levers l = levers_of(*row, at, Bodies::moved_of(bodies.moved, row->body_a + at),
                                     Bodies::moved_of(bodies.moved, row->body_b + at));
                apply_rotation_lock(*row, at, l.a, l.b);
                solve_point(*row, at, masses_of(*row, at), l, {zero(), zero()}, pass, a, b);
                if (softness.ends_substep) accumulate_point(*row, at);
                Bodies::store(*row, at, bodies, a, b);
            }
        }
    }

    // ---- Scalars

    /// A row at the current poses.
    struct Placed {
        Vec axis;
        F angular_a, angular_b;  ///< Angular impulses of a unit impulse along the axis.
        F error;
    };
    static Placed placed(const WideScalarRow& row, int at, const Moved& a, const Moved& b) {
        const M is_along = S::less(zero(), S::load(row.along + at));
        Levers l = levers_of(row, at, a, b);
        const F x = S::load(row.axis_x + at);
        const F y = S::load(row.axis_y + at);
        Vec axis = rotated(a, x, y);
        const F distance = S::sqrt(l.offset.x * l.offset.x + l.offset.y * l.offset.y);
        const M has_length = S::less(zero(), distance);
        const F inv_distance = one() / S::select(has_length, distance, one());
        axis.x = S::select(is_along, S::select(has_length, inv_distance * l.offset.x, x), axis.x);
        axis.y = S::select(is_along, S::select(has_length, inv_distance * l.offset.y, y), axis.y);
        l.a = {l.a.x + l.offset.x, l.a.y + l.offset.y};
        apply_rotation_lock(row, at, l.a, l.b);
        Placed p;
        p.axis = axis;
        p.angular_a = cross(l.a, axis.x, axis.y);
        p.angular_b = cross(l.b, axis.x, axis.y);
        const F along = axis.x * l.offset.x + axis.y * l.offset.y;
        p.error = along - S::load(row.rest + at);
        return p;
    }
    static void apply_scalar_impulse(const Masses& m, const Placed& p, F impulse, Velocity& a, Velocity& b) {
        apply_impulse(m, impulse * p.axis.x, impulse * p.axis.y, impulse * p.angular_a, impulse * p.angular_b,
                      a, b);
    }
    static void warm_start_scalars(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies) {
        for (WideScalarRow* row = begin; row != end; ++row) {
            for (int at = 0; at < block_lanes; at += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, at, bodies, a, b);
                const Moved moved_a = Bodies::moved_of(bodies.moved, row->body_a + at);
                const Moved moved_b = Bodies::moved_of(bodies.moved, row->body_b + at);
                const Placed p = placed(*row, at, moved_a, moved_b);
                apply_scalar_impulse(masses_of(*row, at), p, S::load(row->impulse + at), a, b);
                Bodies::store(*row, at, bodies, a, b);
            }
        }
    }
    /// State of a motor and the limits of its coordinate. Where the motor would reach a limit within the
    /// sub-step, or is past it, the two become one soft row that holds the coordinate at the limit
    /// (SubstepOptions::driven), bounded by the motor's maximum impulse towards the limit and unbounded away
    /// from it. So no limit yields to its own motor. While the motor is saturated, the coordinate is still
    /// moving, and the last pass of a sub-step leaves the row unchanged. Rejected: a motor whose target speed
    /// closes the gap; without a leak, such a row is an integrator in a loop, and chains of strong motors
    /// whip at 1000 rad/s.
    struct LimitState {
        M is_free;    ///< Limit not reached: may be approached by its gap within the sub-step, but no faster.
        M is_driven;  ///< Limit that the motor drives against.
        M is_saturated;  ///< Driven limit that is not reached yet, with the motor at its maximum impulse.
        F min_impulse, max_impulse;
    };
    static LimitState limit_state_of(const WideScalarRow& row, int at, F error, F inv_h) {
        const F side = S::load(row.limit + at);
        const F speed = S::load(row.speed + at);
        const F drive = S::load(row.drive_impulse + at);
        const F gap = side * error;
        const M inside = S::less(zero(), gap);
        const F towards = zero() - side * speed;
        const M is_driven = S::mask_and(S::less(zero(), drive), S::less(inv_h * gap, towards));
        const F upper_gap = S::load(row.upper_stop + at) - error;
        const F lower_gap = error - S::load(row.lower_stop + at);
        const M is_stopped =
            S::mask_or(S::less(inv_h * upper_gap, speed), S::less(inv_h * lower_gap, zero() - speed));
        const M drives_up = S::mask_and(is_driven, S::less(side, zero()));
        const M drives_down = S::mask_and(is_driven, S::less(zero(), side));
        const F min_impulse = S::select(drives_down, zero() - drive, S::load(row.lower_impulse + at));
        const F max_impulse = S::select(drives_up, drive, S::load(row.upper_impulse + at));
        const F given = zero() - side * S::load(row.impulse + at);
        return {S::mask_andnot(is_driven, inside), is_driven,
                S::mask_and(S::mask_and(is_driven, inside), S::less_equal(drive, given)),
                S::select(is_stopped, zero(), min_impulse), S::select(is_stopped, zero(), max_impulse)};
    }
    static void solve_scalars(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies,
                              const Softness& softness, const SubstepOptions& options) {
        const F soft_rate = S::set1(softness.bias_rate);
        const F soft_mass = S::set1(softness.mass_scale);
        const F soft_impulse = S::set1(softness.impulse_scale);
        const F inv_h = S::set1(options.inv_h);
        const Softness& driven = softness.ends_substep ? softness : options.driven;
        const F driven_rate = S::set1(driven.bias_rate);
        const F driven_mass = S::set1(driven.mass_scale);
        const F driven_impulse = S::set1(driven.impulse_scale);
        for (WideScalarRow* row = begin; row != end; ++row) {
            for (int at = 0; at < block_lanes; at += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, at, bodies, a, b);
                const Masses m = masses_of(*row, at);
                const Placed p = placed(*row, at, Bodies::moved_of(bodies.moved, row->body_a + at),
                                        Bodies::moved_of(bodies.moved, row->body_b + at));
                const M rigid = S::less(zero(), S::load(row->rigid + at));
                const LimitState state = limit_state_of(*row, at, p.error, inv_h);
                const F gamma = S::load(row->gamma + at);
                const F spring_error = softness.ends_substep ? S::load(row->substep_error + at) : p.error;
                const F spring_bias = S::load(row->bias_rate + at) * spring_error - S::load(row->speed + at);
                const F rate = S::select(state.is_driven, driven_rate, soft_rate);
                const F rigid_bias = S::select(state.is_free, inv_h, rate) * p.error;
                const M is_softened = S::mask_andnot(state.is_free, rigid);
                const F scaled_mass = S::select(state.is_driven, driven_mass, soft_mass);
                const F scaled_impulse = S::select(state.is_driven, driven_impulse, soft_impulse);
                const F mass_scale = S::select(is_softened, scaled_mass, one());
                const F impulse_scale = S::select(is_softened, scaled_impulse, zero());
                const F old = S::load(row->impulse + at);
                const F velocity = ((b.x - a.x) * p.axis.x + (b.y - a.y) * p.axis.y) +
                                   (b.angular * p.angular_b - a.angular * p.angular_a);
                const F k = mass_along(p.axis, m.mass_a_x, m.mass_a_y) +
                            mass_along(p.axis, m.mass_b_x, m.mass_b_y) +
                            m.inertia_a * (p.angular_a * p.angular_a) +
                            m.inertia_b * (p.angular_b * p.angular_b) + gamma;
                const M is_movable = S::less(zero(), k);
                const F inv_k = S::select(is_movable, one() / S::select(is_movable, k, one()), zero());
                F error = velocity + gamma * old + S::select(rigid, rigid_bias, spring_bias);
                if (softness.ends_substep) error = S::select(state.is_saturated, zero(), error);
                const F unclamped = old - (mass_scale * (inv_k * error) + impulse_scale * old);
                const F new_impulse = S::max(S::min(unclamped, state.max_impulse), state.min_impulse);
                S::store(row->impulse + at, new_impulse);
                if (softness.ends_substep) {
                    S::store(row->total_impulse + at, S::load(row->total_impulse + at) + new_impulse);
                } else {
                    S::store(row->substep_error + at, p.error);
                }
                apply_scalar_impulse(m, p, new_impulse - old, a, b);
                Bodies::store(*row, at, bodies, a, b);
            }
        }
    }
};

/// Dispatches each block to the variant that it needs. Blocks do not depend on the number of lanes, so
/// neither do the results.
template <class S>
struct JointKernel {
    using Plain = JointKernelVariant<S, false>;
    using Locked = JointKernelVariant<S, true>;

    /// End of the run of blocks that need the same variant as the first.
    template <class Block>
    static Block* end_of_run(Block* begin, Block* end) {
        Block* row = begin + 1;
        while (row != end && row->has_lock == begin->has_lock)
            ++row;
        return row;
    }
    /// Calls solve(variant, from, to) with each run of blocks that need the same variant.
    template <class Block, class Solve>
    static void for_each_run(Block* begin, Block* end, Solve&& solve) {
        while (begin != end) {
            Block* next = end_of_run(begin, end);
            if (begin->has_lock != 0) {
                solve(Locked{}, begin, next);
            } else {
                solve(Plain{}, begin, next);
            }
            begin = next;
        }
    }
    static void warm_start_points(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies) {
        for_each_run(begin, end, [&](auto variant, WidePointRow* from, WidePointRow* to) {
            variant.warm_start_points(from, to, bodies);
        });
    }
    static void warm_start_scalars(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies) {
        for_each_run(begin, end, [&](auto variant, WideScalarRow* from, WideScalarRow* to) {
            variant.warm_start_scalars(from, to, bodies);
        });
    }
    static void solve_points(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies,
                             const Softness& softness) {
        for_each_run(begin, end, [&](auto variant, WidePointRow* from, WidePointRow* to) {
            variant.solve_points(from, to, bodies, softness);
        });
    }
    static void solve_scalars(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies,
                              const Softness& softness, const SubstepOptions& options) {
        for_each_run(begin, end, [&](auto variant, WideScalarRow* from, WideScalarRow* to) {
            variant.solve_scalars(from, to, bodies, softness, options);
        });
    }
};

}  // namespace toibox::soft_step
