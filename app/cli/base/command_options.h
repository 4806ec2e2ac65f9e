// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"
#include "app/cli/base/host_services.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace toibox::app {

// Help texts of options that several commands have.
inline constexpr const char* threads_help = "Number of threads; results are the same for any number";
inline constexpr const char* threads_per_run_help =
    "Number of threads per run; results are the same for any number";
inline constexpr const char* jobs_help =
    "Number of runs at the same time; results are the same for any number";
inline constexpr const char* overlay_help =
    "(`pair-search` shows the broad phase, `names` the ids of bodies, `ids` the feature ids of contact "
    "points)";

/// The names of a table's rows, for a help text: "soft-step, penalty".
template <class Row>
std::string name_list(std::span<const Row> table) {
    std::string names;
    for (const Row& row : table) {
        if (!names.empty()) names += ", ";
        names += row.name;
    }
    return names;
}

/// Validates the text of an option.
struct OptionCheck {
    /// The error, in the form "must be …, got \"…\""; empty if the text is valid.
    std::function<std::string(const std::string&)> error_of;
    std::string kind;  ///< Placeholder of the value in the help: "N", "FILE.png".
};
OptionCheck steps_check();         ///< A whole number of steps, from 0 to 2³¹.
OptionCheck frames_check();        ///< A whole number of frames, from 0 to 2³¹.
OptionCheck branch_check();        ///< The number of a branch of a recording, from 0 to 2³¹ − 1.
OptionCheck count_check(int max);  ///< A whole number from 1 to max.
OptionCheck number_check(float min, float max, std::string kind);  ///< A number from min to max.
OptionCheck size_check();                                          ///< A text that parse_size() accepts.
OptionCheck name_check(std::initializer_list<const char*> names);  ///< One of the names.

/// Width and height, each from 64 to 16384, from a text such as "1440x900"; nullopt if it is invalid.
std::optional<std::pair<int, int>> parse_size(const std::string& text);

/// How an option is parsed; the default is one optional text.
struct OptionForm {
    OptionCheck check = {};
    std::string kind = {};  ///< Placeholder of the value in the help, if there is no check: "FILE".
    bool required = false;
    bool comma_separated = false;  ///< For lists: one argument with several values, A,B,C.
    bool repeated = false;  ///< For lists: the option may be given several times, each with one argument.
};

using Overrides = std::vector<std::pair<std::string, std::string>>;  ///< JSON Pointer, JSON value.

/// Declares the options of a command and the variables that receive their values. Hides CLI11, which takes
/// seconds to compile in each file that includes it. Names are written as in the help, "-o,--output"; a name
/// without dashes is a positional argument. A positional list takes all remaining arguments.
class CommandOptions {
public:
    CommandOptions(CLI::App& parser, const HostServices& host) : parser_(&parser), host_(&host) {}

    /// The services of the program. Actions may keep the reference.
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
    /// Adds text below the options in the help.
    void footer(std::string text);

private:
    CLI::App* parser_;
    const HostServices* host_;
};

/// Prints what is wrong with the command line and how to get the help of `command`, or of the program if
/// `command` is empty. Returns ExitCode::usage.
int usage_error(const std::string& message, const std::string& command = {});

}  // namespace toibox::app
