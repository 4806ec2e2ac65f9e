// SPDX-License-Identifier: MIT
#include "toibox/dynamics/validate.h"

#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world.h"

#include "dynamics/snapshot/state_fields.h"
#include "dynamics/snapshot/validate_parts.h"
#include "dynamics/state/def_check.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/make_contact.h"

#include <algorithm>
#include <cmath>

namespace toibox {
namespace {

template <class Columns>
StateCheck check_sizes(const Columns& columns, const char* group) {
    StateCheck bad;
    const std::size_t size = columns.ids.capacity();
    for_each_field(columns, [&](std::string_view name, const auto& column) {
        if constexpr (requires { column.size(); }) {
            if (!bad && column.size() != size) {
                bad =
                    Defect{std::string(group) + "." + std::string(name),
                           "has " + std::to_string(column.size()) + " elements, not " + std::to_string(size)};
            }
        }
    });
    return bad;
}

// ---- Bodies

/// Checks the stored mass alone. check_masses compares it with the shapes, after the shapes were checked.
const char* defect_of_mass(const BodyInfo& info, const BodyMass& mass) {
    if (!is_coordinate(mass.local_center)) return "has no finite centre of mass";
    if (info.type == BodyType::Dynamic && !(mass.mass > 0.0f && std::isfinite(mass.inv_mass))) {
        return "is dynamic, but has no mass";
    }
    if (!(mass.inertia >= 0.0f) || !std::isfinite(mass.inertia)) return "has no valid inertia";
    return nullptr;
}

const char* defect_of_motion(const WorldState& state, std::uint32_t body) {
    const auto is_rotation = [](Rot q) {
        return std::abs(q.c * q.c + q.s * q.s - 1.0f) <= tuning::unit_tolerance;
    };
    const BodyPose& pose = state.bodies.pose[body];
    const BodyMotion& motion = state.bodies.motion[body];
    const BodyVelocity& velocity = state.bodies.velocity[body];
    const BodyForce& force = state.bodies.force[body];
    if (!is_coordinate(pose.center) || !is_coordinate(motion.start.center)) return "has no finite position";
    if (!is_rotation(pose.rotation) || !is_rotation(motion.start.rotation)) return "has no unit rotation";
    if (!is_coordinate(motion.delta_angle) || !std::isfinite(motion.angle)) return "has no finite angle";
    if (!is_coordinate(velocity.linear) || !is_coordinate(velocity.angular)) return "has no finite velocity";
    if (!is_finite(force.force) || !std::isfinite(force.torque)) return "has no finite force";
    if (state.bodies.info[body].type == BodyType::Static &&
        (velocity.linear != Vec2{} || velocity.angular != 0.0f)) {
        return "is static, but has a velocity";
    }
    return nullptr;
}

const char* defect_of_info(const BodyInfo& info) {
    if (check_body_type(info.type)) return "has no known type";
    if (!(info.linear_damping >= 0.0f) || !std::isfinite(info.linear_damping)) return "has no valid damping";
    if (!(info.angular_damping >= 0.0f) || !std::isfinite(info.angular_damping)) {
        return "has no valid angular damping";
    }
    if (!std::isfinite(info.gravity_scale)) return "has no finite gravity scale";
    return nullptr;
}

StateCheck check_bodies(const WorldState& state) {
    if (StateCheck bad = check_sizes(state.bodies, "bodies")) return bad;
    for (std::uint32_t body = 0; body < state.bodies.ids.capacity(); ++body) {
        if (!state.bodies.ids.is_live(body)) continue;
        const BodyInfo& info = state.bodies.info[body];
        for (const char* defect : {defect_of_info(info), defect_of_mass(info, state.bodies.mass[body]),
                                   defect_of_motion(state, body)}) {
            if (defect != nullptr) return Defect{element_name("bodies", body), defect};
        }
    }
    return std::nullopt;
}

// ---- Shapes

bool is_valid_one_way(Vec2 direction) {
    return direction == Vec2{} || std::abs(length_squared(direction) - 1.0f) <= tuning::unit_tolerance;
}

const char* defect_of_shape(const WorldState& state, std::uint32_t shape) {
    const ShapeColumns& shapes = state.shapes;
    if (!is_live(state.bodies.ids, shapes.body[shape])) return "belongs to no live body";
    if (check(shapes.geometry[shape])) return "has no valid geometry";
    if (check(shapes.material[shape])) return "has no valid material";
    if (!is_valid(shapes.fat_box[shape])) return "has no valid fat box";
    if (!is_valid_one_way(shapes.one_way[shape])) return "has a one-way direction that is not of unit length";
    if (shapes.one_way[shape] != Vec2{} && shapes.sensor[shape] != 0) return "is both a sensor and one-way";
    if (shapes.sensor[shape] > 1 || shapes.moved[shape] > 1) return "has a flag that is neither 0 nor 1";
    return nullptr;
}

/// Checks that each live shape is exactly once in the list of its body.
StateCheck check_shape_lists(const WorldState& state) {
    std::vector<std::uint8_t> seen(state.shapes.ids.capacity(), 0);
    std::size_t found = 0;
    for (std::uint32_t body = 0; body < state.bodies.ids.capacity(); ++body) {
        if (!state.bodies.ids.is_live(body)) continue;
        std::uint32_t last = null_index;
        for (std::uint32_t shape = state.bodies.info[body].first_shape; shape != null_index;
             shape = state.shapes.next[shape]) {
            if (!is_live(state.shapes.ids, shape) || state.shapes.body[shape] != body) {
                return Defect{element_name("bodies.info", body), "lists a shape of another body"};
            }
            if (seen[shape]++ != 0) return Defect{element_name("bodies.info", body), "lists a shape twice"};
            last = shape;
            ++found;
        }
        if (state.bodies.info[body].last_shape != last) {
            return Defect{element_name("bodies.info", body), "has a wrong last shape"};
        }
    }
    if (found != state.shapes.ids.live_count()) return Defect{"shapes", "are not all listed by their bodies"};
    return std::nullopt;
}

StateCheck check_moved_list(const WorldState& state) {
    std::vector<std::uint8_t> listed(state.shapes.ids.capacity(), 0);
    for (std::size_t i = 0; i < state.pairs.moved.size(); ++i) {
        const std::uint32_t shape = state.pairs.moved[i];
        if (!is_live(state.shapes.ids, shape))
            return Defect{element_name("pairs.moved", i), "is not a live shape"};
        if (listed[shape]++ != 0) return Defect{element_name("pairs.moved", i), "is listed twice"};
    }
    for (std::uint32_t shape = 0; shape < state.shapes.ids.capacity(); ++shape) {
        if (state.shapes.ids.is_live(shape) && state.shapes.moved[shape] != listed[shape]) {
            return Defect{element_name("shapes.moved", shape), "disagrees with the list of moved shapes"};
        }
    }
    return std::nullopt;
}

StateCheck check_shapes(const WorldState& state) {
    if (StateCheck bad = check_sizes(state.shapes, "shapes")) return bad;
    for (std::uint32_t shape = 0; shape < state.shapes.ids.capacity(); ++shape) {
        if (!state.shapes.ids.is_live(shape)) continue;
        if (const char* defect = defect_of_shape(state, shape))
            return Defect{element_name("shapes", shape), defect};
    }
    if (StateCheck bad = check_shape_lists(state)) return bad;
    return check_moved_list(state);
}

/// Checks that mass and extents are bit-identical to the values computed from the shapes or the mass
/// override.
StateCheck check_masses(const WorldState& state) {
    for (std::uint32_t body = 0; body < state.bodies.ids.capacity(); ++body) {
        if (!state.bodies.ids.is_live(body)) continue;
        const BodyInfo& info = state.bodies.info[body];
        const bool override_is_valid =
            !info.has_mass_override ||
            (info.mass_override.mass >= tuning::min_mass && info.mass_override.inertia >= 0.0f);
        if (!override_is_valid)
            return Defect{element_name("bodies.info", body), "has no valid mass override"};
        if (mass_of_body(state, body) != state.bodies.mass[body]) {
            return Defect{element_name("bodies.mass", body), "does not match its shapes"};
        }
    }
    return std::nullopt;
}

// ---- Contacts

const char* defect_of_point(const ContactPoint& point) {
    const bool finite = is_finite(point.r_a) && is_finite(point.r_b) && std::isfinite(point.separation) &&
                        std::isfinite(point.normal_impulse) && std::isfinite(point.tangent_impulse) &&
                        std::isfinite(point.warm_normal_force) && std::isfinite(point.warm_tangent_force) &&
                        std::isfinite(point.approach_velocity);
    if (!finite) return "has a point with a number that is not finite";
    if (point.warm_normal_force < 0.0f) return "has a point with a negative normal force";
    return nullptr;
}

std::size_t vertex_count(const Shape& shape) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return static_cast<std::size_t>(polygon->count());
    return type_of(shape) == ShapeType::Circle ? 1 : 2;
}

/// Whether the cache refers to features that the shapes have.
bool is_valid_cache(const CollideCache& cache, std::size_t count_a, std::size_t count_b) {
    switch (cache.owner) {
        case CollideCache::Owner::None:
            return true;
        case CollideCache::Owner::A:
            return cache.reference < count_a && cache.incident < count_b;
        case CollideCache::Owner::B:
            return cache.reference < count_b && cache.incident < count_a;
    }
    return false;
}

/// Whether the contact has the material and rounding of a new contact of its shapes (`expected`), on which
/// steps rely.
bool has_same_material(const Contact& contact, const Contact& expected) {
    return contact.friction == expected.friction && contact.restitution == expected.restitution &&
           contact.rounding_a == expected.rounding_a && contact.rounding_b == expected.rounding_b &&
           contact.rolling_resistance == expected.rolling_resistance &&
           contact.tangent_speed == expected.tangent_speed;
}

/// Whether the response is possible. The response of a one-way shape is OneWay or Passed; any other response
/// follows from the shapes.
bool is_possible_response(const Contact& contact, const Contact& expected) {
    if (expected.response != ContactResponse::OneWay) return contact.response == expected.response;
    return contact.response == ContactResponse::OneWay || contact.response == ContactResponse::Passed;
}

const char* defect_of_contact(const WorldState& state, const Contact& contact) {
    if (!is_live(state.shapes.ids, contact.shape_a)) return "has a shape_a that is not alive";
    if (!is_live(state.shapes.ids, contact.shape_b)) return "has a shape_b that is not alive";
    if (contact.shape_a >= contact.shape_b) return "has its shapes in the wrong order";
    if (contact.body_a != state.shapes.body[contact.shape_a]) return "has a wrong body_a";
    if (contact.body_b != state.shapes.body[contact.shape_b]) return "has a wrong body_b";
    if (!can_have_contact(state, contact.shape_a, contact.shape_b))
        return "is of shapes that may not collide";
    const Contact expected = make_contact(state, contact.shape_a, contact.shape_b);
    if (!has_same_material(contact, expected)) return "does not match the materials of its shapes";
    if (!is_possible_response(contact, expected)) return "has a response that does not match its shapes";
    if (contact.response == ContactResponse::Passed && contact.count > 0)
        return "is passed through, but has points";
    if (!is_valid_cache(contact.cache, vertex_count(state.shapes.geometry[contact.shape_a]),
                        vertex_count(state.shapes.geometry[contact.shape_b]))) {
        return "has a cache of features that its shapes do not have";
    }
    if (contact.count > contact.points.size()) return "has too many points";
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (const char* defect = defect_of_point(contact.points[i])) return defect;
    }
    if (contact.count == 0) return nullptr;
    if (!(std::abs(length_squared(contact.normal) - 1.0f) <= tuning::unit_tolerance)) {
        return "has no unit normal";
    }
    if (contact.count == 2 && contact.points[0].id == contact.points[1].id)
        return "has two points with the same id";
    return nullptr;
}

StateCheck check_contacts(const WorldState& state) {
    const std::vector<BodyPair>& jointed = state.pairs.jointed;
    if (!std::is_sorted(jointed.begin(), jointed.end())) return Defect{"pairs.jointed", "is not sorted"};
    std::vector<ProxyPair> pairs;
    pairs.reserve(state.contacts.size());
    for (std::size_t i = 0; i < state.contacts.size(); ++i) {
        const Contact& contact = state.contacts[i];
        if (const char* defect = defect_of_contact(state, contact)) {
            return Defect{element_name("contacts", i), defect};
        }
        pairs.push_back({contact.shape_a, contact.shape_b});
    }
    std::sort(pairs.begin(), pairs.end());
    if (std::adjacent_find(pairs.begin(), pairs.end()) != pairs.end()) {
        return Defect{"contacts", "contain a pair twice"};
    }
    if (pairs != state.pairs.live) return Defect{"pairs.live", "disagrees with the contacts"};
    return std::nullopt;
}

// ---- Joints

/// Checks what check(Joint) does not: the bodies of the joint, and the results of its last solve.
const char* defect_of_joint(const WorldState& state, const Joint& joint) {
    const JointBase& base = base_of(joint);
    const bool is_mouse = std::holds_alternative<MouseJoint>(joint);
    if (!is_live(state.bodies.ids, base.body_a) || !is_live(state.bodies.ids, base.body_b)) {
        return "connects a body that is not alive";
    }
    if ((base.body_a == base.body_b) != is_mouse) return "connects the wrong number of bodies";
    if (is_mouse && !base.collide_connected) return "is a mouse joint without collide_connected";
    for (const float impulse : base.impulses.scalar) {
        if (!std::isfinite(impulse)) return "has no finite impulse";
    }
    if (!is_finite(base.impulses.point)) return "has no finite impulse";
    if (!is_finite(base.force) || !std::isfinite(base.torque)) return "has no finite force";
    if (base.overloaded && !state.progress.paused) return "is overloaded, but did not break";
    return nullptr;
}

StateCheck check_joints(const WorldState& state) {
    if (StateCheck bad = check_sizes(state.joints, "joints")) return bad;
    std::vector<BodyPair> jointed;
    for (std::uint32_t i = 0; i < state.joints.ids.capacity(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const Joint& joint = state.joints.joint[i];
        if (const char* defect = defect_of_joint(state, joint))
            return Defect{element_name("joints", i), defect};
        if (const std::optional<DefError> bad = check(joint)) {
            return Defect{element_name("joints", i) + "." + bad->field, bad->message};
        }
        if (const std::optional<BodyPair> pair = blocked_pair(joint)) jointed.push_back(*pair);
    }
    std::sort(jointed.begin(), jointed.end());
    if (jointed != state.pairs.jointed) return Defect{"pairs.jointed", "disagrees with the joints"};
    return std::nullopt;
}

}  // namespace

StateCheck validate_columns(const WorldState& state) {
    if (Result<WorldSettings, SettingsError> settings = validated(state.settings); !settings) {
        return Defect{"settings." + settings.error().field, settings.error().message};
    }
    if (StateCheck bad = check_bodies(state)) return bad;
    if (StateCheck bad = check_shapes(state)) return bad;
    if (StateCheck bad = check_masses(state)) return bad;
    if (StateCheck bad = check_joints(state)) return bad;
    if (StateCheck bad = check_continuous_overrides(state)) return bad;
    if (StateCheck bad = check_contacts(state)) return bad;
    return check_progress(state);
}

StateCheck validate(const WorldState& state) {
    if (StateCheck bad = validate_columns(state)) return bad;
    if (kind_of(*state.broad_phase) != state.settings.broad_phase) {
        return Defect{"broad_phase", "is not of the kind in the settings"};
    }
    return std::visit(
        [&state](const auto& phase) -> StateCheck {
            if (const std::string_view defect = phase.defect(); !defect.empty()) {
                return Defect{"broad_phase", std::string(defect)};
            }
            for (std::uint32_t shape = 0; shape < state.shapes.ids.capacity(); ++shape) {
                if (!state.shapes.ids.is_live(shape)) continue;
                bool found = false;
                phase.query(state.shapes.fat_box[shape], [&](ProxyId id) {
                    found = id == shape;
                    return !found;
                });
                if (!found) return Defect{element_name("shapes.fat_box", shape), "is not in the broad phase"};
            }
            return std::nullopt;
        },
        *state.broad_phase);
}

}  // namespace toibox
