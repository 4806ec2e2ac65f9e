// SPDX-License-Identifier: MIT
// `toibox export`: replays a recording and writes a table, JSON lines, an image or a movie.

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/json_text.h"
#include "app/cli/commands/commands.h"
#include "app/cli/inputs/recorded_steps.h"
#include "app/cli/inputs/recording_input.h"
#include "app/cli/output/body_csv.h"
#include "app/cli/output/output_file.h"
#include "app/cli/output/picture_files.h"
#include "app/cli/output/playback_pictures.h"
#include "app/cli/output/progress.h"
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
    std::string format;       ///< Empty: implied by the file extension of `output`.
    PictureOptions pictures;  ///< `from`, `to` and `every` apply to CSV and JSON lines, too.
    OpenPictureRenderer open_pictures = nullptr;
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

/// A history that is at the end of a step.
struct StepEnd {
    const replay::History& history;
    std::uint64_t previous_frame = 0;  ///< The frame at which the previous step ended.

    [[nodiscard]] const scene::Run& run() const { return run_of(history.simulation()); }
};

/// A state and the events of its step: {"step","t","hash","bodies":[{…}],"events":[{…}]}
std::string json_line(const StepEnd& step_end) {
    const scene::Run& run = step_end.run();
    const replay::History& history = step_end.history;
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
    for (const replay::Mark& mark :
         history.marks(history.position().branch, step_end.previous_frame + 1, history.frame())) {
        fmt::format_to(std::back_inserter(line), R"({}{{"kind":"{}","count":{},"a":{},"b":{},"text":{}}})",
                       comma, to_string(mark.kind), mark.count, body_or_null(run, mark.a),
                       body_or_null(run, mark.b), json_string(mark.text));
        comma = ",";
    }
    return line + "]}\n";
}

/// Writes the states at the ends of steps as a table or as JSON lines.
class TextFile {
public:
    TextFile(const ExportArguments& arguments, OutputFile file, const Console& console)
        : range_(arguments.pictures),
          csv_(format_of(arguments) == "csv"),
          file_(std::move(file)),
          console_(console) {
        if (csv_) file_.write(body_csv_header);
    }
    void add_state(const StepEnd& step_end) {
        if ((step_end.run().steps() - range_.from) % range_.every == 0)
            file_.write(csv_ ? body_csv_rows(step_end.run()) : json_line(step_end));
    }
    /// Returns false if the file could not be written; the error was printed.
    bool finish() {
        const Result<Unit, std::string> written = file_.commit();
        if (!written) console_.error(written.error());
        return written.has_value();
    }

private:
    const PictureOptions& range_;
    bool csv_;
    OutputFile file_;
    const Console& console_;
};

/// Steps of the world, both ends included.
struct StepRange {
    std::uint32_t branch = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// The frame to start from. Frame from − 1 is at most the end of step from − 1, because there are never more
/// steps than frames.
std::uint64_t first_frame(const StepRange& range) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(range.from - 1, 0));
}

int report_failed_step(std::int64_t step, const Console& console) {
    console.error(fmt::format("step {} fails on replay: run `toibox verify` for details", step));
    return ExitCode::aborted;
}

/// Replays the range and adds its states to the file. Returns an exit code.
int add_states(replay::History& history, TextFile& file, const StepRange& range, const Console& console) {
    Progress progress("exporting", range.to, !console.quiet());
    history.seek({range.branch, first_frame(range), 0});
    StepEnd step_end{history, history.frame()};
    bool is_step_end = step_end.run().steps() == static_cast<std::int64_t>(history.frame());
    while (!InterruptGuard::interrupted()) {
        const std::int64_t steps = step_end.run().steps();
        if (is_step_end) {
            if (steps >= range.from) file.add_state(step_end);
            progress.update(steps);
            step_end.previous_frame = history.frame();
        }
        // A replay that diverges may run out of frames within a step.
        if ((is_step_end && steps >= range.to) || history.frame() == history.end()) return ExitCode::success;
        const StepReport& report = history.step();
        if (report.failed()) return report_failed_step(steps + 1, console);
        is_step_end = report.complete;
    }
    return ExitCode::interrupted;
}

/// What is exported, and how to number the frames of the recording.
struct RecordedRange {
    replay::RecoveredRecording recovered;
    std::unique_ptr<SceneSimulation> start;
    StepRange steps;
    std::int64_t last = 0;  ///< Number of the last step of the branch.
};

int export_text(const ExportArguments& arguments, RecordedRange range, const Console& console) {
    auto history = replay::History::resume(std::move(range.start), std::move(range.recovered.recording), 0);
    Result<OutputFile, std::string> created = OutputFile::create(arguments.output);
    if (!created) {
        console.error(created.error());
        return ExitCode::io;
    }
    TextFile file(arguments, std::move(*created), console);
    const int exit_code = add_states(history, file, range.steps, console);
    if (exit_code != ExitCode::success) return exit_code;
    if (!file.finish()) return ExitCode::io;
    const auto divergence = history.divergence();
    if (!divergence) return ExitCode::success;
    warn(console, divergence_text(history, *divergence));
    return ExitCode::check_failed;
}

int export_pictures(const ExportArguments& arguments, RecordedRange range, const Console& console) {
    Session session;
    session.set_execution({.threads = arguments.threads});
    if (const auto opened = session.open_recording(std::move(range.recovered), arguments.recording);
        !opened) {
        console.error(opened.error());
        return ExitCode::bad_input;
    }
    session.go_to(range.steps.branch, first_frame(range.steps));
    auto files = PictureFiles::open(arguments.pictures, arguments.open_pictures,
                                    {session.run().scene().step, range.last}, "export", console);
    if (!files) return files.error().exit_code;
    switch (draw_playback(session, {}, **files, console)) {
        case PlaybackEnd::Complete:
            break;
        case PlaybackEnd::StepFailed:
            return report_failed_step(session.run().steps() + 1, console);
        case PlaybackEnd::Interrupted:
            return ExitCode::interrupted;
        case PlaybackEnd::Error:
            return ExitCode::io;
    }
    if (!(*files)->finish()) return ExitCode::io;
    const auto divergence = session.history().divergence();
    if (!divergence) return ExitCode::success;
    auto history = replay::History::resume(std::move(range.start), session.history().recording(), 0);
    warn(console, divergence_text(history, *divergence));
    return ExitCode::check_failed;
}

/// The error text if the requested steps do not exist; otherwise empty.
std::string step_range_error(const PictureOptions& pictures, bool is_still, std::int64_t last) {
    if (is_still)
        return pictures.to.value_or(last) > last
                   ? fmt::format("--to is step {}, but the last step is {}", *pictures.to, last)
                   : std::string();
    const std::int64_t to = std::min(pictures.to.value_or(last), last);
    return pictures.from > to ? fmt::format("--from is step {}, but the last step is {}", pictures.from, to)
                              : std::string();
}

/// Stores `path` as the output of an image or movie format. Returns false for a text format.
bool set_picture_path(PictureOptions& pictures, const std::string& format, const std::string& path) {
    if (format == "png") pictures.png = path;
    if (format == "svg") pictures.svg = path;
    if (format == "gif") pictures.gif = path;
    if (format == "mp4") pictures.mp4 = path;
    return pictures.any();
}

int export_command(ExportArguments& arguments) {
    const Console console(arguments.console);
    const std::string format = format_of(arguments);
    if (!set_picture_path(arguments.pictures, format, arguments.output) && format != "csv" &&
        format != "jsonl") {
        return usage_error(
            fmt::format("--format must be csv, jsonl, png, svg, gif or mp4, or be implied by the output's "
                        "extension, got \"{}\"",
                        format),
            "export");
    }
    if (arguments.pictures.mp4 == "-") return usage_error(no_mp4_on_standard_output, "export");
    if (const std::string conflict =
            overwrite_conflict({{"the recording", arguments.recording}}, {{"--output", arguments.output}});
        !conflict.empty())
        return usage_error(conflict, "export");
    Result<replay::RecoveredRecording, ReportedError> read = load_recording(arguments.recording, console);
    if (!read) return read.error().exit_code;
    const auto branch = static_cast<std::uint32_t>(arguments.branch);
    if (branch >= read->recording.branches.size()) {
        return usage_error(fmt::format("--branch must be 0 to {}, got {}",
                                       read->recording.branches.size() - 1, arguments.branch),
                           "export");
    }
    auto start = start_recorded_simulation(arguments.recording, read->recording, arguments.threads, console);
    if (!start) return start.error().exit_code;
    const std::int64_t last = last_step(read->recording, branch, **start);
    const bool is_still = !arguments.pictures.png.empty() || !arguments.pictures.svg.empty();
    if (const std::string error_text = step_range_error(arguments.pictures, is_still, last);
        !error_text.empty())
        return usage_error(error_text, "export");
    const std::int64_t to = std::min(arguments.pictures.to.value_or(last), last);
    if (is_still) arguments.pictures.from = to;
    arguments.pictures.at = to;
    arguments.pictures.to = to;  // movies go on after the pause at a verdict, as the recording does
    RecordedRange range{std::move(*read), std::move(*start), {branch, arguments.pictures.from, to}, last};

    const InterruptGuard guard;
    const int exit_code = arguments.pictures.any() ? export_pictures(arguments, std::move(range), console)
                                                   : export_text(arguments, std::move(range), console);
    const bool is_written = exit_code == ExitCode::success || exit_code == ExitCode::check_failed;
    if (is_written || !InterruptGuard::interrupted()) return exit_code;
    console.error("interrupted: nothing was written");
    return ExitCode::interrupted;
}

}  // namespace

Action declare_export(CommandOptions& options) {
    const auto arguments = std::make_shared<ExportArguments>();
    options.option("recording", arguments->recording, "Recording (*.toirec)",
                   {.kind = "FILE", .required = true});
    options.option("-o,--output", arguments->output, "File to write; - for standard output",
                   {.kind = "FILE", .required = true});
    options.option("--format", arguments->format,
                   "csv, jsonl, png, svg, gif or mp4; default: from the file extension",
                   {.check = name_check({"csv", "jsonl", "png", "svg", "gif", "mp4"})});
    declare_range(options, arguments->pictures, "");
    declare_picture_style(options, arguments->pictures);
    options.option("--branch", arguments->branch,
                   "Number of the branch to export, as listed by `toibox info`; default: 0, the main branch",
                   {.check = branch_check()});
    options.option("--threads", arguments->threads, threads_help, {.check = count_check(max_threads)});
    options.console(arguments->console);
    options.footer(
        "Rows, lines and images show the state after each complete step; stops at impacts are skipped.\n"
        "A PNG or SVG shows the step given by --to (default: the last).\n"
        "MP4 output needs ffmpeg (install it first).");
    arguments->open_pictures = options.host().open_pictures;
    return [arguments] { return export_command(*arguments); };
}

}  // namespace toibox::app
