// SPDX-License-Identifier: MIT
#include "app/panels/draw_rows.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/slider.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr const char* impulse_help = "The length of an arrow shows the impulse of the last step, N·s.";

void overlay_row(const DrawRow& row) {
    checkbox(row.label, *row.value);
    name_widget("draw", row.label);
    help_tip(row.help);
    if (*row.key == '\0') return;
    ImGui::SameLine(ImGui::GetContentRegionAvail().x - ImGui::GetFontSize());
    ImGui::TextDisabled("%s", row.key);
}

/// How long the trails are, below their check box.
void trail_seconds(UiState& ui) {
    ImGui::SetNextItemWidth(-1.0f);
    slider(ui.number_entry, "##trail", ui.draw.trail_seconds, {0.1f, 10.0f, "%.1f s", true});
    name_widget("trail seconds");
}

}  // namespace

std::vector<DrawRow> draw_rows(DrawChoices& draw) {
    DrawOptions& world = draw.world;
    return {
        {"Shapes", &world.shapes, "1", "Fill and outline of every shape."},
        {"AABBs", &world.boxes, "2", "The enlarged boxes of the broad phase."},
        {"Broad phase", &draw.broad_phase, "",
         "The data structure of the broad phase: tree nodes, cells, strips, or the projections of all boxes "
         "on the axes, with the last exchanges highlighted. The Broad phase tab (F8) explains each broad "
         "phase."},
        {"Contact points", &world.contacts, "3",
         "A filled point started from the impulse of the previous step (warm), a hollow one from zero "
         "(cold)."},
        {"Contact normals", &world.normals, "4", "Normals point from shape A to shape B."},
        {"Normal impulses", &world.normal_impulses, "5", impulse_help},
        {"Friction impulses", &world.friction_impulses, "5", impulse_help},
        {"Impulse values", &world.impulse_values, "",
         "The normal impulse of the last step at each contact point, N·s."},
        {"Feature ids", &world.feature_ids, "6",
         "Ids of the features of both shapes that produced a contact point; used to match points between "
         "steps."},
        {"Joints", &world.joints, "", "Joint anchors, and lines from them to the centres of mass."},
        {"GJK simplices", &draw.simplices, "", "Simplex, closest points and distance of the selected pair."},
        {"Centres of mass", &world.centers_of_mass, "", "Centres of mass with the axes of the body."},
        {"Velocities", &world.velocities, "9",
         "Arrows show the velocity of the centre of mass; their length shows the speed, m/s."},
        {"Swept shapes", &draw.swept_shapes, "7",
         "The areas that bodies passed over in the last step, between the true poses at its start, at its "
         "impacts and at its end."},
        {"Ghosts", &draw.ghosts, "8",
         "Outlines at the true poses at the ends of the last eight steps; each step back is fainter."},
        {"Trails", &draw.trails, "",
         "The path of the centre of mass. Dots are the ends of steps; the lines between them only connect "
         "them."},
        {"Islands", &draw.islands, "",
         "Dynamic bodies that contacts or joints connect have the same colour. They fall asleep and wake "
         "together."},
        {"Sleep timers", &draw.sleep_timers, "",
         "An arc shows how long a body has been slow; when all arcs of an island are full "
         "and none of its bodies is on its way anywhere, it falls asleep."},
        {"Grid", &draw.grid, "0", "Grid lines every 1, 2 or 5 × 10ⁿ metres. The scale bar shows the unit."},
        {"Body names", &draw.body_names, "", "Body ids from the scene file."},
        {"Legend", &draw.legend, "", "What each drawn mark means, with units and the scale of arrows."},
        {"Only the selection", &draw.selection_only, "",
         "Draw contacts, boxes, arrows, swept shapes, ghosts and trails of the selected body only."},
    };
}

void draw_panel(UiState& ui) {
    DrawChoices& draw = ui.draw;
    for (const DrawRow& row : draw_rows(draw)) {
        if (row.value == &draw.legend) ImGui::Spacing();
        overlay_row(row);
        if (row.value == &draw.trails && draw.trails) trail_seconds(ui);
    }
    ImGui::TextUnformatted("Arrow scale");
    ImGui::SetNextItemWidth(-1.0f);
    slider(ui.number_entry, "##arrows", draw.arrow_scale, {0.05f, 20.0f, "%.2f×", true});
    name_widget("arrow scale");
}

}  // namespace toibox::app
