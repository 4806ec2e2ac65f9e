// SPDX-License-Identifier: MIT
// Every scene gives the same bits: in this build as in the one that wrote golden_hashes.txt (the file is the
// same for all compilers and optimisation levels), for a copy as for the original, and after a journey
// through bytes. After an intended change of results raise sim_version, then:
// TOIBOX_WRITE_GOLDEN=tests/determinism/golden_hashes.txt build/release/bin/determinism_scenes
// --gtest_filter='*Golden*'
#include "toibox/core/rng.h"
#include "toibox/dynamics/state_io.h"

#include "tests/support/scenes.h"

#include <cstdlib>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::SceneCase;

constexpr std::int64_t golden_steps = 180;

std::map<std::string, std::string> golden_hashes() {
    std::ifstream file(TOIBOX_GOLDEN);
    std::map<std::string, std::string> hashes;
    std::string key;
    std::string hash;
    while (file >> key >> hash)
        hashes[key] = hash;
    return hashes;
}

std::string hex(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

class SceneDeterminism : public testing::TestWithParam<SceneCase> {};

TEST_P(SceneDeterminism, MatchesTheGoldenHash) {
    scene::Run run = testing_support::start(GetParam());
    while (run.steps() < golden_steps)
        ASSERT_FALSE(run.step().non_finite);
    const std::string hash = hex(run.world().hash());
    if (const char* path = std::getenv("TOIBOX_WRITE_GOLDEN")) {
        std::ofstream(path, std::ios::app) << label(GetParam()) << ' ' << hash << '\n';
        return;
    }
    const auto golden = golden_hashes();
    const auto found = golden.find(label(GetParam()));
    ASSERT_NE(found, golden.end()) << "no golden hash of " << label(GetParam())
                                   << ": see the head of this file";
    EXPECT_EQ(hash, found->second);
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
