// SPDX-License-Identifier: MIT
// `toibox diff`: two recordings side by side, to the first step in which they differ.

#include "toibox/replay/verify.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/json_text.h"
#include "app/cli/recording_argument.h"
#include "app/cli/state_report.h"

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

/// What was asked for differently.
std::vector<std::string> source_differences(const replay::Source& a, const replay::Source& b) {
    std::vector<std::string> found;
    if (a.scene != b.scene) found.emplace_back("the text of the scene");
    if (a.variant != b.variant) {
        const auto name = [](const std::string& variant) { return variant.empty() ? "base" : variant; };
        found.push_back(fmt::format("the variant ({}, {})", name(a.variant), name(b.variant)));
    }
    if (a.overrides != b.overrides) found.emplace_back("what --set set");
    return found;
}

struct Parting {
    std::uint64_t frame = 0;
    replay::StateComparison state;
    std::optional<scene::Run> names;
};

/// Both at the frame, replayed.
Result<Parting, Refusal> look(const DiffArguments& arguments, replay::Recording a, replay::Recording b,
                              std::uint64_t frame, const Console& console) {
    auto start_a = start_recorded(arguments.a, a, arguments.threads, console);
    if (!start_a) return Err{start_a.error()};
    auto start_b = start_recorded(arguments.b, b, arguments.threads, console);
    if (!start_b) return Err{start_b.error()};
    Parting parting{.frame = frame, .state = {}, .names = (*start_a)->run()};
    auto history_a = replay::History::resume(std::move(*start_a), std::move(a));
    auto history_b = replay::History::resume(std::move(*start_b), std::move(b));
    history_a.seek({0, frame, 0});
    history_b.seek({0, frame, 0});
    parting.state =
        replay::compare_states(history_a.now().world().state(), history_b.now().world().state(), frame);
    return parting;
}

int diff_command(const DiffArguments& arguments) {
    const Console console(arguments.console);
    Result<replay::ReadRecording, Refusal> a = load_recording(arguments.a, console);
    if (!a) return a.error().exit_code;
    Result<replay::ReadRecording, Refusal> b = load_recording(arguments.b, console);
    if (!b) return b.error().exit_code;
    const std::uint64_t frames_a = a->recording.lanes.front().end();
    const std::uint64_t frames_b = b->recording.lanes.front().end();
    const std::vector<std::string> sources = source_differences(a->recording.source, b->recording.source);
    const std::optional<std::uint64_t> first = replay::first_difference(a->recording, b->recording);
    if (!first) {
        const bool same_length = frames_a == frames_b;
        if (arguments.json) {
            console.out(fmt::format(R"({{"same":{},"steps":[{},{}]}})", same_length, frames_a, frames_b));
        } else if (same_length) {
            console.out(fmt::format("the same: {} steps", frames_a));
        } else {
            console.out(fmt::format("the same for {} steps, where the shorter one ends (of {} and {})",
                                    std::min(frames_a, frames_b), frames_a, frames_b));
        }
        return same_length ? ExitCode::yes : ExitCode::no;
    }
    const auto parting = look(arguments, std::move(a->recording), std::move(b->recording), *first, console);
    if (!parting) return parting.error().exit_code;
    if (arguments.json) {
        console.out(fmt::format(R"({{"same":false,"steps":[{},{}],"first_difference":{},{}}})", frames_a,
                                frames_b, *first, state_report_json(parting->state, *parting->names)));
        return ExitCode::no;
    }
    console.out(*first == 0 ? std::string("they differ from the start")
                            : fmt::format("they part in step {}", *first));
    for (const std::string& source : sources)
        console.out("  " + source + " differs");
    console.out(state_report(parting->state, *parting->names, "A", "B"));
    return ExitCode::no;
}

}  // namespace

Action declare_diff(CommandOptions& options) {
    const auto to = std::make_shared<DiffArguments>();
    options.option("a", to->a, "Recording A (*.toirec)", {.required = true});
    options.option("b", to->b, "Recording B", {.required = true});
    options.option("--threads", to->threads, "Threads; changes no result",
                   {.check = count_check(max_threads)});
    options.flag("--json", to->json, "Print one JSON object instead of text");
    options.console(to->console);
    return [to] { return diff_command(*to); };
}

}  // namespace toibox::app
