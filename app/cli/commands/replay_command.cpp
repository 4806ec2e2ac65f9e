// SPDX-License-Identifier: MIT
// `toibox replay`: plays a recording in the window or headless.

#include "app/cli/base/exit_code.h"
#include "app/cli/base/host_services.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/version.h"
#include "app/cli/commands/commands.h"
#include "app/cli/inputs/recorded_steps.h"
#include "app/cli/inputs/recording_input.h"
#include "app/cli/output/failed_step.h"
#include "app/cli/output/progress.h"
#include "app/cli/output/run_result.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

struct ReplayArguments {
    std::string program;
    std::string recording;
    std::optional<std::int64_t> to;
    std::int64_t branch = 0;
    int threads = 1;
    bool headless = false;
    bool hash = false;
    ConsoleOptions console;
};

/// Replays to the end of `step`, or to the last frame if `step` is nullopt. Stops at the first step that
/// fails or diverges. Returns false if interrupted.
bool replay_to(replay::History& history, std::uint32_t branch, std::optional<std::int64_t> step,
               Progress& progress) {
    history.seek({branch, 0, 0});
    const scene::Run& run = run_of(history.simulation());
    while (!(step && run.steps() >= *step) && history.frame() < history.end()) {
        if (InterruptGuard::interrupted()) return false;
        if (history.step().failed() || history.divergence()) return true;
        progress.update(run.steps());
    }
    return true;
}

int replay_headless(const ReplayArguments& arguments, replay::Recording recording, const Console& console) {
    const auto branch = static_cast<std::uint32_t>(arguments.branch);
    const std::string variant = recording.source.variant;
    auto start = start_recorded_simulation(arguments.recording, recording, arguments.threads, console);
    if (!start) return start.error().exit_code;
    auto history = replay::History::resume(std::move(*start), std::move(recording), 0);
    const InterruptGuard guard;
    Progress progress(
        "replaying",
        arguments.to.value_or(static_cast<std::int64_t>(history.recording().branches[branch].end())),
        !console.quiet());
    if (!replay_to(history, branch, arguments.to, progress)) {
        console.error("interrupted");
        return ExitCode::interrupted;
    }
    scene::Run run = run_of(history.simulation());
    if (const auto divergence = history.divergence()) {
        console.error(divergence_text(history, *divergence));
        return ExitCode::check_failed;
    }
    if (run.last_report().failed()) {
        console.error(failed_step_text(run, run.last_report()));
        return ExitCode::aborted;
    }
    run.finish();
    VariantResult result;
    result.name = variant.empty() ? std::string(base_variant) : variant;
    result.steps = run.steps();
    result.requested_steps = arguments.to.value_or(run.steps());
    result.time = run.time();
    result.hash = run.world().hash();
    result.claims = run.claims();
    result.outcomes = run.outcomes();
    const auto stream = arguments.hash ? Console::Stream::Err : Console::Stream::Out;
    print_claims(result, console, stream, true);
    if (arguments.hash) console.out(hash_line(result));
    console.say(fmt::format("{}: step {}, t {:.6g} s, hash {:016x}, as recorded", arguments.recording,
                            result.steps, result.time, result.hash));
    const bool failed = std::ranges::any_of(result.outcomes, [](const scene::ClaimOutcome& outcome) {
        return outcome.status == scene::ClaimOutcome::Status::Failed;
    });
    return failed ? ExitCode::check_failed : ExitCode::success;
}

/// The error text if --to is beyond the last step; otherwise empty, also if the recording cannot be replayed.
std::string step_error(const ReplayArguments& arguments, const replay::Recording& recording,
                       std::uint32_t branch) {
    if (!arguments.to) return {};
    const auto start = start_simulation(recording, arguments.threads);
    if (!start) return {};
    const std::int64_t last = last_step(recording, branch, **start);
    if (*arguments.to <= last) return {};
    return fmt::format("--to is step {}, but the last step is {}", *arguments.to, last);
}

int replay_command(const ReplayArguments& arguments, OpenSandbox open_sandbox) {
    const Console console(arguments.console);
    Result<replay::RecoveredRecording, ReportedError> read = load_recording(arguments.recording, console);
    if (!read) return read.error().exit_code;
    const std::size_t branches = read->recording.branches.size();
    if (static_cast<std::size_t>(arguments.branch) >= branches) {
        return usage_error(fmt::format("--branch must be 0 to {}, got {}", branches - 1, arguments.branch),
                           "replay");
    }
    const bool headless = arguments.headless || arguments.hash;
    const std::uint32_t branch = headless ? static_cast<std::uint32_t>(arguments.branch) : 0;
    if (const std::string error_text = step_error(arguments, read->recording, branch); !error_text.empty())
        return usage_error(error_text, "replay");
    if (headless) return replay_headless(arguments, std::move(read->recording), console);
    SandboxArguments sandbox;
    sandbox.program = arguments.program;
    sandbox.scene = arguments.recording;
    sandbox.at_step = arguments.to;
    sandbox.meta = version_json();
    return open_sandbox(sandbox);
}

}  // namespace

Action declare_replay(CommandOptions& options) {
    const auto arguments = std::make_shared<ReplayArguments>();
    arguments->program = options.host().program;
    options.option("recording", arguments->recording, "Recording (*.toirec)",
                   {.kind = "FILE", .required = true});
    options.option(
        "--to", arguments->to,
        "Step to replay to. With it, the window opens paused at that step; without it, the window plays "
        "from the start, and a headless replay goes to the last step",
        {.check = steps_check()});
    options.option(
        "--branch", arguments->branch,
        "Headless only: number of the branch to replay, as listed by `toibox info`; default: 0, the main "
        "branch",
        {.check = branch_check()});
    options.option("--threads", arguments->threads,
                   "Headless only: number of threads; results are the same for any number",
                   {.check = count_check(max_threads)});
    options.flag("--headless", arguments->headless,
                 "Replay without a window, compare each step with the recording, and check the claims");
    options.flag("--hash", arguments->hash,
                 "Like --headless, and print the variant's name and the hash of the last replayed state; "
                 "claims then go to standard error");
    options.console(arguments->console);
    return [arguments, open_sandbox = options.host().open_sandbox] {
        return replay_command(*arguments, open_sandbox);
    };
}

}  // namespace toibox::app
