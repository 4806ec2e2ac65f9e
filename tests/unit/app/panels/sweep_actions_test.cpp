// SPDX-License-Identifier: MIT
// What the Sweep tab does, without a window.
#include "app/panels/sweep/sweep_actions.h"

#include "app/panels/panels.h"
#include "tests/support/crowd.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

class SweepActions : public testing::Test {
protected:
    void open(const std::string& name, const std::string& variant = {}) {
        ASSERT_TRUE(
            open_scene(session_, ui_, std::string(TOIBOX_SCENES) + "/" + name + ".toi.json", variant));
        update_sweep_tab(session_, ui_);
    }
    void finish_curve() {
        while (ui_.sweep.runs && !ui_.sweep.runs->is_finished())
            ui_.sweep.runs->advance(0.01);
    }
    [[nodiscard]] std::string value(const char* key) const { return sweep_value(session_, ui_, key); }

    Session session_;
    UiState ui_;
};

TEST_F(SweepActions, ChooseTheSweepOfTheVariant) {
    open("continuous/02-missed-event", "v20");
    EXPECT_EQ(value("name"), "phases20");
    EXPECT_EQ(value("point"), "3");
    ASSERT_TRUE(session_.choose_variant("v200"));
    update_sweep_tab(session_, ui_);
    EXPECT_EQ(value("name"), "phases200");
    EXPECT_EQ(value("point"), "6");
    // The last variant is no point of the curve: the sweep stays.
    ASSERT_TRUE(session_.choose_variant("toi"));
    update_sweep_tab(session_, ui_);
    EXPECT_EQ(value("name"), "phases200");
    EXPECT_EQ(value("point"), "none");
    open("motion/34-integrators");
    EXPECT_EQ(value("name"), "throws");
    open("continuous/03-bullet");
    EXPECT_EQ(value("name"), "none");
}

TEST_F(SweepActions, RunTheSweepAsTheUserChangedIt) {
    open("continuous/02-missed-event", "v20");
    session_.step_once();
    ui_.sweep.sweep.count = 7;
    EXPECT_EQ(value("point"), "none") << "a changed sweep is no point of the curve";
    run_sweep(session_, ui_);
    ASSERT_TRUE(ui_.crowd);
    EXPECT_EQ(ui_.crowd->runs.size(), 7u);
    EXPECT_EQ(session_.run().steps(), 0);
    EXPECT_FALSE(session_.is_playing());
    EXPECT_FALSE(ui_.sweep.runs);
}

TEST_F(SweepActions, RunAllPointsOfTheCurve) {
    open("continuous/02-missed-event", "v20");
    run_curve(session_, ui_);
    ASSERT_TRUE(ui_.crowd);
    EXPECT_EQ(ui_.crowd->runs.setup().sweep.name, "phases20");
    finish_curve();
    EXPECT_EQ(value("finished"), "6");
    EXPECT_EQ(value("3.fraction"), "0.450");
    EXPECT_EQ(value("6.fraction"), "0.045");
    EXPECT_EQ(value("7.fraction"), "");
    // A variant that is no point: nothing is shown in the world.
    ui_.crowd.reset();
    open("continuous/02-missed-event", "toi");
    run_curve(session_, ui_);
    EXPECT_FALSE(ui_.crowd);
    finish_curve();
    EXPECT_EQ(value("finished"), "6");
}

TEST_F(SweepActions, OpenAPointWithItsVariantAndTheUsersSettings) {
    open("continuous/02-missed-event", "v20");
    toggle_continuous(session_, ui_);
    open_point(session_, ui_, 5);
    EXPECT_EQ(session_.variant(), "v200");
    EXPECT_NE(session_.settings().continuous, ContinuousPolicy::Off);
    update_sweep_tab(session_, ui_);
    EXPECT_EQ(value("point"), "6");
    ASSERT_TRUE(ui_.crowd);
    while (!ui_.crowd->runs.is_finished())
        ui_.crowd->runs.advance(0.01);
    EXPECT_EQ(ui_.crowd->runs.count(scene::VerdictKind::Tunnelled), 0u);
    finish_curve();
    EXPECT_EQ(value("6.fraction"), "1.000");
}

// A single run of a sweep has another start, which does not matter for the sweep. A parameter does.
TEST_F(SweepActions, KeepTheCountsUntilOtherValuesChange) {
    open("continuous/02-missed-event", "v20");
    run_curve(session_, ui_);
    finish_curve();
    ui_.crowd.reset();  // as the sandbox does when the session leaves the state of the crowd
    ASSERT_TRUE(session_.open(session_.document(), "v20", {{"/bodies/ball/position/0", "-4.1"}}));
    update_sweep_tab(session_, ui_);
    EXPECT_EQ(value("finished"), "6");
    ASSERT_TRUE(session_.set_parameter("speed", 30.0));
    update_sweep_tab(session_, ui_);
    EXPECT_FALSE(ui_.sweep.runs);
}

TEST_F(SweepActions, CountThePointOfACrowdThatWasStartedElsewhere) {
    open("continuous/02-missed-event", "v20");
    auto crowd = Crowd::start(session_.document(), test::crowd_setup(session_.document(), "v20", "phases20"));
    ASSERT_TRUE(crowd);
    ui_.crowd = {.runs = *std::move(crowd), .start = session_.start_count(), .settings = session_.settings()};
    update_sweep_tab(session_, ui_);
    finish_curve();
    EXPECT_EQ(value("3.fraction"), "0.450");
    EXPECT_EQ(value("finished"), "1");
}

}  // namespace
}  // namespace toibox::app
