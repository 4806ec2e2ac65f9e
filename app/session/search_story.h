// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// A pair search in words: how it works, what it is bad at, and who says so.
struct BroadPhaseDescription {
    std::string_view text;
    std::string_view source;
};
const BroadPhaseDescription& broad_phase_description(BroadPhaseKind kind);

/// A line about the structure as the last search left it: "cells in use", "34".
struct BroadPhaseFact {
    std::string_view name;
    std::string value;
};
/// Empty where there is nothing to tell, or nothing was searched yet.
std::vector<BroadPhaseFact> broad_phase_facts(const World& world);

}  // namespace toibox::app
