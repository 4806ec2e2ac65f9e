// SPDX-License-Identifier: MIT
// Claims about joints (forces, torques, unwrapped angles, translations) and about angles between bodies.
#include "toibox/math/trig.h"
#include "toibox/scene/quantity_list.h"

#include "tests/unit/scene/run_support.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace toibox::scene {
namespace {

using namespace test;

std::string scene_of(const std::string& joints, const std::string& claims = "") {
    return R"({"toibox": 1, "world": {"gravity": [0, -10], "duration": 9}, "bodies": [
        {"id": "post", "type": "static"},
        {"id": "load", "position": [2, 0], "mass": {"mass": 3, "inertia": 1},
         "shapes": [{"type": "circle", "radius": 0.1}]}],
        "joints": [)" +
           joints + R"(], "expect": [)" + claims + "]}";
}

std::string joint(const std::string& type, const std::string& keys) {
    return R"({"id": "j", "type": ")" + type + R"(", "a": "post", "b": "load", )" + keys + "}";
}

// The list has a value for every name, and the names of claims for bodies, joints and the world.
TEST(QuantityList, NamesWhatARunCanRead) {
    auto run = run_of(scene_of(joint("revolute", R"("anchor": [0, 0])")));
    std::vector<std::string> names;
    for (const ListedQuantity& quantity : list_quantities(run.scene())) {
        EXPECT_TRUE(run.quantity(quantity.name)) << quantity.name;
        EXPECT_FALSE(quantity.meaning.empty()) << quantity.name;
        names.push_back(quantity.name);
    }
    for (const char* name :
         {"world.tunnelled", "toi.calls", "post.x", "load.spin", "joint.j.force", "joint.j.angle"})
        EXPECT_EQ(std::ranges::count(names, name), 1) << name;
    EXPECT_EQ(std::ranges::count(names, "joint.j.length"), 0) << "a hinge has no length";
}

// A weld at the post holds 3 kg at a distance of 2 m: it exerts 30 N upwards and 60 N·m on the load.
TEST(JointClaims, ReadTheLoadOfAWeld) {
    auto run = run_of(scene_of(joint("weld", R"("anchor": [0, 0])")));
    EXPECT_EQ(read(run, "joint.j.force"), 0.0);
    advance(run, 60);
    EXPECT_NEAR(read(run, "joint.j.force"), 30.0, 0.03);
    EXPECT_NEAR(read(run, "joint.j.force_x"), 0.0, 0.03);
    EXPECT_NEAR(read(run, "joint.j.force_y"), 30.0, 0.03);
    EXPECT_NEAR(read(run, "joint.j.torque"), 60.0, 0.06);
}

TEST(JointClaims, ReadTranslationsAndLengths) {
    auto rail = run_of(scene_of(joint("prismatic", R"("anchor": [2, 0], "axis": [0, 1],
                                                      "limit": {"lower": -1.5, "upper": 0})")));
    advance(rail, 120);
    EXPECT_NEAR(read(rail, "joint.j.translation"), -1.5, 1e-3);
    auto rod = run_of(scene_of(joint("distance", R"("anchor_a": [0, 0], "anchor_b": [2, 0])")));
    advance(rod, 30);
    EXPECT_NEAR(read(rod, "joint.j.length"), 2.0, 1e-3);
}

// A motor rotates the load by 3.5 turns. The angle of the hinge is unwrapped and relative to the reference
// angle.
TEST(JointClaims, ReadTheUnwrappedAngleOfAHinge) {
    std::string text = scene_of(joint("revolute", R"("anchor": [2, 0], "reference_angle": "90deg",
                                                     "motor": {"speed": 11, "max_force": 1e4})"));
    auto run = run_of(text);
    advance(run, 120);
    EXPECT_NEAR(read(run, "joint.j.angle"), 22.0 - pi / 2.0, 1e-3);
    EXPECT_NEAR(read(run, "angle(load, post)"), 22.0, 1e-3);
    EXPECT_EQ(read(run, "angle(post, load)"), -read(run, "load.angle"));
}

// Quantities of a removed joint have no value: the claim fails, and its detail says why.
TEST(JointClaims, HaveNoValueAfterRemoval) {
    auto run = run_of(scene_of(
        joint("weld", R"("anchor": [2, 0])"),
        R"({"that": "joint.j.force < 100", "at": 1}, {"that": "angle(load, post) == 0 +- 1", "at": 1})"));
    ASSERT_TRUE(run.apply(command::DestroyBody{run.body("load")}));
    advance(run, 60);
    for (const ClaimOutcome& outcome : run.outcomes()) {
        EXPECT_EQ(outcome.status, ClaimOutcome::Status::Failed);
        EXPECT_NE(outcome.detail.find("has no value"), std::string::npos) << outcome.detail;
    }
}

TEST(JointClaims, ReportErrorsWithTheirLocation) {
    struct Case {
        std::string claim;
        std::string message;
        std::string hint;
    };
    const std::vector<Case> cases{
        {"joint.k.force < 1", R"(the claim names "k", which is not a joint)", "j"},
        {"joint.j.angle < 1", R"(joint "j" is a weld joint, which has no "angle")",
         "force, force_x, force_y, torque"},
        {"joint.j.length < 1", R"(joint "j" is a weld joint, which has no "length")", "torque"},
        {"joint.j.forc < 1", R"(a joint has no quantity "forc")", ""},
        {"joint.j < 1", R"(expected ".")", ""},
        {"angle(load) < 1", R"(expected ",")", ""},
        {"angle(load, pst) < 1", R"(the claim names "pst", which is not a body)", R"("post"?)"},
        {"joint.j.force == 1", "needs a tolerance", ""}};
    for (const Case& test_case : cases) {
        const Diagnostics errors = errors_of(scene_of(joint("weld", R"("anchor": [2, 0])"),
                                                      R"({"that": ")" + test_case.claim + R"(", "at": 1})"));
        ASSERT_EQ(errors.size(), 1u) << test_case.claim;
        EXPECT_NE(errors[0].message.find(test_case.message), std::string::npos) << format(errors);
        EXPECT_NE(errors[0].hint.find(test_case.hint), std::string::npos) << format(errors);
        EXPECT_EQ(errors[0].pointer, "/expect/0/that");
    }
    // An invalid joint is not reported a second time through its claims.
    const Diagnostics errors =
        errors_of(scene_of(joint("weld", R"("anchor": 2)"), R"({"that": "joint.j.force < 1", "at": 1})"));
    EXPECT_EQ(errors.size(), 1u) << format(errors);
}

}  // namespace
}  // namespace toibox::scene
