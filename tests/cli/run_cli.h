// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/cli.h"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app::testing_support {

inline constexpr const char* bullet = TOIBOX_SOURCE_DIR "/scenes/continuous/03-bullet.toi.json";

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string err;
};

/// Runs `toibox ARGUMENTS` within this process. Opening the window returns the exit code 99.
inline Outcome run_cli(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "toibox");
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int exit_code = cli_main(static_cast<int>(arguments.size()), arguments.data(),
                                   {[](const SandboxArguments&) { return 99; }});
    std::string out = testing::internal::GetCapturedStdout();
    return {exit_code, std::move(out), testing::internal::GetCapturedStderr()};
}

inline bool contains(const std::string& text, const std::string& substring) {
    return text.find(substring) != std::string::npos;
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

}  // namespace toibox::app::testing_support
