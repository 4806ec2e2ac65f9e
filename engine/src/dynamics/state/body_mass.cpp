// SPDX-License-Identifier: MIT
// Mass, centre of mass and extents of a body, from its shapes. BodyPose is the pose of the centre of mass:
// when the centre of mass changes, the pose is updated so that no shape moves.
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"
#include "toibox/geometry/mass.h"

#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"

namespace toibox {
namespace {

MassProperties mass_of_shapes(const WorldState& state, std::uint32_t body) {
    std::vector<MassProperties> shape_masses;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        shape_masses.push_back(
            mass_properties(state.shapes.geometry[shape], state.shapes.material[shape].density));
    });
    const MassProperties sum = combined(shape_masses);
    // No shape of the body has a mass. With inertia 0 the body does not rotate.
    if (!(sum.mass >= tuning::min_mass)) return {tuning::massless_body_mass, {}, 0.0f};
    return sum;
}

/// Extends max_extent and min_extent by a shape. `is_first`: no solid shape was included before.
void include_extent(const WorldState& state, std::uint32_t shape, BodyMass& mass, bool is_first) {
    const Shape& geometry = state.shapes.geometry[shape];
    const float reach = max_extent(geometry, mass.local_center);
    if (reach > mass.max_extent) mass.max_extent = reach;
    // A sensor never stops anything, so it does not make a body thin.
    if (state.shapes.sensor[shape] != 0) return;
    const float inner = inner_radius(geometry);
    if (is_first || inner < mass.min_extent) mass.min_extent = inner;
}

}  // namespace

BodyMass mass_of_body(const WorldState& state, std::uint32_t body) {
    const BodyInfo& info = state.bodies.info[body];
    BodyMass mass;
    if (info.type == BodyType::Dynamic) {
        const MassProperties sum = info.has_mass_override
                                       ? MassProperties{info.mass_override.mass, info.mass_override.center,
                                                        info.mass_override.inertia}
                                       : mass_of_shapes(state, body);
        const bool can_rotate = sum.inertia >= tuning::min_mass && !info.fixed_rotation;
        mass.mass = sum.mass;
        mass.inertia = sum.inertia;
        mass.local_center = sum.center;
        mass.inv_mass = 1.0f / sum.mass;
        mass.inv_inertia = can_rotate ? 1.0f / sum.inertia : 0.0f;
    }
    bool is_first = true;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        include_extent(state, shape, mass, is_first);
        if (state.shapes.sensor[shape] == 0) is_first = false;
    });
    return mass;
}

void update_mass(WorldState& state, std::uint32_t body) {
    const Transform frame = body_transform(state, body);
    const BodyMass mass = mass_of_body(state, body);
    const bool center_moved = mass.local_center != state.bodies.mass[body].local_center;
    state.bodies.mass[body] = mass;
    if (!center_moved) return;
    place_body(state, body, frame);
    // Manifolds are stored relative to the centres of mass, so they cannot be reused.
    for (Contact& contact : state.contacts) {
        if (contact.body_a == body || contact.body_b == body) contact.base.reach = -1.0f;
    }
}

void add_static_extent(WorldState& state, std::uint32_t body, std::uint32_t shape) {
    // The first solid shape sets min_extent. Few sensors precede it, so this loop is short.
    std::uint32_t solid = state.bodies.info[body].first_shape;
    while (solid != shape && state.shapes.sensor[solid] != 0)
        solid = state.shapes.next[solid];
    include_extent(state, shape, state.bodies.mass[body], solid == shape);
}

void place_body(WorldState& state, std::uint32_t body, const Transform& frame) {
    BodyPose& pose = state.bodies.pose[body];
    pose.rotation = frame.q;
    pose.center = transform_point(frame, state.bodies.mass[body].local_center);
    state.bodies.motion[body].start = pose;
    state.bodies.motion[body].delta_angle = 0.0f;
}

}  // namespace toibox
