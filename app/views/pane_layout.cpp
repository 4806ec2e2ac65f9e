// SPDX-License-Identifier: MIT
#include "app/views/pane_layout.h"

#include "toibox/geometry/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox::app {

namespace {

constexpr float divider = 1.0f;        ///< Gap between two panes, points.
constexpr float rows_aspect = 2.0f;    ///< Width / height from which panes are rows.
constexpr std::size_t grid_panes = 4;  ///< Number of panes of a 2 × 2 arrangement.

}  // namespace

PaneArrangement arrangement_for(const scene::Scene& scene, std::size_t panes) {
    if (panes == grid_panes) return PaneArrangement::Grid;
    std::optional<Aabb> region;
    for (const scene::BodyEntry& body : scene.bodies) {
        if (body.def.type == BodyType::Static) continue;
        const Vec2 motion = static_cast<float>(scene.step) * body.def.linear_velocity;
        for (const scene::ShapeEntry& shape : body.shapes) {
            const Aabb box = compute_aabb(shape.shape, {body.def.position, make_rot(body.def.angle)});
            const Aabb swept = merged(box, {box.lower + motion, box.upper + motion});
            region = region ? merged(*region, swept) : swept;
        }
    }
    if (!region) return PaneArrangement::Columns;
    const Vec2 size = region->upper - region->lower;
    return size.x > rows_aspect * size.y ? PaneArrangement::Rows : PaneArrangement::Columns;
}

PaneArrangement arrangement_to_show(Vec2 size, const Viewport& area, std::size_t panes, float header_height) {
    constexpr std::array all{PaneArrangement::Rows, PaneArrangement::Columns, PaneArrangement::Grid};
    return *std::ranges::max_element(all, {}, [&](PaneArrangement arrangement) {
        const std::vector<PaneArea> areas = pane_areas(area, arrangement, panes, header_height);
        return pane_zoom_to_show(size, areas.front(), area);
    });
}

std::vector<PaneArea> pane_areas(const Viewport& area, PaneArrangement arrangement, std::size_t panes,
                                 float header_height) {
    const std::size_t columns = arrangement == PaneArrangement::Rows      ? 1
                                : arrangement == PaneArrangement::Columns ? panes
                                                                          : std::min<std::size_t>(panes, 2);
    const std::size_t rows = (panes + columns - 1) / columns;
    const float width = (area.width + divider) / static_cast<float>(columns);
    const float height = (area.height + divider) / static_cast<float>(rows);
    std::vector<PaneArea> areas;
    for (std::size_t i = 0; i < panes; ++i) {
        const float x = std::round(area.x + width * static_cast<float>(i % columns));
        const float y = std::round(area.y + height * static_cast<float>(i / columns));
        const float right = std::round(area.x + width * static_cast<float>(i % columns + 1)) - divider;
        const float bottom = std::round(area.y + height * static_cast<float>(i / columns + 1)) - divider;
        areas.push_back({{x, y, right - x, header_height},
                         {x, y + header_height, right - x, std::max(bottom - y - header_height, 1.0f)}});
    }
    return areas;
}

double pane_zoom(PaneArrangement arrangement, const PaneArea& area, const Viewport& whole) {
    const auto width = static_cast<double>(area.world.width / whole.width);
    const auto height = static_cast<double>(area.world.height / whole.height);
    if (arrangement == PaneArrangement::Rows) return width;
    return arrangement == PaneArrangement::Columns ? height : std::min(width, height);
}

double pane_zoom_to_show(Vec2 size, const PaneArea& area, const Viewport& whole) {
    const auto scale = [size](const Viewport& part) {
        return static_cast<double>(std::min(part.width / size.x, part.height / size.y));
    };
    return scale(area.world) / scale(whole);
}

View pane_view(const View& whole, const PaneArea& area, double zoom) {
    View view = whole;
    view.viewport = area.world;
    view.camera.scale *= zoom;
    return view;
}

}  // namespace toibox::app
