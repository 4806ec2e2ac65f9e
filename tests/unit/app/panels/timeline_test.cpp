// SPDX-License-Identifier: MIT
#include "app/panels/timeline/timeline.h"

#include "tests/unit/app/session/compared_variants.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(Timeline, ShowsAtLeastFourStepsAndZoomsToWhatIsRecorded) {
    EXPECT_EQ(timeline_frames(0), 4u);
    EXPECT_EQ(timeline_frames(4), 4u);
    EXPECT_EQ(timeline_frames(5), 6u);
    EXPECT_EQ(timeline_frames(7), 8u);
    for (std::uint64_t end = 5; end < 5000; ++end) {
        EXPECT_GE(timeline_frames(end), end);
        EXPECT_LT(2 * timeline_frames(end), 3 * end + 1) << "at least two thirds are filled";
    }
}

TEST(Timeline, TicksAreRoundAndApart) {
    EXPECT_EQ(tick_distance({0.0f, 1000.0f, 4}, 50.0f), 1u);
    EXPECT_EQ(tick_distance({0.0f, 1000.0f, 30}, 50.0f), 2u);
    EXPECT_EQ(tick_distance({0.0f, 1000.0f, 96}, 50.0f), 5u);
    EXPECT_EQ(tick_distance({0.0f, 1000.0f, 192}, 50.0f), 10u);
    EXPECT_EQ(tick_distance({0.0f, 1000.0f, 3072}, 50.0f), 200u);
}

/// Without continuous collision the ball is inside the wall after step 8 and behind it after step 9.
TEST_F(ComparisonOfVariants, TimelineShowsTheMostImportantEventOfEachPane) {
    compare({"toi", "toi"});
    steps(9);
    std::vector<std::string> texts;
    for (const TimelineEvent& event : timeline_events(comparison_, {0.0f, 900.0f, 9}, 8.0f))
        texts.push_back(event.text);
    ASSERT_GE(texts.size(), 2u);
    EXPECT_TRUE(texts[0].starts_with("1: ball was pushed through wall, 1")) << texts[0];
    EXPECT_NE(std::ranges::find(texts, "2, 3: impact of ball and wall, 132 ms"), texts.end())
        << testing::PrintToString(texts);
}

// The impact of the ball with the wall and the verdict that it stopped there are one line.
TEST_F(ComparisonOfVariants, MarksNearAnEventAreListedOnce) {
    compare({"toi"});
    steps(9);
    const TimelineScale scale{0.0f, 900.0f, 9};
    std::vector<std::string> texts;
    for (const Comparison::PaneMark& mark : marks_near(comparison_, scale, scale.x(8.5), 100.0f))
        texts.push_back(mark_text(comparison_, mark));
    EXPECT_EQ(std::ranges::count(texts, "2: impact of ball and wall, 132 ms"), 1)
        << testing::PrintToString(texts);
    EXPECT_TRUE(std::ranges::none_of(texts, [](const std::string& text) {
        return text.find("wall and ball") != std::string::npos;
    })) << testing::PrintToString(texts);
}

// Of events near each other, only the more important one is shown; those of the current frame come first.
TEST_F(ComparisonOfVariants, TimelineLeavesOutCrowdedEvents) {
    steps(120);
    const auto events_at = [&](float width) {
        return timeline_events(comparison_, {0.0f, width, 128}, 8.0f);
    };
    const std::vector<TimelineEvent> few = events_at(100.0f);
    EXPECT_LT(few.size(), events_at(2000.0f).size());
    const TimelineScale scale{0.0f, 100.0f, 128};
    for (std::size_t i = 0; i < few.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_GE(std::abs(scale.x(few[i].position) - scale.x(few[j].position)), 8.0f);
    }
    const std::uint64_t frame = events_at(2000.0f).back().frame;
    ASSERT_NE(few.front().frame, frame);
    session_.go_to(frame);
    EXPECT_EQ(events_at(100.0f).front().frame, frame);
}

}  // namespace
}  // namespace toibox::app
