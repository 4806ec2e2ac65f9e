// SPDX-License-Identifier: MIT
#include "app/studies/crowd/curve_runs.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

scene::Document load_scene(const std::string& name) {
    auto document = scene::Document::load(TOIBOX_SOURCE_DIR "/scenes/continuous/" + name + ".toi.json");
    if (!document) throw std::runtime_error(scene::format(document.error()));
    return *std::move(document);
}

void finish(CurveRuns& runs) {
    while (!runs.is_finished())
        runs.advance(0.01);
}

// The curves of the bundled scenes agree with their formulas to within one run of 200.
TEST(CurveRuns, AgreeWithTheFormulasOfTheScenes) {
    for (const char* name : {"02-missed-event", "04-thicker-wall", "05-just-substep"}) {
        const scene::Document document = load_scene(name);
        const std::vector<scene::CurveEntry> curves = document.resolve()->curves;
        EXPECT_FALSE(curves.empty()) << name;
        for (const scene::CurveEntry& curve : curves) {
            CurveRuns runs(document, {.curve = curve});
            runs.start_all();
            finish(runs);
            if (curve.formula.empty()) continue;
            for (std::size_t i = 0; i < curve.points.size(); ++i) {
                const CurveRuns::Point& point = runs.points()[i];
                EXPECT_TRUE(point.is_finished());
                EXPECT_FALSE(point.failed);
                EXPECT_NEAR(point.fraction(), *curve.expected_at(curve.points[i]), 1.0001 / 200.0)
                    << name << ", " << curve.name << ", point " << i;
            }
        }
    }
}

TEST(CurveRuns, RunOnePointAfterAnother) {
    const scene::Document document = load_scene("02-missed-event");
    CurveRuns runs(document, {.curve = document.resolve()->curves.front()});
    EXPECT_TRUE(runs.is_finished()) << "nothing was started";
    runs.start(4);
    runs.start(1);
    while (runs.points()[4].finished == 0)
        runs.advance(0.0);
    EXPECT_EQ(runs.points()[4].finished, 1u);
    EXPECT_EQ(runs.points()[4].runs, 200u);
    EXPECT_EQ(runs.points()[1].runs, 0u);
    runs.start(4);  // again, after the other
    while (runs.points()[1].finished == 0)
        runs.advance(0.0);
    EXPECT_EQ(runs.points()[4].runs, 0u);
    EXPECT_EQ(runs.points()[1].finished, 1u);
    finish(runs);
    EXPECT_EQ(runs.points()[4].holding, 18u);
    EXPECT_EQ(runs.points()[1].holding, 180u);
    EXPECT_EQ(runs.points()[0].runs, 0u);
}

// Only the field that the user changed applies to other variants.
TEST(CurveRuns, ApplyTheUsersSettingsToAllVariants) {
    const scene::Document document = load_scene("02-missed-event");
    const auto scene = document.resolve("v20");
    ChangedSettings changed{scene->settings, scene->settings};
    changed.user.continuous = ContinuousPolicy::SubstepAtImpact;
    CurveRuns runs(document, {.curve = scene->curves.front(), .settings = changed});
    runs.start(5);
    finish(runs);
    EXPECT_EQ(runs.points()[5].holding, 200u);
}

TEST(CurveRuns, ReportAPointThatCannotRun) {
    const scene::Document document = load_scene("02-missed-event");
    scene::CurveEntry curve = document.resolve()->curves.front();
    curve.points[0].sweep = "phases";
    CurveRuns runs(document, {.curve = curve});
    runs.start(0);
    runs.start(2);
    finish(runs);
    EXPECT_TRUE(runs.points()[0].failed);
    EXPECT_FALSE(runs.points()[0].is_finished());
    EXPECT_EQ(runs.points()[2].holding, 90u);
}

}  // namespace
}  // namespace toibox::app
