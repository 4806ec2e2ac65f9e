// SPDX-License-Identifier: MIT
// Events that teleport bodies and change joints: their effect in a run, and the errors of the reader.
#include "tests/unit/scene/run_support.h"

#include <string>
#include <variant>
#include <vector>

namespace toibox::scene {
namespace {

using namespace test;

/// A static post and a ball with one joint of each kind between them, a free cart, and the given events;
/// steps of 0.1 s.
std::string machine(const std::string& events) {
    return R"({"toibox": 1, "world": {"gravity": [0, 0], "step": 0.1, "duration": 2}, "bodies": [
        {"id": "post", "type": "static"},
        {"id": "ball", "position": [1, 0], "shapes": [{"type": "circle", "radius": 0.1}]},
        {"id": "cart", "position": [9, 9], "velocity": [1, 0], "mass": {"mass": 1, "inertia": 1},
         "shapes": [{"type": "circle", "radius": 0.1}]}],
      "joints": [
        {"id": "hinge", "type": "revolute", "a": "post", "b": "ball", "anchor": [1, 0],
         "limit": {"lower": "-90deg", "upper": "90deg"}, "motor": {"speed": 1, "max_force": 50}},
        {"id": "rod", "type": "distance", "a": "post", "b": "ball", "anchor_a": [0, 0], "anchor_b": [1, 0]},
        {"id": "rail", "type": "prismatic", "a": "post", "b": "ball", "anchor": [1, 0]},
        {"id": "glue", "type": "weld", "a": "post", "b": "ball", "anchor": [1, 0]},
        {"id": "hub", "type": "wheel", "a": "post", "b": "ball", "anchor": [1, 0]},
        {"id": "drive", "type": "motor", "a": "post", "b": "ball"},
        {"id": "hand", "type": "mouse", "body": "ball", "point": [1, 0], "target": [1, 0]}],
      "timeline": [)" +
           events + "]}";
}

std::string event(const std::string& joint, const std::string& keys, const std::string& at = "0.1") {
    return R"({"at": )" + at + R"(, "do": "set_joint", "joint": ")" + joint + "\"" +
           (keys.empty() ? "" : ", " + keys) + "}";
}

template <class Kind>
Kind joint_of(const scene::Run& run, const std::string& id) {
    const Joint* joint = run.world().find(run.joint(id));
    return joint != nullptr && std::holds_alternative<Kind>(*joint) ? std::get<Kind>(*joint) : Kind{};
}

// A teleport changes only the given values. The velocity never changes; position or angle do not change if
// only the other is given.
TEST(TeleportEvent, MovesABody) {
    auto run =
        run_of(machine(R"({"at": 0.2, "do": "teleport", "on": "cart", "position": [-3, 4], "angle": "90deg"},
        {"at": 0.4, "do": "teleport", "on": "cart", "angle": 5},
        {"at": 0.6, "do": "teleport", "on": "cart", "position": [0, 7]},
        {"at": 0.6, "do": "teleport", "on": "post", "position": [0, -1]})"));
    advance(run, 3);
    EXPECT_NEAR(read(run, "cart.x"), -3.0 + 0.1, 1e-6);
    EXPECT_NEAR(read(run, "cart.y"), 4.0, 1e-6);
    EXPECT_NEAR(read(run, "cart.angle"), 1.5707963, 1e-6);
    EXPECT_EQ(read(run, "cart.vx"), 1.0);
    advance(run, 2);
    EXPECT_NEAR(read(run, "cart.x"), -3.0 + 0.3, 1e-6);
    EXPECT_NEAR(read(run, "cart.angle"), 5.0, 1e-6);
    advance(run, 2);
    EXPECT_NEAR(read(run, "cart.x"), 0.1, 1e-6);
    EXPECT_NEAR(read(run, "cart.y"), 7.0, 1e-6);
    EXPECT_NEAR(read(run, "cart.angle"), 5.0, 1e-6);
    EXPECT_EQ(read(run, "post.y"), -1.0);
}

// Missing keys keep the value of the joint or of the previous event. An event that names a motor, limit or
// spring enables it.
TEST(SetJointEvent, ChangesOnlyTheGivenKeys) {
    auto run = run_of(machine(
        event("hinge", R"("motor": {"speed": 3})") + "," +
        event("hinge", R"("limit": {"upper": "0.5turn"})", "0.2") + "," +
        event("hinge", R"("motor": {"enabled": false, "max_force": 7}, "spring": {"target": "30deg"})",
              "0.3")));
    advance(run, 1);
    auto hinge = joint_of<RevoluteJoint>(run, "hinge");
    EXPECT_EQ(hinge.motor, (JointMotor{.enabled = true, .speed = 1.0f, .max_force = 50.0f}));
    advance(run, 1);
    hinge = joint_of<RevoluteJoint>(run, "hinge");
    EXPECT_EQ(hinge.motor, (JointMotor{.enabled = true, .speed = 3.0f, .max_force = 50.0f}));
    EXPECT_FALSE(hinge.spring.enabled);
    advance(run, 1);
    hinge = joint_of<RevoluteJoint>(run, "hinge");
    EXPECT_EQ(hinge.limit, (JointLimit{.enabled = true, .lower = -1.57079633f, .upper = 3.14159265f}));
    advance(run, 1);
    hinge = joint_of<RevoluteJoint>(run, "hinge");
    EXPECT_EQ(hinge.motor, (JointMotor{.enabled = false, .speed = 3.0f, .max_force = 7.0f}));
    EXPECT_TRUE(hinge.spring.enabled);
    EXPECT_EQ(hinge.spring.target, 0.523598776f);
}

TEST(SetJointEvent, ChangesEachKindOfJoint) {
    auto run = run_of(machine(
        event("rod", R"("length": 2, "limit": {"lower": 1, "upper": 3}, "break_force": 9)") + "," +
        event("rail", R"("motor": {"speed": -2, "max_force": 4}, "break_torque": 3)") + "," +
        event("glue", R"("break_force": 1e6)") + "," + event("hub", R"("spring": {"frequency": 9})") + "," +
        event("drive", R"("linear_offset": [2, 1], "angular_offset": "90deg", "linear_velocity": [3, 0],
                          "angular_velocity": 5, "max_force": 6, "max_torque": 7)") +
        "," + event("hand", R"("target": [4, 5], "max_force": 8)")));
    advance(run, 2);
    EXPECT_EQ(joint_of<DistanceJoint>(run, "rod").length, 2.0f);
    EXPECT_EQ(joint_of<DistanceJoint>(run, "rod").limit.upper, 3.0f);
    EXPECT_EQ(joint_of<PrismaticJoint>(run, "rail").motor.speed, -2.0f);
    EXPECT_EQ(joint_of<PrismaticJoint>(run, "rail").base.break_torque, 3.0f);
    EXPECT_EQ(joint_of<WeldJoint>(run, "glue").base.break_force, 1e6f);
    EXPECT_EQ(joint_of<WheelJoint>(run, "hub").spring.frequency, 9.0f);
    const auto drive = joint_of<MotorJoint>(run, "drive");
    EXPECT_EQ(drive.base.local_a, (Vec2{2.0f, 1.0f}));
    EXPECT_NEAR(drive.reference_angle, 1.5707963, 1e-6);
    EXPECT_EQ(drive.linear_velocity, (Vec2{3.0f, 0.0f}));
    EXPECT_EQ(drive.angular_velocity, 5.0f);
    EXPECT_EQ(drive.max_force, 6.0f);
    EXPECT_EQ(drive.max_torque, 7.0f);
    EXPECT_EQ(joint_of<MouseJoint>(run, "hand").target, (Vec2{4.0f, 5.0f}));
    EXPECT_EQ(joint_of<MouseJoint>(run, "hand").max_force, 8.0f);
}

// Two events change the motor of a turntable; the second also adds the limit at which the table stops.
TEST(SetJointEvent, DrivesATurntable) {
    auto run = run_of(R"({"toibox": 1, "world": {"gravity": [0, 0], "duration": 9}, "bodies": [
        {"id": "post", "type": "static"}, {"id": "table", "shapes": [{"type": "circle", "radius": 1}]}],
        "joints": [{"id": "axle", "type": "revolute", "a": "post", "b": "table", "anchor": [0, 0],
                    "motor": {"speed": 2, "max_force": 1e5}}], "timeline": [
        {"at": 1, "do": "set_joint", "joint": "axle", "motor": {"speed": -3}},
        {"at": 2, "do": "set_joint", "joint": "axle", "motor": {"max_force": 50},
         "limit": {"lower": -9, "upper": 9}}]})");
    advance(run, 60);
    EXPECT_NEAR(read(run, "table.angle"), 2.0, 1e-3);
    advance(run, 60);
    EXPECT_NEAR(read(run, "table.angle"), -1.0, 1e-3);
    EXPECT_NEAR(read(run, "table.spin"), -3.0, 1e-3);
    advance(run, 300);
    EXPECT_NEAR(read(run, "table.angle"), -9.0, 0.01);
}

TEST(SetJointEvent, ReportsErrorsWithTheirLocation) {
    struct Case {
        std::string event;
        std::string message;
        std::string hint;
        std::string pointer;
    };
    const std::vector<Case> cases{
        {event("hnge", R"("motor": {"speed": 1})"), R"(there is no joint "hnge")", R"(did you mean "hinge"?)",
         "/joint"},
        {event("hinge", ""), "the event does not change the joint",
         R"("motor": {"speed": 2, "max_force": 100})", ""},
        {event("glue", R"("motor": {"speed": 1})"), R"(joint "glue" is a weld joint, which has no "motor")",
         "break_force, break_torque", "/motor"},
        {event("rod", R"("break_torque": 1)"),
         R"(joint "rod" is a distance joint, which has no "break_torque")", "length", "/break_torque"},
        {event("hinge", R"("length": 1)"), R"(joint "hinge" is a revolute joint, which has no "length")",
         "limit", "/length"},
        {event("hinge", R"("limit": {"lower": 2})"), R"("upper" must not be less than "lower")", "swap",
         "/limit"},
        {event("rod", R"("limit": {"lower": -1, "upper": 1})"), R"("lower" must be)", "zero", "/limit/lower"},
        {event("rail", R"("limit": {"lower": "3deg"})"), R"("lower" must be a number)", "", "/limit/lower"},
        {event("hinge", R"("motor": {"speed": 1e39})"), "speed", "", "/motor/speed"},
        {event("hinge", R"("motor": {"speed": "fast"})"), R"("speed" must be a number)", "", "/motor/speed"},
        {event("hinge", R"("motor": {"max_force": -1})"), R"("max_force" must be)", "zero",
         "/motor/max_force"},
        {event("hinge", R"("motor": {"torque": 1})"), R"(unknown key "torque" in the motor)", "",
         "/motor/torque"},
        {event("hinge", R"("axis": [1, 0])"), R"(unknown key "axis")", "", "/axis"},
        {event("rod", R"("length": 0)"), R"("length" must be greater than 0)", "metres", "/length"},
        {R"({"at": 0.1, "do": "set_joint", "motor": {"speed": 1}})", R"("joint")", "name the joint", ""},
        {R"({"at": 0.1, "do": "teleport", "on": "cart"})", R"(sets neither "position" nor "angle")", "both",
         ""},
        {R"({"at": 0.1, "do": "teleport", "on": "crt", "angle": 1})", R"(there is no body "crt")",
         R"("cart"?)", "/on"},
        {R"({"at": 0.1, "do": "teleport", "on": "cart", "position": [1, 1e99]})", "", "", "/position/1"}};
    for (const Case& test_case : cases) {
        const Diagnostics errors = errors_of(machine(test_case.event));
        ASSERT_EQ(errors.size(), 1u) << test_case.event << format(errors);
        EXPECT_NE(errors[0].message.find(test_case.message), std::string::npos)
            << test_case.event << format(errors);
        EXPECT_NE(errors[0].hint.find(test_case.hint), std::string::npos)
            << test_case.event << format(errors);
        EXPECT_EQ(errors[0].pointer, "/timeline/0" + test_case.pointer) << test_case.event;
    }
    // NaN is not JSON.
    EXPECT_EQ(errors_of(machine(event("hinge", R"("motor": {"speed": NaN})"))).size(), 1u);
}

// A limit is checked against the result of earlier events. Events are ordered by time, not by their order in
// the file.
TEST(SetJointEvent, IsCheckedAgainstEarlierEvents) {
    EXPECT_TRUE(errors_of(machine(event("hinge", R"("limit": {"lower": 2})", "1") + "," +
                                  event("hinge", R"("limit": {"upper": 3})", "0.5")))
                    .empty());
    EXPECT_EQ(errors_of(machine(event("hinge", R"("limit": {"lower": 2})", "0.5") + "," +
                                event("hinge", R"("limit": {"upper": 3})", "1")))
                  .size(),
              1u);
}

// The joint was removed with its body: the event is reported, and the run continues.
TEST(SetJointEvent, ReportsARemovedJoint) {
    auto run = run_of(
        machine(R"({"at": 0, "do": "remove", "on": "ball"}, )" + event("hinge", R"("motor": {"speed": 1})")));
    run.step();
    EXPECT_TRUE(run.script_errors().empty());
    run.step();
    ASSERT_EQ(run.script_errors().size(), 1u);
    EXPECT_NE(run.script_errors()[0].find(R"(joint "hinge" does not exist)"), std::string::npos);
    EXPECT_EQ(run.steps(), 2);
}

TEST(SceneJoints, NeedUniqueIds) {
    const std::string original = machine("");
    std::string text = original;
    text.replace(text.find(R"("id": "rod")"), 11, R"("id": "hinge")");
    ASSERT_EQ(errors_of(text).size(), 1u);
    EXPECT_EQ(errors_of(text)[0].message, R"(there is already a joint "hinge")");
    text = original;
    text.replace(text.find(R"("id": "rod", )"), 13, R"("id": "hin-0", )");
    text.replace(text.find(R"("id": "hinge", "type": "revolute")"), 33,
                 R"("id": "hin", "repeat": {"count": 1, "step": [1, 0]}, "type": "revolute")");
    ASSERT_EQ(errors_of(text).size(), 1u) << format(errors_of(text));
    EXPECT_NE(errors_of(text)[0].message.find(R"(there is already a joint "hin-0")"), std::string::npos);
}

}  // namespace
}  // namespace toibox::scene
