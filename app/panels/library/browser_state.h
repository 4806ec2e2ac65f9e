// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/course.h"

#include "app/panels/library/claim_board.h"
#include "app/panels/library/lesson_progress.h"
#include "app/session/scene_library.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace toibox::app {

/// The picture of a scene, as names of OpenGL textures.
struct ScenePicture {
    std::uint32_t card = 0;
    std::uint32_t detail = 0;
};

/// Sizes of the pictures on cards and beside them, points.
struct PictureSize {
    float width = 0.0f;
    float height = 0.0f;
};
struct PictureSizes {
    PictureSize card;
    PictureSize detail;
};

/// State of the scene browser.
struct BrowserState {
    bool is_open = false;
    bool opens = true;  ///< Request: read what may have changed, and choose the open scene.

    // Saved between runs.
    LessonProgress progress;
    std::vector<std::string> opened;  ///< Scene files that were opened, the last one first.

    // Set at the start.
    std::string folder;  ///< Of the bundled scenes: absolute, normalised.
    scene::Courses courses;
    ClaimBoard claims;

    std::size_t shelf = 0;          ///< Index into shelves_of().
    std::string text;               ///< Searched.
    std::string tag;                ///< Only scenes with this tag; empty: all.
    std::string chosen;             ///< Key of the chosen entry.
    std::vector<SceneListing> own;  ///< Opened scenes outside `folder`.
    bool takes_keyboard = false;    ///< Request: the search field gets the keyboard.
    bool scrolls_to_chosen = false;
    /// Keys of the entries as they are laid out, row by row.
    std::vector<std::vector<std::string>> rows;

    std::map<std::string, ScenePicture> pictures;  ///< By path; filled by the window.
    std::vector<std::string> wanted;               ///< Paths of the shown scenes, for pictures.
    PictureSizes picture_sizes;
};

}  // namespace toibox::app
