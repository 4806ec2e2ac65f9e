// SPDX-License-Identifier: MIT
#include "attempt.h"

#include "toibox/dynamics/validate.h"
#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"
#include "toibox/replay/verify.h"

#include "app/session/scene_simulation.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace toibox::fuzz {

namespace {

/// A valid file may need any amount of work. Therefore a step that needs more than this many visits of
/// contacts counts as failed.
constexpr double max_work = 2e5;
constexpr int max_steps = 100;
constexpr std::size_t max_keyframes = 8;
constexpr std::uint32_t max_branches = 6;
constexpr std::size_t max_variants = 6;

double work_of_step(const World& world) {
    const WorldSettings& s = world.settings();
    const WorldState& state = world.state();
    const double iterations = std::max(1, s.substeps) * (1.0 + s.velocity_iterations + s.position_iterations);
    const double searches =
        1.0 + (s.impact_budget / 256.0) * (s.toi_iterations / 64.0) * (s.root_iterations / 50.0);
    const double elements = 1.0 + static_cast<double>(state.contacts.size() + state.shapes.ids.live_count() +
                                                      state.joints.ids.live_count());
    return s.detection_substeps * elements * (iterations + searches);
}

/// Forwards every call to another simulation. Steps that need too much work fail like non-finite steps, which
/// replay must handle.
class BoundedSimulation final : public replay::Simulation {
public:
    explicit BoundedSimulation(std::unique_ptr<replay::Simulation> inner) : inner_(std::move(inner)) {
        failed_report_.non_finite = true;
    }

    [[nodiscard]] std::unique_ptr<Simulation> clone() const override {
        std::unique_ptr<BoundedSimulation> copy = fresh_copy();
        copy->steps_ = steps_;
        return copy;
    }
    /// A copy with a new budget of steps. Faults of the copy are reported by this simulation.
    [[nodiscard]] std::unique_ptr<BoundedSimulation> fresh_copy() const {
        auto copy = std::make_unique<BoundedSimulation>(inner_->clone());
        copy->fault_ = fault_;
        return copy;
    }
    Result<CommandOutcome, CommandError> apply(const Command& command) override {
        auto outcome = inner_->apply(command);
        if (!outcome && outcome.error().message.empty()) *fault_ = "a command was rejected without a reason";
        return outcome;
    }
    const StepReport& step(std::optional<double> seconds) override {
        if (++*steps_ > max_steps || work_of_step(inner_->world()) > max_work) return failed_report_;
        const StepReport& report = inner_->step(seconds);
        if (!report.failed()) check("a step");
        return report;
    }
    [[nodiscard]] const World& world() const override { return inner_->world(); }
    [[nodiscard]] std::vector<std::byte> write_script_state() const override {
        return inner_->write_script_state();
    }
    Result<Unit, StateError> restore(World world, std::span<const std::byte> script_state) override {
        auto done = inner_->restore(std::move(world), script_state);
        if (!done && (done.error().where.empty() || done.error().what.empty()))
            *fault_ = "a state was rejected without a reason";
        if (done) check("restoring");
        return done;
    }
    [[nodiscard]] std::uint64_t script_state_hash() const override { return inner_->script_state_hash(); }
    void add_marks(std::vector<replay::Mark>& marks, std::uint64_t frame) const override {
        inner_->add_marks(marks, frame);
    }

    [[nodiscard]] const std::string& fault() const { return *fault_; }

private:
    void check(const char* after) {
        if (const auto defect = validate_columns(inner_->world().state()); defect && fault_->empty())
            *fault_ = std::string("after ") + after + ", " + defect->where + " " + defect->what;
    }

    std::unique_ptr<replay::Simulation> inner_;
    StepReport failed_report_;
    std::shared_ptr<int> steps_ = std::make_shared<int>(0);  ///< Shared by clones.
    std::shared_ptr<std::string> fault_ = std::make_shared<std::string>();
};

std::string text_of(const scene::Diagnostics& diagnostics) {
    const bool has_reason =
        !diagnostics.empty() && std::ranges::none_of(diagnostics, [](const scene::Diagnostic& diagnostic) {
            return diagnostic.message.empty();
        });
    return has_reason ? scene::format(diagnostics) : std::string();
}
AttemptResult rejected(std::string reason) {
    const char* fault = reason.empty() ? "rejected without a reason" : "";
    return {.end = AttemptEnd::Rejected, .reason = std::move(reason), .fault = fault};
}

struct ReadState {
    replay::KeyframeState stored;
    World world;
};

/// The readable states among the first max_keyframes keyframes of a recording.
std::vector<ReadState> states_of(const replay::Recording& recording, std::string& fault) {
    std::vector<ReadState> states;
    std::size_t count = 0;
    for (const replay::Branch& branch : recording.branches) {
        for (const replay::StoredKeyframe& keyframe : branch.keyframes) {
            if (++count > max_keyframes) return states;
            auto state = replay::unpack(keyframe);
            if (!state) {
                if (state.error().empty()) fault = "a keyframe was rejected without a reason";
                continue;
            }
            Result<World, StateError> world = read_state(state->world);
            if (world) {
                states.push_back({*std::move(state), std::move(world).value()});
            } else if (world.error().where.empty() || world.error().what.empty()) {
                fault = "a world was rejected without a reason";
            }
        }
    }
    return states;
}

/// Seeks in the recording, adds inputs, undoes and redoes them.
void visit_frames(const BoundedSimulation& start, replay::Recording recording) {
    constexpr std::size_t budget = 1 << 20;
    replay::History history = replay::History::resume(start.fresh_copy(), std::move(recording), budget);
    const auto branches = std::min<std::uint32_t>(
        max_branches, static_cast<std::uint32_t>(history.recording().branches.size()));
    for (std::uint32_t branch = 0; branch < branches; ++branch) {
        history.seek(branch, history.recording().branches[branch].first_frame() + 5);
        history.step();
        history.step_back();
    }
    for (std::uint32_t branch = branches; branch-- > 0;)
        history.seek(branch, history.recording().branches[branch].end());
    history.step();
    history.record_keyframes(true);
    static_cast<void>(history.apply(command::Explode{}));
    history.step();
    history.undo();
    history.redo();
    history.seek(2);
    static_cast<void>(history.apply(command::Explode{}));
    for (int i = 0; i < 3; ++i)
        history.step();
    static_cast<void>(history.marks(history.position().branch, 0, history.end()));
}

void replay_all(const BoundedSimulation& start, const replay::Recording& recording,
                std::vector<ReadState> states) {
    for (ReadState& state : states) {
        const std::unique_ptr<BoundedSimulation> simulation = start.fresh_copy();
        if (!simulation->restore(std::move(state.world), state.stored.script_state)) continue;
        static_cast<void>(simulation->step({}));
        static_cast<void>(simulation->step({}));
    }
    visit_frames(start, recording);
    const auto has_steps_left = [](std::uint64_t done, std::uint64_t) { return done < max_steps; };
    static_cast<void>(replay::verify(recording, start.fresh_copy(), 7, has_steps_left));
}

}  // namespace

AttemptResult try_state(const replay::Simulation& start, std::span<const std::byte> world,
                        std::span<const std::byte> script_state) {
    Result<World, StateError> read = read_state(world);
    if (!read) return rejected(read.error().where + " " + read.error().what);
    BoundedSimulation simulation(start.clone());
    if (const auto done = simulation.restore(std::move(read).value(), script_state); !done) {
        AttemptResult result = rejected(done.error().where + " " + done.error().what);
        if (!simulation.fault().empty()) result.fault = simulation.fault();
        return result;
    }
    static_cast<void>(simulation.step({}));
    static_cast<void>(simulation.step({}));
    return {.fault = simulation.fault()};
}

AttemptResult try_recording(std::span<const std::byte> bytes) {
    Result<replay::RecoveredRecording, replay::RecordingError> read = replay::read_recording(bytes);
    if (!read) return rejected(read.error().message);
    AttemptResult result;
    const replay::Recording& recording = read->recording;
    if (!read->damage.none()) {
        result = {.end = AttemptEnd::Recovered, .reason = replay::recovery_text(*read)};
        if (result.reason.empty()) result.fault = "recovered without a message";
    }
    if (!recording.defect().empty()) result.fault = "was accepted, but " + recording.defect();
    std::vector<ReadState> states = states_of(recording, result.fault);
    if (!result.fault.empty()) return result;
    if (std::string reason = app::replay_incompatibility(recording); !reason.empty())
        return rejected(std::move(reason));
    std::unique_ptr<replay::Simulation> simulation;
    if (recording.source.scene.empty()) {
        if (states.empty()) return rejected("a bare world without a state");
        simulation = std::make_unique<replay::WorldSimulation>(states.front().world, 1.0 / 60.0);
    } else {
        auto scene = app::restart_recorded_scene(recording.source);
        if (!scene) return rejected(text_of(scene.error()));
        simulation = std::make_unique<app::SceneSimulation>(std::move(scene->run));
    }
    const BoundedSimulation start(std::move(simulation));
    replay_all(start, recording, std::move(states));
    result.fault = start.fault();
    return result;
}

namespace {

/// Starts and steps one variant.
AttemptResult try_variant(const scene::Document& document, const std::string& variant) {
    auto resolved = document.resolve(variant);
    if (!resolved) return rejected(text_of(resolved.error()));
    auto run = scene::Run::start(std::move(resolved).value());
    if (!run) return rejected(text_of(run.error()));
    for (int i = 0; i < 2 && work_of_step(run->world()) <= max_work; ++i) {
        if (run->step().failed()) break;
        if (const auto defect = validate_columns(run->world().state()))
            return {.fault = "after a step, " + defect->where + " " + defect->what};
    }
    run->finish();
    return {};
}

}  // namespace

AttemptResult try_scene(std::string_view text) {
    auto document = scene::Document::parse(text);
    if (!document) return rejected(text_of(document.error()));
    if (auto reparsed = scene::Document::parse(document->write()); !reparsed)
        return {.fault = "cannot read its own output: " + text_of(reparsed.error())};
    AttemptResult result = try_variant(*document, {});
    std::size_t tried = 0;
    for (const scene::VariantEntry& variant : document->variants()) {
        if (!result.fault.empty() || ++tried > max_variants) break;
        result = try_variant(*document, variant.name);
    }
    return result;
}

}  // namespace toibox::fuzz
