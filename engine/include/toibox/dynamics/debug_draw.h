// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

namespace toibox {

/// How a shape is to be told from others; the renderer chooses colours.
enum class DrawRole : std::uint8_t { Static, Kinematic, Dynamic, Bullet, Sensor };

enum class ArrowKind : std::uint8_t {
    Normal,
    NormalImpulse,
    FrictionImpulse,
    Velocity,
    SolidSide,  ///< Of a one-way shape; with the shapes.
};

/// Parts of a joint beyond its anchors: what it slides along or keeps its length by, ends of its range,
/// springs.
enum class JointMark : std::uint8_t { Axis, Limit, Spring };

/// Where debug_draw sends what it finds. World units; true poses of the step, never interpolated ones.
class DebugDraw {
public:
    virtual ~DebugDraw() = default;
    virtual void shape(const Shape& shape, const Transform& transform, DrawRole role, ShapeHandle handle) = 0;
    virtual void box(const Aabb& aabb, ShapeHandle handle) = 0;
    virtual void contact_point(Vec2 point, float separation, bool warm) = 0;
    /// `value` in the kind's own unit (1, N·s, N·s, m/s, 1); `direction` is unit.
    virtual void arrow(ArrowKind kind, Vec2 from, Vec2 direction, float value) = 0;
    virtual void feature_id(Vec2 point, FeatureId id) = 0;
    /// Each joint, or, where its anchors are meant to be apart, each of its ends by itself.
    virtual void joint(Vec2 anchor_a, Vec2 anchor_b, Vec2 center_a, Vec2 center_b, bool mouse) = 0;
    /// A line of what else the joint does.
    virtual void joint_mark(JointMark mark, Vec2 from, Vec2 to) = 0;
    virtual void center_of_mass(const Transform& frame_at_center) = 0;
};

struct DrawOptions {
    bool shapes = true;
    bool boxes = false;
    bool contacts = false;
    bool normals = false;
    bool normal_impulses = false;
    bool friction_impulses = false;
    bool feature_ids = false;
    bool joints = true;
    bool centers_of_mass = false;
    bool velocities = false;
    BodyHandle only{};  ///< If not null: boxes, contacts, arrows and centres of this body alone.
};
/// One of its flags.
using DrawFlag = bool DrawOptions::*;

/// Walks the world once in index order. Cost: O(shapes + contacts + joints).
void debug_draw(const World& world, const DrawOptions& options, DebugDraw& draw);

}  // namespace toibox
