// SPDX-License-Identifier: MIT
// The command line: parses the arguments and runs the chosen command. Only this file and command_options.cpp
// include CLI11, whose exit codes never reach the user.

#include "app/cli/cli.h"

#include "toibox/scene/suggest.h"

#include "app/cli/base/console.h"
#include "app/cli/base/exit_code.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/sandbox_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>

namespace toibox::app {

namespace {

/// Reports unknown arguments before missing ones: if an option is misspelt, "X is required" would mislead.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    const std::string name = chosen.empty() ? "" : command.get_name();
    const std::vector<std::string> unread = command.remaining();
    if (unread.empty()) return usage_error(error.what(), name);
    const std::string argument = unread.front().substr(0, unread.front().find('='));
    const std::string for_command = name.empty() ? "" : fmt::format(" for \"{}\"", name);
    if (!argument.starts_with('-'))
        return usage_error(fmt::format("unexpected argument \"{}\"{}", argument, for_command), name);
    std::vector<std::string> options;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& long_name : option->get_lnames())
            options.push_back("--" + long_name);
    }
    const std::vector<std::string_view> known(options.begin(), options.end());
    return usage_error(
        fmt::format("unknown option \"{}\"{}: {}", argument, for_command, scene::suggestion(argument, known)),
        name);
}

/// The error text for a misspelt command, which CLI11 would take for a scene file; nullopt if the first
/// argument is a command, an option or a path. A word is a path if it contains a dot or a slash, or if a file
/// of that name exists.
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
    std::error_code ignored;
    if (std::filesystem::exists(word, ignored)) return std::nullopt;
    return fmt::format("unknown command \"{}\", and no such file exists: {}", word,
                       scene::suggestion(word, commands));
}

/// ExitCode::io if standard output could not be written, whatever the command returned.
int exit_code_after_flush(int exit_code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
    std::fputs("toibox: cannot write to standard output\n", stderr);
    return ExitCode::io;
}

int parse_and_run(int argc, const char* const* argv, HostServices host) {
    host.program = argc > 0 ? argv[0] : "";
    if (const std::optional<std::string> message = misspelt_command(argc, argv)) return usage_error(*message);
    CLI::App app(
        "toibox: a 2D physics sandbox that shows its internals. Without a command, toibox opens its window.",
        "toibox");
    try {
        CommandOptions sandbox_options(app, host);
        Action action = declare_sandbox(sandbox_options);
        std::vector<std::pair<CLI::App*, Action>> actions;
        for (const CommandEntry& entry : command_table) {
            CLI::App* const command = app.add_subcommand(entry.name, entry.summary);
            CommandOptions options(*command, host);
            actions.emplace_back(command, entry.declare(options));
        }
        app.require_subcommand(0, 1);
        app.footer(
            "Exit codes: 0 success, 1 a check failed, 2 usage error, 3 invalid input file, 4 I/O error, "
            "5 failed step, out of memory or internal error, 130 interrupted.");
        app.parse(argc, argv);
        for (auto& [command, command_action] : actions) {
            if (command->parsed()) action = std::move(command_action);
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
        std::fputs("toibox: not enough memory for this scene\n", stderr);  // allocates nothing
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
