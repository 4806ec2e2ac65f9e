// SPDX-License-Identifier: MIT
// What a page of a lesson shows in the window: view, overlays, panel, pair, method and iteration.
#include "app/panels/lesson_flow.h"
#include "app/window/sandbox.h"

#include <algorithm>
#include <array>
#include <utility>

namespace toibox::app {

namespace {

/// Switches off all overlays but shapes, grid and verdicts, and then on those that are named.
void show_only(UiState& ui, const std::vector<std::string>& overlays) {
    DrawChoices plain;
    plain.world = DrawOptions{};
    plain.grid = ui.draw.grid;
    plain.trail_seconds = ui.draw.trail_seconds;
    plain.arrow_scale = ui.draw.arrow_scale;
    ui.draw = plain;
    for (const std::string& name : overlays)
        show_overlay(ui, name);
}

void select(Session& session, const std::vector<std::string>& ids) {
    if (ids.empty()) return;
    const BodyHandle first = session.run().body(ids[0]);
    session.select_body(first);
    if (ids.size() < 2) return;
    const auto a = session.world().find(first);
    const auto b = session.world().find(session.run().body(ids[1]));
    if (!a || !b || a->shapes().empty() || b->shapes().empty()) return;
    session.select_pair(a->shapes().front(), b->shapes().front());
}

}  // namespace

void Sandbox::apply_page_method(const std::string& method) {
    const auto toi = std::ranges::find(toi_methods(), method, &ToiPromises::name);
    if (toi != toi_methods().end()) toi_.choose_method(toi->method);
    const auto distance = std::ranges::find(distance_methods(), method, &DistanceMethodInfo::name);
    if (distance != distance_methods().end()) distance_.choose_method(distance->method);
}

void Sandbox::apply_page_panel(const scene::PageDisplay& display) {
    const bool is_projected = ui_.projector.is_on;
    if (!display.panel.empty()) show_panel(ui_, display.panel);
    set_projector_mode(ui_, is_projected);
    // An inspector forgets its choices when it first sees another scene.
    toi_.refresh(session_, nullptr);
    distance_.refresh(session_);
    if (!display.query.empty()) toi_.choose(key_of_query(session_.run().scene(), display.query));
    if (!display.method.empty()) apply_page_method(display.method);
    const auto finder = std::ranges::find(root_finders(), display.root_finder, &RootFinderInfo::name);
    if (finder != root_finders().end()) toi_.choose_root_finder(finder->finder);
    if (display.warm_start) distance_.set_warm_start(*display.warm_start);
    if (display.iteration > 0) ui_.lesson.wanted_iteration = display.iteration;
}

void Sandbox::apply_page_display() {
    LessonState& lesson = ui_.lesson;
    if (std::exchange(lesson.fits_view, false)) ui_.fit_scene = true;
    if (lesson.wanted_display && !lesson.is_setting_up) {
        const scene::PageDisplay display = *std::exchange(lesson.wanted_display, std::nullopt);
        const bool is_set_up = lesson.wants_set_up;
        if (is_set_up) {
            ui_.shows_bottom = false;
            ui_.shows_right = false;
        }
        if (is_set_up || !display.draw.empty()) show_only(ui_, display.draw);
        lesson.fits_view = is_set_up || display.view || !display.panel.empty();
        select(session_, display.select);
        apply_page_panel(display);
    } else if (lesson.wanted_iteration > 0) {
        const int iteration = lesson.wanted_iteration - 1;
        if (is_shown(BottomTab::Toi) && toi_.iterations() > 0) {
            toi_.go_to(iteration);
            lesson.wanted_iteration = 0;
        } else if (is_shown(BottomTab::Gjk) && distance_.pair() != nullptr) {
            distance_.go_to(iteration);
            lesson.wanted_iteration = 0;
        }
    }
}

std::string Sandbox::lesson_value(std::string_view key) const {
    const scene::Page* page = open_page_of(session_, ui_);
    if (page == nullptr) return "none";
    if (key == "page") return page->id;
    if (key == "place") return std::to_string(place_of_page(session_, ui_) + 1);
    if (key == "choice") return ui_.lesson.choice ? std::to_string(*ui_.lesson.choice + 1) : "none";
    if (key == "right") return page->choices.empty() ? "none" : std::to_string(page->right_choice() + 1);
    if (key != "stage") return {};
    static constexpr std::array stages{"asking", "running", "finished", "revealed"};
    return stages[static_cast<std::size_t>(ui_.lesson.stage)];
}

}  // namespace toibox::app
