// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::scene {

/// A number that claims can read of a run, as Run::quantity() does.
struct ListedQuantity {
    std::string name;          ///< "ball.x"
    std::string_view unit;     ///< "m"; empty for numbers of things.
    std::string_view meaning;  ///< "position of its origin along x"
};

/// The quantities of the world, the counters, and those of the bodies and joints that the scene names.
/// Queries, probes and pairs of bodies are not listed.
[[nodiscard]] std::vector<ListedQuantity> list_quantities(const Scene& scene);

}  // namespace toibox::scene
