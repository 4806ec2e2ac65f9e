// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/lesson.h"

#include "app/panels/ui_state.h"
#include "app/session/session.h"

namespace toibox::app {

/// The chart of a page, with values of the current run. The values of x are evenly spaced: they are named,
/// not measured along the axis.
void page_chart(const Session& session, const scene::PageChart& chart, const UiState& ui, float width);

}  // namespace toibox::app
