// SPDX-License-Identifier: MIT
#pragma once

#include "app/render/camera.h"
#include "app/session/session.h"

namespace toibox::app {

/// The mouse over the world: the left button selects and drags bodies, the right or middle button pans, the
/// wheel zooms at the cursor. Keeps the state of a drag between frames.
class WorldMouse {
public:
    /// `over_world`: the mouse is not captured by a panel. `wheel`: notches.
    void update(Session& session, View& view, bool over_world, float wheel);
    [[nodiscard]] bool inside() const { return inside_; }
    [[nodiscard]] Vec2 world() const { return world_; }

private:
    bool panning_ = false;
    bool inside_ = false;
    Vec2 world_;
};

}  // namespace toibox::app
