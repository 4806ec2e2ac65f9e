// SPDX-License-Identifier: MIT

// Impacts between shapes that already touch at the start of the step. The impact search cannot cast such
// pairs, because there is no gap, or did not search them, and they overlap by now. They are solved before the
// solver runs, at the poses and velocities at the start of the step, so that the impulses act where the
// bodies are. Rejected alternative: solving them at the end of the step, along outdated normals and lever
// arms; two discs that met off-centre lost 6 % of their angular momentum.

#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/islands/disjoint_sets.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/external_acceleration.h"
#include "dynamics/state/wake.h"

#include <algorithm>
#include <span>

namespace toibox {

namespace {

bool supports_impacts(const WorldState& state) {
    return state.progress.solver == SolverKind::SoftStep ||
           state.progress.solver == SolverKind::SequentialImpulses;
}

/// Maximum gap at which a pair counts as touching, metres. Larger for policies that stop bodies at the target
/// distance and leave the impact to the next step. SubstepAtImpact has already resolved pairs at that
/// distance.
float touching_gap(const WorldState& state, const Contact& contact) {
    const ToiOptions options = pair_options(state, contact.body_a, contact.body_b);
    const auto stops_at_impact = [&](std::uint32_t body) {
        const ContinuousPolicy policy = body_policy_in_step(state, body);
        return is_dynamic(state, body) && ends_at_target(policy) &&
               policy != ContinuousPolicy::SubstepAtImpact;
    };
    const bool any_stops = stops_at_impact(contact.body_a) || stops_at_impact(contact.body_b);
    return static_cast<float>(any_stops ? options.target + 2.0 * options.tolerance : options.tolerance);
}

bool is_touching(const WorldState& state, const Contact& contact) {
    const float gap = touching_gap(state, contact);
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation <= gap) return true;
    }
    return false;
}

/// Maximum approach speed at the contact points, m/s.
float max_approach_speed(const WorldState& state, const Contact& contact) {
    const BodyVelocity& a = state.bodies.velocity[contact.body_a];
    const BodyVelocity& b = state.bodies.velocity[contact.body_b];
    float max_approach = 0.0f;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        const Vec2 velocity = b.linear + cross(b.angular, point.r_b) - a.linear - cross(a.angular, point.r_a);
        const float approach = -dot(velocity, contact.normal);
        if (approach > max_approach) max_approach = approach;
    }
    return max_approach;
}

/// Lists the bouncy contacts that touch. True if one of them approaches faster than min_impact_speed.
bool list_touching(StepContext& step) {
    const WorldState& state = step.state;
    std::vector<std::uint32_t>& touching = step.ccd.touching_contacts;
    touching.clear();
    const float min_speed = min_impact_speed(step);
    bool is_any_fast = false;
    for (const DetectionSummary& summary : step.detection.summary) {
        for (const SolverContact& solver_contact : summary.solver_contact) {
            if (!solver_contact.bounces || !is_active(state, solver_contact.body_a, solver_contact.body_b))
                continue;
            const Contact& contact = state.contacts[solver_contact.contact];
            if (!is_bouncy(state, contact.restitution) || !is_touching(state, contact)) continue;
            touching.push_back(solver_contact.contact);
            is_any_fast = is_any_fast || max_approach_speed(state, contact) > min_speed;
        }
    }
    return is_any_fast;
}

/// Sorts the touching contacts by component: bodies connected by these contacts and by joints.
void sort_by_component(StepContext& step) {
    const WorldState& state = step.state;
    DisjointSets sets(step.ccd.touching_parent, state.bodies.info.size());
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
        if (is_dynamic(state, a) && is_dynamic(state, b)) sets.join(a, b);
    };
    for (const std::uint32_t index : step.ccd.touching_contacts)
        join(state.contacts[index].body_a, state.contacts[index].body_b);
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        join(base.body_a, base.body_b);
    }
    std::vector<ComponentRow>& sorted = step.ccd.touching_rows;
    sorted.clear();
    for (const std::uint32_t index : step.ccd.touching_contacts) {
        const Contact& contact = state.contacts[index];
        const std::uint32_t body = is_dynamic(state, contact.body_a) ? contact.body_a : contact.body_b;
        sorted.push_back({.component = sets.root(body), .row = index});
    }
    std::sort(sorted.begin(), sorted.end());
}

/// The contact with anchors at the current poses. Both anchors must coincide, because an impulse between two
/// dynamic bodies would otherwise change their angular momentum. (The anchors of a reused manifold are
/// older.)
Contact current_contact(const WorldState& state, const Contact& contact) {
    if (!is_dynamic(state, contact.body_a) || !is_dynamic(state, contact.body_b)) return contact;
    Contact current = contact;
    compute_manifold(state, current, touching_gap(state, contact));
    return current.count > 0 ? current : contact;
}

bool has_pushed(const ContactRow& row) {
    return row.points[0].total_normal_impulse > 0.0f || row.points[1].total_normal_impulse > 0.0f;
}

/// Stores the solved manifolds of contacts that pushed, without warm-start forces. `touching`: the contacts
/// of the group.
void store_bounced(StepContext& step, std::span<const ComponentRow> touching) {
    for (const ContactRow& row : step.ccd.impact_rows) {
        if (!has_pushed(row)) continue;
        Contact& contact = step.state.contacts[touching[row.contact].row];
        const Contact& solved = step.ccd.impact_contacts[row.contact];
        contact.count = solved.count;
        contact.normal = solved.normal;
        contact.points = solved.points;
        contact.base.reach = -1.0f;
        contact.warm_rolling_torque = 0.0f;
        for (ContactPoint& point : contact.points)
            point.warm_normal_force = point.warm_tangent_force = 0.0f;
    }
}

/// Solves the impacts of one component. No effect if nothing in it approaches faster than min_impact_speed.
void solve_component(StepContext& step, std::span<const ComponentRow> touching) {
    const WorldState& state = step.state;
    const float min_speed = min_impact_speed(step);
    if (std::ranges::none_of(touching, [&](const ComponentRow& row) {
            return max_approach_speed(state, state.contacts[row.row]) > min_speed;
        }))
        return;
    clear_impact_group(step);
    for (const ComponentRow& row : touching) {
        step.ccd.impact_contacts.push_back(current_contact(state, state.contacts[row.row]));
        add_impact_row(step, step.ccd.impact_contacts.size() - 1);
    }
    // At the impact, velocities are advanced by the lag, as in resolve_impact.cpp.
    const float lag = velocity_lag_seconds(state, step.dt);
    const auto add_gravity = [&](std::uint32_t body, float seconds) {
        step.state.bodies.velocity[body].linear += seconds * external_acceleration(state, body);
    };
    const auto join = [&](std::uint32_t body, JoinedBy /*by*/) {
        wake(step.state, body);
        add_impact_body(step, body);
        add_gravity(body, lag);
    };
    solve_impact_group(
        step, {.gravity_lead = -lag, .threshold = effective_restitution_threshold(state.settings, step.dt)},
        {.may_join = [](std::uint32_t /*body*/) { return true; }, .join = join});
    for (const std::uint32_t body : step.solver.impact_bodies)
        add_gravity(body, -lag);
    add_impact_joint_loads(step);
    store_bounced(step, touching);
}

}  // namespace

void solve_touching_impacts(StepContext& step) {
    const WorldState& state = step.state;
    if (!supports_impacts(state) || !is_bouncy(state, step.detection.max_restitution)) return;
    if (!list_touching(step)) return;
    sort_by_component(step);
    const std::span<const ComponentRow> sorted = step.ccd.touching_rows;
    for (std::size_t begin = 0; begin < sorted.size();) {
        std::size_t end = begin + 1;
        while (end < sorted.size() && sorted[end].component == sorted[begin].component)
            ++end;
        solve_component(step, sorted.subspan(begin, end - begin));
        begin = end;
    }
}

}  // namespace toibox
