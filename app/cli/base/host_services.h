// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/picture_renderer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// Options of the window from the command line, which has checked their form. Only the window can check the
/// names of panels, bodies and overlays.
struct SandboxArguments {
    std::string program;  ///< argv[0]
    std::string scene;    ///< Path of a scene or a recording; empty: not given.
    std::string variant;  ///< Empty: the base scene.
    std::vector<std::pair<std::string, std::string>> overrides;  ///< JSON Pointer, JSON value.
    std::vector<std::string> compare;     ///< Variants to compare, first `variant`; empty: not given.
    std::string screenshot;               ///< Path of a PNG; empty: not given.
    std::optional<std::int64_t> at_step;  ///< Step to go to at the start; nullopt: not given.
    int width = 0;                        ///< Pixels; 0: not given.
    int height = 0;
    float ui_scale = 0.0f;            ///< 0: not given.
    std::string theme;                ///< Empty: not given.
    std::vector<std::string> open;    ///< Names of panels.
    std::vector<std::string> select;  ///< Ids of bodies.
    std::vector<std::string> draw;    ///< Names of overlays.
    std::string script;               ///< Path of a UI script; empty: not given.
    std::string meta;                 ///< JSON about this program, stored in recordings.
};
/// Opens the window and returns the exit code.
using OpenSandbox = int (*)(const SandboxArguments&);

/// The window and the renderer, as functions, and the names of panels and overlays, because the command line
/// library does not link them.
struct HostServices {
    OpenSandbox open_sandbox = nullptr;  ///< Called without a sub-command and by `replay`.
    OpenPictureRenderer open_pictures = nullptr;
    std::string panel_names = {};    ///< Names that --open accepts, separated by commas, for help texts.
    std::string overlay_names = {};  ///< The same for --draw.
    std::string program = {};        ///< argv[0]; filled in by cli_main.
};

}  // namespace toibox::app
