// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/slider.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr const char* impulse_help = "The length of an arrow shows the impulse of the last step, N·s.";

}  // namespace

void draw_panel(UiState& ui) {
    DrawChoices& draw = ui.draw;
    const auto row = [](const char* label, bool& value, const char* key, const char* help) {
        checkbox(label, value);
        name_widget((std::string("draw ") + label).c_str());
        help_tip(help);
        if (*key == '\0') return;
        ImGui::SameLine(ImGui::GetContentRegionAvail().x - ImGui::GetFontSize());
        ImGui::TextDisabled("%s", key);
    };
    row("Shapes", draw.world.shapes, "1", "Fill and outline of every shape.");
    row("AABBs", draw.world.boxes, "2", "The enlarged boxes of the broad phase.");
    row("Broad phase", draw.broad_phase, "",
        "The data structure of the broad phase: tree nodes, cells, strips, or the projections of all boxes "
        "on the axes, with the last exchanges highlighted. The Broad phase tab (F8) explains each broad "
        "phase.");
    row("Contact points", draw.world.contacts, "3",
        "A filled point started from the impulse of the previous step (warm), a hollow one from zero "
        "(cold).");
    row("Contact normals", draw.world.normals, "4", "Normals point from shape A to shape B.");
    row("Normal impulses", draw.world.normal_impulses, "5", impulse_help);
    row("Friction impulses", draw.world.friction_impulses, "5", impulse_help);
    row("Feature ids", draw.world.feature_ids, "6",
        "Ids of the features of both shapes that produced a contact point; used to match points between "
        "steps.");
    row("Joints", draw.world.joints, "", "Joint anchors, and lines from them to the centres of mass.");
    row("GJK simplices", draw.simplices, "", "Simplex, closest points and distance of the selected pair.");
    row("Centres of mass", draw.world.centers_of_mass, "", "Centres of mass with the axes of the body.");
    row("Velocities", draw.world.velocities, "9",
        "Arrows show the velocity of the centre of mass; their length shows the speed, m/s.");
    row("Swept shapes", draw.swept_shapes, "7",
        "The areas that bodies passed over in the last step, between the true poses at its start, at its "
        "impacts and at its end.");
    row("Grid", draw.grid, "0", "Grid lines every 1, 2 or 5 × 10ⁿ metres. The scale bar shows the unit.");
    row("Body names", draw.body_names, "", "Body ids from the scene file.");
    ImGui::Spacing();
    checkbox("Only the selection", draw.selection_only);
    name_widget("draw selection only");
    help_tip("Draw contacts, boxes and arrows of the selected body only.");
    ImGui::TextUnformatted("Arrow scale");
    ImGui::SetNextItemWidth(-1.0f);
    slider(ui.number_entry, "##arrows", draw.arrow_scale, {0.05f, 20.0f, "%.2f×", true});
    name_widget("arrow scale");
}

}  // namespace toibox::app
