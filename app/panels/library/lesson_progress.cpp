// SPDX-License-Identifier: MIT
#include "app/panels/library/lesson_progress.h"

#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace toibox::app {

namespace {

constexpr std::array<std::string_view, 3> result_names{"skipped", "wrong", "right"};  // as PageResult

}  // namespace

std::string page_key(const std::string& scene_path, const std::string& page_id) {
    const std::string name = std::filesystem::path(scene_path).filename().string();
    return name.substr(0, name.find('.')) + "#" + page_id;
}

std::string to_text(const LessonProgress& progress) {
    std::string text;
    for (const auto& [key, result] : progress) {
        if (!text.empty()) text += ",";
        text += key + "=" + std::string(result_names[static_cast<std::size_t>(result)]);
    }
    return text;
}

LessonProgress parse_progress(const std::string& text) {
    LessonProgress progress;
    std::istringstream entries(text);
    for (std::string entry; std::getline(entries, entry, ',');) {
        const std::size_t split = entry.find('=');
        if (split == std::string::npos || split == 0) continue;
        for (std::size_t i = 0; i < result_names.size(); ++i) {
            if (entry.substr(split + 1) == result_names[i])
                progress[entry.substr(0, split)] = static_cast<PageResult>(i);
        }
    }
    return progress;
}

}  // namespace toibox::app
