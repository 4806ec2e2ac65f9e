// SPDX-License-Identifier: MIT
#include "toibox/dynamics/command.h"

#include "tests/support/worlds.h"

namespace toibox {
namespace {

using namespace testing_support;
using namespace command;

std::string message(World& world, const Command& command) {
    const Result<CommandOutcome, CommandError> outcome = apply(world, command);
    return outcome ? "" : outcome.error().message;
}

TEST(Commands, CreateAndDestroyBodiesAndJoints) {
    World world;
    const BodyHandle floor = add_floor(world);
    const Result<CommandOutcome, CommandError> made = apply(
        world,
        CreateBody{.body = {.position = {0, 2}}, .parts = {{disc(0.5f), {}}, {disc(0.2f, {1, 0}), {}}}});
    ASSERT_TRUE(made.has_value());
    const BodyHandle body = made->body;
    EXPECT_EQ(world.find(body)->shapes().size(), 2u);
    const Result<CommandOutcome, CommandError> joint =
        apply(world, CreateJoint{RevoluteJointDef{.body_a = floor, .body_b = body, .anchor = {0, 2}}});
    ASSERT_TRUE(joint.has_value());
    const Result<CommandOutcome, CommandError> mouse =
        apply(world, CreateJoint{MouseJointDef{.body = body, .point = {0, 2}, .target = {1, 2}}});
    ASSERT_TRUE(mouse.has_value());
    EXPECT_EQ(message(world, SetMouseTarget{.joint = mouse->joint, .target = {2, 2}}), "");
    EXPECT_EQ(message(world, SetMouseTarget{.joint = joint->joint, .target = {2, 2}}),
              "joint is not a live mouse joint");
    EXPECT_EQ(message(world, DestroyJoint{.joint = mouse->joint}), "");
    EXPECT_EQ(message(world, DestroyJoint{.joint = mouse->joint}), "joint is not alive");
    EXPECT_EQ(message(world, DestroyBody{.body = body}), "");
    EXPECT_EQ(message(world, DestroyBody{.body = body}), "body is not alive");
    EXPECT_EQ(world.joint_count(), 0);
    EXPECT_TRUE(is_valid_world(world));
}

TEST(Commands, ApplyForcesAndChangeProperties) {
    World world({.gravity = {0, 0}});
    const BodyHandle body = world.create_body({.mass = MassOverride{.mass = 2, .inertia = 1}});
    const ShapeHandle shape = world.attach(body, disc(0.5f));
    EXPECT_EQ(message(world, ApplyImpulse{.body = body, .impulse = {2, 0}, .point = Vec2{0, 1}}), "");
    EXPECT_EQ(world.find(body)->velocity().linear, (Vec2{1, 0}));
    EXPECT_EQ(world.find(body)->velocity().angular, -2.0f);
    EXPECT_EQ(message(world, SetVelocity{.body = body, .angular = 5.0f}), "");
    EXPECT_EQ(world.find(body)->velocity().linear, (Vec2{1, 0}));
    EXPECT_EQ(world.find(body)->velocity().angular, 5.0f);
    EXPECT_EQ(message(world, SetTransform{.body = body, .position = {3, 4}, .angle = 0}), "");
    EXPECT_EQ(world.find(body)->position(), (Vec2{3, 4}));
    world.step(1.0f / 60.0f);
    const BodyView turned = *world.find(body);
    const double angle = turned.angle();
    const Rot rotation = turned.transform().q;
    EXPECT_EQ(message(world, SetPosition{.body = body, .position = {7, 8}}), "");
    EXPECT_EQ(world.find(body)->position(), (Vec2{7, 8}));
    EXPECT_EQ(world.find(body)->angle(), angle);
    EXPECT_EQ(world.find(body)->transform().q, rotation);
    EXPECT_EQ(message(world, SetBody{.body = body, .bullet = true, .gravity_scale = 0.5f}), "");
    EXPECT_TRUE(world.find(body)->info().bullet);
    EXPECT_EQ(world.find(body)->info().gravity_scale, 0.5f);
    EXPECT_EQ(message(world, SetMaterial{.shape = shape, .material = {.friction = 0.1f}}), "");
    EXPECT_EQ(world.find(shape)->material.friction, 0.1f);
    EXPECT_EQ(message(world, ApplyForce{.body = body, .force = {60, 0}, .torque = 1}), "");
    world.step(1.0f);
    EXPECT_FLOAT_EQ(world.find(body)->velocity().linear.x, 31.0f);
    EXPECT_EQ(message(world, SetSettings{.settings = {.substeps = 2}}), "");
    EXPECT_EQ(world.settings().substeps, 2);
}

// The world stays unchanged, and the message names the invalid field.
TEST(Commands, WithInvalidValuesChangeNothing) {
    World world;
    const BodyHandle body = add_ball(world, {0, 3});
    const ShapeHandle shape = world.find(body)->shapes().front();
    const JointHandle mouse = world.create_joint(MouseJointDef{.body = body, .point = {0, 3}});
    const BodyHandle none;
    const std::vector<std::pair<Command, std::string>> bad{
        {CreateBody{.body = {.position = {nan, 0}}, .parts = {}}, "position.x is not a finite number"},
        {CreateBody{.parts = {{disc(-1), {}}}}, "radius must be greater than 0"},
        {CreateBody{.parts = {{disc(1), {.material = {.friction = -1}}}}}, "friction must not be negative"},
        {DestroyBody{.body = none}, "body is not alive"},
        {ApplyImpulse{.body = body, .impulse = {nan, 0}}, "impulse.x is not a finite number"},
        {ApplyImpulse{.body = body, .point = Vec2{0, nan}}, "point.y is not a finite number"},
        {ApplyImpulse{.body = body, .angular = nan}, "angular is not a finite number"},
        {ApplyForce{.body = body, .force = {0, 1e30f}}, "force.y must be between -1e15 and 1e15"},
        {ApplyForce{.body = none}, "body is not alive"},
        {SetVelocity{.body = body, .linear = Vec2{nan, nan}}, "linear.x is not a finite number"},
        {SetVelocity{.body = body, .angular = nan}, "angular is not a finite number"},
        {SetTransform{.body = body, .angle = nan}, "angle is not a finite number"},
        {SetPosition{.body = body, .position = {nan, 0}}, "position.x is not a finite number"},
        {SetBody{.body = body, .bullet = true, .linear_damping = -1.0f},
         "linear_damping must not be negative"},
        {SetBody{.body = body, .type = BodyType{7}}, "type is not one of static, kinematic, dynamic"},
        {SetMaterial{.shape = shape, .material = {.restitution = 2}}, "restitution must not exceed 1"},
        {SetMaterial{.shape = {}}, "shape is not alive"},
        {SetSettings{.settings = {.substeps = 0}}, "substeps must be 1 to 100, got 0"},
        {CreateJoint{RevoluteJointDef{.body_a = body, .body_b = body}}, "body_b must differ from body_a"},
        {CreateJoint{MouseJointDef{.body = body, .target = {nan, 0}}}, "target.x is not a finite number"},
        {SetMouseTarget{.joint = mouse, .target = {0, nan}}, "target.y is not a finite number"},
        {DestroyJoint{}, "joint is not alive"},
    };
    const std::uint64_t before = world.hash();
    for (const auto& [command, expected] : bad) {
        EXPECT_EQ(message(world, command), expected);
        EXPECT_EQ(world.hash(), before) << expected;
    }
    EXPECT_TRUE(is_valid_world(world));
}

}  // namespace
}  // namespace toibox
