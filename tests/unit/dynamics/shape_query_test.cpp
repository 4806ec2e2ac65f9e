// SPDX-License-Identifier: MIT
// Casts, overlaps and the nearest shape, against asking every shape in turn, under every broad phase.
#include "toibox/continuous/toi.h"
#include "toibox/geometry/bounds.h"
#include "toibox/narrow/gjk.h"

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

Transformd moved(const ShapeCast& cast, double fraction) {
    Transformd pose = widen(cast.from);
    pose.p += fraction * widen(cast.translation);
    return pose;
}

Sweep along(const ShapeCast& cast) {
    return {.local_center = {},
            .c0 = widen(cast.from.p),
            .c1 = moved(cast, 1.0).p,
            .q0 = widen(cast.from.q),
            .delta_angle = 0.0};
}

/// When another method says that the shape comes within `target` of `other`.
ToiResult asked_otherwise(const World& world, ShapeHandle other, const Shape& shape, const ShapeCast& cast,
                          double target) {
    const ShapeView view = *world.find(other);
    const ConvexProxyBuffer a(view.geometry);
    const ConvexProxyBuffer b(shape);
    const Transformd body_pose = widen(world.find(view.body)->transform());
    const Sweep rest{
        .local_center = {}, .c0 = body_pose.p, .c1 = body_pose.p, .q0 = body_pose.q, .delta_angle = 0.0};
    return time_of_impact(ToiMethod::Certified, {a.proxy(), b.proxy(), rest, along(cast)},
                          {.target = target, .tolerance = 5e-10, .max_iterations = 1000});
}

ShapeCast random_cast(Generator& generator) {
    const Vec2 from = generator.point(10.0f) + Vec2{0, 4};
    const Vec2 to = generator.point(10.0f) + Vec2{0, 4};
    return {.from = {from, make_rot(generator.uniform(-3.0f, 3.0f))},
            .translation = to - from,
            .gap = generator.uniform(0.0f, 1.0f) < 0.5f ? 0.0f : 0.02f};
}

World stirred_world(BroadPhaseKind kind) {
    World world = mixed_world(11, {.broad_phase = kind});
    for (int i = 0; i < 40; ++i)
        world.step(time_step);
    return world;
}

class ShapeQuery : public ::testing::TestWithParam<EnumEntry<BroadPhaseKind>> {};

// The first hit lies at the gap from what it names, and on the way there no shape is nearer than that; where
// nothing is met, certified advancement meets nothing either.
TEST_P(ShapeQuery, CastsStopAtTheFirstOfAllShapes) {
    const World world = stirred_world(GetParam().value);
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
            EXPECT_NEAR(gap_to(world, hit->shape, shape, moved(cast, hit->fraction)), gap, 1e-6);
            EXPECT_NEAR(length(hit->normal), 1.0, 1e-9);
            EXPECT_LT(dot(hit->normal, widen(cast.translation)), 0.0);
        }
        for (const ShapeHandle other : world.shapes()) {
            if (gap_to(world, other, shape, widen(cast.from)) < gap + 1e-6) continue;  // starts within reach
            const double end = hit ? hit->fraction : 1.0;
            for (int k = 0; k <= 40; ++k)
                ASSERT_GE(gap_to(world, other, shape, moved(cast, end * k / 40.0)), gap - 1e-12);
            const ToiResult toi = asked_otherwise(world, other, shape, cast, gap + 1e-9);
            if (!hit) {
                ASSERT_EQ(toi.state, ToiState::Separated) << "shape " << other.index;
            } else {
                ASSERT_GE(toi.t, hit->fraction - 1e-9) << "shape " << other.index;
            }
        }
    }
    EXPECT_GT(hits, 60);
}

// To the bit: the answer names no broad phase.
TEST_P(ShapeQuery, CastsAnswerAlikeUnderEveryBroadPhase) {
    const World world = stirred_world(GetParam().value);
    const World reference = stirred_world(BroadPhaseKind::AllPairs);
    Generator generator(22);
    for (int i = 0; i < 150; ++i) {
        const Shape shape = generator.solid_shape(0.4f);
        const ShapeCast cast = random_cast(generator);
        const auto all_hits = [&](const World& asked) {
            std::vector<ShapeCastHit> hits;
            asked.shape_cast_all(shape, cast, [&](const ShapeCastHit& hit) {
                hits.push_back(hit);
                return true;
            });
            return hits;
        };
        const std::vector<ShapeCastHit> here = all_hits(world);
        const std::vector<ShapeCastHit> there = all_hits(reference);
        ASSERT_EQ(here.size(), there.size()) << "cast " << i << ", seed " << generator.seed;
        for (std::size_t k = 0; k < here.size(); ++k) {
            EXPECT_EQ(here[k].shape, there[k].shape);
            EXPECT_EQ(here[k].fraction, there[k].fraction);
            EXPECT_EQ(here[k].normal, there[k].normal);
            EXPECT_GE(here[k].fraction, here[k > 0 ? k - 1 : 0].fraction);
        }
        const auto closest = world.shape_cast_closest(shape, cast);
        ASSERT_EQ(closest.has_value(), !here.empty());
        if (!closest) continue;
        EXPECT_EQ(closest->shape, here.front().shape);
    }
}

TEST_P(ShapeQuery, OverlapsAgreeWithAskingAll) {
    const World world = stirred_world(GetParam().value);
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

// Outside the distance is GJK's to a small disc; inside, the point's way out is what the answer says.
TEST_P(ShapeQuery, TheNearestShapeAgreesWithAskingAll) {
    const World world = stirred_world(GetParam().value);
    Generator generator(24);
    int inside = 0;
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(::testing::Message() << "point " << i << ", seed " << generator.seed);
        const Vec2 point = generator.point(8.0f) + Vec2{0, 4};
        double least = std::numeric_limits<double>::infinity();
        for (const ShapeHandle other : world.shapes())
            least = std::min(least, 1e-9 + gap_to(world, other, disc(1e-9f), {widen(point), {}}));
        const auto found = world.closest_shape(point, 3.0);
        ASSERT_EQ(found.has_value(), least <= 3.0);
        if (!found) continue;
        EXPECT_NEAR(distance(widen(point), found->point), std::abs(found->distance), 1e-9);
        if (found->distance > 0.0) {
            EXPECT_NEAR(found->distance, least, 1e-8);
        } else {
            ++inside;
            EXPECT_NEAR(least, 1e-9, 1e-12);
            const std::vector<ShapeHandle> covering = world.shapes_at(point);
            EXPECT_TRUE(std::find(covering.begin(), covering.end(), found->shape) != covering.end());
        }
        EXPECT_FALSE(world.closest_shape(point, std::max(0.0, found->distance - 1e-6)) &&
                     found->distance > 0.0);
    }
    EXPECT_GT(inside, 10);
}

INSTANTIATE_TEST_SUITE_P(BroadPhases, ShapeQuery,
                         ::testing::ValuesIn(broad_phase_kinds().begin(), broad_phase_kinds().end()),
                         [](const auto& name) { return pascal_case(name.param.name); });

// A box of 1 m, 3 m above the floor's top, falls by 10 m: its face has 2.5 m to go, and stops 0.1 m before.
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

// Resting on the floor: down is stopped, along and up are free. The same a little inside it.
TEST(ShapeCast, FromContactGoesAlongAndAwayOnly) {
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

// Two discs in the same place: the lower index answers.
TEST(ShapeCast, TiesGoToTheLowerIndex) {
    World world;
    for (int i = 0; i < 3; ++i)
        add_ball(world, {0, 0});
    const auto hit = world.shape_cast_closest(disc(0.5f), {.from = {{-5, 0}, {}}, .translation = {10, 0}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->shape.index, 0u);
    EXPECT_NEAR(hit->fraction, 0.4, 1e-6);
}

// A disc that falls onto a chain's bend at the origin, and an L-shaped notch made of convex pieces.
TEST(ShapeCast, MeetsChainsAndConcaveBodies) {
    World world;
    const BodyHandle body = world.create_body({.type = BodyType::Static});
    world.attach(body, line({-4, 0}, {0, 0}));
    world.attach(body, line({0, 0}, {4, 3}));
    const auto hit = world.shape_cast_closest(disc(1.0f), {.from = {{2, 9}, {}}, .translation = {0, -10}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->shape, world.find(body)->shapes()[1]);
    // 1 m off a slope of 3 in 4: the centre is 1 / (4/5) above it, where it is 1.5 m high.
    EXPECT_NEAR(hit->fraction, (9.0 - 1.5 - 1.25) / 10.0, 1e-6);
    EXPECT_NEAR(hit->normal.x, -0.6, 1e-6);
}

TEST(ShapeCast, RespectsTheMaskAndStops) {
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
    int seen = 0;
    world.shape_cast_all(disc(0.1f), cast, [&](const ShapeCastHit&) { return ++seen < 1; });
    EXPECT_EQ(seen, 1);
}

// A point, however it is written, is a shape without size: it meets the floor's top at y = 0.
TEST(ShapeCast, ShapesOfNoSizeMeetThings) {
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

// From the middle of a box of 2 by 1 every way leads out, also against the normal that the depth goes by; a
// little off the middle, deeper than a look ahead, the way through the middle is barred.
TEST(ShapeCast, LeavesFromTheMiddleEitherWay) {
    World world;
    const BodyHandle body = world.create_body({.type = BodyType::Static});
    (void)world.attach(body, make_box({1.0f, 0.5f}));
    const auto is_free = [&](Vec2 from, Vec2 way) {
        return !world.shape_cast_closest(disc(0.1f), {.from = {from, {}}, .translation = way});
    };
    for (const Vec2 way : {Vec2{0, 3}, {0, -3}, {1, 3}, {-1, -3}})
        EXPECT_TRUE(is_free({0, 0}, way)) << way.x << ", " << way.y;
    EXPECT_TRUE(is_free({0, 0.25f}, {0, 3}));
    EXPECT_FALSE(is_free({0, 0.25f}, {0, -3}));
}

// As for rays: a way of no length, or with a number that is none, meets nothing; a huge one meets what is
// near its beginning.
TEST(ShapeCast, BadInputMeetsNothing) {
    World world;
    add_floor(world);
    const Shape ball = disc(0.5f);
    const auto meets = [&](const ShapeCast& cast) {
        return world.shape_cast_closest(ball, cast).has_value();
    };
    const Transform above{{0, 5}, {}};
    EXPECT_FALSE(meets({.from = above, .translation = {0, 0}}));
    EXPECT_FALSE(meets({.from = above, .translation = {0, not_a_number}}));
    EXPECT_FALSE(meets({.from = above, .translation = {0, -infinite}}));
    EXPECT_FALSE(meets({.from = {{not_a_number, 0}, {}}, .translation = {0, -9}}));
    EXPECT_FALSE(meets({.from = above, .translation = {0, -9}, .gap = not_a_number}));
    EXPECT_FALSE(meets({.from = above, .translation = {0, -9}, .gap = -1}));
    EXPECT_FALSE(meets({.from = {{0, 5}, {0, 0}}, .translation = {0, -9}}));
    EXPECT_FALSE(meets({.from = {{0, 5}, {1e-30f, 0}}, .translation = {0, -9}}));
    EXPECT_FALSE(meets({.from = {{0, 5}, {2, 0}}, .translation = {0, -9}}));
    const auto far = world.shape_cast_closest(ball, {.from = above, .translation = {0, -3e38f}});
    ASSERT_TRUE(far);
    EXPECT_NEAR(far->fraction * 3e38, 4.5, 1e-5);
    EXPECT_FALSE(meets({.from = above, .translation = {0, 3e38f}}));
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

// 0.25 m inside the right side of the box; then 2 m beside the disc.
TEST(ClosestShape, TellsTheWayOutAndTheWayTo) {
    World world;
    const BodyHandle box = add_box(world, {0, 0});
    add_ball(world, {5, 0});
    const auto inside = world.closest_shape({0.25f, 0.1f}, 1.0);
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->shape, world.find(box)->shapes()[0]);
    EXPECT_NEAR(inside->distance, -0.25, 1e-12);
    EXPECT_NEAR(inside->point.x, 0.5, 1e-12);
    EXPECT_EQ(inside->normal, (Vec2d{1, 0}));
    const auto beside = world.closest_shape({5, 2.5f}, 2.0);
    ASSERT_TRUE(beside);
    EXPECT_NEAR(beside->distance, 2.0, 1e-12);
    EXPECT_NEAR(beside->point.y, 0.5, 1e-12);
    EXPECT_FALSE(world.closest_shape({5, 2.5f}, 1.99));
}

// A paused step has moved the fast ball out of its box in the broad phase; the casts find it where it is.
TEST(ShapeCast, SeesBodiesWhereAPausedStepHasPutThem) {
    World world(
        {.gravity = {0, 0}, .continuous = ContinuousPolicy::SubstepAtImpact, .stop_at_each_impact = true});
    const BodyHandle wall = world.create_body({.type = BodyType::Static, .position = {10, 0}});
    world.attach(wall, make_box({0.1f, 4.0f}));
    const BodyHandle ball = add_ball(world, {0, 0}, 0.5f, {.linear_velocity = {900, 0}});
    ASSERT_FALSE(world.step(time_step).complete);
    const Vec2 at = world.find(ball)->position();
    ASSERT_GT(at.x, 9.0f);
    const auto hit = world.shape_cast_closest(disc(0.1f), {.from = {{at.x, 5}, {}}, .translation = {0, -10}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->shape, world.find(ball)->shapes()[0]);
    ASSERT_TRUE(world.closest_shape(at, 0.0));
}

TEST(RayCast, ManyAtOnceAnswerAsOneByOne) {
    const World world = stirred_world(BroadPhaseKind::DynamicTree);
    Generator generator(25);
    std::vector<Ray> rays;
    for (int i = 0; i < 100; ++i)
        rays.push_back({generator.point_double(10.0) + Vec2d{0, 4}, generator.point_double(10.0)});
    std::vector<std::optional<RayCastHit>> hits(rays.size());
    world.ray_cast_closest(rays, hits);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const auto one = world.ray_cast_closest(rays[i]);
        ASSERT_EQ(hits[i].has_value(), one.has_value());
        if (!one) continue;
        EXPECT_EQ(hits[i]->shape, one->shape);
        EXPECT_EQ(hits[i]->hit.fraction, one->hit.fraction);
    }
}

}  // namespace
}  // namespace toibox
