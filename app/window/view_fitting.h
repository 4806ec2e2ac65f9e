// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/run.h"

#include "app/render/camera.h"

#include <optional>

namespace toibox::app {

/// Bounds of all moving bodies and the static bodies near them; nothing for an empty world.
std::optional<Aabb> world_bounds(const World& world);
/// Bounds of all dynamic and kinematic bodies; nothing if there are none with shapes.
std::optional<Aabb> moving_bounds(const World& world);

/// The camera with which a scene opens: the scene's `view`, else fitted to the world.
Camera initial_camera(const View& view, const scene::Scene& scene, const World& world);
/// The camera of Home: the initial camera if it shows all moving bodies. Otherwise everything, and from there
/// the initial camera.
Camera home_camera(const View& view, const scene::Scene& scene, const World& world);

/// A camera move of the script in progress.
struct CameraMove {
    scene::action::Camera to;
    double since = 0.0;  ///< Simulation time of its start, seconds.
    Camera from;

    /// Whether the move is still in progress at `time`. A move that follows a body never ends.
    [[nodiscard]] bool is_active(double time) const;
    /// The camera at the run's current time: eases to the target, which may be a moving body.
    [[nodiscard]] Camera at(const View& view, const scene::Run& run) const;
};

/// The camera after all of the script's moves so far, starting from the initial camera. Depends only on the
/// current state of the run.
Camera scripted_camera(const View& view, const scene::Run& run);

}  // namespace toibox::app
