// SPDX-License-Identifier: MIT
// Statistics of bench runs. No test asserts a duration.
#include "app/bench/run.h"

#include <vector>

#include <gtest/gtest.h>

namespace toibox::bench {
namespace {

// The minimum is taken for each step, not over whole runs: 1 + 2 = 3, less than the 4 and 5 of the two runs.
TEST(BenchMeasurement, SumsTheMinimumOfEachStep) {
    Measurement measurement;
    measurement.add({.step_times = {1.0, 3.0}, .stage_times = {0.5, 2.0}, .stage_names = {"all"}});
    measurement.add({.step_times = {3.0, 2.0}, .stage_times = {0.7, 1.0}, .stage_names = {"all"}});
    EXPECT_EQ(measurement.runs, 2);
    EXPECT_DOUBLE_EQ(measurement.minimum_total(), 3.0);
    EXPECT_DOUBLE_EQ(measurement.mean_total, 4.5);
    ASSERT_EQ(measurement.stage_totals().size(), 1u);
    EXPECT_DOUBLE_EQ(measurement.stage_totals()[0], 1.5);
}

// The values 1 … 200 in mixed order; 99 % of them are at most 198.
TEST(BenchMeasurement, PercentileIsTheNearestRank) {
    std::vector<double> times;
    for (int i = 0; i < 200; ++i)
        times.push_back((i * 77) % 200 + 1);
    const TimeDistribution distribution = time_distribution(times);
    EXPECT_DOUBLE_EQ(distribution.mean, 100.5);
    EXPECT_DOUBLE_EQ(distribution.median, 100.5);
    EXPECT_DOUBLE_EQ(distribution.min, 1.0);
    EXPECT_DOUBLE_EQ(distribution.p99, 198.0);
    EXPECT_DOUBLE_EQ(distribution.max, 200.0);
    EXPECT_DOUBLE_EQ(time_distribution(std::vector{2.0}).p99, 2.0);
}

/// An engine that reports the number of its steps as contacts, has two stages, and fails after `last_good`
/// steps.
class CountingEngine final : public Engine {
public:
    explicit CountingEngine(int last_good) : last_good_(last_good) {}

    BodyHandle create_body(const BodyDef&) override { return {}; }
    void attach(BodyHandle, const Shape&, const ShapeDef&) override {}
    void create_joint(const RevoluteJointDef&) override {}
    void destroy(BodyHandle) override {}
    void set_velocity(BodyHandle, Vec2, float) override {}
    [[nodiscard]] Vec2 position(BodyHandle) const override { return {}; }

    bool step() override { return ++steps_ <= last_good_; }
    [[nodiscard]] WorldStats stats() const override { return {.contacts = steps_}; }
    [[nodiscard]] std::span<const std::string_view> stage_names() const override { return names_; }
    [[nodiscard]] std::span<const double> stage_times() const override { return times_; }

private:
    int last_good_;
    int steps_ = 0;
    std::array<std::string_view, 2> names_{"one", "two"};
    std::array<double, 2> times_{1.0, 2.0};
};

std::vector<int> observed_steps;  // arguments of the scene's BeforeStep
constexpr Scene recording_scene{.name = "recording", .steps = 10, .build = [](BenchWorld&) -> BeforeStep {
                                    return [](BenchWorld&, int step) { observed_steps.push_back(step); };
                                }};

// Ten steps: samples after steps 3 (2.5 rounded up), 5, 8 and 10.
TEST(BenchRun, SamplesAtEachQuarter) {
    observed_steps.clear();
    CountingEngine engine(100);
    const bench::TimedRun run = run_scene(recording_scene, engine, 10, [](int) { return true; });
    EXPECT_FALSE(run.failed);
    EXPECT_EQ(run.step_times.size(), 10u);
    EXPECT_EQ(run.stage_times.size(), 20u);
    EXPECT_EQ(observed_steps, (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    std::vector<int> contact_counts;
    for (const WorldStats& stats : run.samples)
        contact_counts.push_back(stats.contacts);
    EXPECT_EQ(contact_counts, (std::vector{3, 5, 8, 10}));
}

TEST(BenchRun, EndsWhenTheEngineFailsOrTheUserStops) {
    CountingEngine failing(4);
    EXPECT_TRUE(run_scene(recording_scene, failing, 10, [](int) { return true; }).failed);
    CountingEngine working(100);
    EXPECT_TRUE(run_scene(recording_scene, working, 10, [](int step) { return step < 4; }).failed);
}

}  // namespace
}  // namespace toibox::bench
