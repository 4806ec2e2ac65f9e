// SPDX-License-Identifier: MIT
#pragma once

#include "app/studies/crowd/crowd.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace toibox::test {

/// The setup of a sweep that the scene names. Throws if the scene has no such variant or sweep.
inline app::CrowdSetup crowd_setup(const scene::Document& document, const std::string& variant,
                                   const std::string& sweep,
                                   std::vector<scene::Document::Override> overrides = {}) {
    const auto scene = document.resolve(variant, overrides);
    if (!scene) throw std::runtime_error(scene::format(scene.error()));
    const auto entry = std::ranges::find(scene->sweeps, sweep, &scene::ParameterSweepEntry::name);
    if (entry == scene->sweeps.end()) throw std::runtime_error("no sweep " + sweep);
    return {.variant = variant, .overrides = std::move(overrides), .sweep = *entry};
}

}  // namespace toibox::test
