// SPDX-License-Identifier: MIT
#pragma once

#include "app/render/camera.h"
#include "app/session/comparison/comparison.h"

namespace toibox::app {

/// The mouse over the world: the left button selects and drags bodies, the right or middle button pans, the
/// wheel zooms at the cursor. Remembers between frames whether the view is being panned.
class WorldMouse {
public:
    struct Input {
        bool is_free = true;   ///< No panel captures the mouse.
        bool may_grab = true;  ///< Bodies can be selected and dragged.
        float wheel = 0.0f;    ///< Notches.
    };
    /// Call once per frame. `pane`: the pane that `view` shows.
    void update(Comparison& comparison, std::size_t pane, View& view, const Input& input);
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
