// SPDX-License-Identifier: MIT
#include "dynamics/state/make_contact.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace toibox {

bool can_have_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    const std::uint32_t body_a = state.shapes.body[shape_a];
    const std::uint32_t body_b = state.shapes.body[shape_b];
    if (body_a == body_b) return false;
    const BodyType type_a = state.bodies.info[body_a].type;
    const BodyType type_b = state.bodies.info[body_b].type;
    // A sensor contact needs a body that can move, a collision a body that can be pushed.
    const bool has_sensor = (state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0;
    const BodyType min_type = has_sensor ? BodyType::Kinematic : BodyType::Dynamic;
    if (type_a < min_type && type_b < min_type) return false;
    if (!may_collide(state.shapes.filter[shape_a], state.shapes.filter[shape_b])) return false;
    const std::vector<BodyPair>& jointed = state.pairs.jointed;
    if (jointed.empty()) return true;
    const BodyPair bodies = body_a < body_b ? BodyPair{body_a, body_b} : BodyPair{body_b, body_a};
    return !std::binary_search(jointed.begin(), jointed.end(), bodies);
}

Contact make_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    if (shape_b < shape_a) std::swap(shape_a, shape_b);
    const Material& a = state.shapes.material[shape_a];
    const Material& b = state.shapes.material[shape_b];
    Contact contact;
    contact.shape_a = shape_a;
    contact.shape_b = shape_b;
    contact.body_a = state.shapes.body[shape_a];
    contact.body_b = state.shapes.body[shape_b];
    contact.friction = std::sqrt(a.friction * b.friction);
    contact.restitution = a.restitution > b.restitution ? a.restitution : b.restitution;
    contact.rounding_a = rounding_radius(state.shapes.geometry[shape_a]);
    contact.rounding_b = rounding_radius(state.shapes.geometry[shape_b]);
    const float rolling_a = a.rolling_resistance * contact.rounding_a;
    const float rolling_b = b.rolling_resistance * contact.rounding_b;
    contact.rolling_resistance = rolling_a > rolling_b ? rolling_a : rolling_b;
    contact.tangent_speed = a.tangent_speed + b.tangent_speed;
    if ((state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0) {
        contact.response = ContactResponse::Sense;
    } else if (is_one_way(state, shape_a, shape_b)) {
        contact.response = ContactResponse::OneWay;
    }
    return contact;
}

std::optional<BodyPair> blocked_pair(const Joint& joint) {
    const JointBase& base = base_of(joint);
    if (base.collide_connected) return std::nullopt;
    const std::uint32_t a = base.body_a;
    const std::uint32_t b = base.body_b;
    return a < b ? BodyPair{a, b} : BodyPair{b, a};
}

}  // namespace toibox
