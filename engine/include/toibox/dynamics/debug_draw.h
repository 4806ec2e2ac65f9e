// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

namespace toibox {

/// Kind of a drawn shape; the renderer chooses a colour for each kind.
enum class DrawRole : std::uint8_t { Static, Kinematic, Dynamic, Bullet, Sensor };

DrawRole draw_role(const World& world, ShapeHandle shape);  ///< Requires: the shape is live (asserted).

enum class ArrowKind : std::uint8_t {
    Normal,
    NormalImpulse,
    FrictionImpulse,
    Velocity,
    SolidSide,  ///< Solid side of a one-way shape; drawn with the shapes.
};

/// Lines drawn for a joint besides its anchors: its axis or length, its limits, its spring.
enum class JointMark : std::uint8_t { Axis, Limit, Spring };

/// Receives the output of debug_draw. World coordinates at the poses of the last step, not interpolated.
class DebugDraw {
public:
    virtual ~DebugDraw() = default;
    virtual void shape(const Shape& shape, const Transform& transform, DrawRole role, ShapeHandle handle) = 0;
    virtual void box(const Aabb& aabb, ShapeHandle handle) = 0;
    virtual void contact_point(Vec2 point, float separation, bool warm) = 0;
    /// `value`: in the unit of the kind (in order of ArrowKind: 1, N·s, N·s, m/s, 1). `direction`: unit
    /// vector.
    virtual void arrow(ArrowKind kind, Vec2 from, Vec2 direction, float value) = 0;
    /// Impulses of the last step at a contact point, N·s: `normal` ≥ 0, `friction` along either direction.
    virtual void impulse_value(Vec2 point, float normal, float friction) = 0;
    /// `a`, `b`: the shapes that the id calls A and B.
    virtual void feature_id(Vec2 point, FeatureId id, ShapeHandle a, ShapeHandle b) = 0;
    /// Called once for a joint whose anchors coincide. For other joints, called once per end, with both
    /// anchors at that end.
    virtual void joint(Vec2 anchor_a, Vec2 anchor_b, Vec2 center_a, Vec2 center_b, bool mouse) = 0;
    /// A line of the joint's axis, limits or spring.
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
    bool impulse_values = false;
    bool feature_ids = false;
    bool joints = true;
    bool centers_of_mass = false;
    bool velocities = false;
    BodyHandle only{};  ///< Boxes, contacts, arrows and centres of this body only; null: of all.
};
/// Pointer to a flag of DrawOptions.
using DrawFlag = bool DrawOptions::*;

/// Draws the world in index order.
/// Cost: O(shapes + contacts + joints).
void debug_draw(const World& world, const DrawOptions& options, DebugDraw& draw);

}  // namespace toibox
