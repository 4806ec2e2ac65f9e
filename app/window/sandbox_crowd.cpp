// SPDX-License-Identifier: MIT
// The crowd in the sandbox: its runs in each frame, its picture, and the run that the user opens.
#include "app/platform/theme.h"
#include "app/views/playback_state_view.h"
#include "app/window/sandbox.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr double crowd_seconds = 0.004;  ///< Of each frame, for the runs of a crowd.

}  // namespace

void Sandbox::update_crowd() {
    const bool shows_running = ui_.crowd && !ui_.crowd->runs.is_finished();
    const bool counts_curve = ui_.sweep.runs && !ui_.sweep.runs->is_finished();
    const double part = shows_running && counts_curve ? 0.5 : 1.0;
    if (counts_curve) ui_.sweep.runs->advance(part * crowd_seconds);
    if (!ui_.crowd) return;
    const bool is_at_start = session_.start_count() == ui_.crowd->start && session_.run().steps() == 0 &&
                             session_.settings() == ui_.crowd->settings;
    if (!is_at_start) return ui_.crowd.reset();
    ui_.crowd->runs.advance(part * crowd_seconds);
}

bool Sandbox::shows_crowd() const {
    return ui_.crowd && !comparison_.is_active() && !inspected().has_pair();
}

CrowdShown Sandbox::shown_crowd() const {
    const Viewport& world = view_.viewport;
    const Crowd& runs = ui_.crowd->runs;
    CrowdShown shown{.crowd = runs,
                     .varied = varied_value(session_.run().scene(), runs.setup().sweep.vary),
                     .is_fanned = ui_.fans_out_crowd,
                     .camera = ui_.crowd->camera,
                     .lit = ui_.crowd->lit,
                     .has_state = !ui_.projector.is_on};
    if (ui_.projector.is_on) {
        const UiRect title = projected_title_area(session_, ui_.fonts, world);
        shown.top = title.y + title.height - world.y;
    } else if (title_area_.height > 0.0f) {
        shown.top = title_area_.y + title_area_.height - world.y;
    }
    if (!ui_.projector.is_on && question_to_ask()) shown.bottom = ui_.question_card_size.y + spacing::wide;
    return shown;
}

void Sandbox::move_crowd(const FrameContext& context) {
    ShownCrowd& crowd = *ui_.crowd;
    View view = crowd_view_.view();
    view.viewport = view_.viewport;
    const Camera before = view.camera;
    const bool is_mouse_free = !ImGui::GetIO().WantCaptureMouse;
    world_mouse_.update_view(view, is_mouse_free, context.input.wheel);
    const float zoom = std::exchange(effects_.zoom, 1.0f);
    if (zoom != 1.0f) {
        const Viewport& area = view.viewport;
        view.camera = zoomed_at(view, {area.x + 0.5f * area.width, area.y + 0.5f * area.height},
                                static_cast<double>(zoom));
    }
    if (view.camera != before) crowd.camera = view.camera;
    if (std::exchange(ui_.fit_all, false)) crowd.camera.reset();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    crowd.lit.reset();
    if (world_mouse_.is_over_world() && !world_mouse_.is_panning())
        crowd.lit = crowd_view_.run_at(crowd.runs, {mouse.x, mouse.y});
    if (crowd.lit && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) open_crowd_run(*crowd.lit);
}

void Sandbox::open_crowd_run(std::size_t run) {
    const CrowdSetup setup = ui_.crowd->runs.setup();
    std::vector<scene::Document::Override> overrides = setup.overrides;
    overrides.emplace_back(setup.sweep.vary, fmt::format("{}", ui_.crowd->runs.runs()[run].value));
    if (const auto opened = session_.open(session_.document(), setup.variant, std::move(overrides));
        !opened) {
        ui_.problems = opened.error();
        return;
    }
    ui_.crowd.reset();
    if (setup.settings) static_cast<void>(session_.change_settings(*setup.settings));
    ui_.fit_scene = true;
    session_.set_playing(true);
}

void Sandbox::name_crowd_runs() const {
    for (std::size_t i = 0; i < ui_.crowd->runs.size(); ++i) {
        if (const auto at = crowd_view_.position_of(ui_.crowd->runs, i))
            name_widget(fmt::format("run {}", i + 1), {at->x - 1.0f, at->y - 1.0f, 2.0f, 2.0f});
    }
}

std::string Sandbox::crowd_value(std::string_view key) const {
    if (!ui_.crowd) return "none";
    const Crowd& runs = ui_.crowd->runs;
    if (key == "runs") return std::to_string(runs.size());
    if (key == "finished") return std::to_string(runs.finished());
    if (key == "step") return std::to_string(runs.shown_step());
    if (key == "fanned") return ui_.fans_out_crowd ? "true" : "false";
    if (key == "picture") return shows_crowd() ? "true" : "false";
    if (key == "lit") return ui_.crowd->lit ? std::to_string(*ui_.crowd->lit + 1) : "none";
    if (key == "zoom") return fmt::format("{}", crowd_view_.view().camera.scale);
    return {};
}

}  // namespace toibox::app
