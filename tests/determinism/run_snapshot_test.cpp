// SPDX-License-Identifier: MIT
// A run that is restored from a snapshot continues bit-identically: for every scene and solver, on any number
// of threads, also from a pause between two impacts of a step. TOIBOX_SOAK=1 runs many more steps.
#include "toibox/core/rng.h"
#include "toibox/dynamics/state_io.h"

#include "tests/support/run_equality.h"
#include "tests/support/scenes.h"
#include "tests/support/soak.h"

#include <array>
#include <string_view>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::SceneCase;

using testing_support::are_equal;

struct Snapshot {
    std::vector<std::byte> world;
    std::vector<std::byte> script_state;

    explicit Snapshot(const scene::Run& run)
        : world(write_state(run.world().state())), script_state(run.write_script_state()) {}
};

/// Restores the snapshot into `run`, a run of the same scene.
testing::AssertionResult restore(scene::Run& run, const Snapshot& snapshot) {
    Result<World, StateError> world = read_state(snapshot.world);
    if (!world) return testing::AssertionFailure() << world.error().where << " " << world.error().what;
    const auto restored = run.restore(*std::move(world), snapshot.script_state);
    if (!restored)
        return testing::AssertionFailure() << restored.error().where << " " << restored.error().what;
    if (run.write_script_state() != snapshot.script_state ||
        write_state(run.world().state()) != snapshot.world)
        return testing::AssertionFailure() << "the restored state is written differently";
    return testing::AssertionSuccess();
}

/// Restores a snapshot of `run` into `target` and steps both, which must stay equal.
testing::AssertionResult continue_identically(scene::Run& run, scene::Run& target, std::uint32_t calls) {
    if (auto restored = restore(target, Snapshot(run)); !restored) return restored;
    for (std::uint32_t i = 0; i < calls; ++i) {
        run.step();
        target.step();
        if (run.world().hash() != target.world().hash())
            return testing::AssertionFailure() << "worlds differ at step " << run.steps();
    }
    return are_equal(run, target) << ", step " << run.steps();
}

void set(scene::Run& run, const WorldSettings& settings) {
    ASSERT_TRUE(run.apply(command::SetSettings{settings}));
}

WorldSettings random_settings(WorldSettings settings, Rng& random) {
    const auto pick = [&random]<class Enum>(std::span<const EnumEntry<Enum>> table) {
        return table[random.below(static_cast<std::uint32_t>(table.size()))].value;
    };
    settings.solver = pick(solver_kinds());
    settings.broad_phase = pick(broad_phase_kinds());
    settings.stop_at_each_impact = random.next_bool();
    do {
        settings.continuous = pick(continuous_policies());
    } while (!are_compatible(settings.solver, settings.continuous));
    return settings;
}

class RunSnapshot : public testing::TestWithParam<SceneCase> {};

TEST_P(RunSnapshot, ContinuesLikeTheOriginalRun) {
    const scene::Run start = testing_support::start(GetParam());
    const std::uint32_t max_steps = testing_support::is_soak_run() ? 90 : 20;
    const int rounds = testing_support::is_soak_run() ? 24 : 4;
    Rng random(0x5AFE + label(GetParam()).size());
    scene::Run run = start;
    for (int round = 0; round < rounds; ++round) {
        // The first half of the rounds uses the settings of the scene, the second half random ones.
        if (round >= rounds / 2) {
            const WorldSettings settings = random_settings(start.world().settings(), random);
            if (validated(settings)) set(run, settings);
        }
        const std::uint32_t steps = random.below(max_steps);
        for (std::uint32_t i = 0; i < steps; ++i)
            run.step();
        scene::Run target = start;
        constexpr std::array threads{1, 2, 4};
        run.world().set_execution({.threads = threads[random.below(3)]});
        target.world().set_execution({.threads = threads[random.below(3)]});
        ASSERT_TRUE(continue_identically(run, target, 1 + random.below(max_steps / 2))) << "round " << round;
    }
    scene::Run target = start;
    ASSERT_TRUE(restore(target, Snapshot(run)));
    run.finish();
    target.finish();
    for (std::size_t i = 0; i < run.outcomes().size(); ++i) {
        EXPECT_EQ(run.outcomes()[i].status, target.outcomes()[i].status);
        EXPECT_EQ(run.outcomes()[i].detail, target.outcomes()[i].detail);
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, RunSnapshot, testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

constexpr std::string_view busy_scene = "show/44i-pinball:base";

// Every solver with every compatible policy and every broad phase.
TEST(RunSnapshots, ContinueWithEverySetting) {
    const scene::Run start = testing_support::start_labelled(TOIBOX_SCENES, busy_scene);
    int combinations = 0;
    for (const auto& solver : solver_kinds()) {
        for (const auto& policy : continuous_policies()) {
            for (const auto& phase : broad_phase_kinds()) {
                if (!are_compatible(solver.value, policy.value)) continue;
                SCOPED_TRACE(std::string(solver.name) + " " + std::string(policy.name) + " " +
                             std::string(phase.name));
                WorldSettings settings = start.world().settings();
                settings.solver = solver.value;
                settings.continuous = policy.value;
                settings.broad_phase = phase.value;
                scene::Run run = start;
                set(run, settings);
                for (int i = 0; i < 15; ++i)
                    run.step();
                scene::Run target = start;
                target.world().set_execution({.threads = 2});
                ASSERT_TRUE(continue_identically(run, target, 10));
                ++combinations;
            }
        }
    }
    EXPECT_GT(combinations, 60);
}

// A snapshot is taken at each pause of steps that stop at impacts.
TEST(RunSnapshots, ContinueInTheMiddleOfAStep) {
    const scene::Run start = testing_support::start_labelled(TOIBOX_SCENES, busy_scene);
    scene::Run run = start;
    run.judge_steps();
    WorldSettings settings = start.world().settings();
    settings.stop_at_each_impact = true;
    set(run, settings);
    int pauses = 0;
    for (int call = 0; call < 400 && pauses < 40; ++call) {
        if (run.step().complete) continue;
        ++pauses;
        scene::Run paused = run;
        scene::Run target = start;
        ASSERT_TRUE(continue_identically(paused, target, 6)) << "pause " << pauses;
    }
    EXPECT_GT(pauses, 5);
}

// The number of threads and the instruction set are not part of a snapshot.
TEST(RunSnapshots, KeepTheExecutionOfTheTarget) {
    scene::Run run = testing_support::start_labelled(TOIBOX_SCENES, busy_scene);
    scene::Run target = run;
    target.world().set_execution({.threads = 3, .isa = Isa::Scalar});
    run.step();
    ASSERT_TRUE(restore(target, Snapshot(run)));
    EXPECT_EQ(target.world().execution().threads, 3);
    EXPECT_EQ(target.world().execution().isa, Isa::Scalar);
    EXPECT_EQ(target.steps(), 1);
}

}  // namespace
}  // namespace toibox
