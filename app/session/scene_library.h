// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace toibox::app {

/// One entry of the scene list.
struct SceneListing {
    std::string path;
    std::string chapter;  ///< Name of the folder.
    std::string name;     ///< File name without ".toi.json": "03-bullet".
    std::string title;
    std::string goal;    ///< One sentence, without Markdown marks, as the lesson.
    std::string lesson;  ///< All texts of the lesson, for searching.
    std::vector<std::string> tags = {};
    std::string course = {};  ///< Title of the first course with a page of the scene; empty: none.
    std::size_t variant_count = 0;
    std::size_t lesson_pages = 0;
    bool has_errors = false;  ///< Opening the file shows them.
};

/// The number by which lessons refer to a scene: "3" for "03-bullet", "44a" for "44a-pyramid"; empty if the
/// name does not start with a digit.
std::string lesson_number(const SceneListing& scene);

/// Absolute, normalised path: the same file always has the same path.
std::string full_path(const std::string& path);

/// Whether the path names a scene file that exists.
bool is_scene_file(const std::string& path);
/// The entry of one scene file. Requires: is_scene_file().
SceneListing scene_listing(const std::string& path);

/// All scenes below `folder`, sorted by chapter and name. A missing folder gives an empty list.
std::vector<SceneListing> list_scenes(const std::string& folder);

/// Whether title, name, chapter, goal, tags and lesson of a scene together contain every word of `query`.
/// Ignores the case of ASCII letters.
bool matches(const SceneListing& scene, const std::string& query);
/// The scenes that match the query.
std::vector<SceneListing> matching_scenes(const std::vector<SceneListing>& scenes, const std::string& query);

/// Path of the scene to open by default: 03-bullet, else the first scene. Empty if there are no scenes.
std::string default_scene_path(const std::vector<SceneListing>& scenes);

/// Folder of the scenes: $TOIBOX_SCENES, else share/toibox/scenes of the installation, else the folder in the
/// source tree. `program_path`: argv[0].
std::string scenes_folder(const std::string& program_path);

}  // namespace toibox::app
