// SPDX-License-Identifier: MIT
#include "yard.h"

namespace toibox::replay {
namespace {

using namespace testing_support;

TEST(Undo, GoesBeforeTheGestureAndRedoComesBack) {
    History history = begin();
    play(history, 5);
    const std::uint64_t before = hash_of(history);
    history.begin_gesture();
    const BodyHandle body = history.now().world().bodies()[2];
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(history.apply(command::SetTransform{body, {4, 2.0f + static_cast<float>(i)}, 0.3f}));
    const std::uint64_t moved = hash_of(history);
    ASSERT_TRUE(history.can_undo());
    ASSERT_TRUE(history.undo());
    EXPECT_EQ(hash_of(history), before);
    EXPECT_FALSE(history.can_undo());
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(hash_of(history), moved);
    EXPECT_FALSE(history.can_redo());
}

/// Steps since then are undone too, and come back.
TEST(Undo, GoesBackInTime) {
    History history = begin();
    history.begin_gesture();
    ASSERT_TRUE(
        history.apply(command::ApplyImpulse{.body = history.now().world().bodies()[1], .impulse = {1, 1}}));
    play(history, 10);
    const std::uint64_t then = hash_of(history);
    ASSERT_TRUE(history.undo());
    EXPECT_EQ(history.frame(), 0u);
    EXPECT_EQ(hash_of(history), history.recording().hash(0, 0));
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(hash_of(history), then);
    EXPECT_EQ(history.recording().branches.size(), 1u);
}

/// What was undone stays undone: the way goes on as if it had never been, and the old course stays.
TEST(Undo, StepsFromThereAreWithoutIt) {
    History untouched = begin();
    History history = begin();
    const auto steps = [](History& of, int count) {
        for (int i = 0; i < count; ++i)
            of.step();
    };
    steps(history, 5);
    history.begin_gesture();
    const BodyHandle body = history.now().world().bodies()[1];
    ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {5, 5}}));
    steps(history, 20);
    const std::uint64_t pushed = hash_of(history);
    ASSERT_TRUE(history.undo());
    steps(history, 20);
    steps(untouched, 25);
    EXPECT_EQ(hash_of(history), hash_of(untouched));
    EXPECT_EQ(history.place(), (HistoryPosition{1, 25, 0}));
    EXPECT_FALSE(history.divergence());
    EXPECT_EQ(history.recording().defect(), "");
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(history.place(), (HistoryPosition{0, 25, 0}));
    EXPECT_EQ(hash_of(history), pushed);
}

TEST(Undo, LeavesWhatWasDoneAtTheSameFrameBefore) {
    History history = begin();
    const BodyHandle body = history.now().world().bodies()[1];
    const auto push = [&](float x) {
        history.begin_gesture();
        ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {x, 1}}));
    };
    push(1);
    const float once = history.now().world().find(body)->velocity().linear.x;
    push(1);
    ASSERT_TRUE(history.undo());
    history.seek({0, 0, 0});
    history.apply_recorded_inputs();
    EXPECT_FLOAT_EQ(history.now().world().find(body)->velocity().linear.x, once);
    EXPECT_EQ(history.place(), (HistoryPosition{1, 0, 1}));
}

TEST(Undo, OfTwoRedoneOnceLeavesOneUndone) {
    History history = begin();
    const BodyHandle body = history.now().world().bodies()[1];
    for (int i = 0; i < 2; ++i) {
        history.begin_gesture();
        ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {5, 5}}));
        history.step();
    }
    ASSERT_TRUE(history.undo());
    ASSERT_TRUE(history.undo());
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(history.place(), (HistoryPosition{0, 1, 0}));
    history.step();
    EXPECT_EQ(history.place(), (HistoryPosition{1, 2, 0}));
    EXPECT_NE(hash_of(history), history.recording().hash(0, 2));
}

TEST(Undo, ReachesThroughBranches) {
    History history = begin();
    play(history, 3);
    const auto push = [&](float x) {
        history.begin_gesture();
        ASSERT_TRUE(history.apply(
            command::ApplyImpulse{.body = history.now().world().bodies()[1], .impulse = {x, 1}}));
    };
    push(1);
    play(history, 3);
    push(2);
    play(history, 3);
    history.seek(4);
    push(3);  // A branch at frame 4, which lies between the two.
    EXPECT_EQ(history.place().branch, 1u);
    ASSERT_TRUE(history.undo());
    EXPECT_EQ(history.frame(), 4u);
    ASSERT_TRUE(history.undo());
    EXPECT_EQ(history.frame(), 3u);
    EXPECT_EQ(history.place().inputs, 0u);
    EXPECT_FALSE(history.undo());
}

TEST(Undo, WhatIsDoneAfterwardsIsABranchAndEndsRedo) {
    History history = begin();
    history.begin_gesture();
    const BodyHandle body = history.now().world().bodies()[1];
    ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {1, 1}}));
    ASSERT_TRUE(history.undo());
    history.begin_gesture();
    ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {2, 1}}));
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.recording().branches.size(), 2u);
}

}  // namespace
}  // namespace toibox::replay
