// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/session/session.h"

#include <optional>
#include <string>
#include <string_view>

namespace toibox::app {

// What the Sweep tab does, without widgets.

/// Chooses sweep and curve again if the session shows another scene or variant: the sweep of the curve's
/// point with this variant, if there is one. Forgets runs of a curve that belong to other values or settings,
/// and starts the point that a picture in the world shows.
void update_sweep_tab(const Session& session, UiState& ui);
void choose_sweep(const Session& session, UiState& ui, const std::string& name);

/// The chosen curve of the scene; null: it has none.
const scene::CurveEntry* chosen_curve(const Session& session, const UiState& ui);
/// The point of the chosen curve that the session's variant and the chosen sweep are.
std::optional<std::size_t> current_point(const Session& session, const UiState& ui);

/// Runs the chosen sweep: goes to step 0 and shows the runs in the world.
void run_sweep(Session& session, UiState& ui);
/// Runs all points of the chosen curve; shows the runs of the current point.
void run_curve(Session& session, UiState& ui);
/// Opens variant and sweep of a point, and shows its runs.
void open_point(Session& session, UiState& ui, std::size_t point);

/// A shown value by its key in UI scripts: "name", "runs", "point", "finished" (points), "2.fraction" (of
/// point 2); empty for an unknown key.
std::string sweep_value(const Session& session, const UiState& ui, std::string_view key);

}  // namespace toibox::app
