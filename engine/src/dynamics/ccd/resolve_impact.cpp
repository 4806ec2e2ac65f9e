// SPDX-License-Identifier: MIT

// The response to one impact at its time. The velocities of the two bodies are solved together with their
// other contacts at that time and with the bouncy bodies that these touch in turn (impact_group.h). Other
// dynamic bodies are left to their own impacts and to the next step. The velocities at the impact must not
// contain gravity from after the impact, so the gravity of the rest of the step is removed before solving and
// added afterwards; then contacts that did not bounce are solved once more, to hold the bodies against this
// gravity. No position bias and no warm starting, because nothing here lasts beyond the step. Source: B.
// Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", thesis, Berkeley 1996, chapter 3.

#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/ccd/impact_islands.h"
#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/contacts/inner_edges.h"
#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/solvers/common/joint_system.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/external_acceleration.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/remaining_motion.h"
#include "dynamics/state/wake.h"

#include <span>

namespace toibox {

namespace {

/// Moves bodies to their poses at the time of the impact, to compute manifolds, and restores the poses at the
/// end of the scope. (Bodies without an impact are stored at the ends of their motions.)
class ScopedImpactPoses {
public:
    ScopedImpactPoses(StepContext& step, double t) : step_(step), t_(t) { step.ccd.saved_poses.clear(); }
    ScopedImpactPoses(const ScopedImpactPoses&) = delete;
    ScopedImpactPoses& operator=(const ScopedImpactPoses&) = delete;
    ~ScopedImpactPoses() {
        for (const SavedPose& saved : step_.ccd.saved_poses)
            step_.state.bodies.pose[saved.body] = saved.pose;
    }
    void move_to_impact(std::uint32_t body) {
        if (step_.state.bodies.info[body].type == BodyType::Static || is_impact_body(step_, body)) return;
        std::vector<SavedPose>& saved_poses = step_.ccd.saved_poses;
        for (const SavedPose& saved : saved_poses) {
            if (saved.body == body) return;
        }
        BodyPose& pose = step_.state.bodies.pose[body];
        saved_poses.push_back({body, pose});
        pose = body_pose_at(remaining_sweep(step_, body, t_), 0.0);
    }

private:
    StepContext& step_;
    double t_;
};

/// A contact with the witness point and normal that the time of impact found.
Contact make_witness_contact(StepContext& step, const ImpactCandidate& impact) {
    WorldState& state = step.state;
    ScopedImpactPoses impact_poses(step, impact.t);
    impact_poses.move_to_impact(impact.body_a);
    impact_poses.move_to_impact(impact.body_b);
    Contact contact = make_contact(state, impact.shape_a, impact.shape_b);
    contact.normal = narrow(impact.normal);
    contact.count = 1;
    contact.points[0].r_a = narrow(impact.point - widen(state.bodies.pose[impact.body_a].center));
    contact.points[0].r_b = narrow(impact.point - widen(state.bodies.pose[impact.body_b].center));
    return contact;
}

/// True if a body may join the group: it can continue after the impact, and neither its island nor that of
/// the group has spent its budget.
bool may_join(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyCcdState& ccd_state = state.ccd.body[body];
    return !is_spent(step) && !has_spent(state, body, 1) && ccd_state.remaining != RemainingMotion::Stopped &&
           ccd_state.impacts < state.settings.impact_budget &&
           body_policy_in_step(state, body) == ContinuousPolicy::SubstepAtImpact;
}

/// Adds all contacts of `shape` at the time of the impact, in search order. Skips bodies that already have
/// rows, because their contacts were added then.
void collect_contacts(StepContext& step, const ImpactCandidate& impact, std::uint32_t body,
                      std::uint32_t shape) {
    WorldState& state = step.state;
    std::vector<Contact>& contacts = step.ccd.impact_contacts;
    const std::size_t first = contacts.size();
    const float reach = state.settings.target + state.settings.tolerance;
    const Aabb box = compute_aabb(state.shapes.geometry[shape], body_transform(state, body));
    collect_group_shapes(step, body, fattened(box, reach));
    ScopedImpactPoses impact_poses(step, impact.t);
    for (const std::uint32_t near : step.search.near) {
        const std::uint32_t other = state.shapes.body[near];
        if (is_dynamic(state, other)) {
            if (step.ccd.has_impact_rows[other] != 0) continue;
            const bool bouncy = is_bouncy_pair(state, shape, near);
            if (!is_impact_body(step, other) && !(bouncy && may_join(step, other))) continue;
        }
        if (state.shapes.sensor[near] != 0 || !can_have_contact(state, shape, near)) continue;
        if (passes_one_way(step, shape, near, impact.t)) continue;
        impact_poses.move_to_impact(other);
        const ToiOptions options = pair_options(state, body, other);
        Contact contact = make_contact(state, shape, near);
        // Twice the tolerance, because the pose was rounded after the time of impact was found.
        compute_manifold(state, contact, static_cast<float>(options.target + 2.0 * options.tolerance));
        if (contact.count > 0) contacts.push_back(contact);
    }
    if (state.settings.smooth_inner_edges) {
        smooth_contacts(state, shape, std::span(contacts).subspan(first), step.ccd.edge_group_members);
    }
}

/// Adds rows for all contacts of `body` at the time of the impact.
void add_rows_of(StepContext& step, const ImpactCandidate& impact, std::uint32_t body) {
    const std::vector<Contact>& contacts = step.ccd.impact_contacts;
    for_each_shape(step.state, body, [&](std::uint32_t shape) {
        if (step.state.shapes.sensor[shape] != 0) return;
        const std::size_t first = contacts.size();
        collect_contacts(step, impact, body, shape);
        for (std::size_t i = first; i < contacts.size(); ++i) {
            if (contacts[i].count > 0) add_impact_row(step, i);
        }
    });
    step.ccd.has_impact_rows[body] = 1;
}

void add_gravity(StepContext& step, std::uint32_t body, float seconds) {
    step.state.bodies.velocity[body].linear += seconds * external_acceleration(step.state, body);
}

/// Seconds of gravity from after the impact that velocities already contain. velocity_lag_seconds matters
/// only if the contact bounces, because otherwise the impact leaves no normal speed.
float gravity_lead_time(const StepContext& step, const ImpactCandidate& impact) {
    const float remaining = static_cast<float>(1.0 - impact.t) * step.dt;
    const std::vector<Material>& material = step.state.shapes.material;
    const bool bounces =
        material[impact.shape_a].restitution > 0.0f || material[impact.shape_b].restitution > 0.0f;
    return bounces ? remaining - velocity_lag_seconds(step.state, step.dt) : remaining;
}

/// Advances a body to the time of the impact and adds it to the group, before the group pushes it.
void join_group(StepContext& step, const ImpactCandidate& impact, std::uint32_t body, JoinedBy by) {
    wake(step.state, body);
    advance_body(step, body, impact.t);
    if (by == JoinedBy::Touch) ++step.state.ccd.body[body].impacts;
    step.state.ccd.body[body].searching = true;
    add_impact_body(step, body);
    add_gravity(step, body, -gravity_lead_time(step, impact));
    add_rows_of(step, impact, body);
}

/// Sets the target velocities at which the bodies do not close again in the rest of the step (`remaining`
/// seconds).
void set_non_closing_targets(const StepContext& step, float remaining, bool is_repeated) {
    for (ContactRow& row : step.ccd.impact_rows) {
        const Contact& contact = step.ccd.impact_contacts[row.contact];
        for (std::uint8_t i = 0; i < row.count; ++i)
            row.points[i].min_normal_velocity =
                min_speed_after_impact(step.state, row, contact, i, remaining, is_repeated);
    }
}
void solve_group_non_closing(StepContext& step, float remaining, bool is_repeated) {
    set_non_closing_targets(step, remaining, is_repeated);
    solve_non_closing(step, {step.ccd.impact_rows});
    record_impact_impulses(step, step.ccd.impact_rows);
}

/// solve_group_non_closing with the joints of the group, if the rest of the row budget is large enough.
void solve_jointed_group_non_closing(StepContext& step, float remaining, bool is_repeated) {
    set_non_closing_targets(step, remaining, is_repeated);
    std::vector<ContactRow>& rows = step.ccd.round_rows;
    rows = step.ccd.impact_rows;
    if (!prepare_joint_responses(step, rows)) return solve_group_non_closing(step, remaining, is_repeated);
    solve_non_closing(step, {rows, true});
    record_impact_impulses(step, rows);
}

float normal_speed(const StepContext& step, const ContactRow& row) {
    const std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    return normal_velocity(row, row.points[0], velocity[row.body_a], velocity[row.body_b]);
}

/// False for contacts with a body that touches the group but was not pushed by it.
bool is_between_members(const StepContext& step, const ContactRow& row) {
    const auto belongs = [&](std::uint32_t body) {
        return !is_dynamic(step.state, body) || is_impact_body(step, body);
    };
    return belongs(row.body_a) && belongs(row.body_b);
}

Vec2 witness_point(const StepContext& step, const Contact& witness_contact) {
    return step.state.bodies.pose[witness_contact.body_a].center + witness_contact.points[0].r_a;
}

/// Adds a row along the normal of the time of impact, and solves the row.
void solve_along_witness_normal(StepContext& step, const Contact& witness_contact, float threshold) {
    step.ccd.impact_contacts.push_back(witness_contact);
    ContactRow& row = step.ccd.impact_rows.emplace_back();
    ContactRowOptions options;
    options.restitution_threshold = threshold;
    row = make_contact_row(step.state, witness_contact, options);
    row.contact = static_cast<std::uint32_t>(step.ccd.impact_contacts.size() - 1);
    const float approach = -row.points[0].approach_normal_velocity;
    ContactRow solved = row;
    const bool jointed = !step.ccd.impact_joints.empty() && prepare_joint_responses(step, {&solved, 1});
    solve_impact(step, {{&solved, 1}, jointed});
    record_impact_impulses(step, {&solved, 1});
    if (approach > threshold) emit_hit(step, witness_contact, witness_point(step, witness_contact), approach);
}

}  // namespace

ImpactEvent make_impact_event(const WorldState& state, const ImpactCandidate& impact) {
    return {.a = state.shapes.ids.handle_at<ShapeHandle>(impact.shape_a),
            .b = state.shapes.ids.handle_at<ShapeHandle>(impact.shape_b),
            .t = impact.t,
            .point = narrow(impact.point),
            .normal = narrow(impact.normal)};
}

void emit_impact_event(StepContext& step, const ImpactEvent& event) {
    ++step.report.impacts;
    step.report.exhausted_budgets += event.budget_exhausted ? 1 : 0;
    step.report.time_lost += event.time_lost;
    step.events.impact.push_back(event);
}

void begin_impact_group(StepContext& step, const ImpactCandidate& impact) {
    clear_impact_group(step);
    for (const std::uint32_t body : {impact.body_a, impact.body_b}) {
        if (is_dynamic(step.state, body)) add_impact_body(step, body);
    }
}

void resolve_impact(StepContext& step, const ImpactCandidate& impact) {
    const float remaining = static_cast<float>(1.0 - impact.t) * step.dt;
    const float gravity_lead = gravity_lead_time(step, impact);
    std::vector<ContactRow>& rows = step.ccd.impact_rows;
    const std::size_t met_count = step.solver.impact_bodies.size();
    for (std::size_t i = 0; i < met_count; ++i)
        add_gravity(step, step.solver.impact_bodies[i], -gravity_lead);
    const Contact witness_contact = make_witness_contact(step, impact);
    const ContactRow witness = make_contact_row(step.state, witness_contact, {});
    for (std::size_t i = 0; i < met_count; ++i)
        add_rows_of(step, impact, step.solver.impact_bodies[i]);
    const float threshold = effective_restitution_threshold(step.state.settings, step.dt);
    solve_impact_group(
        step, {.lead = remaining, .gravity_lead = gravity_lead, .threshold = threshold},
        {.may_join = [&](std::uint32_t body) { return may_join(step, body); },
         .join = [&](std::uint32_t body, JoinedBy by) { join_group(step, impact, body, by); }});
    // Two vertices that meet may still close along the normal of the time of impact.
    const float still_closing = tuning::closing_fraction * witness.points[0].approach_normal_velocity;
    if (still_closing < 0.0f && normal_speed(step, witness) < still_closing)
        solve_along_witness_normal(step, witness_contact, threshold);
    for (const std::uint32_t body : step.solver.impact_bodies)
        add_gravity(step, body, gravity_lead);
    std::erase_if(rows, [&](const ContactRow& row) { return !is_between_members(step, row); });
    const bool is_repeated = is_repeated_impact(step.state, impact);
    if (step.ccd.impact_joints.empty()) return solve_group_non_closing(step, remaining, is_repeated);
    solve_joint_system(step);  // Removes velocities due to gravity that the joints do not allow.
    solve_jointed_group_non_closing(step, remaining, is_repeated);
}

void stop_at_core(StepContext& step, const ImpactCandidate& impact) {
    step.ccd.impact_contacts.assign(1, make_witness_contact(step, impact));
    Contact& contact = step.ccd.impact_contacts.front();
    contact.restitution = 0.0f;
    contact.friction = 0.0f;
    add_impact_row(step, 0);
    solve_group_non_closing(step, static_cast<float>(1.0 - impact.t) * step.dt, true);
}

}  // namespace toibox
