// SPDX-License-Identifier: MIT

// SearchStatistics: distributions of the work of TOI calls.

#include "tests/support/physics.h"

#include <numeric>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

TEST(Distribution, EveryValueIsInTheBinThatStartsAtOrBeforeIt) {
    for (std::uint64_t value = 0; value < 100'000; ++value) {
        const std::uint32_t bin = Distribution::bin_of(value);
        ASSERT_LE(Distribution::first_value(bin), value);
        ASSERT_LT(value, Distribution::first_value(bin + 1));
    }
    EXPECT_EQ(Distribution::bin_of(~std::uint64_t{0}), Distribution::bins - 1);
}

TEST(CallStatistics, KeepsTheFirstPairWithTheMaximum) {
    CallStatistics one;
    one.add(3, {{1, 1}, {2, 1}});
    one.add(7, {{3, 1}, {4, 1}});
    one.add(7, {{5, 1}, {6, 1}});
    CallStatistics other;
    other.add(7, {{7, 1}, {8, 1}});
    one.merge(other);
    one.merge({});
    EXPECT_EQ(one.tally.calls, 4u);
    EXPECT_EQ(one.tally.max, 7u);
    EXPECT_EQ(one.worst_pair.a.index, 3u);
    EXPECT_EQ(one.values.counts[7], 3u);
    one.clear();
    EXPECT_EQ(one.tally.calls, 0u);
    EXPECT_EQ(one.values.counts, Distribution{}.counts);
    CallStatistics zeros;
    zeros.add(0, {{9, 1}, {9, 1}});
    EXPECT_EQ(zeros.worst_pair.a.index, 9u) << "zero is a maximum, too";
}

std::uint64_t total(const Distribution& values) {
    return std::accumulate(values.counts.begin(), values.counts.end(), std::uint64_t{0});
}

/// Sixty fast, spinning boxes in a room.
World spinning_boxes(ToiMethod method, int threads) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    settings.toi = method;
    World world(settings);
    world.set_execution({.threads = threads});
    const BodyHandle walls = world.create_body({.type = BodyType::Static});
    for (const float sign : {-1.0f, 1.0f}) {
        world.attach(walls, make_box({0.01f, 6.0f}, {6.0f * sign, 0.0f}));
        world.attach(walls, make_box({6.0f, 0.01f}, {0.0f, 6.0f * sign}));
    }
    for (int i = 0; i < 60; ++i) {
        const float x = -5.0f + 0.16f * static_cast<float>(i);
        const BodyHandle body = world.create_body(
            {.position = {x, 3.0f}, .linear_velocity = {150.0f, -40.0f * x}, .angular_velocity = 60.0f});
        world.attach(body, make_box({0.08f, 0.05f}));
    }
    return world;
}

// Each distribution has one entry per call and agrees with its tally, for every method and number of threads.
TEST(SearchStatistics, AreCompleteAndTheSameForAnyNumberOfThreads) {
    for (const ToiPromises& method : toi_methods()) {
        World one = spinning_boxes(method.method, 1);
        World three = spinning_boxes(method.method, 3);
        SearchStatistics sum;
        for (int i = 0; i < 8; ++i) {
            const StepReport report = one.step(time_step);
            const SearchStatistics& statistics = report.statistics;
            const SearchStatistics threaded = three.step(time_step).statistics;
            EXPECT_EQ(statistics.outer.tally.calls, report.toi.outer.calls);
            EXPECT_EQ(statistics.root.tally.calls, report.toi.outer.calls);
            EXPECT_EQ(statistics.root.tally.sum, report.toi.root.sum);
            EXPECT_EQ(statistics.gjk.tally.sum, report.gjk.sum);
            EXPECT_EQ(statistics.nanoseconds.tally.calls, 0u) << "no clock";
            for (const auto member :
                 {&SearchStatistics::gjk, &SearchStatistics::outer, &SearchStatistics::root}) {
                const CallStatistics& calls = statistics.*member;
                EXPECT_EQ(total(calls.values), calls.tally.calls) << method.name;
                EXPECT_EQ(calls.values.counts, (threaded.*member).values.counts) << method.name;
                EXPECT_EQ(calls.worst_pair.a, (threaded.*member).worst_pair.a) << method.name;
            }
            sum.merge(statistics);
        }
        EXPECT_GT(sum.outer.tally.calls, 50u) << method.name;
        EXPECT_GT(sum.outer.values.counts[Distribution::bin_of(sum.outer.tally.max)], 0u);
    }
}

}  // namespace
}  // namespace toibox
