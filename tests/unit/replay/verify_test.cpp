// SPDX-License-Identifier: MIT
#include "toibox/replay/verify.h"

#include "history_world.h"

namespace toibox::replay {
namespace {

using namespace testing_support;

constexpr auto keep_going = [](std::uint64_t, std::uint64_t) { return true; };

Recording make_recording(WorldSettings settings = {}) {
    History history = make_history(settings);
    history.record_keyframes(true);
    play_with_inputs(history, 120);
    history.seek(60);
    apply_user_input(history, 1);
    play_with_inputs(history, 50);
    history.seek(1, 80);
    apply_user_input(history, 0);
    play_with_inputs(history, 20);
    return history.recording();
}
std::unique_ptr<Simulation> start(WorldSettings settings = {}) {
    return std::make_unique<WorldSimulation>(make_history_world(settings), 1.0 / 60.0);
}

TEST(Verify, HoldsForEveryBranch) {
    const Recording recording = make_recording();
    const VerifyResult verdict = verify(recording, start(), 0, keep_going);
    EXPECT_TRUE(verdict.holds());
    std::uint64_t frames = 0;
    for (const Branch& branch : recording.branches)
        frames += branch.hashes.size() - 1;
    EXPECT_EQ(recording.branches.size(), 3u);
    EXPECT_EQ(verdict.frames, frames);
    EXPECT_GE(verdict.keyframes, 5u);
}

TEST(Verify, HoldsWithARoundTripThroughBytes) {
    EXPECT_TRUE(verify(make_recording(), start(), 7, keep_going).holds());
    const WorldSettings stops{.stop_at_each_impact = true};
    EXPECT_TRUE(verify(make_recording(stops), start(stops), 1, keep_going).holds());
}

/// A simulation that cannot be restored from its bytes.
class UnrestorableSimulation final : public Simulation {
public:
    explicit UnrestorableSimulation(World world) : inner_(std::move(world), 1.0 / 60.0) {}
    [[nodiscard]] std::unique_ptr<Simulation> clone() const override {
        return std::make_unique<UnrestorableSimulation>(*this);
    }
    Result<CommandOutcome, CommandError> apply(const Command& command) override {
        return inner_.apply(command);
    }
    const StepReport& step(std::optional<double> seconds) override { return inner_.step(seconds); }
    [[nodiscard]] const World& world() const override { return inner_.world(); }
    [[nodiscard]] std::vector<std::byte> write_script_state() const override { return {}; }
    Result<Unit, StateError> restore(World, std::span<const std::byte>) override {
        return Err{StateError{"script.timer", "is gone"}};
    }
    [[nodiscard]] std::uint64_t script_state_hash() const override { return 0; }
    void add_marks(std::vector<Mark>&, std::uint64_t) const override {}

private:
    WorldSimulation inner_;
};

TEST(Verify, AFailedRoundTripCountsAsADifference) {
    const VerifyResult verdict = verify(
        make_recording(), std::make_unique<UnrestorableSimulation>(make_history_world()), 7, keep_going);
    EXPECT_FALSE(verdict.holds());
    ASSERT_TRUE(verdict.first_divergence);
    EXPECT_EQ(verdict.first_divergence->frame, 7u);
    ASSERT_TRUE(verdict.state);
    EXPECT_NE(verdict.state->unreadable.find("script.timer is gone"), std::string::npos)
        << verdict.state->unreadable;
}

/// Branch 1 forks from branch 0 after three impulses at frame 10. Branch 2 forks from branch 1 after the
/// first impulse, which belongs to branch 0. All hashes of branch 2 but the first are wrong.
TEST(Verify, ChecksABranchThatForksWithinItsParentsFork) {
    History history = make_history();
    play_with_inputs(history, 10);
    for (int i = 0; i < 3; ++i)
        apply_user_input(history, 0);
    play_with_inputs(history, 10);
    history.seek(HistoryPosition{0, 10, 3});
    history.create_branch("b");
    play_with_inputs(history, 5);
    Recording recording = history.recording();
    Branch branch{.fork = HistoryPosition{1, 10, 1}};
    branch.hashes = {recording.hash(0, 10), 0xBAD, 0xBAD};
    recording.branches.push_back(branch);
    ASSERT_EQ(recording.defect(), "");
    const VerifyResult verdict = verify(recording, start(), 0, keep_going);
    ASSERT_TRUE(verdict.first_divergence);
    EXPECT_EQ(verdict.first_divergence->branch, 2u);
    EXPECT_EQ(verdict.first_divergence->frame, 11u);
}

TEST(Verify, ChecksTheFirstHashOfABranch) {
    Recording recording = make_recording();
    const std::uint64_t right = recording.branches[1].hashes.front();
    recording.branches[1].hashes.front() = 0xBAD;
    const VerifyResult verdict = verify(recording, start(), 0, keep_going);
    ASSERT_TRUE(verdict.first_divergence);
    EXPECT_EQ(verdict.first_divergence->branch, 1u);
    EXPECT_EQ(verdict.first_divergence->frame, recording.branches[1].first_frame());
    EXPECT_EQ(verdict.first_divergence->recorded_hash, 0xBADu);
    EXPECT_EQ(verdict.first_divergence->replayed_hash, right);
}

/// A frame within a step belongs to that step.
TEST(Verify, CountsStepsOfSeveralFrames) {
    const WorldSettings stops{.stop_at_each_impact = true};
    Recording recording = make_recording(stops);
    const VerifyResult whole = verify(recording, start(stops), 0, keep_going);
    EXPECT_TRUE(whole.holds());
    EXPECT_LT(whole.steps, whole.frames);
    History history = History::resume(start(stops), recording);
    std::vector<std::uint64_t> step_of_frame{0};
    std::uint64_t steps = 0;
    for (int frame = 1; frame <= 30; ++frame) {
        step_of_frame.push_back(steps + 1);
        if (history.step().complete) ++steps;
    }
    ASSERT_LT(steps, 30u) << "the bullet has hit nothing";
    for (std::size_t frame = 0; frame <= 30; ++frame) {
        recording.branches[0].hashes[frame] ^= 1u;
        const VerifyResult bad = verify(recording, start(stops), 0, keep_going);
        recording.branches[0].hashes[frame] ^= 1u;
        ASSERT_TRUE(bad.first_divergence);
        EXPECT_EQ(bad.first_divergence->frame, frame);
        EXPECT_EQ(bad.first_step, step_of_frame[frame]);
    }
}

TEST(Verify, ReportsTheFirstDifferingFrameAndTheDifferences) {
    Recording recording = make_recording();
    // Impulses slightly larger than the impulses with which the hashes were made.
    for (Input& input : recording.branches[0].inputs) {
        if (auto* command = std::get_if<Command>(&input.what)) {
            if (auto* push = std::get_if<command::ApplyImpulse>(command)) push->impulse.x *= 1.0001f;
        }
    }
    const VerifyResult verdict = verify(recording, start(), 0, keep_going);
    ASSERT_TRUE(verdict.first_divergence);
    EXPECT_EQ(verdict.first_divergence->branch, 0u);
    EXPECT_EQ(verdict.first_divergence->frame, recording.branches[0].inputs.front().frame + 1);
    ASSERT_TRUE(verdict.state);
    EXPECT_GE(verdict.state->frame, verdict.first_divergence->frame);
    EXPECT_EQ(verdict.state->step, verdict.state->frame);
    ASSERT_TRUE(verdict.replayed);
    EXPECT_EQ(verdict.replayed->world().step_count(), verdict.state->frame);
    EXPECT_TRUE(std::ranges::count(verdict.state->subsystems, "bodies"));
    ASSERT_FALSE(verdict.state->differences.empty());
    EXPECT_GT(verdict.state->differences.front().ulps, 0.0);
}

/// An unreadable keyframe is skipped and is not a failure.
TEST(Verify, ReportsAnUnreadableKeyframe) {
    Recording recording = make_recording();
    StoredKeyframe& damaged = recording.branches[0].keyframes[1];
    damaged.chunk.back() ^= std::byte{1};
    const VerifyResult all = verify(make_recording(), start(), 0, keep_going);
    EXPECT_EQ(all.unreadable_keyframes, 0u);
    EXPECT_FALSE(all.unreadable);
    const VerifyResult verdict = verify(recording, start(), 0, keep_going);
    EXPECT_TRUE(verdict.holds());
    EXPECT_EQ(verdict.keyframes, all.keyframes - 1);
    EXPECT_EQ(verdict.unreadable_keyframes, 1u);
    ASSERT_TRUE(verdict.unreadable);
    EXPECT_EQ(verdict.unreadable->frame, damaged.frame);
    EXPECT_NE(verdict.unreadable->reason.find("checksum"), std::string::npos) << verdict.unreadable->reason;
}

/// The current and the maximum number of simulations.
struct SimulationCount {
    int current = 0;
    int max = 0;
};
class CountedSimulation final : public Simulation {
public:
    CountedSimulation(World world, SimulationCount& count)
        : inner_(std::move(world), 1.0 / 60.0), count_(&count) {
        add();
    }
    CountedSimulation(const CountedSimulation& other)
        : Simulation(other), inner_(other.inner_), count_(other.count_) {
        add();
    }
    CountedSimulation& operator=(const CountedSimulation&) = delete;
    ~CountedSimulation() override { --count_->current; }
    [[nodiscard]] std::unique_ptr<Simulation> clone() const override {
        return std::make_unique<CountedSimulation>(*this);
    }
    Result<CommandOutcome, CommandError> apply(const Command& command) override {
        return inner_.apply(command);
    }
    const StepReport& step(std::optional<double> seconds) override { return inner_.step(seconds); }
    [[nodiscard]] const World& world() const override { return inner_.world(); }
    [[nodiscard]] std::vector<std::byte> write_script_state() const override { return {}; }
    Result<Unit, StateError> restore(World world, std::span<const std::byte> script_state) override {
        return inner_.restore(std::move(world), script_state);
    }
    [[nodiscard]] std::uint64_t script_state_hash() const override { return 0; }
    void add_marks(std::vector<Mark>&, std::uint64_t) const override {}

private:
    void add() { count_->max = std::max(count_->max, ++count_->current); }

    WorldSimulation inner_;
    SimulationCount* count_;
};

World one_ball() {
    World world{WorldSettings{}};
    add_ball(world, {0, 5}, 0.5f);
    return world;
}

/// 40 branches fork from the first branch, at one frame or at successive frames, or each from the previous
/// one.
TEST(Verify, UsesFewSimulations) {
    for (const auto& [name, from_previous, stride] : {std::tuple{"from one frame", false, 0u},
                                                      {"from the first", false, 1u},
                                                      {"from the one before", true, 1u}}) {
        History history(std::make_unique<WorldSimulation>(one_ball(), 1.0 / 60.0), {});
        for (int i = 0; i < 60; ++i)
            history.step();
        for (std::uint32_t i = 1; i <= 40; ++i) {
            history.seek(HistoryPosition{from_previous ? i - 1 : 0, 5 + stride * i, 0});
            history.create_branch("b");
            for (int k = 0; k < 20; ++k)
                history.step();
        }
        ASSERT_EQ(history.recording().branches.size(), 41u) << name;
        SimulationCount count;
        const VerifyResult verdict = verify(
            history.recording(), std::make_unique<CountedSimulation>(one_ball(), count), 0, keep_going);
        EXPECT_TRUE(verdict.holds()) << name;
        EXPECT_EQ(verdict.frames, 60u + 40u * 20u) << name;
        EXPECT_LE(count.max, 7) << name;
        EXPECT_EQ(count.current, 0) << name;
    }
}

TEST(Verify, CanBeInterrupted) {
    const VerifyResult verdict =
        verify(make_recording(), start(), 0, [](std::uint64_t, std::uint64_t) { return false; });
    EXPECT_TRUE(verdict.interrupted);
    EXPECT_FALSE(verdict.holds());
    EXPECT_FALSE(verdict.first_divergence);
}

TEST(FirstDifference, IsTheFrameOfADifferentInput) {
    History a = make_history();
    History b = make_history();
    for (int i = 0; i < 30; ++i) {
        if (i == 20) {
            ASSERT_TRUE(
                b.apply(command::SetVelocity{.body = b.simulation().world().bodies()[5], .angular = 1.0f}));
        }
        a.step();
        b.step();
    }
    EXPECT_FALSE(first_difference(a.recording(), a.recording()));
    const auto first = first_difference(a.recording(), b.recording());
    ASSERT_TRUE(first);
    EXPECT_EQ(first->kind, DifferenceKind::Input);
    EXPECT_EQ(first->frame, 20u);
    EXPECT_EQ(first->first_hash_mismatch, 21u);
    a.seek(21);
    b.seek(21);
    const StateComparison found =
        compare_states(a.simulation().world().state(), b.simulation().world().state(), 21);
    ASSERT_FALSE(found.differences.empty());
    EXPECT_EQ(found.differences.front().body, b.simulation().world().bodies()[5].index);
}

}  // namespace
}  // namespace toibox::replay
