// SPDX-License-Identifier: MIT
#include "app/views/pane_layout.h"

#include "toibox/scene/document.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

scene::Scene open_scene_of(const std::string& name) {
    return *scene::Document::load(TOIBOX_SCENES "/" + name + ".toi.json")->resolve();
}

TEST(PaneLayout, WideMotionGivesRowsAndOtherMotionColumns) {
    const scene::Scene bullet = open_scene_of("continuous/03-bullet");  // 3.4 m wide, 0.1 m high
    EXPECT_EQ(arrangement_for(bullet, 2), PaneArrangement::Rows);
    EXPECT_EQ(arrangement_for(bullet, 3), PaneArrangement::Rows);
    EXPECT_EQ(arrangement_for(bullet, 4), PaneArrangement::Grid);
    scene::Scene tower = bullet;
    tower.bodies[1].def.linear_velocity = {0.0f, -200.0f};
    EXPECT_EQ(arrangement_for(tower, 2), PaneArrangement::Columns);
}

TEST(PaneLayout, PanesFillTheAreaWithoutOverlap) {
    constexpr Viewport area{10.0f, 20.0f, 801.0f, 601.0f};
    constexpr float header = 30.0f;
    for (const PaneArrangement arrangement :
         {PaneArrangement::Rows, PaneArrangement::Columns, PaneArrangement::Grid}) {
        for (std::size_t count = 2; count <= 4; ++count) {
            const std::vector<PaneArea> areas = pane_areas(area, arrangement, count, header);
            ASSERT_EQ(areas.size(), count);
            for (const PaneArea& pane : areas) {
                EXPECT_EQ(pane.world.y, pane.header.y + header);
                EXPECT_GE(pane.header.x, area.x);
                EXPECT_LE(pane.world.x + pane.world.width, area.x + area.width);
                EXPECT_LE(pane.world.y + pane.world.height, area.y + area.height);
                EXPECT_NEAR(pane.world.width, areas.front().world.width, 1.0f);
            }
            EXPECT_EQ(areas.back().world.y + areas.back().world.height, area.y + area.height);
        }
    }
    const std::vector<PaneArea> grid = pane_areas(area, PaneArrangement::Grid, 4, header);
    EXPECT_EQ(grid[1].header.x, grid[0].world.x + grid[0].world.width + 1.0f);
    EXPECT_EQ(grid[2].header.y, grid[0].world.y + grid[0].world.height + 1.0f);
}

// A box of 10 m x 2 m in 800 x 600 points: rows of two panes show it 80 times as large, as the whole area
// does; columns 40 times.
TEST(PaneLayout, ABoxToShowChoosesArrangementAndScale) {
    constexpr Viewport area{0.0f, 0.0f, 800.0f, 600.0f};
    const auto zoom_of = [&](Vec2 size, PaneArrangement arrangement) {
        return pane_zoom_to_show(size, pane_areas(area, arrangement, 2, 30.0f).front(), area);
    };
    EXPECT_EQ(arrangement_to_show({10.0f, 2.0f}, area, 2, 30.0f), PaneArrangement::Rows);
    EXPECT_NEAR(zoom_of({10.0f, 2.0f}, PaneArrangement::Rows), 1.0, 1e-2);
    EXPECT_NEAR(zoom_of({10.0f, 2.0f}, PaneArrangement::Columns), 0.5, 1e-2);
    // A square: 600 points of the whole height, 399.5 of the width of a column, 269.5 of the height of a row.
    EXPECT_EQ(arrangement_to_show({9.5f, 9.5f}, area, 2, 30.0f), PaneArrangement::Columns);
    EXPECT_NEAR(zoom_of({9.5f, 9.5f}, PaneArrangement::Columns), 399.5 / 600.0, 1e-2);
    EXPECT_NEAR(zoom_of({9.5f, 9.5f}, PaneArrangement::Rows), 269.5 / 600.0, 1e-2);
    EXPECT_EQ(arrangement_to_show({9.5f, 9.5f}, area, 4, 30.0f), PaneArrangement::Grid);
}

// The centre of the view is the centre of every pane, and a 2 x 2 pane shows at least as much as the whole.
TEST(PaneLayout, PanesShareTheCamera) {
    const View whole{.camera = {.center = {3.0, -2.0}, .scale = 40.0},
                     .viewport = {0.0f, 0.0f, 801.0f, 601.0f}};
    const std::vector<PaneArea> grid = pane_areas(whole.viewport, PaneArrangement::Grid, 4, 30.0f);
    const double zoom = pane_zoom(PaneArrangement::Grid, grid[3], whole.viewport);
    const View pane = pane_view(whole, grid[3], zoom);
    EXPECT_EQ(pane.camera.center, whole.camera.center);
    EXPECT_LE(pane.visible().lower.x, whole.visible().lower.x);
    EXPECT_LE(pane.visible().lower.y, whole.visible().lower.y);
    const std::vector<PaneArea> rows = pane_areas(whole.viewport, PaneArrangement::Rows, 2, 30.0f);
    EXPECT_EQ(pane_zoom(PaneArrangement::Rows, rows[0], whole.viewport), 1.0);
}

}  // namespace
}  // namespace toibox::app
