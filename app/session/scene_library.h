// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace toibox::app {

/// One entry of the scene list.
struct SceneListing {
    std::string path;
    std::string chapter;  ///< Name of the folder.
    std::string name;     ///< File name without ".toi.json": "03-bullet".
    std::string title;
    std::string goal;         ///< One sentence, without Markdown marks, as the lesson.
    std::string lesson;       ///< All texts of the lesson, for searching.
    bool has_errors = false;  ///< Opening the file shows them.
};

/// The number by which lessons refer to a scene: "3" for "03-bullet", "44a" for "44a-pyramid"; empty if the
/// name does not start with a digit.
std::string lesson_number(const SceneListing& scene);

/// Absolute, normalised path: the same file always has the same path.
std::string full_path(const std::string& path);

/// All scenes below `folder`, sorted by chapter and name. A missing folder gives an empty list.
std::vector<SceneListing> list_scenes(const std::string& folder);

/// The scenes whose title, name, chapter, goal and lesson together contain every word of `query`. Ignores the
/// case of ASCII letters.
std::vector<SceneListing> matching_scenes(const std::vector<SceneListing>& scenes, const std::string& query);

/// Path of the scene to open by default: 03-bullet, else the first scene. Empty if there are no scenes.
std::string default_scene_path(const std::vector<SceneListing>& scenes);

/// Folder of the scenes: $TOIBOX_SCENES, else share/toibox/scenes of the installation, else the folder in the
/// source tree. `program_path`: argv[0].
std::string scenes_folder(const std::string& program_path);

}  // namespace toibox::app
