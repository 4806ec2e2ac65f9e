// SPDX-License-Identifier: MIT

#include "toibox/narrow/separating_axes.h"

#include "toibox/narrow/gjk.h"

#include "tests/property/gjk_cases.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace toibox {
namespace {

constexpr int cases_per_kind = 150;

struct Question {
    gjk_cases::Case c;
    double radius_a = 0.0;
    double radius_b = 0.0;

    [[nodiscard]] ConvexProxy a() const { return {c.a, radius_a}; }
    [[nodiscard]] ConvexProxy b() const { return {c.b, radius_b}; }
    [[nodiscard]] SatSeparation ask() const { return separating_axes(a(), c.pose_a, b(), c.pose_b); }
    [[nodiscard]] SatSeparation ask(TraceRecorder<SatAxis>& trace) const {
        return separating_axes(a(), c.pose_a, b(), c.pose_b, trace);
    }
    [[nodiscard]] std::vector<oracle::Point> placed_a() const {
        return oracle::placed(a(), c.pose_a, c.pose_a.p);
    }
    [[nodiscard]] std::vector<oracle::Point> placed_b() const {
        return oracle::placed(b(), c.pose_b, c.pose_a.p);
    }
    /// Coordinates are taken from the world's origin, so that is what rounding is a share of.
    [[nodiscard]] double rounding() const {
        return 1e-14 * (static_cast<double>(oracle::extent(a(), c.pose_a, b(), c.pose_b)) +
                        length(c.pose_a.p) + length(c.pose_b.p));
    }
};

template <class Check>
void for_each_question(Check&& check) {
    for (const gjk_cases::KindInfo& kind : gjk_cases::kinds) {
        for (std::uint64_t seed = 0; seed < cases_per_kind; ++seed) {
            SCOPED_TRACE(testing::Message() << kind.name << ", seed " << seed);
            gjk_cases::Random random(seed);
            Question question{gjk_cases::make(kind.kind, random)};
            if (seed % 2 == 1) {
                question.radius_a = random.uniform(0.0, 0.5);
                question.radius_b = random.uniform(0.0, 0.5);
            }
            check(question);
        }
    }
}

// Distance and depth by brute force in long double over all pairs of vertex and edge.
TEST(SeparatingAxes, TellTheDistanceOrTheDepth) {
    for_each_question([](const Question& question) {
        const oracle::Distance truth = oracle::distance(question.placed_a(), question.placed_b());
        const double cores = static_cast<double>(truth.distance - truth.depth);
        const SatSeparation answer = question.ask();
        EXPECT_NEAR(answer.separation, cores - question.radius_a - question.radius_b, question.rounding());
    });
}

// What each axis covers, against every vertex of both shapes; the best axis is the last that was better.
TEST(SeparatingAxes, ShowWhatTheShapesCover) {
    for_each_question([](const Question& question) {
        TraceRecorder<SatAxis> trace;
        const SatSeparation answer = question.ask(trace);
        ASSERT_EQ(static_cast<int>(trace.events.size()), answer.tried);
        const SatAxis* best = nullptr;
        for (const SatAxis& axis : trace.events) {
            const oracle::Point n = oracle::exact(axis.direction);
            EXPECT_NEAR(length(axis.direction), 1.0, 1e-15);
            const auto covers = [&](const std::vector<oracle::Point>& points, double radius, double low,
                                    double high) {
                const auto along = [&](const oracle::Point& p) { return oracle::dot(n, p); };
                const auto [first, last] = std::ranges::minmax_element(points, {}, along);
                EXPECT_NEAR(static_cast<double>(along(*first)) - radius, low, question.rounding());
                EXPECT_NEAR(static_cast<double>(along(*last)) + radius, high, question.rounding());
            };
            covers(question.placed_a(), question.radius_a, axis.low_a, axis.high_a);
            covers(question.placed_b(), question.radius_b, axis.low_b, axis.high_b);
            EXPECT_NEAR(axis.separation, axis.low_b - axis.high_a, 2.0 * question.rounding());
            EXPECT_EQ(axis.better, best == nullptr || axis.separation > best->separation);
            if (axis.better) best = &axis;
        }
        if (best == nullptr) return;
        EXPECT_EQ(best->separation, answer.separation);
        EXPECT_EQ(best->direction, answer.normal);
        EXPECT_EQ(best->kind, answer.kind);
        EXPECT_EQ(best->index, answer.index);
        EXPECT_EQ(best->support, answer.support);
    });
}

TEST(SeparatingAxes, AreTheSameWatchedAndUnwatched) {
    for_each_question([](const Question& question) {
        TraceRecorder<SatAxis> trace;
        const SatSeparation watched = question.ask(trace);
        const SatSeparation unwatched = question.ask();
        EXPECT_EQ(watched.separation, unwatched.separation);
        EXPECT_EQ(watched.normal, unwatched.normal);
        EXPECT_EQ(watched.tried, unwatched.tried);
    });
}

// Two discs have no faces: the line through their centres is the one axis, unless they coincide.
TEST(SeparatingAxes, OfDiscsAreTheLineBetweenThem) {
    const Vec2d point{};
    const ConvexProxy a{{&point, 1}, 0.3};
    const ConvexProxy b{{&point, 1}, 0.2};
    const SatSeparation apart = separating_axes(a, {}, b, {{0.6, 0.8}, {}});
    EXPECT_NEAR(apart.separation, 0.5, 1e-15);
    EXPECT_EQ(apart.kind, SatAxis::Kind::Vertices);
    EXPECT_EQ(apart.tried, 1);
    const SatSeparation same = separating_axes(a, {}, b, {});
    EXPECT_EQ(same.tried, 0);
    EXPECT_EQ(same.separation, -0.5);
    EXPECT_EQ(same.normal, Vec2d{});
}

// A disc beyond the corner of a unit box, at 45°: the faces see 0.1 m, the corner 0.1·√2.
TEST(SeparatingAxes, KnowCorners) {
    const std::vector<Vec2d> box{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const Vec2d point{};
    TraceRecorder<SatAxis> trace;
    const SatSeparation answer =
        separating_axes({box, 0.0}, {}, {{&point, 1}, 0.05}, {{0.6, 0.6}, {}}, trace);
    EXPECT_EQ(answer.kind, SatAxis::Kind::Vertices);
    EXPECT_EQ(answer.index, 2);
    EXPECT_NEAR(answer.separation, 0.1 * std::sqrt(2.0) - 0.05, 1e-15);
    ASSERT_EQ(trace.events.size(), 5u);
    EXPECT_NEAR(trace.events[1].separation, 0.05, 1e-15);
}

}  // namespace
}  // namespace toibox
