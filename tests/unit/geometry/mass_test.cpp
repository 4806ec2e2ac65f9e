// SPDX-License-Identifier: MIT
/// The oracle integrates a fine outline in long double by Green's theorem. Arcs of 4096 chords lose at most
/// 4e-7 of the area of the rounded corners.
#include "toibox/geometry/mass.h"

#include "toibox/geometry/bounds.h"
#include "toibox/geometry/ray_cast.h"

#include "tests/support/generators.h"
#include "tests/support/print.h"
#include "tests/support/shape_oracle.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::AreaMoments;
using testing_support::core_of;
using testing_support::Generator;
using testing_support::length_l;
using testing_support::moments_of;
using testing_support::moved;
using testing_support::outline_of;
using testing_support::to_long;

void expect_mass(const Shape& shape, float density, long double center_tolerance) {
    const MassProperties actual = mass_properties(shape, density);
    const AreaMoments exact = moments_of(outline_of(core_of(shape), 4096));
    const auto rho = static_cast<long double>(density);
    const auto relative = [](float value, long double truth) {
        return std::abs(static_cast<long double>(value) / truth - 1);
    };
    EXPECT_LE(relative(actual.mass, rho * exact.area), 1e-6L) << ::testing::PrintToString(shape);
    EXPECT_LE(relative(actual.inertia, rho * exact.second), 1.5e-6L) << ::testing::PrintToString(shape);
    EXPECT_LE(length_l(to_long(actual.center) - exact.centroid), center_tolerance)
        << ::testing::PrintToString(shape);
}

TEST(MassProperties, MatchAFineOutline) {
    Generator generator(1);
    for (int i = 0; i < 300; ++i) {
        const float scale = generator.magnitude(1e-3f, 100.0f);
        expect_mass(generator.solid_shape(scale), generator.uniform(0.1f, 10.0f),
                    1e-6L * static_cast<long double>(scale));
    }
}

// A small shape far from the origin of its frame. Sums about the origin would lose all digits of the inertia:
// 10 km to 1 cm is twelve orders of magnitude in the second moment.
TEST(MassProperties, AreAccurateFarFromTheOrigin) {
    Generator generator(2);
    for (int i = 0; i < 50; ++i) {
        const Vec2 offset = generator.point(10'000.0f);
        expect_mass(moved(Shape{generator.circle(0.01f)}, offset), 1.0f, 1e-3L);
        expect_mass(moved(Shape{generator.box(1.0f)}, offset), 1.0f, 1e-3L);
    }
}

TEST(MassProperties, MatchTheFormulasForABoxAndADisc) {
    const MassProperties box = mass_properties(make_box({1.0f, 0.5f}, {3.0f, 4.0f}), 2.0f);
    EXPECT_FLOAT_EQ(box.mass, 4.0f);
    EXPECT_FLOAT_EQ(box.inertia, 4.0f * (4.0f + 1.0f) / 12.0f);
    EXPECT_EQ(box.center, (Vec2{3.0f, 4.0f}));
    const MassProperties disc = mass_properties(Circle{.center = {}, .radius = 2.0f}, 1.0f);
    EXPECT_FLOAT_EQ(disc.mass, static_cast<float>(4.0 * pi));
    EXPECT_FLOAT_EQ(disc.inertia, static_cast<float>(8.0 * pi));
}

// A capsule of length 0 is a disc; a segment has no mass.
TEST(MassProperties, SupportDegenerateShapes) {
    const MassProperties disc = mass_properties(Circle{.center = {1, 2}, .radius = 0.5f}, 1.0f);
    const MassProperties capsule = mass_properties(Capsule{.a = {1, 2}, .b = {1, 2}, .radius = 0.5f}, 1.0f);
    EXPECT_FLOAT_EQ(capsule.mass, disc.mass);
    EXPECT_FLOAT_EQ(capsule.inertia, disc.inertia);
    const MassProperties line =
        mass_properties(Segment{.a = {0, 0}, .b = {1, 0}, .ghost_a = {}, .ghost_b = {}}, 1.0f);
    EXPECT_EQ(line.mass, 0.0f);
    EXPECT_EQ(line.inertia, 0.0f);
    EXPECT_EQ(mass_properties(Polygon(), 0.0f).mass, 0.0f);
}

// 100,000 random points in the box: the standard deviation of a fraction p is √(p(1−p)/n) ≈ 0.0016; the
// tolerance is five times that.
TEST(MassProperties, MatchMonteCarloIntegration) {
    Generator generator(3);
    for (int i = 0; i < 6; ++i) {
        const Shape shape = generator.solid_shape(1.0f);
        const Aabb box = compute_aabb(shape, {});
        int inside = 0;
        constexpr int samples = 100'000;
        for (int k = 0; k < samples; ++k) {
            const double x =
                generator.uniform_double(static_cast<double>(box.lower.x), static_cast<double>(box.upper.x));
            const double y =
                generator.uniform_double(static_cast<double>(box.lower.y), static_cast<double>(box.upper.y));
            inside += contains_point(shape, {}, {x, y}) ? 1 : 0;
        }
        const Vec2 size = box.upper - box.lower;
        const double box_area = static_cast<double>(size.x) * static_cast<double>(size.y);
        EXPECT_NEAR(static_cast<double>(mass_properties(shape, 1.0f).mass), box_area * inside / samples,
                    0.008 * box_area)
            << ::testing::PrintToString(shape);
    }
}

// Two halves of a box, compared with the whole box.
TEST(Combined, IsTheSumOfItsParts) {
    const std::vector<MassProperties> parts{mass_properties(make_box({1.0f, 0.5f}, {-1.0f, 0.0f}), 3.0f),
                                            mass_properties(make_box({1.0f, 0.5f}, {1.0f, 0.0f}), 3.0f)};
    const MassProperties whole = mass_properties(make_box({2.0f, 0.5f}), 3.0f);
    const MassProperties sum = combined(parts);
    EXPECT_FLOAT_EQ(sum.mass, whole.mass);
    EXPECT_FLOAT_EQ(sum.inertia, whole.inertia);
    EXPECT_EQ(sum.center, whole.center);
    EXPECT_EQ(combined({}).mass, 0.0f);
}

}  // namespace
}  // namespace toibox
