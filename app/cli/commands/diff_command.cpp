// SPDX-License-Identifier: MIT
// `toibox diff`: finds the first difference between two recordings: a state hash, an input or a branch.
// Other differences, such as bookmarks or the text of the scene, are only listed.

#include "toibox/core/utf8.h"
#include "toibox/replay/difference.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/json_text.h"
#include "app/cli/commands/commands.h"
#include "app/cli/inputs/recorded_steps.h"
#include "app/cli/inputs/recording_input.h"
#include "app/cli/output/state_report.h"

#include <array>
#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

struct DiffArguments {
    std::string a;
    std::string b;
    int threads = 1;
    bool json = false;
    ConsoleOptions console;
};

using replay::DifferenceKind;

/// Differences that are listed but do not count: recordings with only such differences are identical.
std::vector<std::string> source_differences(const replay::Recording& a, const replay::Recording& b) {
    std::vector<std::string> differences;
    if (a.source.scene != b.source.scene) differences.emplace_back("the text of the scene");
    if (a.source.variant != b.source.variant) {
        const auto name = [](const std::string& variant) { return variant.empty() ? "base" : variant; };
        differences.push_back(
            fmt::format("the variant ({}, {})", name(a.source.variant), name(b.source.variant)));
    }
    if (a.source.overrides != b.source.overrides) differences.emplace_back("the list of --set overrides");
    if (a.sim_version != b.sim_version)
        differences.push_back(fmt::format("sim_version ({}, {})", a.sim_version, b.sim_version));
    if (a.bookmarks != b.bookmarks) differences.emplace_back("the list of bookmarks");
    return differences;
}

struct RecordingPair {
    replay::Recording a;
    replay::Recording b;
};

/// What a replay of both recordings adds to the description of a difference.
struct ReplayedDifference {
    std::string replay_error;               ///< Why A or B cannot be replayed; empty if both were.
    std::uint64_t step = 0;                 ///< The step of the difference.
    std::uint64_t first_hash_mismatch = 0;  ///< The first step with different hashes.
    replay::StateComparison state;
    std::optional<scene::Run> run_a;  ///< At the frame of `state`.
    std::optional<scene::Run> run_b;
};

ReplayedDifference replay_to_difference(const RecordingPair& pair,
                                        const replay::RecordingDifference& difference, int threads) {
    ReplayedDifference replay_result;
    auto start_a = start_simulation(pair.a, threads);
    if (!start_a) replay_result.replay_error = "A: " + start_a.error().reason;
    auto start_b = start_simulation(pair.b, threads);
    if (!start_b) replay_result.replay_error = "B: " + start_b.error().reason;
    if (!replay_result.replay_error.empty()) return replay_result;
    auto history_a = replay::History::resume(std::move(*start_a), pair.a);
    auto history_b = replay::History::resume(std::move(*start_b), pair.b);
    const std::uint32_t branch = difference.branch;
    const auto step_of = [&](std::uint64_t frame) {
        return static_cast<std::uint64_t>(step_of_frame(history_a, branch, frame));
    };
    replay_result.step = step_of(difference.frame);
    if (!difference.first_hash_mismatch) return replay_result;
    replay_result.first_hash_mismatch = step_of(*difference.first_hash_mismatch);
    history_b.seek({branch, *difference.first_hash_mismatch, 0});
    replay_result.state =
        replay::compare_states(history_a.simulation().world().state(), history_b.simulation().world().state(),
                               *difference.first_hash_mismatch);
    replay_result.run_a = run_of(history_a.simulation());
    replay_result.run_b = run_of(history_b.simulation());
    return replay_result;
}

/// Describes how two recordings differ. Counts in steps if the steps are known, otherwise in frames.
class DiffReport {
public:
    DiffReport(const RecordingPair& pair, std::vector<std::string> sources)
        : pair_(pair),
          sources_(std::move(sources)),
          steps_known_(frames_are_steps(pair.a) && frames_are_steps(pair.b)) {}

    void print_same(const Console& console) const {
        const std::size_t branches = pair_.a.branches.size();
        console.out(fmt::format("identical: {} {}{}", pair_.a.branches.front().end(), unit(),
                                branches > 1 ? fmt::format(", {} branches", branches) : std::string()));
        print_source_differences(console);
    }

    void print_difference(const replay::RecordingDifference& difference,
                          const ReplayedDifference& replay_result, const Console& console) const {
        console.out(first_line(difference, replay_result));
        if (difference.kind == DifferenceKind::Input)
            console.out(difference.first_hash_mismatch ? divergence_line(difference, replay_result)
                                                       : std::string("all states are identical"));
        print_source_differences(console);
        if (!difference.first_hash_mismatch) return;
        if (replay_result.replay_error.empty()) {
            console.out(
                state_report(replay_result.state, {&*replay_result.run_a, &*replay_result.run_b}, "A", "B"));
        } else {
            console.out(fmt::format("  cannot show what differs: the states cannot be recomputed ({})",
                                    printable(replay_result.replay_error).text));
        }
    }

    [[nodiscard]] std::string json(const std::optional<replay::RecordingDifference>& difference,
                                   const ReplayedDifference& replay_result) const {
        const auto steps = [](const replay::Recording& recording) {
            const StepBounds bounds = step_bounds(recording);
            return bounds.min == bounds.max ? fmt::format("{}", bounds.min) : std::string("null");
        };
        std::string text = fmt::format(
            R"({{"same":{},"steps":[{},{}],"frames":[{},{}],"branches":[{},{}],"source_differences":[)",
            !difference, steps(pair_.a), steps(pair_.b), pair_.a.branches.front().end(),
            pair_.b.branches.front().end(), pair_.a.branches.size(), pair_.b.branches.size());
        for (std::size_t i = 0; i < sources_.size(); ++i)
            text += fmt::format("{}{}", i > 0 ? "," : "", json_string(sources_[i]));
        text += "]";
        if (difference) text += json_of(*difference, replay_result);
        return text + "}";
    }

private:
    [[nodiscard]] const char* unit() const { return steps_known_ ? "steps" : "frames"; }

    [[nodiscard]] static bool has_steps(const replay::RecordingDifference& difference,
                                        const ReplayedDifference& replay_result) {
        const bool was_replayed =
            difference.kind == DifferenceKind::Input || difference.kind == DifferenceKind::Hash;
        return was_replayed && replay_result.replay_error.empty();
    }
    /// Names a frame, by its step if a replay has found the step.
    [[nodiscard]] std::string frame_text(std::uint64_t frame, std::optional<std::uint64_t> step) const {
        if (step) return step_text(*step, frame);
        return fmt::format("{} {}", steps_known_ ? "step" : "frame", frame);
    }
    [[nodiscard]] static std::string of_branch(std::uint32_t branch) {
        return branch > 0 ? fmt::format(" of branch {}", branch) : std::string();
    }

    [[nodiscard]] std::string first_line(const replay::RecordingDifference& difference,
                                         const ReplayedDifference& replay_result) const {
        switch (difference.kind) {
            case DifferenceKind::Fork:
                return fork_line(difference.branch);
            case DifferenceKind::Input:
                return input_line(difference, replay_result);
            case DifferenceKind::Hash:
                return divergence_line(difference, replay_result);
            case DifferenceKind::Length:
                return length_line(difference);
            case DifferenceKind::Branches:
                return branches_line(difference.branch);
        }
        return {};
    }

    [[nodiscard]] std::string fork_line(std::uint32_t branch) const {
        const auto start = [&](const replay::Recording& recording) {
            const replay::HistoryPosition& fork = *recording.branches[branch].fork;
            return fmt::format("{} of branch {}, after {} of its inputs",
                               frame_text(fork.frame, std::nullopt), fork.branch, fork.inputs);
        };
        return fmt::format("branch {} starts at different places: A at {}, B at {}", branch, start(pair_.a),
                           start(pair_.b));
    }

    [[nodiscard]] std::string input_line(const replay::RecordingDifference& difference,
                                         const ReplayedDifference& replay_result) const {
        const auto inputs = [&](const replay::Recording& recording) {
            return recording.input_count(difference.branch, difference.frame);
        };
        const auto count = [](std::size_t n) { return n == 0 ? std::string("no") : fmt::format("{}", n); };
        const std::size_t count_a = inputs(pair_.a);
        const std::size_t count_b = inputs(pair_.b);
        return fmt::format("inputs differ at {}{}: A has {} {}, B has {}",
                           frame_text(difference.frame, has_steps(difference, replay_result)
                                                            ? std::optional(replay_result.step)
                                                            : std::nullopt),
                           of_branch(difference.branch), count(count_a),
                           count_a == 1 || count_a == 0 ? "input" : "inputs", count(count_b));
    }

    [[nodiscard]] std::string divergence_line(const replay::RecordingDifference& difference,
                                              const ReplayedDifference& replay_result) const {
        if (*difference.first_hash_mismatch == 0) return "the states differ from the start";
        return fmt::format(
            "the states diverge at {}{}",
            frame_text(*difference.first_hash_mismatch, has_steps(difference, replay_result)
                                                            ? std::optional(replay_result.first_hash_mismatch)
                                                            : std::nullopt),
            of_branch(difference.branch));
    }

    [[nodiscard]] std::string length_line(const replay::RecordingDifference& difference) const {
        const std::uint64_t end_a = pair_.a.branches[difference.branch].end();
        const std::uint64_t end_b = pair_.b.branches[difference.branch].end();
        if (difference.branch == 0) {
            return fmt::format("identical for {} {}, where the shorter one ends (of {} and {})",
                               difference.frame, unit(), end_a, end_b);
        }
        return fmt::format("branch {} is identical up to {}, where {} ends it", difference.branch,
                           frame_text(difference.frame, std::nullopt), end_a < end_b ? "A" : "B");
    }

    [[nodiscard]] std::string branches_line(std::uint32_t branch) const {
        const bool in_a = pair_.a.branches.size() > branch;
        const replay::Branch& only = (in_a ? pair_.a : pair_.b).branches[branch];
        return fmt::format(
            "the first {} of {} and {} branches are identical; only {} has branch {}, which starts at {}: "
            "{} {}, {} {}",
            branch, pair_.a.branches.size(), pair_.b.branches.size(), in_a ? "A" : "B", branch,
            frame_text(only.first_frame(), std::nullopt), only.hashes.size() - 1, unit(), only.inputs.size(),
            only.inputs.size() == 1 ? "input" : "inputs");
    }

    void print_source_differences(const Console& console) const {
        for (const std::string& source : sources_)
            console.out("  " + printable(source).text + " differs");
    }

    [[nodiscard]] std::string json_of(const replay::RecordingDifference& difference,
                                      const ReplayedDifference& replay_result) const {
        constexpr std::array kinds{"forks", "inputs", "states", "length", "branches"};
        const auto step_or_null = [&](std::uint64_t step, std::uint64_t frame) {
            if (has_steps(difference, replay_result)) return fmt::format("{}", step);
            return steps_known_ ? fmt::format("{}", frame) : std::string("null");
        };
        std::string text =
            fmt::format(R"(,"difference":"{}","branch":{},"first_difference":{},"first_frame":{})",
                        kinds[static_cast<std::size_t>(difference.kind)], difference.branch,
                        step_or_null(replay_result.step, difference.frame), difference.frame);
        if (!difference.first_hash_mismatch) return text;
        text += fmt::format(R"(,"parted_in":{})",
                            step_or_null(replay_result.first_hash_mismatch, *difference.first_hash_mismatch));
        if (!replay_result.replay_error.empty())
            return text + fmt::format(R"(,"not_replayed":{})", json_string(replay_result.replay_error));
        return text + "," +
               state_report_json(replay_result.state, {&*replay_result.run_a, &*replay_result.run_b});
    }

    const RecordingPair& pair_;
    std::vector<std::string> sources_;
    bool steps_known_;
};

int diff_command(const DiffArguments& arguments) {
    const Console console(arguments.console);
    Result<replay::RecoveredRecording, ReportedError> a = load_recording(arguments.a, console);
    if (!a) return a.error().exit_code;
    Result<replay::RecoveredRecording, ReportedError> b = load_recording(arguments.b, console);
    if (!b) return b.error().exit_code;
    const RecordingPair pair{std::move(a->recording), std::move(b->recording)};
    const DiffReport report(pair, source_differences(pair.a, pair.b));
    const std::optional<replay::RecordingDifference> difference = replay::first_difference(pair.a, pair.b);
    const bool is_at_frame =
        difference && (difference->kind == DifferenceKind::Input || difference->kind == DifferenceKind::Hash);
    const ReplayedDifference replay_result =
        is_at_frame ? replay_to_difference(pair, *difference, arguments.threads) : ReplayedDifference{};
    if (arguments.json) {
        console.out(report.json(difference, replay_result));
    } else if (difference) {
        report.print_difference(*difference, replay_result, console);
    } else {
        report.print_same(console);
    }
    return difference ? ExitCode::check_failed : ExitCode::success;
}

}  // namespace

Action declare_diff(CommandOptions& options) {
    const auto arguments = std::make_shared<DiffArguments>();
    options.option("a", arguments->a, "Recording A (*.toirec)", {.kind = "FILE", .required = true});
    options.option("b", arguments->b, "Recording B", {.kind = "FILE", .required = true});
    options.option("--threads", arguments->threads, threads_help, {.check = count_check(max_threads)});
    options.flag("--json", arguments->json, "Print one JSON object instead of text");
    options.console(arguments->console);
    options.footer(
        "Recordings are identical if their branches, inputs and hashes match; other differences are listed "
        "but do not count.");
    return [arguments] { return diff_command(*arguments); };
}

}  // namespace toibox::app
