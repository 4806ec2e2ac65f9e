// SPDX-License-Identifier: MIT
#include "app/cli/base/command_options.h"

#include "toibox/scene/tuning.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/parse_number.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace toibox::app {

namespace {

CLI::Option* apply_form(CLI::Option* option, const OptionForm& form) {
    if (form.check.error_of) {
        option->check(CLI::Validator(
            [error_of = form.check.error_of](std::string& text) { return error_of(text); }, ""));
    }
    const std::string& kind = form.check.error_of ? form.check.kind : form.kind;
    if (!kind.empty()) option->type_name(kind);
    return option->required(form.required);
}

/// The option may be given several times. By default, CLI11 also takes the arguments after the first one,
/// such as a scene.
void take_one_argument_each(CLI::Option* option) {
    option->take_all()->expected(1)->allow_extra_args(false);
}

template <class T>
void add_option(CLI::App& parser, std::string_view names, T& value, std::string_view help,
                const OptionForm& form) {
    apply_form(parser.add_option(std::string(names), value, std::string(help)), form);
}

/// Appends the parts of a text between commas, also empty ones.
void append_names(std::vector<std::string>& names, std::string_view text) {
    for (std::size_t comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        names.emplace_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    names.emplace_back(text);
}

OptionCheck override_check() {
    return {
        [](const std::string& text) {
            const bool good = text.starts_with('/') && text.find('=') != std::string::npos;
            return good ? std::string()
                        : fmt::format(
                              "must have the form POINTER=VALUE, such as /world/gravity/1=-3.7, got \"{}\"",
                              text);
        },
        "POINTER=VALUE"};
}

/// Maximum number of steps or frames: no run of a scene has more steps.
constexpr auto max_step_count = static_cast<std::int64_t>(scene::tuning::max_steps);
constexpr std::int64_t max_branch_number = 2147483647;

/// Accepts a whole number from 0 to max_step_count. `noun`: what is counted, for the error.
OptionCheck whole_number_check(std::string_view noun, std::string kind) {
    return {[noun](const std::string& text) {
                const bool good = parse_number<std::int64_t>(text, 0, max_step_count).has_value();
                return good ? std::string()
                            : fmt::format("must be a whole number of {} from 0 to {}, got \"{}\"", noun,
                                          max_step_count, text);
            },
            std::move(kind)};
}

}  // namespace

// The checks of numbers replace CLI11's range checks, whose error messages print bounds of up to 309 digits.
OptionCheck steps_check() {
    return whole_number_check("steps", "STEPS");
}

OptionCheck frames_check() {
    return whole_number_check("frames", "FRAMES");
}

OptionCheck branch_check() {
    return {[](const std::string& text) {
                const bool good = parse_number<std::int64_t>(text, 0, max_branch_number).has_value();
                return good ? std::string()
                            : fmt::format("must be the number of a branch, from 0 to {}, got \"{}\"",
                                          max_branch_number, text);
            },
            "N"};
}

OptionCheck count_check(int max) {
    return {[max](const std::string& text) {
                const bool good = parse_number<int>(text, 1, max).has_value();
                return good ? std::string()
                            : fmt::format("must be a whole number from 1 to {}, got \"{}\"", max, text);
            },
            "N"};
}

OptionCheck number_check(float min, float max, std::string kind) {
    return {[min, max](const std::string& text) {
                const bool good = parse_number<float>(text, min, max).has_value();
                return good ? std::string()
                            : fmt::format("must be a number from {} to {}, got \"{}\"", min, max, text);
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
                           : fmt::format(
                                 "must be WIDTHxHEIGHT, such as 1440x900, each from 64 to 16384, got \"{}\"",
                                 text);
            },
            "WxH"};
}

OptionCheck name_check(std::initializer_list<const char*> names) {
    const std::vector<std::string> known(names.begin(), names.end());
    return {[known](const std::string& text) {
                const bool good = std::find(known.begin(), known.end(), text) != known.end();
                return good ? std::string()
                            : fmt::format("must be one of {}, got \"{}\"", fmt::join(known, ", "), text);
            },
            fmt::format("{}", fmt::join(known, "|"))};
}

void CommandOptions::flag(std::string_view names, bool& value, std::string_view help) {
    parser_->add_flag(std::string(names), value, std::string(help));
}

void CommandOptions::option(std::string_view names, std::string& value, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, value, help, form);
}

void CommandOptions::option(std::string_view names, std::optional<std::string>& value, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, value, help, form);
}

void CommandOptions::option(std::string_view names, std::vector<std::string>& values, std::string_view help,
                            const OptionForm& form) {
    if (form.comma_separated) {
        const auto parse = [&values](const std::vector<std::string>& texts) {
            for (const std::string& text : texts)
                append_names(values, text);
        };
        CLI::Option* const option = parser_->add_option_function<std::vector<std::string>>(
            std::string(names), parse, std::string(help));
        return take_one_argument_each(apply_form(option, form));
    }
    CLI::Option* const option =
        apply_form(parser_->add_option(std::string(names), values, std::string(help)), form);
    if (form.repeated) take_one_argument_each(option);
}

void CommandOptions::option(std::string_view names, int& value, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, value, help, form);
}

void CommandOptions::option(std::string_view names, std::int64_t& value, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, value, help, form);
}

void CommandOptions::option(std::string_view names, std::optional<std::int64_t>& value, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, value, help, form);
}

void CommandOptions::option(std::string_view names, float& value, std::string_view help,
                            const OptionForm& form) {
    add_option(*parser_, names, value, help, form);
}

void CommandOptions::overrides(Overrides& values) {
    const auto parse = [&values](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const std::size_t equals = text.find('=');
            values.emplace_back(text.substr(0, equals), text.substr(equals + 1));
        }
    };
    CLI::Option* const option = parser_->add_option_function<std::vector<std::string>>(
        "--set", parse, "Override a value of the scene, such as /world/gravity/1=-3.7; may be repeated");
    take_one_argument_each(apply_form(option, {.check = override_check()}));
}

void CommandOptions::console(ConsoleOptions& console_options) {
    parser_->add_flag("-q,--quiet", console_options.quiet, "Print only errors and warnings");
    parser_->add_flag("-v,--verbose", console_options.verbose, "Print more details");
    const auto parse = [&console_options](const std::string& text) {
        if (text == "always") console_options.color = ColorChoice::Always;
        if (text == "never") console_options.color = ColorChoice::Never;
    };
    CLI::Option* const option = parser_->add_option_function<std::string>(
        "--color", parse,
        "Colours in the terminal; default: auto, which respects NO_COLOR and uses none in files");
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
