// SPDX-License-Identifier: MIT
// The command line: the only file that sees CLI11, which takes seconds to compile. It reads arguments and
// hands plain structs to the commands; its own exit codes and messages never reach the user.

#include "app/cli/cli.h"

#include "toibox/dynamics/world.h"
#include "toibox/scene/suggest.h"

#include "app/cli/bench_command.h"
#include "app/cli/compare_command.h"
#include "app/cli/exit_code.h"
#include "app/cli/lint_command.h"
#include "app/cli/query_command.h"
#include "app/cli/run_command.h"
#include "app/cli/scene_argument.h"
#include "app/cli/version.h"

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>

namespace toibox::app {

namespace {

constexpr std::array<std::string_view, 6> commands{"run", "compare", "query", "bench", "lint", "schema"};

template <class T>
std::optional<T> number_in(const std::string& text, T lowest, T highest) {
    T value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = code == std::errc() && end == text.data() + text.size();
    if (!whole || !(value >= lowest && value <= highest)) return std::nullopt;
    return value;
}

/// CLI11's own range messages print bounds of 309 digits; these say what is wanted.
CLI::Validator steps_validator() {
    return {[](std::string& text) {
                const bool good = number_in<std::int64_t>(text, 0, 2147483648).has_value();
                return good ? std::string()
                            : fmt::format("must be a whole number of steps from 0, is \"{}\"", text);
            },
            "STEPS"};
}
CLI::Validator count_validator(int highest) {
    return {[highest](std::string& text) {
                const bool good = number_in<int>(text, 1, highest).has_value();
                return good ? std::string()
                            : fmt::format("must be a whole number from 1 to {}, is \"{}\"", highest, text);
            },
            "N"};
}
CLI::Validator scale_validator() {
    return {[](std::string& text) {
                const bool good = number_in<float>(text, 0.5f, 4.0f).has_value();
                return good ? std::string() : fmt::format("must be a number from 0.5 to 4, is \"{}\"", text);
            },
            "SCALE"};
}
std::optional<std::pair<int, int>> parse_size(const std::string& text) {
    const std::size_t x = text.find('x');
    if (x == std::string::npos) return std::nullopt;
    const auto width = number_in<int>(text.substr(0, x), 64, 16384);
    const auto height = number_in<int>(text.substr(x + 1), 64, 16384);
    return width && height ? std::optional(std::pair(*width, *height)) : std::nullopt;
}
CLI::Validator size_validator() {
    return {[](std::string& text) {
                return parse_size(text)
                           ? std::string()
                           : fmt::format("must be like 1440x900, 64 to 16384 each, is \"{}\"", text);
            },
            "WxH"};
}
CLI::Validator png_validator() {
    return {[](std::string& text) {
                const std::string ending = std::filesystem::path(text).extension().string();
                const bool good = ending == ".png" || ending == ".PNG";
                return good ? std::string() : fmt::format("must end in .png, is \"{}\"", text);
            },
            "FILE.png"};
}
CLI::Validator override_validator() {
    return {[](std::string& text) {
                const bool good = text.starts_with('/') && text.find('=') != std::string::npos;
                return good ? std::string()
                            : fmt::format("must be like /world/gravity/1=-3.7, is \"{}\"", text);
            },
            "POINTER=VALUE"};
}
std::vector<std::pair<std::string, std::string>> parse_overrides(const std::vector<std::string>& texts) {
    std::vector<std::pair<std::string, std::string>> overrides;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        overrides.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return overrides;
}

/// Everything that the options write to, before it is handed on.
struct Parsed {
    SandboxArguments sandbox;
    RunArguments run;
    BenchArguments bench;
    LintArguments lint;
    QueryArguments query;
    CompareArguments compare;
    std::string size;
    std::string color = "auto";
    std::vector<std::string> sandbox_sets;
    std::vector<std::string> run_sets;
    ConsoleOptions console;
    bool version = false;
};

void add_console_options(CLI::App& command, Parsed& parsed) {
    command.add_flag("-q,--quiet", parsed.console.quiet, "Tell only what is wrong");
    command.add_flag("-v,--verbose", parsed.console.verbose, "Tell more");
    command.add_option("--color", parsed.color, "Colours: auto, always or never (NO_COLOR is heeded)")
        ->check(CLI::IsMember({"auto", "always", "never"}));
}

void add_sandbox_options(CLI::App& app, Parsed& parsed) {
    SandboxArguments& to = parsed.sandbox;
    app.add_option("scene", to.scene, "Scene to open (*.toi.json)");
    app.add_option("--variant", to.variant, "Variant of the scene");
    app.add_option("--set", parsed.sandbox_sets, "Change a value of the scene; may be repeated")
        ->check(override_validator())
        ->take_all()
        ->expected(1);
    app.add_option("--screenshot", to.screenshot, "Write a PNG of the window and end; needs no display")
        ->check(png_validator());
    app.add_option("--at", to.at_step, "Steps to run before the screenshot")->check(steps_validator());
    app.add_option("--size", parsed.size, "Size of the window")->check(size_validator());
    app.add_option("--ui-scale", to.ui_scale, "Size of text and controls")->check(scale_validator());
    app.add_option("--theme", to.theme, "dark, light or projector")
        ->check(CLI::IsMember({"dark", "light", "projector"}));
    app.add_option("--open,--panel", to.open, "Panels to show: NAME,…")->delimiter(',');
    app.add_option("--select", to.select, "Bodies to select: ID,…")->delimiter(',');
    app.add_option("--draw", to.draw, "Draws to switch on: NAME,…")->delimiter(',');
    app.add_option("--script", to.script, "Play a script of the user interface and end");
    app.add_flag("--version", parsed.version, "Version, commit, formats, compiler, libraries");
}

void add_run(CLI::App& app, Parsed& parsed) {
    CLI::App* const command = app.add_subcommand(
        "run", "Run a scene without a window: the base scene and each variant, against its claims");
    RunArguments& to = parsed.run;
    command->add_option("scene", to.scene, "Scene (*.toi.json)")->required();
    command->add_option("--steps", to.steps, "Steps to run; default: the scene's duration")
        ->check(steps_validator());
    command->add_option("--variant", to.variant, "One variant only; \"base\" is the scene itself");
    command->add_option("--set", parsed.run_sets, "Change a value of the scene; may be repeated")
        ->check(override_validator())
        ->take_all()
        ->expected(1);
    command->add_option("--threads", to.threads, "Threads; changes no result")
        ->check(count_validator(max_threads));
    command->add_flag("--hash", to.hash, "Print VARIANT HASH lines; claims go to standard error");
    command->add_option("--csv", to.csv,
                        "Write the motion of all bodies of the first variant run (- for standard output)");
    command->add_flag("--json", to.json, "Print one JSON object instead of text");
    add_console_options(*command, parsed);
}

void add_bench(CLI::App& app, Parsed& parsed) {
    CLI::App* const command =
        app.add_subcommand("bench", "Run the engine's benchmark scenes and tell what a step costs");
    BenchArguments& to = parsed.bench;
    constexpr int most_runs = 1000000;
    command->add_option("name", to.scenes, "Benchmark scenes; all if there is none");
    command->add_option("--steps", to.steps, "Steps of each run; default: the scene's own")
        ->check(count_validator(most_runs));
    command->add_option("--repeat", to.repeat, "Runs of each scene; the least time of each step counts")
        ->check(count_validator(most_runs));
    command->add_option("--threads", to.threads, "Threads; changes no result")
        ->check(count_validator(max_threads));
    command->add_option("--simd", to.simd, "Instruction set; changes no result; default: the widest")
        ->check(CLI::IsMember({"scalar", "sse2", "avx2"}));
    command->add_option("--solver", to.solver, "Solver; default: the engine's");
    command->add_flag("--list", to.list, "Print the names of the scenes");
    command->add_flag("--json", to.json, "Print one JSON object a scene instead of text");
    command->add_option("--csv", to.csv, "Write the time of each step of each run (- for standard output)");
    add_console_options(*command, parsed);
}

/// A line that each kind answers; `toibox query KIND --help` is where one learns what to write.
constexpr const char* query_examples =
    R"(A line of input, by kind (shapes: circle, capsule, segment, polygon, box):
  toi        {"a":{"shape":{"type":"box","size":[2,2]},"sweep":{"c1":[0,0],"c2":[0,0],"a1":0,"a2":0}},"b":{"shape":{"type":"circle","radius":0.5},"sweep":{"c1":[0,3.5],"c2":[0,-0.5],"a1":0,"a2":0}}}
  shapecast  {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,3.5],"angle":0}},"translation":[0,-4]}
  distance   {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,3.5],"angle":0}}}
  overlap    {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,1.25],"angle":0}}}
  manifold   {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"box","size":[1,1]},"transform":{"p":[0,1.5],"angle":0}},"margin":0.02}
  raycast    {"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0},"from":[-8,0.5],"to":[8,0.5]}
  pieces     {"a":{"shape":{"type":"concave","points":[[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"box","size":[1,1]},"transform":{"p":[1.75,1.75],"angle":0}},"volume":"box"}
pieces takes concave and hull too, and a "sweep" in place of a "transform".
toi and shapecast take "target", "tolerance", "method" and "root_finder" too; all kinds an "id".)";

void add_query(CLI::App& app, Parsed& parsed) {
    CLI::App* const command = app.add_subcommand(
        "query", "Answer experiments on pairs of shapes: one JSON object a line in, one a line out");
    QueryArguments& to = parsed.query;
    command->add_option("kind", to.kind, "toi, distance, shapecast, overlap, raycast, manifold or pieces")
        ->required();
    command->add_option("input", to.input, "File to read; default: standard input (-)");
    command->add_option("-o,--output", to.output, "File to write; default: standard output (-)");
    command->add_option("--method", to.method, "Time of impact, or distance, by which method");
    command->add_option("--root-finder", to.root_finder, "Root finder of the methods that look for roots");
    command->add_flag("--trace", to.trace, "Add what was done, in order of execution");
    add_console_options(*command, parsed);
    command->footer(query_examples);
}

void add_compare(CLI::App& app, Parsed& parsed) {
    CLI::App* const command = app.add_subcommand(
        "compare", "Run a scene and its queries with several methods of time of impact, side by side");
    CompareArguments& to = parsed.compare;
    command->add_option("scene", to.scene, "Scene (*.toi.json)")->required();
    command->add_option("--methods", to.methods, "Methods: NAME,…; default: all")->delimiter(',');
    command->add_option("--variant", to.variant, "Variant of the scene");
    command->add_option("--set", parsed.run_sets, "Change a value of the scene; may be repeated")
        ->check(override_validator())
        ->take_all()
        ->expected(1);
    command->add_option("--steps", to.steps, "Steps to run; default: the scene's duration")
        ->check(steps_validator());
    command->add_flag("--json", to.json, "Print one JSON object instead of tables");
    add_console_options(*command, parsed);
}

void add_lint(CLI::App& app, Parsed& parsed) {
    CLI::App* const command =
        app.add_subcommand("lint", "Check scene files and folders without running them");
    command->add_option("path", parsed.lint.paths, "Scene files and folders")->required();
    add_console_options(*command, parsed);
}

/// `command`: whose help to read; none is the program's own.
int usage_error(const std::string& message, const std::string& command = {}) {
    fmt::print(stderr, "toibox: {}\nTry \"toibox {}{}--help\".\n", message, command,
               command.empty() ? "" : " ");
    return ExitCode::usage;
}

/// What CLI11 could not read, told before what it missed: who misspells an option has forgotten nothing.
int tell_parse_error(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    const std::string name = chosen.empty() ? "" : command.get_name();
    const std::vector<std::string> unread = command.remaining();
    if (unread.empty()) return usage_error(error.what(), name);
    const std::string word = unread.front().substr(0, unread.front().find('='));
    const std::string of = name.empty() ? "" : fmt::format(" of \"{}\"", name);
    if (!word.starts_with('-')) return usage_error(fmt::format("\"{}\" is one too many{}", word, of), name);
    std::vector<std::string> options;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& known : option->get_lnames())
            options.push_back("--" + known);
    }
    const std::vector<std::string_view> known(options.begin(), options.end());
    return usage_error(
        fmt::format("there is no option \"{}\"{}: {}", word, of, scene::suggestion(word, known)), name);
}

/// CLI11 takes any word for a scene: a misspelt command must not become a missing file. Paths have a dot or a
/// slash, or are there.
std::optional<std::string> misspelt_command(int argc, const char* const* argv) {
    if (argc < 2) return std::nullopt;
    const std::string_view word = argv[1];
    if (word.empty() || word.front() == '-' || word.find_first_of("./\\") != std::string_view::npos)
        return std::nullopt;
    for (const std::string_view command : commands) {
        if (word == command) return std::nullopt;
    }
    std::error_code unknown;
    if (std::filesystem::exists(word, unknown)) return std::nullopt;
    return fmt::format("unknown command \"{}\", and there is no such file: {}", word,
                       scene::suggestion(word, commands));
}

/// What is wrong with the scene named for the window is told before there is one, as `run` tells it.
int check_scene(const SandboxArguments& arguments) {
    const Console console({});
    if (arguments.scene.empty()) return ExitCode::yes;
    const Result<scene::Document, Refusal> document = load_scene(arguments.scene, console);
    if (!document) return document.error().exit_code;
    if (!arguments.variant.empty() && !has_variant(*document, arguments.variant, console))
        return ExitCode::usage;
    const auto scene =
        resolve_scene(*document, document_name(arguments.variant), arguments.overrides, console);
    return scene ? ExitCode::yes : scene.error().exit_code;
}

int dispatch(const CLI::App& app, Parsed& parsed, OpenSandbox open_sandbox) {
    if (parsed.version) {
        fmt::print("{}\n", version_text());
        return ExitCode::yes;
    }
    if (parsed.color == "always") parsed.console.color = ColorChoice::Always;
    if (parsed.color == "never") parsed.console.color = ColorChoice::Never;
    if (app.got_subcommand("schema")) {
        fmt::print("{}", scene_schema());
        return ExitCode::yes;
    }
    if (app.got_subcommand("lint")) {
        parsed.lint.console = parsed.console;
        return lint_command(parsed.lint);
    }
    if (app.got_subcommand("bench")) {
        parsed.bench.console = parsed.console;
        if (parsed.bench.json && parsed.bench.csv == "-") {
            return usage_error("--json and --csv - both want standard output: choose one");
        }
        return bench_command(parsed.bench);
    }
    if (app.got_subcommand("query")) {
        parsed.query.console = parsed.console;
        return query_command(parsed.query);
    }
    if (app.got_subcommand("compare")) {
        parsed.compare.console = parsed.console;
        parsed.compare.overrides = parse_overrides(parsed.run_sets);
        return compare_command(parsed.compare);
    }
    if (app.got_subcommand("run")) {
        parsed.run.console = parsed.console;
        parsed.run.overrides = parse_overrides(parsed.run_sets);
        if (parsed.run.json && (parsed.run.hash || parsed.run.csv == "-")) {
            return usage_error("--json, --hash and --csv - each want standard output: choose one");
        }
        if (parsed.run.hash && parsed.run.csv == "-") {
            return usage_error("--hash and --csv - both want standard output: choose one");
        }
        return run_command(parsed.run);
    }
    if (const auto size = parse_size(parsed.size)) {
        parsed.sandbox.width = size->first;
        parsed.sandbox.height = size->second;
    }
    parsed.sandbox.overrides = parse_overrides(parsed.sandbox_sets);
    if (const int refused = check_scene(parsed.sandbox); refused != ExitCode::yes) return refused;
    parsed.sandbox.variant = document_name(parsed.sandbox.variant);
    return open_sandbox(parsed.sandbox);
}

}  // namespace

namespace {

/// Data that standard output did not take is lost: that is a failure, whatever the answer was.
int with_output_written(int exit_code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
    std::fputs("toibox: cannot write to standard output\n", stderr);
    return ExitCode::io;
}

int parse_and_run(int argc, const char* const* argv, OpenSandbox open_sandbox) {
    if (const std::optional<std::string> message = misspelt_command(argc, argv)) return usage_error(*message);
    Parsed parsed;
    if (argc > 0) parsed.sandbox.program = argv[0];
    CLI::App app(
        "toibox: a 2D physics sandbox that one can look inside. Without a command it opens the window.",
        "toibox");
    try {
        add_sandbox_options(app, parsed);
        add_run(app, parsed);
        add_compare(app, parsed);
        add_query(app, parsed);
        add_bench(app, parsed);
        add_lint(app, parsed);
        app.add_subcommand("schema", "Print the JSON Schema of scene files");
        app.require_subcommand(0, 1);
        app.footer(
            "Exit codes: 0 yes, 1 no (a claim failed), 2 usage, 3 bad scene, 4 input/output, 5 "
            "aborted (a state is not finite, or no memory is left), 130 interrupted.");
        app.parse(argc, argv);
        return dispatch(app, parsed, open_sandbox);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return ExitCode::yes;
    } catch (const CLI::ParseError& error) {
        return tell_parse_error(app, error);
    } catch (const std::system_error& error) {
        fmt::print(stderr, "toibox: {}\n", error.what());
        return ExitCode::io;
    } catch (const std::bad_alloc&) {
        std::fputs("toibox: not enough memory for this scene\n", stderr);  // needs none itself
        return ExitCode::aborted;
    } catch (const std::exception& error) {
        fmt::print(stderr, "toibox: stopped by an error: {}\n", error.what());
        return ExitCode::aborted;
    }
}

}  // namespace

int cli_main(int argc, const char* const* argv, OpenSandbox open_sandbox) {
    return with_output_written(parse_and_run(argc, argv, open_sandbox));
}

}  // namespace toibox::app
