// SPDX-License-Identifier: MIT

// The response to one impact at its time: the velocities of the one or two bodies that met, solved together
// with whatever else they touch there (static and kinematic bodies; a third dynamic body is left to its own
// impacts and to the next step). Gravity up to the impact belongs to it and gravity after it does not, so the
// rest of the step's gravity is taken back before and given after; what did not bounce then holds the body
// against it. No position bias and no warm starting: nothing here outlives the step. Source: B. Mirtich,
// "Impulse-based Dynamic Simulation of Rigid Body Systems", thesis, Berkeley 1996, chapter 3.

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/row_kernels.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "continuous.h"
#include "inner_edges.h"
#include "solver.h"

#include <algorithm>
#include <span>
#include <tuple>

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

/// Adds everything that a shape of `body` touches at the time, in search order.
void collect_contacts(StepContext& step, const FoundImpact& impact, const Participants& who,
                      std::uint32_t body, std::uint32_t shape) {
    WorldState& state = step.state;
    std::vector<Contact>& contacts = step.scratch.impact_contacts;
    const std::size_t first = contacts.size();
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
    if (state.settings.smooth_inner_edges) {
        smooth_contacts(state, shape, std::span(contacts).subspan(first), step.scratch.impact_members);
    }
}

void add_row(StepContext& step, std::size_t contact) {
    ContactRow& row = step.scratch.impact_rows.emplace_back();
    row = make_row(step, step.scratch.impact_contacts[contact]);
    row.contact = static_cast<std::uint32_t>(contact);
}

/// Rows for everything that `body` touches at the time.
void add_rows_of(StepContext& step, const FoundImpact& impact, const Participants& who, std::uint32_t body) {
    const std::vector<Contact>& contacts = step.scratch.impact_contacts;
    for_each_shape(step.state, body, [&](std::uint32_t shape) {
        if (step.state.shapes.sensor[shape] != 0) return;
        const std::size_t first = contacts.size();
        collect_contacts(step, impact, who, body, shape);
        for (std::size_t i = first; i < contacts.size(); ++i) {
            if (contacts[i].count > 0) add_row(step, i);
        }
    });
}

void add_gravity(StepContext& step, const Participants& who, float seconds) {
    for (std::size_t i = 0; i < who.count; ++i) {
        step.state.bodies.velocity[who.body[i]].linear +=
            seconds * free_acceleration(step.state, who.body[i]);
    }
}

bool has_contact(const WorldState& state, const ProxyPair& pair) {
    return std::binary_search(state.pairs.live.begin(), state.pairs.live.end(), pair);
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
    if (has_contact(state, pair)) step.scratch.bounced.push_back(pair);
}

/// Keeps the impulses of rows that were just solved for those who want to know them.
void note_pushes(StepContext& step, std::span<const ContactRow> rows) {
    std::vector<ImpactPush>& pushes = step.scratch.impact_pushes;
    for (const ContactRow& row : rows) {
        const Contact& contact = step.scratch.impact_contacts[row.contact];
        const ProxyPair pair{contact.shape_a, contact.shape_b};
        if (!has_contact(step.state, pair)) continue;
        for (std::uint8_t i = 0; i < row.count; ++i) {
            pushes.push_back({.pair = pair,
                              .order = static_cast<std::uint32_t>(pushes.size()),
                              .normal = contact.normal,
                              .r_a = contact.points[i].r_a,
                              .id = contact.points[i].id,
                              .normal_impulse = row.points[i].normal_impulse,
                              .tangent_impulse = row.points[i].tangent_impulse});
        }
    }
}

/// Adds the push to the point that it is about: that of the same features, or else the nearest. None if the
/// contact pushes another way.
void add_push(Contact& contact, const ImpactPush& push) {
    if (contact.count == 0 || dot(contact.normal, push.normal) < tuning::matching_normal_cosine) return;
    ContactPoint* const end = contact.points.data() + contact.count;
    ContactPoint* point =
        std::find_if(contact.points.data(), end, [&](const ContactPoint& one) { return one.id == push.id; });
    if (point == end) {
        point = std::min_element(
            contact.points.data(), end, [&](const ContactPoint& one, const ContactPoint& other) {
                return length_squared(one.r_a - push.r_a) < length_squared(other.r_a - push.r_a);
            });
    }
    point->normal_impulse += push.normal_impulse;
    point->tangent_impulse += push.tangent_impulse;
}

/// Contacts that one worker looks at in one go.
constexpr std::size_t contacts_at_once = 1024;

/// Both lists are in order of pairs.
void tell_contact(Contact& contact, std::span<const ProxyPair> bounced, std::span<const ImpactPush> pushes) {
    const ProxyPair pair{contact.shape_a, contact.shape_b};
    // What told of its hit at the impact tells of none at the end.
    if (std::binary_search(bounced.begin(), bounced.end(), pair)) contact.bounced = true;
    auto push = std::lower_bound(pushes.begin(), pushes.end(), pair,
                                 [](const ImpactPush& a, const ProxyPair& b) { return a.pair < b; });
    for (; push != pushes.end() && push->pair == pair; ++push)
        add_push(contact, *push);
}

/// The rows are to keep the bodies from closing again for the rest of the step, `rest` seconds.
void hold(StepContext& step, std::span<ContactRow> rows, float rest) {
    const std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    for (ContactRow& row : rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactRowPoint& point = row.points[i];
            const Contact& met = step.scratch.impact_contacts[row.contact];
            const Turner a{.shape = met.shape_a,
                           .normal = row.normal,
                           .core_point = met.points[i].r_a - met.rounding_a * row.normal,
                           .other = velocity[row.body_b].linear};
            const Turner b{.shape = met.shape_b,
                           .normal = -row.normal,
                           .core_point = met.points[i].r_b + met.rounding_b * row.normal,
                           .other = velocity[row.body_a].linear};
            point.least_velocity =
                speed_to_stay_ahead(step.state, a, rest) + speed_to_stay_ahead(step.state, b, rest);
        }
    }
    hold_impact(step, rows);
    note_pushes(step, rows);
}

float normal_speed(const StepContext& step, const ContactRow& row) {
    const std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    return normal_velocity(row, row.points[0], velocity[row.body_a], velocity[row.body_b]);
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

void resolve_impact(StepContext& step, const FoundImpact& impact) {
    const Participants who = dynamic_bodies(step.state, impact);
    const float rest = static_cast<float>(1.0 - impact.t) * step.dt;
    std::vector<ContactRow>& rows = step.scratch.impact_rows;
    rows.clear();
    step.scratch.impact_contacts.clear();
    add_gravity(step, who, -rest);
    const Contact witnessed = witnessed_contact(step, impact);
    const ContactRow witness = make_row(step, witnessed);
    tell_of_hit(step, impact, witness.points[0].approach_normal);
    for (std::size_t i = 0; i < who.count; ++i)
        add_rows_of(step, impact, who, who.body[i]);
    solve_impact(step, rows);
    note_pushes(step, rows);
    // Where two vertices meet the manifold's normal is not the one along which they close.
    const float still_closing = tuning::closing_share * witness.points[0].approach_normal;
    if (still_closing < 0.0f && normal_speed(step, witness) < still_closing) {
        step.scratch.impact_contacts.push_back(witnessed);
        add_row(step, step.scratch.impact_contacts.size() - 1);
        solve_impact(step, {&rows.back(), 1});
        note_pushes(step, {&rows.back(), 1});
    }
    add_gravity(step, who, rest);
    hold(step, rows, rest);
}

void hold_core(StepContext& step, const FoundImpact& impact) {
    step.scratch.impact_rows.clear();
    step.scratch.impact_contacts.assign(1, witnessed_contact(step, impact));
    Contact& contact = step.scratch.impact_contacts.front();
    contact.restitution = 0.0f;
    contact.friction = 0.0f;
    // Between the centres: a core's corner is no place to turn a body about.
    const WorldState& state = step.state;
    if (state.bodies.info[impact.body_a].type == BodyType::Dynamic) contact.points[0].r_a = {};
    if (state.bodies.info[impact.body_b].type == BodyType::Dynamic) contact.points[0].r_b = {};
    add_row(step, 0);
    hold(step, step.scratch.impact_rows, static_cast<float>(1.0 - impact.t) * step.dt);
}

void tell_contacts_of_impacts(StepContext& step) {
    std::vector<ProxyPair>& bounced = step.scratch.bounced;
    std::vector<ImpactPush>& pushes = step.scratch.impact_pushes;
    if (bounced.empty() && pushes.empty()) return;
    std::sort(bounced.begin(), bounced.end());
    std::sort(pushes.begin(), pushes.end(), [](const ImpactPush& a, const ImpactPush& b) {
        return std::tie(a.pair, a.order) < std::tie(b.pair, b.order);
    });
    // Most contacts are of shapes that no impact concerns.
    std::vector<std::uint8_t>& concerned = step.scratch.concerned;
    concerned.assign(step.state.shapes.body.size(), 0);
    for (const ProxyPair& pair : bounced)
        concerned[pair.a] = concerned[pair.b] = 1;
    for (const ImpactPush& push : pushes)
        concerned[push.pair.a] = concerned[push.pair.b] = 1;
    LargeVector<Contact>& contacts = step.state.contacts;
    step.crew.for_chunks(contacts.size(), contacts_at_once, [&](std::size_t begin, std::size_t end) {
        for (Contact& contact : std::span(contacts).subspan(begin, end - begin)) {
            if ((concerned[contact.shape_a] & concerned[contact.shape_b]) != 0)
                tell_contact(contact, bounced, pushes);
        }
    });
    bounced.clear();
    pushes.clear();
}

}  // namespace toibox
