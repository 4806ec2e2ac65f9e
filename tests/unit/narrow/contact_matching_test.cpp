// SPDX-License-Identifier: MIT
// The four kinds of contact matching for a box 1 m wide that slides to the right by its width in one step, so
// that its left corner moves to the old position of its right corner. Source: M. Trtík, "Collision
// detection", lecture PA199, Masaryk University 2024, slide 31.
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
/// A is the ground at the origin, B the box.
const std::vector<MatchKey> before_slide{{{0, 0}, {0, 0}, corner(0)}, {{1, 0}, {1, 0}, corner(1)}};
const std::vector<MatchKey> after_slide{{{1, 0}, {1, 0}, corner(0)}, {{2, 0}, {2, 0}, corner(1)}};

Partners partners(ContactMatching kind, const std::vector<MatchKey>& old_points,
                  const std::vector<MatchKey>& new_points) {
    return with_matching(kind, [&](auto match) { return match_points(old_points, new_points, match); });
}

TEST(ContactMatching, FeatureIdMatchesTheSameCorners) {
    EXPECT_EQ(partners(ContactMatching::FeatureId, before_slide, after_slide), (Partners{0, 1}));
}

TEST(ContactMatching, WorldDistanceMatchesTheWrongCorner) {
    EXPECT_EQ(partners(ContactMatching::WorldDistance, before_slide, after_slide), (Partners{1, no_match}));
}

// In the ground's frame the points slide as in the world.
TEST(ContactMatching, BodyDistanceIsWrongInTheFrameOfTheGround) {
    EXPECT_EQ(partners(ContactMatching::BodyDistance, before_slide, after_slide), (Partners{1, no_match}));
}

// If the box is A, the corners are fixed in A's frame.
TEST(ContactMatching, BodyDistanceIsCorrectInTheFrameOfTheBox) {
    const std::vector<MatchKey> old_points{{{0, 0}, {-0.5f, 0}, corner(0)}, {{1, 0}, {0.5f, 0}, corner(1)}};
    const std::vector<MatchKey> new_points{{{1, 0}, {-0.5f, 0}, corner(0)}, {{2, 0}, {0.5f, 0}, corner(1)}};
    EXPECT_EQ(partners(ContactMatching::BodyDistance, old_points, new_points), (Partners{0, 1}));
}

TEST(ContactMatching, NoneMatchesNothing) {
    EXPECT_EQ(partners(ContactMatching::None, before_slide, before_slide), (Partners{no_match, no_match}));
}

// Two points are 1 mm apart, so each new point is near both old points. An old point may be matched only
// once.
TEST(ContactMatching, MatchesEachOldPointOnce) {
    const std::vector<MatchKey> old_points{{{0, 0}, {0, 0}, corner(0)},
                                           {{0.001f, 0}, {0.001f, 0}, corner(1)}};
    EXPECT_EQ(partners(ContactMatching::WorldDistance, old_points, old_points), (Partners{0, 1}));
    const std::vector<MatchKey> single{old_points[0]};
    EXPECT_EQ(partners(ContactMatching::WorldDistance, single, old_points), (Partners{0, no_match}));
}

}  // namespace
}  // namespace toibox
