// SPDX-License-Identifier: MIT
// The command line: reads arguments, finds who asked for what, and lets them act. This file and
// command_options.cpp are the only ones that see CLI11, whose own exit codes and messages never reach the
// user.

#include "app/cli/cli.h"

#include "toibox/scene/suggest.h"

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/exit_code.h"
#include "app/cli/sandbox_options.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>

namespace toibox::app {

namespace {

/// What CLI11 could not read, told before what it missed: who misspells an option has forgotten nothing.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error) {
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
    std::vector<std::string_view> commands;
    for (const CommandEntry& entry : command_table) {
        if (word == entry.name) return std::nullopt;
        commands.emplace_back(entry.name);
    }
    std::error_code unknown;
    if (std::filesystem::exists(word, unknown)) return std::nullopt;
    return fmt::format("unknown command \"{}\", and there is no such file: {}", word,
                       scene::suggestion(word, commands));
}

/// Data that standard output did not take is lost: that is a failure, whatever the answer was.
int exit_code_after_flush(int exit_code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
    std::fputs("toibox: cannot write to standard output\n", stderr);
    return ExitCode::io;
}

int parse_and_run(int argc, const char* const* argv, HostServices host) {
    host.program = argc > 0 ? argv[0] : "";
    if (const std::optional<std::string> message = misspelt_command(argc, argv)) return usage_error(*message);
    CLI::App app(
        "toibox: a 2D physics sandbox that one can look inside. Without a command it opens the window.",
        "toibox");
    try {
        CommandOptions own(app, host);
        Action action = declare_sandbox(own);
        std::vector<std::pair<CLI::App*, Action>> actions;
        for (const CommandEntry& entry : command_table) {
            CLI::App* const command = app.add_subcommand(entry.name, entry.summary);
            CommandOptions options(*command, host);
            actions.emplace_back(command, entry.declare(options));
        }
        app.require_subcommand(0, 1);
        app.footer(
            "Exit codes: 0 yes, 1 no (a claim failed), 2 usage, 3 bad scene, 4 input/output, 5 "
            "aborted (a state is not finite, or no memory is left), 130 interrupted.");
        app.parse(argc, argv);
        for (auto& [command, theirs] : actions) {
            if (command->parsed()) action = std::move(theirs);
        }
        return action();
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return ExitCode::success;
    } catch (const CLI::ParseError& error) {
        return report_parse_error(app, error);
    } catch (const std::system_error& error) {
        Console({}).error(error.what());
        return ExitCode::io;
    } catch (const std::bad_alloc&) {
        std::fputs("toibox: not enough memory for this scene\n", stderr);  // needs none itself
        return ExitCode::aborted;
    } catch (const std::exception& error) {
        Console({}).error(fmt::format("stopped by an error: {}", error.what()));
        return ExitCode::aborted;
    }
}

}  // namespace

int cli_main(int argc, const char* const* argv, const HostServices& host) {
    return exit_code_after_flush(parse_and_run(argc, argv, host));
}

}  // namespace toibox::app
