// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// How a broad phase works and what its weaknesses are.
struct BroadPhaseDescription {
    std::string_view text;
    std::string_view source;
};
const BroadPhaseDescription& broad_phase_description(BroadPhaseKind kind);

/// A property of the data structure after the last search: "cells in use", "34".
struct BroadPhaseFact {
    std::string_view name;
    std::string value;
};
/// Empty for a broad phase without a data structure.
std::vector<BroadPhaseFact> broad_phase_facts(const World& world);

}  // namespace toibox::app
