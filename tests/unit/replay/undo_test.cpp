// SPDX-License-Identifier: MIT
#include "history_world.h"

namespace toibox::replay {
namespace {

using namespace testing_support;

TEST(Undo, RevertsTheGestureAndRedoRestoresIt) {
    History history = make_history();
    play_with_inputs(history, 5);
    const std::uint64_t hash_before = hash_of(history);
    history.begin_gesture();
    const BodyHandle body = history.simulation().world().bodies()[2];
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(history.apply(command::SetTransform{body, {4, 2.0f + static_cast<float>(i)}, 0.3f}));
    const std::uint64_t hash_after_gesture = hash_of(history);
    ASSERT_TRUE(history.can_undo());
    ASSERT_TRUE(history.undo());
    EXPECT_EQ(hash_of(history), hash_before);
    EXPECT_FALSE(history.can_undo());
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(hash_of(history), hash_after_gesture);
    EXPECT_FALSE(history.can_redo());
}

/// Undo also reverts the steps after the gesture; redo restores them.
TEST(Undo, RevertsTheStepsSinceTheGesture) {
    History history = make_history();
    history.begin_gesture();
    ASSERT_TRUE(history.apply(
        command::ApplyImpulse{.body = history.simulation().world().bodies()[1], .impulse = {1, 1}}));
    play_with_inputs(history, 10);
    const std::uint64_t hash_before_undo = hash_of(history);
    ASSERT_TRUE(history.undo());
    EXPECT_EQ(history.frame(), 0u);
    EXPECT_EQ(hash_of(history), history.recording().hash(0, 0));
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(hash_of(history), hash_before_undo);
    EXPECT_EQ(history.recording().branches.size(), 1u);
}

/// After an undo, stepping forks a new branch; the old one is kept.
TEST(Undo, LaterStepsOmitTheGesture) {
    History untouched = make_history();
    History history = make_history();
    const auto steps = [](History& target, int count) {
        for (int i = 0; i < count; ++i)
            target.step();
    };
    steps(history, 5);
    history.begin_gesture();
    const BodyHandle body = history.simulation().world().bodies()[1];
    ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {5, 5}}));
    steps(history, 20);
    const std::uint64_t pushed_hash = hash_of(history);
    ASSERT_TRUE(history.undo());
    steps(history, 20);
    steps(untouched, 25);
    EXPECT_EQ(hash_of(history), hash_of(untouched));
    EXPECT_EQ(history.position(), (HistoryPosition{1, 25, 0}));
    EXPECT_FALSE(history.divergence());
    EXPECT_EQ(history.recording().defect(), "");
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(history.position(), (HistoryPosition{0, 25, 0}));
    EXPECT_EQ(hash_of(history), pushed_hash);
}

TEST(Undo, KeepsEarlierInputsOfTheSameFrame) {
    History history = make_history();
    const BodyHandle body = history.simulation().world().bodies()[1];
    const auto push = [&](float x) {
        history.begin_gesture();
        ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {x, 1}}));
    };
    push(1);
    const float after_one_push = history.simulation().world().find(body)->velocity().linear.x;
    push(1);
    ASSERT_TRUE(history.undo());
    history.seek({0, 0, 0});
    history.apply_recorded_inputs();
    EXPECT_FLOAT_EQ(history.simulation().world().find(body)->velocity().linear.x, after_one_push);
    EXPECT_EQ(history.position(), (HistoryPosition{1, 0, 1}));
}

TEST(Undo, OneRedoAfterTwoUndosRestoresOneGesture) {
    History history = make_history();
    const BodyHandle body = history.simulation().world().bodies()[1];
    for (int i = 0; i < 2; ++i) {
        history.begin_gesture();
        ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {5, 5}}));
        history.step();
    }
    ASSERT_TRUE(history.undo());
    ASSERT_TRUE(history.undo());
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(history.position(), (HistoryPosition{0, 1, 0}));
    history.step();
    EXPECT_EQ(history.position(), (HistoryPosition{1, 2, 0}));
    EXPECT_NE(hash_of(history), history.recording().hash(0, 2));
}

TEST(Undo, CrossesForks) {
    History history = make_history();
    play_with_inputs(history, 3);
    const auto push = [&](float x) {
        history.begin_gesture();
        ASSERT_TRUE(history.apply(
            command::ApplyImpulse{.body = history.simulation().world().bodies()[1], .impulse = {x, 1}}));
    };
    push(1);
    play_with_inputs(history, 3);
    push(2);
    play_with_inputs(history, 3);
    history.seek(4);
    push(3);  // forks at frame 4, between the first two pushes
    EXPECT_EQ(history.position().branch, 1u);
    ASSERT_TRUE(history.undo());
    EXPECT_EQ(history.frame(), 4u);
    ASSERT_TRUE(history.undo());
    EXPECT_EQ(history.frame(), 3u);
    EXPECT_EQ(history.position().inputs, 0u);
    EXPECT_FALSE(history.undo());
}

TEST(Undo, ANewInputAfterAnUndoForksAndClearsRedo) {
    History history = make_history();
    history.begin_gesture();
    const BodyHandle body = history.simulation().world().bodies()[1];
    ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {1, 1}}));
    ASSERT_TRUE(history.undo());
    history.begin_gesture();
    ASSERT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {2, 1}}));
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.recording().branches.size(), 2u);
}

}  // namespace
}  // namespace toibox::replay
