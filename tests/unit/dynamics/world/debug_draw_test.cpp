// SPDX-License-Identifier: MIT
#include "toibox/dynamics/debug_draw.h"

#include "tests/support/worlds.h"

#include <map>

namespace toibox {
namespace {

using namespace testing_support;

/// Counts the calls, and stores the last arguments of some of them.
class CountingDraw final : public DebugDraw {
public:
    void shape(const Shape&, const Transform&, DrawRole role, ShapeHandle) override { ++roles[role]; }
    void box(const Aabb&, ShapeHandle) override { ++boxes; }
    void contact_point(Vec2 point, float, bool warm) override {
        ++points;
        warm_points += warm ? 1 : 0;
        last_point = point;
    }
    void arrow(ArrowKind kind, Vec2, Vec2 direction, float value) override {
        ++arrows[kind];
        EXPECT_NEAR(length(direction), 1.0, 1e-6);
        EXPECT_GE(value, 0.0f);
    }
    void impulse_value(Vec2, float normal, float friction) override {
        normal_impulse += normal;
        friction_impulse += friction;
    }
    void feature_id(Vec2, FeatureId, ShapeHandle a, ShapeHandle b) override {
        ++ids;
        EXPECT_FALSE(a.is_null());
        EXPECT_FALSE(b.is_null());
    }
    void joint(Vec2 anchor_a, Vec2, Vec2, Vec2, bool mouse) override {
        ++(mouse ? mouse_joints : joints);
        if (mouse) mouse_target = anchor_a;
    }
    void joint_mark(JointMark mark, Vec2, Vec2) override { ++marks[mark]; }
    void center_of_mass(const Transform&) override { ++centers; }

    std::map<DrawRole, int> roles;
    std::map<ArrowKind, int> arrows;
    std::map<JointMark, int> marks;
    Vec2 last_point;
    Vec2 mouse_target;
    float normal_impulse = 0.0f;
    float friction_impulse = 0.0f;
    int boxes = 0;
    int points = 0;
    int warm_points = 0;
    int ids = 0;
    int joints = 0;
    int mouse_joints = 0;
    int centers = 0;
};

/// A box on a floor with a hinge and a mouse joint, a bullet, a sensor and a kinematic ball.
World world_with_all_roles() {
    World world;
    const BodyHandle floor = add_floor(world);
    world.attach(floor, disc(0.1f, {9, 9}), {.sensor = true});
    const BodyHandle box = add_box(world, {0, 0.5f});
    add_ball(world, {5, 5}, 0.5f, {.linear_velocity = {1, 0}, .bullet = true});
    add_ball(world, {-5, 5}, 0.5f, {.type = BodyType::Kinematic});
    world.create_joint(
        RevoluteJointDef{.body_a = floor, .body_b = box, .anchor = {0, 0.5f}, .collide_connected = true});
    world.create_joint(MouseJointDef{.body = box, .point = {0, 0.5f}, .target = {3, 4}});
    for (int i = 0; i < 3; ++i)
        world.step(time_step);
    return world;
}

TEST(DebugDrawing, DistinguishesRoles) {
    const World world = world_with_all_roles();
    CountingDraw drawn;
    debug_draw(world, {}, drawn);
    EXPECT_EQ(drawn.roles, (std::map<DrawRole, int>{{DrawRole::Static, 1},
                                                    {DrawRole::Kinematic, 1},
                                                    {DrawRole::Dynamic, 1},
                                                    {DrawRole::Bullet, 1},
                                                    {DrawRole::Sensor, 1}}));
    EXPECT_EQ(drawn.joints, 1);
    EXPECT_EQ(drawn.mouse_joints, 1);
    EXPECT_EQ(drawn.mouse_target, (Vec2{3, 4}));
    EXPECT_EQ(drawn.boxes + drawn.points + drawn.ids + drawn.centers, 0);
    EXPECT_TRUE(drawn.arrows.empty());
}

TEST(DebugDrawing, ShowsTheSolidSideOfAOneWayShape) {
    World world;
    add_body(world, {.type = BodyType::Static, .angle = static_cast<float>(pi) / 2}, make_box({1, 0.1f}),
             {.one_way = Vec2{0, 1}});
    CountingDraw drawn;
    debug_draw(world, {}, drawn);
    EXPECT_EQ(drawn.arrows[ArrowKind::SolidSide], 1);
    debug_draw(world, {.shapes = false}, drawn);
    EXPECT_EQ(drawn.arrows[ArrowKind::SolidSide], 1);
}

TEST(DebugDrawing, ShowsAllRequestedParts) {
    const World world = world_with_all_roles();
    CountingDraw drawn;
    debug_draw(world,
               {.shapes = false,
                .boxes = true,
                .contacts = true,
                .normals = true,
                .normal_impulses = true,
                .friction_impulses = true,
                .feature_ids = true,
                .joints = false,
                .centers_of_mass = true,
                .velocities = true},
               drawn);
    const int points = world.contacts()[0].count;
    ASSERT_GT(points, 0);
    EXPECT_TRUE(drawn.roles.empty());
    EXPECT_EQ(drawn.boxes, 5);
    EXPECT_EQ(drawn.points, points);
    EXPECT_EQ(drawn.warm_points, points);
    EXPECT_EQ(drawn.ids, points);
    EXPECT_EQ(drawn.centers, 3);
    EXPECT_EQ(drawn.arrows[ArrowKind::Normal], points);
    EXPECT_EQ(drawn.arrows[ArrowKind::NormalImpulse], points);
    EXPECT_EQ(drawn.arrows[ArrowKind::FrictionImpulse], points);
    EXPECT_GE(drawn.arrows[ArrowKind::Velocity], 1);  // the bullet; the others may be at rest
    EXPECT_EQ(drawn.joints + drawn.mouse_joints, 0);
    EXPECT_NEAR(drawn.last_point.y, 0.0, 0.02);
}

// A wheel joint shows its axis, both limits and its spring. A revolute joint shows the arc of its limits.
TEST(DebugDrawing, ShowsAxesLimitsAndSprings) {
    World world;
    const BodyHandle floor = add_floor(world);
    const BodyHandle wheel = add_ball(world, {0, 2});
    world.create_joint(WheelJointDef{.body_a = floor,
                                     .body_b = wheel,
                                     .anchor = {0, 2},
                                     .limit = {.enabled = true, .lower = -1, .upper = 1}});
    CountingDraw wheel_draw;
    debug_draw(world, {}, wheel_draw);
    EXPECT_EQ(wheel_draw.marks[JointMark::Axis], 1);
    EXPECT_EQ(wheel_draw.marks[JointMark::Limit], 2);
    EXPECT_EQ(wheel_draw.marks[JointMark::Spring], 8);
    World hinged;
    const BodyHandle wall = hinged.create_body({.type = BodyType::Static});
    const BodyHandle door = add_box(hinged, {1, 0});
    hinged.create_joint(RevoluteJointDef{
        .body_a = wall, .body_b = door, .limit = {.enabled = true, .lower = -1, .upper = 1}});
    CountingDraw revolute_draw;
    debug_draw(hinged, {}, revolute_draw);
    EXPECT_EQ(revolute_draw.marks[JointMark::Limit], 14);
    EXPECT_EQ(revolute_draw.marks[JointMark::Axis], 0);
}

// A box at rest on the floor: the values add up to its weight times the length of the step.
TEST(DebugDrawing, ImpulseValuesCarryTheWeight) {
    World world;
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    CountingDraw drawn;
    debug_draw(world, {.impulse_values = true}, drawn);
    const float weight = world.find(box)->mass().mass * length(world.settings().gravity);
    EXPECT_NEAR(drawn.normal_impulse, weight * time_step, 0.02f * weight * time_step);
    EXPECT_NEAR(drawn.friction_impulse, 0.0f, 0.01f * weight * time_step);
}

}  // namespace
}  // namespace toibox
