// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"

#include <string>

namespace toibox::app {

struct QueryArguments {
    std::string kind;         ///< "toi", "distance", …; see scene::query_kinds().
    std::string input = "-";  ///< Path, or "-" for standard input.
    std::string output = "-";
    /// Name of a method; empty: certified for toi, linear-cast for shapecast, gjk for distance.
    std::string method;
    std::string root_finder;  ///< Empty: mixed.
    bool trace = false;       ///< Add the steps of the method to each answer.
    ConsoleOptions console;
};

/// `toibox query`: reads one JSON object per line and writes one answer per line, in order. The answer to an
/// invalid line is an error. Returns the exit code: check_failed if a line was invalid.
int query_command(const QueryArguments& arguments);

}  // namespace toibox::app
