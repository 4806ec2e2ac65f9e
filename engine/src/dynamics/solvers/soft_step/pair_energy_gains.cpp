// SPDX-License-Identifier: MIT

// Corrects energy gains of isolated pairs. Soft contacts push overlap out, friction acts up to the limit that
// this push allows, and relaxation then takes back the part of the push that is not needed. If the bodies
// separate immediately, the whole push is taken back, but the friction has done work. In 3 of 1000 random
// impacts, an isolated pair gained up to a sixth of its energy this way. So if an isolated pair gains energy,
// its impact is solved again, rigidly, from the velocities before the step. Rejected alternative: doing this
// for whole islands (the solver took 2.5 times as long when a pyramid was smashed).

#include "toibox/dynamics/tuning.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/solvers/common/restitution_islands.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/soft_step/soft_step.h"

#include <span>

namespace toibox::soft_step {
namespace {

constexpr std::int32_t no_partner = -2;      ///< The body touches several bodies, or has a joint.
constexpr std::int32_t no_partner_yet = -1;  ///< The body touches no body.

/// Fills Scratch::partner.
void find_partners(const StepContext& step, Scratch& scratch) {
    std::vector<std::int32_t>& partner = scratch.partner;
    partner.assign(scratch.body.size(), no_partner_yet);
    const auto add_contact = [&](std::int32_t slot, std::int32_t other) {
        std::int32_t& known_partner = partner[static_cast<std::size_t>(slot)];
        known_partner = known_partner == no_partner_yet || known_partner == other ? other : no_partner;
    };
    for (const WideContact& block : scratch.contact_blocks) {
        for (std::size_t lane = 0; lane < block.lanes; ++lane) {
            add_contact(block.body_a[lane], block.body_b[lane]);
            add_contact(block.body_b[lane], block.body_a[lane]);
        }
    }
    const WorldState& state = step.state;
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& joint = base_of(state.joints.joint[i]);
        for (const std::uint32_t body : {joint.body_a, joint.body_b})
            partner[static_cast<std::size_t>(scratch.slot[body])] = no_partner;
    }
}

/// Whether the two bodies touch no other bodies. Contacts of an immovable body are ignored.
bool is_isolated_pair(const Scratch& scratch, std::int32_t slot_a, std::int32_t slot_b) {
    const auto has_no_other = [&](std::int32_t slot, std::int32_t other) {
        const auto index = static_cast<std::size_t>(slot);
        return scratch.dynamic[index] == 0 || scratch.partner[index] == other;
    };
    return has_no_other(slot_a, slot_b) && has_no_other(slot_b, slot_a);
}

/// Whether a conveyor belt or a prescribed motion drives the pair, which may add any amount of energy.
bool is_driven(const WorldState& state, const Contact& contact) {
    return contact.tangent_speed != 0.0f || has_prescribed_motion(state, contact.body_a) ||
           has_prescribed_motion(state, contact.body_b);
}

/// Whether the bodies of the contact have gained energy in this step.
bool has_gained_energy(const StepContext& step, const Contact& contact) {
    const StepEnergy a = energy_of(step, contact.body_a);
    const StepEnergy b = energy_of(step, contact.body_b);
    const double allowed_energy = a.allowed_energy + b.allowed_energy;
    return a.current_energy + b.current_energy >
           allowed_energy + static_cast<double>(tuning::work_slack) * allowed_energy;
}

/// Sets the velocity that the body would have without contacts in this step.
void integrate_without_contacts(StepContext& step, const Scratch& scratch, std::uint32_t body) {
    const auto slot = static_cast<std::size_t>(scratch.slot[body]);
    if ((scratch.dynamic[slot] & slot_is_dynamic) == 0) return;
    const float h = step.dt / static_cast<float>(step.state.settings.substeps);
    const float* const acceleration = &scratch.acceleration[slot * 4];
    const float* const damping = &scratch.damping[slot * 4];
    BodyVelocity velocity = step.solver.start_velocity[body];
    for (int substep = 0; substep < step.state.settings.substeps; ++substep) {
        velocity.linear = {damping[0] * (velocity.linear.x + h * acceleration[0]),
                           damping[1] * (velocity.linear.y + h * acceleration[1])};
        velocity.angular = damping[2] * (velocity.angular + h * acceleration[2]);
    }
    step.state.bodies.velocity[body] = apply_locks(velocity, step.state.bodies.info[body]);
}

/// Displacement of the body in the step.
StepDisplacement displacement_of(const WorldState& state, std::uint32_t body) {
    const BodyMotion& motion = state.bodies.motion[body];
    if (state.bodies.info[body].type == BodyType::Static) return {};
    const BodyPose& pose = state.bodies.pose[body];
    const Rot rotation = inverse(motion.start.rotation) * pose.rotation;
    return {.center = pose.center - motion.start.center,
            .angle = motion.delta_angle,
            .cosine = rotation.c,
            .sine = rotation.s};
}

/// The row of a contact at the start of the step. Points that pushed must not close; they bounce if they
/// approached fast enough. Other points may close their remaining gap.
ContactRow make_row_at_start(StepContext& step, const Contact& contact) {
    ContactRowOptions options;
    options.restitution_threshold = effective_restitution_threshold(step.state.settings, step.dt);
    ContactRow row = make_contact_row(step.state, contact, options);
    const StepDisplacement a = displacement_of(step.state, contact.body_a);
    const StepDisplacement b = displacement_of(step.state, contact.body_b);
    for (std::uint8_t k = 0; k < row.count; ++k) {
        ContactRowPoint& point = row.points[k];
        if (contact.points[k].normal_impulse > 0.0f) continue;
        const float gap = current_separation(row, point, a, b);
        point.rebound_speed = 0.0f;
        point.min_normal_velocity = gap > 0.0f ? -gap / step.dt : 0.0f;
    }
    return row;
}

/// Lists the rows of all contacts between the two bodies.
void list_pair_rows(StepContext& step, std::uint32_t body_a, std::uint32_t body_b) {
    std::vector<ContactRow>& rows = step.solver.pair_rows;
    rows.clear();
    for (const DetectionSummary& summary : step.detection.summary) {
        for (const SolverContact& solver_contact : summary.solver_contact) {
            const bool is_same = solver_contact.body_a == body_a && solver_contact.body_b == body_b;
            const bool is_flipped = solver_contact.body_a == body_b && solver_contact.body_b == body_a;
            if (!is_same && !is_flipped) continue;
            rows.push_back(make_row_at_start(step, step.state.contacts[solver_contact.contact]));
            rows.back().contact = solver_contact.contact;
        }
    }
}

/// Stores the impulses of the impact in the contact. The next step does not warm-start from these impulses.
void store_impact_impulses(StepContext& step, const ContactRow& row) {
    Contact& contact = step.state.contacts[row.contact];
    contact.warm_rolling_torque = 0.0f;
    for (std::uint8_t k = 0; k < row.count; ++k) {
        ContactPoint& point = contact.points[k];
        point.normal_impulse = row.points[k].normal_impulse;
        point.tangent_impulse = row.points[k].tangent_impulse;
        point.warm_normal_force = point.warm_tangent_force = 0.0f;
    }
}

/// Solves the impact of the pair again.
void solve_pair_again(StepContext& step, const Scratch& scratch, const Contact& contact) {
    integrate_without_contacts(step, scratch, contact.body_a);
    integrate_without_contacts(step, scratch, contact.body_b);
    list_pair_rows(step, contact.body_a, contact.body_b);
    step.solver.island = {.spent = 0, .bodies = 2};
    solve_impact(step, {step.solver.pair_rows});
    for (const ContactRow& row : step.solver.pair_rows)
        store_impact_impulses(step, row);
}

}  // namespace

void fix_pair_energy_gains(StepContext& step, Scratch& scratch) {
    find_partners(step, scratch);
    for (const WideContact& block : scratch.contact_blocks) {
        for (std::size_t lane = 0; lane < block.lanes; ++lane) {
            if (!is_isolated_pair(scratch, block.body_a[lane], block.body_b[lane])) continue;
            const Contact& contact = step.state.contacts[block.contact[lane]];
            if (!is_driven(step.state, contact) && has_gained_energy(step, contact))
                solve_pair_again(step, scratch, contact);
        }
    }
}

}  // namespace toibox::soft_step
