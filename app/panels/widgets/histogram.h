// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/call_statistics.h"

#include "app/platform/imgui_compat.h"

#include <string>

namespace toibox::app {

/// What a histogram shows.
struct HistogramSpec {
    const char* name = "";      ///< ImGui id and name for UI scripts.
    const char* quantity = "";  ///< For the tooltip: "iterations".
    const char* unit = "";      ///< Of a scaled value, with a space before it.
    double scale = 1.0;         ///< Scaled value per value of the distribution.
};

/// A small bar chart of a distribution with bars of equal width. Empty bins at both ends are left out. The
/// tooltip names the values of the bar under the mouse, its calls and their share.
void histogram(const Distribution& values, const HistogramSpec& spec, ImVec2 size);

/// The values of a bin: "4", "16 – 19"; if the scale is not 1, its ends: "1.02 – 1.28".
std::string bin_text(std::uint32_t bin, double scale);

}  // namespace toibox::app
