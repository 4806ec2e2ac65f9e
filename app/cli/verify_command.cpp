// SPDX-License-Identifier: MIT
// `toibox verify`: is a recording what this program, on this machine, computes?

#include "toibox/replay/verify.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_text.h"
#include "app/cli/progress.h"
#include "app/cli/recorded_steps.h"
#include "app/cli/recording_argument.h"
#include "app/cli/scene_files.h"
#include "app/cli/state_report.h"

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

std::string counts_text(const replay::VerifyResult& verdict) {
    return verdict.steps == verdict.frames ? count_text(verdict.steps, "step")
                                           : fmt::format("{} ({})", count_text(verdict.steps, "step"),
                                                         count_text(verdict.frames, "frame"));
}

/// A recording without steps: there was nothing to compare.
bool is_empty(const replay::VerifyResult& verdict) {
    return verdict.holds() && verdict.steps == 0;
}

void print_verdict(const VerifyArguments& arguments, const replay::Recording& recording,
                   const replay::VerifyResult& verdict, const Console& console) {
    const std::string good = console.colorize(Console::Stream::Out, TextColor::Good, "holds");
    const std::string bad = console.colorize(Console::Stream::Out, TextColor::Bad, "diverges");
    if (is_empty(verdict)) {
        console.out(
            fmt::format("{}: {}: it holds no steps", arguments.recording,
                        console.colorize(Console::Stream::Out, TextColor::Warning, "nothing to verify")));
        return;
    }
    if (verdict.holds()) {
        console.out(fmt::format("{}: {}: {}, {}, {} {}", arguments.recording, good, counts_text(verdict),
                                count_text(verdict.keyframes, "keyframe"), recording.branches.size(),
                                recording.branches.size() == 1 ? "branch" : "branches"));
        return;
    }
    const replay::Divergence& first = *verdict.first;
    const std::string place =
        step_text(verdict.first_step, first.frame) + branch_text(recording, first.branch);
    if (verdict.step_failed) {
        console.out(
            fmt::format("{}: {}: {} fails here, a state is not finite", arguments.recording, bad, place));
        return;
    }
    console.out(fmt::format("{}: {}: first bad {} (recorded {:016x}, replayed {:016x})", arguments.recording,
                            bad, place, first.recorded, first.replayed));
    if (!verdict.state) {
        console.out("  no whole state was recorded after it, so what differs in it cannot be told");
        return;
    }
    if (verdict.state->frame != first.frame)
        console.out(fmt::format("  at {}, the next whole state on record:",
                                step_text(verdict.state->step, verdict.state->frame)));
    console.out(state_report(*verdict.state, {&run_of(*verdict.replayed)}, "recorded", "replayed"));
}

std::string to_json(const replay::Recording& recording, const replay::VerifyResult& verdict) {
    std::string text = fmt::format(
        R"({{"holds":{},"steps":{},"frames":{},"keyframes":{},"unreadable_keyframes":{},"branches":{})",
        verdict.holds() && !is_empty(verdict), verdict.steps, verdict.frames, verdict.keyframes,
        verdict.unreadable_keyframes, recording.branches.size());
    if (verdict.first) {
        text += fmt::format(
            R"(,"first_bad_step":{},"first_bad_frame":{},"branch":{},"recorded":"{:016x}","replayed":"{:016x}")",
            verdict.first_step, verdict.first->frame, verdict.first->branch, verdict.first->recorded,
            verdict.first->replayed);
    }
    if (verdict.state) {
        text += fmt::format(R"(,"compared_at":{},{})", verdict.state->step,
                            state_report_json(*verdict.state, {&run_of(*verdict.replayed)}));
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
    const replay::VerifyResult verdict =
        replay::verify(recording, std::move(*start), static_cast<std::uint64_t>(arguments.roundtrip),
                       [&](std::uint64_t done, std::uint64_t) {
                           progress.update(static_cast<std::int64_t>(done));
                           return !InterruptGuard::interrupted();
                       });
    if (verdict.interrupted) {
        console.error("interrupted; good up to here: " + counts_text(verdict));
        return ExitCode::interrupted;
    }
    if (verdict.unreadable) {
        console.error(
            fmt::format("{}: {} of its keyframes cannot be used, the first at frame {}{}: {}",
                        arguments.recording, verdict.unreadable_keyframes, verdict.unreadable->frame,
                        branch_text(recording, verdict.unreadable->branch), verdict.unreadable->why));
    }
    if (arguments.json) {
        console.out(to_json(recording, verdict));
    } else {
        print_verdict(arguments, recording, verdict, console);
    }
    return verdict.holds() && !is_empty(verdict) ? ExitCode::success : ExitCode::check_failed;
}

}  // namespace

Action declare_verify(CommandOptions& options) {
    const auto to = std::make_shared<VerifyArguments>();
    options.option("recording", to->recording, "Recording (*.toirec)", {.required = true});
    options.option("--threads", to->threads, "Threads; changes no result",
                   {.check = count_check(max_threads)});
    options.option("--roundtrip", to->roundtrip,
                   "Write the state to bytes and restore it each so many steps on the way",
                   {.check = steps_check()});
    options.flag("--json", to->json, "Print one JSON object instead of text");
    options.console(to->console);
    return [to] { return verify_command(*to); };
}

}  // namespace toibox::app
