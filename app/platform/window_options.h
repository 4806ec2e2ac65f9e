// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// Options of the window from the command line. Empty values are taken from the saved settings, or are
/// defaults.
struct WindowOptions {
    std::string program{};  ///< argv[0], to find installed scenes.
    std::string scene{};    ///< Path of a scene or recording; empty opens the last scene, or the default one.
    std::string variant{};  ///< Empty: the base scene.
    std::vector<std::pair<std::string, std::string>> overrides{};  ///< JSON Pointer, JSON value.

    std::string screenshot{};  ///< PNG to write before the program exits. Drawn without a display.
    std::int64_t at_step = 0;  ///< Steps to take before the screenshot, or before pausing.
    int width = 0;             ///< Of the window, points; 0: the saved width, or 1440.
    int height = 0;            ///< Points; 0: the saved height, or 900.
    float ui_scale = 0.0f;     ///< 0: the saved scale, or that of the display.
    std::optional<ThemeKind> theme = std::nullopt;
    std::vector<std::string> open{};    ///< Names of panels to show.
    std::vector<std::string> select{};  ///< Ids of bodies to select.
    std::vector<std::string> draw{};    ///< Names of overlays to show.

    std::string script{};  ///< UI script to play (ui_script.h); exit code 1 if an expectation fails.

    std::string meta = "{}";  ///< Description of this program stored in recordings: JSON.

    bool (*interrupted)() = nullptr;  ///< Returns whether Ctrl-C was pressed; null: not checked.

    /// Whether the program runs without a user, and so needs no display.
    [[nodiscard]] bool unattended() const { return !screenshot.empty() || !script.empty(); }
};

}  // namespace toibox::app
