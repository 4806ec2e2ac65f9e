// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/slider.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr const char* impulse_help = "The length of an arrow shows the impulse of the last step, N·s.";

/// A check box of an overlay with its key, which may be empty.
void overlay_row(const char* label, bool& value, const char* key, const char* help) {
    checkbox(label, value);
    name_widget("draw", label);
    help_tip(help);
    if (*key == '\0') return;
    ImGui::SameLine(ImGui::GetContentRegionAvail().x - ImGui::GetFontSize());
    ImGui::TextDisabled("%s", key);
}

void contact_rows(DrawChoices& draw) {
    overlay_row("Contact points", draw.world.contacts, "3",
                "A filled point started from the impulse of the previous step (warm), a hollow one from zero "
                "(cold).");
    overlay_row("Contact normals", draw.world.normals, "4", "Normals point from shape A to shape B.");
    overlay_row("Normal impulses", draw.world.normal_impulses, "5", impulse_help);
    overlay_row("Friction impulses", draw.world.friction_impulses, "5", impulse_help);
    overlay_row("Impulse values", draw.world.impulse_values, "",
                "The normal impulse of the last step at each contact point, N·s.");
    overlay_row(
        "Feature ids", draw.world.feature_ids, "6",
        "Ids of the features of both shapes that produced a contact point; used to match points between "
        "steps.");
}

void motion_rows(UiState& ui) {
    DrawChoices& draw = ui.draw;
    overlay_row(
        "Swept shapes", draw.swept_shapes, "7",
        "The areas that bodies passed over in the last step, between the true poses at its start, at its "
        "impacts and at its end.");
    overlay_row("Ghosts", draw.ghosts, "8",
                "Outlines at the true poses at the ends of the last eight steps; each step back is fainter.");
    overlay_row(
        "Trails", draw.trails, "",
        "The path of the centre of mass. Dots are the ends of steps; the lines between them only connect "
        "them.");
    if (draw.trails) {
        ImGui::SetNextItemWidth(-1.0f);
        slider(ui.number_entry, "##trail", draw.trail_seconds, {0.1f, 10.0f, "%.1f s", true});
        name_widget("trail seconds");
    }
    overlay_row(
        "Islands", draw.islands, "",
        "Dynamic bodies that contacts or joints connect have the same colour. They fall asleep and wake "
        "together.");
    overlay_row(
        "Sleep timers", draw.sleep_timers, "",
        "An arc shows how long a body has been slow; when all arcs of an island are full, it falls asleep.");
}

}  // namespace

void draw_panel(UiState& ui) {
    DrawChoices& draw = ui.draw;
    overlay_row("Shapes", draw.world.shapes, "1", "Fill and outline of every shape.");
    overlay_row("AABBs", draw.world.boxes, "2", "The enlarged boxes of the broad phase.");
    overlay_row(
        "Broad phase", draw.broad_phase, "",
        "The data structure of the broad phase: tree nodes, cells, strips, or the projections of all boxes "
        "on the axes, with the last exchanges highlighted. The Broad phase tab (F8) explains each broad "
        "phase.");
    contact_rows(draw);
    overlay_row("Joints", draw.world.joints, "",
                "Joint anchors, and lines from them to the centres of mass.");
    overlay_row("GJK simplices", draw.simplices, "",
                "Simplex, closest points and distance of the selected pair.");
    overlay_row("Centres of mass", draw.world.centers_of_mass, "",
                "Centres of mass with the axes of the body.");
    overlay_row("Velocities", draw.world.velocities, "9",
                "Arrows show the velocity of the centre of mass; their length shows the speed, m/s.");
    motion_rows(ui);
    overlay_row("Grid", draw.grid, "0",
                "Grid lines every 1, 2 or 5 × 10ⁿ metres. The scale bar shows the unit.");
    overlay_row("Body names", draw.body_names, "", "Body ids from the scene file.");
    ImGui::Spacing();
    overlay_row("Legend", draw.legend, "", "What each drawn mark means, with units and the scale of arrows.");
    checkbox("Only the selection", draw.selection_only);
    name_widget("draw selection only");
    help_tip("Draw contacts, boxes, arrows, swept shapes, ghosts and trails of the selected body only.");
    ImGui::TextUnformatted("Arrow scale");
    ImGui::SetNextItemWidth(-1.0f);
    slider(ui.number_entry, "##arrows", draw.arrow_scale, {0.05f, 20.0f, "%.2f×", true});
    name_widget("arrow scale");
}

}  // namespace toibox::app
