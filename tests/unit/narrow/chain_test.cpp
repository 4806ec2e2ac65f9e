// SPDX-License-Identifier: MIT
// Chain segments with ghost vertices: bodies slide over the vertices between segments as over one surface.
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

struct ChainContacts {
    int points = 0;
    float max_normal_error = 0.0f;  ///< Maximum distance of a normal from the expected one.
};
/// Collides the shape with all segments; `a_is_chain` selects the order of the arguments.
ChainContacts collide_with_chain(const std::vector<Segment>& chain, const Shape& shape, const Transform& pose,
                                 Vec2 expected, bool a_is_chain) {
    ChainContacts result;
    for (const Segment& segment : chain) {
        CollideCache cache;
        const Manifold m = a_is_chain ? collide(segment, shape, pose, margin, cache)
                                      : collide(shape, segment, inv_mul(pose, Transform{}), margin, cache);
        if (m.count == 0) continue;
        const Vec2 normal = a_is_chain ? m.normal : -rotate(pose.q, m.normal);
        const float normal_error = distance(normal, expected);
        result.max_normal_error =
            normal_error > result.max_normal_error ? normal_error : result.max_normal_error;
        result.points += m.count;
    }
    return result;
}

// A flat floor of segments of 1 m; each shape slides along it, above and below, 4 mm deep. Every normal must
// be the normal of the floor.
TEST(Chain, FlatFloorHasOneNormal) {
    std::vector<Vec2> points;
    for (int i = -4; i <= 4; ++i)
        points.push_back({static_cast<float>(i), 0.0f});
    const std::vector<Segment> floor = chain_through(points);
    for (const Shape& shape : sliders()) {
        for (const float side : {1.0f, -1.0f}) {
            for (int step = -2500; step <= 2500; ++step) {
                const Transform pose{{0.001f * static_cast<float>(step), side * 0.496f}, {}};
                const ChainContacts contacts =
                    collide_with_chain(floor, shape, pose, {0, side}, step % 2 == 0);
                ASSERT_GE(contacts.points, 1) << "shape " << shape.index() << " at " << pose.p.x;
                ASSERT_LT(contacts.max_normal_error, 1e-3f)
                    << "shape " << shape.index() << " at " << pose.p.x;
            }
        }
    }
}

// Negative control of FlatFloorHasOneNormal: the same floor without ghost vertices.
TEST(Chain, SegmentsWithoutGhostsCauseGhostCollisions) {
    std::vector<Segment> tiles;
    for (int i = -4; i < 4; ++i) {
        Segment tile;
        tile.a = {static_cast<float>(i), 0};
        tile.b = {static_cast<float>(i + 1), 0};
        tiles.push_back(tile);
    }
    float max_error = 0.0f;
    for (int step = -500; step <= 500; ++step) {
        const Transform pose{{0.001f * static_cast<float>(step), 0.496f}, {}};
        const ChainContacts contacts = collide_with_chain(tiles, make_box({0.5f, 0.5f}), pose, {0, 1}, true);
        max_error = contacts.max_normal_error > max_error ? contacts.max_normal_error : max_error;
    }
    EXPECT_GT(max_error, 0.5f);
}

// A roof with slopes of 45° and its ridge at the origin. A circle above the ridge has a vertical normal. A
// circle above one slope has the normal of that slope and no contact with the other slope.
TEST(Chain, CircleOnARidgeHasAVerticalNormal) {
    const std::vector<Vec2> points{{-2, -2}, {0, 0}, {2, -2}};
    const std::vector<Segment> roof = chain_through(points);
    const Circle circle{{}, 0.5f};
    EXPECT_LT(collide_with_chain(roof, circle, {{0, 0.495f}, {}}, {0, 1}, true).max_normal_error, 1e-5f);
    EXPECT_GE(collide_with_chain(roof, circle, {{0, 0.495f}, {}}, {0, 1}, true).points, 1);
    const Vec2 slope = normalized(Vec2{1, 1});
    const ChainContacts contacts =
        collide_with_chain(roof, circle, {Vec2{0.1f, -0.1f} + 0.495f * slope, {}}, slope, true);
    EXPECT_EQ(contacts.points, 1);
    EXPECT_LT(contacts.max_normal_error, 1e-5f);
}

// A box rests on the ridge with its lower face. The contact normal is the normal of this face, although
// neither slope has this normal.
TEST(Chain, RidgeCarriesABoxOnItsFace) {
    const std::vector<Vec2> points{{-2, -2}, {0, 0}, {2, -2}};
    const ChainContacts contacts =
        collide_with_chain(chain_through(points), make_box({0.5f, 0.5f}), {{0.1f, 0.495f}, {}}, {0, 1}, true);
    EXPECT_GE(contacts.points, 1);
    EXPECT_LT(contacts.max_normal_error, 1e-5f);
}

// A circle in a valley touches both slopes along their normals, but not the corner.
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
        const Vec2 direction = normalized(segment.b - segment.a);
        ASSERT_EQ(m.count, 1);
        EXPECT_NEAR(static_cast<double>(dot(m.normal, direction)), 0.0, 1e-6);
    }
    EXPECT_EQ(contacts, 2);
    // Right of the corner the end of the left segment is the nearest feature, but must not collide.
    const std::vector<Vec2> bent{{-2, 0}, {0, 0}, {2, 2}};
    const std::vector<Segment> ramp = chain_through(bent);
    CollideCache cache;
    EXPECT_EQ(collide(ramp[0], circle, {{0.1f, 0.49f}, {}}, margin, cache).count, 0);
}

// A crate leans by 0.02 rad towards a step of 0.5 m, 5 mm from the edge of the step. The crate reaches far
// below the line of the upper segment, but must not collide with this segment.
TEST(Chain, StepDoesNotLiftABodyBesideIt) {
    const std::vector<Vec2> points{{-10, 0}, {0, 0}, {0, 0.5f}, {10, 0.5f}};
    const std::vector<Segment> step = chain_through(points);
    const Transform pose{{-0.513f, 0.9f}, make_rot(0.02f)};
    CollideCache cache;
    EXPECT_EQ(collide(step[2], make_box({0.5f, 0.75f}), pose, margin, cache).count, 0);
}

// The crate overlaps the step by 20 mm: the wall and the edge push it back, and no contact is deeper than the
// overlap.
TEST(Chain, StepPushesBackAnOverlappingBody) {
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

// A free end has no neighbour and collides from any side.
TEST(Chain, FreeEndCollidesLikeASegment) {
    const std::vector<Vec2> points{{0, 0}, {1, 0}, {2, 0}};
    CollideCache cache;
    const Manifold m = collide(chain_through(points)[0], Circle{{}, 0.5f}, {{-0.49f, 0}, {}}, margin, cache);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(static_cast<double>(m.normal.x), -1.0, 1e-6);
}

}  // namespace
}  // namespace toibox
