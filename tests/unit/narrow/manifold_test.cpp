// SPDX-License-Identifier: MIT
// Manifolds in poses for which the result is easy to derive.
#include "toibox/geometry/hull.h"
#include "toibox/narrow/collide.h"

#include "tests/unit/narrow/contact_margin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::margin;

Manifold collide_cold(const Shape& a, const Shape& b, const Transform& b_in_a,
                      float max_separation = margin) {
    CollideCache cache;
    return collide(a, b, b_in_a, max_separation, cache);
}
Transform at(float x, float y, float angle = 0.0f) {
    return {{x, y}, make_rot(angle)};
}
/// The points sorted by x, then y.
std::vector<ManifoldPoint> sorted(const Manifold& manifold) {
    std::vector<ManifoldPoint> points(manifold.points.begin(), manifold.points.begin() + manifold.count);
    std::ranges::sort(points, {}, [](const ManifoldPoint& p) { return std::pair(p.point.x, p.point.y); });
    return points;
}
void expect_near(Vec2 actual, Vec2 expected, float tolerance = 1e-6f) {
    EXPECT_NEAR(static_cast<double>(actual.x), static_cast<double>(expected.x),
                static_cast<double>(tolerance));
    EXPECT_NEAR(static_cast<double>(actual.y), static_cast<double>(expected.y),
                static_cast<double>(tolerance));
}

// Circles of radius 1 and ½ with centres 1.4 apart: 0.1 deep, with the point midway between x = 0.9 and 1.0.
TEST(Manifold, OfTwoCirclesIsOnTheLineOfCentres) {
    const Manifold m = collide_cold(Circle{{}, 1.0f}, Circle{{}, 0.5f}, at(1.4f, 0.0f));
    ASSERT_EQ(m.count, 1);
    expect_near(m.normal, {1, 0});
    expect_near(m.points[0].point, {0.95f, 0});
    EXPECT_NEAR(static_cast<double>(m.points[0].separation), -0.1, 1e-6);
}

TEST(Manifold, OfCoincidentCirclesPointsUp) {
    const Manifold m = collide_cold(Circle{{}, 1.0f}, Circle{{}, 0.5f}, at(0, 0));
    ASSERT_EQ(m.count, 1);
    EXPECT_EQ(m.normal, (Vec2{0, 1}));
    EXPECT_EQ(m.points[0].separation, -1.5f);
}

// A unit box is 1 cm deep in a 10 × 1 ground: two points at the lower corners, midway between the surfaces.
TEST(Manifold, OfABoxOnTheGroundHasItsLowerCorners) {
    const Manifold m = collide_cold(make_box({5, 0.5f}), make_box({0.5f, 0.5f}), at(1, 0.99f));
    ASSERT_EQ(m.count, 2);
    expect_near(m.normal, {0, 1});
    const auto points = sorted(m);
    expect_near(points[0].point, {0.5f, 0.495f});
    expect_near(points[1].point, {1.5f, 0.495f});
    for (const ManifoldPoint& p : points) {
        EXPECT_NEAR(static_cast<double>(p.separation), -0.01, 1e-6);
        EXPECT_EQ(p.id.clip, FeatureId::Clip::None);
        EXPECT_FALSE(p.id.reference_is_b);
    }
}

// The box overhangs the right end of the ground by half its width: the right point is clipped there.
TEST(Manifold, OfAnOverhangingBoxIsClippedAtTheEdge) {
    const Manifold m = collide_cold(make_box({5, 0.5f}), make_box({0.5f, 0.5f}), at(5, 0.99f));
    ASSERT_EQ(m.count, 2);
    const auto points = sorted(m);
    expect_near(points[0].point, {4.5f, 0.495f});
    expect_near(points[1].point, {5.0f, 0.495f});
    EXPECT_EQ(points[0].id.clip, FeatureId::Clip::None);
    EXPECT_NE(points[1].id.clip, FeatureId::Clip::None);
}

// The margin is 2 cm: points 1 cm above the ground, none 3 cm above.
TEST(Manifold, HasSpeculativePointsUpToTheMargin) {
    const Manifold near_manifold = collide_cold(make_box({5, 0.5f}), make_box({0.5f, 0.5f}), at(0, 1.01f));
    ASSERT_EQ(near_manifold.count, 2);
    EXPECT_NEAR(static_cast<double>(near_manifold.points[0].separation), 0.01, 1e-6);
    EXPECT_EQ(collide_cold(make_box({5, 0.5f}), make_box({0.5f, 0.5f}), at(0, 1.03f)).count, 0);
}

// Corner to corner, 0.01 apart in x and y: the separation along face normals is 0.01, the distance 0.01414
// along the diagonal.
TEST(Manifold, OfTwoCornersUsesTheDirectionOfTheDistance) {
    const Manifold m = collide_cold(make_box({0.5f, 0.5f}), make_box({0.5f, 0.5f}), at(1.01f, 1.01f));
    ASSERT_EQ(m.count, 1);
    const float half_root = std::sqrt(0.5f);
    expect_near(m.normal, {half_root, half_root}, 1e-4f);
    EXPECT_NEAR(static_cast<double>(m.points[0].separation), 0.0141421, 1e-6);
    EXPECT_EQ(m.points[0].id.clip, FeatureId::Clip::Vertex);
}

// Corners one micrometre apart: the direction between them is dominated by rounding, so a face normal is
// used.
TEST(Manifold, OfNearlyTouchingCornersUsesAFaceNormal) {
    for (const Vec2 gap : {Vec2{1e-6f, 1e-6f}, Vec2{2e-7f, 1e-6f}, Vec2{1e-6f, 2e-7f}}) {
        const Manifold m =
            collide_cold(make_box({0.5f, 0.5f}), make_box({0.5f, 0.5f}), {Vec2{1, 1} + gap, {}});
        ASSERT_EQ(m.count, 1);
        EXPECT_NEAR(static_cast<double>(m.normal.x * m.normal.y), 0.0, 1e-6);
    }
}

// Rounded boxes with core half size 0.4 and radius 0.1, corner to corner.
TEST(Manifold, OfRoundedCornersEqualsThatOfTheirCircles) {
    const Polygon box = make_box({0.4f, 0.4f}, {}, 0.0f, 0.1f);
    const float offset = 0.8f + 0.1f * std::sqrt(2.0f) - 0.005f;
    const Manifold m = collide_cold(box, box, at(offset, offset));
    ASSERT_EQ(m.count, 1);
    const float half_root = std::sqrt(0.5f);
    expect_near(m.normal, {half_root, half_root}, 1e-5f);
    EXPECT_NEAR(static_cast<double>(m.points[0].separation), -0.005 * std::sqrt(2.0), 1e-6);
}

// Rounded boxes exactly above each other: the corner circles are aligned, but the contact is face on face.
TEST(Manifold, OfAlignedRoundedBoxesHasTwoPoints) {
    const Polygon box = make_box({0.4f, 0.4f}, {}, 0.0f, 0.1f);
    const Manifold m = collide_cold(box, box, at(0, 0.995f));
    ASSERT_EQ(m.count, 2);
    expect_near(m.normal, {0, 1});
    EXPECT_NEAR(static_cast<double>(m.points[0].separation), -0.005, 1e-6);
}

TEST(Manifold, OfCapsulesSideBySideEndToEndAndCrossed) {
    const Capsule capsule{{-1, 0}, {1, 0}, 0.25f};
    const Manifold parallel = collide_cold(capsule, capsule, at(0.5f, 0.49f));
    ASSERT_EQ(parallel.count, 2);
    expect_near(parallel.normal, {0, 1});
    expect_near(sorted(parallel)[0].point, {-0.5f, 0.245f});
    expect_near(sorted(parallel)[1].point, {1.0f, 0.245f});

    const Manifold end = collide_cold(capsule, capsule, at(2.49f, 0));
    ASSERT_EQ(end.count, 1);
    expect_near(end.normal, {1, 0});
    EXPECT_NEAR(static_cast<double>(end.points[0].separation), -0.01, 1e-6);
    EXPECT_EQ(collide_cold(capsule, capsule, at(2.6f, 0)).count, 0);

    // An upright capsule 0.3 to the right of the centre: the depth of the cores is 1 vertically and 0.7
    // sideways.
    const Manifold cross = collide_cold(capsule, capsule, at(0.3f, 0, 1.57079633f));
    ASSERT_GE(cross.count, 1);
    expect_near(cross.normal, {1, 0}, 1e-5f);
    EXPECT_NEAR(static_cast<double>(cross.points[0].separation), -0.7 - 0.5, 1e-5);
}

// A capsule lies on a box and overhangs the end of the box.
TEST(Manifold, OfACapsuleOnABoxIsClipped) {
    const Manifold m = collide_cold(make_box({1, 1}), Capsule{{-1, 0}, {1, 0}, 0.1f}, at(0.5f, 1.09f));
    ASSERT_EQ(m.count, 2);
    expect_near(m.normal, {0, 1});
    expect_near(sorted(m)[0].point, {-0.5f, 0.995f});
    expect_near(sorted(m)[1].point, {1.0f, 0.995f});
}

// A circle above a face, at a corner, and with its centre inside.
TEST(Manifold, OfACircleAndABoxAtFaceCornerAndInside) {
    const Polygon box = make_box({1, 1});
    const Circle circle{{}, 0.5f};
    expect_near(collide_cold(box, circle, at(0.3f, 1.45f)).normal, {0, 1});
    const Manifold corner = collide_cold(box, circle, at(1.3f, 1.39f));
    ASSERT_EQ(corner.count, 1);
    expect_near(corner.normal, normalized(Vec2{0.3f, 0.39f}), 1e-5f);
    const Manifold inside = collide_cold(box, circle, at(0.9f, 0.2f));
    ASSERT_EQ(inside.count, 1);
    expect_near(inside.normal, {1, 0});
    EXPECT_NEAR(static_cast<double>(inside.points[0].separation), -0.6, 1e-6);
}

TEST(Manifold, OfASegmentExistsOnBothSides) {
    Segment segment;
    segment.a = {-2, 0};
    segment.b = {2, 0};
    for (const float direction : {1.0f, -1.0f}) {
        expect_near(collide_cold(segment, Circle{{}, 0.5f}, at(0, direction * 0.49f)).normal, {0, direction});
        expect_near(collide_cold(segment, make_box({0.5f, 0.5f}), at(0, direction * 0.49f)).normal,
                    {0, direction});
        expect_near(collide_cold(segment, Capsule{{-1, 0}, {1, 0}, 0.5f}, at(0, direction * 0.49f)).normal,
                    {0, direction});
    }
    EXPECT_EQ(collide_cold(segment, segment, at(0, 0)).count, 0);
}

// Every pair of shapes in degenerate poses: coincident, rotated in place, exactly touching. Sizes are between
// a micrometre and ten kilometres. Values must be finite, and normals of unit length.
TEST(Manifold, OfDegeneratePosesIsFinite) {
    for (const float size : {1e-6f, 1.0f, 1e4f}) {
        Segment segment;
        segment.a = {-size, 0};
        segment.b = {size, 0};
        const std::vector<Shape> shapes{Circle{{}, size},
                                        Capsule{{-size, 0}, {size, 0}, 0.5f * size},
                                        Capsule{{size, 0}, {size, 0}, 0.5f * size},
                                        segment,
                                        make_box({size, size}),
                                        make_box({size, size}, {}, 0.0f, 0.1f * size),
                                        make_box({size, 1e-4f * size}),
                                        make_regular_polygon(256, size)};
        for (const Shape& a : shapes) {
            for (const Shape& b : shapes) {
                for (const Transform& pose :
                     {at(0, 0), at(0, 0, 1.57079633f), at(size, 0), at(2 * size, 0), at(2 * size, 2 * size),
                      at(0, size, 0.785398163f), at(std::numeric_limits<float>::denorm_min(), 0),
                      at(-1e-30f, 1e-30f)}) {
                    const Manifold m = collide_cold(a, b, pose, 0.1f * size);
                    if (m.count == 0) continue;
                    ASSERT_NEAR(static_cast<double>(length(m.normal)), 1.0, 1e-4) << a.index() << b.index();
                    for (int i = 0; i < m.count; ++i) {
                        const ManifoldPoint& p = m.points[static_cast<std::size_t>(i)];
                        ASSERT_TRUE(is_finite(p.point) && std::isfinite(p.separation))
                            << a.index() << b.index();
                    }
                }
            }
        }
    }
}

// A unit box is beside and above another box, and they share a corner or up to a millimetre of a face. The
// upper box is rotated by 1e-5 rad, so that the far end of its face, a metre away from the lower box, is
// deeper.
TEST(Manifold, OfBoxesThatShareACornerStaysAtThatCorner) {
    const Polygon box = make_box({0.5f, 0.5f});
    for (const float angle : {-1e-5f, 1e-5f}) {
        for (const float overlap : {9e-4f, 5e-4f, 1e-4f, 0.0f, -3e-4f}) {
            CollideCache cache_of_the_top_face;
            static_cast<void>(collide(box, box, at(0.8f, 0.99999f, angle), margin, cache_of_the_top_face));
            for (CollideCache cache : {CollideCache{}, cache_of_the_top_face}) {
                const Manifold m = collide(box, box, at(1.0f - overlap, 0.99999f, angle), margin, cache);
                ASSERT_GT(m.count, 0);
                for (const ManifoldPoint& point : sorted(m)) {
                    const bool is_vertical = std::abs(m.normal.y) > 0.5f;
                    EXPECT_NEAR(is_vertical ? point.point.x : point.point.y, 0.5f, 2e-3f) << overlap;
                }
            }
        }
    }
}

// Slivers are end to end with a gap. Their faces are nearly collinear, so only vertices give the distance.
TEST(Manifold, OfSliversEndToEndIsEmptyAcrossAGap) {
    const Polygon sliver = make_box({1.0f, 1e-4f});
    EXPECT_EQ(collide_cold(sliver, sliver, at(2.5f, 0.00005f)).count, 0);
    const std::array<Vec2, 3> needle{Vec2{0, 0}, Vec2{1, 0.0005f}, Vec2{0, 0.001f}};
    const Polygon tip = make_polygon(needle).value();
    EXPECT_EQ(collide_cold(tip, tip, {{2.5f, 0.001f}, {-1.0f, 0.0f}}).count, 0);
}

}  // namespace
}  // namespace toibox
