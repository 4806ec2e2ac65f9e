// SPDX-License-Identifier: MIT
// Laws of the manifold of two shapes, on random pairs of all combinations of types except two segments.
#include "tests/property/collision/manifold_cases.h"
#include "tests/support/print.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

namespace toibox {

namespace {

using manifold_cases::distance_to;
using manifold_cases::longest_edge;
using manifold_cases::PlacedShape;
using manifold_cases::signed_separation;
using testing_support::Generator;

constexpr int cases_per_pair = 2000;

class ManifoldLaws : public testing::TestWithParam<std::tuple<ShapeType, ShapeType>> {
protected:
    struct Case {
        Shape a;
        Shape b;
        Transform b_in_a;
        float margin;
    };
    /// Calls check(case) for many random pairs; stops at the first failure.
    template <class Check>
    void for_each_case(Check&& check) {
        const auto [type_a, type_b] = GetParam();
        Generator random(100u + 10u * static_cast<std::uint64_t>(type_a) +
                         static_cast<std::uint64_t>(type_b));
        for (int i = 0; i < cases_per_pair; ++i) {
            const float size_a = random.uniform(0.2f, 1.5f);
            const float size_b = random.uniform(0.2f, 1.5f);
            Case c{.a = manifold_cases::shape_of(type_a, size_a, random),
                   .b = manifold_cases::shape_of(type_b, size_b, random),
                   .b_in_a = {},
                   .margin = 0.02f};
            const float reach = random.uniform(0.0f, 2.5f);
            c.b_in_a = {reach * narrow(random.direction()), random.rotation()};
            if (random.rng.below(2) == 0) c.margin = random.uniform(0.0f, 0.5f);
            check(c);
            if (HasFatalFailure()) FAIL() << "seed " << random.seed << ", case " << i;
        }
    }
};

/// How much worse than the best face a face that hysteresis keeps or prefers may be, plus rounding, metres.
double tolerance(const PlacedShape& a, const PlacedShape& b) {
    const double edge = std::max(longest_edge(a), longest_edge(b));
    return static_cast<double>(tuning::face_hysteresis) * edge + 2e-5;
}

// Compares with the oracle: there is no point if the gap exceeds the margin; otherwise the separation of the
// deepest point is the gap or the depth.
TEST_P(ManifoldLaws, SeparationIsTheGapOrTheDepth) {
    for_each_case([](const auto& c) {
        const PlacedShape a(c.a, {});
        const PlacedShape b(c.b, c.b_in_a);
        const double expected = signed_separation(a, b);
        const double slack = tolerance(a, b);
        CollideCache cache;
        const Manifold manifold = collide(c.a, c.b, c.b_in_a, c.margin, cache);
        if (expected > static_cast<double>(c.margin) + slack) {
            ASSERT_EQ(manifold.count, 0);
        } else if (expected < static_cast<double>(c.margin) - slack) {
            ASSERT_GT(manifold.count, 0);
        }
        if (manifold.count == 0) return;
        float min_separation = manifold.points[0].separation;
        if (manifold.count == 2) min_separation = std::min(min_separation, manifold.points[1].separation);
        ASSERT_NEAR(static_cast<double>(min_separation), expected, slack);
        for (int i = 0; i < manifold.count; ++i) {
            ASSERT_LE(manifold.points[static_cast<std::size_t>(i)].separation, c.margin);
        }
    });
}

// The normal is a unit vector, and the separation along it is the maximum over all directions.
TEST_P(ManifoldLaws, NormalIsTheAxisOfSeparation) {
    for_each_case([](const auto& c) {
        const PlacedShape a(c.a, {});
        const PlacedShape b(c.b, c.b_in_a);
        CollideCache cache;
        const Manifold manifold = collide(c.a, c.b, c.b_in_a, c.margin, cache);
        if (manifold.count == 0) return;
        ASSERT_NEAR(static_cast<double>(length(manifold.normal)), 1.0, 1e-5);
        const oracle::Point n = oracle::exact(widen(manifold.normal));
        const double along =
            static_cast<double>(oracle::separation_along(a.points, b.points, n) - a.radius - b.radius);
        ASSERT_NEAR(along, signed_separation(a, b), tolerance(a, b));
    });
}

// A contact point is at most half the gap or depth from each shape. Along the normal, the deepest point is
// midway between the surfaces of A and B.
TEST_P(ManifoldLaws, PointsAreMidwayBetweenTheSurfaces) {
    for_each_case([](const auto& c) {
        const PlacedShape a(c.a, {});
        const PlacedShape b(c.b, c.b_in_a);
        CollideCache cache;
        const Manifold manifold = collide(c.a, c.b, c.b_in_a, c.margin, cache);
        if (manifold.count == 0) return;
        const double slack = tolerance(a, b);
        const ManifoldPoint* deepest = &manifold.points[0];
        for (int i = 0; i < manifold.count; ++i) {
            const ManifoldPoint& p = manifold.points[static_cast<std::size_t>(i)];
            const double half = 0.5 * std::abs(static_cast<double>(p.separation));
            ASSERT_LE(distance_to(a, p.point), half + slack) << "point " << i;
            ASSERT_LE(distance_to(b, p.point), half + slack) << "point " << i;
            if (p.separation < deepest->separation) deepest = &p;
        }
        const oracle::Point n = oracle::exact(widen(manifold.normal));
        const std::vector<oracle::Point> point{oracle::exact(widen(deepest->point))};
        const double beyond_a = static_cast<double>(oracle::separation_along(a.points, point, n) - a.radius);
        const double before_b = static_cast<double>(oracle::separation_along(point, b.points, n) - b.radius);
        ASSERT_NEAR(beyond_a, before_b, 2.0 * slack);
    });
}

// Two points differ in id and position.
TEST_P(ManifoldLaws, PointsAreDistinct) {
    for_each_case([](const auto& c) {
        CollideCache cache;
        const Manifold manifold = collide(c.a, c.b, c.b_in_a, c.margin, cache);
        if (manifold.count == 2) {
            ASSERT_NE(packed(manifold.points[0].id), packed(manifold.points[1].id));
            ASSERT_GT(distance(manifold.points[0].point, manifold.points[1].point), 1e-6f);
        }
    });
}

/// Whether x and y have the same points in any order, by position, separation and, with `by_id`, id.
bool has_same_points(const Manifold& x, const Manifold& y, bool by_id) {
    if (x.count != y.count) return false;
    for (int i = 0; i < x.count; ++i) {
        const ManifoldPoint& p = x.points[static_cast<std::size_t>(i)];
        bool found = false;
        for (int j = 0; j < y.count; ++j) {
            const ManifoldPoint& q = y.points[static_cast<std::size_t>(j)];
            found |= (!by_id || p.id == q.id) && distance(p.point, q.point) < 1e-4f &&
                     std::abs(p.separation - q.separation) < 1e-5f;
        }
        if (!found) return false;
    }
    return true;
}

// (B, A) gives the manifold of (A, B) with the normal reversed and the ids flipped. Rounding may decide
// between two equally good features, so one case in five hundred may differ.
TEST_P(ManifoldLaws, SwappingTheShapesFlipsTheManifold) {
    int different = 0;
    for_each_case([&](const auto& c) {
        CollideCache cache;
        CollideCache swapped_cache;
        const Manifold manifold = collide(c.a, c.b, c.b_in_a, c.margin, cache);
        const Transform a_in_b = inv_mul(c.b_in_a, Transform{});
        const Manifold swapped = flipped(collide(c.b, c.a, a_in_b, c.margin, swapped_cache), c.b_in_a);
        const bool same =
            has_same_points(manifold, swapped, true) && distance(manifold.normal, swapped.normal) < 1e-3f;
        different += same ? 0 : 1;
    });
    EXPECT_LE(different, cases_per_pair / 500);
}

Shape mirrored(const Shape& shape) {
    const auto flip = [](Vec2 p) { return Vec2{-p.x, p.y}; };
    if (const auto* circle = std::get_if<Circle>(&shape)) return Circle{flip(circle->center), circle->radius};
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return Capsule{flip(capsule->a), flip(capsule->b), capsule->radius};
    }
    if (const auto* segment = std::get_if<Segment>(&shape)) {
        Segment image = *segment;
        image.a = flip(segment->a);
        image.b = flip(segment->b);
        return image;
    }
    const auto& polygon = *std::get_if<Polygon>(&shape);
    std::vector<Vec2> vertices;
    for (const Vec2 v : polygon.vertices())
        vertices.push_back(flip(v));
    return make_polygon(vertices, polygon.radius()).value();
}

// Mirrored shapes have mirrored points and equal separations; only the feature ids differ.
TEST_P(ManifoldLaws, MirrorImageHasTheMirroredManifold) {
    int different = 0;
    for_each_case([&](const auto& c) {
        CollideCache cache;
        CollideCache mirrored_cache;
        const Manifold manifold = collide(c.a, c.b, c.b_in_a, c.margin, cache);
        const Transform pose{{-c.b_in_a.p.x, c.b_in_a.p.y}, inverse(c.b_in_a.q)};
        const Manifold image = collide(mirrored(c.a), mirrored(c.b), pose, c.margin, mirrored_cache);
        Manifold reflected = image;
        for (ManifoldPoint& p : reflected.points)
            p.point.x = -p.point.x;
        const bool same = has_same_points(manifold, reflected, false);
        different += same ? 0 : 1;
    });
    // Ties within the hysteresis are broken by edge index, which the mirror changes. Boxes have many ties.
    EXPECT_LE(different, cases_per_pair / 100);
}

// A cache from another pose of the pair, or even an invalid cache, makes the separation worse by no more than
// the hysteresis.
TEST_P(ManifoldLaws, StaleCacheCostsNoMoreThanTheHysteresis) {
    Generator random(77);
    for_each_case([&](const auto& c) {
        CollideCache cache;
        cache.owner = random.rng.below(2) == 0 ? CollideCache::Owner::A : CollideCache::Owner::B;
        cache.reference = static_cast<std::uint8_t>(random.rng.below(256));
        cache.incident = static_cast<std::uint8_t>(random.rng.below(256));
        if (random.rng.below(2) == 0) cache.reference = static_cast<std::uint8_t>(random.rng.below(4));
        const Manifold manifold = collide(c.a, c.b, c.b_in_a, c.margin, cache);
        const PlacedShape a(c.a, {});
        const PlacedShape b(c.b, c.b_in_a);
        const double expected = signed_separation(a, b);
        if (expected < static_cast<double>(c.margin) - tolerance(a, b)) {
            ASSERT_GT(manifold.count, 0);
        }
        if (manifold.count == 0) return;
        float min_separation = manifold.points[0].separation;
        if (manifold.count == 2) min_separation = std::min(min_separation, manifold.points[1].separation);
        ASSERT_NEAR(static_cast<double>(min_separation), expected, tolerance(a, b));
    });
}

std::vector<std::tuple<ShapeType, ShapeType>> all_pairs() {
    std::vector<std::tuple<ShapeType, ShapeType>> pairs;
    for (int a = 0; a < shape_type_count; ++a) {
        for (int b = 0; b < shape_type_count; ++b) {
            const auto type_a = static_cast<ShapeType>(a);
            const auto type_b = static_cast<ShapeType>(b);
            if (type_a != ShapeType::Segment || type_b != ShapeType::Segment)
                pairs.emplace_back(type_a, type_b);
        }
    }
    return pairs;
}

std::string pair_name(const testing::TestParamInfo<std::tuple<ShapeType, ShapeType>>& info) {
    return testing::PrintToString(std::get<0>(info.param)) + testing::PrintToString(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(EachPair, ManifoldLaws, testing::ValuesIn(all_pairs()), pair_name);

}  // namespace
}  // namespace toibox
