// SPDX-License-Identifier: MIT
#include "app/session/statistics.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

StepReport report(std::uint64_t iterations, std::uint64_t nanoseconds) {
    StepReport result;
    const WorstPair pair{.a = {static_cast<std::uint32_t>(iterations), 1}, .b = {}};
    result.statistics.gjk.add(iterations, pair);
    result.statistics.outer.add(iterations, pair);
    result.statistics.outer.add(1, {});
    result.toi.hit = 1;
    result.impacts = 2;
    result.time_lost = 0.25;
    result.stage_nanoseconds[static_cast<std::size_t>(Stage::Solve)] = nanoseconds;
    result.total_nanoseconds = 2 * nanoseconds;
    return result;
}

TEST(SessionStatistics, AddsUpAndKeepsTheMaximumWithItsPair) {
    Statistics statistics;
    std::uint64_t frame = 10;
    for (const std::uint64_t iterations : {3u, 9u, 6u, 9u})
        statistics.add(report(iterations, 1000), {.branch = 2, .frame = frame++}, 3.5);
    statistics.add({}, {.branch = 2, .frame = frame}, -1.5);  // a step without queries
    EXPECT_EQ(statistics.gjk().calls.tally.calls, 4u);
    EXPECT_DOUBLE_EQ(statistics.gjk().calls.tally.average(), 6.75);
    EXPECT_EQ(statistics.outer().calls.tally.max, 9u);
    EXPECT_EQ(statistics.outer().calls.worst_pair.a.index, 9u);
    EXPECT_EQ(statistics.outer().worst_frame, (replay::HistoryPosition{2, 11, 0}));
    EXPECT_EQ(statistics.outer().calls.values.counts[1], 4u);
    EXPECT_EQ(statistics.outer().calls.values.counts[9], 2u);
    EXPECT_EQ(statistics.toi().hit, 4u);
    EXPECT_EQ(statistics.impacts(), 8);
    EXPECT_DOUBLE_EQ(statistics.time_lost(), 1.0);
    EXPECT_EQ(statistics.energy().values(), (std::vector<float>{3.5f, 3.5f, 3.5f, 3.5f, -1.5f}));
    EXPECT_DOUBLE_EQ(statistics.energy().minimum(), -1.5);
    statistics.reset_counters();
    EXPECT_TRUE(statistics.energy().values().empty());
    statistics.clear();
    EXPECT_EQ(statistics.gjk().calls.tally.calls, 0u);
    EXPECT_EQ(statistics.total().values().size(), 0u);
}

TEST(SessionStatistics, StageTimesAreMillisecondsOfTheLastSteps) {
    Statistics statistics;
    for (std::size_t i = 0; i < StepHistory::capacity + 10; ++i)
        statistics.add(report(1, 1'000'000 * (i < 10 ? 100 : 1)), {}, 0.0);
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
    statistics.add(slow, {}, 0.0);
    statistics.reset_search_times();
    StepReport fast;
    fast.broad.tests = 10;
    fast.stage_nanoseconds[static_cast<std::size_t>(Stage::Pairs)] = 2'000;
    statistics.add(fast, {}, 0.0);
    EXPECT_DOUBLE_EQ(statistics.search_times().maximum(), 2.0);  // µs
    EXPECT_EQ(statistics.box_tests().values(), (std::vector<float>{100.0f, 10.0f}))
        << "the numbers of tests are kept";
    EXPECT_EQ(statistics.exchanges().values(), (std::vector<float>{7.0f, 0.0f}));
}

}  // namespace
}  // namespace toibox::app
