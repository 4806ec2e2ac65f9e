// SPDX-License-Identifier: MIT
// Handles, definitions and the order of destruction.
#include "tests/support/worlds.h"

#include <algorithm>
#include <array>
#include <limits>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(WorldHandles, RefuseADestroyedBody) {
    World world;
    const BodyHandle body = add_box(world, {0, 0});
    EXPECT_TRUE(world.destroy(body));
    EXPECT_FALSE(world.destroy(body));
    EXPECT_FALSE(world.find(body).has_value());
    EXPECT_FALSE(world.try_attach(body, Circle{}).has_value());
    EXPECT_EQ(world.body_count(), 0);
}

// Three balls on a floor, the first two jointed; the second is named twice and a stale handle with them. What
// touched is told of, what is left goes on, and all is as if they had gone one by one.
TEST(WorldHandles, AreRefusedWhenSeveralGoAtOnce) {
    World world;
    add_floor(world);
    std::vector<BodyHandle> balls;
    for (int i = 0; i < 3; ++i)
        balls.push_back(add_ball(world, {3.0f * static_cast<float>(i), 0.5f}));
    const BodyHandle stale = add_box(world, {20, 5});
    world.destroy(stale);
    world.create_joint(RevoluteJointDef{.body_a = balls[0], .body_b = balls[1], .anchor = {1.5f, 0.5f}});
    for (int i = 0; i < 10; ++i)
        world.step(1.0f / 60.0f);
    World one_by_one = world;
    EXPECT_EQ(world.destroy(std::array{balls[1], stale, balls[0], balls[1]}), 2u);
    EXPECT_EQ(world.destroy(std::array{balls[1], balls[0]}), 0u);
    EXPECT_EQ(world.joint_count(), 0);
    EXPECT_EQ(world.bodies().size(), 2u);
    EXPECT_TRUE(world.find(balls[2]).has_value());
    EXPECT_TRUE(is_valid_world(world));
    one_by_one.destroy(balls[1]);
    one_by_one.destroy(balls[0]);
    for (World* each : {&world, &one_by_one})
        each->step(1.0f / 60.0f);
    EXPECT_EQ(world.events().end.size(), 2u);
    EXPECT_EQ(world.hash(), one_by_one.hash());
}

// The slot is used again; the old handle must not find the newcomer.
TEST(WorldHandles, DoNotResolveToANewcomer) {
    World world;
    const BodyHandle old = add_box(world, {0, 0});
    const ShapeHandle old_shape = world.find(old)->shapes().front();
    world.destroy(old);
    const BodyHandle fresh = add_box(world, {1, 0});
    EXPECT_EQ(fresh.index, old.index);
    EXPECT_NE(fresh, old);
    EXPECT_FALSE(world.find(old).has_value());
    EXPECT_FALSE(world.find(old_shape).has_value());
    EXPECT_TRUE(world.find(fresh).has_value());
}

TEST(WorldHandles, OfAnotherWorldOrOfNothingAreRefused) {
    World world;
    EXPECT_FALSE(world.find(BodyHandle{}).has_value());
    EXPECT_FALSE(world.find(BodyHandle{12345, 1}).has_value());
    EXPECT_FALSE(world.find(ShapeHandle{}).has_value());
    EXPECT_EQ(world.find(JointHandle{}), nullptr);
    EXPECT_FALSE(world.destroy(BodyHandle{}));
    EXPECT_FALSE(world.destroy(ShapeHandle{7, 3}));
    EXPECT_FALSE(world.set_mouse_target(JointHandle{}, {}));
}

TEST(WorldHandles, ListLiveOnesInAscendingOrder) {
    World world;
    std::vector<BodyHandle> made;
    for (int i = 0; i < 6; ++i)
        made.push_back(add_box(world, {2.0f * static_cast<float>(i), 0}));
    world.destroy(made[1]);
    world.destroy(made[4]);
    EXPECT_EQ(world.bodies(), (std::vector<BodyHandle>{made[0], made[2], made[3], made[5]}));
    EXPECT_EQ(world.shapes().size(), 4u);
    EXPECT_TRUE(is_valid_world(world));
}

TEST(WorldHandles, ShapesOfABodyComeInOrderOfAttachment) {
    World world;
    const BodyHandle body = world.create_body();
    std::vector<ShapeHandle> shapes;
    for (int i = 0; i < 4; ++i) {
        shapes.push_back(world.attach(body, disc(0.5f, {static_cast<float>(i), 0})));
    }
    EXPECT_EQ(world.find(body)->shapes(), shapes);
    EXPECT_TRUE(world.destroy(shapes[3]));
    EXPECT_TRUE(world.destroy(shapes[0]));
    shapes = {shapes[1], shapes[2], world.attach(body, Circle{})};
    EXPECT_EQ(world.find(body)->shapes(), shapes);
    EXPECT_TRUE(is_valid_world(world));
}

// Two boxes in touch on a floor, jointed to one another; every order of removal leaves a valid world.
TEST(WorldDestruction, LeavesAValidWorldInAnyOrder) {
    std::vector<int> order{0, 1, 2, 3};
    do {
        World world;
        const BodyHandle floor = add_floor(world);
        const BodyHandle a = add_box(world, {0, 0.5f});
        const BodyHandle b = add_box(world, {0, 1.5f});
        const JointHandle joint = world.create_joint(
            RevoluteJointDef{.body_a = a, .body_b = b, .anchor = {0, 1}, .collide_connected = false});
        world.step(time_step);
        for (const int what : order) {
            // The joint goes with the first of its bodies; then its handle is stale.
            const bool done = what == 3
                                  ? world.destroy(joint) || !world.find(a) || !world.find(b)
                                  : world.destroy(std::array{floor, a, b}[static_cast<std::size_t>(what)]);
            EXPECT_TRUE(done);
            EXPECT_TRUE(is_valid_world(world));
            EXPECT_FALSE(world.step(time_step).non_finite);
            EXPECT_TRUE(is_valid_world(world));
        }
        EXPECT_EQ(world.body_count(), 0);
        EXPECT_EQ(world.joint_count(), 0);
        EXPECT_TRUE(world.contacts().empty());
    } while (std::next_permutation(order.begin(), order.end()));
}

struct BadBody {
    BodyDef def;
    const char* field;
};

TEST(WorldDefinitions, NameTheFieldThatIsWrong) {
    const std::vector<BadBody> bad{
        {{.type = BodyType{9}}, "type"},
        {{.position = {nan, 0}}, "position.x"},
        {{.position = {0, infinity}}, "position.y"},
        {{.position = {1e30f, 0}}, "position.x"},
        {{.angle = nan}, "angle"},
        {{.linear_velocity = {0, -infinity}}, "linear_velocity.y"},
        {{.angular_velocity = nan}, "angular_velocity"},
        {{.linear_damping = -1}, "linear_damping"},
        {{.angular_damping = nan}, "angular_damping"},
        {{.gravity_scale = infinity}, "gravity_scale"},
        {{.mass = MassOverride{.mass = 0}}, "mass.mass"},
        {{.mass = MassOverride{.inertia = -1}}, "mass.inertia"},
        {{.mass = MassOverride{.center = {nan, 0}}}, "mass.center.x"},
    };
    World world;
    for (const BadBody& one : bad) {
        const Result<BodyHandle, DefError> made = world.try_create_body(one.def);
        ASSERT_FALSE(made.has_value()) << one.field;
        EXPECT_EQ(made.error().field, one.field);
        EXPECT_FALSE(made.error().message.empty());
    }
    EXPECT_EQ(world.body_count(), 0);
}

TEST(WorldDefinitions, RefuseBadShapesAndMaterials) {
    World world;
    const BodyHandle body = world.create_body();
    const auto field = [&](const Shape& shape, const ShapeDef& def = {}) {
        const Result<ShapeHandle, DefError> made = world.try_attach(body, shape, def);
        return made ? std::string("accepted") : made.error().field;
    };
    EXPECT_EQ(field(disc(0)), "radius");
    EXPECT_EQ(field(disc(-1)), "radius");
    EXPECT_EQ(field(disc(1, {nan, 0})), "center.x");
    EXPECT_EQ(field(Capsule{{0, 0}, {1, 0}, nan}), "radius");
    EXPECT_EQ(field(line({1, 1}, {1, 1})), "b");
    EXPECT_EQ(field(make_box({1e20f, 1.0f})), "vertices.x");
    // Too large or too small for float to weigh: a time of impact would be sought with a target of nothing.
    EXPECT_EQ(field(disc(1e-40f)), "radius");
    EXPECT_EQ(field(disc(1e7f)), "radius");
    EXPECT_EQ(field(disc(1, {1e7f, 0})), "center");
    EXPECT_EQ(field(make_box({1e-12f, 1e-12f})), "vertices");
    EXPECT_EQ(field(Circle{}, {.material = {.density = 1e13f}}), "density");
    EXPECT_EQ(field(Circle{}, {.material = {.density = -1}}), "density");
    EXPECT_EQ(field(Circle{}, {.material = {.friction = nan}}), "friction");
    EXPECT_EQ(field(Circle{}, {.material = {.restitution = 1.5f}}), "restitution");
    EXPECT_EQ(field(Circle{}), "accepted");
    EXPECT_EQ(world.shapes().size(), 1u);
}

TEST(WorldDefinitions, RefuseJointsThatHoldNothing) {
    World world;
    const BodyHandle ground = add_floor(world);
    const BodyHandle wall = add_floor(world);
    const BodyHandle ball = add_ball(world, {0, 2});
    const auto field = [](const Result<JointHandle, DefError>& made) {
        return made ? std::string("accepted") : made.error().field;
    };
    EXPECT_EQ(field(world.try_create_joint(RevoluteJointDef{.body_a = {}, .body_b = ball})), "body_a");
    EXPECT_EQ(field(world.try_create_joint(RevoluteJointDef{.body_a = ball, .body_b = ball})), "body_b");
    EXPECT_EQ(field(world.try_create_joint(RevoluteJointDef{.body_a = ground, .body_b = wall})), "body_b");
    EXPECT_EQ(
        field(world.try_create_joint(RevoluteJointDef{.body_a = ground, .body_b = ball, .anchor = {nan, 0}})),
        "anchor.x");
    EXPECT_EQ(field(world.try_create_joint(MouseJointDef{.body = ground})), "body");
    EXPECT_EQ(field(world.try_create_joint(MouseJointDef{.body = ball, .frequency = 0})), "frequency");
    EXPECT_EQ(field(world.try_create_joint(MouseJointDef{.body = ball, .max_force = -1})), "max_force");
    EXPECT_EQ(world.joint_count(), 0);
    EXPECT_EQ(field(world.try_create_joint(MouseJointDef{.body = ball})), "accepted");
}

}  // namespace
}  // namespace toibox
