// SPDX-License-Identifier: MIT
#include "app/panels/library/lesson_progress.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace toibox::app {

namespace {

constexpr std::array<std::string_view, 3> result_names{"skipped", "wrong", "right"};  // as PageResult

}  // namespace

std::string page_key(const std::string& folder, const std::string& scene_path, const std::string& page_id) {
    const std::filesystem::path path(scene_path);
    const std::filesystem::path inside = path.lexically_relative(folder);
    const bool is_inside = !folder.empty() && !inside.empty() && *inside.begin() != "..";
    return (is_inside ? inside : path).generic_string() + "#" + page_id;
}

std::string to_text(const LessonProgress& progress) {
    std::string text;
    for (const auto& [key, result] : progress)
        text += std::string(result_names[static_cast<std::size_t>(result)]) + " " + key + "\n";
    return text;
}

LessonProgress parse_progress(const std::string& text) {
    LessonProgress progress;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t split = line.find(' ');
        const auto name = std::ranges::find(result_names, std::string_view(line).substr(0, split));
        if (split == std::string::npos || split + 1 == line.size() || name == result_names.end()) continue;
        progress[line.substr(split + 1)] = static_cast<PageResult>(name - result_names.begin());
    }
    return progress;
}

}  // namespace toibox::app
