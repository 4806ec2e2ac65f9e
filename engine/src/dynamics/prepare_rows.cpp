// SPDX-License-Identifier: MIT

// The rows of a step: which contacts and joints take part, what they start from and what they must hold.

#include "continuous.h"
#include "joints/joint_rows.h"
#include "solver.h"

namespace toibox {

namespace {

bool will_be_searched(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return state.bodies.info[body].type == BodyType::Dynamic &&
           moves_far(state, body, step.dt * length(velocity.linear), step.dt * velocity.angular);
}

/// Whether the continuous stage will answer this contact better. A speculative row lets a fast body crawl
/// over its gap and bounce at the end of the step; an impact bounces when they meet and spends the rest.
bool is_left_to_impacts(const StepContext& step, const Contact& contact, const ContactRow& row) {
    const WorldState& state = step.state;
    if (state.settings.continuous != ContinuousPolicy::SubstepAtImpact || contact.restitution == 0.0f) {
        return false;
    }
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

void prepare_contacts(StepContext& step) {
    WorldState& state = step.state;
    std::vector<ContactRow>& rows = step.scratch.contact_rows;
    rows.clear();
    const float share =
        state.settings.warm_starting ? 1.0f / static_cast<float>(state.settings.substeps) : 0.0f;
    ContactRowOptions options;
    options.restitution_threshold = effective_restitution_threshold(state.settings, step.dt);
    for (std::uint32_t i = 0; i < state.contacts.size(); ++i) {
        Contact& contact = state.contacts[i];
        if (contact.count == 0 || contact.sensor) continue;
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
            point.normal_impulse = share * from.normal_impulse;
            point.tangent_impulse = share * from.tangent_impulse;
            from.approach_velocity = point.approach_normal;
            if (left) from.normal_impulse = from.tangent_impulse = 0.0f;
        }
        if (!left) rows.push_back(row);
    }
}

void prepare_joints(StepContext& step, float h) {
    const WorldState& state = step.state;
    std::vector<PointRow>& rows = step.scratch.point_rows;
    rows.clear();
    const float share =
        state.settings.warm_starting ? 1.0f / static_cast<float>(state.settings.substeps) : 0.0f;
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        PointRow row = std::visit([&](const auto& joint) { return make_joint_row(state, joint, h); },
                                  state.joints.joint[i]);
        row.joint = i;
        row.impulse *= share;
        rows.push_back(row);
    }
}

}  // namespace

void prepare_rows(StepContext& step, float h) {
    prepare_contacts(step);
    prepare_joints(step, h);
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
    }
    for (PointRow& row : step.scratch.point_rows) {
        row.bias = row.bias_rate * current_offset(row, moved[row.body_a], moved[row.body_b]);
        if (!warm) row.impulse = {};
    }
}

void end_substep(StepContext& step) {
    for (ContactRow& row : step.scratch.contact_rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            row.points[i].step_normal += row.points[i].normal_impulse;
            row.points[i].step_tangent += row.points[i].tangent_impulse;
        }
    }
    for (PointRow& row : step.scratch.point_rows)
        row.step_impulse += row.impulse;
}

void store_impulses(StepContext& step) {
    WorldState& state = step.state;
    for (const ContactRow& row : step.scratch.contact_rows) {
        Contact& contact = state.contacts[row.contact];
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactPoint& to = contact.points[i];
            to.normal_impulse = row.points[i].step_normal;
            to.tangent_impulse = row.points[i].step_tangent;
        }
    }
    for (const PointRow& row : step.scratch.point_rows) {
        std::visit([&row](auto& joint) { joint.impulse = row.step_impulse; }, state.joints.joint[row.joint]);
    }
}

}  // namespace toibox
