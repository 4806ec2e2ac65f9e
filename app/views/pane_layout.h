// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/scene.h"

#include "app/platform/scripting/widget_rects.h"
#include "app/render/camera.h"

#include <cstddef>
#include <vector>

namespace toibox::app {

/// How the panes of a comparison stand.
enum class PaneArrangement { Rows, Columns, Grid };

/// Where a pane is in the window, points.
struct PaneArea {
    UiRect header;
    Viewport world;
};

/// Rows if the region through which bodies move is wider than 2:1, else columns; 2 × 2 for four panes. The
/// region: bounds of the moving bodies at the start of the scene and one step later.
PaneArrangement arrangement_for(const scene::Scene& scene, std::size_t panes);

/// The arrangement in which each pane shows a box of `size` metres at the largest scale.
PaneArrangement arrangement_to_show(Vec2 size, const Viewport& area, std::size_t panes, float header_height);

/// Divides an area among panes.
std::vector<PaneArea> pane_areas(const Viewport& area, PaneArrangement arrangement, std::size_t panes,
                                 float header_height);

/// Scale of the camera in a pane, relative to the camera of a view of the whole area. Rows keep its width and
/// columns its height, so that bodies do not become smaller; 2 × 2 panes show all of it.
double pane_zoom(PaneArrangement arrangement, const PaneArea& area, const Viewport& whole);
/// The same for a pane that shows all of a box of `size` metres, which the whole area would show, too.
double pane_zoom_to_show(Vec2 size, const PaneArea& area, const Viewport& whole);

/// The view of a pane: the same centre as the view of the whole area.
View pane_view(const View& whole, const PaneArea& area, double zoom);

}  // namespace toibox::app
