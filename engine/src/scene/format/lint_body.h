// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/math/transform.h"
#include "toibox/scene/scene.h"

#include <cstddef>
#include <vector>

namespace toibox::scene {

/// A body with the derived values that lints use.
struct LintBody {
    const BodyEntry* entry = nullptr;
    std::size_t index = 0;
    Transform transform;
    Aabb box;                ///< Of all shapes except sensors, world.
    double thickness = 0.0;  ///< Twice the largest inner radius of the shapes except sensors, metres.
    double mass = 0.0;
    bool has_box = false;
};

/// All bodies of the scene, in order. Cost: O(shapes).
std::vector<LintBody> lint_bodies(const Scene& scene);

}  // namespace toibox::scene
