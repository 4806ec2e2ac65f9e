// SPDX-License-Identifier: MIT
// `toibox verify`: replays a recording and checks that this program on this machine computes the recorded
// states.

#include "toibox/replay/verify.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/json_text.h"
#include "app/cli/commands/commands.h"
#include "app/cli/inputs/recorded_steps.h"
#include "app/cli/inputs/recording_input.h"
#include "app/cli/inputs/scene_files.h"
#include "app/cli/output/progress.h"
#include "app/cli/output/state_report.h"

#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

struct VerifyArguments {
    std::string recording;
    int threads = 1;
    std::int64_t roundtrip = 0;
    bool json = false;
    ConsoleOptions console;
};

std::string branch_text(const replay::Recording& recording, std::uint32_t branch) {
    return recording.branches.size() > 1 ? fmt::format(" of branch {}", branch) : std::string();
}

std::string counts_text(const replay::VerifyResult& result) {
    return result.steps == result.frames
               ? count_text(result.steps, "step")
               : fmt::format("{} ({})", count_text(result.steps, "step"), count_text(result.frames, "frame"));
}

/// Whether the recording has no steps, so that nothing was compared.
bool is_empty(const replay::VerifyResult& result) {
    return result.holds() && result.steps == 0;
}

void print_result(const VerifyArguments& arguments, const replay::Recording& recording,
                  const replay::VerifyResult& result, const Console& console) {
    const std::string verified = console.colorize(Console::Stream::Out, TextColor::Good, "verified");
    const std::string diverges = console.colorize(Console::Stream::Out, TextColor::Bad, "diverges");
    if (is_empty(result)) {
        console.out(
            fmt::format("{}: {}: the recording has no steps", arguments.recording,
                        console.colorize(Console::Stream::Out, TextColor::Warning, "nothing to verify")));
        return;
    }
    if (result.holds()) {
        console.out(fmt::format("{}: {}: {}, {}, {} {}", arguments.recording, verified, counts_text(result),
                                count_text(result.keyframes, "keyframe"), recording.branches.size(),
                                recording.branches.size() == 1 ? "branch" : "branches"));
        return;
    }
    const replay::Divergence& first = *result.first_divergence;
    const std::string place =
        step_text(result.first_step, first.frame) + branch_text(recording, first.branch);
    if (result.step_failed) {
        console.out(fmt::format("{}: {}: {} fails: non-finite state", arguments.recording, diverges, place));
        return;
    }
    console.out(fmt::format("{}: {}: first differing {} (recorded {:016x}, replayed {:016x})",
                            arguments.recording, diverges, place, first.recorded_hash, first.replayed_hash));
    if (!result.state) {
        console.out("  no later full state was recorded, so the difference cannot be shown");
        return;
    }
    if (result.state->frame != first.frame)
        console.out(fmt::format("  at {}, the next recorded full state:",
                                step_text(result.state->step, result.state->frame)));
    console.out(state_report(*result.state, {&run_of(*result.replayed)}, "recorded", "replayed"));
}

std::string to_json(const replay::Recording& recording, const replay::VerifyResult& result) {
    std::string text = fmt::format(
        R"({{"holds":{},"steps":{},"frames":{},"keyframes":{},"unreadable_keyframes":{},"branches":{})",
        result.holds() && !is_empty(result), result.steps, result.frames, result.keyframes,
        result.unreadable_keyframes, recording.branches.size());
    if (result.first_divergence) {
        text += fmt::format(
            R"(,"first_bad_step":{},"first_bad_frame":{},"branch":{},"recorded":"{:016x}","replayed":"{:016x}")",
            result.first_step, result.first_divergence->frame, result.first_divergence->branch,
            result.first_divergence->recorded_hash, result.first_divergence->replayed_hash);
    }
    if (result.state) {
        text += fmt::format(R"(,"compared_at":{},{})", result.state->step,
                            state_report_json(*result.state, {&run_of(*result.replayed)}));
    }
    return text + "}";
}

int verify_command(const VerifyArguments& arguments) {
    const Console console(arguments.console);
    const Result<replay::RecoveredRecording, ReportedError> read =
        load_recording(arguments.recording, console);
    if (!read) return read.error().exit_code;
    const replay::Recording& recording = read->recording;
    auto start = start_recorded_simulation(arguments.recording, recording, arguments.threads, console);
    if (!start) return start.error().exit_code;
    const InterruptGuard guard;
    std::uint64_t total = 0;
    for (const replay::Branch& branch : recording.branches)
        total += branch.hashes.size();
    Progress progress("verifying", static_cast<std::int64_t>(total), !console.quiet());
    const replay::VerifyResult result =
        replay::verify(recording, std::move(*start), static_cast<std::uint64_t>(arguments.roundtrip),
                       [&](std::uint64_t done, std::uint64_t) {
                           progress.update(static_cast<std::int64_t>(done));
                           return !InterruptGuard::interrupted();
                       });
    if (result.interrupted) {
        console.error("interrupted; no difference in the first " + counts_text(result));
        return ExitCode::interrupted;
    }
    if (result.unreadable) {
        console.error(fmt::format("{}: {} keyframes cannot be read, the first at frame {}{}: {}",
                                  arguments.recording, result.unreadable_keyframes, result.unreadable->frame,
                                  branch_text(recording, result.unreadable->branch),
                                  result.unreadable->reason));
    }
    if (arguments.json) {
        console.out(to_json(recording, result));
    } else {
        print_result(arguments, recording, result, console);
    }
    return result.holds() && !is_empty(result) ? ExitCode::success : ExitCode::check_failed;
}

}  // namespace

Action declare_verify(CommandOptions& options) {
    const auto arguments = std::make_shared<VerifyArguments>();
    options.option("recording", arguments->recording, "Recording (*.toirec)",
                   {.kind = "FILE", .required = true});
    options.option("--threads", arguments->threads, threads_help, {.check = count_check(max_threads)});
    options.option("--roundtrip", arguments->roundtrip,
                   "Also write the state to bytes and restore it, every FRAMES frames (a frame is a step, or "
                   "a pause at an impact); default: 0 (never)",
                   {.check = frames_check()});
    options.flag("--json", arguments->json, "Print one JSON object instead of text");
    options.console(arguments->console);
    return [arguments] { return verify_command(*arguments); };
}

}  // namespace toibox::app
