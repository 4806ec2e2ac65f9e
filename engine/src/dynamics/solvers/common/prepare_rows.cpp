// SPDX-License-Identifier: MIT

// Prepares the rows of a step: selects contacts, and sets their initial impulses and targets. Joint rows are
// built in prepare_joints.cpp.

#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/external_acceleration.h"

#include <cmath>
#include <utility>

namespace toibox {

namespace {

bool uses_substep_policy(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic &&
           body_policy(state, policy_from_settings(state), body) == ContinuousPolicy::SubstepAtImpact;
}

bool will_be_searched(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return state.bodies.info[body].type == BodyType::Dynamic &&
           uses_time_of_impact(body_policy(state, policy_from_settings(state), body)) &&
           may_tunnel(state, body, step.dt * length(velocity.linear), step.dt * velocity.angular);
}

/// Whether the impact search of one of the two bodies will find impacts of this contact.
bool is_found_by_search(const StepContext& step, const Contact& contact) {
    return is_bouncy(step.state, contact.restitution) || will_be_searched(step, contact.body_a) ||
           will_be_searched(step, contact.body_b);
}

}  // namespace

bool is_deferred_to_ccd(const StepContext& step, const Contact& contact, const ContactRow& row) {
    const WorldState& state = step.state;
    if (contact.restitution == 0.0f) return false;
    if (!uses_substep_policy(state, contact.body_a) && !uses_substep_policy(state, contact.body_b))
        return false;
    const bool has_static_body = state.bodies.info[contact.body_a].type == BodyType::Static ||
                                 state.bodies.info[contact.body_b].type == BodyType::Static;
    if (has_static_body && bounces_at_step_end(state, contact.restitution)) return false;
    const float tolerance = static_cast<float>(pair_options(state, contact.body_a, contact.body_b).tolerance);
    const bool bouncy = is_bouncy(step.state, contact.restitution);
    const float min_approach_speed =
        bouncy ? min_impact_speed(step) : effective_restitution_threshold(state.settings, step.dt);
    bool will_hit = false;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        // From a smaller gap, a cast cannot reach the target distance.
        if (!(point.separation > tolerance)) return false;
        const float closing_distance = -point.approach_normal_velocity * step.dt;
        // A bouncy contact is deferred even if this distance is less than the gap, because a rotating body
        // may close faster later in the step.
        if (-point.approach_normal_velocity > min_approach_speed &&
            (bouncy || closing_distance > point.separation))
            will_hit = true;
    }
    return will_hit && is_searched_pair(step, contact.shape_a, contact.shape_b) &&
           is_found_by_search(step, contact);
}

void defer_to_ccd(StepContext& step, const Contact& contact) {
    if (!is_bouncy(step.state, contact.restitution)) return;
    for (const std::uint32_t body : {contact.body_a, contact.body_b}) {
        if (uses_substep_policy(step.state, body)) step.solver.deferred_bodies.push_back(body);
    }
}

namespace {

/// Whether locks prevent motion along the normal. K is then set to infinity, so that impulses are 0.
bool is_fully_locked(float normal_k) {
    return std::isinf(normal_k);
}

void prepare_contacts(StepContext& step, float h) {
    WorldState& state = step.state;
    std::vector<ContactRow>& rows = step.solver.contact_rows;
    rows.clear();
    rows.reserve(state.contacts.capacity());  // So that a steady world does not allocate later.
    if (step.detection.max_restitution > 0.0f) step.solver.start_velocity = state.bodies.velocity;
    const float warm_start_seconds = state.settings.warm_starting ? h : 0.0f;
    ContactRowOptions options;
    options.restitution_threshold = effective_restitution_threshold(state.settings, step.dt);
    for (std::uint32_t i = 0; i < state.contacts.size(); ++i) {
        Contact& contact = state.contacts[i];
        const float warm_torque = std::exchange(contact.warm_rolling_torque, 0.0f);
        if (contact.count == 0 || contact.response == ContactResponse::Sense) continue;
        if (!is_active(state, contact.body_a, contact.body_b)) continue;
        if (contact.restitution > 0.0f) {
            options.relative_acceleration =
                external_acceleration(state, contact.body_b) - external_acceleration(state, contact.body_a);
        }
        ContactRow row = make_contact_row(state, contact, options);
        row.contact = i;
        const bool is_deferred = is_deferred_to_ccd(step, contact, row);
        for (std::uint8_t k = 0; k < row.count; ++k) {
            ContactRowPoint& point = row.points[k];
            ContactPoint& from = contact.points[k];
            point.normal_impulse =
                is_fully_locked(point.normal_k) ? 0.0f : warm_start_seconds * from.warm_normal_force;
            point.tangent_impulse =
                point.tangent_mass == 0.0f ? 0.0f : warm_start_seconds * from.warm_tangent_force;
            if (from.warm) row.rolling.impulse = warm_start_seconds * warm_torque;
            from.approach_velocity = point.approach_normal_velocity;
            if (is_deferred) from.warm_normal_force = from.warm_tangent_force = 0.0f;
        }
        if (is_deferred) {
            defer_to_ccd(step, contact);
        } else {
            rows.push_back(row);
        }
    }
}

/// Velocity bias of the row, m/s or rad/s. The error of rigid rows is left to position correction, so that it
/// does not become velocity.
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
    prepare_joints(step, h, AngleRowMode::Decoupled);
    find_joint_clusters(step);
}

void begin_substep(StepContext& step, float h) {
    const std::vector<StepDisplacement>& displacement = step.solver.displacement;
    const float inv_h = 1.0f / h;
    const bool warm = step.state.settings.warm_starting;
    for (ContactRow& row : step.solver.contact_rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactRowPoint& point = row.points[i];
            const float gap =
                current_separation(row, point, displacement[row.body_a], displacement[row.body_b]);
            // The approach may at most close the gap within the sub-step.
            point.min_normal_velocity = gap > 0.0f ? -gap * inv_h : 0.0f;
            if (warm) continue;
            point.normal_impulse = 0.0f;
            point.tangent_impulse = 0.0f;
        }
        if (!warm) row.rolling.impulse = 0.0f;
    }
    update_joint_rows(step);
    for (PointRow& row : step.solver.point_rows) {
        const Vec2 offset = current_offset(row, displacement[row.body_a], displacement[row.body_b]);
        row.bias = row.bias_rate * offset - row.velocity;
        if (!warm) row.impulse = {};
    }
    for (ScalarRow& row : step.solver.scalar_rows) {
        row.bias = bias_of(row, inv_h);
        if (!warm) row.impulse = 0.0f;
    }
}

void end_substep(StepContext& step) {
    for (ContactRow& row : step.solver.contact_rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            row.points[i].total_normal_impulse += row.points[i].normal_impulse;
            row.points[i].total_tangent_impulse += row.points[i].tangent_impulse;
        }
        row.rolling.total_impulse += row.rolling.impulse;
    }
    for (PointRow& row : step.solver.point_rows)
        row.total_impulse += row.impulse;
    for (ScalarRow& row : step.solver.scalar_rows) {
        row.total_impulse += row.impulse;
        // A decoupled angle row also acts at the anchor, along `axis`.
        if (row.axis_mode == RowAxis::Angular) row.total_point_impulse += row.impulse * row.axis;
    }
}

void clear_bounced_warm_start(const ContactRow& row, Contact& contact) {
    for (std::uint8_t i = 0; i < row.count; ++i) {
        if (!(row.points[i].rebound_speed > 0.0f)) continue;
        contact.points[i].warm_normal_force = contact.points[i].warm_tangent_force = 0.0f;
        contact.warm_rolling_torque = 0.0f;
    }
}

void store_impulses(StepContext& step) {
    WorldState& state = step.state;
    const float inv_dt = 1.0f / step.dt;
    for (const ContactRow& row : step.solver.contact_rows) {
        Contact& contact = state.contacts[row.contact];
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactPoint& to = contact.points[i];
            to.normal_impulse = row.points[i].total_normal_impulse;
            to.tangent_impulse = row.points[i].total_tangent_impulse;
            to.warm_normal_force = inv_dt * to.normal_impulse;
            to.warm_tangent_force = inv_dt * to.tangent_impulse;
        }
        contact.warm_rolling_torque = inv_dt * row.rolling.total_impulse;
        clear_bounced_warm_start(row, contact);
        if (starts_touching_by_impulse(contact)) begin_touch_by_impulse(step, contact);
    }
    store_joint_impulses(step, WarmStartSource::WholeStep);
}

}  // namespace toibox
