// SPDX-License-Identifier: MIT
#include "app/cli/command_options.h"

#include "app/cli/exit_code.h"
#include "app/cli/number_text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace toibox::app {

namespace {

CLI::Option* apply_form(CLI::Option* option, const OptionForm& form) {
    if (form.check.error_of) {
        option->check(CLI::Validator(
            [error_of = form.check.error_of](std::string& text) { return error_of(text); }, form.check.kind));
    }
    return option->required(form.required);
}

template <class T>
void add_option(CLI::App& parser, std::string_view names, T& to, std::string_view help,
                const OptionForm& form) {
    apply_form(parser.add_option(std::string(names), to, std::string(help)), form);
}

OptionCheck override_check() {
    return {[](const std::string& text) {
                const bool good = text.starts_with('/') && text.find('=') != std::string::npos;
                return good ? std::string()
                            : fmt::format("must be like /world/gravity/1=-3.7, is \"{}\"", text);
            },
            "POINTER=VALUE"};
}

}  // namespace

// CLI11's own range messages print bounds of 309 digits; these say what is wanted.
OptionCheck steps_check() {
    return {[](const std::string& text) {
                const bool good = parse_number<std::int64_t>(text, 0, 2147483648).has_value();
                return good ? std::string()
                            : fmt::format("must be a whole number of steps from 0, is \"{}\"", text);
            },
            "STEPS"};
}

OptionCheck branch_check() {
    return {[](const std::string& text) {
                const bool good = parse_number<std::int64_t>(text, 0, 2147483647).has_value();
                return good ? std::string()
                            : fmt::format("must be the number of a branch, from 0, is \"{}\"", text);
            },
            "N"};
}

OptionCheck count_check(int highest) {
    return {[highest](const std::string& text) {
                const bool good = parse_number<int>(text, 1, highest).has_value();
                return good ? std::string()
                            : fmt::format("must be a whole number from 1 to {}, is \"{}\"", highest, text);
            },
            "N"};
}

OptionCheck number_check(float lowest, float highest, std::string kind) {
    return {[lowest, highest](const std::string& text) {
                const bool good = parse_number<float>(text, lowest, highest).has_value();
                return good ? std::string()
                            : fmt::format("must be a number from {} to {}, is \"{}\"", lowest, highest, text);
            },
            std::move(kind)};
}

std::optional<std::pair<int, int>> parse_size(const std::string& text) {
    const std::size_t x = text.find('x');
    if (x == std::string::npos) return std::nullopt;
    const auto width = parse_number<int>(text.substr(0, x), 64, 16384);
    const auto height = parse_number<int>(text.substr(x + 1), 64, 16384);
    return width && height ? std::optional(std::pair(*width, *height)) : std::nullopt;
}

OptionCheck size_check() {
    return {[](const std::string& text) {
                return parse_size(text)
                           ? std::string()
                           : fmt::format("must be like 1440x900, 64 to 16384 each, is \"{}\"", text);
            },
            "WxH"};
}

OptionCheck name_check(std::initializer_list<const char*> names) {
    const std::vector<std::string> known(names.begin(), names.end());
    return {[known](const std::string& text) {
                const bool good = std::find(known.begin(), known.end(), text) != known.end();
                return good ? std::string()
                            : fmt::format("must be one of {}, is \"{}\"", fmt::join(known, ", "), text);
            },
            fmt::format("{}", fmt::join(known, "|"))};
}

void CommandOptions::flag(std::string_view names, bool& to, std::string_view help) {
    parser_->add_flag(std::string(names), to, std::string(help));
}

void CommandOptions::option(std::string_view names, std::string& to, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, to, help, form);
}

void CommandOptions::option(std::string_view names, std::optional<std::string>& to, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, to, help, form);
}

void CommandOptions::option(std::string_view names, std::vector<std::string>& to, std::string_view help,
                            const OptionForm& form) {
    CLI::Option* const option =
        apply_form(parser_->add_option(std::string(names), to, std::string(help)), form);
    if (form.comma_separated) option->delimiter(',');
    if (form.repeated) option->take_all()->expected(1);
}

void CommandOptions::option(std::string_view names, int& to, std::string_view help, const OptionForm& form) {
    add_option(*parser_, names, to, help, form);
}

void CommandOptions::option(std::string_view names, std::int64_t& to, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, to, help, form);
}

void CommandOptions::option(std::string_view names, std::optional<std::int64_t>& to, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, to, help, form);
}

void CommandOptions::option(std::string_view names, float& to, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, to, help, form);
}

void CommandOptions::overrides(Overrides& to) {
    const auto take = [&to](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const std::size_t equals = text.find('=');
            to.emplace_back(text.substr(0, equals), text.substr(equals + 1));
        }
    };
    CLI::Option* const option = parser_->add_option_function<std::vector<std::string>>(
        "--set", take, "Change a value of the scene; may be repeated");
    apply_form(option, {.check = override_check()})->take_all()->expected(1);
}

void CommandOptions::console(ConsoleOptions& to) {
    parser_->add_flag("-q,--quiet", to.quiet, "Tell only what is wrong");
    parser_->add_flag("-v,--verbose", to.verbose, "Tell more");
    const auto take = [&to](const std::string& text) {
        if (text == "always") to.color = ColorChoice::Always;
        if (text == "never") to.color = ColorChoice::Never;
    };
    CLI::Option* const option = parser_->add_option_function<std::string>(
        "--color", take, "Colours: auto, always or never (NO_COLOR is heeded)");
    apply_form(option, {.check = name_check({"auto", "always", "never"})});
}

void CommandOptions::footer(std::string text) {
    parser_->footer(std::move(text));
}

int usage_error(const std::string& message, const std::string& command) {
    const Console console({});
    console.error(message);
    console.say(fmt::format("Try \"toibox {}{}--help\".", command, command.empty() ? "" : " "));
    return ExitCode::usage;
}

}  // namespace toibox::app
