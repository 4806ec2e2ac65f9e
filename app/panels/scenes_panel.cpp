// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/slider.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float ordinal_width = 2.2f;  ///< Width of the number of a scene and the gap after it, em.

/// Number of the pane that shows a variant, from 1; 0: none does.
std::size_t pane_number(const Session& session, const UiState& ui, const std::string& variant) {
    if (!ui.compare.is_active()) return session.variant() == variant ? 1 : 0;
    const auto found = std::ranges::find(ui.compare.panes, variant, &PaneSetup::variant);
    return found == ui.compare.panes.end() ? 0
                                           : static_cast<std::size_t>(found - ui.compare.panes.begin()) + 1;
}

/// A row of the list of variants: a check box, the label, and during a comparison the number of the pane.
class VariantRow {
public:
    VariantRow(const std::string& label, std::size_t pane, bool is_comparing)
        : label_(label), pane_(pane), is_comparing_(is_comparing) {}

    /// True if the check box changed.
    bool box() {
        bool ticked = pane_ > 0;
        const bool pressed = checkbox("##tick", ticked);
        return pressed;
    }
    /// True if the label was clicked.
    bool label() const {
        ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
        ImGui::AlignTextToFramePadding();
        const bool pressed = ImGui::Selectable(label_.c_str(), pane_ > 0);
        if (!is_comparing_ || pane_ == 0) return pressed;
        const std::string number = std::to_string(pane_);
        const ImVec2 high = ImGui::GetItemRectMax();
        const float x = high.x - ImGui::CalcTextSize(number.c_str()).x - ImGui::GetStyle().ItemSpacing.x;
        const float y =
            ImGui::GetItemRectMin().y + 0.5f * (ImGui::GetItemRectSize().y - ImGui::GetFontSize());
        ImGui::GetWindowDrawList()->AddText({x, y}, ImGui::GetColorU32(ImGuiCol_CheckMark), number.c_str());
        return pressed;
    }

private:
    std::string label_;
    std::size_t pane_;
    bool is_comparing_;
};

/// A click on a label chooses that variant alone; ticks compare two to four.
void variants(Session& session, UiState& ui) {
    const std::vector<scene::VariantEntry> variants = session.run().scene().variants;
    if (variants.empty()) return;
    ImGui::TextDisabled("Variants");
    constexpr const char* hint = "tick 2 to 4 to compare";
    const float hint_width = ImGui::CalcTextSize(hint).x;
    if (ImGui::CalcTextSize("Variants").x + hint_width + spacing::wide < ImGui::GetContentRegionAvail().x) {
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - hint_width);
        ImGui::TextDisabled("%s", hint);
    }
    const bool is_comparing = ui.compare.is_active();
    const auto row = [&](const std::string& name, const std::string& label, const std::string& help) {
        ImGui::PushID(name.c_str());
        VariantRow entry(label, pane_number(session, ui, name), is_comparing);
        if (entry.box()) toggle_pane(session, ui, name);
        name_widget("tick " + (name.empty() ? "base" : name));
        if (entry.label()) {
            if (is_comparing) {
                toggle_pane(session, ui, name);
            } else {
                ui.compare.wanted = {{name}};
            }
        }
        name_widget("variant " + (name.empty() ? "base" : name));
        if (!help.empty()) help_tip(help.c_str());
        ImGui::PopID();
    };
    row("", "Base scene", "The scene without a variant");
    for (const scene::VariantEntry& entry : variants)
        row(entry.name, entry.label.empty() ? entry.name : entry.label, entry.differs);
}

/// Escapes percent signs for a printf format.
std::string escape_percent(const std::string& text) {
    std::string escaped;
    for (const char letter : text)
        escaped += letter == '%' ? std::string("%%") : std::string(1, letter);
    return escaped;
}

void parameters(Session& session, UiState& ui) {
    const std::vector<scene::Parameter> parameters = session.run().scene().parameters;
    if (parameters.empty()) return;
    ImGui::Spacing();
    ImGui::TextDisabled("Parameters");
    for (const scene::Parameter& parameter : parameters) {
        auto value = static_cast<float>(parameter.value);
        const std::string format = "%.4g " + escape_percent(parameter.unit);
        const std::string label = parameter.label.empty() ? parameter.name : parameter.label;
        ImGui::TextUnformatted(label.c_str());
        ImGui::SetNextItemWidth(-1.0f);
        if (slider(ui.number_entry, ("##" + parameter.name).c_str(), value,
                   {static_cast<float>(parameter.min), static_cast<float>(parameter.max), format.c_str()})) {
            const bool playing = session.is_playing();
            if (const auto result = session.set_parameter(parameter.name, static_cast<double>(value));
                !result) {
                ui.problems = result.error();
            }
            session.set_playing(playing);
        }
        name_widget("parameter " + parameter.name);
    }
}

/// A row with number and title of a scene. A long title takes several lines. True if the row was clicked.
bool scene_row(const SceneListing& scene, bool is_open) {
    const std::string title = (scene.has_errors ? "! " : "") + scene.title;
    const float left = ImGui::GetStyle().ItemInnerSpacing.x;
    const float title_left = left + ordinal_width * ImGui::GetFontSize();
    const float wrap = ImGui::GetContentRegionAvail().x - title_left;
    const float height = ImGui::CalcTextSize(title.c_str(), nullptr, false, wrap).y;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const bool is_clicked = ImGui::Selectable(("##" + scene.path).c_str(), is_open, 0, {0.0f, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({low.x + left, low.y}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                 lesson_number(scene).c_str());
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {low.x + title_left, low.y},
                 ImGui::GetColorU32(ImGuiCol_Text), title.c_str(), nullptr, wrap);
    return is_clicked;
}

void scene_list(Session& session, UiState& ui) {
    std::string chapter;
    const std::string open_path = session.is_open() ? session.document().path() : "";
    const float inset = ImGui::GetStyle().ItemInnerSpacing.x;
    const std::vector<SceneListing> found = matching_scenes(ui.scenes, ui.search);
    for (const SceneListing& scene : found) {
        const std::string& head = scene.course.empty() ? scene.chapter : scene.course;
        if (head != chapter) {
            chapter = head;
            ImGui::Spacing();
            section_head(ui.fonts, chapter.c_str());
        }
        ImGui::Indent(inset);
        const bool pressed = scene_row(scene, scene.path == open_path);
        ImGui::Unindent(inset);
        name_widget("scene " + scene.name);
        help_tip(scene.has_errors ? "This file has errors: open it to see them." : scene.goal.c_str());
        if (pressed) open_scene(session, ui, scene.path);
    }
    if (found.empty())
        hint_text(ui.scenes.empty() ? "No scenes found. Drop a .toi.json file on the window."
                                    : "No scene matches the search.");
}

}  // namespace

void scenes_panel(Session& session, UiState& ui) {
    const float gap = ImGui::GetStyle().ItemSpacing.y;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0.5f * gap});
    if (session.is_open()) {
        title_text(ui.fonts, session.title().c_str());
        dim_markdown(ui.fonts, session.run().scene().goal);
        ImGui::Spacing();
        variants(session, ui);
        parameters(session, ui);
        ImGui::Spacing();
        ImGui::Separator();
        ImGui::Spacing();
    }
    if (wide_button(ui.look(), Icon::Book, "Browse scenes", ImGui::GetContentRegionAvail().x))
        toggle_browser(session, ui);
    name_widget("browse scenes");
    help_tip("Courses and collections with pictures  [Ctrl+B]");
    char buffer[128] = {};
    std::strncpy(buffer, ui.search.c_str(), sizeof buffer - 1);
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::InputTextWithHint("##search", "Search scenes", buffer, sizeof buffer)) ui.search = buffer;
    name_widget("search");
    scene_list(session, ui);
    ImGui::PopStyleVar();
}

}  // namespace toibox::app
