// SPDX-License-Identifier: MIT
// After any sequence of actions, the state of a history equals a replay of its inputs from the start. The
// recording passes verify() and reproduces the same states after it was written and read. TOIBOX_SOAK=1 runs
// more seeds.
#include "toibox/core/rng.h"
#include "toibox/dynamics/state_io.h"
#include "toibox/replay/recording_file.h"
#include "toibox/replay/verify.h"

#include "history_world.h"
#include "tests/support/soak.h"

#include <array>
#include <filesystem>
#include <unistd.h>

namespace toibox::replay {
namespace {

using namespace testing_support;

std::unique_ptr<Simulation> make_small_simulation() {
    World world;
    world.attach(world.create_body({.type = BodyType::Static}), make_box({20, 0.5f}, {0, -0.5f}));
    for (int i = 0; i < 5; ++i)
        add_box(world, {0.3f * static_cast<float>(i % 3), 0.6f + 1.1f * static_cast<float>(i / 2)});
    return std::make_unique<WorldSimulation>(std::move(world), 1.0 / 60.0);
}

/// The state at a position, computed by applying inputs and stepping from frame 0.
std::vector<std::byte> replay_from_start(const Recording& recording, const HistoryPosition& position) {
    const std::unique_ptr<Simulation> simulation = make_small_simulation();
    std::optional<double> seconds;
    for (std::uint64_t frame = 0;; ++frame) {
        const std::vector<const Input*> inputs = recording.inputs_at(position.branch, frame);
        const std::size_t count = frame == position.frame ? position.inputs : inputs.size();
        for (std::size_t i = 0; i < count; ++i)
            static_cast<void>(apply(*simulation, *inputs.at(i), seconds));
        if (frame == position.frame) return write_state(simulation->world().state());
        simulation->step(seconds);
    }
}

/// Uses a history in random ways.
class RandomUser {
public:
    explicit RandomUser(std::uint64_t seed)
        : random_(seed), history_(make_small_simulation(), {}, random_budget()) {}
    [[nodiscard]] History& history() { return history_; }
    [[nodiscard]] std::size_t random_budget() {
        const std::size_t state_size = estimate_memory(make_small_simulation()->world());
        const std::array budgets{std::size_t{0}, 3 * state_size, 40 * state_size, tuning::memory_budget};
        return budgets[random_.below(budgets.size())];
    }
    [[nodiscard]] Rng& random() { return random_; }

    void act() {
        switch (random_.below(12)) {
            case 0:
            case 1:
            case 2:
                return step_randomly();
            case 3:
            case 4:
            case 5:
                return apply_random_input();
            case 6:
                return history_.seek(random_branch(),
                                     random_.below(static_cast<std::uint32_t>(history_.end() + 3)));
            case 7:
                return check_undo();
            case 8:
                return static_cast<void>(history_.redo());
            case 9:
                return history_.step_back();
            case 10:
                return random_.below(3) == 0 ? history_.create_branch("aside")
                                             : history_.set_step_seconds(random_step_length());
            default:
                history_.prefetch_states(random_.below(20));
                if (random_.below(5) == 0) history_.record_keyframes(random_.next_bool());
        }
    }

private:
    void step_randomly() {
        for (std::uint32_t i = random_.below(6) + 1; i-- > 0;)
            history_.step();
    }
    void apply_random_input() {
        if (random_.next_bool()) history_.begin_gesture();
        const auto number = [&] { return static_cast<float>(random_.integer(-4, 4)); };
        if (random_.below(3) == 0) {
            WorldSettings settings = history_.simulation().world().settings();
            settings.gravity = {number(), number() - 5};
            EXPECT_TRUE(history_.apply(command::SetSettings{settings}));
            return;
        }
        const std::vector<BodyHandle> bodies = history_.simulation().world().bodies();
        EXPECT_TRUE(history_.apply(command::ApplyImpulse{
            .body = bodies[1 + random_.below(static_cast<std::uint32_t>(bodies.size() - 1))],
            .impulse = {number(), number()}}));
    }
    /// Expects that an undo goes to an earlier position on the same path.
    void check_undo() {
        const HistoryPosition from = history_.position();
        if (!history_.undo()) return;
        const HistoryPosition to = history_.position();
        const Recording& recording = history_.recording();
        const std::vector<const Input*> passed = recording.inputs_at(from.branch, to.frame);
        const std::vector<const Input*> applied = recording.inputs_at(to.branch, to.frame);
        ASSERT_LE(to.frame, from.frame);
        ASSERT_LE(to.inputs, to.frame == from.frame ? from.inputs : passed.size());
        for (std::size_t i = 0; i < to.inputs; ++i)
            ASSERT_EQ(applied[i], passed[i]);
    }
    [[nodiscard]] std::uint32_t random_branch() {
        return random_.below(static_cast<std::uint32_t>(history_.recording().branches.size()));
    }
    [[nodiscard]] std::optional<double> random_step_length() {
        if (random_.below(3) == 0) return std::nullopt;
        return 1.0 / static_cast<double>(random_.integer(30, 90));
    }

    Rng random_;
    History history_;
};

void expect_states_match_replay(History& history, Rng& random) {
    const Recording& recording = history.recording();
    for (int i = 0; i < 10; ++i) {
        const std::uint32_t branch = random.below(static_cast<std::uint32_t>(recording.branches.size()));
        const std::uint64_t frame =
            random.below(static_cast<std::uint32_t>(recording.branches[branch].end() + 1));
        const auto inputs = static_cast<std::uint32_t>(recording.input_count(branch, frame));
        const HistoryPosition position{branch, frame, random.below(inputs + 1)};
        history.seek(position);
        ASSERT_EQ(history.position(), position);
        ASSERT_EQ(write_state(history.simulation().world().state()), replay_from_start(recording, position));
    }
}

TEST(HistoryModel, StateEqualsAReplayFromTheStart) {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("history_model_" + std::to_string(::getpid()) + ".toirec"))
            .string();
    const std::uint64_t seeds = testing_support::is_soak_run() ? 1500 : 40;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomUser user(seed);
        History& history = user.history();
        for (int i = 0; i < 120; ++i) {
            user.act();
            ASSERT_EQ(history.recording().defect(), "");
            ASSERT_FALSE(history.divergence());
            ASSERT_EQ(write_state(history.simulation().world().state()),
                      replay_from_start(history.recording(), history.position()))
                << "after " << i << " actions";
        }
        const VerifyResult verdict = verify(history.recording(), make_small_simulation(), seed % 3,
                                            [](std::uint64_t, std::uint64_t) { return true; });
        ASSERT_TRUE(verdict.holds());
        ASSERT_TRUE(write_recording(path, history.recording()));
        auto read = read_recording(path);
        ASSERT_TRUE(read);
        ASSERT_TRUE(read->damage.none()) << read->damage.what;
        History resumed =
            History::resume(make_small_simulation(), std::move(read->recording), user.random_budget());
        expect_states_match_replay(resumed, user.random());
    }
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace toibox::replay
