// SPDX-License-Identifier: MIT
#include "app/studies/crowd/crowd.h"

#include "toibox/scene/parameter_sweep.h"

#include "tests/support/crowd.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

scene::Document load(const std::string& path) {
    auto document = scene::Document::load(path);
    if (!document) throw std::runtime_error(scene::format(document.error()));
    return *std::move(document);
}

scene::Document missed_event() {
    return load(TOIBOX_SOURCE_DIR "/scenes/continuous/02-missed-event.toi.json");
}

// Ball and wall touch in a pose with the centres less than 0.075 m apart. The solver pushes the ball out
// through the nearer face: back if its centre is before that of the wall, else on the far side.
TEST(Crowd, AgreesWithSampledPositionsInClosedForm) {
    const scene::Document document = missed_event();
    for (const auto& [speed, name] :
         {std::pair{20.0, "20"}, std::pair{50.0, "50"}, std::pair{200.0, "200"}}) {
        SCOPED_TRACE(name);
        const std::string variant = std::string("v") + name;
        const std::string sweep = std::string("phases") + name;
        std::size_t stopped = 0;
        std::size_t pushed_through = 0;
        const auto scene = document.resolve(variant);
        const auto entry = std::ranges::find(scene->sweeps, sweep, &scene::ParameterSweepEntry::name);
        const std::vector<double> starts = scene::sweep_values(*entry);
        for (const double start : starts) {
            const double motion = speed / 60.0;
            double x = start;
            while (x < -0.075)
                x += motion;
            if (x < 0.0) ++stopped;
            if (x > 0.0 && x < 0.075) ++pushed_through;
        }
        auto crowd = Crowd::start(document, test::crowd_setup(document, variant, sweep));
        ASSERT_TRUE(crowd) << crowd.error();
        while (!crowd->is_finished())
            crowd->advance(0.01);
        EXPECT_EQ(crowd->finished(), starts.size());
        EXPECT_EQ(crowd->count(scene::VerdictKind::Stopped), stopped);
        EXPECT_EQ(crowd->count(scene::VerdictKind::PushedThrough), pushed_through);
        EXPECT_EQ(crowd->count(scene::VerdictKind::Tunnelled), starts.size() - stopped - pushed_through);
        EXPECT_EQ(crowd->failed(), 0u);
    }
}

// A run takes 96 steps. Without time, each call starts a run, carries out one step, or ends the run.
TEST(Crowd, SpreadsARunOverSeveralCalls) {
    auto crowd = Crowd::start(missed_event(), test::crowd_setup(missed_event(), "v20", "phases20"));
    ASSERT_TRUE(crowd);
    EXPECT_EQ(crowd->size(), 200u);
    for (int call = 0; call < 97; ++call) {
        crowd->advance(0.0);
        EXPECT_EQ(crowd->finished(), 0u);
        EXPECT_TRUE(crowd->runs()[0].poses.empty()) << "a run appears when it is finished";
    }
    crowd->advance(0.0);
    EXPECT_EQ(crowd->finished(), 1u);
    EXPECT_EQ(crowd->runs()[0].poses.size(), 97u);
}

TEST(Crowd, CountsRunsWithoutAVerdict) {
    auto crowd = Crowd::start(missed_event(), test::crowd_setup(missed_event(), "v20", "phases20",
                                                                {{"/bodies/ball/velocity/0", "-20"}}));
    ASSERT_TRUE(crowd);
    while (!crowd->is_finished())
        crowd->advance(0.01);
    EXPECT_EQ(crowd->without_verdict(), 200u);
}

// A ball moves 1/3 m per step. Runs go on after their verdict, so that all are known in a common state; where
// the ball first touches is a sampled pose within 0.075 m of the middle of the wall.
TEST(Crowd, KeepsTheSampledPosesOfAllRuns) {
    const scene::Document document = missed_event();
    auto crowd = Crowd::start(document, test::crowd_setup(document, "v20", "phases20"));
    ASSERT_TRUE(crowd);
    while (!crowd->is_finished())
        crowd->advance(0.01);
    EXPECT_EQ(crowd->body(), "ball");
    EXPECT_EQ(crowd->shown_step(), 15);  // the last verdict is in step 14
    for (const CrowdRun& run : crowd->runs()) {
        ASSERT_EQ(run.poses.size(), 97u);  // 1.6 s and the start
        EXPECT_NEAR(run.pose(0)->p.x, run.value, 1e-6);
        EXPECT_NEAR(run.pose(11)->p.x, run.value + 11.0 / 3.0, 1e-5);
        ASSERT_TRUE(run.verdict.has_value());
        EXPECT_EQ(run.touched, *run.verdict != scene::VerdictKind::Tunnelled);
        if (run.touched) {
            EXPECT_LT(std::abs(run.pose(run.touch_step)->p.x), 0.075f);
        }
        EXPECT_LT(run.touch_step, run.verdict_step);
    }
    ASSERT_EQ(crowd->obstacles().size(), 1u);
    EXPECT_EQ(crowd->obstacles()[0].body, "wall");
}

TEST(Crowd, RunsTheEndsOfTheSweepFirst) {
    auto crowd = Crowd::start(missed_event(), test::crowd_setup(missed_event(), "v20", "phases20"));
    ASSERT_TRUE(crowd);
    while (crowd->finished() < 2)
        crowd->advance(0.0);
    EXPECT_TRUE(crowd->runs().front().is_finished());
    EXPECT_TRUE(crowd->runs().back().is_finished());
    EXPECT_FALSE(crowd->runs()[1].is_finished());
    while (crowd->finished() < 3)
        crowd->advance(0.0);
    EXPECT_TRUE(crowd->runs()[1].is_finished());
}

TEST(Crowd, KeepsNoMorePosesThanAllowed) {
    const scene::Document document = missed_event();
    const auto scene = document.resolve("v20");
    const auto sweep = std::ranges::find(scene->sweeps, "phases20", &scene::ParameterSweepEntry::name);
    auto crowd = Crowd::start(document, {.variant = "v20", .sweep = *sweep, .max_poses = 1000});
    ASSERT_TRUE(crowd);
    while (!crowd->is_finished())
        crowd->advance(0.01);
    std::size_t poses = 0;
    for (const CrowdRun& run : crowd->runs())
        poses += run.poses.size();
    EXPECT_EQ(poses, 970u);  // ten runs
    EXPECT_EQ(crowd->count(scene::VerdictKind::Tunnelled), 110u);
}

// The condition is evaluated in the last state, as rate() does; the user's settings replace the scene's.
TEST(Crowd, CountsRunsInWhichAConditionHolds) {
    const scene::Document document = missed_event();
    const auto scene = document.resolve("v20");
    const auto sweep = std::ranges::find(scene->sweeps, "phases20", &scene::ParameterSweepEntry::name);
    auto claim = scene::parse_claim("count(begin, ball, wall) >= 1");
    ASSERT_TRUE(claim);
    CrowdSetup setup{.variant = "v20", .sweep = *sweep, .condition = *claim};
    auto crowd = Crowd::start(document, setup);
    ASSERT_TRUE(crowd);
    while (!crowd->is_finished())
        crowd->advance(0.01);
    EXPECT_EQ(crowd->holding(), 90u);
    setup.settings = scene->settings;
    setup.settings->continuous = ContinuousPolicy::SubstepAtImpact;
    crowd = Crowd::start(document, setup);
    ASSERT_TRUE(crowd);
    while (!crowd->is_finished())
        crowd->advance(0.01);
    EXPECT_EQ(crowd->holding(), 200u);
    EXPECT_EQ(crowd->count(scene::VerdictKind::Tunnelled), 0u);
    EXPECT_EQ(crowd->count(scene::VerdictKind::PushedThrough), 0u);
}

TEST(Crowd, NamesWhatASweepVaries) {
    const auto scene = missed_event().resolve("v20");
    EXPECT_EQ(varied_value(*scene, "/bodies/ball/position/0").label, "Start");
    EXPECT_EQ(varied_value(*scene, "/parameters/start").unit, "m");
    EXPECT_EQ(varied_value(*scene, "/bodies/ball/velocity/1").label, "ball velocity y");
    EXPECT_EQ(varied_value(*scene, "/bodies/ball/velocity/1").unit, "m/s");
    EXPECT_EQ(varied_value(*scene, "/bodies/ball/shapes/0/radius").label, "ball shapes 0 radius");
}

TEST(Crowd, RefusesAMissingVariant) {
    CrowdSetup setup = test::crowd_setup(missed_event(), "v20", "phases20");
    setup.variant = "v21";
    EXPECT_FALSE(Crowd::start(missed_event(), setup));
}

}  // namespace
}  // namespace toibox::app
