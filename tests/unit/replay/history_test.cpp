// SPDX-License-Identifier: MIT
// Seeking restores recorded states bit-identically.
#include "toibox/core/rng.h"

#include "history_world.h"

namespace toibox::replay {
namespace {

using namespace testing_support;

/// Seeks to random frames of every branch and compares the hashes with the recorded ones.
void expect_seeks_match_recording(History& history, int seeks) {
    Rng rng(7);
    for (int i = 0; i < seeks; ++i) {
        const std::uint32_t branch =
            rng.below(static_cast<std::uint32_t>(history.recording().branches.size()));
        const std::uint64_t end = history.recording().branches[branch].end();
        const std::uint64_t frame = rng.below(static_cast<std::uint32_t>(end + 1));
        history.seek(branch, frame);
        ASSERT_EQ(history.frame(), frame);
        if (history.position().inputs == 0) {
            ASSERT_EQ(hash_of(history), history.recording().hash(branch, frame)) << "branch " << branch;
        }
        ASSERT_FALSE(history.divergence());
    }
}

TEST(History, SeekRestoresTheRecordedHashes) {
    History history = make_history();
    play_with_inputs(history, 300);
    expect_seeks_match_recording(history, 200);
}

TEST(History, SeekRestoresFramesWithinAStep) {
    History history = make_history({.stop_at_each_impact = true});
    play_with_inputs(history, 200);
    bool has_partial_steps = history.simulation().world().step_count() < history.frame();
    EXPECT_TRUE(has_partial_steps);
    expect_seeks_match_recording(history, 100);
}

int count_prefetch_calls(History& history) {
    int calls = 1;
    while (history.prefetch_states(1))
        ++calls;
    return calls;
}

/// Prefetch replays frames that two branches share only once, and skips frames that a seek has passed.
TEST(History, PrefetchSkipsCachedFrames) {
    History original = make_history();
    play_with_inputs(original, 300);
    const auto end = static_cast<int>(original.end());
    const std::uint64_t fork = 256;
    original.seek(0, fork);
    ASSERT_TRUE(original.apply(
        command::ApplyImpulse{.body = original.simulation().world().bodies()[3], .impulse = {2, 5}}));
    for (int i = 0; i < 100; ++i)
        original.step();
    ASSERT_EQ(original.recording().branches.size(), 2u);

    History resumed = History::resume(std::make_unique<WorldSimulation>(make_history_world(), 1.0 / 60.0),
                                      original.recording());
    EXPECT_EQ(count_prefetch_calls(resumed), end);
    EXPECT_EQ(count_prefetch_calls(resumed), 1) << "nothing left";
    resumed.seek(1, fork);
    const int remaining_calls = count_prefetch_calls(resumed);
    EXPECT_GE(remaining_calls, 100);
    EXPECT_LT(remaining_calls, 100 + static_cast<int>(resumed.cached_state_spacing()));

    History after_seek = History::resume(std::make_unique<WorldSimulation>(make_history_world(), 1.0 / 60.0),
                                         original.recording());
    after_seek.seek(0, 240);
    EXPECT_LT(count_prefetch_calls(after_seek),
              end - 240 + static_cast<int>(after_seek.cached_state_spacing()));
    expect_seeks_match_recording(resumed, 100);
    expect_seeks_match_recording(after_seek, 100);
}

TEST(History, StepReplaysThePast) {
    History history = make_history();
    play_with_inputs(history, 150);
    const std::uint64_t last = hash_of(history);
    const HistoryPosition end = history.position();
    history.seek(0);
    while (history.is_in_past() && history.frame() < history.end())
        history.step();
    EXPECT_EQ(hash_of(history), last);
    EXPECT_EQ(history.position(), end);
    EXPECT_EQ(history.recording().branches.size(), 1u);
    EXPECT_FALSE(history.divergence());
}

TEST(History, StepBackRestoresEveryFrame) {
    History history = make_history();
    play_with_inputs(history, 120);
    while (history.frame() > 0 || history.position().inputs > 0) {
        history.step_back();
        if (history.position().inputs == 0) {
            ASSERT_EQ(hash_of(history), history.recording().hash(0, history.frame()));
        }
    }
}

TEST(History, AnInputInThePastForks) {
    History history = make_history();
    play_with_inputs(history, 100);
    const std::uint64_t last = hash_of(history);
    history.seek(40);
    const auto pushed = history.apply(
        command::ApplyImpulse{.body = history.simulation().world().bodies()[2], .impulse = {-8, 3}});
    ASSERT_TRUE(pushed);
    ASSERT_EQ(history.recording().branches.size(), 2u);
    EXPECT_EQ(history.position().branch, 1u);
    play_with_inputs(history, 100);
    EXPECT_NE(hash_of(history), last);
    // The first branch keeps its future.
    history.seek(0, 1000);
    EXPECT_EQ(hash_of(history), last);
    history.seek(1, 70);
    history.set_step_seconds(1.0 / 30.0);
    play_with_inputs(history, 50);
    ASSERT_EQ(history.recording().branches.size(), 3u);
    EXPECT_EQ(history.recording().branches[2].fork->branch, 1u);
    expect_seeks_match_recording(history, 120);
    EXPECT_EQ(history.recording().defect(), "");
}

TEST(History, ARejectedCommandDoesNotFork) {
    History history = make_history();
    play_with_inputs(history, 10);
    history.seek(5);
    EXPECT_FALSE(history.apply(command::DestroyBody{}));
    EXPECT_EQ(history.recording().branches.size(), 1u);
    EXPECT_TRUE(history.recording().branches[0].inputs.empty());
}

TEST(History, CacheSizeIsLimited) {
    const std::size_t state_size = estimate_memory(make_history_world());
    History history = make_history({}, 12 * state_size);
    play_with_inputs(history, 400);
    EXPECT_GT(history.cached_state_spacing(), tuning::memory_spacing);
    EXPECT_LE(history.cached_bytes(), 24 * state_size);
    expect_seeks_match_recording(history, 60);
}

TEST(History, SeeksWithoutABudget) {
    History history = make_history({}, 0);
    play_with_inputs(history, 60);
    expect_seeks_match_recording(history, 10);
}

TEST(History, MarksIncludeContactsAndImpacts) {
    History history = make_history();
    play_with_inputs(history, 100);
    const std::vector<Mark> marks = history.marks(0, 0, history.end());
    const auto has = [&](MarkKind kind) {
        return std::ranges::any_of(marks, [kind](const Mark& mark) { return mark.kind == kind; });
    };
    EXPECT_TRUE(has(MarkKind::Contact));
    EXPECT_TRUE(has(MarkKind::Impact));
    EXPECT_TRUE(std::ranges::is_sorted(marks, {}, &Mark::frame));
}

// Branch 1 forks from the first branch at frame 20, branch 2 from branch 1 at frame 30.
TEST(History, AncestorsEndWhereTheyFork) {
    Recording recording;
    recording.branches.resize(3);
    recording.branches[1].fork = HistoryPosition{.branch = 0, .frame = 20};
    recording.branches[2].fork = HistoryPosition{.branch = 1, .frame = 30};
    const auto ancestors = [&](std::uint32_t branch, std::uint64_t last_frame) {
        std::vector<std::pair<std::uint32_t, std::uint64_t>> visited;
        recording.for_each_ancestor(branch, last_frame, [&](std::uint32_t index, std::uint64_t last) {
            visited.emplace_back(index, last);
        });
        return visited;
    };
    using Visited = std::vector<std::pair<std::uint32_t, std::uint64_t>>;
    EXPECT_EQ(ancestors(2, 40), (Visited{{2, 40}, {1, 30}, {0, 20}}));
    EXPECT_EQ(ancestors(2, 25), (Visited{{2, 25}, {1, 25}, {0, 20}}));
    EXPECT_EQ(ancestors(0, 40), (Visited{{0, 40}}));
}

// Each frame's marks come from the branch that has the frame, in ascending order.
TEST(History, MarksOfABranchIncludeThoseBeforeItsFork) {
    History history = make_history();
    play_with_inputs(history, 100);
    history.seek(40);
    apply_user_input(history, 0);
    play_with_inputs(history, 40);
    ASSERT_EQ(history.position().branch, 1u);
    const std::vector<Mark> all = history.marks(1, 0, history.end());
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &Mark::frame));
    std::vector<Mark> expected = history.marks(0, 0, 40);
    EXPECT_FALSE(expected.empty());
    const std::vector<Mark>& own = history.recording().branches[1].marks;
    EXPECT_FALSE(own.empty());
    expected.insert(expected.end(), own.begin(), own.end());
    EXPECT_EQ(all, expected);
    EXPECT_TRUE(history.marks(1, history.end() + 1, history.end() + 2).empty());
}

}  // namespace
}  // namespace toibox::replay
