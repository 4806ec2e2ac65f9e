// SPDX-License-Identifier: MIT
// The scene browser: courses and collections, cards, and the chosen scene.
#include "app/panels/browser/browser_parts.h"
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace toibox::app {

namespace {

// Design points.
constexpr float shelves_width = 247.0f;
constexpr float details_width = 320.0f;
constexpr float min_cards_width = 330.0f;  ///< Without this room for cards, the details are left out.

constexpr ImGuiWindowFlags fixed_child = ImGuiWindowFlags_AlwaysUseWindowPadding |
                                         ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

/// Reads the files that may have changed since the browser was open, and chooses an entry.
void refresh(const Session& session, UiState& ui) {
    BrowserState& browser = ui.browser;
    browser.own.clear();
    for (const std::string& path : browser.opened) {
        const bool is_bundled = std::ranges::find(ui.scenes, path, &SceneListing::path) != ui.scenes.end();
        if (!is_bundled && is_scene_file(path)) browser.own.push_back(scene_listing(path));
    }
    browser.claims.forget();
    browser.text.clear();
    browser.tag.clear();
    browser.takes_keyboard = true;
    const std::vector<BrowserGroup> groups = browser_groups(browser, ui.scenes);
    if (find_entry(groups, browser.chosen) || !session.is_open()) return;
    for (const BrowserGroup& group : groups) {
        for (const BrowserEntry& entry : group.entries) {
            if (entry.scene->path != session.document().path()) continue;
            browser.chosen = entry.key;
            return;
        }
    }
}

/// Opens the page of a course, which goes on from there, or the lesson of a scene.
void start_entry(Session& session, UiState& ui, const BrowserEntry& entry) {
    const std::string path = entry.scene->path;
    const std::string id = entry.page == nullptr ? std::string() : entry.page->page;
    const std::vector<Shelf> shelves = shelves_of(ui.browser, ui.scenes);
    const scene::Course* shown = shelves[std::min(ui.browser.shelf, shelves.size() - 1)].course;
    const std::string course = entry.page != nullptr && shown != nullptr ? shown->id : std::string();
    if (!open_scene(session, ui, path)) return;
    ui.browser.is_open = false;
    const std::vector<scene::Page>& pages = session.run().scene().lesson;
    if (pages.empty()) return;
    open_page(session, ui, {path, id.empty() ? pages.front().id : id}, course);
}

void act(Session& session, UiState& ui, const BrowserEntry& entry, BrowserAction action) {
    const std::string path = entry.scene->path;
    if (action == BrowserAction::StartLesson) {
        start_entry(session, ui, entry);
    } else if (open_scene(session, ui, path)) {
        ui.browser.is_open = false;
        ui.compare.toggle = action == BrowserAction::Compare;
    }
}

/// All scenes that the browser may show; those that are shown now come first.
std::vector<std::string> by_urgency(const UiState& ui, std::span<const BrowserGroup> groups) {
    std::vector<std::string> paths = ui.browser.wanted;
    for (const BrowserGroup& group : groups) {
        for (const BrowserEntry& entry : group.entries)
            paths.push_back(entry.scene->path);
    }
    for (const SceneListing& scene : ui.browser.own)
        paths.push_back(scene.path);
    for (const SceneListing& scene : ui.scenes)
        paths.push_back(scene.path);
    return paths;
}

}  // namespace

void toggle_browser(Session&, UiState& ui) {
    set_browser_open(ui, !ui.browser.is_open);
}

void start_chosen(Session& session, UiState& ui) {
    const std::vector<BrowserGroup> groups = browser_groups(ui.browser, ui.scenes);
    if (const auto entry = find_entry(groups, ui.browser.chosen))
        act(session, ui, *entry, BrowserAction::StartLesson);
}

void scene_browser(Session& session, UiState& ui) {
    BrowserState& browser = ui.browser;
    if (std::exchange(browser.opens, false)) refresh(session, ui);
    const float scale = design_scale();
    browser.picture_sizes = picture_sizes_of(scale);
    browser.wanted.clear();
    const ImVec2 size = ImGui::GetContentRegionAvail();
    const bool has_details = size.x >= (shelves_width + min_cards_width + details_width) * scale;
    const float details = has_details ? details_width * scale : 0.0f;
    const float cards = size.x - shelves_width * scale - details;
    const std::vector<Shelf> shelves = shelves_of(browser, ui.scenes);
    const std::vector<BrowserGroup> groups = browser_groups(browser, ui.scenes);
    if (!find_entry(groups, browser.chosen))
        browser.chosen = groups.empty() ? std::string() : groups.front().entries.front().key;
    const auto entry = find_entry(groups, browser.chosen);
    if (entry) browser.wanted.push_back(entry->scene->path);

    BrowserAction action = BrowserAction::None;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    compat::begin_child("shelves", {shelves_width * scale, 0.0f}, false);
    browser_shelves(ui, shelves);
    ImGui::EndChild();
    ImGui::SameLine(0.0f, 0.0f);
    ImGui::PopStyleVar();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {browser_padding * scale, 10.0f * scale});
    compat::begin_child("middle", {cards, 0.0f}, false, fixed_child);
    browser_search(ui);
    compat::begin_child("cards", {0.0f, 0.0f}, false);
    action = browser_cards(ui, groups);
    ImGui::EndChild();
    ImGui::EndChild();
    if (has_details) {
        ImGui::SameLine(0.0f, 0.0f);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {browser_padding * scale, browser_padding * scale});
        compat::begin_child("details", {details, 0.0f}, false, fixed_child);
        const BrowserAction wanted = browser_details(ui, entry ? &*entry : nullptr);
        if (wanted != BrowserAction::None) action = wanted;
        ImGui::EndChild();
        ImGui::PopStyleVar();
    }
    ImGui::PopStyleVar();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetWindowPos();
    for (const float x : {shelves_width * scale, size.x - details}) {
        list.AddLine({low.x + std::floor(x), low.y},
                     {low.x + std::floor(x), low.y + ImGui::GetWindowHeight()},
                     ImGui::GetColorU32(ImGuiCol_Border));
    }
    browser.claims.request(by_urgency(ui, groups));
    if (entry && action != BrowserAction::None) act(session, ui, *entry, action);
}

void browser_status(const UiState& ui) {
    compat::push_font(ui.fonts.small);
    const float left = ImGui::GetCursorPosX();
    const float room = ImGui::GetContentRegionAvail().x;
    ImGui::TextDisabled("Arrow keys choose · Enter starts the lesson · Esc returns to the scene");
    std::size_t scenes = ui.scenes.size() + ui.browser.own.size();
    std::string text = fmt::format("{} scenes     ", scenes);
    if (const std::size_t remaining = ui.browser.claims.remaining(); remaining > 0) {
        text += fmt::format("claims of {} scene{} being checked", remaining, remaining == 1 ? "" : "s");
    } else {
        std::int64_t oldest = std::numeric_limits<std::int64_t>::max();
        for (const SceneListing& scene : ui.scenes) {
            if (const CheckedClaims* checked = ui.browser.claims.find(scene.path))
                oldest = std::min(oldest, checked->time);
        }
        const auto now = std::chrono::duration_cast<std::chrono::seconds>(
                             std::chrono::system_clock::now().time_since_epoch())
                             .count();
        if (oldest <= now) text += "all claims checked " + age_text(now - oldest);
    }
    ImGui::SameLine(left + room - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::TextDisabled("%s", text.c_str());
    ImGui::PopFont();
}

std::string browser_value(const UiState& ui, std::string_view key) {
    const BrowserState& browser = ui.browser;
    if (key == "open") return browser.is_open ? "true" : "false";
    if (key == "pictures") return std::to_string(browser.pictures.size());
    if (key == "unchecked") return std::to_string(browser.claims.remaining());
    if (key == "columns") {
        std::size_t columns = 0;
        for (const std::vector<std::string>& row : browser.rows)
            columns = std::max(columns, row.size());
        return std::to_string(columns);
    }
    if (key == "cards") {
        std::size_t cards = 0;
        for (const std::vector<std::string>& row : browser.rows)
            cards += row.size();
        return std::to_string(cards);
    }
    const std::vector<BrowserGroup> groups = browser_groups(browser, ui.scenes);
    const auto entry = find_entry(groups, browser.chosen);
    if (key == "chosen") return entry ? entry->name() : "none";
    if (key == "claims") {
        const CheckedClaims* checked = entry ? browser.claims.find(entry->scene->path) : nullptr;
        if (checked == nullptr) return "unchecked";
        return fmt::format("{}/{}", checked->result.passed, checked->result.total());
    }
    return {};
}

}  // namespace toibox::app
