// SPDX-License-Identifier: MIT
// The contract of every bounding volume, checked against shapes and distances in long double.
#include "toibox/geometry/any_bounding_volume.h"

#include "tests/contract/volume_cases.h"
#include "tests/support/distance_oracle.h"
#include "tests/support/print.h"
#include "tests/support/volume_oracle.h"

#include <limits>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::excess;
using testing_support::Generator;
using testing_support::sample_points_of;
using testing_support::Vec2l;
using volume_cases::PointSetShape;

template <class Variant>
struct TypesOf;
template <class... T>
struct TypesOf<std::variant<T...>> {
    using type = testing::Types<T...>;
};
struct VolumeNames {
    template <class V>
    static std::string GetName(int) {
        std::string name(info(V::kind).name);
        std::erase(name, '-');
        return name;
    }
};

template <class V>
class BoundingVolumeContract : public testing::Test {
protected:
    static V around(const PointSetShape& shape) {
        const auto volume = V::around(shape.proxy());
        EXPECT_TRUE(volume.has_value());
        return volume.value_or(V{});
    }
    static void expect_inside(const V& volume, const std::vector<Vec2l>& points) {
        long double max_excess = 0;
        for (const Vec2l p : points)
            max_excess = std::max(max_excess, excess(volume, p));
        EXPECT_EQ(max_excess, 0);
    }
    static long double gap(const PointSetShape& a, const Transformd& pose_a, const PointSetShape& b,
                           const Transformd& pose_b) {
        const auto points_a = oracle::placed(a.proxy(), pose_a, pose_a.p);
        const auto points_b = oracle::placed(b.proxy(), pose_b, pose_a.p);
        return oracle::distance(points_a, points_b).distance - oracle::Real(a.radius) -
               oracle::Real(b.radius);
    }
};
using AllVolumes = TypesOf<AnyBoundingVolume>::type;
TYPED_TEST_SUITE(BoundingVolumeContract, AllVolumes, VolumeNames);

constexpr int case_count = 600;

TYPED_TEST(BoundingVolumeContract, ContainsItsShape) {
    Generator random(1);
    for (int i = 0; i < case_count; ++i) {
        SCOPED_TRACE("seed 1, case " + std::to_string(i));
        const PointSetShape shape = volume_cases::any_shape(random);
        this->expect_inside(this->around(shape), sample_points_of(shape.proxy(), {}));
        if (testing::Test::HasFailure()) return;
    }
}

// Poses as in the engine: float rotations that are not exactly of unit length, near the origin and far from
// it.
TYPED_TEST(BoundingVolumeContract, ContainsItsMovedShape) {
    Generator random(2);
    for (int i = 0; i < case_count; ++i) {
        SCOPED_TRACE("seed 2, case " + std::to_string(i));
        const PointSetShape shape = volume_cases::any_shape(random);
        const Transformd pose = widen(random.transform(random.magnitude(1e-6f, 1e6f)));
        this->expect_inside(moved(this->around(shape), pose), sample_points_of(shape.proxy(), pose));
        if (testing::Test::HasFailure()) return;
    }
}

// A rotation that is not of unit length scales the corners of a rounded shape, but not its radius.
TYPED_TEST(BoundingVolumeContract, KeepsTheRadiusUnderAScaledRotation) {
    Generator random(3);
    for (int i = 0; i < case_count; ++i) {
        SCOPED_TRACE("seed 3, case " + std::to_string(i));
        PointSetShape shape = volume_cases::any_shape(random);
        shape.radius += 0.5 * shape.scale;
        Transformd pose = random.transform_double(1.0);
        const double length = random.uniform_double(0.9995, 1.0005);
        pose.q = {length * pose.q.c, length * pose.q.s};
        this->expect_inside(moved(this->around(shape), pose), sample_points_of(shape.proxy(), pose));
        if (testing::Test::HasFailure()) return;
    }
}

TYPED_TEST(BoundingVolumeContract, MergedContainsBoth) {
    Generator random(4);
    for (int i = 0; i < case_count; ++i) {
        SCOPED_TRACE("seed 4, case " + std::to_string(i));
        const PointSetShape a = volume_cases::any_shape(random);
        PointSetShape b = volume_cases::any_shape(random);
        if (random.rng.below(4) == 0) b = a;
        const TypeParam both = merged(this->around(a), this->around(b));
        this->expect_inside(both, sample_points_of(a.proxy(), {}));
        this->expect_inside(both, sample_points_of(b.proxy(), {}));
        if (testing::Test::HasFailure()) return;
    }
}

// A volume is larger than its shape, so the volume of a shape at the coordinate limit is beyond the limit,
// and moved or merged volumes even more so.
TYPED_TEST(BoundingVolumeContract, MergedContainsBothAtTheCoordinateLimit) {
    constexpr double limit = 1e70;
    const PointSetShape large{.points = {{-limit, -limit}, {limit, -limit}, {limit, limit}, {-limit, limit}},
                              .scale = limit};
    PointSetShape rounded = large;
    rounded.radius = limit;
    PointSetShape narrow = large;
    for (Vec2d& point : narrow.points)
        point.x *= 0.5;
    const Transformd away{{limit, 0.0}, {0.7, 0.7}};
    const auto check_merged_with = [&](const PointSetShape& other, const Transformd& pose) {
        const TypeParam volume = moved(this->around(other), pose);
        for (const TypeParam& both :
             {merged(this->around(narrow), volume), merged(volume, this->around(narrow))}) {
            this->expect_inside(both, sample_points_of(narrow.proxy(), {}));
            this->expect_inside(both, sample_points_of(other.proxy(), pose));
        }
    };
    check_merged_with(large, {});
    check_merged_with(rounded, {});
    check_merged_with(large, away);
    check_merged_with(rounded, away);
}

TYPED_TEST(BoundingVolumeContract, FattenedContainsTheInflatedShape) {
    Generator random(5);
    for (int i = 0; i < case_count; ++i) {
        SCOPED_TRACE("seed 5, case " + std::to_string(i));
        PointSetShape shape = volume_cases::any_shape(random);
        const Transformd pose = widen(random.transform(1.0f));
        const double margin = random.uniform_double(0.0, 1.0) * shape.scale;
        const TypeParam fat = fattened(moved(this->around(shape), pose), margin);
        shape.radius += margin * (1.0 - 1e-15);  // the sum is rounded
        this->expect_inside(fat, sample_points_of(shape.proxy(), pose));
        if (testing::Test::HasFailure()) return;
    }
}

TYPED_TEST(BoundingVolumeContract, NeverSeparatesOverlappingShapes) {
    Generator random(6);
    int overlapping = 0;
    for (int i = 0; i < 4 * case_count; ++i) {
        SCOPED_TRACE("seed 6, case " + std::to_string(i));
        const PointSetShape a = volume_cases::any_shape(random);
        const PointSetShape b = volume_cases::any_shape_like(a, random);
        const Transformd pose_a = widen(random.transform(10.0f));
        Transformd pose_b = widen(random.transform(10.0f));
        pose_b.p = pose_a.p + random.point_double(0.5 * a.scale) + rotate(pose_a.q, a.points[0]) -
                   rotate(pose_b.q, b.points[0]);
        if (this->gap(a, pose_a, b, pose_b) > 0) continue;
        ++overlapping;
        ASSERT_TRUE(overlaps(moved(this->around(a), pose_a), moved(this->around(b), pose_b)));
        ASSERT_TRUE(overlaps(moved(this->around(b), pose_b), moved(this->around(a), pose_a)));
    }
    EXPECT_GT(overlapping, case_count / 2);
}

// Bisection along a line finds the last position of B at which the shapes still touch, to the last bit.
TYPED_TEST(BoundingVolumeContract, NeverSeparatesShapesThatJustTouch) {
    Generator random(7);
    int touching = 0;
    for (int i = 0; i < case_count; ++i) {
        SCOPED_TRACE("seed 7, case " + std::to_string(i));
        const PointSetShape a = volume_cases::any_shape(random);
        const PointSetShape b = volume_cases::any_shape_like(a, random);
        const Transformd pose_a = widen(random.transform(10.0f));
        Transformd near = widen(random.transform(10.0f));
        near.p = pose_a.p + rotate(pose_a.q, a.points[0]) - rotate(near.q, b.points[0]);
        Transformd far = near;
        far.p += (10.0 * a.scale) * random.direction();
        if (this->gap(a, pose_a, b, near) > 0) continue;  // their common point, separated by rounding
        for (int halving = 0; halving < 60; ++halving) {
            Transformd midpoint = near;
            midpoint.p = 0.5 * (near.p + far.p);
            (this->gap(a, pose_a, b, midpoint) > 0 ? far : near) = midpoint;
        }
        ++touching;
        ASSERT_TRUE(overlaps(moved(this->around(a), pose_a), moved(this->around(b), near)));
        ASSERT_TRUE(overlaps(moved(this->around(b), near), moved(this->around(a), pose_a)));
    }
    EXPECT_GT(touching, case_count / 2);
}

TYPED_TEST(BoundingVolumeContract, SeparatesShapesThatAreFarApart) {
    Generator random(8);
    for (int i = 0; i < case_count; ++i) {
        SCOPED_TRACE("seed 8, case " + std::to_string(i));
        const PointSetShape a = volume_cases::any_shape(random);
        const PointSetShape b = volume_cases::any_shape_like(a, random);
        const Transformd pose_a = widen(random.transform(1.0f));
        Transformd pose_b = widen(random.transform(1.0f));
        pose_b.p = pose_a.p + rotate(pose_a.q, a.points[0]) - rotate(pose_b.q, b.points[0]) +
                   (30.0 * a.scale) * random.direction();
        ASSERT_FALSE(overlaps(moved(this->around(a), pose_a), moved(this->around(b), pose_b)));
    }
}

TYPED_TEST(BoundingVolumeContract, RejectsInvalidShapes) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(TypeParam::around({}).has_value());
    for (const double bad : {nan, infinity, -infinity, 1e71}) {
        for (const std::vector<Vec2d>& points : {std::vector<Vec2d>{{bad, 0.0}},
                                                 {{0.0, bad}},
                                                 {{0.0, 0.0}, {1.0, 0.0}, {bad, 1.0}},
                                                 {{0.0, 0.0}, {1.0, 0.0}, {1e9, bad}}}) {
            EXPECT_FALSE(TypeParam::around({.points = points}).has_value()) << bad;
        }
    }
    const std::vector<Vec2d> point{{1.0, 2.0}};
    for (const double bad : {nan, infinity, -infinity, -1.0})
        EXPECT_FALSE(TypeParam::around({.points = point, .radius = bad}).has_value()) << bad;
    EXPECT_TRUE(TypeParam::around({.points = point}).has_value());
}

TYPED_TEST(BoundingVolumeContract, IsListedInTheTable) {
    const std::vector<Vec2d> point{{1.0, 2.0}};
    const auto volume = bounding_volume(TypeParam::kind, {.points = point});
    ASSERT_TRUE(volume.has_value());
    EXPECT_TRUE(std::holds_alternative<TypeParam>(*volume));
    EXPECT_EQ(kind_of(*volume), TypeParam::kind);
    EXPECT_EQ(info(TypeParam::kind).kind, TypeParam::kind);
    EXPECT_FALSE(bounding_volume(TypeParam::kind, {}).has_value());
}

TEST(BoundingVolumes, AreListedInEnumOrder) {
    ASSERT_EQ(bounding_volume_kinds().size(), std::variant_size_v<AnyBoundingVolume>);
    std::size_t i = 0;
    for (const BoundingVolumeInfo& row : bounding_volume_kinds()) {
        EXPECT_EQ(static_cast<std::size_t>(row.kind), i++);
        EXPECT_FALSE(row.name.empty() || row.label.empty() || row.summary.empty());
    }
}

}  // namespace
}  // namespace toibox
