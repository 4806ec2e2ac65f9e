// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/slider.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <imgui.h>

namespace toibox::app {

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
    row("AABBs", draw.world.boxes, "2", "The fat (enlarged) boxes of the broad phase.");
    row("Pair search", draw.pair_search, "",
        "The data structure of the broad phase: boxes of its tree, cells, strips, or the projections of all "
        "boxes on the axes, with the last exchanges highlighted. The Broad phase tab (F8) explains it.");
    row("Contact points", draw.world.contacts, "3",
        "Filled: warm (its impulse was carried over). Hollow: cold.");
    row("Contact normals", draw.world.normals, "4", "From shape A to shape B.");
    row("Normal impulses", draw.world.normal_impulses, "5", "Length shows N·s of the last step.");
    row("Friction impulses", draw.world.friction_impulses, "", "Length shows N·s of the last step.");
    row("Feature ids", draw.world.feature_ids, "6",
        "Features that produced the point; used to match contacts between steps.");
    row("Joints", draw.world.joints, "", "Anchors, and lines to the centres of mass.");
    row("GJK simplices", draw.simplices, "", "Simplex, closest points and distance of the selected pair.");
    row("Centres of mass", draw.world.centers_of_mass, "", "With the body's axes.");
    row("Velocities", draw.world.velocities, "9", "Length shows m/s.");
    row("Grid", draw.grid, "0", "Lines every 1, 2 or 5 × 10ⁿ metres, with a scale bar.");
    row("Body names", draw.labels, "", "Ids from the scene file.");
    ImGui::Spacing();
    checkbox("Only the selection", draw.selection_only);
    name_widget("draw selection only");
    help_tip("Draw contacts, boxes and arrows of the selected body only.");
    ImGui::TextUnformatted("Arrow scale");
    ImGui::SetNextItemWidth(-1.0f);
    slider("##arrows", draw.arrow_scale, 0.05f, 20.0f, "%.2f×", true);
    name_widget("arrow scale");
}

}  // namespace toibox::app
