// SPDX-License-Identifier: MIT
// The camera of the window: moved by the user or the scene's script, and remembered for each scene.
#include "app/window/persisted_ui.h"
#include "app/window/sandbox.h"
#include "app/window/view_fitting.h"

#include <algorithm>

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
    view_.camera.scale *= factor;
    if (own_camera_) own_camera_->scale *= factor;
}

void Sandbox::set_viewport(const Viewport& area) {
    if (area == view_.viewport) return;
    const View before = view_;
    view_.viewport = area;
    if (shown_scene_.empty()) return;
    const scene::Scene& scene = session_.run().scene();
    scale_camera(initial_camera(view_, scene).scale / initial_camera(before, scene).scale);
}

void Sandbox::move_camera(const FrameContext& context) {
    const scene::Run& run = session_.run();
    if (auto request = session_.take_camera_request())
        camera_move_ = CameraMove{request->to, request->start_time, view_.camera};
    if (ui_.fit_scene) {
        view_.camera = initial_camera(view_, run.scene());
        camera_move_ = last_camera_move(view_, run);
    }
    if (camera_move_) {
        view_.camera = camera_move_->at(view_, run);
        if (!camera_move_->is_active(run.time())) camera_move_.reset();
    }
    if (ui_.fit_scene || ui_.fit_all) own_camera_.reset();
    const Camera scripted = view_.camera;
    if (ui_.fit_all) view_.camera = home_camera(view_, run.scene(), run.world());
    const Camera fitted = view_.camera;
    if (ui_.fit_selection) {
        if (const auto body = run.world().find(session_.selection().body)) {
            const float reach = std::max(body->mass().max_extent, 0.1f);
            view_.camera = fit_to_box(view_, fattened({body->center(), body->center()}, 2.0f * reach));
        }
    }
    ui_.fit_scene = false;
    ui_.fit_all = false;
    ui_.fit_selection = false;
    if (effects_.zoom != 1.0f) {
        const Viewport& area = view_.viewport;
        const Camera zoomed = zoomed_at(view_, {area.x + 0.5f * area.width, area.y + 0.5f * area.height},
                                        static_cast<double>(effects_.zoom));
        if (zoomed.scale == view_.camera.scale) show_refusal(ui_, "This is the limit of the zoom.");
        view_.camera = zoomed;
    }
    move_with_mouse(context);
    // A camera move by the user ends a scripted move.
    if (view_.camera != scripted) camera_move_.reset();
    if (view_.camera != fitted && shows_opening_body(view_, run.scene())) own_camera_ = view_.camera;
}

}  // namespace toibox::app
