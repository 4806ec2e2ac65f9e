// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/recording.h"
#include "toibox/replay/simulation.h"
#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include <optional>
#include <string>

namespace toibox::app {

/// A run of a scene (world, script and claims) as a replay::Simulation, for replay::History.
class SceneSimulation final : public replay::Simulation {
public:
    explicit SceneSimulation(scene::Run run);

    [[nodiscard]] scene::Run& run() { return run_; }
    [[nodiscard]] const scene::Run& run() const { return run_; }

    /// What the commands since the last step created, one entry per command; and those before the last step.
    [[nodiscard]] const std::vector<CommandOutcome>& outcomes() const { return outcomes_; }
    [[nodiscard]] const std::vector<CommandOutcome>& outcomes_before_step() const {
        return outcomes_before_step_;
    }

    [[nodiscard]] std::unique_ptr<Simulation> clone() const override;
    Result<CommandOutcome, CommandError> apply(const Command& command) override;
    const StepReport& step(std::optional<double> seconds) override;
    [[nodiscard]] const World& world() const override { return run_.world(); }
    [[nodiscard]] std::vector<std::byte> write_script_state() const override {
        return run_.write_script_state();
    }
    Result<Unit, StateError> restore(World world, std::span<const std::byte> script_state) override;
    [[nodiscard]] std::uint64_t script_state_hash() const override { return run_.script_state_hash(); }
    void add_marks(std::vector<replay::Mark>& marks, std::uint64_t frame) const override;

private:
    scene::Run run_;
    std::vector<CommandOutcome> outcomes_;
    std::vector<CommandOutcome> outcomes_before_step_;
};

/// The mark that shows a verdict on the timeline.
replay::MarkKind mark_kind(scene::VerdictKind verdict);
/// The verdict that a mark shows; nullopt for other marks.
std::optional<scene::VerdictKind> verdict_kind(replay::MarkKind mark);

/// The run of a simulation. Requires: the simulation is a SceneSimulation.
inline scene::Run& run_of(replay::Simulation& simulation) {
    return static_cast<SceneSimulation&>(simulation).run();
}
inline const scene::Run& run_of(const replay::Simulation& simulation) {
    return static_cast<const SceneSimulation&>(simulation).run();
}

/// An empty recording of a scene that is about to run. `meta`: description of this program, as JSON.
replay::Recording make_recording(const scene::Document& document, const std::string& variant,
                                 const std::vector<scene::Document::Override>& overrides, double step,
                                 std::string meta);

/// The scene stored in a recording, and a run of that scene at step 0.
struct RecordedScene {
    scene::Document document;
    scene::Run run;
};
Result<RecordedScene, scene::Diagnostics> restart_recorded_scene(const replay::Source& source);

/// Why this program cannot reproduce the recording, as a message for the user; empty if it can.
std::string replay_incompatibility(const replay::Recording& recording);

}  // namespace toibox::app
