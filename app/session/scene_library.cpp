// SPDX-License-Identifier: MIT
#include "app/session/scene_library.h"

#include "toibox/scene/document.h"

#include "app/text/markdown.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <tuple>

namespace toibox::app {

namespace {

constexpr const char* scene_extension = ".toi.json";

std::string to_lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

SceneListing make_listing(const std::filesystem::path& path) {
    SceneListing entry{.path = path.string(),
                       .chapter = path.parent_path().filename().string(),
                       .name = path.filename().string(),
                       .title = {},
                       .goal = {},
                       .lesson = {}};
    entry.name.resize(entry.name.size() - std::string(scene_extension).size());
    entry.title = entry.name;
    const auto document = scene::Document::load(entry.path);
    const auto resolved =
        document ? document->resolve() : Result<scene::Scene, scene::Diagnostics>(Err{scene::Diagnostics{}});
    entry.has_errors = !resolved;
    if (resolved) {
        if (!resolved->title.empty()) entry.title = resolved->title;
        entry.goal = plain_text(resolved->goal);
        for (const scene::Page& page : resolved->lesson)
            entry.lesson += plain_text(page.text) + " " + plain_text(page.ask) + " ";
    }
    return entry;
}

}  // namespace

std::string lesson_number(const SceneListing& scene) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::string prefix = scene.name.substr(0, scene.name.find('-'));
    if (prefix.empty() || !is_digit(prefix.front())) return {};
    std::size_t first = 0;
    while (prefix[first] == '0' && first + 1 < prefix.size() && is_digit(prefix[first + 1]))
        ++first;
    return prefix.substr(first);
}

std::string full_path(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::vector<SceneListing> list_scenes(const std::string& folder) {
    std::vector<SceneListing> scenes;
    std::error_code error;
    for (auto it = std::filesystem::recursive_directory_iterator(full_path(folder), error);
         !error && it != std::filesystem::recursive_directory_iterator(); it.increment(error)) {
        if (it->path().string().ends_with(scene_extension)) scenes.push_back(make_listing(it->path()));
    }
    std::ranges::sort(scenes, {}, [](const SceneListing& s) { return std::tie(s.chapter, s.name); });
    return scenes;
}

std::vector<SceneListing> matching_scenes(const std::vector<SceneListing>& scenes, const std::string& query) {
    std::vector<SceneListing> found;
    for (const SceneListing& scene : scenes) {
        const std::string text = to_lower(scene.title + " " + scene.name + " " + scene.chapter + " " +
                                          scene.goal + " " + scene.lesson);
        std::istringstream words(to_lower(query));
        std::string word;
        bool matches = true;
        while (words >> word)
            matches = matches && text.find(word) != std::string::npos;
        if (matches) found.push_back(scene);
    }
    return found;
}

std::string default_scene_path(const std::vector<SceneListing>& scenes) {
    const auto bullet = std::ranges::find(scenes, "03-bullet", &SceneListing::name);
    if (bullet != scenes.end()) return bullet->path;
    return scenes.empty() ? std::string() : scenes.front().path;
}

std::string scenes_folder(const std::string& program_path) {
    if (const char* folder = std::getenv("TOIBOX_SCENES"); folder != nullptr && *folder != '\0')
        return folder;
    const auto installed =
        std::filesystem::path(program_path).parent_path().parent_path() / "share/toibox/scenes";
    std::error_code error;
    if (std::filesystem::is_directory(installed, error)) return installed.string();
    return TOIBOX_SOURCE_SCENES;
}

}  // namespace toibox::app
