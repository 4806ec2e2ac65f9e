// SPDX-License-Identifier: MIT

// Restitution by Newton's law, v_n′ = −e v_n, with three cares that the law itself does not take.
// Two points: a plank that lands flat needs both at once, so a row is solved as a block and a set of rows
// until nothing changes. Energy: with friction the law can do positive work (T. Kane, "A Dynamics Puzzle",
// 1984), so the restitution of an impact that would gain is lowered until it does not. Time: the speed that
// counts is that of the approach, before gravity and before a speculative row ate it.

#include "toibox/dynamics/row_kernels.h"
#include "toibox/dynamics/tuning.h"

#include "bouncing_heaps.h"
#include "solver.h"

#include <cmath>

namespace toibox {

namespace {

using Velocities = std::vector<BodyVelocity>;

/// Work of the rows' impulses on the bodies: exactly the kinetic energy that they add, if nothing else acts.
/// Friction's work is counted against a conveyor belt: what drives the belt is left out.
struct Work {
    float done = 0.0f;   ///< J
    float scale = 0.0f;  ///< What rounding is to be measured against, J.
};

Work work_of(std::span<const ContactRow> rows, const Velocities& velocity) {
    Work work;
    for (const ContactRow& row : rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            const ContactRowPoint& point = row.points[i];
            const float v_n = normal_velocity(row, point, velocity[row.body_a], velocity[row.body_b]);
            const float v_t = tangent_velocity(row, point, velocity[row.body_a], velocity[row.body_b]);
            work.done += 0.5f * point.normal_impulse * (point.approach_normal + v_n);
            const float slip_before = point.approach_tangent - row.tangent_speed;
            work.done += 0.5f * point.tangent_impulse * (slip_before + (v_t - row.tangent_speed));
            work.scale += std::abs(point.normal_impulse * point.approach_normal) +
                          std::abs(point.tangent_impulse * slip_before);
        }
        const float spin = velocity[row.body_b].angular - velocity[row.body_a].angular;
        work.done += 0.5f * row.rolling.impulse * (row.rolling.approach_spin + spin);
    }
    return work;
}

/// Rounds over the rows until no impulse changes by more than rounding; at most so many.
void sweep_until_still(std::span<ContactRow> rows, Velocities& velocity, int most) {
    for (int sweep = 0; sweep < most; ++sweep) {
        float greatest = 0.0f;
        float change = 0.0f;
        const auto note = [&](float before, float after) {
            const float moved = std::abs(after - before);
            const float size = std::abs(after);
            if (moved > change) change = moved;
            if (size > greatest) greatest = size;
        };
        for (ContactRow& row : rows) {
            const std::array<ContactRowPoint, 2> before = row.points;
            solve_friction(row, velocity[row.body_a], velocity[row.body_b]);
            solve_normals(row, velocity[row.body_a], velocity[row.body_b]);
            for (std::uint8_t i = 0; i < row.count; ++i) {
                note(before[i].normal_impulse, row.points[i].normal_impulse);
                note(before[i].tangent_impulse, row.points[i].tangent_impulse);
            }
        }
        if (!(change > tuning::impact_convergence * greatest)) return;
    }
}

void aim(std::span<ContactRow> rows, float share) {
    for (ContactRow& row : rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactRowPoint& point = row.points[i];
            if (point.rebound > 0.0f) point.least_velocity = share * point.rebound;
        }
    }
}

/// What a trial changes, to be put back before the next.
class Trial {
public:
    Trial(SolverScratch& scratch, std::span<ContactRow> rows, Velocities& velocity)
        : scratch_(scratch), rows_(rows), velocity_(velocity) {
        scratch_.trial_rows.assign(rows.begin(), rows.end());
        scratch_.trial_velocities.clear();
        for (const ContactRow& row : rows) {
            scratch_.trial_velocities.push_back(velocity[row.body_a]);
            scratch_.trial_velocities.push_back(velocity[row.body_b]);
        }
    }
    void undo() {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            rows_[i] = scratch_.trial_rows[i];
            velocity_[rows_[i].body_a] = scratch_.trial_velocities[2 * i];
            velocity_[rows_[i].body_b] = scratch_.trial_velocities[2 * i + 1];
        }
    }
    void run(float share, int most_sweeps) {
        if (ran_) undo();
        ran_ = true;
        aim(rows_, share);
        sweep_until_still(rows_, velocity_, most_sweeps);
    }
    [[nodiscard]] bool gains() const {
        const Work work = work_of(rows_, velocity_);
        return work.done > tuning::work_slack * work.scale;
    }

private:
    SolverScratch& scratch_;
    std::span<ContactRow> rows_;
    Velocities& velocity_;
    bool ran_ = false;
};

/// Whether the bodies still have the velocities that the row asked for.
bool is_met(const ContactRow& row, const Velocities& velocity) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        const float excess =
            normal_velocity(row, point, velocity[row.body_a], velocity[row.body_b]) - point.least_velocity;
        const float slack = tuning::bounce_slack * std::abs(point.approach_normal);
        if (excess < -slack || (point.normal_impulse > 0.0f && excess > slack)) return false;
    }
    return true;
}

/// The step's impulses are what the bounce adds to.
void begin_bounce(ContactRow& row) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        ContactRowPoint& point = row.points[i];
        // A point that did not push does not bounce.
        if (!(point.step_normal > 0.0f)) point.rebound = 0.0f;
        point.normal_impulse = point.step_normal;
        point.tangent_impulse = point.step_tangent;
    }
    row.rolling.impulse = row.rolling.step_impulse;
}
void end_bounce(ContactRow& row, float share) {
    const auto keep = [share](float& start, float end) {
        start = share == 1.0f ? end : start + share * (end - start);
    };
    for (std::uint8_t i = 0; i < row.count; ++i) {
        keep(row.points[i].step_normal, row.points[i].normal_impulse);
        keep(row.points[i].step_tangent, row.points[i].tangent_impulse);
    }
    keep(row.rolling.step_impulse, row.rolling.impulse);
}

bool bounces(const ContactRow& row) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        if (row.points[i].rebound > 0.0f && row.points[i].step_normal > 0.0f) return true;
    }
    return false;
}

/// Rounds for each of the rows that bounce in one heap: few rows get what they need, a crowd what can be
/// afforded, but never less than `least`.
int affordable_rounds(std::size_t budget, std::size_t bouncing, int least) {
    const auto affordable = static_cast<int>(budget / (bouncing + 1));
    const int most = affordable < tuning::max_impact_sweeps ? affordable : tuning::max_impact_sweeps;
    return most > least ? most : least;
}

/// Solves the rows together. Ends after so many sweeps, still or not; without a gain in any case.
void bounce(StepContext& step, std::span<ContactRow> rows, int most_sweeps) {
    Trial trial(step.scratch, rows, step.state.bodies.velocity);
    trial.run(1.0f, most_sweeps);
    if (!trial.gains()) return;
    // Without restitution an impact never gains, so the greatest share that does not is well bracketed.
    float gains_not = 0.0f;
    float gains = 1.0f;
    for (int i = 0; i < tuning::max_work_halvings; ++i) {
        const float middle = 0.5f * (gains_not + gains);
        trial.run(middle, most_sweeps);
        (trial.gains() ? gains : gains_not) = middle;
    }
    trial.run(gains_not, most_sweeps);
    // No share was found that does not: too few sweeps can leave friction in the wrong.
    if (gains_not == 0.0f && trial.gains()) trial.undo();
}

}  // namespace

void solve_impact(StepContext& step, std::span<ContactRow> rows) {
    bounce(step, rows, tuning::max_impact_sweeps);
}

void hold_impact(StepContext& step, std::span<ContactRow> rows) {
    for (ContactRow& row : rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactRowPoint& point = row.points[i];
            // A new phase: what the impact gave must not be taken back.
            point.normal_impulse = 0.0f;
            point.tangent_impulse = 0.0f;
        }
        row.rolling.impulse = 0.0f;
    }
    sweep_until_still(rows, step.state.bodies.velocity, tuning::max_impact_sweeps);
}

namespace {

/// One round over the rows that `left` names: those that have not yet, or no longer, what they asked for.
void bounce_once(StepContext& step, const BouncingHeaps& heaps, std::span<const std::uint32_t> left,
                 int round) {
    std::vector<ContactRow>& rows = step.scratch.contact_rows;
    for (const std::uint32_t i : left) {
        if (round > 0 && is_met(rows[i], step.state.bodies.velocity)) continue;
        BouncingHeap& heap = heaps.of(rows[i]);
        bounce(step, {&rows[i], 1},
               affordable_rounds(tuning::bounce_sweep_budget, heap.rows, tuning::least_bounce_sweeps));
        heap.disturbed = round;
    }
}

}  // namespace

void apply_restitution(StepContext& step) {
    std::vector<ContactRow>& rows = step.scratch.contact_rows;
    std::vector<std::uint32_t>& bouncing = step.scratch.bouncing;
    bouncing.clear();
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        if (!bounces(rows[i])) continue;
        bouncing.push_back(i);
        begin_bounce(rows[i]);
    }
    if (bouncing.empty()) return;
    BouncingHeaps heaps(step, rows, bouncing);
    // Each row by itself, so that one that would gain energy lowers its own restitution and no other; again
    // for those that a neighbour disturbed, or a body with two contacts would gain what neither gives alone.
    std::vector<std::uint32_t>& left = step.scratch.bouncing_left;
    left.reserve(bouncing.capacity());
    left = bouncing;
    for (int round = 0; !left.empty(); ++round) {
        bounce_once(step, heaps, left, round);
        std::erase_if(left, [&](std::uint32_t i) {
            const BouncingHeap& heap = heaps.of(rows[i]);
            return heap.disturbed != round ||
                   round + 1 >= affordable_rounds(tuning::bounce_budget, heap.rows, 1);
        });
    }
    // Rows that bounce one after the other, each by the speed that it met with, can gain together.
    heaps.take_back_gains();
    for (const std::uint32_t i : bouncing)
        end_bounce(rows[i], heaps.of(rows[i]).share);
}

}  // namespace toibox
