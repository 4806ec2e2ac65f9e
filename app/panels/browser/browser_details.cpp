// SPDX-License-Identifier: MIT
// The right side of the scene browser: what the chosen entry is, and the buttons that open it.
#include "app/panels/browser/browser_parts.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace toibox::app {

namespace {

constexpr std::size_t max_failures = 4;

/// A row with a label at the left and a value at the right.
void row(const UiState& ui, const char* label, const std::string& value) {
    ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(ui.look().palette.text_dim));
    ImGui::TextUnformatted(label);
    ImGui::PopStyleColor();
    const float left = ImGui::CalcTextSize(label).x + spacing::wide;
    const std::string shown = elide(value, ImGui::GetContentRegionAvail().x - left);
    ImGui::SameLine(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                    ImGui::CalcTextSize(shown.c_str()).x);
    ImGui::TextUnformatted(shown.c_str());
    if (shown != value) help_tip(value.c_str());
}

void claims_row(const UiState& ui, const SceneListing& scene) {
    ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(ui.look().palette.text_dim));
    ImGui::TextUnformatted("Claims");
    ImGui::PopStyleColor();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetItemRectMin();
    const float right = low.x + ImGui::GetContentRegionAvail().x;
    // Drawn outside the clip rectangle first, to learn its width.
    list.PushClipRect({0.0f, 0.0f}, {0.0f, 0.0f});
    const float width = draw_claims(list, ui, scene, low, true) - low.x;
    list.PopClipRect();
    draw_claims(list, ui, scene, {std::floor(right - width), low.y}, true);
    const CheckedClaims* checked = ui.browser.claims.find(scene.path);
    if (checked == nullptr) return;
    for (std::size_t i = 0; i < checked->result.failures.size() && i < max_failures; ++i) {
        const FailedClaim& failure = checked->result.failures[i];
        ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(ui.look().palette.bad));
        paragraph(
            fmt::format("{}: {}", failure.variant, failure.claim.empty() ? failure.detail : failure.claim));
        ImGui::PopStyleColor();
        if (!failure.claim.empty()) hint_text(failure.detail.c_str());
    }
}

/// "8 The blade and the peg"
std::string needed_text(const UiState& ui, const std::string& key) {
    const scene::CoursePage* page = ui.browser.courses.find_page(key);
    const SceneListing* scene = page == nullptr ? nullptr : scene_of(ui.browser, ui.scenes, *page);
    return page_number(ui.browser.courses, key) + " " + (scene == nullptr ? key : scene->title);
}

void tags(UiState& ui, const SceneListing& scene) {
    if (scene.tags.empty()) return;
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (const std::string& tag : scene.tags) {
        ImGui::PushID(tag.c_str());
        const bool is_lit = ui.browser.tag == tag;
        if (chip_button(ui.look(), tag.c_str(), is_lit)) ui.browser.tag = is_lit ? std::string() : tag;
        ImGui::PopID();
        ImGui::SameLine(0.0f, 6.0f * design_scale());
        const float next = 8.0f * ImGui::GetFontSize();
        if (ImGui::GetCursorScreenPos().x + next > right) ImGui::NewLine();
    }
    ImGui::NewLine();
}

void facts(UiState& ui, const BrowserEntry& entry) {
    const SceneListing& scene = *entry.scene;
    row(ui, "Scene file", scene.name);
    row(ui, "Lesson", fmt::format("{} page{}", scene.lesson_pages, scene.lesson_pages == 1 ? "" : "s"));
    row(ui, "Variants", std::to_string(scene.variant_count));
    claims_row(ui, scene);
    if (entry.page == nullptr) return;
    row(ui, "Time", fmt::format("{} min", entry.page->minutes));
    const std::vector<std::string>& needs = entry.page->needs;
    for (std::size_t i = 0; i < needs.size(); ++i)
        row(ui, i == 0 ? "Needs first" : "", needed_text(ui, needs[i]));
}

BrowserAction buttons(const UiState& ui, const SceneListing& scene) {
    const Look look = ui.look();
    const float width = ImGui::GetContentRegionAvail().x;
    const float gap = spacing::unit * design_scale();
    BrowserAction action = BrowserAction::None;
    const bool has_lesson = scene.lesson_pages > 0;
    if (wide_primary_button(look, Icon::Book, has_lesson ? "Start the lesson" : "Open", "Enter", width))
        action = BrowserAction::StartLesson;
    name_widget("start the lesson");
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + gap - ImGui::GetStyle().ItemSpacing.y);
    const float half = std::floor(0.5f * (width - gap));
    if (wide_button(look, std::nullopt, "Open the scene", half)) action = BrowserAction::OpenScene;
    name_widget("open the scene");
    ImGui::SameLine(0.0f, gap);
    ImGui::BeginDisabled(scene.variant_count == 0);
    if (wide_button(look, Icon::Columns, "Compare", half)) action = BrowserAction::Compare;
    name_widget("compare the variants");
    ImGui::EndDisabled();
    return action;
}

}  // namespace

BrowserAction browser_details(UiState& ui, const BrowserEntry* entry) {
    if (entry == nullptr) {
        hint_text("Choose a scene.");
        return BrowserAction::None;
    }
    const float scale = design_scale();
    const float buttons_height = (36.0f + 8.0f + 28.0f + 12.0f) * scale;
    compat::begin_child("facts", {0.0f, -buttons_height}, false);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    draw_scene_picture(*ImGui::GetWindowDrawList(), ui, entry->scene->path, true, low);
    ImGui::Dummy({1.0f, ui.browser.picture_sizes.detail.height + spacing::unit});
    compat::push_font(ui.fonts.heading);
    paragraph(entry->scene->title);
    ImGui::PopFont();
    hint_text(entry->scene->goal.c_str());
    if (entry->page != nullptr && !entry->page->idea.empty() && is_done(ui.browser, *entry->page)) {
        paragraph(entry->page->idea + ".");
        name_widget("idea");
    }
    ImGui::Spacing();
    tags(ui, *entry->scene);
    ImGui::Spacing();
    facts(ui, *entry);
    ImGui::EndChild();
    ImGui::SetCursorPosY(ImGui::GetWindowHeight() - buttons_height);
    return buttons(ui, *entry->scene);
}

}  // namespace toibox::app
