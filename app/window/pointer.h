// SPDX-License-Identifier: MIT
#pragma once

#include "app/render/camera.h"
#include "app/session/session.h"

namespace toibox::app {

/// The mouse over the world: left pulls a body by a spring while playing and selects, right or middle pans,
/// the wheel zooms at the cursor. Lives from frame to frame, because a drag does.
class WorldMouse {
public:
    /// `over_world`: no panel has the mouse. `wheel`: notches.
    void update(Session& session, View& view, bool over_world, float wheel);
    [[nodiscard]] bool inside() const { return inside_; }
    [[nodiscard]] Vec2 world() const { return world_; }

private:
    bool panning_ = false;
    bool inside_ = false;
    Vec2 world_;
};

}  // namespace toibox::app
