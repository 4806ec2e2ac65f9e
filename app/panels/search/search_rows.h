// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/search/found_settings.h"
#include "app/panels/search/search_query.h"
#include "app/render/icons.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// A row of the search popup.
struct SearchRow {
    Icon icon = Icon::Book;
    std::string name = {};
    std::string source = {};  ///< What `detail` is from, such as "lesson: "; may be empty.
    std::string detail = {};  ///< Grey, behind the name: why the row was found, or what it is.
    std::string value = {};   ///< At the right; may be empty.
    std::string key = {};     ///< Its shortcut; may be empty.
    SearchFit fit = SearchFit::InFields;
    std::function<void(Session&, UiState&)> run = {};         ///< Enter; empty for a setting.
    std::function<void(Session&, UiState&)> run_beside = {};  ///< Ctrl+Enter; empty: the same.
    std::optional<FoundSetting> setting = {};                 ///< Changed in place.
};

struct SearchGroup {
    const char* name;
    std::size_t total = 0;  ///< Found, including those that are not shown.
    std::vector<SearchRow> rows;
};

/// The groups in the order of the popup, without empty ones.
struct SearchResults {
    std::vector<SearchGroup> groups;

    [[nodiscard]] std::size_t size() const;  ///< Of rows.
    /// Requires: index < size().
    [[nodiscard]] const SearchRow& row(std::size_t index) const;
    /// The row that Enter runs if the user chooses no other: the first one whose name is or starts with the
    /// typed text, else the first one.
    [[nodiscard]] std::size_t best() const;
};

/// Scenes, commands, settings and quantities for a typed text. Each group shows its best rows: three, and
/// more if few groups have any.
SearchResults search_everything(std::string_view typed, Session& session, UiState& ui);

}  // namespace toibox::app
