// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/run.h"

#include "app/render/camera.h"

#include <optional>

namespace toibox::app {

/// The box round all bodies that move and the static ones near them; nothing for an empty world.
std::optional<Aabb> world_bounds(const World& world);
/// The box round the bodies that move, metres; nothing if none has a shape.
std::optional<Aabb> moving_bounds(const World& world);

/// Where the scene opens: as its `view` asks, else round its world.
Camera initial_camera(const View& view, const scene::Scene& scene, const World& world);
/// Where Home goes: the opening view if that holds every body that moves; else everything, and from there
/// back to the opening view.
Camera home_camera(const View& view, const scene::Scene& scene, const World& world);

/// A camera move of a script that is under way.
struct CameraMove {
    scene::action::Camera to;
    double since = 0.0;  ///< Seconds of the run.
    Camera from;

    /// Whether the view still has to be moved at a time: it glides, or follows a body.
    [[nodiscard]] bool is_active(double time) const;
    /// Where it is now: glided to the target, which may be a body on its way, in `for` seconds.
    [[nodiscard]] Camera at(const View& view, const scene::Run& run) const;
};

/// Where the script has turned the view by now: from the opening camera, through each move that has begun.
/// Depends on nothing but the run's present state.
Camera scripted_camera(const View& view, const scene::Run& run);

}  // namespace toibox::app
