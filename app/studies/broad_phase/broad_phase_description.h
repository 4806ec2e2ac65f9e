// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// How a broad phase works, what its weaknesses are, and who described it.
struct BroadPhaseDescription {
    std::string_view text;
    std::string_view source;
};
const BroadPhaseDescription& broad_phase_description(BroadPhaseKind kind);

/// A property of a broad phase's data structure after the last search, such as "cells in use" and "34".
struct BroadPhaseFact {
    std::string_view name;
    std::string value;
};
/// The properties of the world's broad phase. Empty for a broad phase without a data structure.
std::vector<BroadPhaseFact> broad_phase_facts(const World& world);

}  // namespace toibox::app
