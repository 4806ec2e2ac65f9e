// SPDX-License-Identifier: MIT

// The response to one impact at its time: the velocities of the one or two bodies that met, solved together
// with whatever else they touch there (static and kinematic bodies; a third dynamic body is left to its own
// impacts and to the next step). Gravity up to the impact belongs to it and gravity after it does not, so the
// rest of the step's gravity is taken back before and given after; what did not bounce then holds the body
// against it. No position bias and no warm starting: nothing here outlives the step. Source: B. Mirtich,
// "Impulse-based Dynamic Simulation of Rigid Body Systems", thesis, Berkeley 1996, chapter 3.

#include "toibox/dynamics/row_kernels.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "continuous.h"
#include "inner_edges.h"
#include "solver.h"

#include <algorithm>

namespace toibox {

namespace {

/// The moving bodies of an impact.
struct Participants {
    std::array<std::uint32_t, 2> body{};
    std::size_t count = 0;
    [[nodiscard]] bool has(std::uint32_t index) const {
        return (count > 0 && body[0] == index) || (count > 1 && body[1] == index);
    }
};

Participants dynamic_bodies(const WorldState& state, const FoundImpact& impact) {
    Participants who;
    for (const std::uint32_t body : {impact.body_a, impact.body_b}) {
        if (state.bodies.info[body].type == BodyType::Dynamic) who.body[who.count++] = body;
    }
    return who;
}

/// Kinematic bodies stand at the ends of their motions. For the manifolds of an impact those that are brought
/// here stand where they were at the time, for as long as this lives.
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
        if (step_.state.bodies.info[body].type != BodyType::Kinematic) return;
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

/// At the present velocities: they are the approach.
ContactRow make_row(const StepContext& step, const Contact& contact) {
    ContactRowOptions options;
    options.restitution_threshold = effective_restitution_threshold(step.state.settings, step.dt);
    return make_contact_row(step.state, contact, options);
}

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

/// Everything that a shape of `body` touches at the time, in search order.
void collect_contacts(StepContext& step, const FoundImpact& impact, const Participants& who,
                      std::uint32_t body, std::uint32_t shape) {
    WorldState& state = step.state;
    std::vector<Contact>& contacts = step.scratch.impact_contacts;
    contacts.clear();
    const float reach = state.settings.target + state.settings.tolerance;
    const Aabb box = compute_aabb(state.shapes.geometry[shape], body_frame(state, body));
    collect_near_obstacles(step, body, fattened(box, reach));
    StandAtImpact standing(step, impact.t);
    for (const std::uint32_t near : step.search.near) {
        const std::uint32_t other = state.shapes.body[near];
        const bool dynamic = state.bodies.info[other].type == BodyType::Dynamic;
        if (dynamic && (!who.has(other) || other < body)) continue;
        if (state.shapes.sensor[near] != 0 || !may_pair(state, shape, near)) continue;
        standing.bring(other);
        const ToiOptions options = pair_options(state, body, other);
        Contact contact = make_contact(state, shape, near);
        // Twice the tolerance: the pose was rounded since the time of impact was found.
        compute_manifold(state, contact, static_cast<float>(options.target + 2.0 * options.tolerance));
        if (contact.count > 0) contacts.push_back(contact);
    }
    if (state.settings.smooth_inner_edges) smooth_contacts(state, shape, contacts);
}

/// Rows for everything that `body` touches at the time.
void add_rows_of(StepContext& step, const FoundImpact& impact, const Participants& who, std::uint32_t body) {
    for_each_shape(step.state, body, [&](std::uint32_t shape) {
        if (step.state.shapes.sensor[shape] != 0) return;
        collect_contacts(step, impact, who, body, shape);
        for (const Contact& contact : step.scratch.impact_contacts) {
            if (contact.count > 0) step.scratch.impact_rows.push_back(make_row(step, contact));
        }
    });
}

void add_gravity(StepContext& step, const Participants& who, float seconds) {
    for (std::size_t i = 0; i < who.count; ++i) {
        step.state.bodies.velocity[who.body[i]].linear +=
            seconds * free_acceleration(step.state, who.body[i]);
    }
}

void tell_of_hit(StepContext& step, const FoundImpact& impact, float approach) {
    WorldState& state = step.state;
    if (!(approach < -effective_restitution_threshold(state.settings, step.dt))) return;
    const IdPool& ids = state.shapes.ids;
    step.events.hit.push_back({ids.handle_at<ShapeHandle>(impact.shape_a),
                               ids.handle_at<ShapeHandle>(impact.shape_b), narrow(impact.point),
                               narrow(impact.normal), -approach});
    // Its contact, if it has one, has told of its hit.
    const ProxyPair pair{impact.shape_a, impact.shape_b};
    if (std::binary_search(state.pairs.live.begin(), state.pairs.live.end(), pair)) {
        step.scratch.bounced.push_back(pair);
    }
}

float normal_speed(const StepContext& step, const ContactRow& row) {
    const std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    return normal_velocity(row, row.points[0], velocity[row.body_a], velocity[row.body_b]);
}

}  // namespace

void resolve_impact(StepContext& step, const FoundImpact& impact) {
    const Participants who = dynamic_bodies(step.state, impact);
    const float rest = static_cast<float>(1.0 - impact.t) * step.dt;
    std::vector<ContactRow>& rows = step.scratch.impact_rows;
    rows.clear();
    add_gravity(step, who, -rest);
    const Contact witnessed = witnessed_contact(step, impact);
    const ContactRow witness = make_row(step, witnessed);
    tell_of_hit(step, impact, witness.points[0].approach_normal);
    for (std::size_t i = 0; i < who.count; ++i)
        add_rows_of(step, impact, who, who.body[i]);
    solve_impact(step, rows);
    // Where two vertices meet the manifold's normal is not the one along which they close.
    const float still_closing = tuning::closing_share * witness.points[0].approach_normal;
    if (still_closing < 0.0f && normal_speed(step, witness) < still_closing) {
        rows.push_back(make_row(step, witnessed));
        solve_impact(step, {&rows.back(), 1});
    }
    add_gravity(step, who, rest);
    hold_impact(step, rows);
}

}  // namespace toibox
