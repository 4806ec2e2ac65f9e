// SPDX-License-Identifier: MIT
#include "app/panels/sweep/sweep_actions.h"

#include "app/panels/crowd_start.h"
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/session/user_settings.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

namespace {

const scene::ParameterSweepEntry* find_sweep(const scene::Scene& scene, const std::string& name) {
    const auto found = std::ranges::find(scene.sweeps, name, &scene::ParameterSweepEntry::name);
    return found == scene.sweeps.end() ? nullptr : &*found;
}

std::optional<std::size_t> find_point(const scene::CurveEntry& curve, const std::string& variant,
                                      const std::string& sweep) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        if (curve.points[i].variant == variant && curve.points[i].sweep == sweep) return i;
    }
    return std::nullopt;
}

/// Whether the sweep is as in the scene.
bool is_unchanged(const scene::Scene& scene, const scene::ParameterSweepEntry& sweep) {
    const auto* entry = find_sweep(scene, sweep.name);
    return entry != nullptr && entry->from == sweep.from && entry->to == sweep.to &&
           entry->count == sweep.count;
}

/// The name of the sweep to choose in another scene or variant.
std::string first_choice(const Session& session, const UiState& ui) {
    const scene::Scene& scene = session.run().scene();
    if (const scene::CurveEntry* curve = chosen_curve(session, ui)) {
        const auto point = std::ranges::find(curve->points, session.variant(), &scene::CurvePoint::variant);
        if (point != curve->points.end()) return point->sweep;
    }
    if (ui.crowd && find_sweep(scene, ui.crowd->runs.setup().sweep.name) != nullptr)
        return ui.crowd->runs.setup().sweep.name;
    if (ui.sweep.scene == session.document().path() && find_sweep(scene, ui.sweep.sweep.name) != nullptr)
        return ui.sweep.sweep.name;
    return scene.sweeps.empty() ? std::string() : scene.sweeps.front().name;
}

/// The runs of the chosen curve under the current values and settings; made new if those have changed.
CurveRuns& runs_of_curve(const Session& session, UiState& ui, const scene::CurveEntry& curve) {
    if (!ui.sweep.runs)
        ui.sweep.runs.emplace(session.document(),
                              CurveRuns::Setup{.curve = curve,
                                               .overrides = other_overrides(session, ui.sweep.sweep),
                                               .settings = changed_settings(session)});
    return *ui.sweep.runs;
}

bool has_same_setup(const Session& session, const UiState& ui, const scene::CurveEntry& curve) {
    const CurveRuns::Setup& setup = ui.sweep.runs->setup();
    return setup.curve.name == curve.name && setup.overrides == other_overrides(session, ui.sweep.sweep) &&
           setup.settings == changed_settings(session);
}

}  // namespace

const scene::CurveEntry* chosen_curve(const Session& session, const UiState& ui) {
    const std::vector<scene::CurveEntry>& curves = session.run().scene().curves;
    const auto found = std::ranges::find(curves, ui.sweep.curve, &scene::CurveEntry::name);
    if (found != curves.end()) return &*found;
    return curves.empty() ? nullptr : &curves.front();
}

std::optional<std::size_t> current_point(const Session& session, const UiState& ui) {
    const scene::CurveEntry* curve = chosen_curve(session, ui);
    if (curve == nullptr || !is_unchanged(session.run().scene(), ui.sweep.sweep)) return std::nullopt;
    return find_point(*curve, session.variant(), ui.sweep.sweep.name);
}

void choose_sweep(const Session& session, UiState& ui, const std::string& name) {
    const auto* entry = find_sweep(session.run().scene(), name);
    ui.sweep.sweep = entry == nullptr ? scene::ParameterSweepEntry{} : *entry;
}

void update_sweep_tab(const Session& session, UiState& ui) {
    SweepTab& tab = ui.sweep;
    const std::string& path = session.document().path();
    if (tab.scene != path || tab.variant != session.variant()) {
        if (tab.scene != path) tab.runs.reset();
        choose_sweep(session, ui, first_choice(session, ui));
        tab.scene = path;
        tab.variant = session.variant();
    }
    const scene::CurveEntry* curve = chosen_curve(session, ui);
    if (tab.runs && (curve == nullptr || !has_same_setup(session, ui, *curve))) tab.runs.reset();
    // A picture that was not started here: its point is counted, too.
    const auto point = current_point(session, ui);
    if (!ui.crowd || !point || ui.crowd->runs.setup().sweep.name != tab.sweep.name) return;
    CurveRuns& runs = runs_of_curve(session, ui, *curve);
    const bool waits = !runs.is_finished() || runs.points()[*point].runs > 0;
    if (!waits && !runs.points()[*point].failed) runs.start(*point);
}

void run_sweep(Session& session, UiState& ui) {
    start_crowd(session, ui, ui.sweep.sweep);
    const auto point = current_point(session, ui);
    if (ui.crowd && point) runs_of_curve(session, ui, *chosen_curve(session, ui)).start(*point);
}

void run_curve(Session& session, UiState& ui) {
    const scene::CurveEntry* curve = chosen_curve(session, ui);
    if (curve == nullptr) return;
    if (is_locked(session, ui)) return show_refusal(ui, lock_text);
    if (current_point(session, ui)) {
        run_sweep(session, ui);
    } else {
        ui.sweep.runs.reset();
    }
    CurveRuns& runs = runs_of_curve(session, ui, *curve);
    const auto current = current_point(session, ui);
    for (std::size_t i = 0; i < curve->points.size(); ++i) {
        if (i != current) runs.start(i);
    }
}

void open_point(Session& session, UiState& ui, std::size_t point) {
    if (is_locked(session, ui)) return show_refusal(ui, lock_text);
    const scene::CurvePoint target = chosen_curve(session, ui)->points[point];
    if (target.variant != session.variant()) {
        const std::optional<ChangedSettings> changed = changed_settings(session);
        if (const auto chosen = session.choose_variant(target.variant); !chosen) {
            ui.problems = chosen.error();
            return;
        }
        if (changed)
            static_cast<void>(session.change_settings(
                merge_user_settings(changed->user, changed->scene, session.scene_settings())));
    }
    ui.sweep.scene = session.document().path();
    ui.sweep.variant = session.variant();
    choose_sweep(session, ui, target.sweep);
    run_sweep(session, ui);
}

std::string sweep_value(const Session& session, const UiState& ui, std::string_view key) {
    if (key == "name") return ui.sweep.sweep.name.empty() ? "none" : ui.sweep.sweep.name;
    if (key == "runs") return std::to_string(ui.sweep.sweep.count);
    if (key == "point") {
        const auto point = current_point(session, ui);
        return point ? std::to_string(*point + 1) : "none";
    }
    if (!ui.sweep.runs) return "none";
    const std::span<const CurveRuns::Point> points = ui.sweep.runs->points();
    if (key == "finished")
        return std::to_string(std::ranges::count_if(points, &CurveRuns::Point::is_finished));
    // "2.fraction"
    std::size_t number = 0;
    const auto read = std::from_chars(key.data(), key.data() + key.size(), number);
    if (read.ec != std::errc{} || number < 1 || number > points.size() ||
        key.substr(static_cast<std::size_t>(read.ptr - key.data())) != ".fraction")
        return {};
    const CurveRuns::Point& point = points[number - 1];
    return point.finished > 0 ? fmt::format("{:.3f}", point.fraction()) : "none";
}

}  // namespace toibox::app
