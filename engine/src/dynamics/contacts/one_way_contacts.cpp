// SPDX-License-Identifier: MIT

// Decides for each contact of a one-way shape whether the one-way shape stops the other shape or lets it
// pass. The decision is made before the manifolds of a step are computed and is stored in the contact, so
// solvers, events, islands and impacts see either an ordinary contact or a contact without points. A new
// contact stops the other shape if that shape was in front of a solid face (one_way.h) at the start of the
// previous step, because a fast body may be deep in the platform when its contact begins. In later steps:
// - A stopped shape stays stopped until it reaches behind the face by a quarter of the two shapes' thickness,
//   because a body that tips onto a higher platform first dips below it. It stays stopped even deeper while
//   it touches and is pushed towards the solid side.
// - A passing shape passes until it is entirely in front, or not much deeper than at another contact that
//   stops the same two bodies.
// - A shape that does not touch yet passes while another shape of its body is behind the one-way shape, or
//   passes through another shape of the same platform body. Without this rule, a body would get stuck with
//   one shape above the platform and another below.
// Manifolds that do not push towards the solid side are dropped in any case (set_manifold), so bodies are not
// caught by the end of a platform or pushed out below. The impact search uses the same decisions; for a pair
// without a contact, or after an impact, it uses the poses at the start of the search. Rejected alternative:
// deciding by the direction of the velocity, which changes for a body that rides a lift or bounces.

#include "dynamics/contacts/one_way_contacts.h"

#include "toibox/narrow/gjk.h"
#include "toibox/narrow/penetration.h"

#include "dynamics/contacts/one_way.h"
#include "dynamics/contacts/one_way_tuning.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/remaining_motion.h"

#include <algorithm>
#include <limits>
#include <span>

namespace toibox {

namespace {

/// Two shapes and the frames of their bodies.
struct PlacedPair {
    std::uint32_t shape_a;
    std::uint32_t shape_b;
    Transformd frame_a;
    Transformd frame_b;
};

/// Frame of the body at the start of its last motion.
Transformd frame_at_start(const WorldState& state, std::uint32_t body) {
    return widen(body_transform(state.bodies.motion[body].start, state.bodies.mass[body].local_center));
}

/// True if one of the two shapes is one-way and the other is in front of it, or at most `depth` (metres)
/// behind.
bool is_in_front(const WorldState& state, const PlacedPair& pair, double depth) {
    const ShapeColumns& shapes = state.shapes;
    const auto stops = [&](std::uint32_t one_way, const Transformd& frame, std::uint32_t other,
                           const Transformd& other_frame) {
        const Vec2 direction = shapes.one_way[one_way];
        return direction != Vec2{} && lies_in_front({shapes.geometry[one_way], direction, frame},
                                                    shapes.geometry[other], other_frame, depth);
    };
    return stops(pair.shape_a, pair.frame_a, pair.shape_b, pair.frame_b) ||
           stops(pair.shape_b, pair.frame_b, pair.shape_a, pair.frame_a);
}

/// The penetration depth of the shapes, negative for a gap, and the normal from A to B.
Penetration surfaces_of(const WorldState& state, const PlacedPair& pair) {
    const ConvexProxyBuffer a(state.shapes.geometry[pair.shape_a]);
    const ConvexProxyBuffer b(state.shapes.geometry[pair.shape_b]);
    const GjkResult closest = gjk_distance(a.proxy(), pair.frame_a, b.proxy(), pair.frame_b);
    if (closest.distance > 0.0) return {-closest.distance, closest.normal};
    return penetration(a.proxy(), pair.frame_a, b.proxy(), pair.frame_b);
}

/// True if a stopped shape that is no longer in front stays stopped, because it touches and is pushed towards
/// the solid side.
bool stays_stopped(const WorldState& state, const Contact& contact, const PlacedPair& pair) {
    const Penetration surfaces = surfaces_of(state, pair);
    return -surfaces.depth <= one_way_depth(state.settings) &&
           pushes_to_solid_side(state, contact, narrow(surfaces.normal));
}

/// The contacts in scratch.one_way between two bodies.
std::span<const OneWayContact> contacts_between(const DetectionScratch& scratch, std::uint32_t body_a,
                                                std::uint32_t body_b) {
    return std::ranges::equal_range(scratch.one_way, make_proxy_pair(body_a, body_b), {},
                                    &OneWayContact::bodies);
}

/// True if one of the listed contacts stops the two shapes.
bool is_stopped(const WorldState& state, std::span<const OneWayContact> listed, ProxyPair shapes) {
    return std::ranges::any_of(listed, [&](const OneWayContact& one) {
        const Contact& contact = state.contacts[one.contact];
        return one.response == ContactResponse::OneWay &&
               ProxyPair{contact.shape_a, contact.shape_b} == shapes;
    });
}

/// A shape and the frame of its body.
struct PlacedShape {
    std::uint32_t index;
    const Transformd& frame;
};

/// True if another shape of the body of `other` is behind the one-way shape and not stopped by it
/// (is_stopped(shape)). False for static bodies, which never pass.
template <class IsStopped>
bool has_shape_behind(const WorldState& state, const PlacedShape& one_way, const PlacedShape& other,
                      double depth, IsStopped&& is_stopped) {
    const ShapeColumns& shapes = state.shapes;
    const Vec2 direction = shapes.one_way[one_way.index];
    const std::uint32_t body = shapes.body[other.index];
    if (direction == Vec2{} || state.bodies.info[body].type == BodyType::Static) return false;
    const OneWaySide side{shapes.geometry[one_way.index], direction, one_way.frame};
    bool found = false;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        found =
            found || (shape != other.index && shapes.sensor[shape] == 0 &&
                      may_collide(shapes.filter[one_way.index], shapes.filter[shape]) &&
                      lies_behind(side, shapes.geometry[shape], other.frame, depth) && !is_stopped(shape));
    });
    return found;
}

/// True if one of the two bodies is passing through the other, deeper than `depth` (metres): through the
/// one-way shape of the pair, or through another one-way shape that lets it pass.
bool are_passing(const StepContext& step, const PlacedPair& pair, double depth) {
    const WorldState& state = step.state;
    const std::uint32_t body_a = state.shapes.body[pair.shape_a];
    const std::uint32_t body_b = state.shapes.body[pair.shape_b];
    const PlacedShape a{pair.shape_a, pair.frame_a};
    const PlacedShape b{pair.shape_b, pair.frame_b};
    const auto listed = contacts_between(step.detection, body_a, body_b);
    const auto has_behind = [&](const PlacedShape& one_way, const PlacedShape& other) {
        return has_shape_behind(state, one_way, other, depth, [&](std::uint32_t shape) {
            return is_stopped(state, listed, make_proxy_pair(one_way.index, shape));
        });
    };
    if (has_behind(a, b) || has_behind(b, a)) return true;
    return std::any_of(listed.begin(), listed.end(), [&](const OneWayContact& one) {
        if (one.response != ContactResponse::Passed) return false;
        const Contact& contact = state.contacts[one.contact];
        const bool is_flipped = contact.body_a != body_a;
        const PlacedPair other{contact.shape_a, contact.shape_b, is_flipped ? pair.frame_b : pair.frame_a,
                               is_flipped ? pair.frame_a : pair.frame_b};
        return surfaces_of(state, other).depth > 0.0 && !is_in_front(state, other, depth);
    });
}

/// Maximum depth at which a passing contact becomes a stopping one, metres: 0, or the depth of another
/// contact that stops the same two bodies plus one_way_depth. A body may land hard on one platform of a row
/// and slide onto the next.
template <class FrameOf>
double depth_beside(const StepContext& step, const Contact& excluded, FrameOf&& frame_of) {
    const WorldState& state = step.state;
    double deepest = 0.0;
    for (const OneWayContact& one : contacts_between(step.detection, excluded.body_a, excluded.body_b)) {
        const Contact& contact = state.contacts[one.contact];
        if (one.response != ContactResponse::OneWay || &contact == &excluded) continue;
        const Penetration surfaces = surfaces_of(
            state, {contact.shape_a, contact.shape_b, frame_of(contact.body_a), frame_of(contact.body_b)});
        if (surfaces.depth > 0.0) deepest = std::max(deepest, surfaces.depth + one_way_depth(state.settings));
    }
    return deepest;
}

/// Whether the one-way shape of the contact stops the other shape in this step.
bool stops_next(const StepContext& step, const Contact& contact) {
    const WorldState& state = step.state;
    const auto frame_of = [&](std::uint32_t body) { return widen(body_transform(state, body)); };
    const PlacedPair pair{contact.shape_a, contact.shape_b, frame_of(contact.body_a),
                          frame_of(contact.body_b)};
    if (contact.response == ContactResponse::Passed) {
        const double depth = depth_beside(step, contact, frame_of);
        return is_in_front(state, pair, depth) && !are_passing(step, pair, depth);
    }
    constexpr double any_depth = std::numeric_limits<double>::infinity();
    if (!is_in_front(state, pair, any_depth)) return stays_stopped(state, contact, pair);
    const double depth = one_way_depth(state.settings);
    return contact.touching ||
           !are_passing(step, pair, std::max(depth, depth_beside(step, contact, frame_of)));
}

/// The contact of the two shapes in scratch.one_way, or null.
const Contact* find_one_way_contact(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b) {
    const WorldState& state = step.state;
    const ProxyPair pair = make_proxy_pair(shape_a, shape_b);
    for (const OneWayContact& listed :
         contacts_between(step.detection, state.shapes.body[shape_a], state.shapes.body[shape_b])) {
        const Contact& contact = state.contacts[listed.contact];
        if (ProxyPair{contact.shape_a, contact.shape_b} == pair) return &contact;
    }
    return nullptr;
}

}  // namespace

ContactResponse first_response(const WorldState& state, const Contact& contact) {
    const PlacedPair before{contact.shape_a, contact.shape_b, frame_at_start(state, contact.body_a),
                            frame_at_start(state, contact.body_b)};
    return is_in_front(state, before, one_way_depth(state.settings)) ? ContactResponse::OneWay
                                                                     : ContactResponse::Passed;
}

bool pushes_to_solid_side(const WorldState& state, const Contact& contact, Vec2 normal) {
    const auto solid_side = [&](std::uint32_t shape, std::uint32_t body) {
        return rotate(state.bodies.pose[body].rotation, state.shapes.one_way[shape]);
    };
    return dot(normal, solid_side(contact.shape_a, contact.body_a)) >= tuning::one_way_push_cosine ||
           -dot(normal, solid_side(contact.shape_b, contact.body_b)) >= tuning::one_way_push_cosine;
}

void list_one_way(StepContext& step) {
    const WorldState& state = step.state;
    const std::vector<Vec2>& one_way = state.shapes.one_way;
    std::vector<OneWayContact>& listed = step.detection.one_way;
    listed.clear();
    step.detection.has_one_way = std::ranges::any_of(one_way, [](Vec2 side) { return side != Vec2{}; });
    if (!step.detection.has_one_way) return;
    for (std::uint32_t i = 0; i < state.contacts.size(); ++i) {
        const Contact& contact = state.contacts[i];
        if (contact.response != ContactResponse::OneWay && contact.response != ContactResponse::Passed)
            continue;
        listed.push_back({make_proxy_pair(contact.body_a, contact.body_b), i, contact.response});
    }
    std::ranges::sort(listed);
}

void decide_one_way(StepContext& step) {
    list_one_way(step);
    WorldState& state = step.state;
    for (const OneWayContact& listed : step.detection.one_way) {
        Contact& contact = state.contacts[listed.contact];
        if (!is_active(state, contact.body_a, contact.body_b)) continue;
        contact.response = stops_next(step, contact) ? ContactResponse::OneWay : ContactResponse::Passed;
        if (contact.response != listed.response) contact.base.reach = -1.0f;
    }
    for (OneWayContact& listed : step.detection.one_way)
        listed.response = state.contacts[listed.contact].response;
}

bool passes_one_way(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b, double t) {
    const WorldState& state = step.state;
    if (!step.detection.has_one_way || !is_one_way(state, shape_a, shape_b)) return false;
    const Contact* known = find_one_way_contact(step, shape_a, shape_b);
    if (known != nullptr && known->response == ContactResponse::OneWay) return false;
    if (known != nullptr && !(t > 0.0)) return true;
    const auto frame_of = [&](std::uint32_t body) { return pose_at(remaining_sweep(step, body, t), 0.0); };
    const std::uint32_t body_a = state.shapes.body[shape_a];
    const std::uint32_t body_b = state.shapes.body[shape_b];
    const PlacedPair pair{shape_a, shape_b, frame_of(body_a), frame_of(body_b)};
    const double depth = known != nullptr ? 0.0 : one_way_depth(state.settings);
    return !is_in_front(state, pair, depth) || are_passing(step, pair, depth);
}

bool hits_open_side(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b, Vec2d normal,
                    double t) {
    const WorldState& state = step.state;
    if (!step.detection.has_one_way || !is_one_way(state, shape_a, shape_b)) return false;
    const auto solid_side = [&](std::uint32_t shape) {
        const std::uint32_t body = state.shapes.body[shape];
        return rotate(pose_at(remaining_sweep(step, body, t), 0.0).q, widen(state.shapes.one_way[shape]));
    };
    constexpr auto min_cosine = static_cast<double>(tuning::one_way_push_cosine);
    return dot(normal, solid_side(shape_a)) < min_cosine && -dot(normal, solid_side(shape_b)) < min_cosine;
}

bool lets_pass_now(const WorldState& state, ShapeHandle one_way, ShapeHandle other) {
    if (!state.shapes.ids.is_live(one_way) || !state.shapes.ids.is_live(other)) return false;
    const Vec2 direction = state.shapes.one_way[one_way.index];
    if (direction == Vec2{}) return false;
    const Transformd frame = widen(body_transform(state, state.shapes.body[one_way.index]));
    const Transformd other_frame = widen(body_transform(state, state.shapes.body[other.index]));
    const double depth = one_way_depth(state.settings);
    return !lies_in_front({state.shapes.geometry[one_way.index], direction, frame},
                          state.shapes.geometry[other.index], other_frame, depth) ||
           has_shape_behind(state, {one_way.index, frame}, {other.index, other_frame}, depth,
                            [](std::uint32_t) { return false; });
}

}  // namespace toibox
