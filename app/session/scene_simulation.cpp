// SPDX-License-Identifier: MIT
#include "app/session/scene_simulation.h"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

SceneSimulation::SceneSimulation(scene::Run run) : run_(std::move(run)) {
    run_.count_tunnelling();
}

std::unique_ptr<replay::Simulation> SceneSimulation::clone() const {
    return std::make_unique<SceneSimulation>(*this);
}

Result<CommandOutcome, CommandError> SceneSimulation::apply(const Command& command) {
    return run_.apply(command);
}

const StepReport& SceneSimulation::step(std::optional<double> seconds) {
    tunnelled_before_ = run_.tunnelled();
    return run_.step(seconds);
}

Result<Unit, StateError> SceneSimulation::restore(World world, std::span<const std::byte> script_state) {
    return run_.restore(std::move(world), script_state);
}

void SceneSimulation::add_marks(std::vector<replay::Mark>& marks, std::uint64_t frame) const {
    using replay::MarkKind;
    if (const std::int64_t crossings = run_.tunnelled() - tunnelled_before_; crossings > 0) {
        marks.push_back(
            {.frame = frame, .kind = MarkKind::Tunnelled, .count = static_cast<std::uint32_t>(crossings)});
    }
    if (!run_.last_report().complete) return;
    for (std::size_t i = 0; i < run_.claims().size(); ++i) {
        const scene::ClaimOutcome& outcome = run_.outcomes()[i];
        const bool passed = outcome.status == scene::ClaimOutcome::Status::Passed;
        if (outcome.step != run_.steps() ||
            (!passed && outcome.status != scene::ClaimOutcome::Status::Failed))
            continue;
        marks.push_back({.frame = frame,
                         .kind = MarkKind::Claim,
                         .text = fmt::format("{}: {}", passed ? "holds" : "fails", run_.claims()[i].text)});
    }
}

namespace {

/// The path to store in a recording: only the file name of an absolute path, because folders differ between
/// machines. Relative paths are unchanged.
std::string portable_name(const std::string& path) {
    const std::filesystem::path file(path);
    return file.is_absolute() ? file.filename().string() : path;
}

}  // namespace

replay::Recording make_recording(const scene::Document& document, const std::string& variant,
                                 const std::vector<scene::Document::Override>& overrides, double step,
                                 std::string meta) {
    replay::Recording recording;
    recording.step = step;
    recording.meta = std::move(meta);
    recording.source = {document.write(), portable_name(document.path()), variant, overrides};
    return recording;
}

Result<RecordedScene, scene::Diagnostics> restart_recorded_scene(const replay::Source& source) {
    auto document = scene::Document::parse(source.scene, source.path);
    if (!document) return Err{std::move(document).error()};
    auto resolved = document->resolve(source.variant, source.overrides);
    if (!resolved) return Err{std::move(resolved).error()};
    auto run = scene::Run::start(std::move(resolved).value());
    if (!run) return Err{std::move(run).error()};
    return RecordedScene{std::move(document).value(), std::move(run).value()};
}

std::string replay_incompatibility(const replay::Recording& recording) {
    if (recording.sim_version == sim_version) return {};
    return fmt::format(
        "it was recorded by sim_version {}, which this program (sim_version {}) cannot reproduce: replay it "
        "with the version of toibox that `toibox info` prints as \"made by\"",
        recording.sim_version, sim_version);
}

}  // namespace toibox::app
