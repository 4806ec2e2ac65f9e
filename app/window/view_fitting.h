// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/run.h"

#include "app/render/camera.h"

#include <optional>

namespace toibox::app {

/// Bounds of all moving bodies and of the parts of static bodies near them; without moving bodies, of all
/// static bodies. nullopt if there are no shapes.
std::optional<Aabb> world_bounds(const World& world);
/// Bounds of all dynamic and kinematic bodies; nullopt if none of them has a shape.
std::optional<Aabb> moving_bounds(const World& world);

/// The camera that shows a part of the world. Requires: shown.height > 0.
Camera camera_of(const View& view, const scene::View& shown);
/// The camera with which a scene opens: the `view` of the scene, or else a camera fitted to the bodies that
/// the scene starts with. Independent of the state of a run, so that the camera of a movie stands still.
Camera initial_camera(const View& view, const scene::Scene& scene);
/// The camera of the Home key: the initial camera if it shows all moving bodies. If not, a camera that shows
/// all moving bodies and the static bodies that the initial camera shows; if the view already has that
/// camera, the initial camera.
Camera home_camera(const View& view, const scene::Scene& scene, const World& world);
/// A camera that also shows the other starts from which bodies come to different poses: back by up to their
/// motion in one step.
Camera camera_of_starts(const View& view, const scene::Scene& scene);
/// Whether the view shows at least one of the bodies that the scene starts with. Only such a camera is useful
/// when the scene is opened again.
bool shows_opening_body(const View& view, const scene::Scene& scene);

/// A camera move by the scene's script.
struct CameraMove {
    scene::action::Camera to;
    double start_time = 0.0;  ///< Simulation time at the start of the move, seconds.
    Camera from;

    /// Whether the move is still in progress at `time`. A move that follows a body never ends.
    [[nodiscard]] bool is_active(double time) const;
    /// The camera at the current time of the run. The move eases in and out; its target may be a moving body.
    [[nodiscard]] Camera at(const View& view, const scene::Run& run) const;
};

/// A move of the camera by a command of the user: 250 ms, quick at first.
struct CameraGlide {
    Camera from;
    Camera to;
    double elapsed = 0.0;  ///< Real seconds since its start.

    [[nodiscard]] bool is_active() const;
    [[nodiscard]] Camera camera() const;
};

/// The last camera move of the script up to the current step; nullopt if there was none.
std::optional<CameraMove> last_camera_move(const View& view, const scene::Run& run);
/// The camera after all camera moves of the script up to the current step, starting from the initial camera.
/// Depends only on the current state of the run.
Camera scripted_camera(const View& view, const scene::Run& run);

}  // namespace toibox::app
