// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"

#include <string>
#include <vector>

namespace toibox::app {

struct BenchArguments {
    std::vector<std::string> scenes;  ///< Empty: all.
    int steps = 0;                    ///< 0: the scene's own.
    int repeat = 1;                   ///< Runs of each scene, ≥ 1.
    int threads = 1;                  ///< 1 … max_threads.
    std::string simd;                 ///< Instruction set; empty: the best that this machine has.
    std::string solver;               ///< Empty: the world's default.
    bool list = false;                ///< Print the names and nothing else.
    bool json = false;
    std::string csv;  ///< Path, "-" or empty: the time of each step of each run.
    ConsoleOptions console;
};

/// `toibox bench`: runs the benchmark scenes and tells what a step costs. Returns the exit code: `no` if the
/// runs of a scene do not end in the same hash.
int bench_command(const BenchArguments& arguments);

}  // namespace toibox::app
