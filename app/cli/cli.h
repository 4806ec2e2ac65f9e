// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/picture_source.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// What the command line asks of the window. Text, already checked to be well-formed; what it names (panels,
/// bodies, draws) only the window knows.
struct SandboxArguments {
    std::string program;  ///< argv[0]
    std::string scene;    ///< Or a recording.
    std::string variant;
    std::vector<std::pair<std::string, std::string>> overrides;  ///< JSON Pointer, JSON value.
    std::string screenshot;
    std::int64_t at_step = 0;
    int width = 0;  ///< 0: not given.
    int height = 0;
    float ui_scale = 0.0f;  ///< 0: not given.
    std::string theme;      ///< Empty: not given.
    std::vector<std::string> open;
    std::vector<std::string> select;
    std::vector<std::string> draw;
    std::string script;
    std::string meta;  ///< What recordings say of the program: JSON.
};
using OpenSandbox = int (*)(const SandboxArguments&);

/// What the program has beyond the command line's reach.
struct HostServices {
    OpenSandbox open_sandbox = nullptr;  ///< Called where no sub-command is named; returns the exit code.
    OpenPictureRenderer open_pictures = nullptr;
    std::string program = {};  ///< argv[0]; filled in by cli_main.
};

/// Reads the command line and does what it says. Never throws. Exit codes: exit_code.h.
int cli_main(int argc, const char* const* argv, const HostServices& host);

}  // namespace toibox::app
