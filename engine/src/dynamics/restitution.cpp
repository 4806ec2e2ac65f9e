// SPDX-License-Identifier: MIT

// Restitution by Newton's law, v_n′ = −e v_n, with three cares that the law itself does not take.
// Two points: a plank that lands flat needs both at once, so a row is solved as a block and a set of rows
// until nothing changes. Energy: with friction the law can do positive work (T. Kane, "A Dynamics Puzzle",
// 1984), so the restitution of an impact that would gain is lowered until it does not. Time: the speed that
// counts is that of the approach, before gravity and before a speculative row ate it.

#include "toibox/dynamics/row_kernels.h"
#include "toibox/dynamics/tuning.h"

#include "bouncing_heaps.h"
#include "impact_group.h"
#include "lone_row.h"
#include "solver.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox {

namespace {

using Velocities = std::vector<BodyVelocity>;

/// As sweep_once, but the joints answer each impulse before the next is found: all were found for bodies with
/// the inertia of what the joints hold, and two that count on the same answer would overshoot.
void sweep_jointed(StepContext& step, std::size_t index, ContactRow& row, ImpulseChange& change) {
    BodyVelocity& a = step.state.bodies.velocity[row.body_a];
    BodyVelocity& b = step.state.bodies.velocity[row.body_b];
    const auto answer = [&](std::size_t point, ContactDirection direction, float before, float after) {
        change.note(before, after);
        if (after != before) answer_joints(step, index, point, direction, after - before);
    };
    if (row.rolling.resistance > 0.0f) {
        const float before = row.rolling.impulse;
        solve_rolling(row, a, b);
        if (row.rolling.impulse != before) solve_joint_system(step);
    }
    for (std::size_t i = 0; i < row.count; ++i) {
        const float before = row.points[i].tangent_impulse;
        solve_tangent(row, row.points[i], a, b);
        answer(i, ContactDirection::Tangent, before, row.points[i].tangent_impulse);
    }
    if (row.inv_det != 0.0f) {
        const std::array before{row.points[0].normal_impulse, row.points[1].normal_impulse};
        solve_normals(row, a, b);
        for (std::size_t i = 0; i < 2; ++i)
            answer(i, ContactDirection::Normal, before[i], row.points[i].normal_impulse);
        return;
    }
    for (std::size_t i = 0; i < row.count; ++i) {
        const float before = row.points[i].normal_impulse;
        solve_normal(row, row.points[i], a, b);
        answer(i, ContactDirection::Normal, before, row.points[i].normal_impulse);
    }
}

/// How often rows of bodies that joints hold may be solved, at `work` each time: at least once.
int payable_sweeps(const StepContext& step, std::size_t work, int most) {
    const std::uint64_t spent = step.state.progress.impact_work;
    const std::uint64_t left = spent < tuning::group_work_budget ? tuning::group_work_budget - spent : 0;
    const std::uint64_t payable = left / work;
    return payable < static_cast<std::uint64_t>(most) ? std::max(static_cast<int>(payable), 1) : most;
}

/// Rounds over the rows until no impulse changes by more than rounding; at most so many, and with joints no
/// more than there is work left for. Returns the work of them.
std::size_t sweep_until_still(StepContext& step, const ImpactRows& rows, const Effort& effort) {
    Velocities& velocity = step.state.bodies.velocity;
    const std::size_t count = rows.contacts.size();
    const std::size_t work = rows.jointed ? joint_sweep_work(step, rows.contacts) : count;
    const int most = rows.jointed ? payable_sweeps(step, work, effort.sweeps) : effort.sweeps;
    for (int sweep = 0; sweep < most; ++sweep) {
        ImpulseChange change;
        for (std::size_t i = 0; i < count; ++i) {
            ContactRow& row = rows.contacts[i];
            if (rows.jointed) {
                sweep_jointed(step, i, row, change);
            } else {
                sweep_once(row, velocity[row.body_a], velocity[row.body_b], change);
            }
        }
        if (change.is_still(effort.convergence)) return work * static_cast<std::size_t>(sweep + 1);
    }
    return work * static_cast<std::size_t>(most);
}

/// Several rows and what a trial of them changes, to be put back before the next.
class Trial {
public:
    Trial(StepContext& step, const ImpactRows& rows)
        : step_(step),
          scratch_(step.scratch),
          contacts_(rows.contacts),
          jointed_(rows.jointed),
          velocity_(step.state.bodies.velocity) {
        scratch_.trial_rows.assign(contacts_.begin(), contacts_.end());
        scratch_.trial_velocities.clear();
        for (const ContactRow& row : contacts_) {
            scratch_.trial_velocities.push_back(velocity_[row.body_a]);
            scratch_.trial_velocities.push_back(velocity_[row.body_b]);
        }
        if (jointed_) keep_joint_system(step_);
    }
    void undo() {
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            contacts_[i] = scratch_.trial_rows[i];
            velocity_[contacts_[i].body_a] = scratch_.trial_velocities[2 * i];
            velocity_[contacts_[i].body_b] = scratch_.trial_velocities[2 * i + 1];
        }
        if (jointed_) undo_joint_system(step_);
    }
    void run(float share, const Effort& effort) {
        if (ran_) undo();
        ran_ = true;
        for (ContactRow& row : contacts_)
            aim(row, share);
        charge_impact(step_, sweep_until_still(step_, {contacts_, jointed_}, effort));
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
    bool ran_ = false;
};

/// Whether the bodies still have the velocities that the row asked for.
bool is_met(const ContactRow& row, const Velocities& velocity) {
    const float share = is_dull(row) ? tuning::dull_bounce_slack : tuning::bounce_slack;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        const float excess =
            normal_velocity(row, point, velocity[row.body_a], velocity[row.body_b]) - point.least_velocity;
        const float slack = share * std::abs(point.approach_normal);
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

bool rebounds(const ContactRow& row) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        if (row.points[i].rebound > 0.0f) return true;
    }
    return false;
}

bool bounces(const ContactRow& row) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        if (row.points[i].rebound > 0.0f && row.points[i].step_normal > 0.0f) return true;
    }
    return false;
}

/// How often each of `rows` rows may be solved: few rows get `most`, a crowd what can be afforded.
int affordable(std::size_t budget, std::size_t rows, int least, int most) {
    return std::clamp(static_cast<int>(budget / (rows + 1)), least, most);
}
int affordable_sweeps(std::size_t rows, int most) {
    return affordable(tuning::bounce_sweep_budget, rows, tuning::least_bounce_sweeps, most);
}

/// Ends after so many sweeps, still or not; without a gain in any case. False if nothing was done for that.
template <class Trial>
bool bounce(Trial&& trial, const Effort& effort) {
    trial.run(1.0f, effort);
    if (!trial.gains()) return true;
    // Without restitution an impact does not gain, unless too few sweeps left friction in the wrong.
    trial.run(0.0f, effort);
    if (trial.gains()) {
        trial.undo();
        return false;
    }
    float gains_not = 0.0f;
    float gains = 1.0f;
    for (int i = 0; i < tuning::max_work_halvings; ++i) {
        const float middle = 0.5f * (gains_not + gains);
        trial.run(middle, effort);
        (trial.gains() ? gains : gains_not) = middle;
    }
    trial.run(gains_not, effort);
    return true;
}
bool bounce(StepContext& step, ContactRow& row, const Effort& effort) {
    Velocities& velocity = step.state.bodies.velocity;
    return bounce(LoneTrial(row, velocity[row.body_a], velocity[row.body_b]), effort);
}

}  // namespace

bool solve_impact(StepContext& step, const ImpactRows& rows) {
    const std::size_t count = rows.contacts.size();
    const bool together = (count > 1 || rows.jointed) && std::ranges::any_of(rows.contacts, rebounds);
    const Effort effort{
        .sweeps = affordable_sweeps(count, together ? tuning::max_impact_sweeps : tuning::max_plain_sweeps)};
    if (count == 1 && !rows.jointed) return bounce(step, rows.contacts.front(), effort);
    return bounce(Trial(step, rows), effort);
}

void hold_impact(StepContext& step, const ImpactRows& rows) {
    for (ContactRow& row : rows.contacts) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactRowPoint& point = row.points[i];
            // A new phase: what the impact gave must not be taken back.
            point.normal_impulse = 0.0f;
            point.tangent_impulse = 0.0f;
        }
        row.rolling.impulse = 0.0f;
    }
    const std::size_t work = sweep_until_still(step, rows, {.sweeps = tuning::max_plain_sweeps});
    if (rows.jointed) charge_impact(step, work);
}

namespace {

/// One round over the rows that `left` names: those that have not yet, or no longer, what they asked for.
void bounce_once(StepContext& step, const BouncingHeaps& heaps, std::span<const std::uint32_t> left,
                 int round) {
    std::vector<ContactRow>& rows = step.scratch.contact_rows;
    for (const std::uint32_t i : left) {
        if (round > 0 && is_met(rows[i], step.state.bodies.velocity)) continue;
        BouncingHeap& heap = heaps.of(rows[i]);
        const int sweeps = affordable_sweeps(heap.rows, tuning::max_plain_sweeps);
        bounce(step, rows[i],
               {.sweeps = sweeps,
                .convergence = is_dull(rows[i]) ? tuning::dull_convergence : tuning::impact_convergence});
        heap.disturbed = round;
    }
}

}  // namespace

void apply_restitution(StepContext& step) {
    std::vector<ContactRow>& rows = step.scratch.contact_rows;
    std::vector<std::uint32_t>& bouncing = step.scratch.bouncing;
    bouncing.clear();
    bouncing.reserve(rows.capacity());
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
                   round + 1 >= affordable(tuning::bounce_budget, heap.rows, 1, tuning::max_plain_sweeps);
        });
    }
    // Rows that bounce one after the other, each by the speed that it met with, can gain together.
    heaps.take_back_gains();
    for (const std::uint32_t i : bouncing)
        end_bounce(rows[i], heaps.of(rows[i]).share);
}

}  // namespace toibox
