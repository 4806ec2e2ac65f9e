// SPDX-License-Identifier: MIT
#include "app/studies/crowd/crowd.h"

#include "toibox/scene/parameter_sweep.h"

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
        auto crowd = Crowd::start(document, variant, {}, sweep);
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

TEST(Crowd, CarriesOutAtLeastOneRunPerCall) {
    auto crowd = Crowd::start(missed_event(), "v20", {}, "phases20");
    ASSERT_TRUE(crowd);
    EXPECT_EQ(crowd->size(), 200u);
    crowd->advance(0.0);
    EXPECT_EQ(crowd->finished(), 1u);
}

TEST(Crowd, CountsRunsWithoutAVerdict) {
    auto crowd = Crowd::start(missed_event(), "v20", {{"/bodies/ball/velocity/0", "-20"}}, "phases20");
    ASSERT_TRUE(crowd);
    while (!crowd->is_finished())
        crowd->advance(0.01);
    EXPECT_EQ(crowd->without_verdict(), 200u);
}

TEST(Crowd, NamesAMissingSweepOrVariant) {
    const auto sweep = Crowd::start(missed_event(), "v20", {}, "phases");
    ASSERT_FALSE(sweep);
    EXPECT_NE(sweep.error().find("no sweep \"phases\""), std::string::npos);
    EXPECT_FALSE(Crowd::start(missed_event(), "v21", {}, "phases20"));
}

}  // namespace
}  // namespace toibox::app
