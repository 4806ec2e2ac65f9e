// SPDX-License-Identifier: MIT
#include "app/panels/timeline/event_names.h"

#include "tests/support/generators.h"

#include <cstdint>
#include <vector>

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

/// Whether two leaders touch. Each rises from its event to its height, runs right to its name and rises to
/// the name from there; one without a height is a vertical line.
bool leaders_cross(float event_a, const PlacedName& a, float event_b, const PlacedName& b) {
    struct Leader {
        float from;
        float to;
        int height;
    };
    const auto leader_of = [](float event, const PlacedName& name) {
        return name.leader < 0 ? Leader{event, event, row.leader_lines}
                               : Leader{event, name.left + row.lead, name.leader};
    };
    const auto meets = [](const Leader& flat, const Leader& upright) {
        const auto is_over = [&](float x) { return x >= flat.from && x <= flat.to; };
        return (is_over(upright.from) && upright.height >= flat.height) ||
               (is_over(upright.to) && upright.height <= flat.height);
    };
    const Leader first = leader_of(event_a, a);
    const Leader second = leader_of(event_b, b);
    return (a.leader >= 0 && meets(first, second)) || (b.leader >= 0 && meets(second, first));
}

// Random rows: whatever is placed lies in the row, within reach, over or to the right of its event, and
// overlaps no other.
TEST(EventNames, NeverOverlap) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        testing_support::Generator generator(seed);
        SCOPED_TRACE(seed);
        std::vector<EventName> names(40);
        for (EventName& name : names)
            name = {.x = generator.uniform(0.0f, 1000.0f), .width = generator.uniform(20.0f, 250.0f)};
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
                EXPECT_FALSE(leaders_cross(names[i].x, *placed[i], names[j].x, *placed[j]));
            }
        }
    }
}

}  // namespace
}  // namespace toibox::app
