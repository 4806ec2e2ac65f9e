// SPDX-License-Identifier: MIT
#pragma once

#include "app/render/camera.h"
#include "app/session/comparison/comparison.h"

namespace toibox::app {

/// The mouse over the world: the left button selects and drags bodies, the right or middle button pans, the
/// wheel zooms at the cursor. Remembers between frames whether the view is being panned.
class WorldMouse {
public:
    /// Call once per frame. `pane`: the pane that `view` shows. `is_mouse_free`: no panel captures the mouse.
    /// `wheel`: notches.
    void update(Comparison& comparison, std::size_t pane, View& view, bool is_mouse_free, float wheel);
    /// The same for a picture whose bodies cannot be dragged.
    void update_view(View& view, bool is_mouse_free, float wheel);
    /// Whether the view is being panned.
    [[nodiscard]] bool is_panning() const { return is_panning_; }
    /// Whether the mouse is over the world view.
    [[nodiscard]] bool is_over_world() const { return is_over_world_; }
    /// Position of the mouse in the world, metres.
    [[nodiscard]] Vec2 position_world() const { return position_world_; }

private:
    bool is_panning_ = false;
    bool is_over_world_ = false;
    Vec2 position_world_;
};

}  // namespace toibox::app
