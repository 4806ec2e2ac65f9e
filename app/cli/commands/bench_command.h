// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"

#include <string>
#include <vector>

namespace toibox::app {

struct BenchArguments {
    std::vector<std::string> scenes;  ///< Empty: all.
    int steps = 0;                    ///< 0: the scene's own.
    int repeat = 1;                   ///< Runs of each scene, ≥ 1.
    int threads = 1;                  ///< 1 … max_threads.
    std::string simd;                 ///< Instruction set; empty: the widest that this machine supports.
    std::string solver;               ///< Empty: the world's default.
    bool list = false;                ///< Only print the scene names.
    bool json = false;
    std::string csv;  ///< Path, "-" or empty: the time of each step of each run.
    ConsoleOptions console;
};

/// `toibox bench`: runs the benchmark scenes and reports the time per step. Returns the exit code:
/// check_failed if runs of the same scene end with different hashes.
int bench_command(const BenchArguments& arguments);

}  // namespace toibox::app
