// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace toibox::app {

/// Text in one font.
struct FontRun {
    std::string_view text;
    ImFont* font = nullptr;
};

/// What a line shows of one run.
struct LinePiece {
    std::size_t run = 0;  ///< Index of the run.
    std::string_view text;
    float x = 0.0f;  ///< From the left edge of the line, points.
    float width = 0.0f;
};
using TextLine = std::vector<LinePiece>;

/// Breaks a sequence of runs into lines, at '\n' and between words, so that each line is at most `width`
/// points wide. A longer word has a line of its own. A word may consist of several runs. ImGui's own wrapping
/// also breaks after punctuation, within "0.05".
std::vector<TextLine> wrap_runs(std::span<const FontRun> runs, float width);

/// The text with line breaks where wrap_runs() breaks it in the current font.
std::string with_line_breaks(std::string_view text, float width);

}  // namespace toibox::app
