// SPDX-License-Identifier: MIT
#include "app/panels/crowd_start.h"

#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"

#include <algorithm>
#include <utility>

namespace toibox::app {

std::vector<Session::Override> other_overrides(const Session& session,
                                               const scene::ParameterSweepEntry& sweep) {
    std::vector<Session::Override> overrides = session.overrides();
    std::erase_if(overrides, [&](const auto& entry) { return entry.first == sweep.vary; });
    return overrides;
}

std::optional<ChangedSettings> changed_settings(const Session& session) {
    if (session.settings() == session.scene_settings()) return std::nullopt;
    return ChangedSettings{session.settings(), session.scene_settings()};
}

void start_crowd(Session& session, UiState& ui, const scene::ParameterSweepEntry& sweep) {
    if (is_locked(session, ui)) return show_refusal(ui, lock_text);
    ui.crowd.reset();
    if (ui.compare.is_active()) ui.compare.wanted = {{session.variant()}};
    session.set_playing(false);
    if (session.run().steps() != 0) restart(session, ui);
    CrowdSetup setup{
        .variant = session.variant(), .overrides = other_overrides(session, sweep), .sweep = sweep};
    if (const auto changed = changed_settings(session)) setup.settings = changed->user;
    auto crowd = Crowd::start(session.document(), std::move(setup));
    if (!crowd) return show_notice(ui, crowd.error());
    ui.crowd = {.runs = *std::move(crowd), .start = session.start_count(), .settings = session.settings()};
}

void start_crowd(Session& session, UiState& ui, const std::string& sweep) {
    const std::vector<scene::ParameterSweepEntry>& sweeps = session.run().scene().sweeps;
    const auto found = std::ranges::find(sweeps, sweep, &scene::ParameterSweepEntry::name);
    if (found == sweeps.end())
        return show_notice(ui, "The scene has no sweep \"" + sweep + "\": define it under \"sweeps\".");
    const scene::ParameterSweepEntry entry = *found;  // a restart may replace the scene
    start_crowd(session, ui, entry);
}

}  // namespace toibox::app
