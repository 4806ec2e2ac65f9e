// SPDX-License-Identifier: MIT
#include "app/window/persisted_ui.h"

#include "toibox/core/hash.h"
#include "toibox/dynamics/settings.h"

#include "app/panels/lesson_flow.h"

#include <fmt/format.h>
#include <sstream>
#include <string>

namespace toibox::app {

namespace {

struct PersistedFlag {
    const char* key;
    DrawFlag field;
};
constexpr PersistedFlag persisted_draw_flags[] = {
    {"draw.shapes", &DrawOptions::shapes},
    {"draw.boxes", &DrawOptions::boxes},
    {"draw.contacts", &DrawOptions::contacts},
    {"draw.normals", &DrawOptions::normals},
    {"draw.normal-impulses", &DrawOptions::normal_impulses},
    {"draw.friction-impulses", &DrawOptions::friction_impulses},
    {"draw.impulse-values", &DrawOptions::impulse_values},
    {"draw.feature-ids", &DrawOptions::feature_ids},
    {"draw.joints", &DrawOptions::joints},
    {"draw.centers-of-mass", &DrawOptions::centers_of_mass},
    {"draw.velocities", &DrawOptions::velocities},
};

struct PersistedOverlay {
    const char* key;
    bool DrawChoices::* field;
};
constexpr PersistedOverlay persisted_overlays[] = {
    {"draw.simplices", &DrawChoices::simplices}, {"draw.pair-search", &DrawChoices::broad_phase},
    {"draw.grid", &DrawChoices::grid},           {"draw.labels", &DrawChoices::body_names},
    {"draw.swept", &DrawChoices::swept_shapes},  {"draw.ghosts", &DrawChoices::ghosts},
    {"draw.trails", &DrawChoices::trails},       {"draw.islands", &DrawChoices::islands},
    {"draw.sleep", &DrawChoices::sleep_timers},  {"draw.legend", &DrawChoices::legend},
};

struct PersistedPanel {
    const char* key;
    bool UiState::* shown;
    float PanelSizes::* size;
};
constexpr PersistedPanel persisted_panels[] = {
    {"ui.left-panel", &UiState::shows_left, &PanelSizes::left},
    {"ui.right-panel", &UiState::shows_right, &PanelSizes::right},
    {"ui.bottom-panel", &UiState::shows_bottom, &PanelSizes::bottom},
};

std::string camera_key(const std::string& path) {
    Hasher hash;
    for (const char c : path)
        hash.add(static_cast<std::uint32_t>(static_cast<unsigned char>(c)));
    return fmt::format("camera.{:016x}", hash.value());
}

/// Progress as one line; the opened scenes as lines.
void restore_browser(const SettingsStore& store, BrowserState& browser) {
    browser.progress = parse_progress(store.text("lesson.progress"));
    std::istringstream opened(store.text("scenes.opened"));
    for (std::string path; std::getline(opened, path);)
        browser.opened.push_back(path);
}

void save_browser(SettingsStore& store, const BrowserState& browser) {
    store.set("lesson.progress", to_text(browser.progress));
    std::string opened;
    for (const std::string& path : browser.opened)
        opened += path + "\n";
    store.set("scenes.opened", opened);
}

}  // namespace

void restore_ui(const SettingsStore& store, UiState& ui) {
    if (const auto theme = parse_theme(store.text("ui.theme"))) ui.theme = *theme;
    if (const auto theme = parse_theme(store.text("ui.projector-theme"))) ui.projector.other_theme = *theme;
    ui.ui_scale = store.number("ui.scale", ui.ui_scale, 0.75f, 4.0f);
    for (const PersistedPanel& panel : persisted_panels) {
        ui.*panel.shown = store.flag(panel.key, ui.*panel.shown);
        ui.panel_sizes.*panel.size =
            store.number(std::string(panel.key) + "-size", ui.panel_sizes.*panel.size, 0.0f, 10000.0f);
    }
    ui.panel_sizes.lesson = store.number("ui.lesson-size", ui.panel_sizes.lesson, 0.0f, 10000.0f);
    ui.panel_sizes.half = store.number("ui.right-half-size", ui.panel_sizes.half, 0.0f, 10000.0f);
    ui.tab_places.pair_at_right = store.flag("ui.pair-tabs-at-right", ui.tab_places.pair_at_right);
    ui.tab_places.others_at_right = store.flag("ui.other-tabs-at-right", ui.tab_places.others_at_right);
    ui.shows_run_details = store.flag("ui.run-details", ui.shows_run_details);
    ui.shows_hint_cards = store.flag("ui.cards", ui.shows_hint_cards);
    ui.reduces_motion = store.flag("ui.reduce-motion", ui.reduces_motion);
    ui.left = static_cast<LeftTab>(store.integer("ui.left", 0, 0, 1));
    ui.right = static_cast<RightTab>(store.integer("ui.right", 0, 0, 2));
    ui.bottom =
        static_cast<BottomTab>(store.integer("ui.bottom-tab", 0, 0, static_cast<int>(BottomTab::Last)));
    ui.pending_left_tab = static_cast<int>(ui.left);
    ui.pending_right_tab = static_cast<int>(ui.right);
    ui.pending_bottom_tab = static_cast<int>(ui.bottom);
    for (const PersistedFlag& flag : persisted_draw_flags)
        ui.draw.world.*flag.field = store.flag(flag.key, ui.draw.world.*flag.field);
    for (const PersistedOverlay& overlay : persisted_overlays)
        ui.draw.*overlay.field = store.flag(overlay.key, ui.draw.*overlay.field);
    ui.draw.trail_seconds = store.number("draw.trail-seconds", ui.draw.trail_seconds, 0.1f, 10.0f);
    ui.draw.arrow_scale = store.number("draw.arrow-scale", ui.draw.arrow_scale, 0.05f, 20.0f);
    restore_browser(store, ui.browser);
    const std::string policy = store.text("ui.policy");
    for (const auto& entry : continuous_policies()) {
        if (entry.name == policy && entry.value != ContinuousPolicy::Off) ui.policy_when_on = entry.value;
    }
}

void save_ui(SettingsStore& store, const UiState& shown) {
    UiState ui = shown;
    close_lesson(ui);  // what the window shows without it
    const bool is_projected = ui.projector.is_on;
    store.set("ui.theme", to_string(is_projected ? ui.projector.other_theme : ui.theme));
    store.set("ui.projector-theme", to_string(is_projected ? ui.theme : ui.projector.other_theme));
    store.set("ui.scale", ui.ui_scale);
    for (const PersistedPanel& panel : persisted_panels) {
        store.set(panel.key, ui.*panel.shown);
        store.set(std::string(panel.key) + "-size", ui.panel_sizes.*panel.size);
    }
    store.set("ui.lesson-size", ui.panel_sizes.lesson);
    store.set("ui.right-half-size", ui.panel_sizes.half);
    store.set("ui.pair-tabs-at-right", ui.tab_places.pair_at_right);
    store.set("ui.other-tabs-at-right", ui.tab_places.others_at_right);
    store.set("ui.run-details", ui.shows_run_details);
    store.set("ui.cards", ui.shows_hint_cards);
    store.set("ui.reduce-motion", ui.reduces_motion);
    store.set("ui.left", static_cast<int>(ui.left));
    store.set("ui.right", static_cast<int>(ui.right));
    store.set("ui.bottom-tab", static_cast<int>(ui.bottom));
    for (const PersistedFlag& flag : persisted_draw_flags)
        store.set(flag.key, ui.draw.world.*flag.field);
    for (const PersistedOverlay& overlay : persisted_overlays)
        store.set(overlay.key, ui.draw.*overlay.field);
    save_browser(store, ui.browser);
    store.set("draw.trail-seconds", ui.draw.trail_seconds);
    store.set("draw.arrow-scale", ui.draw.arrow_scale);
    store.set("ui.policy", enum_entry(continuous_policies(), ui.policy_when_on).name);
}

bool restore_camera(const SettingsStore& store, const std::string& scene_path, Camera& camera) {
    const std::string key = camera_key(scene_path);
    if (!store.has(key + ".scale")) return false;
    camera.center = {static_cast<double>(store.number(key + ".x", 0.0f, -1e9f, 1e9f)),
                     static_cast<double>(store.number(key + ".y", 0.0f, -1e9f, 1e9f))};
    camera.scale = static_cast<double>(store.number(
        key + ".scale", 50.0f, static_cast<float>(min_camera_scale), static_cast<float>(max_camera_scale)));
    return true;
}

void save_camera(SettingsStore& store, const std::string& scene_path, const std::optional<Camera>& camera) {
    const std::string key = camera_key(scene_path);
    if (!camera) {
        for (const char* part : {".x", ".y", ".scale"})
            store.erase(key + part);
        return;
    }
    store.set(key + ".x", static_cast<float>(camera->center.x));
    store.set(key + ".y", static_cast<float>(camera->center.y));
    store.set(key + ".scale", static_cast<float>(camera->scale));
}

}  // namespace toibox::app
