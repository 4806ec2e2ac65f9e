// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/picture_renderer.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// What the command line requests from the window. The texts are well-formed; only the window can check the
/// names of panels, bodies and overlays in them.
struct SandboxArguments {
    std::string program;  ///< argv[0]
    std::string scene;    ///< Path of a scene or a recording.
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
    std::string meta;  ///< JSON about this program, stored in recordings.
};
using OpenSandbox = int (*)(const SandboxArguments&);

/// Window and rendering, which the command line library does not link.
struct HostServices {
    OpenSandbox open_sandbox = nullptr;  ///< Called without a sub-command; returns the exit code.
    OpenPictureRenderer open_pictures = nullptr;
    std::string program = {};  ///< argv[0]; filled in by cli_main.
};

}  // namespace toibox::app
