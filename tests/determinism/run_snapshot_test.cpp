// SPDX-License-Identifier: MIT
// A run that is restored from a snapshot goes on bit-identically: of every scene, whatever solves it, on any
// number of threads, between two impacts of a step too. TOIBOX_SOAK=1 takes many more steps.
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

/// Whether `run`, of the same scene, is now as the snapshot was.
testing::AssertionResult restores(scene::Run& run, const Snapshot& snapshot) {
    Result<World, StateError> world = read_state(snapshot.world);
    if (!world) return testing::AssertionFailure() << world.error().where << " " << world.error().what;
    const auto restored = run.restore(*std::move(world), snapshot.script_state);
    if (!restored)
        return testing::AssertionFailure() << restored.error().where << " " << restored.error().what;
    if (run.write_script_state() != snapshot.script_state ||
        write_state(run.world().state()) != snapshot.world)
        return testing::AssertionFailure() << "what was read is written differently";
    return testing::AssertionSuccess();
}

/// Restores a snapshot of `run` into `other` and steps both; whether they agree all along.
testing::AssertionResult go_on_alike(scene::Run& run, scene::Run& other, std::uint32_t calls) {
    if (auto restored = restores(other, Snapshot(run)); !restored) return restored;
    for (std::uint32_t i = 0; i < calls; ++i) {
        run.step();
        other.step();
        if (run.world().hash() != other.world().hash())
            return testing::AssertionFailure() << "worlds differ at step " << run.steps();
    }
    return are_equal(run, other) << ", step " << run.steps();
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

TEST_P(RunSnapshot, GoesOnAsTheRun) {
    const scene::Run start = testing_support::start(GetParam());
    const std::uint32_t reach = testing_support::is_soak_run() ? 90 : 20;
    const int rounds = testing_support::is_soak_run() ? 24 : 4;
    Rng random(0x5AFE + label(GetParam()).size());
    scene::Run run = start;
    for (int round = 0; round < rounds; ++round) {
        // First as the scene says, then by others' rules.
        if (round >= rounds / 2) {
            const WorldSettings settings = random_settings(start.world().settings(), random);
            if (validated(settings)) set(run, settings);
        }
        const std::uint32_t ahead = random.below(reach);
        for (std::uint32_t i = 0; i < ahead; ++i)
            run.step();
        scene::Run other = start;
        constexpr std::array threads{1, 2, 4};
        run.world().set_execution({.threads = threads[random.below(3)]});
        other.world().set_execution({.threads = threads[random.below(3)]});
        ASSERT_TRUE(go_on_alike(run, other, 1 + random.below(reach / 2))) << "round " << round;
    }
    scene::Run other = start;
    ASSERT_TRUE(restores(other, Snapshot(run)));
    run.finish();
    other.finish();
    for (std::size_t i = 0; i < run.outcomes().size(); ++i) {
        EXPECT_EQ(run.outcomes()[i].status, other.outcomes()[i].status);
        EXPECT_EQ(run.outcomes()[i].detail, other.outcomes()[i].detail);
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, RunSnapshot, testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

constexpr std::string_view busy_scene = "show/44i-pinball:base";

// Every solver with every policy that goes with it, over every broad phase.
TEST(RunSnapshots, GoOnUnderEverySetting) {
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
                scene::Run other = start;
                other.world().set_execution({.threads = 2});
                ASSERT_TRUE(go_on_alike(run, other, 10));
                ++combinations;
            }
        }
    }
    EXPECT_GT(combinations, 60);
}

// At each halt of steps that stop at their impacts.
TEST(RunSnapshots, GoOnInTheMiddleOfAStep) {
    const scene::Run start = testing_support::start_labelled(TOIBOX_SCENES, busy_scene);
    scene::Run run = start;
    run.count_tunnelling();
    WorldSettings settings = start.world().settings();
    settings.stop_at_each_impact = true;
    set(run, settings);
    int halts = 0;
    for (int call = 0; call < 400 && halts < 40; ++call) {
        if (run.step().complete) continue;
        ++halts;
        scene::Run here = run;
        scene::Run other = start;
        ASSERT_TRUE(go_on_alike(here, other, 6)) << "halt " << halts;
    }
    EXPECT_GT(halts, 5);
}

// What a snapshot leaves as it is: how the target computes.
TEST(RunSnapshots, KeepTheTargetsExecution) {
    scene::Run run = testing_support::start_labelled(TOIBOX_SCENES, busy_scene);
    scene::Run other = run;
    other.world().set_execution({.threads = 3, .isa = Isa::Scalar});
    run.step();
    ASSERT_TRUE(restores(other, Snapshot(run)));
    EXPECT_EQ(other.world().execution().threads, 3);
    EXPECT_EQ(other.world().execution().isa, Isa::Scalar);
    EXPECT_EQ(other.steps(), 1);
}

}  // namespace
}  // namespace toibox
