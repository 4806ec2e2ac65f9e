// SPDX-License-Identifier: MIT
#include "toibox/dynamics/debug_draw.h"

#include "toibox/dynamics/step_stages.h"

#include <cmath>

namespace toibox {
namespace {

DrawRole role_of(const WorldState& state, std::uint32_t shape) {
    if (state.shapes.sensor[shape] != 0) return DrawRole::Sensor;
    const BodyInfo& info = state.bodies.info[state.shapes.body[shape]];
    switch (info.type) {
        case BodyType::Static:
            return DrawRole::Static;
        case BodyType::Kinematic:
            return DrawRole::Kinematic;
        case BodyType::Dynamic:
            break;
    }
    return info.bullet ? DrawRole::Bullet : DrawRole::Dynamic;
}

/// Whether the overlays of a body were asked for.
bool wanted(const DrawOptions& options, std::uint32_t body) {
    return options.only.is_null() || options.only.index == body;
}

void draw_shapes(const World& world, const DrawOptions& options, DebugDraw& draw) {
    const WorldState& state = world.state();
    for (std::uint32_t shape = 0; shape < state.shapes.body.size(); ++shape) {
        if (!state.shapes.ids.is_live(shape)) continue;
        const ShapeHandle handle = world.shape_at(shape);
        if (options.shapes) {
            draw.shape(state.shapes.geometry[shape], body_frame(state, state.shapes.body[shape]),
                       role_of(state, shape), handle);
        }
        if (options.boxes && wanted(options, state.shapes.body[shape]))
            draw.box(state.shapes.fat_box[shape], handle);
    }
}

void draw_bodies(const WorldState& state, const DrawOptions& options, DebugDraw& draw) {
    for_each_moving_body(state, [&](std::uint32_t body) {
        if (!wanted(options, body)) return;
        const BodyPose& pose = state.bodies.pose[body];
        const Vec2 velocity = state.bodies.velocity[body].linear;
        if (options.centers_of_mass) draw.center_of_mass({pose.center, pose.rotation});
        if (options.velocities && velocity != Vec2{}) {
            draw.arrow(ArrowKind::Velocity, pose.center, normalized(velocity), length(velocity));
        }
    });
}

void draw_contact(const WorldState& state, const Contact& contact, const DrawOptions& options,
                  DebugDraw& draw) {
    const Vec2 tangent = right_perp(contact.normal);
    for (std::size_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        // Anchors are as of detection, at the start of the last motion.
        const Vec2 place = state.bodies.motion[contact.body_a].start.center + point.r_a;
        if (options.contacts) {
            draw.contact_point(place, point.separation, point.warm && state.settings.warm_starting);
        }
        if (options.normals) draw.arrow(ArrowKind::Normal, place, contact.normal, 1.0f);
        if (options.normal_impulses) {
            draw.arrow(ArrowKind::NormalImpulse, place, contact.normal, point.normal_impulse);
        }
        if (options.friction_impulses) {
            const Vec2 along = point.tangent_impulse < 0.0f ? -tangent : tangent;
            draw.arrow(ArrowKind::FrictionImpulse, place, along, std::abs(point.tangent_impulse));
        }
        if (options.feature_ids) draw.feature_id(place, point.id);
    }
}

void draw_joint(const WorldState& state, const Joint& joint, DebugDraw& draw) {
    const JointBase& base = base_of(joint);
    const Vec2 anchor_b = transform_point(body_frame(state, base.body_b), base.local_b);
    const Vec2 center_b = state.bodies.pose[base.body_b].center;
    if (const auto* mouse = std::get_if<MouseJoint>(&joint)) {
        draw.joint(mouse->target, anchor_b, mouse->target, center_b, true);
        return;
    }
    draw.joint(transform_point(body_frame(state, base.body_a), base.local_a), anchor_b,
               state.bodies.pose[base.body_a].center, center_b, false);
}

}  // namespace

void debug_draw(const World& world, const DrawOptions& options, DebugDraw& draw) {
    const WorldState& state = world.state();
    if (options.shapes || options.boxes) draw_shapes(world, options, draw);
    if (options.centers_of_mass || options.velocities) draw_bodies(state, options, draw);
    for (const Contact& contact : state.contacts) {
        if (!wanted(options, contact.body_a) && !wanted(options, contact.body_b)) continue;
        draw_contact(state, contact, options, draw);
    }
    if (!options.joints) return;
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (state.joints.ids.is_live(i)) draw_joint(state, state.joints.joint[i], draw);
    }
}

}  // namespace toibox
