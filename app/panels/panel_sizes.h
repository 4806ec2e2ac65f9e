// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::app {

/// Sizes of the panels that the user set with the splitters, design points; 0: the size of the design.
struct PanelSizes {
    float left = 0.0f;    ///< Width.
    float lesson = 0.0f;  ///< Width of the left panel while it shows the lesson.
    float right = 0.0f;   ///< Width.
    float bottom = 0.0f;  ///< Height.
    float half = 0.0f;    ///< Width of the bottom panel on the right half of the window.
    bool operator==(const PanelSizes&) const = default;
};

}  // namespace toibox::app
