// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"
#include "app/cli/base/host_services.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace toibox::app {

/// Validates the text of an option.
struct OptionCheck {
    /// The error, in the form "must be …, got \"…\""; empty if the text is valid.
    std::function<std::string(const std::string&)> error_of;
    std::string kind;  ///< Placeholder of the value in the help: "N", "FILE.png".
};
OptionCheck steps_check();         ///< A whole number ≥ 0.
OptionCheck branch_check();        ///< The number of a branch of a recording, ≥ 0.
OptionCheck count_check(int max);  ///< A whole number from 1 to max.
OptionCheck number_check(float min, float max, std::string kind);
OptionCheck size_check();  ///< See parse_size().
OptionCheck name_check(std::initializer_list<const char*> names);

/// Width and height from "1440x900".
std::optional<std::pair<int, int>> parse_size(const std::string& text);

/// How an option is parsed; the default is one optional text.
struct OptionForm {
    OptionCheck check = {};
    bool required = false;
    bool comma_separated = false;  ///< For lists: one argument, A,B,C.
    bool repeated = false;  ///< For lists: the option may be given several times, each with one argument.
};

using Overrides = std::vector<std::pair<std::string, std::string>>;  ///< JSON Pointer, JSON value.

/// Declares the options of a command and the variables that receive their values. Hides CLI11, which takes
/// seconds to compile in each file that includes it. Names are written as in the help, "-o,--output"; a name
/// without dashes is a positional argument, and a list of these takes all remaining ones.
class CommandOptions {
public:
    CommandOptions(CLI::App& parser, const HostServices& host) : parser_(&parser), host_(&host) {}

    /// For actions; outlives them.
    [[nodiscard]] const HostServices& host() const { return *host_; }

    void flag(std::string_view names, bool& value, std::string_view help);
    void option(std::string_view names, std::string& value, std::string_view help,
                const OptionForm& form = {});
    void option(std::string_view names, std::optional<std::string>& value, std::string_view help,
                const OptionForm& form = {});
    void option(std::string_view names, std::vector<std::string>& values, std::string_view help,
                const OptionForm& form = {});
    void option(std::string_view names, int& value, std::string_view help, const OptionForm& form);
    void option(std::string_view names, std::int64_t& value, std::string_view help, const OptionForm& form);
    void option(std::string_view names, std::optional<std::int64_t>& value, std::string_view help,
                const OptionForm& form);
    void option(std::string_view names, float& value, std::string_view help, const OptionForm& form);
    /// --set POINTER=VALUE, repeatable.
    void overrides(Overrides& values);
    /// --quiet, --verbose, --color.
    void console(ConsoleOptions& console_options);
    /// Text below the options in the help.
    void footer(std::string text);

private:
    CLI::App* parser_;
    const HostServices* host_;
};

/// Prints what is wrong with the command line and points to the help of `command` (empty: of the program).
/// Returns the exit code.
int usage_error(const std::string& message, const std::string& command = {});

}  // namespace toibox::app
