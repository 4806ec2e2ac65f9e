// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/assert.h"

#include "app/bench/scene.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::testing_support {

/// How far golden hashes of benchmark scenes look: far enough for each to have what it is there for
/// (contacts, pairs that come and go, motors, bodies that are made and destroyed), and as far as a build
/// without optimisation gets in seconds.
inline constexpr int bench_golden_steps = 60;

/// The ten scenes that other engines are compared on.
inline std::vector<const bench::Scene*> large_bench_scenes() {
    std::vector<const bench::Scene*> large;
    for (const char* const name : {"compounds", "joint_grid", "junkyard", "large_pyramid", "many_pyramids",
                                   "rain", "smash", "spinner", "tumbler", "washer"}) {
        large.push_back(bench::find_scene(name));
        TOIBOX_ASSERT(large.back() != nullptr);
    }
    return large;
}

/// Its name in golden_hashes.txt.
inline std::string bench_label(const bench::Scene& scene) {
    return "bench/" + std::string(scene.name);
}

/// The name of a test of a scene: "LargePyramid".
inline std::string bench_name(const testing::TestParamInfo<const bench::Scene*>& info) {
    std::string name;
    bool begins = true;
    for (const char c : info.param->name) {
        if (c != '_') name += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        begins = c == '_';
    }
    return name;
}

}  // namespace toibox::testing_support
