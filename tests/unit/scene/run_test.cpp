// SPDX-License-Identifier: MIT
// Runs of small scenes: when events are applied, in which states claims are evaluated, and what is counted.
#include "toibox/scene/run.h"

#include "toibox/dynamics/state_io.h"
#include "toibox/scene/document.h"
#include "toibox/scene/parameter_sweep.h"

#include "tests/unit/scene/run_support.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

using Status = ClaimOutcome::Status;

/// A ball of 1 kg at the origin that moves at 1 m/s to the right, in steps of 0.1 s, without gravity.
std::string free_ball(const std::string& rest) {
    return R"({"toibox": 1, "title": "t", "world": {"gravity": [0, 0], "step": 0.1, "duration": 1},
      "bodies": [{"id": "ball", "position": [0, 0], "velocity": [1, 0], "mass": {"mass": 1, "inertia": 1},
                  "shapes": [{"type": "circle", "radius": 0.1}]}], )" +
           rest + "}";
}

Document document_of(const std::string& text) {
    Result<Document, Diagnostics> document = Document::parse(text);
    EXPECT_TRUE(document) << format(document.error());
    return *document;
}

/// Statuses of all claims after `steps` steps and `finish`.
std::vector<Status> statuses(const std::string& text, int steps) {
    auto run = run_of(text);
    advance(run, steps);
    run.finish();
    std::vector<Status> result;
    for (const ClaimOutcome& outcome : run.outcomes()) {
        result.push_back(outcome.status);
    }
    return result;
}

TEST(Run, AppliesAnEventBeforeTheStepFromItsState) {
    // At 0.3 s the ball is reversed: in state 3 it still moves right, in state 4 it has moved back by one
    // step.
    auto run = run_of(
        free_ball(R"("timeline": [{"at": 0.3, "do": "set_velocity", "on": "ball", "velocity": [-1, 0]}],
        "expect": [{"that": "ball.vx == 1 +- 1e-6", "at": 0.3}, {"that": "ball.vx == -1 +- 1e-6", "at": 0.4}])"));
    advance(run, 3);
    EXPECT_NEAR(read(run, "ball.x"), 0.3, 1e-6);
    EXPECT_EQ(run.outcomes()[0].status, Status::Passed);
    advance(run, 1);
    EXPECT_NEAR(read(run, "ball.x"), 0.2, 1e-6);
    EXPECT_EQ(run.outcomes()[1].status, Status::Passed);
}

TEST(Run, RoundsTheTimeOfAClaimHalfUp) {
    // 0.24 s is state 2, 0.25 s state 3.
    const auto result = statuses(free_ball(R"("expect": [{"that": "ball.x == 0.2 +- 1e-6", "at": 0.24},
        {"that": "ball.x == 0.3 +- 1e-6", "at": 0.25}])"),
                                 10);
    EXPECT_EQ(result, (std::vector{Status::Passed, Status::Passed}));
}

TEST(Run, EvaluatesAlwaysNeverAndEventuallyOverAllStates) {
    // The ball moves from x = 0 (state 0) to x = 1 (state 10), both included.
    const auto result = statuses(free_ball(R"("expect": [
        {"that": "ball.x >= 0", "always": true}, {"that": "ball.x > 0", "always": true},
        {"that": "ball.x >= 0.9999", "eventually": true}, {"that": "ball.x > 1.05", "eventually": true},
        {"that": "ball.x > 1.05", "never": true}, {"that": "ball.x >= 0.9999", "never": true},
        {"that": "ball.x <= 0", "eventually": true}])"),
                                 10);
    EXPECT_EQ(result, (std::vector{Status::Passed, Status::Failed, Status::Passed, Status::Failed,
                                   Status::Passed, Status::Failed, Status::Passed}));
}

TEST(Run, ReportsClaimsThatItDidNotReach) {
    const auto result = statuses(free_ball(R"("expect": [{"that": "ball.x < 5", "at": 0.5},
        {"that": "ball.x < 5", "always": true}, {"that": "ball.x > 5", "eventually": true},
        {"that": "ball.x < -5", "always": true}])"),
                                 4);
    EXPECT_EQ(result,
              (std::vector{Status::NotReached, Status::NotReached, Status::NotReached, Status::Failed}))
        << "decided claims do not change";
}

TEST(Run, TreatsAnAssertEventAsAClaim) {
    auto run = run_of(
        free_ball(R"("timeline": [{"at": 0.2, "do": "assert", "that": "ball.x > 0.5", "why": "no"}])"));
    advance(run, 3);
    ASSERT_EQ(run.claims().size(), 1u);
    EXPECT_EQ(run.outcomes()[0].status, Status::Failed);
    EXPECT_EQ(run.outcomes()[0].step, 2);
    EXPECT_EQ(run.outcomes()[0].detail, "ball.x is 0.2, which is not > 0.5 (step 2, t 0.2 s)");
}

TEST(Run, AppliesAForceForItsDuration) {
    // 2 N on 1 kg for 0.3 s, that is, three steps, add 0.6 m/s.
    auto run = run_of(
        free_ball(R"("timeline": [{"at": 0.1, "do": "force", "on": "ball", "force": [2, 0], "for": 0.3}])"));
    advance(run, 10);
    EXPECT_NEAR(read(run, "ball.vx"), 1.6, 1e-5);
}

TEST(Run, AppliesAnImpulseAtTheGivenPoint) {
    // 1 N·s upwards, 1 m to the right of the ball's centre, with an inertia of 1 kg·m²: the spin is 1 rad/s.
    auto run = run_of(free_ball(
        R"("timeline": [{"at": 0, "do": "impulse", "on": "ball", "impulse": [0, 1], "point": [1, 0]}])"));
    advance(run, 1);
    EXPECT_NEAR(read(run, "ball.spin"), 1.0, 1e-6);
    EXPECT_NEAR(read(run, "ball.vy"), 1.0, 1e-6);
}

TEST(Run, SpawnsAndRemovesBodies) {
    auto run = run_of(free_ball(R"("timeline": [
        {"at": 0.2, "do": "spawn", "body": {"id": "guest", "position": [0, 5], "shapes": [{"type": "circle", "radius": 0.1}]}},
        {"at": 0.4, "do": "remove", "on": "guest"}],
        "expect": [{"that": "guest.y == 5 +- 1e-6", "at": 0.3}, {"that": "guest.y > 0", "at": 0.5},
                   {"that": "guest.y <= 0", "never": true}])"));
    EXPECT_TRUE(run.body("guest").is_null());
    advance(run, 3);
    EXPECT_FALSE(run.body("guest").is_null());
    EXPECT_EQ(run.id_of(run.body("guest")), "guest");
    advance(run, 7);
    EXPECT_TRUE(run.body("guest").is_null());
    EXPECT_FALSE(run.quantity("guest.y"));
    EXPECT_EQ(run.outcomes()[0].status, Status::Passed);
    EXPECT_EQ(run.outcomes()[1].status, Status::Failed) << "a removed body has no position";
    EXPECT_EQ(run.outcomes()[1].detail.substr(0, 24), "guest.y has no value, wh");
    EXPECT_EQ(run.outcomes()[2].status, Status::Passed);
}

TEST(Run, ReportsTheEventThatCouldNotBeApplied) {
    auto run = run_of(free_ball(R"("timeline": [{"at": 0, "do": "remove", "on": "ball"},
        {"at": 0.1, "do": "impulse", "on": "ball", "impulse": [1, 0]}])"));
    advance(run, 1);
    EXPECT_TRUE(run.script_errors().empty());
    run.step();
    ASSERT_EQ(run.script_errors().size(), 1u);
    EXPECT_TRUE(run.script_errors().front().starts_with("event at step 1: ")) << run.script_errors().front();
    advance(run, 1);
    EXPECT_TRUE(run.script_errors().empty());
}

TEST(Run, ChangesSettingsByScript) {
    auto run =
        run_of(free_ball(R"("timeline": [{"at": 0.2, "do": "set", "set": {"/world/gravity/1": -10}}])"));
    advance(run, 2);
    EXPECT_EQ(read(run, "ball.vy"), 0.0);
    advance(run, 1);
    EXPECT_NEAR(read(run, "ball.vy"), -1.0, 1e-6);
}

// A failed step restores events, forces and the state of the probes together with the world.
TEST(Run, IsUnchangedAfterAFailedStep) {
    for (const bool is_counting : {false, true}) {
        auto run = run_of(free_ball(R"("timeline": [
            {"at": 0.1, "do": "force", "on": "ball", "force": [1, 0], "for": 2},
            {"at": 0.3, "do": "impulse", "on": "ball", "impulse": [1, 1]}])"));
        if (is_counting) run.judge_steps();
        for (int state = 0; state < 5; ++state) {
            auto failing = run;
            for (int i = 0; i < 3; ++i)
                ASSERT_TRUE(
                    failing.apply(command::ApplyImpulse{.body = run.body("ball"), .impulse = {9e14f, 0}}));
            const auto script_state = failing.write_script_state();
            const auto world = write_state(failing.world().state());
            ASSERT_TRUE(failing.step().non_finite);
            EXPECT_EQ(failing.write_script_state(), script_state) << "state " << state;
            EXPECT_EQ(write_state(failing.world().state()), world) << "state " << state;
            advance(run, 1);
        }
    }
}

/// Two balls with centres 1.02 m apart that collide at 1 m/s and separate again (e = 1), and a third ball far
/// away.
std::string two_balls(const std::string& rest) {
    return R"({"toibox": 1, "title": "t",
      "world": {"gravity": [0, 0], "step": 0.05, "duration": 3, "restitution_threshold": 0, "continuous": "off"},
      "materials": {"m": {"density": 1, "friction": 0, "restitution": 1}},
      "bodies": [{"id": "a", "velocity": [1, 0], "shapes": [{"type": "circle", "radius": 0.1, "material": "m"}]},
                 {"id": "b", "position": [1.02, 0], "shapes": [{"type": "circle", "radius": 0.1, "material": "m"}]},
                 {"id": "far", "position": [0, 9], "shapes": [{"type": "circle", "radius": 0.1, "material": "m"}]}], )" +
           rest + "}";
}

TEST(Run, CountsEventsOfBodiesAndPairs) {
    const auto result = statuses(two_balls(R"("expect": [
        {"that": "count(begin) == 1"}, {"that": "count(begin, a) == 1"}, {"that": "count(begin, b, a) == 1"},
        {"that": "count(begin, far) == 0"}, {"that": "count(end, a, b) == 1"}, {"that": "count(impact) == 0"},
        {"that": "contact(a, b) == 1", "eventually": true}, {"that": "contact(a, far) == 1", "never": true},
        {"that": "first(contact(b, a) == 1) == 0.85 +- 0.06"}])"),
                                 60);
    for (std::size_t i = 0; i < result.size(); ++i) {
        EXPECT_EQ(result[i], Status::Passed) << "claim " << i;
    }
}

TEST(Run, ReportsTheEndOfAContactWhoseBodyIsRemoved) {
    // Without restitution the balls stay together; b is removed while they touch.
    std::string text = two_balls(R"(
        "timeline": [{"at": 1.5, "do": "remove", "on": "b"}],
        "expect": [{"that": "contact(a, b) == 1", "at": 1.5}, {"that": "count(end, a, b) == 1", "at": 3}])");
    text.replace(text.find("\"restitution\": 1"), 16, "\"restitution\": 0");
    const auto result = statuses(text, 60);
    EXPECT_EQ(result, (std::vector{Status::Passed, Status::Passed}));
}

TEST(Run, CopiesContinueIdenticallyWithTheirClaims) {
    const std::string text = two_balls(R"("expect": [{"that": "max(b.vx) > 0.5", "at": 3},
        {"that": "count(begin) == 1"}, {"that": "peak(a.vx, 1) < 0", "at": 3}])");
    auto run = run_of(text);
    advance(run, 16);  // just before they meet
    auto copy = run;
    advance(run, 44);
    advance(copy, 44);
    EXPECT_EQ(run.world().hash(), copy.world().hash());
    for (std::size_t i = 0; i < run.outcomes().size(); ++i) {
        EXPECT_EQ(run.outcomes()[i].status, copy.outcomes()[i].status);
        EXPECT_EQ(run.outcomes()[i].detail, copy.outcomes()[i].detail);
    }
    EXPECT_EQ(run.outcomes()[0].status, Status::Passed);
}

TEST(Run, RejectsClaimsAboutUnknownNames) {
    const auto expect_error = [](const std::string& claim, const std::string& message) {
        const std::string text = free_ball(R"("expect": [{"that": ")" + claim + R"("}])");
        const Result<Document, Diagnostics> read = Document::parse(text);
        ASSERT_FALSE(read) << claim;
        EXPECT_NE(format(read.error()).find(message), std::string::npos) << format(read.error());
        EXPECT_EQ(read.error().front().pointer, "/expect/0/that");
        EXPECT_EQ(read.error().front().line, 3);
        // A scene that does not come from a file is checked, too.
        Scene scene = *document_of(free_ball(R"("expect": [])")).resolve();
        scene.expect.push_back(*parse_claim(claim));
        EXPECT_FALSE(scene::Run::start(scene)) << claim;
    };
    expect_error("bal.x < 0", "the claim names \"bal\", which is not a body");
    expect_error("bal.x < 0", "did you mean \"ball\"?");
    expect_error("first(wall.x < 0) < 1", "\"wall\", which is not a body");
    expect_error("count(begin, ball, wall) == 0", "\"wall\", which is not a body");
    expect_error("contact(ball, wall) == 0", "\"wall\", which is not a body");
    expect_error("query.hit.t < 1", "\"hit\", which is not a query");
    expect_error("rate(phases, ball.x < 1) < 1", "\"phases\", which is not a sweep");
}

TEST(Sweep, RejectsAPointerThatCannotBeSet) {
    const Result<Document, Diagnostics> read = Document::parse(free_ball(
        R"("sweeps": {"starts": {"vary": "/bodies/bal/position/0", "from": 0, "to": 1, "count": 5}})"));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().front().pointer, "/sweeps/starts/vary");
    EXPECT_NE(format(read.error()).find("did you mean \"ball\"?"), std::string::npos);
}

TEST(Run, AnswersQueriesAtTheStart) {
    // A point moves 3 m towards a thin wall that is 1 m away; the target is 0.25 m, so t = 0.75 / 3.
    const std::string query =
        R"("queries": {"hit": {"kind": "toi", "method": "METHOD", "target": 0.25, "tolerance": 1e-6,
        "a": {"shape": {"type": "segment", "a": [1, -1], "b": [1, 1]}, "sweep": {"c1": [0, 0], "c2": [0, 0], "a1": 0, "a2": 0}},
        "b": {"shape": {"type": "circle", "radius": 1e-9}, "sweep": {"c1": [0, 0], "c2": [3, 0], "a1": 0, "a2": 0}}},
        "gap": {"kind": "distance",
        "a": {"shape": {"type": "circle", "radius": 0.5}, "transform": {"p": [0, 0], "angle": 0}},
        "b": {"shape": {"type": "circle", "radius": 0.25}, "transform": {"p": [3, 0], "angle": 0}}}})";
    for (const std::string method : {"bilateral-advancement", "conservative-advancement"}) {
        std::string text = query;
        text.replace(text.find("METHOD"), 6, method);
        const auto run = run_of(free_ball(text));
        EXPECT_EQ(read(run, "query.hit.hit"), 1.0) << method;
        EXPECT_EQ(read(run, "query.hit.separated"), 0.0) << method;
        EXPECT_NEAR(read(run, "query.hit.t"), 0.25, 1e-6) << method;
        EXPECT_NEAR(read(run, "query.hit.distance"), 0.25, 2e-6) << method;
        EXPECT_NEAR(read(run, "query.gap.distance"), 2.25, 1e-12);
        EXPECT_FALSE(run.quantity("query.hit.speed"));
    }
}

TEST(Run, CannotEvaluateRatesWithoutARateSource) {
    auto run = run_of(free_ball(
        R"x("sweeps": {"starts": {"vary": "/bodies/ball/position/0", "from": 0, "to": 1, "count": 5}},
        "expect": [{"that": "rate(starts, ball.x > 0) > 0", "at": 0.1},
                   {"that": "0.5 < rate(starts, ball.x > 0)", "at": 0.1}])x"));
    advance(run, 1);
    EXPECT_EQ(run.outcomes()[0].status, Status::NotReached);
    EXPECT_EQ(run.outcomes()[1].status, Status::NotReached);
}

TEST(Sweep, SpacesItsValuesEvenlyWithBothEnds) {
    EXPECT_EQ(sweep_values({.name = "s", .vary = "", .from = 1.0, .to = 3.0, .count = 5, .log = false}),
              (std::vector{1.0, 1.5, 2.0, 2.5, 3.0}));
    EXPECT_EQ(sweep_values({.name = "s", .vary = "", .from = 4.0, .to = 9.0, .count = 1, .log = false}),
              (std::vector{4.0}));
    const std::vector<double> log =
        sweep_values({.name = "s", .vary = "", .from = 1.0, .to = 100.0, .count = 3, .log = true});
    EXPECT_NEAR(log[1], 10.0, 1e-12);
}

// Because of rounding, 0.7 + (0.1 - 0.7) is not 0.1, and 49 · (1 / 49) is not 1.
TEST(Sweep, EndsExactlyAtItsLastValue) {
    const std::vector<double> even =
        sweep_values({.name = "s", .vary = "", .from = 0.7, .to = 0.1, .count = 7, .log = false});
    EXPECT_EQ(even.back(), 0.1);
    const std::vector<double> log =
        sweep_values({.name = "s", .vary = "", .from = 49.0, .to = 1.0, .count = 7, .log = true});
    EXPECT_EQ(log.back(), 1.0);
}

TEST(Sweep, ReturnsTheFractionOfRunsInWhichAClaimHolds) {
    // The ball starts at 0, 0.25, 0.5, 0.75 or 1 m and moves by 1 m. In two of the five runs it ends
    // beyond 1.6 m.
    const Document document = document_of(free_ball(
        R"("sweeps": {"starts": {"vary": "/bodies/ball/position/0", "from": 0, "to": 1, "count": 5}})"));
    const RateSource rates = make_rate_source(document, "", {});
    const auto rate = [&](const std::string& claim) {
        const Result<Claim, std::string> parsed = parse_claim(claim);
        EXPECT_TRUE(parsed) << claim;
        return rates(std::get<Expression::Rate>(parsed->left->node));
    };
    EXPECT_DOUBLE_EQ(rate("rate(starts, ball.x > 1.6) < 0"), 0.4);
    EXPECT_DOUBLE_EQ(rate("rate(starts, min(ball.x) < 0.1) < 0"), 0.2) << "memories are reset in each run";
    EXPECT_DOUBLE_EQ(rate("rate(starts, ball.x > 100) < 0"), 0.0);
    EXPECT_TRUE(std::isnan(rate("rate(others, ball.x > 0) < 0")));
}

TEST(Sweep, CanBeInterruptedDuringARun) {
    const Document document = document_of(free_ball(
        R"("sweeps": {"starts": {"vary": "/bodies/ball/position/0", "from": 0, "to": 1, "count": 5}})"));
    int steps = 0;
    const RateSource rates = make_rate_source(document, "", {}, [&] { return ++steps < 3; });
    const Result<Claim, std::string> claim = parse_claim("rate(starts, ball.x > 1.6) < 0");
    ASSERT_TRUE(claim);
    EXPECT_TRUE(std::isnan(rates(std::get<Expression::Rate>(claim->left->node))));
    EXPECT_EQ(steps, 3);
}

}  // namespace
}  // namespace toibox::scene
