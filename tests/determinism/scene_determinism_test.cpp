// SPDX-License-Identifier: MIT
// Every scene gives the same bits: in this build as in the one that wrote golden_hashes.txt, for a copy as
// for the original, and after a journey through bytes.
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

// At five random steps: a copy goes on as the original does.
TEST_P(SceneDeterminism, ACopyGoesOnAsTheOriginal) {
    Rng random(0xC0B1);
    scene::Run run = testing_support::start(GetParam());
    for (int i = 0; i < 5; ++i) {
        const std::uint32_t ahead = random.below(30);
        for (std::uint32_t k = 0; k < ahead; ++k)
            run.step();
        scene::Run copy = run;
        const std::uint32_t together = 1 + random.below(10);
        for (std::uint32_t k = 0; k < together; ++k) {
            run.step();
            copy.step();
        }
        ASSERT_EQ(run.world().hash(), copy.world().hash()) << "step " << run.steps();
    }
}

// At five random steps: the world is written to bytes, read into a fresh one, and both go on alike.
TEST_P(SceneDeterminism, AWorldReadFromBytesGoesOnAlike) {
    Rng random(0xB17E5);
    scene::Run run = testing_support::start(GetParam());
    const auto dt = static_cast<float>(run.scene().step);
    for (int i = 0; i < 5; ++i) {
        const std::uint32_t ahead = random.below(30);
        for (std::uint32_t k = 0; k < ahead; ++k)
            run.step();
        World original = run.world();
        auto read = read_state(write_state(original.state()));
        ASSERT_TRUE(read);
        World& fresh = *read;
        ASSERT_EQ(original.hash(), fresh.hash()) << "step " << run.steps();
        const std::uint32_t together = 1 + random.below(10);
        for (std::uint32_t k = 0; k < together; ++k) {
            original.step(dt);
            fresh.step(dt);
        }
        ASSERT_EQ(original.hash(), fresh.hash()) << "step " << run.steps();
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, SceneDeterminism,
                         testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

}  // namespace
}  // namespace toibox
