// SPDX-License-Identifier: MIT
#include "app/views/crowd/crowd_layout.h"

#include "toibox/scene/parameter_sweep.h"

#include "tests/support/crowd.h"

#include <algorithm>
#include <stdexcept>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr Viewport viewport{100.0f, 50.0f, 700.0f, 600.0f};
constexpr CrowdMargins margins{20.0f, 60.0f, 120.0f, 40.0f};

CrowdRun finished(std::optional<scene::VerdictKind> verdict) {
    CrowdRun run;
    run.state = CrowdRun::State::Finished;
    run.verdict = verdict;
    return run;
}

/// Balls at 20 m/s against a thin wall at x = 0: all runs.
Crowd missed_event() {
    const auto document = scene::Document::load(TOIBOX_SCENES "/continuous/02-missed-event.toi.json");
    if (!document) throw std::runtime_error(scene::format(document.error()));
    auto crowd = Crowd::start(*document, test::crowd_setup(*document, "v20", "phases20"));
    if (!crowd) throw std::runtime_error(crowd.error());
    while (!crowd->is_finished())
        crowd->advance(0.01);
    return *std::move(crowd);
}

View view_of(const CrowdLayout& layout) {
    return {.camera = layout.camera, .viewport = viewport};
}

TEST(CrowdLayout, GroupsNeighboursWithTheSameOutcome) {
    using scene::VerdictKind;
    std::vector<CrowdRun> runs{finished(VerdictKind::Stopped), finished(VerdictKind::Stopped), CrowdRun{},
                               finished(VerdictKind::Stopped), finished(std::nullopt)};
    runs.push_back(finished(std::nullopt));
    runs.back().state = CrowdRun::State::Failed;
    const auto groups = outcome_groups(runs);
    ASSERT_EQ(groups.size(), 4u);
    EXPECT_EQ(groups[0].first, 0u);
    EXPECT_EQ(groups[0].last, 1u);
    EXPECT_EQ(groups[0].count, 2u);
    EXPECT_EQ(groups[1].first, 3u) << "a run that is not finished separates groups";
    EXPECT_FALSE(groups[2].outcome.failed);
    EXPECT_TRUE(groups[3].outcome.failed);
    const auto summary = outcome_summary(runs);
    ASSERT_EQ(summary.size(), 3u);
    EXPECT_EQ(summary[0].count, 3u);
    EXPECT_EQ(summary[0].outcome.verdict, VerdictKind::Stopped);
}

TEST(CrowdLayout, SpreadsLabelsWithoutOverlap) {
    const std::vector<float> apart = spread_labels(std::vector{100.0f, 300.0f}, 20.0f, 0.0f, 400.0f);
    EXPECT_EQ(apart, (std::vector{90.0f, 290.0f}));
    const std::vector<float> close = spread_labels(std::vector{395.0f, 396.0f, 397.0f}, 20.0f, 0.0f, 400.0f);
    EXPECT_EQ(close, (std::vector{340.0f, 360.0f, 380.0f}));
    const std::vector<float> high = spread_labels(std::vector{2.0f, 3.0f}, 20.0f, 0.0f, 400.0f);
    EXPECT_EQ(high, (std::vector{0.0f, 20.0f}));
    EXPECT_TRUE(spread_labels({}, 20.0f, 0.0f, 400.0f).empty());
}

// Each line is within the margins, run 1 on top, and the poses around the verdict fill the width.
TEST(CrowdLayout, FansTheRunsOutBetweenTheMargins) {
    const Crowd crowd = missed_event();
    const CrowdLayout layout = layout_crowd(crowd, true, viewport, margins);
    EXPECT_TRUE(layout.is_along_x);
    const View view = view_of(layout);
    const float top = viewport.y + margins.top;
    const float bottom = viewport.y + viewport.height - margins.bottom;
    float last = top - 0.1f;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        const Vec2 pose = crowd.runs()[i].pose(crowd.shown_step())->p;
        const Vec2 at = view.to_points(layout.place(i, pose));
        EXPECT_GT(at.y, last);
        EXPECT_LT(at.y, bottom + 0.1f);
        EXPECT_GT(at.x, viewport.x + margins.left);
        EXPECT_LT(at.x, viewport.x + viewport.width - margins.right);
        EXPECT_EQ(layout.place(i, pose).x, pose.x) << "the coordinate along the motion is true";
        EXPECT_EQ(layout.line_at(layout.place(i, pose)), i);
        last = at.y;
    }
    EXPECT_EQ(layout.line_at(narrow(view.to_world({300.0f, top - 10.0f}))), std::nullopt);
    EXPECT_EQ(layout.line_at(narrow(view.to_world({300.0f, bottom + 10.0f}))), std::nullopt);
    const Aabb lines = layout.across_lines(-1.0f, 1.0f);
    EXPECT_NEAR(view.to_points(lines.upper).y, top, 0.1f);
    EXPECT_NEAR(view.to_points(lines.lower).y, bottom, 0.1f);
}

TEST(CrowdLayout, ShowsRunsInPlaceWhereTheyAre) {
    const Crowd crowd = missed_event();
    const CrowdLayout layout = layout_crowd(crowd, false, viewport, margins);
    const Vec2 pose = crowd.runs()[70].pose(crowd.shown_step())->p;
    EXPECT_EQ(layout.place(70, pose), pose);
    EXPECT_EQ(layout.line_at(pose), std::nullopt);
    const Vec2 at = view_of(layout).to_points(pose);
    EXPECT_GT(at.y, viewport.y + margins.top);
    EXPECT_LT(at.y, viewport.y + viewport.height - margins.bottom);
}

// The wall is 0.05 m thick, the balls have a radius of 0.05 m: centres within 0.075 m of its middle touch. 45
// runs have such a sampled pose before the middle and stop, 45 beyond it and are pushed out.
TEST(CrowdLayout, ShowsTheBandInWhichSampledPosesTouch) {
    const Crowd crowd = missed_event();
    const auto crossed = crossed_obstacles(crowd, layout_crowd(crowd, true, viewport, margins));
    ASSERT_EQ(crossed.size(), 1u);
    EXPECT_EQ(crossed[0].obstacle->body, "wall");
    EXPECT_NEAR(crossed[0].low, -0.025f, 1e-6f);
    EXPECT_NEAR(crossed[0].high, 0.025f, 1e-6f);
    EXPECT_NEAR(crossed[0].reach, 0.05f, 1e-6f);
    for (const CrowdRun& run : crowd.runs()) {
        const bool has_dot = std::ranges::any_of(run.poses, [&](const Transform& pose) {
            return pose.p.x > crossed[0].low - crossed[0].reach &&
                   pose.p.x < crossed[0].high + crossed[0].reach;
        });
        EXPECT_EQ(has_dot, run.touched) << run.value;
    }
}

}  // namespace
}  // namespace toibox::app
