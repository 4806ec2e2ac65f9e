// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/search/search_rows.h"
#include "app/panels/widgets/buttons.h"

#include <optional>

namespace toibox::app {

/// What the user did with a row.
enum class RowPress : std::uint8_t { None, Run, RunBeside };

struct RowState {
    bool is_chosen = false;
    RowPress key = RowPress::None;  ///< Enter or Ctrl+Enter, if the row is chosen.
};

/// Draws a row and, at its right, its value, its shortcut or the control of its setting, which changes the
/// setting. Found words are underlined. Returns how the row is to be run; a setting never is.
RowPress draw_search_row(const SearchRow& row, const SearchQuery& query, RowState state, Session& session,
                         UiState& ui);
/// Draws the name of a group and the number of its rows: "3 of 58".
void draw_group_head(const Fonts& fonts, const SearchGroup& group);
/// Draws the keys of the popup and the prefixes.
void draw_search_keys(const Fonts& fonts);

}  // namespace toibox::app
