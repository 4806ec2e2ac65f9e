// SPDX-License-Identifier: MIT

// Restitution by Newton's law, v_n′ = −e v_n, with three additions.
// Two points: a plank that lands flat needs both points at once, so a row is solved as a block, and several
// rows are iterated to convergence. Energy: with friction, Newton's law can do positive work (T. Kane, "A
// Dynamics Puzzle", 1984), so the restitution of an impact that would gain energy is reduced until the impact
// gains none. Time: v_n is the approach velocity at the start of the step, before a speculative row reduced
// it, plus the speed that gravity adds over the gap, but without the rest of the gravity of the step.

#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/common/joint_system.h"
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

/// Number of iterations over jointed rows that the rest of the row budget allows, at least one. `cost`: row
/// solves per iteration.
int affordable_joint_iterations(const StepContext& step, std::size_t cost, int max_iterations) {
    const std::uint64_t spent = step.state.progress.impact_rows_solved;
    const std::uint64_t remaining = spent < tuning::impact_row_budget ? tuning::impact_row_budget - spent : 0;
    const std::uint64_t count = remaining / cost;
    return count < static_cast<std::uint64_t>(max_iterations) ? std::max(static_cast<int>(count), 1)
                                                              : max_iterations;
}

/// Iterates over the rows until no impulse changes by more than limits.convergence times the largest impulse;
/// at most limits.iterations times, and with joints at most as often as the row budget allows. Returns the
/// number of row solves.
std::size_t iterate_until_converged(StepContext& step, const ImpactRows& rows,
                                    const IterationLimits& limits) {
    Velocities& velocity = step.state.bodies.velocity;
    const std::size_t count = rows.contacts.size();
    const std::size_t cost = rows.jointed ? joint_iteration_cost(step, rows.contacts) : count;
    const int max_iterations =
        rows.jointed ? affordable_joint_iterations(step, cost, limits.iterations) : limits.iterations;
    for (int iteration = 0; iteration < max_iterations; ++iteration) {
        ImpulseChange change;
        for (std::size_t i = 0; i < count; ++i) {
            ContactRow& row = rows.contacts[i];
            if (rows.jointed) {
                solve_jointed_row_once(step, i, row, change);
            } else {
                solve_row_once(row, velocity[row.body_a], velocity[row.body_b], change);
            }
        }
        if (change.is_converged(limits.convergence)) return cost * static_cast<std::size_t>(iteration + 1);
    }
    return cost * static_cast<std::size_t>(max_iterations);
}

/// Trial solutions of several rows; each run first undoes the previous run.
class Trial {
public:
    Trial(StepContext& step, const ImpactRows& rows)
        : step_(step),
          scratch_(step.solver),
          contacts_(rows.contacts),
          jointed_(rows.jointed),
          velocity_(step.state.bodies.velocity) {
        scratch_.trial_rows.assign(contacts_.begin(), contacts_.end());
        scratch_.trial_velocities.clear();
        for (const ContactRow& row : contacts_) {
            scratch_.trial_velocities.push_back(velocity_[row.body_a]);
            scratch_.trial_velocities.push_back(velocity_[row.body_b]);
        }
        if (jointed_) save_joint_system(step_);
    }
    void undo() {
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            contacts_[i] = scratch_.trial_rows[i];
            velocity_[contacts_[i].body_a] = scratch_.trial_velocities[2 * i];
            velocity_[contacts_[i].body_b] = scratch_.trial_velocities[2 * i + 1];
        }
        if (jointed_) restore_joint_system(step_);
    }
    void run(float fraction, const IterationLimits& limits) {
        if (has_run_) undo();
        has_run_ = true;
        for (ContactRow& row : contacts_)
            set_target_velocities(row, fraction);
        charge_impact(step_, iterate_until_converged(step_, {contacts_, jointed_}, limits));
    }
    [[nodiscard]] bool gains() const {
        Work work;
        for (const ContactRow& row : contacts_)
            add_work(row, velocity_[row.body_a], velocity_[row.body_b], work);
        return work.is_gain();
    }

private:
    StepContext& step_;
    SolverScratch& scratch_;
    std::span<ContactRow> contacts_;
    bool jointed_;
    Velocities& velocity_;
    bool has_run_ = false;
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

/// Runs the trial with full restitution. If it gains energy, finds the largest fraction of restitution
/// without a gain by bisection. If the trial gains energy even without restitution, undoes it and returns
/// false.
template <class Trial>
bool bounce(Trial&& trial, const IterationLimits& limits) {
    trial.run(1.0f, limits);
    if (!trial.gains()) return true;
    // Without restitution an impact gains no energy, unless friction has not converged.
    trial.run(0.0f, limits);
    if (trial.gains()) {
        trial.undo();
        return false;
    }
    float safe_fraction = 0.0f;
    float gaining_fraction = 1.0f;
    for (int i = 0; i < tuning::max_work_halvings; ++i) {
        const float mid_fraction = 0.5f * (safe_fraction + gaining_fraction);
        trial.run(mid_fraction, limits);
        (trial.gains() ? gaining_fraction : safe_fraction) = mid_fraction;
    }
    trial.run(safe_fraction, limits);
    return true;
}
bool bounce(StepContext& step, ContactRow& row, const IterationLimits& limits) {
    Velocities& velocity = step.state.bodies.velocity;
    return bounce(SingleRowTrial(row, velocity[row.body_a], velocity[row.body_b]), limits);
}

}  // namespace

bool solve_impact(StepContext& step, const ImpactRows& rows) {
    const std::size_t count = rows.contacts.size();
    const bool needs_many_iterations =
        (count > 1 || rows.jointed) && std::ranges::any_of(rows.contacts, has_rebound);
    const IterationLimits limits{
        .iterations = affordable_iterations(
            count, needs_many_iterations ? tuning::max_impact_iterations : tuning::max_plain_iterations)};
    if (count == 1 && !rows.jointed) return bounce(step, rows.contacts.front(), limits);
    return bounce(Trial(step, rows), limits);
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
    const std::size_t rows_solved =
        iterate_until_converged(step, rows, {.iterations = tuning::max_plain_iterations});
    if (rows.jointed) charge_impact(step, rows_solved);
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
