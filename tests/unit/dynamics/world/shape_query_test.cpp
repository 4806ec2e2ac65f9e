// SPDX-License-Identifier: MIT
// Shape casts, overlap queries and closest shapes against brute force, under every broad phase.
#include "toibox/geometry/bounds.h"
#include "toibox/narrow/gjk.h"
#include "toibox/toi/toi.h"

#include "tests/support/worlds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

double gap_to(const World& world, ShapeHandle other, const Shape& shape, const Transformd& pose) {
    const ShapeView view = *world.find(other);
    const ConvexProxyBuffer a(view.geometry);
    const ConvexProxyBuffer b(shape);
    return gjk_distance(a.proxy(), widen(world.find(view.body)->transform()), b.proxy(), pose).distance;
}

Transformd pose_at(const ShapeCast& cast, double fraction) {
    Transformd pose = widen(cast.from);
    pose.p += fraction * widen(cast.translation);
    return pose;
}

Sweep sweep_of(const ShapeCast& cast) {
    return {.local_center = {},
            .c0 = widen(cast.from.p),
            .c1 = pose_at(cast, 1.0).p,
            .q0 = widen(cast.from.q),
            .delta_angle = 0.0};
}

/// Time of impact of the cast with `other` by certified advancement, independent of the world query.
ToiResult certified_time_of_impact(const World& world, ShapeHandle other, const Shape& shape,
                                   const ShapeCast& cast, double target) {
    const ShapeView view = *world.find(other);
    const ConvexProxyBuffer a(view.geometry);
    const ConvexProxyBuffer b(shape);
    const Transformd body_pose = widen(world.find(view.body)->transform());
    const Sweep body_sweep{
        .local_center = {}, .c0 = body_pose.p, .c1 = body_pose.p, .q0 = body_pose.q, .delta_angle = 0.0};
    return time_of_impact(ToiMethod::Certified, {a.proxy(), b.proxy(), body_sweep, sweep_of(cast)},
                          {.target = target, .tolerance = 5e-10, .max_iterations = 1000});
}

ShapeCast random_cast(Generator& generator) {
    const Vec2 from = generator.point(10.0f) + Vec2{0, 4};
    const Vec2 to = generator.point(10.0f) + Vec2{0, 4};
    return {.from = {from, make_rot(generator.uniform(-3.0f, 3.0f))},
            .translation = to - from,
            .gap = generator.uniform(0.0f, 1.0f) < 0.5f ? 0.0f : 0.02f};
}

World stepped_mixed_world(BroadPhaseKind kind) {
    World world = mixed_world(11, {.broad_phase = kind});
    for (int i = 0; i < 40; ++i)
        world.step(time_step);
    return world;
}

class ShapeQuery : public ::testing::TestWithParam<EnumEntry<BroadPhaseKind>> {};

// The cast ends at distance `gap` from the hit shape and comes no nearer to any shape on its way. Certified
// advancement finds no earlier hit. Shapes within `gap` of the start are skipped.
TEST_P(ShapeQuery, CastsStopAtTheFirstOfAllShapes) {
    const World world = stepped_mixed_world(GetParam().value);
    Generator generator(21);
    int hits = 0;
    for (int i = 0; i < 150; ++i) {
        SCOPED_TRACE(::testing::Message() << "cast " << i << ", seed " << generator.seed);
        const Shape shape = generator.solid_shape(0.4f);
        const ShapeCast cast = random_cast(generator);
        const auto hit = world.shape_cast_closest(shape, cast);
        const double gap = static_cast<double>(cast.gap);
        if (hit && hit->fraction > 0.0) {
            ++hits;
            EXPECT_NEAR(gap_to(world, hit->shape, shape, pose_at(cast, hit->fraction)), gap, 1e-6);
            EXPECT_NEAR(length(hit->normal), 1.0, 1e-9);
            EXPECT_LT(dot(hit->normal, widen(cast.translation)), 0.0);
        }
        for (const ShapeHandle other : world.shapes()) {
            if (gap_to(world, other, shape, widen(cast.from)) < gap + 1e-6) continue;
            const double end = hit ? hit->fraction : 1.0;
            for (int k = 0; k <= 40; ++k)
                ASSERT_GE(gap_to(world, other, shape, pose_at(cast, end * k / 40.0)), gap - 1e-12);
            const ToiResult toi = certified_time_of_impact(world, other, shape, cast, gap + 1e-9);
            if (!hit) {
                ASSERT_EQ(toi.state, ToiState::Separated) << "shape " << other.index;
            } else {
                ASSERT_GE(toi.t, hit->fraction - 1e-9) << "shape " << other.index;
            }
        }
    }
    EXPECT_GT(hits, 60);
}

// The hits are bit-identical to those with the all-pairs broad phase and ascend in fraction, and the closest
// hit is the first.
TEST_P(ShapeQuery, CastsDoNotDependOnTheBroadPhase) {
    const World world = stepped_mixed_world(GetParam().value);
    const World reference = stepped_mixed_world(BroadPhaseKind::AllPairs);
    Generator generator(22);
    for (int i = 0; i < 150; ++i) {
        const Shape shape = generator.solid_shape(0.4f);
        const ShapeCast cast = random_cast(generator);
        const auto all_hits = [&](const World& queried) {
            std::vector<ShapeCastHit> hits;
            queried.shape_cast_all(shape, cast, [&](const ShapeCastHit& hit) {
                hits.push_back(hit);
                return true;
            });
            return hits;
        };
        const std::vector<ShapeCastHit> actual = all_hits(world);
        const std::vector<ShapeCastHit> expected_hits = all_hits(reference);
        ASSERT_EQ(actual.size(), expected_hits.size()) << "cast " << i << ", seed " << generator.seed;
        for (std::size_t k = 0; k < actual.size(); ++k) {
            EXPECT_EQ(actual[k].shape, expected_hits[k].shape);
            EXPECT_EQ(actual[k].fraction, expected_hits[k].fraction);
            EXPECT_EQ(actual[k].normal, expected_hits[k].normal);
            EXPECT_GE(actual[k].fraction, actual[k > 0 ? k - 1 : 0].fraction);
        }
        const auto closest = world.shape_cast_closest(shape, cast);
        ASSERT_EQ(closest.has_value(), !actual.empty());
        if (!closest) continue;
        EXPECT_EQ(closest->shape, actual.front().shape);
    }
}

TEST_P(ShapeQuery, OverlapsMatchBruteForce) {
    const World world = stepped_mixed_world(GetParam().value);
    Generator generator(23);
    for (int i = 0; i < 200; ++i) {
        const Shape shape = generator.solid_shape(0.8f);
        const Transform pose{generator.point(8.0f) + Vec2{0, 4}, make_rot(generator.uniform(-3.0f, 3.0f))};
        std::vector<ShapeHandle> expected;
        for (const ShapeHandle other : world.shapes()) {
            if (!(gap_to(world, other, shape, widen(pose)) > 0.0)) expected.push_back(other);
        }
        std::vector<ShapeHandle> found;
        world.overlap_shape(shape, pose, [&](ShapeHandle other) {
            found.push_back(other);
            return true;
        });
        ASSERT_EQ(found, expected) << "shape " << i << ", seed " << generator.seed;
    }
}

// Outside all shapes, the distance equals the smallest GJK distance from a tiny disc at the point. Inside, a
// shape that contains the point is returned.
TEST_P(ShapeQuery, ClosestShapeMatchesBruteForce) {
    const World world = stepped_mixed_world(GetParam().value);
    Generator generator(24);
    int inside = 0;
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(::testing::Message() << "point " << i << ", seed " << generator.seed);
        const Vec2 point = generator.point(8.0f) + Vec2{0, 4};
        double min_distance = std::numeric_limits<double>::infinity();
        for (const ShapeHandle other : world.shapes())
            min_distance =
                std::min(min_distance, 1e-9 + gap_to(world, other, disc(1e-9f), {widen(point), {}}));
        const auto found = world.closest_shape(point, 3.0);
        ASSERT_EQ(found.has_value(), min_distance <= 3.0);
        if (!found) continue;
        EXPECT_NEAR(distance(widen(point), found->point), std::abs(found->distance), 1e-9);
        if (found->distance > 0.0) {
            EXPECT_NEAR(found->distance, min_distance, 1e-8);
        } else {
            ++inside;
            EXPECT_NEAR(min_distance, 1e-9, 1e-12);
            const std::vector<ShapeHandle> containing = world.shapes_at(point);
            EXPECT_TRUE(std::find(containing.begin(), containing.end(), found->shape) != containing.end());
        }
        EXPECT_FALSE(world.closest_shape(point, std::max(0.0, found->distance - 1e-6)) &&
                     found->distance > 0.0);
    }
    EXPECT_GT(inside, 10);
}

INSTANTIATE_TEST_SUITE_P(BroadPhases, ShapeQuery,
                         ::testing::ValuesIn(broad_phase_kinds().begin(), broad_phase_kinds().end()),
                         [](const auto& name) { return pascal_case(name.param.name); });

// A box of 1 m, with its centre 3 m above the floor, is cast 10 m down: its face is 2.5 m from the floor.
// With a gap it stops 0.1 m earlier.
TEST(ShapeCast, StopsAtTheGap) {
    World world;
    const BodyHandle floor = add_floor(world);
    const Shape box = make_box({0.5f, 0.5f});
    ShapeCast cast{.from = {{1, 3}, {}}, .translation = {0, -10}};
    auto hit = world.shape_cast_closest(box, cast);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->shape, world.find(floor)->shapes()[0]);
    EXPECT_NEAR(hit->fraction, 0.25, 1e-6);
    EXPECT_NEAR(hit->normal.y, 1.0, 1e-9);
    EXPECT_NEAR(hit->point.y, 0.0, 1e-6);
    cast.gap = 0.1f;
    hit = world.shape_cast_closest(box, cast);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->fraction, 0.24, 1e-6);
    EXPECT_NEAR(hit->distance, 0.1, 1e-6);
}

// A ball touches or slightly overlaps the floor. Casts into the floor hit at fraction 0; casts along the
// floor or away from the floor hit nothing.
TEST(ShapeCast, FromContactIsBlockedOnlyTowardsTheShape) {
    World world;
    add_floor(world);
    const Shape ball = disc(0.5f);
    for (const float y : {0.5f, 0.4f}) {
        const Transform from{{0, y}, {}};
        EXPECT_FALSE(world.shape_cast_closest(ball, {.from = from, .translation = {3, 0}}));
        EXPECT_FALSE(world.shape_cast_closest(ball, {.from = from, .translation = {1, 2}}));
        const auto hit = world.shape_cast_closest(ball, {.from = from, .translation = {3, -0.1f}});
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->fraction, 0.0);
        EXPECT_NEAR(hit->normal.y, 1.0, 1e-9);
        EXPECT_NEAR(hit->distance, static_cast<double>(y) - 0.5, 1e-6);
    }
}

// Of three coincident discs, the shape with the lowest index is hit.
TEST(ShapeCast, TiesGoToTheLowestIndex) {
    World world;
    for (int i = 0; i < 3; ++i)
        add_ball(world, {0, 0});
    const auto hit = world.shape_cast_closest(disc(0.5f), {.from = {{-5, 0}, {}}, .translation = {10, 0}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->shape.index, 0u);
    EXPECT_NEAR(hit->fraction, 0.4, 1e-6);
}

// A disc is cast down onto the sloped one of two segments that meet at the origin.
TEST(ShapeCast, HitsASlopedSegment) {
    World world;
    const BodyHandle body = world.create_body({.type = BodyType::Static});
    world.attach(body, line({-4, 0}, {0, 0}));
    world.attach(body, line({0, 0}, {4, 3}));
    const auto hit = world.shape_cast_closest(disc(1.0f), {.from = {{2, 9}, {}}, .translation = {0, -10}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->shape, world.find(body)->shapes()[1]);
    // The slope is 3 in 4 and 1.5 m high at x = 2. A centre 1 m from the slope is 1 / (4/5) m above it.
    EXPECT_NEAR(hit->fraction, (9.0 - 1.5 - 1.25) / 10.0, 1e-6);
    EXPECT_NEAR(hit->normal.x, -0.6, 1e-6);
}

TEST(ShapeCast, RespectsTheMaskAndTheVisitor) {
    World world;
    const BodyHandle body = world.create_body();
    world.attach(body, disc(0.5f), {.filter = {.category = 2}});
    world.attach(body, disc(0.5f, {3, 0}), {.filter = {.category = 4}});
    ShapeCast cast{.from = {{-5, 0}, {}}, .translation = {20, 0}};
    const auto first = [&](std::uint64_t mask) {
        cast.mask = mask;
        const auto hit = world.shape_cast_closest(disc(0.1f), cast);
        return hit ? hit->shape.index : 99u;
    };
    EXPECT_EQ(first(6), 0u);
    EXPECT_EQ(first(4), 1u);
    EXPECT_EQ(first(8), 99u);
    cast.mask = 6;
    int visited = 0;
    world.shape_cast_all(disc(0.1f), cast, [&](const ShapeCastHit&) { return ++visited < 1; });
    EXPECT_EQ(visited, 1);
}

// Shapes of (nearly) zero size, cast onto the floor at y = 0.
TEST(ShapeCast, PointShapesHitTheFloor) {
    World world;
    add_floor(world);
    const Transform above{{0, 5}, {}};
    for (const Shape& point : {Shape(Circle{.radius = 0.0f}), Shape(Circle{.radius = 1e-30f}),
                               Shape(Circle{.radius = 1e-42f}), Shape(Segment{})}) {
        const auto hit = world.shape_cast_closest(point, {.from = above, .translation = {0, -10}});
        ASSERT_TRUE(hit);
        EXPECT_NEAR(hit->fraction, 0.5, 1e-9);
        EXPECT_NEAR(hit->normal.y, 1.0, 1e-9);
    }
}

// A disc at the centre of a 2 × 1 box may leave upwards and downwards, although one of the two directions
// opposes the penetration normal. Off the centre, a cast that first goes deeper is blocked.
TEST(ShapeCast, LeavesTheCentreOfABoxUpwardsAndDownwards) {
    World world;
    const BodyHandle body = world.create_body({.type = BodyType::Static});
    (void)world.attach(body, make_box({1.0f, 0.5f}));
    const auto is_free = [&](Vec2 from, Vec2 translation) {
        return !world.shape_cast_closest(disc(0.1f), {.from = {from, {}}, .translation = translation});
    };
    for (const Vec2 translation : {Vec2{0, 3}, {0, -3}, {1, 3}, {-1, -3}})
        EXPECT_TRUE(is_free({0, 0}, translation)) << translation.x << ", " << translation.y;
    EXPECT_TRUE(is_free({0, 0.25f}, {0, 3}));
    EXPECT_FALSE(is_free({0, 0.25f}, {0, -3}));
}

// Like rays, casts of length zero or with non-finite values hit nothing. A cast with a huge translation still
// hits a shape near its start.
TEST(ShapeCast, InvalidInputHitsNothing) {
    World world;
    add_floor(world);
    const Shape ball = disc(0.5f);
    const auto hits_anything = [&](const ShapeCast& cast) {
        return world.shape_cast_closest(ball, cast).has_value();
    };
    const Transform above{{0, 5}, {}};
    EXPECT_FALSE(hits_anything({.from = above, .translation = {0, 0}}));
    EXPECT_FALSE(hits_anything({.from = above, .translation = {0, not_a_number}}));
    EXPECT_FALSE(hits_anything({.from = above, .translation = {0, -infinite}}));
    EXPECT_FALSE(hits_anything({.from = {{not_a_number, 0}, {}}, .translation = {0, -9}}));
    EXPECT_FALSE(hits_anything({.from = above, .translation = {0, -9}, .gap = not_a_number}));
    EXPECT_FALSE(hits_anything({.from = above, .translation = {0, -9}, .gap = -1}));
    EXPECT_FALSE(hits_anything({.from = {{0, 5}, {0, 0}}, .translation = {0, -9}}));
    EXPECT_FALSE(hits_anything({.from = {{0, 5}, {1e-30f, 0}}, .translation = {0, -9}}));
    EXPECT_FALSE(hits_anything({.from = {{0, 5}, {2, 0}}, .translation = {0, -9}}));
    const auto far = world.shape_cast_closest(ball, {.from = above, .translation = {0, -3e38f}});
    ASSERT_TRUE(far);
    EXPECT_NEAR(far->fraction * 3e38, 4.5, 1e-5);
    EXPECT_FALSE(hits_anything({.from = above, .translation = {0, 3e38f}}));
    int overlaps = 0;
    const auto count = [&](ShapeHandle) { return ++overlaps > 0; };
    world.overlap_shape(ball, {{not_a_number, 0}, {}}, count);
    world.overlap_shape(ball, {{3e38f, 3e38f}, {}}, count);
    world.overlap_shape(ball, {{0, 0}, {0, 0}}, count);
    EXPECT_EQ(overlaps, 0);
    EXPECT_FALSE(world.closest_shape({not_a_number, 0}, 1.0));
    EXPECT_FALSE(world.closest_shape({0, 5}, -1.0));
    EXPECT_FALSE(world.closest_shape({0, 5}, std::nan("")));
    EXPECT_TRUE(world.closest_shape({0, 5}, std::numeric_limits<double>::infinity()));
    const std::array<Ray, 1> bad{Ray{{0, 5}, {0, std::nan("")}}};
    std::array<std::optional<RayCastHit>, 1> none;
    world.ray_cast_closest(bad, none);
    EXPECT_FALSE(none[0]);
}

// A point 0.25 m inside the right side of a box, and a point 2 m away from a disc.
TEST(ClosestShape, ReportsDepthInsideAndDistanceOutside) {
    World world;
    const BodyHandle box = add_box(world, {0, 0});
    add_ball(world, {5, 0});
    const auto inside = world.closest_shape({0.25f, 0.1f}, 1.0);
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->shape, world.find(box)->shapes()[0]);
    EXPECT_NEAR(inside->distance, -0.25, 1e-12);
    EXPECT_NEAR(inside->point.x, 0.5, 1e-12);
    EXPECT_EQ(inside->normal, (Vec2d{1, 0}));
    const auto outside = world.closest_shape({5, 2.5f}, 2.0);
    ASSERT_TRUE(outside);
    EXPECT_NEAR(outside->distance, 2.0, 1e-12);
    EXPECT_NEAR(outside->point.y, 0.5, 1e-12);
    EXPECT_FALSE(world.closest_shape({5, 2.5f}, 1.99));
}

// A paused step has moved a fast ball out of the fat box that the broad phase stores. Casts must find the
// ball at its new position.
TEST(ShapeCast, FindsBodiesMovedByAPausedStep) {
    World world(
        {.gravity = {0, 0}, .continuous = ContinuousPolicy::SubstepAtImpact, .stop_at_each_impact = true});
    const BodyHandle wall = world.create_body({.type = BodyType::Static, .position = {10, 0}});
    world.attach(wall, make_box({0.1f, 4.0f}));
    const BodyHandle ball = add_ball(world, {0, 0}, 0.5f, {.linear_velocity = {900, 0}});
    ASSERT_FALSE(world.step(time_step).complete);
    const Vec2 ball_position = world.find(ball)->position();
    ASSERT_GT(ball_position.x, 9.0f);
    const auto hit =
        world.shape_cast_closest(disc(0.1f), {.from = {{ball_position.x, 5}, {}}, .translation = {0, -10}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->shape, world.find(ball)->shapes()[0]);
    ASSERT_TRUE(world.closest_shape(ball_position, 0.0));
}

TEST(RayCast, BatchMatchesSingleCasts) {
    const World world = stepped_mixed_world(BroadPhaseKind::DynamicTree);
    Generator generator(25);
    std::vector<Ray> rays;
    for (int i = 0; i < 100; ++i)
        rays.push_back({generator.point_double(10.0) + Vec2d{0, 4}, generator.point_double(10.0)});
    std::vector<std::optional<RayCastHit>> hits(rays.size());
    world.ray_cast_closest(rays, hits);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const auto single_hit = world.ray_cast_closest(rays[i]);
        ASSERT_EQ(hits[i].has_value(), single_hit.has_value());
        if (!single_hit) continue;
        EXPECT_EQ(hits[i]->shape, single_hit->shape);
        EXPECT_EQ(hits[i]->hit.fraction, single_hit->hit.fraction);
    }
}

}  // namespace
}  // namespace toibox
