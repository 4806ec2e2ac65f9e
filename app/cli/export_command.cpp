// SPDX-License-Identifier: MIT
// `toibox export`: a recording, replayed into a table or JSON lines.

#include "app/cli/body_csv.h"
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_text.h"
#include "app/cli/output_file.h"
#include "app/cli/progress.h"
#include "app/cli/recording_argument.h"
#include "app/session/body_name.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <memory>

namespace toibox::app {

namespace {

struct ExportArguments {
    std::string recording;
    std::string output;
    std::string format;  ///< Empty: by the ending of the output's name.
    std::int64_t from = 0;
    std::optional<std::int64_t> to;
    std::int64_t every = 1;
    std::int64_t branch = 0;
    int threads = 1;
    ConsoleOptions console;
};

std::string format_of(const ExportArguments& arguments) {
    if (!arguments.format.empty()) return arguments.format;
    const std::size_t dot = arguments.output.rfind('.');
    return dot == std::string::npos ? std::string() : arguments.output.substr(dot + 1);
}

std::string body_or_null(const scene::Run& run, BodyHandle body) {
    if (body.is_null()) return "null";
    const std::string id = run.id_of(body);
    return id.empty() ? fmt::format("{}", body.index) : json_string(id);
}

/// One state: {"step","t","hash","bodies":[{…}],"events":[{…}]}
std::string json_line(const replay::History& history, const scene::Run& run) {
    std::string line = fmt::format(R"({{"step":{},"t":{},"hash":"{:016x}","bodies":[)", run.steps(),
                                   run.time(), run.world().hash());
    const char* comma = "";
    for (const BodyHandle handle : run.world().bodies()) {
        const std::optional<const BodyView> body = run.world().find(handle);
        const BodyVelocity velocity = body->velocity();
        fmt::format_to(std::back_inserter(line),
                       R"({}{{"body":{},"x":{},"y":{},"angle":{},"vx":{},"vy":{},"spin":{}}})", comma,
                       body_or_null(run, handle), body->position().x, body->position().y, body->angle(),
                       velocity.linear.x, velocity.linear.y, velocity.angular);
        comma = ",";
    }
    line += R"(],"events":[)";
    comma = "";
    for (const replay::Mark& mark : history.marks(history.place().lane, history.frame(), history.frame())) {
        fmt::format_to(std::back_inserter(line), R"({}{{"kind":"{}","count":{},"a":{},"b":{},"text":{}}})",
                       comma, to_string(mark.kind), mark.count, body_or_null(run, mark.a),
                       body_or_null(run, mark.b), json_string(mark.text));
        comma = ",";
    }
    return line + "]}\n";
}

int export_command(const ExportArguments& arguments) {
    const Console console(arguments.console);
    const std::string format = format_of(arguments);
    if (format != "csv" && format != "jsonl") {
        return usage_error(
            fmt::format("--format must be csv or jsonl, or the name of the output end so, is \"{}\"", format),
            "export");
    }
    Result<replay::ReadRecording, Refusal> read = load_recording(arguments.recording, console);
    if (!read) return read.error().exit_code;
    const auto lane = static_cast<std::uint32_t>(arguments.branch);
    if (lane >= read->recording.lanes.size()) {
        return usage_error(fmt::format("--branch must be 0 to {}, is {}", read->recording.lanes.size() - 1,
                                       arguments.branch),
                           "export");
    }
    auto start = start_recorded(arguments.recording, read->recording, arguments.threads, console);
    if (!start) return start.error().exit_code;
    auto history = replay::History::resume(std::move(*start), std::move(read->recording), 0);

    Result<OutputFile, std::string> file = OutputFile::create(arguments.output);
    if (!file) {
        console.error(file.error());
        return ExitCode::io;
    }
    if (format == "csv") file->write(body_csv_header);
    const InterruptGuard guard;
    const auto last = static_cast<std::int64_t>(history.recording().lanes[lane].end());
    const std::int64_t to = std::min(arguments.to.value_or(last), last);
    Progress progress("exporting", to, !console.quiet());
    history.seek({lane, static_cast<std::uint64_t>(std::min(arguments.from, last)), 0});
    while (!InterruptGuard::interrupted()) {
        const auto at = static_cast<std::int64_t>(history.frame());
        const scene::Run& run = static_cast<const SceneSimulation&>(history.now()).run();
        if ((at - arguments.from) % arguments.every == 0)
            file->write(format == "csv" ? body_csv_rows(run) : json_line(history, run));
        progress.reached(at);
        if (at >= to) break;
        if (history.step().non_finite) {
            console.error(
                fmt::format("step {} fails when it is replayed: `toibox verify` tells more", at + 1));
            return ExitCode::aborted;
        }
    }
    if (InterruptGuard::interrupted()) {
        console.error("interrupted: nothing was written");
        return ExitCode::interrupted;
    }
    if (const Result<Unit, std::string> written = file->commit(); !written) {
        console.error(written.error());
        return ExitCode::io;
    }
    if (history.divergence()) {
        console.say(console.paint(Console::Stream::Err, Ink::Warning, "warning: ") +
                    fmt::format("step {} came out otherwise than recorded: `toibox verify` tells more",
                                history.divergence()->frame));
        return ExitCode::no;
    }
    return ExitCode::yes;
}

}  // namespace

Action declare_export(CommandOptions& options) {
    const auto to = std::make_shared<ExportArguments>();
    options.option("recording", to->recording, "Recording (*.toirec)", {.required = true});
    options.option("-o,--output", to->output, "File to write; - for standard output", {.required = true});
    options.option("--format", to->format, "csv or jsonl; default: as the output's name ends",
                   {.check = name_check({"csv", "jsonl"})});
    options.option("--from", to->from, "First step", {.check = steps_check()});
    options.option("--to", to->to, "Last step", {.check = steps_check()});
    options.option("--every", to->every, "Each so many steps", {.check = count_check(1'000'000)});
    options.option("--branch", to->branch, "Branch, as `toibox info` numbers them", {.check = steps_check()});
    options.option("--threads", to->threads, "Threads; changes no result",
                   {.check = count_check(max_threads)});
    options.console(to->console);
    return [to] { return export_command(*to); };
}

}  // namespace toibox::app
