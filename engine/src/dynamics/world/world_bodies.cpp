// SPDX-License-Identifier: MIT
// Creates, changes and destroys bodies and shapes.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/world.h"

#include "dynamics/islands/end_contacts.h"
#include "dynamics/islands/islands.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/def_check.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/remove_joints.h"
#include "dynamics/state/wake.h"

#include <cmath>

namespace toibox {
namespace {

/// Resizes every column of a group to the number of slots in its id pool.
template <class Columns>
void resize_columns(Columns& columns) {
    const std::size_t size = columns.ids.capacity();
    for_each_field(columns, [size](std::string_view, auto& column) {
        if constexpr (requires { column.resize(size); }) column.resize(size);
    });
}

BodyInfo info_of(const BodyDef& def) {
    BodyInfo info;
    info.type = def.type;
    info.bullet = def.bullet;
    info.fixed_rotation = def.fixed_rotation;
    info.lock_x = def.lock_x;
    info.lock_y = def.lock_y;
    info.allow_sleep = def.allow_sleep;
    info.linear_damping = def.linear_damping;
    info.angular_damping = def.angular_damping;
    info.gravity_scale = def.gravity_scale;
    info.has_mass_override = def.mass.has_value();
    if (def.mass) info.mass_override = *def.mass;
    info.user_data = def.user_data;
    return info;
}

void link_shape(WorldState& state, std::uint32_t body, std::uint32_t shape) {
    BodyInfo& info = state.bodies.info[body];
    state.shapes.next[shape] = null_index;
    (info.first_shape == null_index ? info.first_shape : state.shapes.next[info.last_shape]) = shape;
    info.last_shape = shape;
}

void unlink_shape(WorldState& state, std::uint32_t shape) {
    BodyInfo& info = state.bodies.info[state.shapes.body[shape]];
    std::uint32_t before = null_index;
    for (std::uint32_t i = info.first_shape; i != shape; i = state.shapes.next[i])
        before = i;
    (before == null_index ? info.first_shape : state.shapes.next[before]) = state.shapes.next[shape];
    if (info.last_shape == shape) info.last_shape = before;
}

/// Frees the slot of a shape and removes its box from the broad phase. Requires: the shape has no contacts
/// and is not listed as moved. Does not unlink the shape from its body.
void release_shape(WorldState& state, std::uint32_t shape) {
    std::visit([shape](auto& phase) { phase.remove(shape); }, *state.broad_phase);
    state.shapes.geometry[shape] = Circle{};
    state.shapes.body[shape] = null_index;
    state.shapes.next[shape] = null_index;
    state.shapes.ids.release(shape);
}

/// Frees a body and its shapes. Requires: the body has no joints and no contacts, and none of its shapes is
/// listed as moved.
void release_body(WorldState& state, std::uint32_t body) {
    for (std::uint32_t shape = state.bodies.info[body].first_shape; shape != null_index;) {
        const std::uint32_t next = state.shapes.next[shape];
        release_shape(state, shape);
        shape = next;
    }
    wake(state, body);
    remove_override(state, body);
    state.bodies.info[body] = {};
    reset_ccd_state(state, body);
    state.bodies.ids.release(body);
}

}  // namespace

BodyHandle World::create_body(const BodyDef& def) {
    Result<BodyHandle, DefError> created = try_create_body(def);
    TOIBOX_ASSERT(created.has_value());
    return handle_or_null(created, refusal_);
}

Result<BodyHandle, DefError> World::try_create_body(const BodyDef& def) {
    if (std::optional<DefError> bad = check(def)) return Err{*std::move(bad)};
    WorldState& state = *state_;
    BodyColumns& bodies = state.bodies;
    const std::uint32_t body = bodies.ids.acquire();
    resize_columns(bodies);
    bodies.info[body] = info_of(def);
    bodies.velocity[body] = {};
    bodies.force[body] = {};
    bodies.sleep[body] = {};
    if (!def.awake && def.type == BodyType::Dynamic && state.settings.sleeping) {
        bodies.sleep[body].island = body;
    } else if (def.type != BodyType::Static) {
        bodies.velocity[body] = apply_locks({def.linear_velocity, def.angular_velocity}, bodies.info[body]);
    }
    bodies.mass[body] = {};
    bodies.motion[body] = {};
    bodies.motion[body].angle = static_cast<double>(def.angle);
    place_body(state, body, {def.position, make_rot(def.angle)});
    update_mass(state, body);
    reset_ccd_state(state, body);
    set_override(state, body, def.continuous);
    return body_at(body);
}

ShapeHandle World::attach(BodyHandle body, const Shape& shape, const ShapeDef& def) {
    Result<ShapeHandle, DefError> created = try_attach(body, shape, def);
    TOIBOX_ASSERT(created.has_value());
    return handle_or_null(created, refusal_);
}

Result<ShapeHandle, DefError> World::try_attach(BodyHandle body, const Shape& shape, const ShapeDef& def) {
    WorldState& state = *state_;
    if (!state.bodies.ids.is_live(body)) return Err{dead_handle("body", body)};
    if (std::optional<DefError> bad = check(shape)) return Err{*std::move(bad)};
    if (std::optional<DefError> bad = check(def)) return Err{*std::move(bad)};
    ShapeColumns& shapes = state.shapes;
    const std::uint32_t slot = shapes.ids.acquire();
    resize_columns(shapes);
    shapes.geometry[slot] = shape;
    shapes.material[slot] = def.material;
    shapes.filter[slot] = def.filter;
    shapes.sensor[slot] = def.sensor ? 1 : 0;
    shapes.one_way[slot] = def.one_way ? narrow(normalized(widen(*def.one_way))) : Vec2{};
    shapes.user_data[slot] = def.user_data;
    shapes.body[slot] = body.index;
    shapes.moved[slot] = 0;
    if (!was_created_asleep(state, body.index)) wake(state, body.index);
    link_shape(state, body.index, slot);
    if (state.bodies.info[body.index].type == BodyType::Static) {
        add_static_extent(state, body.index, slot);
    } else {
        update_mass(state, body.index);
    }
    insert_fat_box(state, slot);
    return shape_at(slot);
}

bool World::destroy(BodyHandle body) {
    return destroy(std::span(&body, 1)) == 1;
}

std::size_t World::destroy(std::span<const BodyHandle> bodies) {
    WorldState& state = *state_;
    std::vector<std::uint8_t> is_destroyed(state.bodies.ids.capacity(), 0);  // By body.
    std::vector<std::uint32_t> destroyed;
    for (const BodyHandle body : bodies) {
        if (!state.bodies.ids.is_live(body) || is_destroyed[body.index] != 0) continue;
        is_destroyed[body.index] = 1;
        destroyed.push_back(body.index);
    }
    if (destroyed.empty()) return 0;
    remove_joints_of(state, is_destroyed);
    end_contacts(state, [&](const ProxyPair& pair) {
        return (is_destroyed[state.shapes.body[pair.a]] | is_destroyed[state.shapes.body[pair.b]]) != 0;
    });
    for (const std::uint32_t body : destroyed)
        for_each_shape(state, body, [&state](std::uint32_t shape) { state.shapes.moved[shape] = 0; });
    std::erase_if(state.pairs.moved,
                  [&state](std::uint32_t shape) { return state.shapes.moved[shape] == 0; });
    for (const std::uint32_t body : destroyed)
        release_body(state, body);
    return destroyed.size();
}

bool World::destroy(ShapeHandle shape) {
    WorldState& state = *state_;
    if (!state.shapes.ids.is_live(shape)) return false;
    const std::uint32_t destroyed = shape.index;
    const std::uint32_t body = state.shapes.body[destroyed];
    end_contacts(state,
                 [destroyed](const ProxyPair& pair) { return pair.a == destroyed || pair.b == destroyed; });
    wake(state, body);  // The mass of the body changes.
    unmark_moved(state, destroyed);
    unlink_shape(state, destroyed);
    release_shape(state, destroyed);
    update_mass(state, body);
    return true;
}

bool World::set_material(ShapeHandle shape, const Material& material) {
    WorldState& state = *state_;
    const bool is_valid = !check(material);
    TOIBOX_ASSERT(is_valid);
    if (!is_valid || !state.shapes.ids.is_live(shape)) return false;
    Material& current = state.shapes.material[shape.index];
    if (current == material) return true;
    wake(state, state.shapes.body[shape.index]);
    const bool density_changed = current.density != material.density;
    current = material;
    if (density_changed) update_mass(state, state.shapes.body[shape.index]);
    for (Contact& contact : state.contacts) {
        if (contact.shape_a != shape.index && contact.shape_b != shape.index) continue;
        const Contact updated = make_contact(state, contact.shape_a, contact.shape_b);
        contact.friction = updated.friction;
        contact.restitution = updated.restitution;
        contact.rolling_resistance = updated.rolling_resistance;
        contact.tangent_speed = updated.tangent_speed;
        wake_supported(state, contact);
    }
    return true;
}

bool World::set_filter(ShapeHandle shape, const Filter& filter) {
    WorldState& state = *state_;
    if (!state.shapes.ids.is_live(shape)) return false;
    const std::uint32_t changed = shape.index;
    if (state.shapes.filter[changed] == filter) return true;
    state.shapes.filter[changed] = filter;
    end_contacts(state, [&state, changed](const ProxyPair& pair) {
        return (pair.a == changed || pair.b == changed) && !can_have_contact(state, pair.a, pair.b);
    });
    mark_moved(state, changed);
    if (state.shapes.sensor[changed] == 0) wake(state, state.shapes.body[changed]);
    return true;
}

}  // namespace toibox
