// SPDX-License-Identifier: MIT
// `toibox info`: prints the contents of a recording without replaying it.

#include "toibox/core/utf8.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/json_text.h"
#include "app/cli/base/version.h"
#include "app/cli/commands/commands.h"
#include "app/cli/inputs/recorded_steps.h"
#include "app/cli/inputs/recording_input.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>

namespace toibox::app {

namespace {

struct InfoArguments {
    std::string recording;
    bool json = false;
    ConsoleOptions console;
};

/// What a recording contains, summed over all branches.
struct Contents {
    std::uint64_t frames = 0;
    std::size_t inputs = 0;
    std::size_t keyframes = 0;
    std::array<std::uint64_t, replay::mark_kind_count> marks{};
};

Contents contents_of(const replay::Recording& recording) {
    Contents contents;
    for (const replay::Branch& branch : recording.branches) {
        contents.frames += branch.hashes.size() - 1;
        contents.inputs += branch.inputs.size();
        contents.keyframes += branch.keyframes.size();
        for (const replay::Mark& mark : branch.marks)
            contents.marks[static_cast<std::size_t>(mark.kind)] += mark.count;
    }
    return contents;
}

/// The length of the main branch. If a step may have several frames, only a replay can count the steps.
void print_length(const replay::Recording& recording,
                  const std::function<void(std::string_view, const std::string&)>& row) {
    const std::uint64_t frames = recording.branches.front().end();
    const StepBounds steps = step_bounds(recording);
    if (!frames_are_steps(recording))
        row("frames", fmt::format("{} (steps of this world may stop at impacts)", frames));
    if (steps.min < steps.max) {
        row("steps", fmt::format("{} to {} (`toibox verify` counts them)", steps.min, steps.max));
        return;
    }
    if (!(recording.step > 0.0)) return row("steps", fmt::format("{}", steps.min));  // length not recorded
    const bool is_constant_step = std::ranges::none_of(
        recording.branches.front().inputs,
        [](const replay::Input& input) { return std::holds_alternative<replay::StepLength>(input.what); });
    const std::string seconds = is_constant_step
                                    ? fmt::format("{:.6g} s", static_cast<double>(steps.min) * recording.step)
                                    : std::string("varying step length, initially");
    row("steps", fmt::format("{} ({} at {:.6g} Hz)", steps.min, seconds, 1.0 / recording.step));
}

std::string title_of(const replay::Recording& recording) {
    if (recording.source.scene.empty()) return "a world without a scene";
    const auto document = scene::Document::parse(recording.source.scene, recording.source.path);
    return document ? document->title() : std::string("a scene this version cannot read");
}

void print(const InfoArguments& arguments, const replay::RecoveredRecording& read, const Console& console) {
    const replay::Recording& recording = read.recording;
    const Contents contents = contents_of(recording);
    const replay::Source& source = recording.source;
    const auto row = [&](std::string_view name, const std::string& value) {
        console.out(fmt::format("{:<12}{}", name, printable(value).text));
    };
    row("scene", fmt::format("{} ({})", title_of(recording), source.path));
    row("variant", source.variant.empty() ? std::string(base_variant) : source.variant);
    for (const auto& [pointer, value] : source.overrides)
        row("set", pointer + "=" + value);
    print_length(recording, row);
    const std::string unit = frames_are_steps(recording) ? "step" : "frame";
    for (std::size_t i = 1; i < recording.branches.size(); ++i) {
        const replay::Branch& branch = recording.branches[i];
        row("branch",
            fmt::format("{}{}: from {} {} of {}, {} {}s", i,
                        branch.name.empty() ? "" : " \"" + branch.name + "\"", unit, branch.fork->frame,
                        branch.fork->branch == 0 ? std::string("the main branch")
                                                 : fmt::format("branch {}", branch.fork->branch),
                        branch.hashes.size() - 1, unit));
    }
    for (const replay::Bookmark& bookmark : recording.bookmarks)
        row("bookmark", fmt::format("{} at {} {}", bookmark.name, unit, bookmark.frame));
    row("inputs", fmt::format("{}", contents.inputs));
    row("keyframes", fmt::format("{}", contents.keyframes));
    for (int i = 0; i < replay::mark_kind_count; ++i) {
        const auto count = contents.marks[static_cast<std::size_t>(i)];
        if (count > 0)
            row("events", fmt::format("{} {}", count, to_string(static_cast<replay::MarkKind>(i))));
    }
    row("last hash", fmt::format("{:016x}", recording.branches.front().hashes.back()));
    row("sim_version", fmt::format("{}", recording.sim_version));
    row("made by", made_by_text(recording.meta));
    std::error_code ignored;
    row("file", fmt::format("{} bytes, {}", std::filesystem::file_size(arguments.recording, ignored),
                            read.damage.none() ? std::string("intact") : replay::recovery_text(read)));
    if (const std::string reason = replay_incompatibility(recording); !reason.empty())
        row("replay", "no: " + reason);
}

std::string to_json(const replay::RecoveredRecording& read) {
    const replay::Recording& recording = read.recording;
    const Contents contents = contents_of(recording);
    const StepBounds bounds = step_bounds(recording);
    const auto steps_or_null = [known = frames_are_steps(recording)](std::uint64_t frames) {
        return known ? fmt::format("{}", frames) : std::string("null");
    };
    std::string branches;
    for (const replay::Branch& branch : recording.branches) {
        branches += fmt::format(
            R"({}{{"name":{},"from":{},"frames":{},"steps":{}}})", branches.empty() ? "" : ",",
            json_string(branch.name),
            branch.fork ? fmt::format(R"({{"branch":{},"frame":{},"step":{}}})", branch.fork->branch,
                                      branch.fork->frame, steps_or_null(branch.fork->frame))
                        : std::string("null"),
            branch.hashes.size() - 1, steps_or_null(branch.hashes.size() - 1));
    }
    std::string marks;
    for (int i = 0; i < replay::mark_kind_count; ++i) {
        marks += fmt::format(R"({}"{}":{})", i > 0 ? "," : "", to_string(static_cast<replay::MarkKind>(i)),
                             contents.marks[static_cast<std::size_t>(i)]);
    }
    std::string bookmarks;
    for (const replay::Bookmark& bookmark : recording.bookmarks) {
        bookmarks += fmt::format(R"({}{{"name":{},"branch":{},"frame":{},"step":{}}})",
                                 bookmarks.empty() ? "" : ",", json_string(bookmark.name), bookmark.branch,
                                 bookmark.frame, steps_or_null(bookmark.frame));
    }
    return fmt::format(
        R"({{"scene":{},"path":{},"variant":{},"step_seconds":{},"frames":{},"steps":{},"branches":[{}],"bookmarks":[{}],"inputs":{},"keyframes":{},"events":{{{}}},"last_hash":"{:016x}","sim_version":{},"made_by":{},"whole":{},"damage":{},"dropped_bytes":{}}})",
        json_string(title_of(recording)), json_string(recording.source.path),
        json_string(recording.source.variant.empty() ? std::string(base_variant) : recording.source.variant),
        json_number(recording.step), recording.branches.front().end(),
        bounds.min == bounds.max ? fmt::format("{}", bounds.min) : std::string("null"), branches, bookmarks,
        contents.inputs, contents.keyframes, marks, recording.branches.front().hashes.back(),
        recording.sim_version, json_string(recording.meta), read.damage.none(), json_string(read.damage.what),
        read.damage.dropped);
}

int info_command(const InfoArguments& arguments) {
    const Console console(arguments.console);
    // Damage is part of the printed information.
    const Result<replay::RecoveredRecording, ReportedError> read =
        load_damaged_recording(arguments.recording, console);
    if (!read) return read.error().exit_code;
    if (arguments.json) {
        console.out(to_json(*read));
    } else {
        print(arguments, *read, console);
    }
    return ExitCode::success;
}

}  // namespace

Action declare_info(CommandOptions& options) {
    const auto arguments = std::make_shared<InfoArguments>();
    options.option("recording", arguments->recording, "Recording (*.toirec)",
                   {.kind = "FILE", .required = true});
    options.flag("--json", arguments->json, "Print one JSON object instead of text");
    options.console(arguments->console);
    return [arguments] { return info_command(*arguments); };
}

}  // namespace toibox::app
