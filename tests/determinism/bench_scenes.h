// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/assert.h"

#include "app/bench/scene.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::testing_support {

/// Steps before the golden hash of a benchmark scene: enough for each scene to show its features (contacts,
/// changing pairs, motors, created and destroyed bodies), and few enough for a build without optimisation.
inline constexpr int bench_golden_steps = 60;

/// The ten scenes on which engines are compared.
inline std::vector<const bench::Scene*> large_bench_scenes() {
    std::vector<const bench::Scene*> scenes;
    for (const char* const name : {"compounds", "joint_grid", "junkyard", "large_pyramid", "many_pyramids",
                                   "rain", "smash", "spinner", "tumbler", "washer"}) {
        scenes.push_back(bench::find_scene(name));
        TOIBOX_ASSERT(scenes.back() != nullptr);
    }
    return scenes;
}

/// The name of a scene in golden_hashes.txt.
inline std::string bench_label(const bench::Scene& scene) {
    return "bench/" + std::string(scene.name);
}

/// The test name of a scene: "LargePyramid".
inline std::string bench_name(const testing::TestParamInfo<const bench::Scene*>& info) {
    std::string name;
    bool starts_word = true;
    for (const char c : info.param->name) {
        if (c != '_') name += starts_word && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        starts_word = c == '_';
    }
    return name;
}

}  // namespace toibox::testing_support
