// SPDX-License-Identifier: MIT
#include "toibox/replay/verify.h"

#include "yard.h"

namespace toibox::replay {
namespace {

using namespace testing_support;

constexpr auto go_on = [](std::uint64_t, std::uint64_t) { return true; };

Recording recorded(WorldSettings settings = {}) {
    History history = begin(settings);
    history.keep_for_file(true);
    play(history, 120);
    history.seek(60);
    interfere(history, 1);
    play(history, 50);
    history.seek(1, 80);
    interfere(history, 0);
    play(history, 20);
    return history.recording();
}
std::unique_ptr<Simulation> start(WorldSettings settings = {}) {
    return std::make_unique<WorldSimulation>(make_yard(settings), 1.0 / 60.0);
}

TEST(Verify, HoldsForEveryLane) {
    const Recording recording = recorded();
    const Verdict verdict = verify(recording, start(), 0, go_on);
    EXPECT_TRUE(verdict.holds());
    std::uint64_t frames = 0;
    for (const Lane& lane : recording.lanes)
        frames += lane.hashes.size() - 1;
    EXPECT_EQ(recording.lanes.size(), 3u);
    EXPECT_EQ(verdict.frames, frames);
    EXPECT_GE(verdict.keyframes, 5u);
}

TEST(Verify, HoldsWithARoundTripThroughBytes) {
    EXPECT_TRUE(verify(recorded(), start(), 7, go_on).holds());
    const WorldSettings stops{.stop_at_each_impact = true};
    EXPECT_TRUE(verify(recorded(stops), start(stops), 1, go_on).holds());
}

// Frames that stop within a step are in the step that they are on the way to.
TEST(Verify, CountsStepsWhereTheyHaveSeveralFrames) {
    const WorldSettings stops{.stop_at_each_impact = true};
    Recording recording = recorded(stops);
    const Verdict whole = verify(recording, start(stops), 0, go_on);
    EXPECT_TRUE(whole.holds());
    EXPECT_LT(whole.steps, whole.frames);
    History history = History::resume(start(stops), recording);
    std::vector<std::uint64_t> step_of_frame{0};
    std::uint64_t steps = 0;
    for (int frame = 1; frame <= 30; ++frame) {
        step_of_frame.push_back(steps + 1);
        if (history.step().complete) ++steps;
    }
    ASSERT_LT(steps, 30u) << "the bullet has hit something";
    for (std::size_t frame = 0; frame <= 30; ++frame) {
        recording.lanes[0].hashes[frame] ^= 1u;
        const Verdict bad = verify(recording, start(stops), 0, go_on);
        recording.lanes[0].hashes[frame] ^= 1u;
        ASSERT_TRUE(bad.first);
        EXPECT_EQ(bad.first->frame, frame);
        EXPECT_EQ(bad.first_step, step_of_frame[frame]);
    }
}

TEST(Verify, NamesTheFirstBadFrameAndWhatDiffers) {
    Recording recording = recorded();
    // Somebody pushed a little harder than the file says.
    for (Input& input : recording.lanes[0].inputs) {
        if (auto* given = std::get_if<Command>(&input.what)) {
            if (auto* push = std::get_if<command::ApplyImpulse>(given)) push->impulse.x *= 1.0001f;
        }
    }
    const Verdict verdict = verify(recording, start(), 0, go_on);
    ASSERT_TRUE(verdict.first);
    EXPECT_EQ(verdict.first->lane, 0u);
    EXPECT_EQ(verdict.first->frame, recording.lanes[0].inputs.front().frame + 1);
    ASSERT_TRUE(verdict.state);
    EXPECT_GE(verdict.state->frame, verdict.first->frame);
    EXPECT_EQ(verdict.state->step, verdict.state->frame);
    ASSERT_TRUE(verdict.replayed);
    EXPECT_EQ(verdict.replayed->world().step_count(), verdict.state->frame);
    EXPECT_TRUE(std::ranges::count(verdict.state->subsystems, "bodies"));
    ASSERT_FALSE(verdict.state->differences.empty());
    EXPECT_GT(verdict.state->differences.front().ulps, 0.0);
}

TEST(Verify, CanBeInterrupted) {
    const Verdict verdict =
        verify(recorded(), start(), 0, [](std::uint64_t, std::uint64_t) { return false; });
    EXPECT_TRUE(verdict.interrupted);
    EXPECT_FALSE(verdict.holds());
    EXPECT_FALSE(verdict.first);
}

TEST(FirstDifference, OfTwoRecordingsIsTheFrameAfterAnotherInput) {
    History a = begin();
    History b = begin();
    for (int i = 0; i < 30; ++i) {
        if (i == 20) {
            ASSERT_TRUE(b.apply(command::SetVelocity{.body = b.now().world().bodies()[5], .angular = 1.0f}));
        }
        a.step();
        b.step();
    }
    EXPECT_FALSE(first_difference(a.recording(), a.recording()));
    const auto first = first_difference(a.recording(), b.recording());
    ASSERT_TRUE(first);
    EXPECT_EQ(first->kind, DifferenceKind::Input);
    EXPECT_EQ(first->frame, 20u);
    EXPECT_EQ(first->parted, 21u);
    a.seek(21);
    b.seek(21);
    const StateComparison found = compare_states(a.now().world().state(), b.now().world().state(), 21);
    ASSERT_FALSE(found.differences.empty());
    EXPECT_EQ(found.differences.front().body, b.now().world().bodies()[5].index);
}

}  // namespace
}  // namespace toibox::replay
