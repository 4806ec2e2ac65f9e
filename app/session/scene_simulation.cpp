// SPDX-License-Identifier: MIT
#include "app/session/scene_simulation.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

SceneSimulation::SceneSimulation(scene::Run run) : run_(std::move(run)) {
    run_.judge_steps();
}

namespace {

/// Whether the verdict is about an impact that the engine answered; the others are known at the end of the
/// step only.
bool is_known_at_impact(scene::VerdictKind kind) {
    using scene::VerdictKind;
    return kind == VerdictKind::Stopped || kind == VerdictKind::Late || kind == VerdictKind::TimeLost;
}

/// Adds one mark per kind of verdict.
void add_verdict_marks(const std::vector<scene::Verdict>& verdicts, std::vector<replay::Mark>& marks,
                       std::uint64_t frame) {
    for (const scene::VerdictName& name : scene::verdict_names()) {
        const auto is_kind = [&](const scene::Verdict& verdict) { return verdict.kind == name.kind; };
        const auto first = std::ranges::find_if(verdicts, is_kind);
        if (first == verdicts.end()) continue;
        marks.push_back({.frame = frame,
                         .kind = mark_kind(name.kind),
                         .count = static_cast<std::uint32_t>(std::ranges::count_if(verdicts, is_kind)),
                         .a = first->body,
                         .b = first->other,
                         .t = is_known_at_impact(name.kind) ? first->t : 1.0});
    }
}

}  // namespace

replay::MarkKind mark_kind(scene::VerdictKind verdict) {
    using replay::MarkKind;
    static constexpr std::array<MarkKind, scene::verdict_kind_count> kinds{
        MarkKind::Stopped, MarkKind::Tunnelled, MarkKind::PushedThrough, MarkKind::Missed,
        MarkKind::Late,    MarkKind::GhostHit,  MarkKind::TimeLost};
    return kinds[static_cast<std::size_t>(verdict)];
}

std::optional<scene::VerdictKind> verdict_kind(replay::MarkKind mark) {
    const std::span<const scene::VerdictKind> kinds = scene::verdicts_by_severity();
    const auto found = std::ranges::find(kinds, mark, mark_kind);
    return found != kinds.end() ? std::optional(*found) : std::nullopt;
}

std::unique_ptr<replay::Simulation> SceneSimulation::clone() const {
    return std::make_unique<SceneSimulation>(*this);
}

Result<CommandOutcome, CommandError> SceneSimulation::apply(const Command& command) {
    auto outcome = run_.apply(command);
    if (outcome) outcomes_.push_back(*outcome);
    return outcome;
}

const StepReport& SceneSimulation::step(std::optional<double> seconds) {
    const StepReport& report = run_.step(seconds);
    if (report.failed()) return report;
    outcomes_before_step_ = std::exchange(outcomes_, {});
    return report;
}

Result<Unit, StateError> SceneSimulation::restore(World world, std::span<const std::byte> script_state) {
    auto restored = run_.restore(std::move(world), script_state);
    if (restored) outcomes_.clear();
    return restored;
}

void SceneSimulation::add_marks(std::vector<replay::Mark>& marks, std::uint64_t frame) const {
    using replay::MarkKind;
    if (!run_.last_report().complete) return;
    add_verdict_marks(run_.verdicts(), marks, frame);
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
