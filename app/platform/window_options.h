// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// How the window is to open: what the command line says. Anything left empty comes from the settings kept
/// between runs, or from the defaults.
struct WindowOptions {
    std::string program{};  ///< argv[0]: installed scenes stand beside it.
    std::string scene{};    ///< Path, also of a recording; empty opens the last scene, or the default one.
    std::string variant{};  ///< Empty: the base scene.
    std::vector<std::pair<std::string, std::string>> overrides{};  ///< JSON Pointer, JSON value.

    std::string screenshot{};  ///< PNG to write; then the program ends. Drawn without a display.
    std::int64_t at_step = 0;  ///< Steps to take before the screenshot, or before pausing.
    int width = 0;             ///< Of the window, in points; 0: as kept, or 1440.
    int height = 0;            ///< In points; 0: as kept, or 900.
    float ui_scale = 0.0f;     ///< 0: as kept, or as the display says.
    std::optional<ThemeKind> theme = std::nullopt;
    std::vector<std::string> open{};    ///< Panels to show, by name.
    std::vector<std::string> select{};  ///< Bodies to select, by their id in the scene.
    std::vector<std::string> draw{};    ///< Draws to switch on, by name.

    std::string script{};  ///< GUI script to play (ui_script.h); exit code 1 if an expectation fails.

    std::string meta = "{}";  ///< What recordings say of the program: JSON.

    bool (*interrupted)() = nullptr;  ///< Whether Ctrl-C was pressed; null: nobody looks.

    /// Whether the program runs without anyone watching, so that no display is needed.
    [[nodiscard]] bool unattended() const { return !screenshot.empty() || !script.empty(); }
};

}  // namespace toibox::app
