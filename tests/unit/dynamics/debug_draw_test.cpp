// SPDX-License-Identifier: MIT
#include "toibox/dynamics/debug_draw.h"

#include "tests/support/worlds.h"

#include <map>

namespace toibox {
namespace {

using namespace testing_support;

/// Counts what it is asked to draw and keeps the last of each kind.
class Tally final : public DebugDraw {
public:
    void shape(const Shape&, const Transform& transform, DrawRole role, ShapeHandle) override {
        ++roles[role];
        last_transform = transform;
    }
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
    void feature_id(Vec2, FeatureId) override { ++ids; }
    void joint(Vec2 anchor_a, Vec2, Vec2, Vec2, bool mouse) override {
        ++(mouse ? mouse_joints : joints);
        if (mouse) mouse_target = anchor_a;
    }
    void joint_mark(JointMark mark, Vec2, Vec2) override { ++marks[mark]; }
    void center_of_mass(const Transform&) override { ++centers; }

    std::map<DrawRole, int> roles;
    std::map<ArrowKind, int> arrows;
    std::map<JointMark, int> marks;
    Transform last_transform;
    Vec2 last_point;
    Vec2 mouse_target;
    int boxes = 0;
    int points = 0;
    int warm_points = 0;
    int ids = 0;
    int joints = 0;
    int mouse_joints = 0;
    int centers = 0;
};

// A box at rest on a floor, held by the mouse and a hinge, a bullet, a sensor and a lift.
World one_of_each() {
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

TEST(DebugDrawing, TellsRolesApart) {
    const World world = one_of_each();
    Tally tally;
    debug_draw(world, {}, tally);
    EXPECT_EQ(tally.roles, (std::map<DrawRole, int>{{DrawRole::Static, 1},
                                                    {DrawRole::Kinematic, 1},
                                                    {DrawRole::Dynamic, 1},
                                                    {DrawRole::Bullet, 1},
                                                    {DrawRole::Sensor, 1}}));
    EXPECT_EQ(tally.joints, 1);
    EXPECT_EQ(tally.mouse_joints, 1);
    EXPECT_EQ(tally.mouse_target, (Vec2{3, 4}));
    EXPECT_EQ(tally.boxes + tally.points + tally.ids + tally.centers, 0);
    EXPECT_TRUE(tally.arrows.empty());
}

// An arrow from the middle of the shape, turned with its body.
TEST(DebugDrawing, ShowsTheSolidSide) {
    World world;
    add_body(world, {.type = BodyType::Static, .angle = static_cast<float>(pi) / 2}, make_box({1, 0.1f}),
             {.one_way = Vec2{0, 1}});
    Tally tally;
    debug_draw(world, {}, tally);
    EXPECT_EQ(tally.arrows[ArrowKind::SolidSide], 1);
    debug_draw(world, {.shapes = false}, tally);
    EXPECT_EQ(tally.arrows[ArrowKind::SolidSide], 1);
}

TEST(DebugDrawing, ShowsAllThatIsAskedFor) {
    const World world = one_of_each();
    Tally tally;
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
               tally);
    const int points = world.contacts()[0].count;
    ASSERT_GT(points, 0);
    EXPECT_TRUE(tally.roles.empty());
    EXPECT_EQ(tally.boxes, 5);
    EXPECT_EQ(tally.points, points);
    EXPECT_EQ(tally.warm_points, points);
    EXPECT_EQ(tally.ids, points);
    EXPECT_EQ(tally.centers, 3);
    EXPECT_EQ(tally.arrows[ArrowKind::Normal], points);
    EXPECT_EQ(tally.arrows[ArrowKind::NormalImpulse], points);
    EXPECT_EQ(tally.arrows[ArrowKind::FrictionImpulse], points);
    EXPECT_EQ(tally.joints + tally.mouse_joints, 0);
    EXPECT_NEAR(tally.last_point.y, 0.0, 0.02);
}

// A suspension shows its axis, both ends of its travel and its spring; a door the arc of its range.
TEST(DebugDraw, ShowsWhatAJointDoes) {
    World world;
    const BodyHandle floor = add_floor(world);
    const BodyHandle wheel = add_ball(world, {0, 2});
    world.create_joint(WheelJointDef{.body_a = floor,
                                     .body_b = wheel,
                                     .anchor = {0, 2},
                                     .limit = {.enabled = true, .lower = -1, .upper = 1}});
    Tally suspension;
    debug_draw(world, {}, suspension);
    EXPECT_EQ(suspension.marks[JointMark::Axis], 1);
    EXPECT_EQ(suspension.marks[JointMark::Limit], 2);
    EXPECT_EQ(suspension.marks[JointMark::Spring], 8);
    World hinged;
    const BodyHandle wall = hinged.create_body({.type = BodyType::Static});
    const BodyHandle door = add_box(hinged, {1, 0});
    hinged.create_joint(RevoluteJointDef{
        .body_a = wall, .body_b = door, .limit = {.enabled = true, .lower = -1, .upper = 1}});
    Tally range;
    debug_draw(hinged, {}, range);
    EXPECT_EQ(range.marks[JointMark::Limit], 14);
    EXPECT_EQ(range.marks[JointMark::Axis], 0);
}

}  // namespace
}  // namespace toibox
