// SPDX-License-Identifier: MIT
// Warm starting matches contact points by feature id, so ids must be stable while the contact does not
// change.
#include "toibox/geometry/hull.h"
#include "toibox/narrow/collide.h"

#include "tests/support/generators.h"
#include "tests/unit/narrow/contact_margin.h"

#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::margin;
constexpr int steps = 10'000;

std::set<std::uint32_t> ids_of(const Manifold& manifold) {
    std::set<std::uint32_t> ids;
    for (int i = 0; i < manifold.count; ++i)
        ids.insert(packed(manifold.points[static_cast<std::size_t>(i)].id));
    return ids;
}

/// How often the set of ids of a resting pair changes under noise (metres and radians).
int id_changes(const Shape& a, const Shape& b, const Transform& pose, std::uint64_t seed,
               float noise = 1e-6f) {
    testing_support::Generator random(seed);
    CollideCache cache;
    std::set<std::uint32_t> last;
    int changes = 0;
    for (int step = 0; step < steps; ++step) {
        const Transform noisy_pose = {pose.p + random.point(noise),
                                      make_rot(angle_of(pose.q) + random.uniform(-noise, noise))};
        const std::set<std::uint32_t> ids = ids_of(collide(a, b, noisy_pose, margin, cache));
        changes += step > 0 && ids != last ? 1 : 0;
        last = ids;
    }
    EXPECT_EQ(last.size(), 2u);
    return changes;
}

// Each pair rests face on face. Equal shapes are exactly aligned, so that every choice is a tie.
TEST(FeatureIds, OfARestingPairNeverChange) {
    const Polygon box = make_box({0.5f, 0.5f});
    const Polygon ground = make_box({50, 1});
    const Polygon rounded = make_box({0.4f, 0.4f}, {}, 0.0f, 0.1f);
    const Capsule capsule{{-0.5f, 0}, {0.5f, 0}, 0.25f};
    Segment line;
    line.a = {-5, 0};
    line.b = {5, 0};
    EXPECT_EQ(id_changes(ground, box, {{3.0f, 1.499f}, {}}, 1), 0);
    EXPECT_EQ(id_changes(box, ground, {{3.0f, -1.499f}, {}}, 2), 0);
    EXPECT_EQ(id_changes(box, box, {{0.0f, 0.999f}, {}}, 3), 0);
    EXPECT_EQ(id_changes(box, box, {{0.0f, 0.999f}, make_rot(1.57079633f)}, 4), 0);
    EXPECT_EQ(id_changes(box, box, {{0.0f, 0.999f}, {-1, 0}}, 5), 0);
    EXPECT_EQ(id_changes(box, box, {{0.3f, 0.999f}, {}}, 6), 0);
    EXPECT_EQ(id_changes(rounded, rounded, {{0.0f, 0.999f}, {}}, 7), 0);
    EXPECT_EQ(id_changes(capsule, capsule, {{0.0f, 0.499f}, {}}, 8), 0);
    EXPECT_EQ(id_changes(ground, capsule, {{3.0f, 1.249f}, {}}, 9), 0);
    EXPECT_EQ(id_changes(line, box, {{0.0f, 0.499f}, {}}, 10), 0);
    EXPECT_EQ(id_changes(line, capsule, {{0.0f, 0.249f}, {}}, 11), 0);
    // A polygon of 32 sides on one of its vertices: both neighbouring vertices are equally near.
    const Polygon wheel = make_regular_polygon(32, 0.5f);
    EXPECT_EQ(id_changes(ground, wheel, {{3.0f, 1.499f}, make_rot(-1.57079633f)}, 13), 0);
    // A chain segment shorter than the box: its face must be the reference, not the longer face of the box.
    Segment tile = line;
    tile.a = {-0.25f, 0};
    tile.b = {0.25f, 0};
    tile.has_ghost_a = tile.has_ghost_b = true;
    tile.ghost_a = {-1, 0};
    tile.ghost_b = {1, 0};
    EXPECT_EQ(id_changes(tile, box, {{0.1f, 0.499f}, {}}, 14, 1e-4f), 0);
    EXPECT_EQ(id_changes(make_regular_polygon(6, 1.0f), ground, {{0, -1.8655f}, {}}, 12), 0);
}

// A stack of ten boxes with random noise in each pose and step.
TEST(FeatureIds, OfAStackUnderNoiseNeverChange) {
    const Polygon box = make_box({0.5f, 0.5f});
    testing_support::Generator random(99);
    std::vector<CollideCache> caches(9);
    std::vector<std::set<std::uint32_t>> last(9);
    int matched = 0;
    int total = 0;
    for (int step = 0; step < 1000; ++step) {
        std::vector<Transform> poses;
        for (int i = 0; i < 10; ++i) {
            const float y = 0.999f * static_cast<float>(i);
            const Vec2 shift = random.point(1e-5f);
            poses.push_back({Vec2{0, y} + shift, make_rot(random.uniform(-1e-5f, 1e-5f))});
        }
        for (std::size_t i = 0; i < 9; ++i) {
            const auto ids = ids_of(collide(box, box, inv_mul(poses[i], poses[i + 1]), margin, caches[i]));
            for (const std::uint32_t id : ids) {
                ++total;
                matched += step == 0 || last[i].contains(id) ? 1 : 0;
            }
            last[i] = ids;
        }
    }
    EXPECT_EQ(total, 2 * 9 * 1000);
    EXPECT_EQ(matched, total);
}

// A unit box rolls over its corners to the right for one revolution. In each quarter turn only the corner
// that lands gets a new id; the pivot keeps its id.
TEST(FeatureIds, OfARollingBoxChangeOncePerQuarterTurn) {
    const Polygon ground = make_box({20, 1});
    const Polygon box = make_box({0.5f, 0.5f});
    CollideCache cache;
    std::set<std::uint32_t> last;
    int arrivals = 0;
    const int steps_per_quarter = 500;
    for (int step = 0; step <= 4 * steps_per_quarter; ++step) {
        const int quarters_done = step / steps_per_quarter;
        const float angle = -1.57079633f * static_cast<float>(step % steps_per_quarter) /
                            static_cast<float>(steps_per_quarter);
        const Vec2 pivot{0.5f + static_cast<float>(quarters_done), 1.0f};
        const Rot q = make_rot(angle);
        const Vec2 center = pivot + rotate(q, {-0.5f, 0.5f - 1e-4f});
        const Rot orientation = make_rot(angle - 1.57079633f * static_cast<float>(quarters_done));
        const auto ids = ids_of(collide(ground, box, {center, orientation}, margin, cache));
        ASSERT_GE(ids.size(), 1u) << "step " << step;
        for (const std::uint32_t id : ids)
            arrivals += step > 0 && !last.contains(id) ? 1 : 0;
        last = ids;
    }
    EXPECT_EQ(arrivals, 4);
}

// A box slides over the end of the ground. The point at the box's leading corner is replaced once by a
// clipped point with a different id.
TEST(FeatureIds, DistinguishACornerFromAClippedPoint) {
    const Polygon ground = make_box({5, 1});
    const Polygon box = make_box({0.5f, 0.5f});
    CollideCache cache;
    std::set<std::uint32_t> last;
    int arrivals = 0;
    for (int step = 0; step < 1000; ++step) {
        const float x = 4.0f + 0.001f * static_cast<float>(step);
        const auto ids = ids_of(collide(ground, box, {{x, 1.499f}, {}}, margin, cache));
        ASSERT_EQ(ids.size(), 2u);
        for (const std::uint32_t id : ids)
            arrivals += step > 0 && !last.contains(id) ? 1 : 0;
        last = ids;
    }
    EXPECT_EQ(arrivals, 1);
}

TEST(FeatureIds, FlippingTwiceRestoresTheId) {
    for (const auto clip : {FeatureId::Clip::None, FeatureId::Clip::SideStart, FeatureId::Clip::SideEnd,
                            FeatureId::Clip::Vertex}) {
        const FeatureId id{.reference = 3, .incident = 7, .clip = clip};
        EXPECT_NE(flipped(id), id);
        EXPECT_EQ(flipped(flipped(id)), id);
    }
}

}  // namespace
}  // namespace toibox
