// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"

#include <cstddef>
#include <optional>

namespace toibox::app {

/// How the choices of a page are drawn.
struct ChoiceLook {
    ImFont* font = nullptr;
    ImFont* small = nullptr;   ///< "your answer", percentages.
    float width = 0.0f;        ///< Points.
    float min_height = 40.0f;  ///< Of a row, points.
    float gap = 8.0f;          ///< Between rows, points.
};

/// The choices of the open page, one row each, with its key. Before the run, returns the row that was
/// clicked. After the reveal, the right choice and the reader's are marked. Widgets are named "choice N".
std::optional<std::size_t> choice_rows(const scene::Page& page, UiState& ui, const ChoiceLook& look);
/// Height of all rows, points.
float choice_rows_height(const scene::Page& page, const UiState& ui, const ChoiceLook& look);

}  // namespace toibox::app
