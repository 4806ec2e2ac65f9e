// SPDX-License-Identifier: MIT
#include "app/session/scene_library.h"

#include "toibox/scene/document.h"

#include "app/text/markdown.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <tuple>
#include <utility>

namespace toibox::app {

namespace {

constexpr const char* scene_extension = ".toi.json";

std::string to_lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// A text in Markdown without marks and line breaks.
std::string one_line(const std::string& markdown) {
    std::string text = plain_text(markdown);
    std::ranges::replace(text, '\n', ' ');
    return text;
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

bool is_scene_file(const std::string& path) {
    std::error_code error;
    return path.ends_with(scene_extension) && std::filesystem::is_regular_file(path, error);
}

SceneListing scene_listing(const std::string& file) {
    const std::filesystem::path path(file);
    SceneListing entry{.path = file,
                       .chapter = path.parent_path().filename().string(),
                       .name = path.filename().string(),
                       .title = {},
                       .goal = {},
                       .lesson = {},
                       .tags = {}};
    entry.name.resize(entry.name.size() - std::string(scene_extension).size());
    entry.title = entry.name;
    const auto document = scene::Document::load(entry.path);
    const auto resolved =
        document ? document->resolve() : Result<scene::Scene, scene::Diagnostics>(Err{scene::Diagnostics{}});
    entry.has_errors = !resolved;
    if (resolved) {
        if (!resolved->title.empty()) entry.title = resolved->title;
        entry.goal = one_line(resolved->goal);
        for (const scene::Page& page : resolved->lesson)
            entry.lesson += one_line(page.text) + " " + one_line(page.ask) + " ";
        entry.tags = document->tags();
        entry.variant_count = resolved->variants.size();
        entry.lesson_pages = resolved->lesson.size();
    }
    return entry;
}

std::string full_path(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::vector<SceneListing> list_scenes(const std::string& folder) {
    std::vector<SceneListing> scenes;
    std::error_code error;
    for (auto it = std::filesystem::recursive_directory_iterator(full_path(folder), error);
         !error && it != std::filesystem::recursive_directory_iterator(); it.increment(error)) {
        if (it->path().string().ends_with(scene_extension))
            scenes.push_back(scene_listing(it->path().string()));
    }
    std::ranges::sort(scenes, {}, [](const SceneListing& s) { return std::tie(s.chapter, s.name); });
    return scenes;
}

bool matches(const SceneListing& scene, const std::string& query) {
    std::string text =
        scene.title + " " + scene.name + " " + scene.chapter + " " + scene.goal + " " + scene.lesson;
    for (const std::string& tag : scene.tags)
        text += " " + tag;
    text = to_lower(std::move(text));
    std::istringstream words(to_lower(query));
    std::string word;
    while (words >> word) {
        if (text.find(word) == std::string::npos) return false;
    }
    return true;
}

std::vector<SceneListing> matching_scenes(const std::vector<SceneListing>& scenes, const std::string& query) {
    std::vector<SceneListing> found;
    std::ranges::copy_if(scenes, std::back_inserter(found),
                         [&](const SceneListing& scene) { return matches(scene, query); });
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
