// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"

#include <string>
#include <vector>

namespace toibox::app {

struct BenchArguments {
    std::vector<std::string> scenes;  ///< Names of scenes; empty: all scenes.
    int steps = 0;                    ///< Per run; 0: bench::Scene::steps.
    int repeat = 1;                   ///< Runs of each scene, ≥ 1.
    int threads = 1;                  ///< 1 … max_threads.
    std::string simd;                 ///< Instruction set; empty: the widest that this machine supports.
    std::string solver;               ///< Name of a solver; empty: the default of WorldSettings.
    bool list = false;                ///< Only list the scenes: name, steps, content.
    bool json = false;
    std::string csv;  ///< Where to write the time of each step (path or "-"); empty: nowhere.
    ConsoleOptions console;
};

/// `toibox bench`: runs the benchmark scenes and reports the time per step. Returns the exit code:
/// check_failed if runs of the same scene end with different hashes.
int bench_command(const BenchArguments& arguments);

}  // namespace toibox::app
