// SPDX-License-Identifier: MIT
// `toibox repair`: what can be recovered of a damaged recording, as a whole one.

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/recording_argument.h"

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
        console.say(fmt::format("{}: it was whole; written as it is", arguments.output));
    } else {
        warn(console, fmt::format("{}: {}", arguments.recording, replay::recovery_text(*read)));
    }
    return ExitCode::success;
}

}  // namespace

Action declare_repair(CommandOptions& options) {
    const auto to = std::make_shared<RepairArguments>();
    options.option("recording", to->recording, "Recording that is damaged or was never finished",
                   {.required = true});
    options.option("-o,--output", to->output, "Recording to write (*.toirec)", {.required = true});
    options.console(to->console);
    return [to] { return repair_command(*to); };
}

}  // namespace toibox::app
