// SPDX-License-Identifier: MIT
#include "app/session/statistics.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

StepReport report(std::uint64_t iterations, std::uint64_t nanoseconds) {
    StepReport result;
    result.gjk.add(iterations);
    result.toi.outer.add(iterations);
    result.toi.hit = 1;
    result.impacts = 2;
    result.time_lost = 0.25;
    result.toi.worst_pair = {.a = {static_cast<std::uint32_t>(iterations), 1}, .b = {}};
    result.stage_nanoseconds[static_cast<std::size_t>(Stage::Solve)] = nanoseconds;
    result.total_nanoseconds = 2 * nanoseconds;
    return result;
}

TEST(SessionStatistics, AddsUpAndKeepsTheMaximumWithItsPair) {
    Statistics statistics;
    for (const std::uint64_t iterations : {3u, 9u, 6u})
        statistics.add(report(iterations, 1000));
    EXPECT_EQ(statistics.gjk().calls, 3u);
    EXPECT_DOUBLE_EQ(statistics.gjk().average(), 6.0);
    EXPECT_EQ(statistics.toi().outer.max, 9u);
    EXPECT_EQ(statistics.toi().worst_pair.a.index, 9u);
    EXPECT_EQ(statistics.toi().hit, 3u);
    EXPECT_EQ(statistics.impacts(), 6);
    EXPECT_DOUBLE_EQ(statistics.time_lost(), 0.75);
    statistics.clear();
    EXPECT_EQ(statistics.gjk().calls, 0u);
    EXPECT_EQ(statistics.total().values().size(), 0u);
}

TEST(SessionStatistics, StageTimesAreMillisecondsOfTheLastSteps) {
    Statistics statistics;
    for (std::size_t i = 0; i < StepHistory::capacity + 10; ++i)
        statistics.add(report(1, 1'000'000 * (i < 10 ? 100 : 1)));
    const StepHistory& solve = statistics.stage(Stage::Solve);
    EXPECT_EQ(solve.values().size(), StepHistory::capacity);
    EXPECT_DOUBLE_EQ(solve.maximum(), 1.0);  // the first ten values, 100 ms each, were dropped
    EXPECT_DOUBLE_EQ(solve.average(), 1.0);
    EXPECT_DOUBLE_EQ(statistics.total().latest(), 2.0);
    EXPECT_DOUBLE_EQ(StepHistory().average(), 0.0);
}

TEST(SessionStatistics, ANewBroadPhaseResetsOnlyTheSearchTimes) {
    Statistics statistics;
    StepReport slow;
    slow.broad = {.tests = 100, .exchanges = 7};
    slow.stage_nanoseconds[static_cast<std::size_t>(Stage::Pairs)] = 9'000;
    statistics.add(slow);
    statistics.reset_search_times();
    StepReport fast;
    fast.broad.tests = 10;
    fast.stage_nanoseconds[static_cast<std::size_t>(Stage::Pairs)] = 2'000;
    statistics.add(fast);
    EXPECT_DOUBLE_EQ(statistics.search_times().maximum(), 2.0);  // µs
    EXPECT_EQ(statistics.box_tests().values(), (std::vector<float>{100.0f, 10.0f}))
        << "the numbers of tests are kept";
    EXPECT_EQ(statistics.exchanges().values(), (std::vector<float>{7.0f, 0.0f}));
}

}  // namespace
}  // namespace toibox::app
