// SPDX-License-Identifier: MIT
// The lecture's four ways to recognise a contact point, on its own example: a box one metre wide slides to
// the right by its own width within one step, so that its left corner comes to where its right one was.
#include "toibox/narrow/contact_matching.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using Partners = std::array<int, 2>;

FeatureId corner(std::uint8_t index) {
    return {.reference = 0, .incident = index};
}
/// A is the ground, at rest at the origin; B the box.
const std::vector<MatchKey> before_slide{{{0, 0}, {0, 0}, corner(0)}, {{1, 0}, {1, 0}, corner(1)}};
const std::vector<MatchKey> after_slide{{{1, 0}, {1, 0}, corner(0)}, {{2, 0}, {2, 0}, corner(1)}};

Partners partners(ContactMatching kind, const std::vector<MatchKey>& old,
                  const std::vector<MatchKey>& fresh) {
    return with_matching(kind, [&](auto match) { return match_points(old, fresh, match); });
}

TEST(ContactMatching, ByFeatureFollowsTheCorners) {
    EXPECT_EQ(partners(ContactMatching::FeatureId, before_slide, after_slide), (Partners{0, 1}));
}

TEST(ContactMatching, ByWorldDistanceTakesTheNeighboursImpulse) {
    EXPECT_EQ(partners(ContactMatching::WorldDistance, before_slide, after_slide), (Partners{1, no_match}));
}

// In the ground's frame the points slide just as in the world.
TEST(ContactMatching, ByBodyDistanceIsWrongInTheFrameOfTheGround) {
    EXPECT_EQ(partners(ContactMatching::BodyDistance, before_slide, after_slide), (Partners{1, no_match}));
}

// With the box as A the corners keep their places in its frame.
TEST(ContactMatching, ByBodyDistanceIsRightInTheFrameOfTheBox) {
    const std::vector<MatchKey> old{{{0, 0}, {-0.5f, 0}, corner(0)}, {{1, 0}, {0.5f, 0}, corner(1)}};
    const std::vector<MatchKey> fresh{{{1, 0}, {-0.5f, 0}, corner(0)}, {{2, 0}, {0.5f, 0}, corner(1)}};
    EXPECT_EQ(partners(ContactMatching::BodyDistance, old, fresh), (Partners{0, 1}));
}

TEST(ContactMatching, NoneMatchesNothing) {
    EXPECT_EQ(partners(ContactMatching::None, before_slide, before_slide), (Partners{no_match, no_match}));
}

// Two points a millimetre apart: each is near both old ones, but an impulse is given away once.
TEST(ContactMatching, GivesEachOldPointAwayOnce) {
    const std::vector<MatchKey> old{{{0, 0}, {0, 0}, corner(0)}, {{0.001f, 0}, {0.001f, 0}, corner(1)}};
    EXPECT_EQ(partners(ContactMatching::WorldDistance, old, old), (Partners{0, 1}));
    const std::vector<MatchKey> single{old[0]};
    EXPECT_EQ(partners(ContactMatching::WorldDistance, single, old), (Partners{0, no_match}));
}

}  // namespace
}  // namespace toibox
