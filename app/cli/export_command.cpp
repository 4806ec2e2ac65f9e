// SPDX-License-Identifier: MIT
// `toibox export`: a recording, replayed into a table, JSON lines, a picture or a film.

#include "app/cli/body_csv.h"
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_text.h"
#include "app/cli/output_file.h"
#include "app/cli/picture_files.h"
#include "app/cli/progress.h"
#include "app/cli/recorded_steps.h"
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
    std::string format;       ///< Empty: by the ending of the output's name.
    PictureOptions pictures;  ///< And the steps of tables.
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

/// The end of a step, and the frame at which the step before ended.
struct StepEnd {
    const replay::History& history;
    std::uint64_t before = 0;

    [[nodiscard]] const scene::Run& run() const { return run_of(history.now()); }
};

/// One state, and what happened in the step to it: {"step","t","hash","bodies":[{…}],"events":[{…}]}
std::string json_line(const StepEnd& moment) {
    const scene::Run& run = moment.run();
    const replay::History& history = moment.history;
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
         history.marks(history.place().branch, moment.before + 1, history.frame())) {
        fmt::format_to(std::back_inserter(line), R"({}{{"kind":"{}","count":{},"a":{},"b":{},"text":{}}})",
                       comma, to_string(mark.kind), mark.count, body_or_null(run, mark.a),
                       body_or_null(run, mark.b), json_string(mark.text));
        comma = ",";
    }
    return line + "]}\n";
}

/// Where the states between steps go. False: no more of them are wanted.
class StateSink {
public:
    virtual ~StateSink() = default;
    virtual bool add_state(const StepEnd& moment) = 0;
    /// False, and told: what came of them cannot be written.
    virtual bool finish() = 0;
};

class TextSink final : public StateSink {
public:
    TextSink(const ExportArguments& arguments, OutputFile file, const Console& console)
        : range_(arguments.pictures),
          csv_(format_of(arguments) == "csv"),
          file_(std::move(file)),
          console_(console) {
        if (csv_) file_.write(body_csv_header);
    }
    bool add_state(const StepEnd& moment) override {
        if ((moment.run().steps() - range_.from) % range_.every == 0)
            file_.write(csv_ ? body_csv_rows(moment.run()) : json_line(moment));
        return true;
    }
    bool finish() override {
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

class PictureSink final : public StateSink {
public:
    explicit PictureSink(std::unique_ptr<PictureFiles> files) : files_(std::move(files)) {}
    bool add_state(const StepEnd& moment) override {
        return files_->add_state(moment.run(), moment.run().steps());
    }
    bool finish() override { return files_->finish(); }

private:
    std::unique_ptr<PictureFiles> files_;
};

/// Opens what the states go to. `history` is at its first frame. Refusals are told.
Result<std::unique_ptr<StateSink>, ReportedError> open_sink(const ExportArguments& arguments,
                                                            const replay::History& history, std::int64_t last,
                                                            const Console& console) {
    if (arguments.pictures.any()) {
        const scene::Run& run = run_of(history.now());
        auto files = PictureFiles::open(arguments.pictures, arguments.open_pictures, {run.scene().step, last},
                                        "export", console);
        if (!files) return Err{files.error()};
        (*files)->begin(run);
        return std::unique_ptr<StateSink>(new PictureSink(*std::move(files)));
    }
    Result<OutputFile, std::string> file = OutputFile::create(arguments.output);
    if (!file) {
        console.error(file.error());
        return Err{ReportedError{ExitCode::io}};
    }
    return std::unique_ptr<StateSink>(new TextSink(arguments, std::move(*file), console));
}

/// Steps of the world, as the command line names them.
struct StepRange {
    std::uint32_t branch = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// Plays the steps that were asked for; an exit code.
int export_steps(replay::History& history, StateSink& states, const StepRange& range,
                 const Console& console) {
    Progress progress("exporting", range.to, !console.quiet());
    // No later than the end of the step before the first: there are never more steps than frames.
    history.seek({range.branch, static_cast<std::uint64_t>(std::max<std::int64_t>(range.from - 1, 0)), 0});
    StepEnd moment{history, history.frame()};
    bool step_ends = moment.run().steps() == static_cast<std::int64_t>(history.frame());
    while (!InterruptGuard::interrupted()) {
        const std::int64_t steps = moment.run().steps();
        if (step_ends) {
            if (steps >= range.from && !states.add_state(moment) && !InterruptGuard::interrupted())
                return ExitCode::io;
            progress.update(steps);
            moment.before = history.frame();
        }
        // A replay that goes astray may end in the midst of a step.
        if ((step_ends && steps >= range.to) || history.frame() == history.end()) return ExitCode::success;
        const StepReport& report = history.step();
        if (report.failed()) {
            console.error(
                fmt::format("step {} fails when it is replayed: `toibox verify` tells more", steps + 1));
            return ExitCode::aborted;
        }
        step_ends = report.complete;
    }
    return ExitCode::interrupted;
}

/// What is wrong with the steps that were asked for; empty if nothing is.
std::string step_range_error(const PictureOptions& pictures, bool still, std::int64_t last) {
    if (still)
        return pictures.to.value_or(last) > last
                   ? fmt::format("--to is step {}, and the last one is {}", *pictures.to, last)
                   : std::string();
    const std::int64_t to = std::min(pictures.to.value_or(last), last);
    return pictures.from > to ? fmt::format("--from is step {}, and the last one is {}", pictures.from, to)
                              : std::string();
}

/// Gives the pictures of the format the path of the output; false for a format of text.
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
            fmt::format("--format must be csv, jsonl, png, svg, gif or mp4, or the name of the "
                        "output end so, is \"{}\"",
                        format),
            "export");
    }
    if (arguments.pictures.mp4 == "-") return usage_error(no_mp4_on_standard_output, "export");
    if (const std::string clash =
            overwrite_conflict({{"the recording", arguments.recording}}, {{"--output", arguments.output}});
        !clash.empty())
        return usage_error(clash, "export");
    Result<replay::RecoveredRecording, ReportedError> read = load_recording(arguments.recording, console);
    if (!read) return read.error().exit_code;
    const auto branch = static_cast<std::uint32_t>(arguments.branch);
    if (branch >= read->recording.branches.size()) {
        return usage_error(fmt::format("--branch must be 0 to {}, is {}", read->recording.branches.size() - 1,
                                       arguments.branch),
                           "export");
    }
    auto start = start_recorded_simulation(arguments.recording, read->recording, arguments.threads, console);
    if (!start) return start.error().exit_code;
    const std::int64_t last = last_step(read->recording, branch, **start);
    const bool still = !arguments.pictures.png.empty() || !arguments.pictures.svg.empty();
    if (const std::string error_text = step_range_error(arguments.pictures, still, last); !error_text.empty())
        return usage_error(error_text, "export");
    const std::int64_t to = std::min(arguments.pictures.to.value_or(last), last);
    if (still) arguments.pictures.from = to;
    arguments.pictures.at = to;
    auto history = replay::History::resume(std::move(*start), std::move(read->recording), 0);

    const InterruptGuard guard;
    auto states = open_sink(arguments, history, last, console);
    if (!states) return states.error().exit_code;
    int exit_code = export_steps(history, **states, {branch, arguments.pictures.from, to}, console);
    if (exit_code == ExitCode::success && !(*states)->finish()) exit_code = ExitCode::io;
    if (InterruptGuard::interrupted() && exit_code != ExitCode::success) {
        console.error("interrupted: nothing was written");
        return ExitCode::interrupted;
    }
    if (exit_code != ExitCode::success) return exit_code;
    if (history.divergence()) {
        warn(console, divergence_text(history));
        return ExitCode::check_failed;
    }
    return ExitCode::success;
}

}  // namespace

Action declare_export(CommandOptions& options) {
    const auto to = std::make_shared<ExportArguments>();
    options.option("recording", to->recording, "Recording (*.toirec)", {.required = true});
    options.option("-o,--output", to->output, "File to write; - for standard output", {.required = true});
    options.option("--format", to->format,
                   "csv, jsonl, png, svg, gif or mp4; default: as the output's name ends",
                   {.check = name_check({"csv", "jsonl", "png", "svg", "gif", "mp4"})});
    declare_range(options, to->pictures, "");
    declare_picture_style(options, to->pictures);
    options.option("--branch", to->branch, "Branch, as `toibox info` numbers them",
                   {.check = branch_check()});
    options.option("--threads", to->threads, "Threads; changes no result",
                   {.check = count_check(max_threads)});
    options.console(to->console);
    options.footer(
        "Steps are those of the world: rows, lines and pictures show what a step ends in, also where it "
        "stops at "
        "its impacts.\nA PNG or SVG shows the step --to. The program ffmpeg is to be installed for an MP4.");
    to->open_pictures = options.host().open_pictures;
    return [to] { return export_command(*to); };
}

}  // namespace toibox::app
