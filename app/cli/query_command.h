// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"

#include <string>

namespace toibox::app {

struct QueryArguments {
    std::string kind;         ///< "toi", "distance", …: scene::query_kinds.
    std::string input = "-";  ///< Path, or "-" for standard input.
    std::string output = "-";
    std::string method;  ///< Empty: bilateral-advancement, of a shape cast linear-cast, of a distance gjk.
    std::string root_finder;  ///< Empty: mixed.
    bool trace = false;       ///< Every step of a time of impact or distance too.
    ConsoleOptions console;
};

/// `toibox query`: one JSON object a line in, one a line out, in order. A bad line is answered by what is
/// wrong with it, and the rest goes on. Returns the exit code: `no` if a line was bad.
int query_command(const QueryArguments& arguments);

}  // namespace toibox::app
