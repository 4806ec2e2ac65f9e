// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/library/browser_state.h"
#include "app/render/icons.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// A course or a collection, at the left of the browser.
struct Shelf {
    enum class Kind : std::uint8_t { Course, Show, Recent, Own, All };
    Kind kind = Kind::Course;
    Icon icon = Icon::Book;
    std::string title;
    std::string detail;  ///< "20 pages · 90 min"; empty for collections.
    std::string count;   ///< "4 done" for a course; the number of scenes of a collection.
    const scene::Course* course = nullptr;
};

/// A card: a page of a course, or a scene.
struct BrowserEntry {
    std::string key;  ///< Of the page, or the path of the scene.
    const SceneListing* scene = nullptr;
    const scene::CoursePage* page = nullptr;  ///< Null in a collection.
    std::string number;                       ///< Within the course, or of the scene.
    int part = 0;                             ///< Number of the page among those of its scene in the course.
    int parts = 0;

    /// What UI scripts call it: the id of the page, or the name of the scene.
    [[nodiscard]] const std::string& name() const { return page != nullptr ? page->page : scene->name; }
};

/// A chapter of a course, or a part of a collection.
struct BrowserGroup {
    std::string title;
    int minutes = 0;  ///< 0: not shown.
    std::vector<BrowserEntry> entries;
};

/// All courses, then the collections. Pointers refer to `browser`.
std::vector<Shelf> shelves_of(const BrowserState& browser, const std::vector<SceneListing>& scenes);
/// What the middle shows: the entries of the chosen shelf that match text and tag; while text is searched,
/// also the matching scenes that are elsewhere. Empty groups are left out. Pointers refer to the arguments.
std::vector<BrowserGroup> browser_groups(const BrowserState& browser,
                                         const std::vector<SceneListing>& scenes);
/// The tags of the scenes of the chosen shelf, the most frequent first.
std::vector<std::string> tags_of_shelf(const BrowserState& browser, const std::vector<SceneListing>& scenes);
/// The entry with the key; nullopt if it is not shown.
std::optional<BrowserEntry> find_entry(std::span<const BrowserGroup> groups, std::string_view key);

/// The scene of a page; null if there is no such file.
const SceneListing* scene_of(const BrowserState& browser, const std::vector<SceneListing>& scenes,
                             const scene::CoursePage& page);
/// Number of a page within its course, "8"; empty if no course has it.
std::string page_number(const scene::Courses& courses, std::string_view key);
/// Whether the user has seen the reveal of the page.
bool is_done(const BrowserState& browser, const scene::CoursePage& page);

/// Puts the scenes into the order of the courses, then by chapter and name.
void order_by_course(std::vector<SceneListing>& scenes, const BrowserState& browser);
/// Puts the path at the front of the opened scenes.
void remember_opened(BrowserState& browser, const std::string& path);
/// Moves the choice among the rows. Chooses the first entry if none is chosen.
void move_choice(BrowserState& browser, int columns, int rows);

}  // namespace toibox::app
