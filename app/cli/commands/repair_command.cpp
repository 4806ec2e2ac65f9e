// SPDX-License-Identifier: MIT
// `toibox repair`: writes the readable part of a damaged recording as an intact recording.

#include "app/cli/base/exit_code.h"
#include "app/cli/commands/commands.h"
#include "app/cli/inputs/recording_input.h"

#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

struct RepairArguments {
    std::string recording;
    std::string output;
    ConsoleOptions console;
};

int repair_command(const RepairArguments& arguments) {
    const Console console(arguments.console);
    if (const std::string error_text =
            recording_output_error({"the recording", arguments.recording}, arguments.output);
        !error_text.empty())
        return usage_error(error_text, "repair");
    const Result<replay::RecoveredRecording, ReportedError> read =
        load_damaged_recording(arguments.recording, console);
    if (!read) return read.error().exit_code;
    const Result<Unit, std::string> written = replay::write_recording(arguments.output, read->recording);
    if (!written) {
        console.error(written.error());
        return ExitCode::io;
    }
    if (read->damage.none()) {
        console.say(fmt::format("{}: the recording was intact; copied unchanged", arguments.output));
    } else {
        warn(console, fmt::format("{}: {}", arguments.recording, replay::recovery_text(*read)));
    }
    return ExitCode::success;
}

}  // namespace

Action declare_repair(CommandOptions& options) {
    const auto arguments = std::make_shared<RepairArguments>();
    options.option("recording", arguments->recording, "Damaged or unfinished recording",
                   {.kind = "FILE", .required = true});
    options.option("-o,--output", arguments->output, "Recording to write (*.toirec)",
                   {.kind = "FILE", .required = true});
    options.console(arguments->console);
    return [arguments] { return repair_command(*arguments); };
}

}  // namespace toibox::app
