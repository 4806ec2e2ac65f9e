// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::testing_support {

/// A scene file and one of its variants: the parameter of tests that run whole scenes.
struct SceneCase {
    std::string path;
    std::string name;     ///< "continuous/03-bullet"
    std::string variant;  ///< Empty for the base scene.
};

/// Every variant of every scene file below `folder`, sorted by path; a file that does not load throws.
inline std::vector<SceneCase> scene_cases(const std::string& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().string().ends_with(".toi.json")) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::vector<SceneCase> cases;
    for (const auto& path : paths) {
        const auto document = scene::Document::load(path.string());
        if (!document) throw std::runtime_error(scene::format(document.error()));
        const std::string file = path.filename().string();
        const std::string name =
            path.parent_path().filename().string() + "/" + file.substr(0, file.find('.'));
        cases.push_back({path.string(), name, {}});
        for (const auto& variant : document->variants())
            cases.push_back({path.string(), name, variant.name});
    }
    return cases;
}

/// A run of the scene in its initial state; throws if the scene does not load.
inline scene::Run start(const SceneCase& scene_case) {
    const auto document = scene::Document::load(scene_case.path);
    if (!document) throw std::runtime_error(scene::format(document.error()));
    auto resolved = document->resolve(scene_case.variant);
    if (!resolved) throw std::runtime_error(scene::format(resolved.error()));
    auto run = scene::Run::start(std::move(resolved).value());
    if (!run) throw std::runtime_error(scene::format(run.error()));
    return std::move(run).value();
}

/// The label of a scene in one of its variants: "continuous/03-bullet:toi".
inline std::string label(const SceneCase& scene_case) {
    return scene_case.name + ":" + (scene_case.variant.empty() ? "base" : scene_case.variant);
}

/// A run of the scene below `folder` with this label, in its initial state; throws if there is no such scene.
inline scene::Run start_labelled(const std::string& folder, std::string_view wanted_label) {
    const std::vector<SceneCase> cases = scene_cases(folder);
    const auto found = std::ranges::find(cases, wanted_label, label);
    if (found == cases.end()) throw std::runtime_error("there is no scene " + std::string(wanted_label));
    return start(*found);
}

inline void PrintTo(const SceneCase& scene_case, std::ostream* os) {
    *os << label(scene_case);
}

/// A test name for a scene, with only the characters that GoogleTest accepts: "Continuous03BulletToi".
inline std::string test_name(const testing::TestParamInfo<SceneCase>& info) {
    std::string name;
    bool starts_word = true;
    for (const char c : label(info.param)) {
        const bool is_lower = c >= 'a' && c <= 'z';
        if (is_lower || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
            name += starts_word && is_lower ? static_cast<char>(c - 'a' + 'A') : c;
            starts_word = false;
        } else {
            starts_word = true;
        }
    }
    return name;
}

}  // namespace toibox::testing_support
