// SPDX-License-Identifier: MIT
// Going back and forth must give the very bits of the first time.
#include "toibox/core/rng.h"

#include "yard.h"

namespace toibox::replay {
namespace {

using namespace testing_support;

/// Seeks to random frames of every lane and compares hashes with those of the first time.
void expect_every_seek_to_hold(History& history, int seeks) {
    Rng rng(7);
    for (int i = 0; i < seeks; ++i) {
        const std::uint32_t branch =
            rng.below(static_cast<std::uint32_t>(history.recording().branches.size()));
        const std::uint64_t end = history.recording().branches[branch].end();
        const std::uint64_t frame = rng.below(static_cast<std::uint32_t>(end + 1));
        history.seek(branch, frame);
        ASSERT_EQ(history.frame(), frame);
        if (history.place().inputs == 0) {
            ASSERT_EQ(hash_of(history), history.recording().hash(branch, frame)) << "lane " << branch;
        }
        ASSERT_FALSE(history.divergence());
    }
}

TEST(History, SeeksToTheVeryHashes) {
    History history = begin();
    play(history, 300);
    expect_every_seek_to_hold(history, 200);
}

TEST(History, SeeksIntoStepsThatStopAtEachImpact) {
    History history = begin({.stop_at_each_impact = true});
    play(history, 200);
    bool has_half_frames = history.now().world().step_count() < history.frame();
    EXPECT_TRUE(has_half_frames);
    expect_every_seek_to_hold(history, 100);
}

int calls_to_warm(History& history) {
    int calls = 1;
    while (history.prefetch_states(1))
        ++calls;
    return calls;
}

// What two lanes share is replayed once, and what a jump has passed not at all.
TEST(History, WarmsNoFrameTwice) {
    History lived = begin();
    play(lived, 300);
    const auto end = static_cast<int>(lived.end());
    const std::uint64_t fork = 256;
    lived.seek(0, fork);
    ASSERT_TRUE(
        lived.apply(command::ApplyImpulse{.body = lived.now().world().bodies()[3], .impulse = {2, 5}}));
    for (int i = 0; i < 100; ++i)
        lived.step();
    ASSERT_EQ(lived.recording().branches.size(), 2u);

    History again = History::resume(std::make_unique<WorldSimulation>(make_history_world(), 1.0 / 60.0),
                                    lived.recording());
    EXPECT_EQ(calls_to_warm(again), end);
    EXPECT_EQ(calls_to_warm(again), 1) << "nothing left";
    again.seek(1, fork);
    const int rest = calls_to_warm(again);
    EXPECT_GE(rest, 100);
    EXPECT_LT(rest, 100 + static_cast<int>(again.spacing()));

    History jumped = History::resume(std::make_unique<WorldSimulation>(make_history_world(), 1.0 / 60.0),
                                     lived.recording());
    jumped.seek(0, 240);
    EXPECT_LT(calls_to_warm(jumped), end - 240 + static_cast<int>(jumped.spacing()));
    expect_every_seek_to_hold(again, 100);
    expect_every_seek_to_hold(jumped, 100);
}

TEST(History, PlaysThePastAsItWas) {
    History history = begin();
    play(history, 150);
    const std::uint64_t last = hash_of(history);
    const HistoryPosition end = history.place();
    history.seek(0);
    while (history.is_in_past() && history.frame() < history.end())
        history.step();
    EXPECT_EQ(hash_of(history), last);
    EXPECT_EQ(history.place(), end);
    EXPECT_EQ(history.recording().branches.size(), 1u);
    EXPECT_FALSE(history.divergence());
}

TEST(History, GoesBackFrameByFrameToTheStart) {
    History history = begin();
    play(history, 120);
    while (history.frame() > 0 || history.place().inputs > 0) {
        history.step_back();
        if (history.place().inputs == 0) {
            ASSERT_EQ(hash_of(history), history.recording().hash(0, history.frame()));
        }
    }
}

TEST(History, BranchesWhereThePastIsChanged) {
    History history = begin();
    play(history, 100);
    const std::uint64_t last = hash_of(history);
    history.seek(40);
    const auto pushed =
        history.apply(command::ApplyImpulse{.body = history.now().world().bodies()[2], .impulse = {-8, 3}});
    ASSERT_TRUE(pushed);
    ASSERT_EQ(history.recording().branches.size(), 2u);
    EXPECT_EQ(history.place().branch, 1u);
    play(history, 100);
    EXPECT_NE(hash_of(history), last);
    // And the first lane keeps its future.
    history.seek(0, 1000);
    EXPECT_EQ(hash_of(history), last);
    history.seek(1, 70);
    history.set_step_seconds(1.0 / 30.0);
    play(history, 50);
    ASSERT_EQ(history.recording().branches.size(), 3u);
    EXPECT_EQ(history.recording().branches[2].fork->branch, 1u);
    expect_every_seek_to_hold(history, 120);
    EXPECT_EQ(history.recording().defect(), "");
}

TEST(History, ARefusedInputMakesNoBranch) {
    History history = begin();
    play(history, 10);
    history.seek(5);
    EXPECT_FALSE(history.apply(command::DestroyBody{}));
    EXPECT_EQ(history.recording().branches.size(), 1u);
    EXPECT_TRUE(history.recording().branches[0].inputs.empty());
}

TEST(History, KeepsWithinItsBudget) {
    const std::size_t one = estimate_memory(make_history_world());
    History history = begin({}, 12 * one);
    play(history, 400);
    EXPECT_GT(history.spacing(), tuning::memory_spacing);
    EXPECT_LE(history.cached_bytes(), 24 * one);
    expect_every_seek_to_hold(history, 60);
}

TEST(History, WithoutABudgetStillSeeks) {
    History history = begin({}, 0);
    play(history, 60);
    expect_every_seek_to_hold(history, 10);
}

TEST(History, MarksTellOfContactsAndImpacts) {
    History history = begin();
    play(history, 100);
    const std::vector<Mark> marks = history.marks(0, 0, history.end());
    const auto has = [&](MarkKind kind) {
        return std::ranges::any_of(marks, [kind](const Mark& mark) { return mark.kind == kind; });
    };
    EXPECT_TRUE(has(MarkKind::Contact));
    EXPECT_TRUE(has(MarkKind::Impact));
    EXPECT_TRUE(std::ranges::is_sorted(marks, {}, &Mark::frame));
}

}  // namespace
}  // namespace toibox::replay
