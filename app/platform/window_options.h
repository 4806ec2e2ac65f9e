// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// Options of the window from the command line.
struct WindowOptions {
    std::string program{};  ///< argv[0], to find installed scenes.
    std::string scene{};  ///< Path of a scene or recording; empty: the last scene, or else the default scene.
    std::string variant{};                                         ///< Empty: the base scene.
    std::vector<std::pair<std::string, std::string>> overrides{};  ///< JSON Pointer, JSON value.
    std::vector<std::string> compare{};  ///< Variants to compare, first `variant`; empty: no comparison.

    std::string
        screenshot{};  ///< Path of a PNG to write, without a display, before the program exits; empty: none.
    /// Step at which to take the screenshot or, without one, to pause; nullopt: the first step, and play.
    std::optional<std::int64_t> at_step = std::nullopt;
    int width = 0;          ///< Width of the window, points; 0: the saved width, or 1440.
    int height = 0;         ///< Height of the window, points; 0: the saved height, or 900.
    float ui_scale = 0.0f;  ///< Points per design point; 0: the saved scale, or 1.
    std::optional<ThemeKind> theme = std::nullopt;  ///< nullopt: the saved theme, or Dark.
    std::vector<std::string> open{};                ///< Names of panels to show.
    std::vector<std::string> select{};              ///< Ids of bodies to select.
    std::vector<std::string> draw{};                ///< Names of overlays to show.

    std::string script{};  ///< Path of a UI script to play (ui_script.h); empty: none.

    std::string meta = "{}";  ///< Description of this program to store in recordings, as JSON.

    bool (*interrupted)() = nullptr;  ///< Returns whether Ctrl-C was pressed; null: never.

    /// Whether the program runs without a user, and so needs no display.
    [[nodiscard]] bool unattended() const { return !screenshot.empty() || !script.empty(); }
};

}  // namespace toibox::app
