// SPDX-License-Identifier: MIT

// The rows of a step: which contacts and joints take part, what they start from and what they must hold.

#include "toibox/core/thread_pool.h"

#include "continuous.h"
#include "joints/supply_rows.h"
#include "own_continuous.h"
#include "solver.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <utility>

namespace toibox {

namespace {

bool is_under_substep(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic &&
           policy_of(state, state.settings.continuous, body) == ContinuousPolicy::SubstepAtImpact;
}

bool will_be_searched(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return state.bodies.info[body].type == BodyType::Dynamic &&
           uses_time_of_impact(policy_of(state, state.settings.continuous, body)) &&
           moves_far(step, body, step.dt * length(velocity.linear), step.dt * velocity.angular);
}

}  // namespace

bool is_left_to_impacts(const StepContext& step, const Contact& contact, const ContactRow& row) {
    const WorldState& state = step.state;
    if (contact.restitution == 0.0f) return false;
    if (!is_under_substep(state, contact.body_a) && !is_under_substep(state, contact.body_b)) return false;
    const bool one_stands = state.bodies.info[contact.body_a].type == BodyType::Static ||
                            state.bodies.info[contact.body_b].type == BodyType::Static;
    if (one_stands && leaves_bounces_to_step(state, contact.restitution)) return false;
    const float tolerance = static_cast<float>(pair_options(state, contact.body_a, contact.body_b).tolerance);
    bool arrives = false;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        // Closer than this it could not be cast with a target of its own.
        if (!(point.separation > tolerance)) return false;
        const float closed = -point.approach_normal * step.dt;
        if (point.rebound > 0.0f && closed > point.separation) arrives = true;
    }
    return arrives && is_searched_pair(state, contact.shape_a, contact.shape_b) &&
           (will_be_searched(step, contact.body_a) || will_be_searched(step, contact.body_b));
}

namespace {

/// What cannot be changed any more must not be kept.
bool is_locked_fast(float normal_k) {
    return std::isinf(normal_k);
}

void prepare_contacts(StepContext& step) {
    WorldState& state = step.state;
    std::vector<ContactRow>& rows = step.scratch.contact_rows;
    rows.clear();
    if (step.scratch.greatest_restitution > 0.0f) step.scratch.start_velocity = state.bodies.velocity;
    const float share =
        state.settings.warm_starting ? 1.0f / static_cast<float>(state.settings.substeps) : 0.0f;
    ContactRowOptions options;
    options.restitution_threshold = effective_restitution_threshold(state.settings, step.dt);
    for (std::uint32_t i = 0; i < state.contacts.size(); ++i) {
        Contact& contact = state.contacts[i];
        const float rolled = std::exchange(contact.start_rolling, 0.0f);
        if (contact.count == 0 || contact.sensor) continue;
        if (!is_active(state, contact.body_a, contact.body_b)) continue;
        if (contact.restitution > 0.0f) {
            options.relative_acceleration =
                free_acceleration(state, contact.body_b) - free_acceleration(state, contact.body_a);
        }
        ContactRow row = make_contact_row(state, contact, options);
        row.contact = i;
        const bool left = is_left_to_impacts(step, contact, row);
        for (std::uint8_t k = 0; k < row.count; ++k) {
            ContactRowPoint& point = row.points[k];
            ContactPoint& from = contact.points[k];
            point.normal_impulse = is_locked_fast(point.normal_k) ? 0.0f : share * from.start_normal;
            point.tangent_impulse = point.tangent_mass == 0.0f ? 0.0f : share * from.start_tangent;
            if (from.warm) row.rolling.impulse = share * rolled;
            from.approach_velocity = point.approach_normal;
            if (left) from.start_normal = from.start_tangent = 0.0f;
        }
        if (!left) rows.push_back(row);
    }
}

/// A live joint that holds anything awake.
bool is_solved(const WorldState& state, std::uint32_t joint) {
    if (!state.joints.ids.is_live(joint)) return false;
    const JointBase& base = base_of(state.joints.joint[joint]);
    return is_active(state, base.body_a, base.body_b);
}

}  // namespace

namespace {

/// Joints that one worker looks at in one go.
constexpr std::size_t joints_at_once = 128;

struct JointSupply {
    const WorldState& state;
    float h;
    AngleRows angles;
    float share;  ///< Of the last step's impulses that a sub-step starts from.

    /// The rows of the joints [begin, end), in their order.
    void fill(std::size_t begin, std::size_t end, std::vector<PointRow>& points,
              std::vector<ScalarRow>& scalars) const {
        points.clear();
        scalars.clear();
        JointRows rows;
        for (std::size_t i = begin; i < end; ++i) {
            const auto joint = static_cast<std::uint32_t>(i);
            if (!is_solved(state, joint)) continue;
            supply_rows(state, joint, h, rows);
            rows.point.impulse *= share;
            for (std::size_t k = 0; k < rows.scalar_count; ++k) {
                ScalarRow& row = rows.scalars[k];
                row.impulse *= share;
                // What a motor or limit may give may have changed since.
                if (row.impulse < row.lower_impulse) row.impulse = row.lower_impulse;
                if (row.impulse > row.upper_impulse) row.impulse = row.upper_impulse;
            }
            if (angles == AngleRows::Decoupled) decouple_angles(rows);
            scalars.insert(scalars.end(), rows.scalars.begin(), rows.scalars.begin() + rows.scalar_count);
            if (rows.has_point) points.push_back(rows.point);
        }
    }
};

}  // namespace

void prepare_joints(StepContext& step, float h, AngleRows angles) {
    const WorldState& state = step.state;
    const JointSupply supply{
        state, h, angles,
        state.settings.warm_starting ? 1.0f / static_cast<float>(state.settings.substeps) : 0.0f};
    std::vector<PointRow>& points = step.scratch.point_rows;
    std::vector<ScalarRow>& scalars = step.scratch.scalar_rows;
    const std::size_t count = state.joints.joint.size();
    if (step.crew.workers() == 1) return supply.fill(0, count, points, scalars);
    const std::size_t used = Crew::runs_of(count, joints_at_once);
    std::vector<JointRun>& runs = step.scratch.joint_runs;
    if (runs.size() < used) runs.resize(used);
    step.crew.for_runs(count, joints_at_once, [&](std::size_t run, std::size_t begin, std::size_t end) {
        supply.fill(begin, end, runs[run].points, runs[run].scalars);
    });
    std::size_t point_count = 0;
    std::size_t scalar_count = 0;
    for (std::size_t i = 0; i < used; ++i) {
        runs[i].first_point = std::exchange(point_count, point_count + runs[i].points.size());
        runs[i].first_scalar = std::exchange(scalar_count, scalar_count + runs[i].scalars.size());
    }
    points.resize(point_count);
    scalars.resize(scalar_count);
    step.crew.for_chunks(used, 1, [&](std::size_t begin, std::size_t end) {
        for (const JointRun& run : std::span(runs).subspan(begin, end - begin)) {
            std::copy(run.points.begin(), run.points.end(), points.data() + run.first_point);
            std::copy(run.scalars.begin(), run.scalars.end(), scalars.data() + run.first_scalar);
        }
    });
}

namespace {

/// What the velocity along the row must take out of its error in a sub-step. The rest is position
/// correction's, so that no error becomes velocity.
float bias_of(const ScalarRow& row, float inv_h) {
    switch (row.kind) {
        case RowKind::Rigid:
            return 0.0f;
        case RowKind::Soft:
            return row.bias_rate * row.error - row.speed;
        case RowKind::Motor:
            return -row.speed;
        case RowKind::LowerLimit:
            return row.error > 0.0f ? row.error * inv_h : 0.0f;
        case RowKind::UpperLimit:
            return row.error < 0.0f ? row.error * inv_h : 0.0f;
    }
    return 0.0f;
}

}  // namespace

void prepare_rows(StepContext& step, float h) {
    prepare_contacts(step);
    prepare_joints(step, h, AngleRows::Decoupled);
}

void begin_substep(StepContext& step, float h) {
    const std::vector<StepDisplacement>& moved = step.scratch.displacement;
    const float inv_h = 1.0f / h;
    const bool warm = step.state.settings.warm_starting;
    for (ContactRow& row : step.scratch.contact_rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactRowPoint& point = row.points[i];
            const float gap = current_separation(row, point, moved[row.body_a], moved[row.body_b]);
            // A gap may close within the sub-step, and no faster.
            point.least_velocity = gap > 0.0f ? -gap * inv_h : 0.0f;
            if (warm) continue;
            point.normal_impulse = 0.0f;
            point.tangent_impulse = 0.0f;
        }
        if (!warm) row.rolling.impulse = 0.0f;
    }
    for (PointRow& row : step.scratch.point_rows) {
        row.bias = row.bias_rate * current_offset(row, moved[row.body_a], moved[row.body_b]) - row.velocity;
        if (!warm) row.impulse = {};
    }
    for (ScalarRow& row : step.scratch.scalar_rows) {
        place_scalar_row(row, moved[row.body_a], moved[row.body_b]);
        row.bias = bias_of(row, inv_h);
        if (!warm) row.impulse = 0.0f;
    }
}

void end_substep(StepContext& step) {
    for (ContactRow& row : step.scratch.contact_rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            row.points[i].step_normal += row.points[i].normal_impulse;
            row.points[i].step_tangent += row.points[i].tangent_impulse;
        }
        row.rolling.step_impulse += row.rolling.impulse;
    }
    for (PointRow& row : step.scratch.point_rows)
        row.step_impulse += row.impulse;
    for (ScalarRow& row : step.scratch.scalar_rows)
        row.step_impulse += row.impulse;
}

void forget_bounced(const ContactRow& row, Contact& contact) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        if (!(row.points[i].rebound > 0.0f)) continue;
        contact.points[i].start_normal = contact.points[i].start_tangent = 0.0f;
        contact.start_rolling = 0.0f;
    }
}

void store_impulses(StepContext& step) {
    WorldState& state = step.state;
    for (const ContactRow& row : step.scratch.contact_rows) {
        Contact& contact = state.contacts[row.contact];
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactPoint& to = contact.points[i];
            to.normal_impulse = to.start_normal = row.points[i].step_normal;
            to.tangent_impulse = to.start_tangent = row.points[i].step_tangent;
        }
        contact.start_rolling = row.rolling.step_impulse;
        forget_bounced(row, contact);
    }
    store_joint_impulses(step);
}

void store_joint_impulses(StepContext& step) {
    WorldState& state = step.state;
    const auto for_joints = [&](auto&& act) {
        step.crew.for_chunks(state.joints.joint.size(), joints_at_once,
                             [&](std::size_t begin, std::size_t end) {
                                 for (std::size_t i = begin; i < end; ++i) {
                                     if (is_solved(state, static_cast<std::uint32_t>(i)))
                                         act(state.joints.joint[i]);
                                 }
                             });
    };
    for_joints([](Joint& joint) { base_of(joint).impulses = {}; });
    const std::vector<PointRow>& points = step.scratch.point_rows;
    step.crew.for_chunks(points.size(), joints_at_once, [&](std::size_t begin, std::size_t end) {
        for (const PointRow& row : std::span(points).subspan(begin, end - begin))
            base_of(state.joints.joint[row.joint]).impulses.point = row.step_impulse;
    });
    for (const ScalarRow& row : step.scratch.scalar_rows) {
        JointImpulses& impulses = base_of(state.joints.joint[row.joint]).impulses;
        impulses.scalar[static_cast<std::size_t>(row.slot)] = row.step_impulse;
        if (row.axis_mode == RowAxis::Angular) impulses.point += row.step_impulse * row.axis;
    }
    std::atomic<bool> overloaded{false};
    for_joints([&](Joint& joint) {
        end_joint_step(state, joint, step.dt);
        if (base_of(joint).overloaded) overloaded.store(true, std::memory_order_relaxed);
    });
    if (overloaded) step.scratch.joints_overloaded = true;
}

}  // namespace toibox
