// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/scene.h"

#include "app/render/camera.h"

#include <optional>

namespace toibox::app {

/// The box round all bodies that move and the static ones near them; nothing for an empty world.
std::optional<Aabb> world_bounds(const World& world);
/// The box round the bodies that move, metres; nothing if none has a shape.
std::optional<Aabb> moving_bounds(const World& world);

/// Where the scene opens: as its `view` asks, else round its world.
Camera opening_camera(const View& view, const scene::Scene& scene, const World& world);
/// Where Home goes: the opening view if that holds every body that moves; else everything, and from there
/// back to the opening view.
Camera home_camera(const View& view, const scene::Scene& scene, const World& world);

}  // namespace toibox::app
