// SPDX-License-Identifier: MIT
// Corrupted recordings, states and scenes, generated from fixed seeds. Every attempt to use a corrupted file
// ends within seconds: in an error with a reason, in a recovery that says what was lost, or in a valid run.
// Each test has 300 cases, or 10,000 with TOIBOX_SOAK=1.
#include "toibox/replay/recording_file.h"

#include "app/session/scene_simulation.h"
#include "attempt.h"
#include "corrupt.h"
#include "seeds.h"
#include "tests/support/soak.h"

#include <array>
#include <ctime>
#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace toibox::fuzz {
namespace {

/// CPU time of this process, which does not depend on the load of the machine.
double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

class HostileInput : public testing::Test {
protected:
    static int cases() { return testing_support::is_soak_run() ? 10'000 : 300; }

    /// Checks the result of attempt(i) for every case.
    template <class Attempt>
    void for_each_case(Attempt attempt) {
        std::array<int, 3> ends{};
        double max_seconds = 0.0;
        for (int i = 0; i < cases(); ++i) {
            SCOPED_TRACE("case " + std::to_string(i));
            const double before = cpu_seconds();
            const AttemptResult result = attempt(i);
            const double seconds = cpu_seconds() - before;
            max_seconds = seconds > max_seconds ? seconds : max_seconds;
            EXPECT_LT(seconds, 5.0) << "takes too long";
            EXPECT_EQ(result.fault, "") << result.reason;
            ++ends[static_cast<std::size_t>(result.end)];
        }
        EXPECT_GT(ends[0], 0) << "no corrupted file was rejected";
        std::printf("%d rejected, %d recovered, %d ran; at most %.2f s\n", ends[0], ends[1], ends[2],
                    max_seconds);
    }
};

TEST_F(HostileInput, SeedsAreValid) {
    for (const std::vector<std::byte>& recording : seed_recordings(TOIBOX_SCENES)) {
        const AttemptResult result = try_recording(recording);
        EXPECT_EQ(result.fault, "");
        EXPECT_EQ(result.end, AttemptEnd::Ran) << result.reason;
    }
    for (const std::string& scene : seed_scenes(TOIBOX_SCENES)) {
        const AttemptResult result = try_scene(scene);
        EXPECT_EQ(result.fault, "");
        EXPECT_EQ(result.end, AttemptEnd::Ran) << result.reason;
    }
}

TEST_F(HostileInput, HandlesRecordingsWithCorruptedBytes) {
    const auto seeds = seed_recordings(TOIBOX_SCENES);
    for_each_case([&](int i) {
        Rng rng(static_cast<std::uint64_t>(i), 1);
        return try_recording(corrupt_bytes(seeds[static_cast<std::size_t>(i) % seeds.size()], rng));
    });
}

TEST_F(HostileInput, HandlesRecordingsWithCorruptedChunks) {
    const auto seeds = seed_recordings(TOIBOX_SCENES);
    for_each_case([&](int i) {
        Rng rng(static_cast<std::uint64_t>(i), 2);
        const auto& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
        const auto& donor = seeds[static_cast<std::size_t>(i + 1) % seeds.size()];
        return try_recording(corrupt_chunks(seed, donor, rng));
    });
}

// The states are corrupted outside of a recording, which would reject most of them because of their hashes.
TEST_F(HostileInput, HandlesCorruptedStates) {
    struct Seed {
        std::unique_ptr<replay::Simulation> start;
        replay::KeyframeState state;
    };
    std::vector<Seed> seeds;
    for (const std::vector<std::byte>& bytes : seed_recordings(TOIBOX_SCENES)) {
        const auto read = replay::read_recording(bytes);
        ASSERT_TRUE(read);
        for (const replay::Branch& branch : read->recording.branches) {
            for (const replay::StoredKeyframe& keyframe : branch.keyframes) {
                auto scene = app::restart_recorded_scene(read->recording.source);
                seeds.push_back({std::make_unique<app::SceneSimulation>(std::move(scene->run)),
                                 *replay::unpack(keyframe)});
            }
        }
    }
    for_each_case([&](int i) {
        Rng rng(static_cast<std::uint64_t>(i), 4);
        const Seed& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
        const bool is_script_state = rng.below(4) == 0;
        const std::vector<std::byte> corrupted =
            corrupt_words(is_script_state ? seed.state.script_state : seed.state.world, rng);
        return is_script_state ? try_state(*seed.start, seed.state.world, corrupted)
                               : try_state(*seed.start, corrupted, seed.state.script_state);
    });
}

// Each chunk unpacks to 4 MiB of zeros, so a small file can claim any number of frames.
TEST_F(HostileInput, TooManyFramesAreReportedAsDamage) {
    if (!testing_support::is_soak_run()) GTEST_SKIP() << "needs half a gigabyte; runs with TOIBOX_SOAK=1";
    const std::vector<std::byte> whole = with_too_many_frames(seed_recordings(TOIBOX_SCENES).front());
    EXPECT_LT(whole.size(), std::size_t{1} << 20);
    const auto read = replay::read_recording(whole);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_NE(read->damage.what.find("more frames"), std::string::npos) << read->damage.what;
}

TEST_F(HostileInput, HandlesCorruptedScenes) {
    const std::vector<std::string> seeds = seed_scenes(TOIBOX_SCENES);
    for_each_case([&](int i) {
        Rng rng(static_cast<std::uint64_t>(i), 3);
        return try_scene(corrupt_text(seeds[static_cast<std::size_t>(i) % seeds.size()], rng));
    });
}

}  // namespace
}  // namespace toibox::fuzz
