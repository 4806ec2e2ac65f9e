// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/library/browser_entries.h"
#include "app/panels/ui_state.h"
#include "app/session/session.h"

#include <span>

struct ImDrawList;

namespace toibox::app {

// The parts of the scene browser: see scene_browser() in panels.h.

/// Between the edges of a part and its contents, design points.
inline constexpr float browser_padding = 16.0f;

/// What the user does with the chosen entry.
enum class BrowserAction : std::uint8_t { None, StartLesson, OpenScene, Compare };

/// Courses and collections.
void browser_shelves(UiState& ui, std::span<const Shelf> shelves);
/// Search field and tags.
void browser_search(UiState& ui);
/// The cards of all groups, which scroll.
BrowserAction browser_cards(UiState& ui, std::span<const BrowserGroup> groups);
/// The chosen entry and its buttons. `entry` may be null.
BrowserAction browser_details(UiState& ui, const BrowserEntry* entry);

/// Icon and counts of the claims of a scene, such as "✓ 10 / 10". Returns the right edge.
float draw_claims(ImDrawList& list, const UiState& ui, const SceneListing& scene, ImVec2 at, bool is_long);
/// The picture of a scene; a plain rectangle until it is drawn. `is_detail`: the larger of the two.
void draw_scene_picture(ImDrawList& list, const UiState& ui, const std::string& path, bool is_detail,
                        ImVec2 low);
/// Size of the pictures, points.
PictureSizes picture_sizes_of(float scale);

}  // namespace toibox::app
