// SPDX-License-Identifier: MIT
#include "app/panels/timeline/event_names.h"

#include <random>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr NameRow row{
    .left = 0.0f, .right = 1000.0f, .lead = 6.0f, .gap = 10.0f, .max_shift = 200.0f, .leader_lines = 3};

TEST(EventNames, StandAboveTheirEvents) {
    const std::vector<EventName> names{{100.0f, 80.0f}, {500.0f, 80.0f}};
    const auto placed = place_names(names, row);
    ASSERT_TRUE(placed[0] && placed[1]);
    EXPECT_FLOAT_EQ(placed[0]->left, 94.0f);
    EXPECT_FLOAT_EQ(placed[1]->left, 494.0f);
    EXPECT_EQ(placed[0]->leader, -1);
}

// The name of the later event moves, also if its event is more important.
TEST(EventNames, MoveRightWithALeaderToAvoidEarlierOnes) {
    const std::vector<EventName> names{{160.0f, 150.0f}, {100.0f, 150.0f}};
    const auto placed = place_names(names, row);
    ASSERT_TRUE(placed[0] && placed[1]);
    EXPECT_FLOAT_EQ(placed[1]->left, 94.0f);
    EXPECT_FLOAT_EQ(placed[0]->left, 94.0f + 150.0f + 10.0f);
    EXPECT_EQ(placed[1]->leader, -1);
    EXPECT_EQ(placed[0]->leader, 0);
}

TEST(EventNames, StayInsideTheRow) {
    const std::vector<EventName> names{{990.0f, 100.0f}, {2.0f, 50.0f}, {1000.0f, 2000.0f}};
    const auto placed = place_names(names, row);
    ASSERT_TRUE(placed[0] && placed[1]);
    EXPECT_FLOAT_EQ(placed[0]->left, 900.0f);
    EXPECT_EQ(placed[0]->leader, -1) << "the event is below the name";
    EXPECT_FLOAT_EQ(placed[1]->left, 0.0f);
    EXPECT_FALSE(placed[2]) << "wider than the row";
}

TEST(EventNames, TheLessImportantOneFindsNoRoom) {
    const std::vector<EventName> names{{500.0f, 600.0f}, {300.0f, 600.0f}};
    const auto placed = place_names(names, row);
    EXPECT_TRUE(placed[0]);
    EXPECT_FALSE(placed[1]);
}

// Three names at one place: the leader of the first event is the highest.
TEST(EventNames, LeadersOfEarlierEventsAreHigher) {
    const std::vector<EventName> names{{100.0f, 50.0f}, {102.0f, 50.0f}, {104.0f, 50.0f}, {106.0f, 50.0f}};
    const auto placed = place_names(names, row);
    EXPECT_EQ(placed[0]->leader, -1);
    EXPECT_EQ(placed[1]->leader, 2);
    EXPECT_EQ(placed[2]->leader, 1);
    EXPECT_EQ(placed[3]->leader, 0);
}

// Random rows: whatever is placed lies in the row, within reach, over or to the right of its event, and
// overlaps no other.
TEST(EventNames, NeverOverlap) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> x(0.0f, 1000.0f);
    std::uniform_real_distribution<float> width(20.0f, 250.0f);
    for (int round = 0; round < 300; ++round) {
        std::vector<EventName> names(40);
        for (EventName& name : names)
            name = {x(random), width(random)};
        const auto placed = place_names(names, row);
        EXPECT_TRUE(placed[0]) << "the most important one always has room";
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!placed[i]) continue;
            const float from = placed[i]->left;
            EXPECT_GE(from, row.left);
            EXPECT_LE(from + names[i].width, row.right + 0.01f);
            EXPECT_LE(from, names[i].x - row.lead + row.max_shift + 0.01f);
            EXPECT_GE(from + names[i].width, names[i].x - 0.01f);
            EXPECT_EQ(placed[i]->leader >= 0, from > names[i].x - row.lead);
            for (std::size_t j = 0; j < i; ++j) {
                if (!placed[j]) continue;
                const float other = placed[j]->left;
                EXPECT_TRUE(from >= other + names[j].width + row.gap - 0.01f ||
                            other >= from + names[i].width + row.gap - 0.01f);
                const bool leaders_touch = placed[i]->leader >= 0 && placed[i]->leader == placed[j]->leader &&
                                           names[i].x < other + row.lead && names[j].x < from + row.lead;
                EXPECT_FALSE(leaders_touch);
            }
        }
    }
}

}  // namespace
}  // namespace toibox::app
