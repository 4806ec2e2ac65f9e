// SPDX-License-Identifier: MIT

#include "toibox/narrow/separating_axes.h"

#include "toibox/narrow/gjk.h"

#include "tests/property/collision/gjk_cases.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace toibox {
namespace {

constexpr int cases_per_kind = 150;

struct SatCase {
    gjk_cases::Case c;
    double radius_a = 0.0;
    double radius_b = 0.0;

    [[nodiscard]] ConvexProxy a() const { return {c.a, radius_a}; }
    [[nodiscard]] ConvexProxy b() const { return {c.b, radius_b}; }
    [[nodiscard]] SatSeparation run() const { return separating_axes(a(), c.pose_a, b(), c.pose_b); }
    [[nodiscard]] SatSeparation run(TraceRecorder<SatAxis>& trace) const {
        return separating_axes(a(), c.pose_a, b(), c.pose_b, trace);
    }
    [[nodiscard]] std::vector<oracle::Point> placed_a() const {
        return oracle::placed(a(), c.pose_a, c.pose_a.p);
    }
    [[nodiscard]] std::vector<oracle::Point> placed_b() const {
        return oracle::placed(b(), c.pose_b, c.pose_a.p);
    }
    /// Bound on rounding errors, relative to the distance from the world's origin.
    [[nodiscard]] double rounding() const {
        return 1e-14 * (static_cast<double>(oracle::extent(a(), c.pose_a, b(), c.pose_b)) +
                        length(c.pose_a.p) + length(c.pose_b.p));
    }
};

template <class Check>
void for_each_case(Check&& check) {
    for (const gjk_cases::KindInfo& kind : gjk_cases::kinds) {
        for (std::uint64_t seed = 0; seed < cases_per_kind; ++seed) {
            SCOPED_TRACE(testing::Message() << kind.name << ", seed " << seed);
            gjk_cases::Random random(seed);
            SatCase sat_case{gjk_cases::make(kind.kind, random)};
            if (seed % 2 == 1) {
                sat_case.radius_a = random.uniform(0.0, 0.5);
                sat_case.radius_b = random.uniform(0.0, 0.5);
            }
            check(sat_case);
        }
    }
}

// The oracle computes distance and depth by brute force in long double over all vertex–edge pairs.
TEST(SeparatingAxes, GiveTheDistanceOrTheDepth) {
    for_each_case([](const SatCase& sat_case) {
        const oracle::Distance expected = oracle::distance(sat_case.placed_a(), sat_case.placed_b());
        const double core_separation = static_cast<double>(expected.distance - expected.depth);
        const SatSeparation result = sat_case.run();
        EXPECT_NEAR(result.separation, core_separation - sat_case.radius_a - sat_case.radius_b,
                    sat_case.rounding());
    });
}

// The intervals of each traced axis are compared with the projections of all vertices of both shapes; the
// best axis is the last one marked as better.
TEST(SeparatingAxes, TraceHasTheProjectionsOfTheShapes) {
    for_each_case([](const SatCase& sat_case) {
        TraceRecorder<SatAxis> trace;
        const SatSeparation result = sat_case.run(trace);
        ASSERT_EQ(static_cast<int>(trace.events.size()), result.tried);
        const SatAxis* best = nullptr;
        for (const SatAxis& axis : trace.events) {
            const oracle::Point n = oracle::exact(axis.direction);
            EXPECT_NEAR(length(axis.direction), 1.0, 1e-15);
            const auto expect_interval = [&](const std::vector<oracle::Point>& points, double radius,
                                             double lower, double upper) {
                const auto projection = [&](const oracle::Point& p) { return oracle::dot(n, p); };
                const auto [first, last] = std::ranges::minmax_element(points, {}, projection);
                EXPECT_NEAR(static_cast<double>(projection(*first)) - radius, lower, sat_case.rounding());
                EXPECT_NEAR(static_cast<double>(projection(*last)) + radius, upper, sat_case.rounding());
            };
            expect_interval(sat_case.placed_a(), sat_case.radius_a, axis.low_a, axis.high_a);
            expect_interval(sat_case.placed_b(), sat_case.radius_b, axis.low_b, axis.high_b);
            EXPECT_NEAR(axis.separation, axis.low_b - axis.high_a, 2.0 * sat_case.rounding());
            EXPECT_EQ(axis.better, best == nullptr || axis.separation > best->separation);
            if (axis.better) best = &axis;
        }
        if (best == nullptr) return;
        EXPECT_EQ(best->separation, result.separation);
        EXPECT_EQ(best->direction, result.normal);
        EXPECT_EQ(best->kind, result.kind);
        EXPECT_EQ(best->index, result.index);
        EXPECT_EQ(best->support, result.support);
    });
}

TEST(SeparatingAxes, TracingDoesNotChangeTheResult) {
    for_each_case([](const SatCase& sat_case) {
        TraceRecorder<SatAxis> trace;
        const SatSeparation traced = sat_case.run(trace);
        const SatSeparation untraced = sat_case.run();
        EXPECT_EQ(traced.separation, untraced.separation);
        EXPECT_EQ(traced.normal, untraced.normal);
        EXPECT_EQ(traced.tried, untraced.tried);
    });
}

// Two discs have no faces: the only axis is the line through their centres. There is none if the centres
// coincide.
TEST(SeparatingAxes, OfDiscsAreTheLineOfTheirCentres) {
    const Vec2d point{};
    const ConvexProxy a{{&point, 1}, 0.3};
    const ConvexProxy b{{&point, 1}, 0.2};
    const SatSeparation separated = separating_axes(a, {}, b, {{0.6, 0.8}, {}});
    EXPECT_NEAR(separated.separation, 0.5, 1e-15);
    EXPECT_EQ(separated.kind, SatAxis::Kind::Vertices);
    EXPECT_EQ(separated.tried, 1);
    const SatSeparation coincident = separating_axes(a, {}, b, {});
    EXPECT_EQ(coincident.tried, 0);
    EXPECT_EQ(coincident.separation, -0.5);
    EXPECT_EQ(coincident.normal, Vec2d{});
}

// A disc diagonally beyond the corner of a unit box: the centre is 0.1 m from the lines of the faces and
// 0.1·√2 from the corner.
TEST(SeparatingAxes, IncludeCorners) {
    const std::vector<Vec2d> box{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const Vec2d point{};
    TraceRecorder<SatAxis> trace;
    const SatSeparation result =
        separating_axes({box, 0.0}, {}, {{&point, 1}, 0.05}, {{0.6, 0.6}, {}}, trace);
    EXPECT_EQ(result.kind, SatAxis::Kind::Vertices);
    EXPECT_EQ(result.index, 2);
    EXPECT_NEAR(result.separation, 0.1 * std::sqrt(2.0) - 0.05, 1e-15);
    ASSERT_EQ(trace.events.size(), 5u);
    EXPECT_NEAR(trace.events[1].separation, 0.05, 1e-15);
}

}  // namespace
}  // namespace toibox
