// SPDX-License-Identifier: MIT
#include "app/window/world_mouse.h"

#include <cmath>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr double world_zoom_per_notch = 1.15;
constexpr int pan_buttons[] = {ImGuiMouseButton_Right, ImGuiMouseButton_Middle};

}  // namespace

void WorldMouse::update_view(View& view, bool is_mouse_free, float wheel) {
    const ImGuiIO& io = ImGui::GetIO();
    const Vec2 at{io.MousePos.x, io.MousePos.y};
    const Viewport& area = view.viewport;
    is_over_world_ = is_mouse_free && at.x >= area.x && at.y >= area.y && at.x < area.x + area.width &&
                     at.y < area.y + area.height;
    position_world_ = narrow(view.to_world(at));

    if (is_over_world_ && wheel != 0.0f)
        view.camera = zoomed_at(view, at, std::pow(world_zoom_per_notch, static_cast<double>(wheel)));
    for (const int button : pan_buttons) {
        if (is_over_world_ && ImGui::IsMouseClicked(button)) is_panning_ = true;
    }
    if (is_panning_) view.camera = panned(view, {io.MouseDelta.x, io.MouseDelta.y});
    if (!ImGui::IsMouseDown(pan_buttons[0]) && !ImGui::IsMouseDown(pan_buttons[1])) is_panning_ = false;
}

void WorldMouse::update(Comparison& comparison, std::size_t pane, View& view, bool is_mouse_free,
                        float wheel) {
    update_view(view, is_mouse_free, wheel);
    Session& session = comparison.pane(0);
    if (is_over_world_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        comparison.grab(pane, position_world_);
    }
    if (session.is_dragging()) {
        if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
            session.drag(position_world_);
        } else {
            session.release();
        }
    }
}

}  // namespace toibox::app
