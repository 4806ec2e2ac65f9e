// SPDX-License-Identifier: MIT

// Restitution by Newton's law, v_n′ = −e v_n, with three additions.
// Two points: a plank that lands flat needs both points at once, so a row is solved as a block, and several
// rows are iterated to convergence. Energy: with friction, Newton's law can do positive work (T. Kane, "A
// Dynamics Puzzle", 1984), so an impact that would gain energy is replaced by a mean of this impact and the
// same impact without restitution that gains none. Time: v_n is the approach velocity at the start of the
// step, before a speculative row reduced it, plus the speed that gravity adds over the gap, but without the
// rest of the gravity of the step.

#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/common/impact_budget.h"
#include "dynamics/solvers/common/joint_system.h"
#include "dynamics/solvers/common/largest_fraction.h"
#include "dynamics/solvers/common/restitution_islands.h"
#include "dynamics/solvers/common/single_row_impact.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/row_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox {

namespace {

using Velocities = std::vector<BodyVelocity>;

/// Like solve_row_once, but the joints react to each impulse before the next impulse is computed. Each
/// impulse is computed with effective masses that include the response of the joints, so two impulses that
/// were computed before the joints react would overshoot. (The two normal impulses of a block are computed
/// together: their coupling includes the response.)
void solve_jointed_row_once(StepContext& step, std::size_t index, ContactRow& row, ImpulseChange& change) {
    BodyVelocity& a = step.state.bodies.velocity[row.body_a];
    BodyVelocity& b = step.state.bodies.velocity[row.body_b];
    const auto react = [&](std::size_t point, ContactDirection direction, float before, float after) {
        change.record(before, after);
        if (after != before) apply_joint_response(step, index, point, direction, after - before);
    };
    if (row.rolling.resistance > 0.0f) {
        const float before = row.rolling.impulse;
        solve_rolling(row, a, b);
        if (row.rolling.impulse != before) solve_joint_system(step);
    }
    for (std::size_t i = 0; i < row.count; ++i) {
        const float before = row.points[i].tangent_impulse;
        solve_tangent(row, row.points[i], a, b);
        react(i, ContactDirection::Tangent, before, row.points[i].tangent_impulse);
    }
    if (row.inv_det != 0.0f) {
        const std::array before{row.points[0].normal_impulse, row.points[1].normal_impulse};
        solve_normals(row, a, b);
        for (std::size_t i = 0; i < 2; ++i)
            react(i, ContactDirection::Normal, before[i], row.points[i].normal_impulse);
        return;
    }
    for (std::size_t i = 0; i < row.count; ++i) {
        const float before = row.points[i].normal_impulse;
        solve_normal(row, row.points[i], a, b);
        react(i, ContactDirection::Normal, before, row.points[i].normal_impulse);
    }
}

/// release_friction with the response of the joints.
void release_impact_friction(StepContext& step, std::size_t index, ContactRow& row, bool jointed) {
    const RowImpulses before = impulses_of(row);
    release_friction(row, step.state.bodies.velocity[row.body_a], step.state.bodies.velocity[row.body_b]);
    if (!jointed) return;
    for (std::size_t i = 0; i < row.count; ++i) {
        const float change = row.points[i].tangent_impulse - before.tangent[i];
        if (change != 0.0f) apply_joint_response(step, index, i, ContactDirection::Tangent, change);
    }
    if (row.rolling.impulse != before.rolling) solve_joint_system(step);
}

/// Iterates over the rows until no impulse changes by more than limits.convergence times the largest impulse,
/// at most limits.iterations times, or until the budget of an impact is spent.
void iterate_until_converged(StepContext& step, const ImpactRows& rows, const IterationLimits& limits) {
    Velocities& velocity = step.state.bodies.velocity;
    const std::size_t count = rows.contacts.size();
    const std::size_t cost = rows.jointed ? joint_iteration_cost(step, rows.contacts) : count;
    for (int iteration = 0; iteration < limits.iterations; ++iteration) {
        ImpulseChange change;
        charge_impact(step, cost);
        for (std::size_t i = 0; i < count; ++i) {
            ContactRow& row = rows.contacts[i];
            if (rows.jointed) {
                solve_jointed_row_once(step, i, row, change);
            } else {
                solve_row_once(row, velocity[row.body_a], velocity[row.body_b], change);
            }
        }
        if (change.is_converged(limits.convergence) || is_spent(step)) break;
    }
    for (std::size_t i = 0; i < count; ++i)
        release_impact_friction(step, i, rows.contacts[i], rows.jointed);
}

/// Trial solutions of several rows (see solve_without_gain).
class Trial {
public:
    Trial(StepContext& step, const ImpactRows& rows)
        : step_(step),
          rows_(rows),
          start_(step.solver.trial_start),
          kept_(step.solver.trial_kept),
          velocity_(step.state.bodies.velocity) {
        save(start_);
    }
    void undo() { restore(start_); }
    void run(float fraction, const IterationLimits& limits) {
        for (ContactRow& row : rows_.contacts)
            set_target_velocities(row, fraction);
        iterate_until_converged(step_, rows_, limits);
    }
    void keep() { save(kept_); }
    [[nodiscard]] Work work() const {
        Work work;
        for (const ContactRow& row : rows_.contacts)
            add_work(row, velocity_[row.body_a], velocity_[row.body_b], work);
        if (rows_.jointed) work.done += static_cast<float>(joint_work(step_, start_.joints));
        return work;
    }
    [[nodiscard]] Work work_halfway() const {
        Work work;
        for (std::size_t i = 0; i < rows_.contacts.size(); ++i) {
            const RowSolution halfway = between(solution(i), kept_.rows[i], 0.5f);
            ContactRow row = rows_.contacts[i];
            set_impulses(row, halfway.impulses);
            add_work(row, halfway.a, halfway.b, work);
        }
        if (rows_.jointed)
            work.done += static_cast<float>(joint_work_halfway(step_, start_.joints, kept_.joints));
        return work;
    }
    void move_to_kept(float fraction) {
        for (std::size_t i = 0; i < rows_.contacts.size(); ++i)
            kept_.rows[i] = between(solution(i), kept_.rows[i], fraction);
        if (rows_.jointed) blend_joints(step_, kept_.joints, fraction);
        restore(kept_);
    }

private:
    [[nodiscard]] RowSolution solution(std::size_t i) const {
        const ContactRow& row = rows_.contacts[i];
        return {impulses_of(row), velocity_[row.body_a], velocity_[row.body_b]};
    }
    void save(ImpactSolution& to) const {
        to.rows.clear();
        for (std::size_t i = 0; i < rows_.contacts.size(); ++i)
            to.rows.push_back(solution(i));
        if (rows_.jointed) save_joints(step_, to.joints);
    }
    void restore(const ImpactSolution& from) {
        for (std::size_t i = 0; i < rows_.contacts.size(); ++i) {
            ContactRow& row = rows_.contacts[i];
            set_impulses(row, from.rows[i].impulses);
            velocity_[row.body_a] = from.rows[i].a;
            velocity_[row.body_b] = from.rows[i].b;
        }
        if (rows_.jointed) restore_joints(step_, from.joints);
    }

    StepContext& step_;
    ImpactRows rows_;
    ImpactSolution& start_;
    ImpactSolution& kept_;
    Velocities& velocity_;
};

/// Whether the bodies still have the velocities that the row requires.
bool is_satisfied(const ContactRow& row, const Velocities& velocity) {
    const float fraction = has_low_restitution(row) ? tuning::low_restitution_slack : tuning::bounce_slack;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        const float excess = normal_velocity(row, point, velocity[row.body_a], velocity[row.body_b]) -
                             point.min_normal_velocity;
        const float slack = fraction * std::abs(point.approach_normal_velocity);
        if (excess < -slack || (point.normal_impulse > 0.0f && excess > slack)) return false;
    }
    return true;
}

/// Starts a bounce from the impulses of the step.
void begin_bounce(ContactRow& row) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        ContactRowPoint& point = row.points[i];
        // A point that did not push does not bounce.
        if (!(point.total_normal_impulse > 0.0f)) point.rebound_speed = 0.0f;
        point.normal_impulse = point.total_normal_impulse;
        point.tangent_impulse = point.total_tangent_impulse;
    }
    row.rolling.impulse = row.rolling.total_impulse;
}
/// Stores the impulses of the bounce, or only the given fraction of their changes.
void end_bounce(ContactRow& row, float fraction) {
    const auto apply_fraction = [fraction](float& start, float end) {
        start = fraction == 1.0f ? end : start + fraction * (end - start);
    };
    for (std::uint8_t i = 0; i < row.count; ++i) {
        apply_fraction(row.points[i].total_normal_impulse, row.points[i].normal_impulse);
        apply_fraction(row.points[i].total_tangent_impulse, row.points[i].tangent_impulse);
    }
    apply_fraction(row.rolling.total_impulse, row.rolling.impulse);
}

bool has_rebound(const ContactRow& row) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        if (row.points[i].rebound_speed > 0.0f) return true;
    }
    return false;
}

bool is_bouncing(const ContactRow& row) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        if (row.points[i].rebound_speed > 0.0f && row.points[i].total_normal_impulse > 0.0f) return true;
    }
    return false;
}

/// Number of times that each of `rows` rows may be solved: its share of the budget, clamped to [min_count,
/// max_count].
int affordable_count(std::size_t budget, std::size_t rows, int min_count, int max_count) {
    return std::clamp(static_cast<int>(budget / (rows + 1)), min_count, max_count);
}
int affordable_iterations(std::size_t rows, int max_iterations) {
    return affordable_count(tuning::bounce_iteration_budget, rows, tuning::min_bounce_iterations,
                            max_iterations);
}

/// Moves from the current solution, whose work is `from`, towards the kept one, whose work is `to`, as far as
/// the impact gains no energy. (Impulses and velocities are linear in the fraction, so the work is
/// quadratic.)
template <class Trial>
void move_without_gain(Trial& trial, const Work& from, const Work& to) {
    const auto wide = [](float x) { return static_cast<double>(x); };
    const double half = wide(trial.work_halfway().done);
    const double quadratic = 2.0 * (wide(from.done) + wide(to.done)) - 4.0 * half;
    const double linear = wide(to.done) - wide(from.done) - quadratic;
    const double allowed = wide(to.slack()) - wide(from.done);
    trial.move_to_kept(static_cast<float>(largest_fraction(linear, quadratic, allowed)));
}

/// Solves the trial with full restitution. If that gains energy, it is also solved without restitution, and
/// the result is the mean of both, weighted so that nothing is gained. (Without restitution an impact gains
/// no energy, unless friction has not converged; then only a fraction of it is applied.) So an impact never
/// gains energy, however badly it is solved.
template <class Trial>
void solve_without_gain(Trial&& trial, const IterationLimits& limits) {
    trial.run(1.0f, limits);
    const Work full = trial.work();
    if (!full.is_gain()) return;
    trial.keep();
    trial.undo();
    trial.run(0.0f, limits);
    const Work plastic = trial.work();
    if (!plastic.is_gain()) return move_without_gain(trial, plastic, full);
    trial.keep();
    trial.undo();
    move_without_gain(trial, {}, plastic);
}
void bounce(StepContext& step, ContactRow& row, const IterationLimits& limits) {
    Velocities& velocity = step.state.bodies.velocity;
    solve_without_gain(SingleRowTrial(row, velocity[row.body_a], velocity[row.body_b]), limits);
}

}  // namespace

void solve_impact(StepContext& step, const ImpactRows& rows) {
    const std::size_t count = rows.contacts.size();
    const bool needs_many_iterations =
        (count > 1 || rows.jointed) && std::ranges::any_of(rows.contacts, has_rebound);
    const IterationLimits limits{
        .iterations = affordable_iterations(
            count, needs_many_iterations ? tuning::max_impact_iterations : tuning::max_plain_iterations)};
    charge_impact(step, count);
    if (count == 1 && !rows.jointed) return bounce(step, rows.contacts.front(), limits);
    solve_without_gain(Trial(step, rows), limits);
}

void solve_non_closing(StepContext& step, const ImpactRows& rows) {
    for (ContactRow& row : rows.contacts) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactRowPoint& point = row.points[i];
            // Impulses start from zero, because this solve must not take back impulses of the impact.
            point.normal_impulse = 0.0f;
            point.tangent_impulse = 0.0f;
        }
        row.rolling.impulse = 0.0f;
    }
    iterate_until_converged(step, rows, {.iterations = tuning::max_plain_iterations});
}

namespace {

/// One round over the pending rows. The first round solves all rows; later rounds solve only rows that are no
/// longer satisfied.
void solve_bounce_round(StepContext& step, const RestitutionIslands& restitution_islands,
                        std::span<const std::uint32_t> pending, int round) {
    std::vector<ContactRow>& rows = step.solver.contact_rows;
    for (const std::uint32_t i : pending) {
        if (round > 0 && is_satisfied(rows[i], step.state.bodies.velocity)) continue;
        RestitutionIsland& island = restitution_islands.find_island(rows[i]);
        const int iterations = affordable_iterations(island.rows, tuning::max_plain_iterations);
        bounce(step, rows[i],
               {.iterations = iterations,
                .convergence = has_low_restitution(rows[i]) ? tuning::low_restitution_convergence
                                                            : tuning::impact_convergence});
        island.last_solved_round = round;
    }
}

}  // namespace

void apply_restitution(StepContext& step) {
    std::vector<ContactRow>& rows = step.solver.contact_rows;
    std::vector<std::uint32_t>& bouncing = step.solver.bouncing;
    bouncing.clear();
    bouncing.reserve(rows.capacity());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        if (!is_bouncing(rows[i])) continue;
        bouncing.push_back(i);
        begin_bounce(rows[i]);
    }
    if (bouncing.empty()) return;
    RestitutionIslands restitution_islands(step, rows, bouncing);
    // Rows are solved one by one, so that a row that would gain energy reduces only its own restitution. Rows
    // that a neighbour disturbed are solved again, because two bounces of one body could otherwise gain
    // energy together.
    std::vector<std::uint32_t>& pending = step.solver.pending_bounces;
    pending.reserve(bouncing.capacity());
    pending = bouncing;
    for (int round = 0; !pending.empty(); ++round) {
        solve_bounce_round(step, restitution_islands, pending, round);
        std::erase_if(pending, [&](std::uint32_t i) {
            const RestitutionIsland& island = restitution_islands.find_island(rows[i]);
            return island.last_solved_round != round ||
                   round + 1 >=
                       affordable_count(tuning::bounce_budget, island.rows, 1, tuning::max_plain_iterations);
        });
    }
    // Rows that bounce one after another, each by its own approach speed, can gain energy together.
    restitution_islands.remove_energy_gains();
    for (const std::uint32_t i : bouncing)
        end_bounce(rows[i], restitution_islands.find_island(rows[i]).fraction);
}

}  // namespace toibox
