// SPDX-License-Identifier: MIT
#include "app/window/world_mouse.h"

#include <cmath>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr double world_zoom_per_notch = 1.15;
constexpr int pan_buttons[] = {ImGuiMouseButton_Right, ImGuiMouseButton_Middle};

}  // namespace

void WorldMouse::update(Session& session, View& view, bool over_world, float wheel) {
    const ImGuiIO& io = ImGui::GetIO();
    const Vec2 at{io.MousePos.x, io.MousePos.y};
    const Viewport& area = view.viewport;
    inside_ = over_world && at.x >= area.x && at.y >= area.y && at.x < area.x + area.width &&
              at.y < area.y + area.height;
    world_ = narrow(view.to_world(at));

    if (inside_ && wheel != 0.0f)
        view.camera = zoomed_at(view, at, std::pow(world_zoom_per_notch, static_cast<double>(wheel)));
    for (const int button : pan_buttons) {
        if (inside_ && ImGui::IsMouseClicked(button)) panning_ = true;
    }
    if (panning_) view.camera = panned(view, {io.MouseDelta.x, io.MouseDelta.y});
    if (!ImGui::IsMouseDown(pan_buttons[0]) && !ImGui::IsMouseDown(pan_buttons[1])) panning_ = false;

    if (inside_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        session.select_at(world_);
        session.grab(world_);
    }
    if (session.dragging()) {
        if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
            session.drag(world_);
        } else {
            session.release();
        }
    }
}

}  // namespace toibox::app
