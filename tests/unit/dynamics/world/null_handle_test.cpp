// SPDX-License-Identifier: MIT

// Null and stale handles in each call that takes a handle: without assertions, too, the call reports the
// failure and changes nothing.

#include "tests/support/worlds.h"

#include <array>
#include <utility>

namespace toibox {
namespace {

using namespace testing_support;

/// Disables assertions during its lifetime, as in a build without them.
class AssertionsOff {
public:
    AssertionsOff() : before_(set_assert_handler([](const char*, const char*, int) { return false; })) {}
    AssertionsOff(const AssertionsOff&) = delete;
    AssertionsOff& operator=(const AssertionsOff&) = delete;
    ~AssertionsOff() { set_assert_handler(before_); }

private:
    AssertHandler before_;
};

/// A ball on a floor, and the stale handles of a destroyed body, its shape and its joint.
struct SceneWithStaleHandles {
    World world;
    BodyHandle body;
    BodyHandle stale_body;
    ShapeHandle stale_shape;
    JointHandle stale_joint;

    SceneWithStaleHandles() {
        const BodyHandle floor = add_floor(world);
        body = add_ball(world, {0, 1});
        stale_body = add_ball(world, {3, 1});
        stale_shape = world.find(stale_body)->shapes().front();
        stale_joint = world.create_joint(RevoluteJointDef{.body_a = floor, .body_b = stale_body});
        world.destroy(stale_body);
    }
};

void expect_body_rejected(SceneWithStaleHandles& scene, BodyHandle invalid) {
    World& world = scene.world;
    EXPECT_FALSE(world.find(invalid).has_value());
    EXPECT_FALSE(std::as_const(world).find(invalid).has_value());
    EXPECT_FALSE(world.destroy(invalid));
    EXPECT_EQ(world.destroy(std::array{invalid, invalid}), 0u);
    const auto attached = world.try_attach(invalid, disc(1));
    ASSERT_FALSE(attached.has_value());
    EXPECT_EQ(attached.error().field, "body");
    EXPECT_EQ(attached.error().message, invalid.is_null() ? "is null" : "is not alive");
    EXPECT_TRUE(world.attach(invalid, disc(1)).is_null());
    ASSERT_TRUE(world.refusal().has_value());
    EXPECT_EQ(world.refusal()->field, "body");
    const std::array<JointDef, 9> joints{
        RevoluteJointDef{.body_a = scene.body, .body_b = invalid},
        RevoluteJointDef{.body_a = invalid, .body_b = scene.body},
        DistanceJointDef{.body_a = scene.body, .body_b = invalid},
        PrismaticJointDef{.body_a = scene.body, .body_b = invalid},
        WeldJointDef{.body_a = scene.body, .body_b = invalid},
        WheelJointDef{.body_a = scene.body, .body_b = invalid},
        MotorJointDef{.body_a = scene.body, .body_b = invalid},
        MotorJointDef{.body_a = invalid, .body_b = invalid},
        MouseJointDef{.body = invalid},
    };
    for (const JointDef& def : joints) {
        EXPECT_FALSE(world.try_create_joint(def).has_value());
        EXPECT_TRUE(world.create_joint(def).is_null());
        EXPECT_EQ(world.refusal()->message, invalid.is_null() ? "is null" : "is not alive");
    }
    const ToiOptions options = world.toi_options(invalid, invalid);
    EXPECT_DOUBLE_EQ(options.target, static_cast<double>(world.settings().target));
    EXPECT_LE(world.toi_options(scene.body, invalid).target, options.target);
    EXPECT_LE(world.toi_options(invalid, scene.body).target, options.target);
}

void expect_shape_rejected(World& world, ShapeHandle invalid) {
    EXPECT_FALSE(world.find(invalid).has_value());
    EXPECT_FALSE(world.destroy(invalid));
    EXPECT_FALSE(world.set_material(invalid, {}));
    EXPECT_FALSE(world.set_filter(invalid, {}));
}

void expect_joint_rejected(World& world, JointHandle invalid) {
    EXPECT_EQ(world.find(invalid), nullptr);
    EXPECT_FALSE(world.destroy(invalid));
    EXPECT_FALSE(world.set_mouse_target(invalid, {}));
    EXPECT_EQ(world.joint_force(invalid).torque, 0.0f);
    EXPECT_EQ(world.joint_coordinate(invalid), 0.0f);
    const auto changed = world.set_joint(invalid, {});
    ASSERT_FALSE(changed.has_value());
    EXPECT_EQ(changed.error().field, "joint");
}

TEST(NullHandles, AreHarmlessInEveryCall) {
    const AssertionsOff assertions_off;
    SceneWithStaleHandles scene;
    const std::uint64_t before = scene.world.hash();
    for (const BodyHandle invalid : {BodyHandle{}, scene.stale_body, BodyHandle{12345, 1}})
        expect_body_rejected(scene, invalid);
    for (const ShapeHandle invalid : {ShapeHandle{}, scene.stale_shape, ShapeHandle{12345, 1}})
        expect_shape_rejected(scene.world, invalid);
    for (const JointHandle invalid : {JointHandle{}, scene.stale_joint, JointHandle{12345, 1}})
        expect_joint_rejected(scene.world, invalid);
    EXPECT_TRUE(scene.world.body_at(BodyHandle::null_index).is_null());
    EXPECT_TRUE(scene.world.shape_at(12345).is_null());
    EXPECT_EQ(scene.world.hash(), before);
    EXPECT_TRUE(is_valid_world(scene.world));
    EXPECT_FALSE(scene.world.step(time_step).failed());
}

// create_body and attach return a null handle for a rejected definition, and refusal() returns the reason.
TEST(NullHandles, ComeFromRejectedDefinitions) {
    const AssertionsOff assertions_off;
    World world;
    EXPECT_FALSE(world.refusal().has_value());
    const BodyHandle body = world.create_body({.position = {nan, 0}});
    EXPECT_TRUE(body.is_null());
    ASSERT_TRUE(world.refusal().has_value());
    EXPECT_EQ(world.refusal()->field, "position.x");
    EXPECT_TRUE(world.attach(body, disc(1)).is_null());
    const BodyHandle other = add_ball(world, {0, 0});
    EXPECT_TRUE(world.attach(other, disc(-1)).is_null());
    EXPECT_EQ(world.refusal()->field, "radius");
    const ShapeHandle shape = world.find(other)->shapes().front();
    EXPECT_FALSE(world.set_material(shape, {.friction = nan}));
    EXPECT_EQ(world.find(shape)->material, Material{});
    EXPECT_TRUE(is_valid_world(world));
    EXPECT_FALSE(world.step(time_step).failed());
}

TEST(BodyView, ReportsWhetherTheBodyIsAwake) {
    WorldSettings settings;
    settings.sleeping = true;
    World world(settings);
    const BodyHandle floor = add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    const BodyHandle sleeper = add_box(world, {5, 0.5f}, 0.5f, {.awake = false});
    EXPECT_TRUE(world.find(floor)->is_awake());
    EXPECT_TRUE(world.find(box)->is_awake());
    EXPECT_FALSE(world.find(sleeper)->is_awake());
    for (int i = 0; i < 120; ++i)
        world.step(time_step);
    EXPECT_FALSE(std::as_const(world).find(box)->is_awake());
    world.find(box)->apply_impulse({1, 0});
    EXPECT_TRUE(world.find(box)->is_awake());
}

}  // namespace
}  // namespace toibox
