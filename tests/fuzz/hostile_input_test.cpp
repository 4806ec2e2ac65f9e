// SPDX-License-Identifier: MIT
// Thousands of spoilt recordings and scenes, the same each time: every one ends in an error that says why, in
// a recovery that says what was lost, or in a sound run; and within seconds, on memory that the sanitizers
// watch. 300 of each; 10⁴ of each with TOIBOX_SOAK.
#include "toibox/replay/recording_file.h"

#include "app/session/scene_simulation.h"
#include "attempt.h"
#include "mutate.h"
#include "seeds.h"
#include "tests/support/soak.h"

#include <array>
#include <ctime>
#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace toibox::fuzz {
namespace {

/// Of this process: what others do meanwhile on the machine does not count.
double seconds_of_work() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

class HostileInput : public testing::Test {
protected:
    static int cases() { return testing_support::is_soak_run() ? 10'000 : 300; }

    /// `attempt` of every case: an Ending.
    template <class Attempt>
    void all(Attempt attempt) {
        std::array<int, 3> ends{};
        double longest = 0.0;
        for (int i = 0; i < cases(); ++i) {
            SCOPED_TRACE("case " + std::to_string(i));
            const double before = seconds_of_work();
            const AttemptResult ending = attempt(i);
            const double seconds = seconds_of_work() - before;
            longest = seconds > longest ? seconds : longest;
            EXPECT_LT(seconds, 5.0) << "hangs, more or less";
            EXPECT_EQ(ending.fault, "") << ending.reason;
            ++ends[static_cast<std::size_t>(ending.end)];
        }
        EXPECT_GT(ends[0], 0) << "or the mutations are no good";
        std::printf("%d refused, %d recovered, %d ran; longest %.2f s\n", ends[0], ends[1], ends[2], longest);
    }
};

TEST_F(HostileInput, SeedsAreSound) {
    for (const std::vector<std::byte>& recording : seed_recordings(TOIBOX_SCENES)) {
        const AttemptResult ending = try_recording(recording);
        EXPECT_EQ(ending.fault, "");
        EXPECT_EQ(ending.end, AttemptEnd::Ran) << ending.reason;
    }
    for (const std::string& scene : seed_scenes(TOIBOX_SCENES)) {
        const AttemptResult ending = try_scene(scene);
        EXPECT_EQ(ending.fault, "");
        EXPECT_EQ(ending.end, AttemptEnd::Ran) << ending.reason;
    }
}

TEST_F(HostileInput, RecordingsWithCorruptedBytes) {
    const auto seeds = seed_recordings(TOIBOX_SCENES);
    all([&](int i) {
        Rng rng(static_cast<std::uint64_t>(i), 1);
        return try_recording(corrupt_bytes(seeds[static_cast<std::size_t>(i) % seeds.size()], rng));
    });
}

TEST_F(HostileInput, RecordingsWithCorruptedChunks) {
    const auto seeds = seed_recordings(TOIBOX_SCENES);
    all([&](int i) {
        Rng rng(static_cast<std::uint64_t>(i), 2);
        const auto& one = seeds[static_cast<std::size_t>(i) % seeds.size()];
        const auto& other = seeds[static_cast<std::size_t>(i + 1) % seeds.size()];
        return try_recording(corrupt_chunks(one, other, rng));
    });
}

/// States alone: behind a recording's hashes few of them would be looked at.
TEST_F(HostileInput, CorruptedStates) {
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
    all([&](int i) {
        Rng rng(static_cast<std::uint64_t>(i), 4);
        const Seed& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
        const bool script_state = rng.below(4) == 0;
        const std::vector<std::byte> spoilt =
            corrupt_words(script_state ? seed.state.script_state : seed.state.world, rng);
        return script_state ? try_state(*seed.start, seed.state.world, spoilt)
                            : try_state(*seed.start, spoilt, seed.state.script_state);
    });
}

/// Each chunk unpacks to 4 MB of zeros: a few kB of file ask for any number of frames.
TEST_F(HostileInput, FramesWithoutEndAreRefused) {
    if (!testing_support::is_soak_run()) GTEST_SKIP() << "takes half a gigabyte; with TOIBOX_SOAK=1";
    const std::vector<std::byte> whole = endless_frames(seed_recordings(TOIBOX_SCENES).front());
    EXPECT_LT(whole.size(), std::size_t{1} << 20);
    const auto read = replay::read_recording(whole);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_NE(read->damage.what.find("more frames"), std::string::npos) << read->damage.what;
}

TEST_F(HostileInput, CorruptedScenes) {
    const std::vector<std::string> seeds = seed_scenes(TOIBOX_SCENES);
    all([&](int i) {
        Rng rng(static_cast<std::uint64_t>(i), 3);
        return try_scene(corrupt_text(seeds[static_cast<std::size_t>(i) % seeds.size()], rng));
    });
}

}  // namespace
}  // namespace toibox::fuzz
