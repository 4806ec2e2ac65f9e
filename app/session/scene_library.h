// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace toibox::app {

/// One scene file as the browser lists it.
struct SceneListing {
    std::string path;
    std::string chapter;  ///< Folder.
    std::string name;     ///< File name without its endings: "03-bullet".
    std::string title;
    std::string goal;     ///< One sentence.
    bool broken = false;  ///< Does not load; opening it shows why.
};

/// Its number in the course, as texts refer to it: "3" of "03-bullet", "44a" of "44a-pyramid"; empty if the
/// name does not begin with one.
std::string lesson_number(const SceneListing& scene);

/// How paths of scenes are written, so that the same file has the same name wherever it came from.
std::string full_path(const std::string& path);

/// All scenes below `folder`, sorted by chapter and name. A missing folder gives an empty list.
std::vector<SceneListing> list_scenes(const std::string& folder);

/// Those whose title, name, chapter or goal contain every word of `query` (case of ASCII letters ignored).
std::vector<SceneListing> matching_scenes(const std::vector<SceneListing>& scenes, const std::string& query);

/// The scene that a first run opens: the bullet, or any. Empty if there is none.
std::string first_scene_path(const std::vector<SceneListing>& scenes);

/// Where the scenes are: $TOIBOX_SCENES, or share/toibox/scenes beside the installed program, or the source
/// tree's.
std::string scenes_folder(const std::string& program_path);

}  // namespace toibox::app
