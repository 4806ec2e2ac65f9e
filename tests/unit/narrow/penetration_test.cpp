// SPDX-License-Identifier: MIT

#include "toibox/narrow/penetration.h"

#include "tests/contract/toi_cases.h"
#include "tests/support/distance_oracle.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox {
namespace {

/// Gap between the surfaces after moving B by `displacement`, from the oracle, metres.
double gap_after(const ToiInput& in, const Transformd& pose_a, const Transformd& pose_b, Vec2d displacement) {
    const Transformd moved{pose_b.p + displacement, pose_b.q};
    const oracle::Distance d =
        oracle::distance(oracle::placed(in.a, pose_a, pose_a.p), oracle::placed(in.b, moved, pose_a.p));
    return static_cast<double>(d.distance) - in.a.radius - in.b.radius;
}

// A unit box with its centre 0.3 m above a floor is 0.2 m deep.
TEST(Penetration, IsTheDepthBehindTheNearestFace) {
    const std::vector<Vec2d> box = toi_cases::box(0.5, 0.5);
    const std::vector<Vec2d> floor = toi_cases::box(10.0, 1.0);
    const Penetration p = penetration({floor, 0.0}, {{0.0, -1.0}, {}}, {box, 0.0}, {{0.0, 0.3}, {}});
    EXPECT_NEAR(p.depth, 0.2, 1e-15);
    EXPECT_NEAR(p.normal.y, 1.0, 1e-15);
}

// Two discs: the depth is the sum of the radii minus the distance between the centres.
TEST(Penetration, IncludesRadii) {
    const Vec2d point{};
    const ConvexProxy a{{&point, 1}, 0.3};
    const ConvexProxy b{{&point, 1}, 0.2};
    EXPECT_NEAR(penetration(a, {{0.0, 0.0}, {}}, b, {{0.4, 0.0}, {}}).depth, 0.1, 1e-15);
    EXPECT_NEAR(penetration(a, {{0.0, 0.0}, {}}, b, {{0.6, 0.0}, {}}).depth, -0.1, 1e-15);
    EXPECT_EQ(penetration(a, {}, b, {}).depth, 0.5);
}

// Moving B by the depth along the normal makes the shapes just touch, and no shorter displacement in 72
// directions separates them. Distances by brute force in long double.
TEST(Penetration, IsTheShortestSeparatingDisplacement) {
    int overlapping = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        toi_cases::Random random(seed);
        const toi_cases::Case c = toi_cases::random_case(random);
        const ToiInput in = c.input();
        const Transformd pose_a = pose_at(in.sweep_a, 0.0);
        const Transformd pose_b = pose_at(in.sweep_b, 0.0);
        const Penetration p = penetration(in.a, pose_a, in.b, pose_b);
        EXPECT_NEAR(length(p.normal), 1.0, 1e-14) << "seed " << seed;
        if (!(p.depth > 0.0)) continue;
        ++overlapping;
        const auto gap = [&](Vec2d displacement) { return gap_after(in, pose_a, pose_b, displacement); };
        EXPECT_NEAR(gap(p.depth * p.normal), 0.0, 1e-13) << "seed " << seed;
        for (int i = 0; i < 360; i += 5) {
            const double angle = pi * i / 180.0;
            const Vec2d shorter = (p.depth - 1e-9) * Vec2d{std::cos(angle), std::sin(angle)};
            EXPECT_LE(gap(shorter), 0.0) << "seed " << seed << " at " << i << " degrees";
        }
    }
    EXPECT_GT(overlapping, 300);
}

// A unit box, 0.2 m deep in a floor, moves back along a path of slope 3 : 4, and along the normal both ways.
TEST(PenetrationAlong, IsTheDistanceBackAlongThePath) {
    const std::vector<Vec2d> box = toi_cases::box(0.5, 0.5);
    const std::vector<Vec2d> floor = toi_cases::box(10.0, 1.0);
    const auto depth_along = [&](Vec2d direction) {
        return penetration_along({floor, 0.0}, {{0.0, -1.0}, {}}, {box, 0.0}, {{0.0, 0.3}, {}}, direction);
    };
    EXPECT_NEAR(depth_along({3.0, -4.0}), 0.25, 1e-14);
    EXPECT_NEAR(depth_along({0.0, -7.0}), 0.2, 1e-14);
    EXPECT_NEAR(depth_along({0.0, 7.0}), 2.8, 1e-14) << "out through the bottom";
    EXPECT_EQ(depth_along({}), 0.0);
    EXPECT_EQ(depth_along({std::nan(""), 1.0}), 0.0);
    EXPECT_EQ(depth_along({HUGE_VAL, 1.0}), 0.0);
}

// An off-centre path of two discs: a leg of a right triangle with the sum of the radii as hypotenuse.
TEST(PenetrationAlong, IncludesRadii) {
    const Vec2d point{};
    const ConvexProxy a{{&point, 1}, 0.3};
    const ConvexProxy b{{&point, 1}, 0.2};
    EXPECT_NEAR(penetration_along(a, {}, b, {{0.1, 0.3}, {}}, {1.0, 0.0}), 0.1 + 0.4, 1e-14);
    EXPECT_EQ(penetration_along(a, {}, b, {{0.6, 0.0}, {}}, {1.0, 0.0}), 0.0) << "separated";
}

// Moving B back by the result makes the shapes just touch; moving it by less does not separate them.
TEST(PenetrationAlong, IsTheSmallestSeparatingDistance) {
    int overlapping = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        toi_cases::Random random(seed);
        const toi_cases::Case c = toi_cases::random_case(random);
        const ToiInput in = c.input();
        const Transformd pose_a = pose_at(in.sweep_a, 0.0);
        const Transformd pose_b = pose_at(in.sweep_b, 0.0);
        const Penetration p = penetration(in.a, pose_a, in.b, pose_b);
        if (!(p.depth > 1e-9)) continue;
        ++overlapping;
        const auto gap = [&](Vec2d displacement) { return gap_after(in, pose_a, pose_b, displacement); };
        EXPECT_NEAR(penetration_along(in.a, pose_a, in.b, pose_b, -p.normal), p.depth, 1e-12) << seed;
        for (int i = 0; i < 360; i += 30) {
            const Vec2d direction{std::cos(pi * i / 180.0), std::sin(pi * i / 180.0)};
            const double distance = penetration_along(in.a, pose_a, in.b, pose_b, direction);
            EXPECT_GE(distance, p.depth - 1e-12) << seed << " at " << i;
            EXPECT_NEAR(gap(-distance * direction), 0.0, 1e-12) << seed << " at " << i;
            EXPECT_LE(gap(-(distance - 1e-9) * direction), 1e-12) << seed << " at " << i;
        }
    }
    EXPECT_GT(overlapping, 200);
}

}  // namespace
}  // namespace toibox
