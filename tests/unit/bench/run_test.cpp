// SPDX-License-Identifier: MIT
// How runs are summed up. No test asks how long anything took.
#include "app/bench/run.h"

#include <vector>

#include <gtest/gtest.h>

namespace toibox::bench {
namespace {

// The least of each step counts, not the least run: 1 + 2 of runs that took 4 and 5.
TEST(BenchMeasurement, SumsTheLeastOfEachStep) {
    Measurement measured;
    measured.add({.step_times = {1.0, 3.0}, .stage_times = {0.5, 2.0}, .stage_names = {"all"}});
    measured.add({.step_times = {3.0, 2.0}, .stage_times = {0.7, 1.0}, .stage_names = {"all"}});
    EXPECT_EQ(measured.runs, 2);
    EXPECT_DOUBLE_EQ(measured.minimum_total(), 3.0);
    EXPECT_DOUBLE_EQ(measured.total, 4.5);
    ASSERT_EQ(measured.stage_totals().size(), 1u);
    EXPECT_DOUBLE_EQ(measured.stage_totals()[0], 1.5);
}

// 1 … 200 in any order: 198 of 200 are no greater than 198.
TEST(BenchMeasurement, SpreadsTimesByRank) {
    std::vector<double> times;
    for (int i = 0; i < 200; ++i)
        times.push_back((i * 77) % 200 + 1);
    const TimeDistribution spread = time_distribution(times);
    EXPECT_DOUBLE_EQ(spread.mean, 100.5);
    EXPECT_DOUBLE_EQ(spread.median, 100.5);
    EXPECT_DOUBLE_EQ(spread.least, 1.0);
    EXPECT_DOUBLE_EQ(spread.p99, 198.0);
    EXPECT_DOUBLE_EQ(time_distribution(std::vector{2.0}).p99, 2.0);
}

/// An engine that counts its steps: contacts in figures, two stages, and gives up when told to.
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

std::vector<int> told;  // the steps that the scene was told of
constexpr Scene listening{.name = "listening", .steps = 10, .build = [](BenchWorld&) -> BeforeStep {
                              return [](BenchWorld&, int step) { told.push_back(step); };
                          }};

// Ten steps: samples after steps 3 (2.5 rounded up), 5, 8 and 10.
TEST(BenchRun, SamplesAtEachQuarter) {
    told.clear();
    CountingEngine engine(100);
    const bench::TimedRun run = run_scene(listening, engine, 10, [](int) { return true; });
    EXPECT_FALSE(run.failed);
    EXPECT_EQ(run.step_times.size(), 10u);
    EXPECT_EQ(run.stage_times.size(), 20u);
    EXPECT_EQ(told, (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    std::vector<int> sampled;
    for (const WorldStats& stats : run.samples)
        sampled.push_back(stats.contacts);
    EXPECT_EQ(sampled, (std::vector{3, 5, 8, 10}));
}

TEST(BenchRun, EndsWhenTheEngineGivesUpOrTheUserDoes) {
    CountingEngine failing(4);
    EXPECT_TRUE(run_scene(listening, failing, 10, [](int) { return true; }).failed);
    CountingEngine sound(100);
    EXPECT_TRUE(run_scene(listening, sound, 10, [](int step) { return step < 4; }).failed);
}

}  // namespace
}  // namespace toibox::bench
