// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/lane_bodies.h"

namespace toibox::soft_step {

/// Solves the joint rows of the soft step that act at points, as many at a time as S has lanes. `HasLock`:
/// for blocks with a rotation lock in some lane. Levers and axes rotate with the bodies from sub-step to
/// sub-step. A rigid row is solved as a stiff spring of the solver and then relaxed, like a contact. The
/// spring of a soft row uses the error at the start of the sub-step in both passes; with the error at the
/// end, relaxation would compute the force of the next sub-step, and the spring would be damped twice.
/// Source: E. Catto, "Modeling and Solving Constraints", GDC 2009; "Soft Constraints", GDC 2011.
template <class S, bool HasLock>
struct JointKernelVariant {
    using F = typename S::F;
    using M = typename S::M;

    using Bodies = LaneBodies<S>;
    using Velocity = typename Bodies::Velocity;
    using Displacement = typename Bodies::Displacement;
    struct Vec {
        F x, y;
    };
    struct InverseMasses {
        F inv_mass_a_x, inv_mass_a_y, inv_inertia_a, inv_mass_b_x, inv_mass_b_y, inv_inertia_b;
    };

    static F one() { return S::set1(1.0f); }
    static F zero() { return S::set1(0.0f); }
    template <class Block>
    static InverseMasses inv_masses_of(const Block& block, int lane) {
        return {S::load(block.inv_mass_a_x + lane),  S::load(block.inv_mass_a_y + lane),
                S::load(block.inv_inertia_a + lane), S::load(block.inv_mass_b_x + lane),
                S::load(block.inv_mass_b_y + lane),  S::load(block.inv_inertia_b + lane)};
    }
    static Vec rotated(const Displacement& d, F x, F y) { return {d.c * x - d.s * y, d.s * x + d.c * y}; }

    /// Levers, and the vector from A's anchor to B's anchor, at the current poses.
    struct Levers {
        Vec a, b, offset;
    };
    template <class Block>
    static Levers levers_of(const Block& block, int lane, const Displacement& a, const Displacement& b) {
        const F ax = S::load(block.r_a_x + lane);
        const F ay = S::load(block.r_a_y + lane);
        const F bx = S::load(block.r_b_x + lane);
        const F by = S::load(block.r_b_y + lane);
        Levers l;
        l.a = rotated(a, ax, ay);
        l.b = rotated(b, bx, by);
        l.offset.x = S::load(block.offset_x + lane) + ((b.x - a.x) + ((l.b.x - bx) - (l.a.x - ax)));
        l.offset.y = S::load(block.offset_y + lane) + ((b.y - a.y) + ((l.b.y - by) - (l.a.y - ay)));
        return l;
    }

    static F cross(const Vec& r, F x, F y) { return r.x * y - r.y * x; }
    /// In lanes with a rotation lock, replaces the levers by the levers of an impulse that rotates both
    /// bodies alike (fold_rotation_lock). Accurate even if both levers are long, because only their
    /// difference is used.
    template <class Block>
    static void apply_rotation_lock(const Block& block, int lane, Vec& a, Vec& b) {
        if constexpr (HasLock) {
            const Vec difference{a.x - b.x, a.y - b.y};
            const F lever_fraction_a = S::load(block.lever_fraction_a + lane);
            const F lever_fraction_b = S::load(block.lever_fraction_b + lane);
            const M is_locked = S::less(zero(), lever_fraction_a + lever_fraction_b);
            a = {S::select(is_locked, lever_fraction_a * difference.x, a.x),
                 S::select(is_locked, lever_fraction_a * difference.y, a.y)};
            b = {S::select(is_locked, zero() - lever_fraction_b * difference.x, b.x),
                 S::select(is_locked, zero() - lever_fraction_b * difference.y, b.y)};
        }
    }
    /// Applies an impulse to B and its opposite to A, with the given angular impulses.
    static void apply_impulse(const InverseMasses& m, F x, F y, F angular_a, F angular_b, Velocity& a,
                              Velocity& b) {
        a.x = a.x - m.inv_mass_a_x * x;
        a.y = a.y - m.inv_mass_a_y * y;
        a.angular = a.angular - m.inv_inertia_a * angular_a;
        b.x = b.x + m.inv_mass_b_x * x;
        b.y = b.y + m.inv_mass_b_y * y;
        b.angular = b.angular + m.inv_inertia_b * angular_b;
    }

    // ---- Points

    static void apply_point_impulse(const InverseMasses& m, const Vec& r_a, const Vec& r_b, F x, F y,
                                    Velocity& a, Velocity& b) {
        apply_impulse(m, x, y, cross(r_a, x, y), cross(r_b, x, y), a, b);
    }
    static void warm_start_points(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies) {
        for (WidePointRow* row = begin; row != end; ++row) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, lane, bodies, a, b);
                Levers l =
                    levers_of(*row, lane, Bodies::displacement_of(bodies.displacement, row->body_a + lane),
                              Bodies::displacement_of(bodies.displacement, row->body_b + lane));
                apply_rotation_lock(*row, lane, l.a, l.b);
                apply_point_impulse(inv_masses_of(*row, lane), l.a, l.b, S::load(row->impulse_x + lane),
                                    S::load(row->impulse_y + lane), a, b);
                Bodies::store(*row, lane, bodies, a, b);
            }
        }
    }
    /// 1 / x, or 0 if x is not positive.
    static F reciprocal(F x) {
        const M positive = S::less(zero(), x);
        return S::select(positive, one() / S::select(positive, x, one()), zero());
    }
    /// Inverse mass along an axis. If the inverse masses along x and y are equal, the axis is not used,
    /// because its length is not exactly 1.
    static F inv_mass_along(const Vec& axis, F x, F y) {
        return S::select(S::equal(x, y), x, x * (axis.x * axis.x) + y * (axis.y * axis.y));
    }
    /// Inverse of K + gamma; 0 if the bodies cannot move.
    struct Inverse {
        F xx, xy, yy;
    };
    static Inverse inverse_of(const InverseMasses& m, const Levers& l, F gamma) {
        const F xx = (m.inv_mass_a_x + m.inv_mass_b_x + gamma) + m.inv_inertia_a * (l.a.y * l.a.y) +
                     m.inv_inertia_b * (l.b.y * l.b.y);
        const F xy = zero() - m.inv_inertia_a * (l.a.x * l.a.y) - m.inv_inertia_b * (l.b.x * l.b.y);
        const F yy = (m.inv_mass_a_y + m.inv_mass_b_y + gamma) + m.inv_inertia_a * (l.a.x * l.a.x) +
                     m.inv_inertia_b * (l.b.x * l.b.x);
        const F det = xx * yy - xy * xy;
        const M is_regular = S::less(zero(), det);
        const F inv_det = S::select(is_regular, one() / S::select(is_regular, det, one()), zero());
        // If both bodies are locked along one axis, the other axis is still solved.
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
    /// `other_impulse`: the part of the impulse that other rows of the joint added; softness does not apply
    /// to this part.
    static void solve_point(WidePointRow& row, int lane, const InverseMasses& m, const Levers& l,
                            const Vec& other_impulse, const PointPass& pass, Velocity& a, Velocity& b) {
        const M rigid = S::less(zero(), S::load(row.rigid + lane));
        const F gamma = S::load(row.gamma + lane);
        const F rate = S::select(rigid, pass.soft_rate, S::load(row.bias_rate + lane));
        const F mass_scale = S::select(rigid, pass.soft_mass, one());
        const F impulse_scale = S::select(rigid, pass.soft_impulse, zero());
        const F old_x = S::load(row.impulse_x + lane);
        const F old_y = S::load(row.impulse_y + lane);
        const F v_x = (b.x - b.angular * l.b.y) - (a.x - a.angular * l.a.y);
        const F v_y = (b.y + b.angular * l.b.x) - (a.y + a.angular * l.a.x);
        const Vec offset =
            pass.relaxes ? Vec{S::load(row.substep_offset_x + lane), S::load(row.substep_offset_y + lane)}
                         : l.offset;
        if (!pass.relaxes) {
            S::store(row.substep_offset_x + lane, offset.x);
            S::store(row.substep_offset_y + lane, offset.y);
        }
        const F e_x = v_x + gamma * old_x + (rate * offset.x - S::load(row.velocity_x + lane));
        const F e_y = v_y + gamma * old_y + (rate * offset.y - S::load(row.velocity_y + lane));
        const Inverse k = inverse_of(m, l, gamma);
        F x = old_x - (mass_scale * (k.xx * e_x + k.xy * e_y) + impulse_scale * (old_x - other_impulse.x));
        F y = old_y - (mass_scale * (k.xy * e_x + k.yy * e_y) + impulse_scale * (old_y - other_impulse.y));
        const F max_impulse = S::load(row.max_impulse + lane);
        const F size = S::sqrt(x * x + y * y);
        const M exceeds = S::less(max_impulse, size);
        const F scale = S::select(exceeds, max_impulse / S::select(exceeds, size, one()), one());
        x = scale * x;
        y = scale * y;
        S::store(row.impulse_x + lane, x);
        S::store(row.impulse_y + lane, y);
        apply_point_impulse(m, l.a, l.b, x - old_x, y - old_y, a, b);
    }
    static void accumulate_point(WidePointRow& row, int lane) {
        S::store(row.total_impulse_x + lane,
                 S::load(row.total_impulse_x + lane) + S::load(row.impulse_x + lane));
        S::store(row.total_impulse_y + lane,
                 S::load(row.total_impulse_y + lane) + S::load(row.impulse_y + lane));
    }
    static void solve_points(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies,
                             const Softness& softness) {
        const PointPass pass = pass_of(softness);
        for (WidePointRow* row = begin; row != end; ++row) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, lane, bodies, a, b);
                Levers l =
                    levers_of(*row, lane, Bodies::displacement_of(bodies.displacement, row->body_a + lane),
                              Bodies::displacement_of(bodies.displacement, row->body_b + lane));
                apply_rotation_lock(*row, lane, l.a, l.b);
                solve_point(*row, lane, inv_masses_of(*row, lane), l, {zero(), zero()}, pass, a, b);
                if (softness.ends_substep) accumulate_point(*row, lane);
                Bodies::store(*row, lane, bodies, a, b);
            }
        }
    }

    // ---- Scalars

    /// A row evaluated at the current poses.
    struct EvaluatedRow {
        Vec axis;
        F angular_a, angular_b;  ///< Angular impulses of a unit impulse along the axis.
        F error;
    };
    static EvaluatedRow evaluate(const WideScalarRow& row, int lane, const Displacement& a,
                                 const Displacement& b) {
        const M is_along = S::less(zero(), S::load(row.along + lane));
        Levers l = levers_of(row, lane, a, b);
        const F x = S::load(row.axis_x + lane);
        const F y = S::load(row.axis_y + lane);
        Vec axis = rotated(a, x, y);
        const F distance = S::sqrt(l.offset.x * l.offset.x + l.offset.y * l.offset.y);
        const M has_length = S::less(zero(), distance);
        const F inv_distance = one() / S::select(has_length, distance, one());
        axis.x = S::select(is_along, S::select(has_length, inv_distance * l.offset.x, x), axis.x);
        axis.y = S::select(is_along, S::select(has_length, inv_distance * l.offset.y, y), axis.y);
        l.a = {l.a.x + l.offset.x, l.a.y + l.offset.y};
        apply_rotation_lock(row, lane, l.a, l.b);
        EvaluatedRow p;
        p.axis = axis;
        p.angular_a = cross(l.a, axis.x, axis.y);
        p.angular_b = cross(l.b, axis.x, axis.y);
        const F along = axis.x * l.offset.x + axis.y * l.offset.y;
        p.error = along - S::load(row.rest + lane);
        return p;
    }
    static void apply_scalar_impulse(const InverseMasses& m, const EvaluatedRow& p, F impulse, Velocity& a,
                                     Velocity& b) {
        apply_impulse(m, impulse * p.axis.x, impulse * p.axis.y, impulse * p.angular_a, impulse * p.angular_b,
                      a, b);
    }
    static void warm_start_scalars(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies) {
        for (WideScalarRow* row = begin; row != end; ++row) {
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, lane, bodies, a, b);
                const Displacement displacement_a =
                    Bodies::displacement_of(bodies.displacement, row->body_a + lane);
                const Displacement displacement_b =
                    Bodies::displacement_of(bodies.displacement, row->body_b + lane);
                const EvaluatedRow p = evaluate(*row, lane, displacement_a, displacement_b);
                apply_scalar_impulse(inv_masses_of(*row, lane), p, S::load(row->impulse + lane), a, b);
                Bodies::store(*row, lane, bodies, a, b);
            }
        }
    }
    /// State of a motor and the limits of the same coordinate. If the motor would reach a limit within the
    /// sub-step, or has passed it, motor and limit become one soft row that holds the coordinate at the limit
    /// (SubstepOptions::driven). Its impulse is bounded by the motor's maximum towards the limit, and
    /// unbounded away from the limit. So no limit yields to the motor of its coordinate. While the motor is
    /// saturated, the coordinate is still moving, and the last pass of a sub-step does not change the row.
    /// Rejected alternative: a motor whose target speed closes the gap; without a leak, such a row acts as an
    /// integrator in a feedback loop, and chains of strong motors whip around at 1000 rad/s.
    struct LimitState {
        M is_free;       ///< Limit not reached: the coordinate may at most close the gap within the sub-step.
        M is_driven;     ///< Limit that the motor drives against.
        M is_saturated;  ///< Driven limit that is not reached yet, with the motor at its maximum impulse.
        F min_impulse, max_impulse;
    };
    static LimitState limit_state_of(const WideScalarRow& row, int lane, F error, F inv_h) {
        const F side = S::load(row.limit + lane);
        const F speed = S::load(row.speed + lane);
        const F drive = S::load(row.drive_impulse + lane);
        const F gap = side * error;
        const M inside = S::less(zero(), gap);
        const F towards = zero() - side * speed;
        const M is_driven = S::mask_and(S::less(zero(), drive), S::less(inv_h * gap, towards));
        const F upper_gap = S::load(row.upper_stop + lane) - error;
        const F lower_gap = error - S::load(row.lower_stop + lane);
        const M is_stopped =
            S::mask_or(S::less(inv_h * upper_gap, speed), S::less(inv_h * lower_gap, zero() - speed));
        const M drives_up = S::mask_and(is_driven, S::less(side, zero()));
        const M drives_down = S::mask_and(is_driven, S::less(zero(), side));
        const F min_impulse = S::select(drives_down, zero() - drive, S::load(row.lower_impulse + lane));
        const F max_impulse = S::select(drives_up, drive, S::load(row.upper_impulse + lane));
        const F given = zero() - side * S::load(row.impulse + lane);
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
            for (int lane = 0; lane < block_lanes; lane += S::lanes) {
                Velocity a;
                Velocity b;
                Bodies::load(*row, lane, bodies, a, b);
                const InverseMasses m = inv_masses_of(*row, lane);
                const EvaluatedRow p =
                    evaluate(*row, lane, Bodies::displacement_of(bodies.displacement, row->body_a + lane),
                             Bodies::displacement_of(bodies.displacement, row->body_b + lane));
                const M rigid = S::less(zero(), S::load(row->rigid + lane));
                const LimitState state = limit_state_of(*row, lane, p.error, inv_h);
                const F gamma = S::load(row->gamma + lane);
                const F spring_error = softness.ends_substep ? S::load(row->substep_error + lane) : p.error;
                const F spring_bias =
                    S::load(row->bias_rate + lane) * spring_error - S::load(row->speed + lane);
                const F rate = S::select(state.is_driven, driven_rate, soft_rate);
                const F rigid_bias = S::select(state.is_free, inv_h, rate) * p.error;
                const M is_softened = S::mask_andnot(state.is_free, rigid);
                const F scaled_mass = S::select(state.is_driven, driven_mass, soft_mass);
                const F scaled_impulse = S::select(state.is_driven, driven_impulse, soft_impulse);
                const F mass_scale = S::select(is_softened, scaled_mass, one());
                const F impulse_scale = S::select(is_softened, scaled_impulse, zero());
                const F old = S::load(row->impulse + lane);
                const F velocity = ((b.x - a.x) * p.axis.x + (b.y - a.y) * p.axis.y) +
                                   (b.angular * p.angular_b - a.angular * p.angular_a);
                const F k = inv_mass_along(p.axis, m.inv_mass_a_x, m.inv_mass_a_y) +
                            inv_mass_along(p.axis, m.inv_mass_b_x, m.inv_mass_b_y) +
                            m.inv_inertia_a * (p.angular_a * p.angular_a) +
                            m.inv_inertia_b * (p.angular_b * p.angular_b) + gamma;
                const M is_movable = S::less(zero(), k);
                const F inv_k = S::select(is_movable, one() / S::select(is_movable, k, one()), zero());
                F error = velocity + gamma * old + S::select(rigid, rigid_bias, spring_bias);
                if (softness.ends_substep) error = S::select(state.is_saturated, zero(), error);
                const F unclamped = old - (mass_scale * (inv_k * error) + impulse_scale * old);
                const F new_impulse = S::max(S::min(unclamped, state.max_impulse), state.min_impulse);
                S::store(row->impulse + lane, new_impulse);
                if (softness.ends_substep) {
                    S::store(row->total_impulse + lane, S::load(row->total_impulse + lane) + new_impulse);
                } else {
                    S::store(row->substep_error + lane, p.error);
                }
                apply_scalar_impulse(m, p, new_impulse - old, a, b);
                Bodies::store(*row, lane, bodies, a, b);
            }
        }
    }
};

/// Calls the variant that each block needs. Blocks are the same for all instruction sets, so the results are
/// the same, too.
template <class S>
struct JointKernel {
    using Plain = JointKernelVariant<S, false>;
    using Locked = JointKernelVariant<S, true>;

    /// End of the run of blocks that need the same variant as the first block.
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
