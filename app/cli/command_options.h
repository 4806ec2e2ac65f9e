// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/cli.h"
#include "app/cli/console.h"

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

/// What is wrong with the text of an option, as "must be …, is \"…\""; empty if nothing is.
struct OptionCheck {
    std::function<std::string(const std::string&)> error_of;
    std::string kind;  ///< What help shows for the value: "N", "FILE.png".
};
OptionCheck steps_check();             ///< A whole number from 0.
OptionCheck branch_check();            ///< The number of a branch of a recording, from 0.
OptionCheck count_check(int highest);  ///< A whole number from 1.
OptionCheck number_check(float lowest, float highest, std::string kind);
OptionCheck size_check();  ///< As parse_size() reads it.
OptionCheck name_check(std::initializer_list<const char*> names);

/// Width and height from "1440x900".
std::optional<std::pair<int, int>> parse_size(const std::string& text);

/// How an option is taken, where it is not one text that may be left out.
struct OptionForm {
    OptionCheck check = {};
    bool required = false;
    bool comma_separated = false;  ///< A list of texts: one argument, A,B,C.
    bool repeated = false;         ///< A list of texts: one argument each time that the option is given.
};

using Overrides = std::vector<std::pair<std::string, std::string>>;  ///< JSON Pointer, JSON value.

/// The options of a command, and where their values go: what commands see of the library that parses (CLI11
/// takes seconds to compile in each file that includes it). Names are as help shows them: "-o,--output", or
/// without dashes what stands by its place. A list of such takes all that is left.
class CommandOptions {
public:
    CommandOptions(CLI::App& parser, const HostServices& host) : parser_(&parser), host_(&host) {}

    /// What actions may call; outlives them.
    [[nodiscard]] const HostServices& host() const { return *host_; }

    void flag(std::string_view names, bool& to, std::string_view help);
    void option(std::string_view names, std::string& to, std::string_view help, const OptionForm& form = {});
    void option(std::string_view names, std::optional<std::string>& to, std::string_view help,
                const OptionForm& form = {});
    void option(std::string_view names, std::vector<std::string>& to, std::string_view help,
                const OptionForm& form = {});
    void option(std::string_view names, int& to, std::string_view help, const OptionForm& form);
    void option(std::string_view names, std::int64_t& to, std::string_view help, const OptionForm& form);
    void option(std::string_view names, std::optional<std::int64_t>& to, std::string_view help,
                const OptionForm& form);
    void option(std::string_view names, float& to, std::string_view help, const OptionForm& form);
    /// --set POINTER=VALUE, as often as one likes.
    void overrides(Overrides& to);
    /// --quiet, --verbose, --color.
    void console(ConsoleOptions& to);
    /// Below the options in the help.
    void footer(std::string text);

private:
    CLI::App* parser_;
    const HostServices* host_;
};

/// Tells what is wrong with the command line and whose help to read (none: the program's own). Returns the
/// exit code.
int usage_error(const std::string& message, const std::string& command = {});

}  // namespace toibox::app
