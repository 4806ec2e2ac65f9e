// SPDX-License-Identifier: MIT
// Handles, validation of definitions, and destruction in any order.
#include "tests/support/worlds.h"

#include <algorithm>
#include <array>
#include <limits>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(WorldHandles, HandleOfADestroyedBodyIsInvalid) {
    World world;
    const BodyHandle body = add_box(world, {0, 0});
    EXPECT_TRUE(world.destroy(body));
    EXPECT_FALSE(world.destroy(body));
    EXPECT_FALSE(world.find(body).has_value());
    EXPECT_FALSE(world.try_attach(body, Circle{}).has_value());
    EXPECT_EQ(world.body_count(), 0);
}

// Three balls on a floor, the first two joined. The list contains one ball twice and a stale handle. After
// the next step the world must equal one in which the balls were destroyed one by one.
TEST(WorldHandles, DestroyingAListEqualsDestroyingOneByOne) {
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
    for (World* tested : {&world, &one_by_one})
        tested->step(1.0f / 60.0f);
    EXPECT_EQ(world.events().end.size(), 2u);
    EXPECT_EQ(world.hash(), one_by_one.hash());
}

// The slot is reused; the old handle must not find the new body.
TEST(WorldHandles, StaleHandleDoesNotFindTheNewBody) {
    World world;
    const BodyHandle old_body = add_box(world, {0, 0});
    const ShapeHandle old_shape = world.find(old_body)->shapes().front();
    world.destroy(old_body);
    const BodyHandle new_body = add_box(world, {1, 0});
    EXPECT_EQ(new_body.index, old_body.index);
    EXPECT_NE(new_body, old_body);
    EXPECT_FALSE(world.find(old_body).has_value());
    EXPECT_FALSE(world.find(old_shape).has_value());
    EXPECT_TRUE(world.find(new_body).has_value());
}

TEST(WorldHandles, NullAndForeignHandlesFindNothing) {
    World world;
    EXPECT_FALSE(world.find(BodyHandle{}).has_value());
    EXPECT_FALSE(world.find(BodyHandle{12345, 1}).has_value());
    EXPECT_FALSE(world.find(ShapeHandle{}).has_value());
    EXPECT_EQ(world.find(JointHandle{}), nullptr);
    EXPECT_FALSE(world.destroy(BodyHandle{}));
    EXPECT_FALSE(world.destroy(ShapeHandle{7, 3}));
    EXPECT_FALSE(world.set_mouse_target(JointHandle{}, {}));
}

TEST(WorldHandles, LiveHandlesAreListedInAscendingOrder) {
    World world;
    std::vector<BodyHandle> boxes;
    for (int i = 0; i < 6; ++i)
        boxes.push_back(add_box(world, {2.0f * static_cast<float>(i), 0}));
    world.destroy(boxes[1]);
    world.destroy(boxes[4]);
    EXPECT_EQ(world.bodies(), (std::vector<BodyHandle>{boxes[0], boxes[2], boxes[3], boxes[5]}));
    EXPECT_EQ(world.shapes().size(), 4u);
    EXPECT_TRUE(is_valid_world(world));
}

TEST(WorldHandles, ShapesOfABodyAreListedInOrderOfAttachment) {
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

// Two touching boxes on a floor, joined to each other; floor, boxes and joint are destroyed in every order.
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
        for (const int victim : order) {
            // The joint is destroyed with the first of its bodies, and its handle is stale afterwards.
            const bool was_destroyed =
                victim == 3 ? world.destroy(joint) || !world.find(a) || !world.find(b)
                            : world.destroy(std::array{floor, a, b}[static_cast<std::size_t>(victim)]);
            EXPECT_TRUE(was_destroyed);
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

TEST(WorldDefinitions, ErrorNamesTheInvalidField) {
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
    for (const BadBody& bad_body : bad) {
        const Result<BodyHandle, DefError> result = world.try_create_body(bad_body.def);
        ASSERT_FALSE(result.has_value()) << bad_body.field;
        EXPECT_EQ(result.error().field, bad_body.field);
        EXPECT_FALSE(result.error().message.empty());
    }
    EXPECT_EQ(world.body_count(), 0);
}

TEST(WorldDefinitions, InvalidShapesAndMaterialsAreRejected) {
    World world;
    const BodyHandle body = world.create_body();
    const auto field = [&](const Shape& shape, const ShapeDef& def = {}) {
        const Result<ShapeHandle, DefError> result = world.try_attach(body, shape, def);
        return result ? std::string("accepted") : result.error().field;
    };
    EXPECT_EQ(field(disc(0)), "radius");
    EXPECT_EQ(field(disc(-1)), "radius");
    EXPECT_EQ(field(disc(1, {nan, 0})), "center.x");
    EXPECT_EQ(field(Capsule{{0, 0}, {1, 0}, nan}), "radius");
    EXPECT_EQ(field(line({1, 1}, {1, 1})), "b");
    EXPECT_EQ(field(make_box({1e20f, 1.0f})), "vertices.x");
    // The mass would overflow or underflow, or the target distance of a time of impact would become 0.
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

TEST(WorldDefinitions, InvalidJointsAreRejected) {
    World world;
    const BodyHandle ground = add_floor(world);
    const BodyHandle wall = add_floor(world);
    const BodyHandle ball = add_ball(world, {0, 2});
    const auto field = [](const Result<JointHandle, DefError>& result) {
        return result ? std::string("accepted") : result.error().field;
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
