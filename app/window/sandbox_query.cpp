// SPDX-License-Identifier: MIT
// The values that UI scripts can read by key.
#include "app/panels/lesson_flow.h"
#include "app/panels/sweep/sweep_actions.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/views/playback_state_view.h"
#include "app/window/sandbox.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

std::string bool_text(bool value) {
    return value ? "true" : "false";
}

/// The shown panels, or "none".
std::string shown_panels(const UiState& ui) {
    std::string names;
    const auto add = [&](bool is_shown, const char* name) {
        if (is_shown) names += (names.empty() ? "" : " ") + std::string(name);
    };
    const bool has_panels = !ui.projector.is_on;
    add(has_panels && ui.shows_left, "left");
    add(has_panels && ui.shows_bottom, "bottom");
    add(has_panels && ui.shows_right, "right");
    return names.empty() ? "none" : names;
}

/// Values of the look and the layout of the window; empty for another key.
std::string window_value(const UiState& ui, std::string_view key) {
    if (key == "theme") return std::string(to_string(ui.theme));
    if (key == "ui_scale") return fmt::format("{}", ui.ui_scale);
    if (key == "panels") return shown_panels(ui);
    if (key == "projector") return ui.projector.is_on ? "true" : "false";
    if (key == "left_width") return fmt::format("{}", ui.panel_sizes.left);
    if (key == "right_width") return fmt::format("{}", ui.panel_sizes.right);
    if (key == "bottom_height") return fmt::format("{}", ui.panel_sizes.bottom);
    if (key == "half_width") return fmt::format("{}", ui.panel_sizes.half);
    if (key == "search_row") {
        const std::string row = chosen_search_row(ui);
        return row.empty() ? "closed" : row;
    }
    return {};
}

/// Values of the timeline; empty for another key.
std::string history_value(const Session& session, std::string_view key) {
    const replay::History& history = session.history();
    if (key == "frame") return std::to_string(history.frame());
    if (key == "end") return std::to_string(history.end());
    if (key == "past") return bool_text(history.is_in_past());
    if (key == "branches") return std::to_string(history.recording().branches.size());
    if (key == "bookmarks") return std::to_string(history.recording().bookmarks.size());
    if (key == "loop") {
        const auto& loop = session.loop();
        return loop ? fmt::format("{}-{}", loop->from, loop->to) : "none";
    }
    if (key == "divergence") return bool_text(history.divergence().has_value());
    return {};
}

}  // namespace

std::string Sandbox::view_value(std::string_view key) const {
    if (key == "tabs") return tabs_are_at_right_ ? "right" : "bottom";
    if (key == "zoom") return fmt::format("{}", view_.camera.scale);
    if (key == "camera.x") return fmt::format("{}", view_.camera.center.x);
    if (key == "camera.y") return fmt::format("{}", view_.camera.center.y);
    if (key == "state") {
        const std::string state = state_text(session_, {inspected().toi, is_locked(session_, ui_)});
        return state.empty() ? "playing" : state;
    }
    if (key == "greyed") return inspected().has_pair() ? "true" : "false";
    return {};
}

std::string Sandbox::query(std::string_view key) const {
    if (!session_.is_open()) return {};
    if (key == "paused") return bool_text(!session_.is_playing());
    if (key == "step") return std::to_string(session_.run().steps());
    if (const std::string value = history_value(session_, key); !value.empty()) return value;
    if (key == "notice") return bool_text(!ui_.notice.empty());
    if (key == "recording") return bool_text(session_.is_recording());
    if (key == "continuous") return bool_text(session_.settings().continuous != ContinuousPolicy::Off);
    if (key == "warm_starting") return bool_text(session_.settings().warm_starting);
    if (key == "scene") return session_.run().scene().title;
    if (key == "question") {
        const auto question = question_to_ask();
        return question ? question->title : "none";
    }
    if (key == "dragging") return bool_text(session_.is_dragging());
    if (key == "problems") return std::to_string(ui_.problems.size());
    if (key == "time") return fmt::format("{}", session_.run().time());
    if (key == "selected") {
        const std::string id = session_.run().id_of(session_.selection().body);
        return id.empty() ? "none" : id;
    }
    if (key == "own_policy") {
        const auto body = session_.world().find(session_.selection().body);
        const auto own = body ? body->continuous().policy : std::nullopt;
        return own ? std::string(enum_entry(continuous_policies(), *own).name) : "none";
    }
    if (key == "list_open") return bool_text(compat::is_popup_open());
    if (key == "solver") return std::string(enum_entry(solver_kinds(), session_.settings().solver).name);
    if (key == "threads") return std::to_string(session_.execution().threads);
    if (key == "simd") return std::string(to_string(session_.execution().isa));
    if (const std::string value = window_value(ui_, key); !value.empty()) return value;
    if (const std::string value = view_value(key); !value.empty()) return value;
    if (key == "pair") return bool_text(session_.selection().has_pair());
    if (key == "hertz") return fmt::format("{}", session_.hertz());
    if (key == "effective_speed") return fmt::format("{}", session_.effective_speed());
    if (key == "speed") return fmt::format("{}", session_.speed());
    if (key == "hash") return fmt::format("{:016x}", session_.world().hash());
    if (key.starts_with("browser.")) return browser_value(ui_, key.substr(8));
    if (key.starts_with("broad_phase.")) return broad_value(session_, ui_, key.substr(12));
    if (key.starts_with("lesson.")) return lesson_value(key.substr(7));
    if (key.starts_with("compare.")) return compare_value(key.substr(8));
    if (key.starts_with("sweep.")) return sweep_value(session_, ui_, key.substr(6));
    if (key.starts_with("crowd.")) return crowd_value(key.substr(6));
    if (key.starts_with("contacts.")) return contacts_value(contacts_, key.substr(9));
    // The scene also has quantities that start with "toi." and "gjk.".
    if (key.starts_with("toi.")) {
        if (const std::string value = toi_value(toi_, key.substr(4)); !value.empty()) return value;
    }
    if (key.starts_with("gjk.")) {
        if (const std::string value = gjk_value(distance_, key.substr(4)); !value.empty()) return value;
    }
    if (const auto value = session_.run().quantity(std::string(key))) return fmt::format("{}", *value);
    return {};
}

}  // namespace toibox::app
