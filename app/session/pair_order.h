// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/world.h"

#include <utility>

namespace toibox::app {

// Which of two shapes is A and which is B. Lists, pictures, plots and tables all follow this one rule, so
// that a pair has the same colours everywhere (A blue, B orange), whatever order the engine uses internally.

using ShapeHandles = std::pair<ShapeHandle, ShapeHandle>;

/// A and B of a pair of shapes of a world. A belongs to the body that moves more freely: dynamic before
/// kinematic before static. Of two equal bodies, A is the shape that was created first, which is the order in
/// the scene.
ShapeHandles ordered_pair(const World& world, ShapeHandle first, ShapeHandle second);
/// The same for two bodies, by their first shapes.
std::pair<BodyHandle, BodyHandle> ordered_pair(const World& world, BodyHandle first, BodyHandle second);

/// For two motions without bodies, such as a query of a scene: true if the second shape is A, because only
/// the second moves.
bool is_second_a(const Sweep& first, const Sweep& second);

}  // namespace toibox::app
