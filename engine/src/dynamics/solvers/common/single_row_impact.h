// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/common/row_solution.h"
#include "dynamics/solvers/rows/row_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace toibox {

/// A single row of an impact: one iteration, the work of the row, and the solution without other rows. Most
/// bounces have one row, so this code uses no lists and solves a single point in closed form.

/// Work of the impulses of rows: the kinetic energy that they add to the bodies. On a conveyor belt, the work
/// of friction is relative to the belt, so the work of its drive does not count.
struct Work {
    float done = 0.0f;      ///< J
    float absorbed = 0.0f;  ///< Energy that the points absorb, J.
    float rounding = 0.0f;  ///< Scale of rounding errors: impulses times speeds, J.
    /// Work that rounding may do, J.
    [[nodiscard]] float slack() const {
        return tuning::work_slack * absorbed + tuning::work_rounding * rounding;
    }
    [[nodiscard]] bool is_gain() const { return done > slack(); }
};

inline void add_work(const ContactRow& row, const BodyVelocity& a, const BodyVelocity& b, Work& work) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        const float v_n = normal_velocity(row, point, a, b);
        const float v_t = tangent_velocity(row, point, a, b);
        work.done += 0.5f * point.normal_impulse * (point.approach_normal_velocity + v_n);
        const float slip_before = point.approach_tangent_velocity - row.tangent_speed;
        work.done += 0.5f * point.tangent_impulse * (slip_before + (v_t - row.tangent_speed));
        work.absorbed += std::abs(point.normal_impulse * point.approach_normal_velocity) +
                         std::abs(point.tangent_impulse * slip_before);
        const float speed = std::abs(dot(a.linear, row.normal)) + std::abs(dot(b.linear, row.normal)) +
                            std::abs(a.angular * point.rn_a) + std::abs(b.angular * point.rn_b);
        work.rounding += std::abs(point.normal_impulse) * speed;
    }
    work.done +=
        0.5f * row.rolling.impulse * (row.rolling.approach_angular_velocity + (b.angular - a.angular));
}

/// The largest impulse and the largest change of an impulse in one iteration over rows.
struct ImpulseChange {
    float max_impulse = 0.0f;  ///< N·s
    float max_change = 0.0f;   ///< N·s
    void record(float before, float after) {
        const float change = std::abs(after - before);
        const float impulse = std::abs(after);
        if (change > max_change) max_change = change;
        if (impulse > max_impulse) max_impulse = impulse;
    }
    [[nodiscard]] bool is_converged(float fraction) const { return !(max_change > fraction * max_impulse); }
};

/// Limits of an iterative solution.
struct IterationLimits {
    int iterations = 0;                              ///< Maximum number of iterations.
    float convergence = tuning::impact_convergence;  ///< Converged if no impulse changes by more than this
                                                     ///< fraction of the largest impulse.
};

/// True if the row bounces so little that errors in the bounce are not visible.
inline bool has_low_restitution(const ContactRow& row) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        if (point.rebound_speed > -tuning::low_restitution * point.approach_normal_velocity) return false;
    }
    return true;
}

inline void solve_row_once(ContactRow& row, BodyVelocity& a, BodyVelocity& b, ImpulseChange& change) {
    const std::array before_n{row.points[0].normal_impulse, row.points[1].normal_impulse};
    const std::array before_t{row.points[0].tangent_impulse, row.points[1].tangent_impulse};
    solve_friction(row, a, b);
    solve_normals(row, a, b);
    for (std::uint8_t i = 0; i < row.count; ++i) {
        change.record(before_n[i], row.points[i].normal_impulse);
        change.record(before_t[i], row.points[i].tangent_impulse);
    }
}

/// Sets the target velocities of bouncing points with a fraction of their restitution.
inline void set_target_velocities(ContactRow& row, float fraction) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        ContactRowPoint& point = row.points[i];
        if (point.rebound_speed > 0.0f) point.min_normal_velocity = fraction * point.rebound_speed;
    }
}

/// Solves a row of one point that sticks, or slips in one direction, in closed form, with the same result as
/// iterations. False and without effect in all other cases: two points, rolling resistance, axis locks, or
/// friction that jams. Cost: O(1).
inline bool solve_one_point(ContactRow& row, BodyVelocity& a, BodyVelocity& b) {
    ContactRowPoint& point = row.points[0];
    if (row.count != 1 || row.rolling.resistance > 0.0f || !(point.tangent_mass > 0.0f) ||
        row.inv_mass_a.x != row.inv_mass_a.y || row.inv_mass_b.x != row.inv_mass_b.y)
        return false;
    const float k_nn = point.normal_k;
    const float k_tt = 1.0f / point.tangent_mass;
    const float k_nt =
        row.inv_inertia_a * (point.rn_a * point.rt_a) + row.inv_inertia_b * (point.rn_b * point.rt_b);
    const float old_n = point.normal_impulse;
    const float old_t = point.tangent_impulse;
    // Without the row's impulses: the normal speed that is missing, and the slip that friction must stop.
    const float missing_speed =
        point.min_normal_velocity - (normal_velocity(row, point, a, b) - (k_nn * old_n + k_nt * old_t));
    const float slip = tangent_velocity(row, point, a, b) - row.tangent_speed - (k_nt * old_n + k_tt * old_t);
    float normal = 0.0f;
    float tangent = 0.0f;
    if (missing_speed > 0.0f) {
        const float det = k_nn * k_tt - k_nt * k_nt;
        const float stuck_n = missing_speed * k_tt + slip * k_nt;
        const float stuck_t = -(slip * k_nn + missing_speed * k_nt);
        if (!(std::abs(stuck_t) > row.friction * stuck_n) &&
            det * tuning::max_block_condition > k_nn * k_tt) {
            normal = stuck_n / det;
            tangent = stuck_t / det;
        } else {
            const float friction = stuck_t < 0.0f ? -row.friction : row.friction;
            const float k = k_nn + friction * k_nt;
            if (!(k > 0.0f)) return false;
            normal = missing_speed / k;
            tangent = friction * normal;
            if ((slip + k_nt * normal + k_tt * tangent) * friction > 0.0f) return false;
        }
    }
    const float change_n = normal - old_n;
    const float change_t = tangent - old_t;
    point.normal_impulse = normal;
    point.tangent_impulse = tangent;
    const Vec2 impulse = change_n * row.normal + change_t * right_perp(row.normal);
    a.linear -= row.inv_mass_a.x * impulse;
    a.angular -= row.inv_inertia_a * (change_n * point.rn_a + change_t * point.rt_a);
    b.linear += row.inv_mass_b.x * impulse;
    b.angular += row.inv_inertia_b * (change_n * point.rn_b + change_t * point.rt_b);
    if (normal > 0.0f) solve_normal(row, point, a, b);  // Corrects rounding errors.
    return true;
}

/// Trial solutions of one row (see solve_without_gain).
class SingleRowTrial {
public:
    SingleRowTrial(ContactRow& row, BodyVelocity& a, BodyVelocity& b)
        : row_(row), a_(a), b_(b), start_(current()) {}
    void undo() { apply(start_); }
    void run(float fraction, const IterationLimits& limits) {
        set_target_velocities(row_, fraction);
        if (solve_one_point(row_, a_, b_)) return;
        BodyVelocity a = a_;
        BodyVelocity b = b_;
        for (int iteration = 0; iteration < limits.iterations; ++iteration) {
            ImpulseChange change;
            solve_row_once(row_, a, b, change);
            if (change.is_converged(limits.convergence)) break;
        }
        release_friction(row_, a, b);
        a_ = a;
        b_ = b;
    }
    void keep() { kept_ = current(); }
    [[nodiscard]] Work work() const { return work_of(current()); }
    [[nodiscard]] Work work_halfway() const { return work_of(between(current(), kept_, 0.5f)); }
    void move_to_kept(float fraction) { apply(between(current(), kept_, fraction)); }

private:
    [[nodiscard]] RowSolution current() const { return {impulses_of(row_), a_, b_}; }
    void apply(const RowSolution& solution) {
        set_impulses(row_, solution.impulses);
        a_ = solution.a;
        b_ = solution.b;
    }
    [[nodiscard]] Work work_of(const RowSolution& solution) const {
        ContactRow row = row_;
        set_impulses(row, solution.impulses);
        Work work;
        add_work(row, solution.a, solution.b, work);
        return work;
    }

    ContactRow& row_;
    BodyVelocity& a_;
    BodyVelocity& b_;
    RowSolution start_;
    RowSolution kept_;
};

}  // namespace toibox
