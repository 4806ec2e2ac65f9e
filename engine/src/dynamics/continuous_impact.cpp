// SPDX-License-Identifier: MIT

// The response to one impact at its time: the velocities of the bodies that met, solved together with
// whatever else they touch there, and with the lively bodies that these touch in turn (impact_group.h); any
// other third dynamic body is left to its own impacts and to the next step. Gravity up to the impact belongs
// to it and gravity after it does not, so the rest of the step's gravity is taken back before and given
// after; what did not bounce then holds the body against it. No position bias and no warm starting: nothing
// here outlives the step. Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems",
// thesis, Berkeley 1996, chapter 3.

#include "toibox/dynamics/row_kernels.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "continuous.h"
#include "impact_group.h"
#include "inner_edges.h"
#include "one_way_contacts.h"
#include "own_continuous.h"
#include "solver.h"
#include "world_edit.h"

#include <span>

namespace toibox {

namespace {

/// Bodies that have not met anything stand at the ends of their motions. For the manifolds of an impact those
/// that are brought here stand where they were at the time, for as long as this lives.
class StandAtImpact {
public:
    StandAtImpact(StepContext& step, double t) : step_(step), t_(t) { step.scratch.brought.clear(); }
    StandAtImpact(const StandAtImpact&) = delete;
    StandAtImpact& operator=(const StandAtImpact&) = delete;
    ~StandAtImpact() {
        for (const PlacedBody& kept : step_.scratch.brought)
            step_.state.bodies.pose[kept.body] = kept.pose;
    }
    void bring(std::uint32_t body) {
        if (step_.state.bodies.info[body].type == BodyType::Static || is_impact_body(step_, body)) return;
        std::vector<PlacedBody>& brought = step_.scratch.brought;
        for (const PlacedBody& kept : brought) {
            if (kept.body == body) return;
        }
        BodyPose& pose = step_.state.bodies.pose[body];
        brought.push_back({body, pose});
        pose = committed_pose(rest_of_motion(step_, body, t_), 0.0);
    }

private:
    StepContext& step_;
    double t_;
};

/// What the time of impact itself saw: one point, one normal.
Contact witnessed_contact(StepContext& step, const FoundImpact& impact) {
    WorldState& state = step.state;
    StandAtImpact standing(step, impact.t);
    standing.bring(impact.body_a);
    standing.bring(impact.body_b);
    Contact contact = make_contact(state, impact.shape_a, impact.shape_b);
    contact.normal = narrow(impact.normal);
    contact.count = 1;
    contact.points[0].r_a = narrow(impact.point - widen(state.bodies.pose[impact.body_a].center));
    contact.points[0].r_b = narrow(impact.point - widen(state.bodies.pose[impact.body_b].center));
    return contact;
}

/// Whether a body that something of the group touches may become part of the group: it is free to go on from
/// the impact.
bool may_join(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyContinuous& spent = state.continuous.body[body];
    return state.progress.impact_work < tuning::group_work_budget && spent.rest != RestOfStep::Stopped &&
           spent.impacts < state.settings.impact_budget &&
           policy_in_step(state, body) == ContinuousPolicy::SubstepAtImpact;
}

/// Adds everything that a shape of `body` touches at the time, in search order. Contacts between two bodies
/// that `has_rows` were added with the first of them.
void collect_contacts(StepContext& step, const FoundImpact& impact, std::uint32_t body, std::uint32_t shape) {
    WorldState& state = step.state;
    std::vector<Contact>& contacts = step.scratch.impact_contacts;
    const std::size_t first = contacts.size();
    const float reach = state.settings.target + state.settings.tolerance;
    const Aabb box = compute_aabb(state.shapes.geometry[shape], body_frame(state, body));
    collect_near_obstacles(step, body, fattened(box, reach));
    StandAtImpact standing(step, impact.t);
    for (const std::uint32_t near : step.search.near) {
        const std::uint32_t other = state.shapes.body[near];
        if (is_dynamic(state, other)) {
            if (step.scratch.has_impact_rows[other] != 0) continue;
            const bool lively = is_lively_pair(step, shape, near);
            if (!is_impact_body(step, other) && !(lively && may_join(step, other))) continue;
        }
        if (state.shapes.sensor[near] != 0 || !may_pair(state, shape, near)) continue;
        if (is_let_pass(step, shape, near, impact.t)) continue;
        standing.bring(other);
        const ToiOptions options = pair_options(state, body, other);
        Contact contact = make_contact(state, shape, near);
        // Twice the tolerance: the pose was rounded since the time of impact was found.
        compute_manifold(state, contact, static_cast<float>(options.target + 2.0 * options.tolerance));
        if (contact.count > 0) contacts.push_back(contact);
    }
    if (state.settings.smooth_inner_edges) {
        smooth_contacts(state, shape, std::span(contacts).subspan(first), step.scratch.impact_members);
    }
}

/// Rows for everything that `body` touches at the time.
void add_rows_of(StepContext& step, const FoundImpact& impact, std::uint32_t body) {
    const std::vector<Contact>& contacts = step.scratch.impact_contacts;
    for_each_shape(step.state, body, [&](std::uint32_t shape) {
        if (step.state.shapes.sensor[shape] != 0) return;
        const std::size_t first = contacts.size();
        collect_contacts(step, impact, body, shape);
        for (std::size_t i = first; i < contacts.size(); ++i) {
            if (contacts[i].count > 0) add_impact_row(step, i);
        }
    });
    step.scratch.has_impact_rows[body] = 1;
}

void add_gravity(StepContext& step, std::uint32_t body, float seconds) {
    step.state.bodies.velocity[body].linear += seconds * free_acceleration(step.state, body);
}

/// Seconds of gravity that velocities have in advance of the impact. An impact without a bounce leaves no
/// speed that the lag could falsify.
float gravity_ahead(const StepContext& step, const FoundImpact& impact) {
    const float rest = static_cast<float>(1.0 - impact.t) * step.dt;
    const std::vector<Material>& material = step.state.shapes.material;
    const bool bounces =
        material[impact.shape_a].restitution > 0.0f || material[impact.shape_b].restitution > 0.0f;
    return bounces ? rest - velocity_lag(step.state, step.dt) : rest;
}

/// Brings a body that the group is about to push to the time of the impact.
void join_group(StepContext& step, const FoundImpact& impact, std::uint32_t body, JoinedBy by) {
    wake(step.state, body);
    advance_body(step, body, impact.t);
    if (by == JoinedBy::Touch) ++step.state.continuous.body[body].impacts;
    step.state.continuous.body[body].searching = true;
    add_impact_body(step, body);
    add_gravity(step, body, -gravity_ahead(step, impact));
    add_rows_of(step, impact, body);
}

/// The rows are to keep the bodies from closing again for the rest of the step, `rest` seconds.
void aim_hold(const StepContext& step, float rest, bool met_before) {
    for (ContactRow& row : step.scratch.impact_rows) {
        const Contact& met = step.scratch.impact_contacts[row.contact];
        for (std::uint8_t i = 0; i < row.count; ++i)
            row.points[i].least_velocity = least_speed_after(step.state, row, met, i, rest, met_before);
    }
}
void hold(StepContext& step, float rest, bool met_before) {
    aim_hold(step, rest, met_before);
    hold_impact(step, {step.scratch.impact_rows});
    record_impact_pushes(step, step.scratch.impact_rows);
}

/// The same with what the joints of the group hold, if that can be paid.
void hold_jointed(StepContext& step, float rest, bool met_before) {
    aim_hold(step, rest, met_before);
    std::vector<ContactRow>& rows = step.scratch.round_rows;
    rows = step.scratch.impact_rows;
    if (!prepare_joint_answers(step, rows)) return hold(step, rest, met_before);
    hold_impact(step, {rows, true});
    record_impact_pushes(step, rows);
}

float normal_speed(const StepContext& step, const ContactRow& row) {
    const std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    return normal_velocity(row, row.points[0], velocity[row.body_a], velocity[row.body_b]);
}

/// Not so for what touches the group and was not pushed.
bool is_between_members(const StepContext& step, const ContactRow& row) {
    const auto belongs = [&](std::uint32_t body) {
        return !is_dynamic(step.state, body) || is_impact_body(step, body);
    };
    return belongs(row.body_a) && belongs(row.body_b);
}

Vec2 witness_place(const StepContext& step, const Contact& witnessed) {
    return step.state.bodies.pose[witnessed.body_a].center + witnessed.points[0].r_a;
}

/// Solves the group's last row, along the normal of the time of impact.
void solve_along_witness(StepContext& step, const Contact& witnessed, float threshold) {
    step.scratch.impact_contacts.push_back(witnessed);
    ContactRow& row = step.scratch.impact_rows.emplace_back();
    ContactRowOptions options;
    options.restitution_threshold = threshold;
    row = make_contact_row(step.state, witnessed, options);
    row.contact = static_cast<std::uint32_t>(step.scratch.impact_contacts.size() - 1);
    const float approach = -row.points[0].approach_normal;
    ContactRow solved = row;
    const bool jointed = !step.scratch.impact_joints.empty() && prepare_joint_answers(step, {&solved, 1});
    solve_impact(step, {{&solved, 1}, jointed});
    record_impact_pushes(step, {&solved, 1});
    if (approach > threshold) emit_hit(step, witnessed, witness_place(step, witnessed), approach);
}

}  // namespace

ImpactEvent event_of(const WorldState& state, const FoundImpact& impact) {
    return {.a = state.shapes.ids.handle_at<ShapeHandle>(impact.shape_a),
            .b = state.shapes.ids.handle_at<ShapeHandle>(impact.shape_b),
            .t = impact.t,
            .point = narrow(impact.point),
            .normal = narrow(impact.normal)};
}

void tell_of_impact(StepContext& step, const ImpactEvent& event) {
    ++step.report.impacts;
    step.report.budget_spent += event.budget_spent ? 1 : 0;
    step.report.time_lost += event.time_lost;
    step.events.impact.push_back(event);
}

void begin_impact_group(StepContext& step, const FoundImpact& impact) {
    clear_impact_group(step);
    for (const std::uint32_t body : {impact.body_a, impact.body_b}) {
        if (is_dynamic(step.state, body)) add_impact_body(step, body);
    }
}

void resolve_impact(StepContext& step, const FoundImpact& impact) {
    const float rest = static_cast<float>(1.0 - impact.t) * step.dt;
    const float ahead = gravity_ahead(step, impact);
    std::vector<ContactRow>& rows = step.scratch.impact_rows;
    const std::size_t met = step.scratch.impact_bodies.size();
    for (std::size_t i = 0; i < met; ++i)
        add_gravity(step, step.scratch.impact_bodies[i], -ahead);
    const Contact witnessed = witnessed_contact(step, impact);
    const ContactRow witness = make_contact_row(step.state, witnessed, {});
    for (std::size_t i = 0; i < met; ++i)
        add_rows_of(step, impact, step.scratch.impact_bodies[i]);
    const float threshold = effective_restitution_threshold(step.state.settings, step.dt);
    solve_impact_group(
        step, {.rest = ahead, .threshold = threshold},
        {.may_join = [&](std::uint32_t body) { return may_join(step, body); },
         .join = [&](std::uint32_t body, JoinedBy by) { join_group(step, impact, body, by); }});
    // Where two vertices meet the manifold's normal is not the one along which they close.
    const float still_closing = tuning::closing_share * witness.points[0].approach_normal;
    if (still_closing < 0.0f && normal_speed(step, witness) < still_closing)
        solve_along_witness(step, witnessed, threshold);
    for (const std::uint32_t body : step.scratch.impact_bodies)
        add_gravity(step, body, ahead);
    std::erase_if(rows, [&](const ContactRow& row) { return !is_between_members(step, row); });
    const bool met_before = have_met_before(step.state, impact);
    if (step.scratch.impact_joints.empty()) return hold(step, rest, met_before);
    solve_joint_system(step);  // gravity may have given them speeds that the joints do not let them have
    hold_jointed(step, rest, met_before);
    if (close_impact_joints(step, rest)) hold(step, rest, met_before);
    load_impact_joints(step);
}

void hold_core(StepContext& step, const FoundImpact& impact) {
    step.scratch.impact_contacts.assign(1, witnessed_contact(step, impact));
    Contact& contact = step.scratch.impact_contacts.front();
    contact.restitution = 0.0f;
    contact.friction = 0.0f;
    add_impact_row(step, 0);
    hold(step, static_cast<float>(1.0 - impact.t) * step.dt, true);
}

}  // namespace toibox
