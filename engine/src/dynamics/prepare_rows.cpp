// SPDX-License-Identifier: MIT

// The rows of a step: which contacts take part, what they start from and what they must hold. Those of joints
// are prepare_joints.cpp.

#include "continuous.h"
#include "detect.h"
#include "own_continuous.h"
#include "solver.h"

#include <cmath>
#include <utility>

namespace toibox {

namespace {

bool is_under_substep(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic &&
           policy_of(state, continuous_by_settings(state), body) == ContinuousPolicy::SubstepAtImpact;
}

bool will_be_searched(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return state.bodies.info[body].type == BodyType::Dynamic &&
           uses_time_of_impact(policy_of(state, continuous_by_settings(state), body)) &&
           moves_far(step, body, step.dt * length(velocity.linear), step.dt * velocity.angular);
}

/// Whether one of the bodies will be searched for the impact of this contact.
bool is_found_by_search(const StepContext& step, const Contact& contact) {
    return is_lively(step, contact.restitution) || will_be_searched(step, contact.body_a) ||
           will_be_searched(step, contact.body_b);
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
    const bool lively = is_lively(step, contact.restitution);
    const float slowest =
        lively ? slowest_impact(step) : effective_restitution_threshold(state.settings, step.dt);
    bool arrives = false;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        // Closer than this it could not be cast with a target of its own.
        if (!(point.separation > tolerance)) return false;
        const float closed = -point.approach_normal * step.dt;
        // A body that turns may close faster later in the step than it does now.
        if (-point.approach_normal > slowest && (lively || closed > point.separation)) arrives = true;
    }
    return arrives && is_searched_pair(step, contact.shape_a, contact.shape_b) &&
           is_found_by_search(step, contact);
}

void await_impact(StepContext& step, const Contact& contact) {
    if (!is_lively(step, contact.restitution)) return;
    for (const std::uint32_t body : {contact.body_a, contact.body_b}) {
        if (is_under_substep(step.state, body)) step.scratch.awaits_impact.push_back(body);
    }
}

namespace {

/// What cannot be changed any more must not be kept.
bool is_locked_fast(float normal_k) {
    return std::isinf(normal_k);
}

void prepare_contacts(StepContext& step, float h) {
    WorldState& state = step.state;
    std::vector<ContactRow>& rows = step.scratch.contact_rows;
    rows.clear();
    rows.reserve(state.contacts.capacity());  // a steady world asks for no memory when it fills up
    if (step.scratch.greatest_restitution > 0.0f) step.scratch.start_velocity = state.bodies.velocity;
    const float share = state.settings.warm_starting ? h : 0.0f;
    ContactRowOptions options;
    options.restitution_threshold = effective_restitution_threshold(state.settings, step.dt);
    for (std::uint32_t i = 0; i < state.contacts.size(); ++i) {
        Contact& contact = state.contacts[i];
        const float rolled = std::exchange(contact.start_rolling, 0.0f);
        if (contact.count == 0 || contact.response == ContactResponse::Sense) continue;
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
        if (left) {
            await_impact(step, contact);
        } else {
            rows.push_back(row);
        }
    }
}

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
    prepare_contacts(step, h);
    count_joints(step);
    prepare_joints(step, h, AngleRows::Decoupled);
    find_joint_clusters(step);
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
    place_joint_rows(step);
    for (PointRow& row : step.scratch.point_rows) {
        row.bias = row.bias_rate * current_offset(row, moved[row.body_a], moved[row.body_b]) - row.velocity;
        if (!warm) row.impulse = {};
    }
    for (ScalarRow& row : step.scratch.scalar_rows) {
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
    for (ScalarRow& row : step.scratch.scalar_rows) {
        row.step_impulse += row.impulse;
        if (row.axis_mode == RowAxis::Angular) row.step_at_point += row.impulse * row.axis;
    }
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
    const float inv_dt = 1.0f / step.dt;
    for (const ContactRow& row : step.scratch.contact_rows) {
        Contact& contact = state.contacts[row.contact];
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactPoint& to = contact.points[i];
            to.normal_impulse = row.points[i].step_normal;
            to.tangent_impulse = row.points[i].step_tangent;
            to.start_normal = inv_dt * to.normal_impulse;
            to.start_tangent = inv_dt * to.tangent_impulse;
        }
        contact.start_rolling = inv_dt * row.rolling.step_impulse;
        forget_bounced(row, contact);
        if (begins_by_push(contact)) begin_by_push(step, contact);
    }
    store_joint_impulses(step, NextStart::WholeStep);
}

}  // namespace toibox
