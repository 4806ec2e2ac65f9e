// SPDX-License-Identifier: MIT
#include "toibox/dynamics/debug_draw.h"

#include "toibox/geometry/bounds.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/state/activity.h"

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

/// True if the overlays of the body should be drawn.
bool passes_body_filter(const DrawOptions& options, std::uint32_t body) {
    return options.only.is_null() || options.only.index == body;
}

void draw_shape(const WorldState& state, std::uint32_t shape, ShapeHandle handle, DebugDraw& draw) {
    const Shape& geometry = state.shapes.geometry[shape];
    const Transform frame = body_transform(state, state.shapes.body[shape]);
    draw.shape(geometry, frame, role_of(state, shape), handle);
    const Vec2 solid = state.shapes.one_way[shape];
    if (solid == Vec2{}) return;
    draw.arrow(ArrowKind::SolidSide, transform_point(frame, centroid(geometry)), rotate(frame.q, solid),
               1.0f);
}

void draw_shapes(const World& world, const DrawOptions& options, DebugDraw& draw) {
    const WorldState& state = world.state();
    for (std::uint32_t shape = 0; shape < state.shapes.body.size(); ++shape) {
        if (!state.shapes.ids.is_live(shape)) continue;
        const ShapeHandle handle = world.shape_at(shape);
        if (options.shapes) draw_shape(state, shape, handle, draw);
        if (options.boxes && passes_body_filter(options, state.shapes.body[shape]))
            draw.box(state.shapes.fat_box[shape], handle);
    }
}

void draw_bodies(const WorldState& state, const DrawOptions& options, DebugDraw& draw) {
    for_each_simulated_body(state, [&](std::uint32_t body) {
        if (!passes_body_filter(options, body)) return;
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
        // r_a is relative to the centre of mass at detection, at the start of the last motion.
        const Vec2 position = state.bodies.motion[contact.body_a].start.center + point.r_a;
        if (options.contacts) {
            draw.contact_point(position, point.separation, point.warm && state.settings.warm_starting);
        }
        if (options.normals) draw.arrow(ArrowKind::Normal, position, contact.normal, 1.0f);
        if (options.normal_impulses) {
            draw.arrow(ArrowKind::NormalImpulse, position, contact.normal, point.normal_impulse);
        }
        if (options.friction_impulses) {
            const Vec2 along = point.tangent_impulse < 0.0f ? -tangent : tangent;
            draw.arrow(ArrowKind::FrictionImpulse, position, along, std::abs(point.tangent_impulse));
        }
        if (options.impulse_values && point.normal_impulse > 0.0f)
            draw.impulse_value(position, point.normal_impulse, std::abs(point.tangent_impulse));
        if (options.feature_ids) {
            draw.feature_id(position, point.id, state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a),
                            state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b));
        }
    }
}

// ---- Joints. Sizes are in metres.

constexpr int arc_pieces = 12;
constexpr int spring_pieces = 8;
constexpr float axis_half_length = 0.5f;  ///< For an axis without limits.
constexpr float tick_half_length = 0.1f;  ///< For the tick at an end of an axis.
constexpr float spring_width = 0.05f;     ///< To each side, as a fraction of the spring's length.

void draw_spring(Vec2 from, Vec2 to, DebugDraw& draw) {
    const Vec2 step = (1.0f / static_cast<float>(spring_pieces)) * (to - from);
    const Vec2 side = spring_width * left_perp(to - from);
    Vec2 last = from;
    for (int i = 1; i < spring_pieces; ++i) {
        const Vec2 next = from + static_cast<float>(i) * step + (i % 2 == 0 ? -side : side);
        draw.joint_mark(JointMark::Spring, last, next);
        last = next;
    }
    draw.joint_mark(JointMark::Spring, last, to);
}

/// Draws the range of the angle as an arc about the hinge, in the direction of B's centre of mass.
void draw_marks(const WorldState& state, const RevoluteJoint& joint, Vec2 anchor_a, Vec2 /*anchor_b*/,
                DebugDraw& draw) {
    if (!joint.limit.enabled) return;
    const BodyPose& pose = state.bodies.pose[joint.base.body_b];
    const float current = coordinate_of(state, joint);
    Vec2 arm = 0.5f * (pose.center - anchor_a);
    if (arm == Vec2{}) arm = rotate(pose.rotation, Vec2{axis_half_length, 0.0f});
    const auto point_at = [&](float angle) { return anchor_a + rotate(make_rot(angle - current), arm); };
    Vec2 last = point_at(joint.limit.lower);
    draw.joint_mark(JointMark::Limit, anchor_a, last);
    for (int i = 1; i <= arc_pieces; ++i) {
        const float fraction = static_cast<float>(i) / static_cast<float>(arc_pieces);
        const Vec2 next = point_at(joint.limit.lower + fraction * (joint.limit.upper - joint.limit.lower));
        draw.joint_mark(JointMark::Limit, last, next);
        last = next;
    }
    draw.joint_mark(JointMark::Limit, anchor_a, last);
}
void draw_marks(const WorldState& /*state*/, const DistanceJoint& joint, Vec2 anchor_a, Vec2 anchor_b,
                DebugDraw& draw) {
    if (joint.spring.enabled) {
        draw_spring(anchor_a, anchor_b, draw);
    } else {
        draw.joint_mark(JointMark::Axis, anchor_a, anchor_b);
    }
}
/// Draws the axis of a prismatic or wheel joint, with a tick at each limit.
template <class SlideJoint>
    requires requires(SlideJoint joint) { joint.local_axis; }
void draw_marks(const WorldState& state, const SlideJoint& joint, Vec2 anchor_a, Vec2 anchor_b,
                DebugDraw& draw) {
    const Vec2 axis = rotate(state.bodies.pose[joint.base.body_a].rotation, joint.local_axis);
    const Vec2 lower = anchor_a + (joint.limit.enabled ? joint.limit.lower : -axis_half_length) * axis;
    const Vec2 upper = anchor_a + (joint.limit.enabled ? joint.limit.upper : axis_half_length) * axis;
    draw.joint_mark(JointMark::Axis, lower, upper);
    if (joint.limit.enabled) {
        const Vec2 tick = tick_half_length * left_perp(axis);
        draw.joint_mark(JointMark::Limit, lower - tick, lower + tick);
        draw.joint_mark(JointMark::Limit, upper - tick, upper + tick);
    }
    if (joint.spring.enabled) draw_spring(anchor_a, anchor_b, draw);
}
void draw_marks(const WorldState& /*state*/, const MotorJoint& /*joint*/, Vec2 anchor_a, Vec2 anchor_b,
                DebugDraw& draw) {
    draw.joint_mark(JointMark::Axis, anchor_a, anchor_b);
}
/// Draws a cross.
void draw_marks(const WorldState& state, const WeldJoint& joint, Vec2 anchor_a, Vec2 /*anchor_b*/,
                DebugDraw& draw) {
    const Vec2 along =
        rotate(state.bodies.pose[joint.base.body_a].rotation, Vec2{tick_half_length, tick_half_length});
    draw.joint_mark(JointMark::Axis, anchor_a - along, anchor_a + along);
    draw.joint_mark(JointMark::Axis, anchor_a - left_perp(along), anchor_a + left_perp(along));
}
void draw_marks(const WorldState& /*state*/, const MouseJoint& /*joint*/, Vec2 /*anchor_a*/,
                Vec2 /*anchor_b*/, DebugDraw& /*draw*/) {}

void draw_joint(const WorldState& state, const Joint& joint, DebugDraw& draw) {
    const JointBase& base = base_of(joint);
    const Vec2 anchor_b = transform_point(body_transform(state, base.body_b), base.local_b);
    const Vec2 center_b = state.bodies.pose[base.body_b].center;
    if (const auto* mouse = std::get_if<MouseJoint>(&joint)) {
        draw.joint(mouse->target, anchor_b, mouse->target, center_b, true);
        return;
    }
    const Vec2 anchor_a = transform_point(body_transform(state, base.body_a), base.local_a);
    const Vec2 center_a = state.bodies.pose[base.body_a].center;
    if (std::holds_alternative<RevoluteJoint>(joint) || std::holds_alternative<WeldJoint>(joint)) {
        draw.joint(anchor_a, anchor_b, center_a, center_b, false);
    } else {
        draw.joint(anchor_a, anchor_a, center_a, center_a, false);
        draw.joint(anchor_b, anchor_b, center_b, center_b, false);
    }
    std::visit([&](const auto& alternative) { draw_marks(state, alternative, anchor_a, anchor_b, draw); },
               joint);
}

}  // namespace

DrawRole draw_role(const World& world, ShapeHandle shape) {
    TOIBOX_ASSERT(world.find(shape));
    return role_of(world.state(), shape.index);
}

void debug_draw(const World& world, const DrawOptions& options, DebugDraw& draw) {
    const WorldState& state = world.state();
    if (options.shapes || options.boxes) draw_shapes(world, options, draw);
    if (options.centers_of_mass || options.velocities) draw_bodies(state, options, draw);
    for (const Contact& contact : state.contacts) {
        if (!passes_body_filter(options, contact.body_a) && !passes_body_filter(options, contact.body_b))
            continue;
        draw_contact(state, contact, options, draw);
    }
    if (!options.joints) return;
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (state.joints.ids.is_live(i)) draw_joint(state, state.joints.joint[i], draw);
    }
}

}  // namespace toibox
