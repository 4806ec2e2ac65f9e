// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

// The table of all methods on the inspected pair.

/// Width at which all columns fit, points.
float full_table_width();
/// Width at which the table fits without its optional columns, points.
float small_table_width();
/// Height of the whole table, points.
float table_height(const Fonts& fonts);

/// Draws the table. A click on a row chooses the method of the plot. Leaves out the optional columns if
/// `size` is narrower than full_table_width.
void method_table(const UiState& ui, ToiInspector& toi, const Palette& palette, float width);

}  // namespace toibox::app
