// SPDX-License-Identifier: MIT
// The camera of the window: moved by the user or the scene's script, and remembered for each scene.
#include "app/window/persisted_ui.h"
#include "app/window/sandbox.h"
#include "app/window/view_fitting.h"

#include <algorithm>
#include <limits>

#include <imgui.h>

namespace toibox::app {

void Sandbox::switch_scene_camera() {
    const std::string& path = session_.document().path();
    if (path == shown_scene_) return;
    save_scene_camera();
    shown_scene_ = path;
    own_camera_.reset();
    const bool restored = restore_camera(store_, path, view_.camera);
    ui_.fit_scene = !restored || !shows_opening_body(view_, session_.run().scene());
    if (!ui_.fit_scene) own_camera_ = view_.camera;
}

void Sandbox::save_scene_camera() {
    if (!shown_scene_.empty()) save_camera(store_, shown_scene_, own_camera_);
}

void Sandbox::scale_camera(double factor) {
    const auto scale = [&](Camera& camera) { camera.scale *= factor; };
    scale(view_.camera);
    if (own_camera_) scale(*own_camera_);
    if (camera_move_) scale(camera_move_->from);
    if (!glide_) return;
    scale(glide_->from);
    scale(glide_->to);
}

void Sandbox::set_viewport(const Viewport& area) {
    if (area == view_.viewport) return;
    const View before = view_;
    view_.viewport = area;
    if (shown_scene_.empty()) return;
    const scene::Scene& scene = session_.run().scene();
    scale_camera(initial_camera(view_, scene).scale / initial_camera(before, scene).scale);
}

void Sandbox::aim_camera(View& aimed) {
    const scene::Run& run = session_.run();
    if (ui_.fit_selection) {
        if (const auto body = run.world().find(session_.selection().body)) {
            const float reach = std::max(body->mass().max_extent, 0.1f);
            aimed.camera = fit_to_box(aimed, fattened({body->center(), body->center()}, 2.0f * reach));
        }
    }
    if (effects_.zoom == 1.0f) return;
    const Viewport& area = aimed.viewport;
    const Camera zoomed = zoomed_at(aimed, {area.x + 0.5f * area.width, area.y + 0.5f * area.height},
                                    static_cast<double>(effects_.zoom));
    if (zoomed.scale == aimed.camera.scale) show_refusal(ui_, "This is the limit of the zoom.");
    aimed.camera = zoomed;
}

std::optional<scene::View> Sandbox::page_view() const {
    if (!ui_.lesson.is_open()) return std::nullopt;
    std::optional<scene::View> shown = ui_.lesson.view ? ui_.lesson.view : session_.run().scene().view;
    if (!shown || !(shown->height > 0.0f)) return std::nullopt;
    // Beside a panel the world is narrow: without a width, it shows a square.
    if (!(shown->width > 0.0f)) shown->width = shown->height;
    return shown;
}

Camera Sandbox::opening_camera() const {
    const scene::Scene& scene = session_.run().scene();
    if (const std::optional<scene::View> shown = page_view()) return camera_of(view_, *shown);
    // The page wants to show everything.
    if (ui_.lesson.is_open() && ui_.lesson.view) return home_camera(view_, scene, session_.world());
    return ui_.compare.moves_start ? camera_of_starts(view_, scene) : initial_camera(view_, scene);
}

void Sandbox::move_camera(const FrameContext& context) {
    if (shows_crowd()) move_crowd(context);
    const scene::Run& run = session_.run();
    if (auto request = session_.take_camera_request())
        camera_move_ = CameraMove{request->to, request->start_time, view_.camera};
    if (ui_.fit_scene) {
        view_.camera = opening_camera();
        camera_move_ = last_camera_move(view_, run);
        glide_.reset();
    }
    if (camera_move_) {
        view_.camera = camera_move_->at(view_, run);
        if (!camera_move_->is_active(run.time())) camera_move_.reset();
        glide_.reset();
    }
    if (ui_.fit_scene || ui_.fit_all) own_camera_.reset();
    // Commands during a glide change its target.
    View aimed = view_;
    if (glide_) aimed.camera = glide_->to;
    const Camera target = aimed.camera;
    if (ui_.fit_all) aimed.camera = home_camera(aimed, run.scene(), run.world());
    const Camera fitted = aimed.camera;
    aim_camera(aimed);
    ui_.fit_scene = false;
    ui_.fit_all = false;
    ui_.fit_selection = false;
    if (aimed.camera != target) glide_ = CameraGlide{view_.camera, aimed.camera};
    if (glide_) {
        glide_->elapsed += animates() ? context.seconds : std::numeric_limits<double>::infinity();
        view_.camera = glide_->camera();
        if (!glide_->is_active()) glide_.reset();
    }
    const Camera before_mouse = view_.camera;
    move_with_mouse(context);
    if (view_.camera != before_mouse) {
        glide_.reset();
        aimed.camera = view_.camera;
    }
    // A camera move by the user ends a scripted move.
    if (aimed.camera != target) camera_move_.reset();
    if (aimed.camera != fitted && shows_opening_body(aimed, run.scene())) own_camera_ = aimed.camera;
}

}  // namespace toibox::app
