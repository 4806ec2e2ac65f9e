// SPDX-License-Identifier: MIT
// Making and unmaking bodies and shapes.
#include "toibox/dynamics/world.h"

#include "def_check.h"
#include "world_edit.h"

#include <cmath>

namespace toibox {
namespace {

/// Room for one more slot in every column of a group.
template <class Columns>
void fit_columns(Columns& columns) {
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
    for (std::uint32_t at = info.first_shape; at != shape; at = state.shapes.next[at])
        before = at;
    (before == null_index ? info.first_shape : state.shapes.next[before]) = state.shapes.next[shape];
    if (info.last_shape == shape) info.last_shape = before;
}

/// Frees the slot and takes its box out; lists and contacts have been seen to.
void release_shape(WorldState& state, std::uint32_t shape) {
    std::visit([shape](auto& phase) { phase.remove(shape); }, state.broad_phase);
    state.shapes.geometry[shape] = Circle{};
    state.shapes.body[shape] = null_index;
    state.shapes.next[shape] = null_index;
    state.shapes.ids.release(shape);
}

}  // namespace

BodyHandle World::create_body(const BodyDef& def) {
    Result<BodyHandle, DefError> made = try_create_body(def);
    TOIBOX_ASSERT(made.has_value());
    return made ? *made : BodyHandle{};
}

Result<BodyHandle, DefError> World::try_create_body(const BodyDef& def) {
    if (std::optional<DefError> bad = check(def)) return Err{*std::move(bad)};
    WorldState& state = *state_;
    BodyColumns& bodies = state.bodies;
    const std::uint32_t body = bodies.ids.acquire();
    fit_columns(bodies);
    bodies.info[body] = info_of(def);
    bodies.velocity[body] = {};
    if (def.type != BodyType::Static) bodies.velocity[body] = {def.linear_velocity, def.angular_velocity};
    bodies.force[body] = {};
    bodies.mass[body] = {};
    bodies.motion[body] = {};
    bodies.motion[body].angle = static_cast<double>(def.angle);
    place_body(state, body, {def.position, make_rot(def.angle)});
    update_mass(state, body);
    fit_continuous_state(state, body);
    return body_at(body);
}

ShapeHandle World::attach(BodyHandle body, const Shape& shape, const ShapeDef& def) {
    Result<ShapeHandle, DefError> made = try_attach(body, shape, def);
    TOIBOX_ASSERT(made.has_value());
    return made ? *made : ShapeHandle{};
}

Result<ShapeHandle, DefError> World::try_attach(BodyHandle owner, const Shape& geometry,
                                                const ShapeDef& def) {
    WorldState& state = *state_;
    if (!state.bodies.ids.is_live(owner)) return Err{DefError{"body", "is not alive"}};
    if (std::optional<DefError> bad = check(geometry)) return Err{*std::move(bad)};
    if (std::optional<DefError> bad = check(def)) return Err{*std::move(bad)};
    ShapeColumns& shapes = state.shapes;
    const std::uint32_t body = owner.index;
    const std::uint32_t shape = shapes.ids.acquire();
    fit_columns(shapes);
    shapes.geometry[shape] = geometry;
    shapes.material[shape] = def.material;
    shapes.filter[shape] = def.filter;
    shapes.sensor[shape] = def.sensor ? 1 : 0;
    shapes.user_data[shape] = def.user_data;
    shapes.body[shape] = body;
    shapes.moved[shape] = 0;
    link_shape(state, body, shape);
    if (state.bodies.info[body].type == BodyType::Static) {
        add_static_extent(state, body, shape);
    } else {
        update_mass(state, body);
    }
    insert_fat_box(state, shape);
    return shape_at(shape);
}

bool World::destroy(BodyHandle handle) {
    WorldState& state = *state_;
    if (!state.bodies.ids.is_live(handle)) return false;
    const std::uint32_t body = handle.index;
    destroy_joints_of(state, body);
    end_contacts(state, [body](const Contact& c) { return c.body_a == body || c.body_b == body; });
    for_each_shape(state, body, [&state](std::uint32_t shape) { state.shapes.moved[shape] = 0; });
    std::erase_if(state.pairs.moved,
                  [&state](std::uint32_t shape) { return state.shapes.moved[shape] == 0; });
    for (std::uint32_t shape = state.bodies.info[body].first_shape; shape != null_index;) {
        const std::uint32_t next = state.shapes.next[shape];
        release_shape(state, shape);
        shape = next;
    }
    state.bodies.info[body] = {};
    fit_continuous_state(state, body);
    state.bodies.ids.release(body);
    return true;
}

bool World::destroy(ShapeHandle handle) {
    WorldState& state = *state_;
    if (!state.shapes.ids.is_live(handle)) return false;
    const std::uint32_t shape = handle.index;
    const std::uint32_t body = state.shapes.body[shape];
    end_contacts(state, [shape](const Contact& c) { return c.shape_a == shape || c.shape_b == shape; });
    unmark_moved(state, shape);
    unlink_shape(state, shape);
    release_shape(state, shape);
    update_mass(state, body);
    return true;
}

bool World::set_material(ShapeHandle handle, const Material& material) {
    WorldState& state = *state_;
    TOIBOX_ASSERT(!check(material));
    if (!state.shapes.ids.is_live(handle)) return false;
    Material& present = state.shapes.material[handle.index];
    const bool heavier_or_lighter = present.density != material.density;
    present = material;
    if (heavier_or_lighter) update_mass(state, state.shapes.body[handle.index]);
    for (Contact& contact : state.contacts) {
        if (contact.shape_a != handle.index && contact.shape_b != handle.index) continue;
        const Contact fresh = make_contact(state, contact.shape_a, contact.shape_b);
        contact.friction = fresh.friction;
        contact.restitution = fresh.restitution;
    }
    return true;
}

}  // namespace toibox
