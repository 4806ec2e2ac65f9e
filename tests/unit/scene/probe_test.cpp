// SPDX-License-Identifier: MIT
// Probes: a distance method on two bodies of a running scene.
#include "toibox/scene/run.h"

#include "tests/unit/scene/run_support.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

/// Two boxes of 1 m with a gap of 3 m. The right one approaches by 0.1 m per step and is removed at 0.5 s,
/// after five steps.
std::string two_boxes(const std::string& probe, const std::string& rest = "") {
    return R"({"toibox": 1, "world": {"gravity": [0, 0], "step": 0.1, "duration": 1},
        "bodies": [
            {"id": "left", "type": "static", "shapes": [{"type": "box", "size": [1, 1]}]},
            {"id": "right", "type": "kinematic", "position": [4, 0.25], "velocity": [-1, 0],
             "shapes": [{"type": "box", "size": [1, 1]}]},
            {"id": "pair", "shapes": [{"type": "circle", "radius": 1}, {"type": "circle", "radius": 2}]}],
        "timeline": [{"at": 0.5, "do": "remove", "on": "right"}],
        "probes": {"p": {)" +
           probe + "}}" + rest + "}";
}

const std::string gjk = R"("a": "left", "b": "right", "method": "gjk")";

TEST(SceneProbe, ReadsTheDistanceOfEachState) {
    auto run = run_of(two_boxes(gjk));
    for (int step = 0; step <= 5; ++step) {
        EXPECT_NEAR(*run.quantity("probe.p.separation"), 3.0 - 0.1 * step, 1e-6) << step;
        EXPECT_NEAR(*run.quantity("probe.p.normal.x"), 1.0, 1e-12) << step;
        EXPECT_EQ(run.quantity("probe.p.overlapping"), 0.0) << step;
        EXPECT_EQ(run.quantity("probe.p.looks"), step);
        run.step();
    }
    // The right box was removed: there is no answer, and nothing is counted.
    EXPECT_EQ(run.quantity("probe.p.separation"), std::nullopt);
    EXPECT_EQ(run.quantity("probe.p.iterations"), std::nullopt);
    EXPECT_EQ(run.quantity("probe.p.looks"), 5.0);
}

// The first call has no cached axis; the others start from the face that separates the boxes. A method
// without a cache tries nine axes: eight faces and the axis of the nearest corners.
TEST(SceneProbe, StartsFromThePreviousState) {
    auto run = run_of(two_boxes(R"("a": "left", "b": "right", "method": "cached-axis")"));
    for (int step = 0; step < 5; ++step)
        run.step();
    EXPECT_EQ(run.quantity("probe.p.looks"), 5.0);
    EXPECT_EQ(run.quantity("probe.p.in_one"), 5.0);
    EXPECT_EQ(run.quantity("probe.p.max_iterations"), 1.0);
    EXPECT_EQ(run.quantity("probe.p.total_iterations"), 5.0);
    auto all = run_of(two_boxes(R"("a": "left", "b": "right", "method": "separating-axes")"));
    all.step();
    EXPECT_EQ(all.quantity("probe.p.iterations"), 9.0);
    EXPECT_EQ(all.quantity("probe.p.in_one"), 0.0);
}

// A copy continues like the run itself, including the memory of the probe.
TEST(SceneProbe, IsCopiedWithTheRun) {
    auto run = run_of(two_boxes(gjk));
    run.step();
    run.step();
    auto copy = run;
    run.step();
    copy.step();
    for (const char* field : {"separation", "iterations", "looks", "total_iterations"})
        EXPECT_EQ(run.quantity(std::string("probe.p.") + field),
                  copy.quantity(std::string("probe.p.") + field));
}

TEST(SceneProbe, IsReadByClaims) {
    auto run = run_of(two_boxes(gjk, R"(, "expect": [
        {"that": "probe.p.looks == 5", "at": 0.5},
        {"that": "probe.p.separation == 2.5 +- 0.001", "at": 0.5},
        {"that": "probe.p.separation > 2.6", "always": true}])"));
    while (run.steps() < 10)
        run.step();
    run.finish();
    EXPECT_EQ(run.outcomes()[0].status, ClaimOutcome::Status::Passed);
    EXPECT_EQ(run.outcomes()[1].status, ClaimOutcome::Status::Passed);
    EXPECT_EQ(run.outcomes()[2].status, ClaimOutcome::Status::Failed);
}

TEST(SceneProbe, ReportsErrors) {
    const auto errors = [](const std::string& probe, const std::string& rest = "") {
        return format(errors_of(two_boxes(probe, rest)));
    };
    const auto expect_contains = [](const std::string& text, const std::string& expected) {
        EXPECT_NE(text.find(expected), std::string::npos) << text;
    };
    EXPECT_EQ(errors(gjk), "");
    expect_contains(errors(R"("a": "left", "b": "rihgt", "method": "gjk")"), "did you mean \"right\"?");
    expect_contains(errors(R"("a": "left", "b": "left", "method": "gjk")"),
                    "\"a\" and \"b\" are both \"left\"");
    expect_contains(errors(R"("a": "left", "b": "pair", "method": "gjk")"), "body \"pair\" has 2 shapes");
    expect_contains(errors(R"("a": "left", "b": "right", "method": "gjkk")"), "did you mean \"gjk\"?");
    expect_contains(errors(R"("a": "left", "b": "right")"), "\"method\"");
    std::string many = gjk;
    for (int i = 0; i < 1000; ++i)
        many += "}, \"p" + std::to_string(i) + "\": {" + gjk;
    expect_contains(errors(many), "more than 1000 probes");
    expect_contains(errors(gjk, R"(, "expect": [{"that": "probe.q.looks > 1", "always": true}])"),
                    "which is not a probe");
    expect_contains(errors(gjk, R"(, "expect": [{"that": "probe.p.lokos > 1", "always": true}])"),
                    "did you mean \"looks\"?");
}

}  // namespace
}  // namespace toibox::scene
