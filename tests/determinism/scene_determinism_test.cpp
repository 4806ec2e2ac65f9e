// SPDX-License-Identifier: MIT
// Every scene gives the hash in golden_hashes.txt. A copy of its run, and a world that was written and read
// back, continue bit-identically.
#include "toibox/core/rng.h"
#include "toibox/dynamics/state_io.h"

#include "tests/determinism/golden.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::SceneCase;

constexpr std::int64_t golden_steps = 180;

class SceneDeterminism : public testing::TestWithParam<SceneCase> {};

TEST_P(SceneDeterminism, MatchesTheGoldenHash) {
    scene::Run run = testing_support::start(GetParam());
    while (run.steps() < golden_steps)
        ASSERT_FALSE(run.step().non_finite);
    EXPECT_TRUE(testing_support::is_golden(label(GetParam()), run.world().hash()));
}

// The copies are made at five random steps.
TEST_P(SceneDeterminism, ACopyContinuesLikeTheOriginal) {
    Rng random(0xC0B1);
    scene::Run run = testing_support::start(GetParam());
    for (int i = 0; i < 5; ++i) {
        const std::uint32_t steps_before = random.below(30);
        for (std::uint32_t k = 0; k < steps_before; ++k)
            run.step();
        scene::Run copy = run;
        const std::uint32_t steps = 1 + random.below(10);
        for (std::uint32_t k = 0; k < steps; ++k) {
            run.step();
            copy.step();
        }
        ASSERT_EQ(run.world().hash(), copy.world().hash()) << "step " << run.steps();
    }
}

// The world is written to bytes and read back at five random steps.
TEST_P(SceneDeterminism, AWorldReadFromBytesContinuesIdentically) {
    Rng random(0xB17E5);
    scene::Run run = testing_support::start(GetParam());
    const auto dt = static_cast<float>(run.scene().step);
    for (int i = 0; i < 5; ++i) {
        const std::uint32_t steps_before = random.below(30);
        for (std::uint32_t k = 0; k < steps_before; ++k)
            run.step();
        World original = run.world();
        auto read = read_state(write_state(original.state()));
        ASSERT_TRUE(read);
        World& read_world = *read;
        ASSERT_EQ(original.hash(), read_world.hash()) << "step " << run.steps();
        const std::uint32_t steps = 1 + random.below(10);
        for (std::uint32_t k = 0; k < steps; ++k) {
            original.step(dt);
            read_world.step(dt);
        }
        ASSERT_EQ(original.hash(), read_world.hash()) << "step " << run.steps();
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, SceneDeterminism,
                         testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

}  // namespace
}  // namespace toibox
