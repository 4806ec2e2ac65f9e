// SPDX-License-Identifier: MIT
// A chain's segments know their neighbours, so a body slides over the joints as over one surface.
#include "toibox/geometry/hull.h"
#include "toibox/narrow/collide.h"

#include "tests/support/chains.h"
#include "tests/unit/narrow/contact_margin.h"

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::chain_through;
using testing_support::margin;

std::vector<Shape> sliders() {
    return {Circle{{}, 0.5f},        Capsule{{-0.3f, 0}, {0.3f, 0}, 0.5f},
            make_box({0.5f, 0.5f}),  make_box({0.4f, 0.4f}, {}, 0.0f, 0.1f),
            make_box({0.05f, 0.5f}), make_regular_polygon(32, 0.5f)};
}

struct Touch {
    int points = 0;
    float worst_lean = 0.0f;  ///< Greatest deviation of a normal from `expected`.
};
/// All manifolds of the shape with the chain's segments; `a_is_chain` exchanges the arguments.
Touch touch(const std::vector<Segment>& chain, const Shape& shape, const Transform& pose, Vec2 expected,
            bool a_is_chain) {
    Touch result;
    for (const Segment& segment : chain) {
        CollideCache cache;
        const Manifold m = a_is_chain ? collide(segment, shape, pose, margin, cache)
                                      : collide(shape, segment, inv_mul(pose, Transform{}), margin, cache);
        if (m.count == 0) continue;
        const Vec2 normal = a_is_chain ? m.normal : -rotate(pose.q, m.normal);
        const float lean = distance(normal, expected);
        result.worst_lean = lean > result.worst_lean ? lean : result.worst_lean;
        result.points += m.count;
    }
    return result;
}

// A flat floor of tiles 1 m long; each shape slides along it, sunk in by 4 mm, above it and below it. Every
// normal is the floor's own. A lone segment's end would push back.
TEST(Chain, FlatFloorHasOneNormal) {
    std::vector<Vec2> points;
    for (int i = -4; i <= 4; ++i)
        points.push_back({static_cast<float>(i), 0.0f});
    const std::vector<Segment> floor = chain_through(points);
    for (const Shape& shape : sliders()) {
        for (const float side : {1.0f, -1.0f}) {
            for (int step = -2500; step <= 2500; ++step) {
                const Transform pose{{0.001f * static_cast<float>(step), side * 0.496f}, {}};
                const Touch t = touch(floor, shape, pose, {0, side}, step % 2 == 0);
                ASSERT_GE(t.points, 1) << "shape " << shape.index() << " at " << pose.p.x;
                ASSERT_LT(t.worst_lean, 1e-3f) << "shape " << shape.index() << " at " << pose.p.x;
            }
        }
    }
}

// The same floor without ghosts does snag: the test above is not empty.
TEST(Chain, LoneSegmentsSnag) {
    std::vector<Segment> tiles;
    for (int i = -4; i < 4; ++i) {
        Segment tile;
        tile.a = {static_cast<float>(i), 0};
        tile.b = {static_cast<float>(i + 1), 0};
        tiles.push_back(tile);
    }
    float worst = 0.0f;
    for (int step = -500; step <= 500; ++step) {
        const Transform pose{{0.001f * static_cast<float>(step), 0.496f}, {}};
        const Touch t = touch(tiles, make_box({0.5f, 0.5f}), pose, {0, 1}, true);
        worst = t.worst_lean > worst ? t.worst_lean : worst;
    }
    EXPECT_GT(worst, 0.5f);
}

// A roof with its ridge at the origin, slopes of 45°. A circle above the ridge touches the ridge, straight
// up; one above a slope gets the slope's normal from that slope and nothing from the other.
TEST(Chain, RidgeGivesTheDirectionOfTheCircle) {
    const std::vector<Vec2> points{{-2, -2}, {0, 0}, {2, -2}};
    const std::vector<Segment> roof = chain_through(points);
    const Circle circle{{}, 0.5f};
    EXPECT_LT(touch(roof, circle, {{0, 0.495f}, {}}, {0, 1}, true).worst_lean, 1e-5f);
    EXPECT_GE(touch(roof, circle, {{0, 0.495f}, {}}, {0, 1}, true).points, 1);
    const Vec2 slope = normalized(Vec2{1, 1});
    const Touch t = touch(roof, circle, {Vec2{0.1f, -0.1f} + 0.495f * slope, {}}, slope, true);
    EXPECT_EQ(t.points, 1);
    EXPECT_LT(t.worst_lean, 1e-5f);
}

// A box that sits flat on the ridge: its own lower face is the contact, straight up, though neither slope's
// normal is.
TEST(Chain, RidgeCarriesABoxOnItsFace) {
    const std::vector<Vec2> points{{-2, -2}, {0, 0}, {2, -2}};
    const Touch t = touch(chain_through(points), make_box({0.5f, 0.5f}), {{0.1f, 0.495f}, {}}, {0, 1}, true);
    EXPECT_GE(t.points, 1);
    EXPECT_LT(t.worst_lean, 1e-5f);
}

// A valley at the origin: a circle in it touches both slopes, each with its own normal, and not the corner.
TEST(Chain, ValleyHasTheNormalsOfItsSlopes) {
    const std::vector<Vec2> points{{-2, 2}, {0, 0}, {2, 2}};
    const std::vector<Segment> valley = chain_through(points);
    const Circle circle{{}, 0.5f};
    const float height = 0.495f * 1.41421356f;
    int contacts = 0;
    for (const Segment& segment : valley) {
        CollideCache cache;
        const Manifold m = collide(segment, circle, {{0, height}, {}}, margin, cache);
        contacts += m.count;
        const Vec2 along = normalized(segment.b - segment.a);
        ASSERT_EQ(m.count, 1);
        EXPECT_NEAR(static_cast<double>(dot(m.normal, along)), 0.0, 1e-6);
    }
    EXPECT_EQ(contacts, 2);
    // Right of the corner but still nearer to the left slope's end than to its face: the left one is silent.
    const std::vector<Vec2> bent{{-2, 0}, {0, 0}, {2, 2}};
    const std::vector<Segment> ramp = chain_through(bent);
    CollideCache cache;
    EXPECT_EQ(collide(ramp[0], circle, {{0.1f, 0.49f}, {}}, margin, cache).count, 0);
}

// A step of 0.5 m. A crate leans towards it by 0.02 rad, 5 mm before its edge: the upper face, behind whose
// line the crate lies 0.3 m deep, does not have it.
TEST(Chain, StepDoesNotLiftWhatLeansBesideIt) {
    const std::vector<Vec2> points{{-10, 0}, {0, 0}, {0, 0.5f}, {10, 0.5f}};
    const std::vector<Segment> step = chain_through(points);
    const Transform pose{{-0.513f, 0.9f}, make_rot(0.02f)};
    CollideCache cache;
    EXPECT_EQ(collide(step[2], make_box({0.5f, 0.75f}), pose, margin, cache).count, 0);
}

// The same crate, 20 mm into the step: the wall and the edge both push it back, and no deeper than it is.
TEST(Chain, StepPushesBackWhatLeansIntoIt) {
    const std::vector<Vec2> points{{-10, 0}, {0, 0}, {0, 0.5f}, {10, 0.5f}};
    const Transform pose{{-0.488f, 0.9f}, make_rot(0.02f)};
    const std::vector<Segment> step = chain_through(points);
    int contacts = 0;
    for (const Segment& segment : std::span(step).subspan(1)) {
        CollideCache cache;
        const Manifold m = collide(segment, make_box({0.5f, 0.75f}), pose, margin, cache);
        for (int k = 0; k < m.count; ++k) {
            ++contacts;
            EXPECT_GT(m.points[static_cast<std::size_t>(k)].separation, -0.04f);
        }
        if (m.count == 0) continue;
        EXPECT_NEAR(static_cast<double>(m.normal.x), -1.0, 1e-3);
    }
    EXPECT_GE(contacts, 2);
}

// The chain's free ends have no neighbour: there the end itself is hit, from any side.
TEST(Chain, FreeEndCollidesLikeASegment) {
    const std::vector<Vec2> points{{0, 0}, {1, 0}, {2, 0}};
    CollideCache cache;
    const Manifold m = collide(chain_through(points)[0], Circle{{}, 0.5f}, {{-0.49f, 0}, {}}, margin, cache);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(static_cast<double>(m.normal.x), -1.0, 1e-6);
}

}  // namespace
}  // namespace toibox
