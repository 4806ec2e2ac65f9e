// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/diagnostic.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::scene {

/// A page of a course: a page of the lesson of a scene.
struct CoursePage {
    std::string scene;  ///< File, relative to the folder of the courses file.
    std::string page;   ///< Id of the page within the lesson of the scene.
    int minutes = 0;    ///< For reading, answering and watching.
    /// What the page teaches, in a few words. Gives its answer away: show it only for pages that are done.
    std::string idea;
    std::vector<std::string> needs;  ///< Keys of earlier pages that this one builds on.

    /// "continuous/03-bullet.toi.json#sampled-poses", unique within all courses.
    [[nodiscard]] std::string key() const { return scene + "#" + page; }
};

struct CourseChapter {
    std::string title;
    std::vector<CoursePage> pages;

    [[nodiscard]] int minutes() const;
};

struct Course {
    std::string id;
    std::string title;
    std::string subtitle;  ///< One sentence; may be empty.
    std::vector<CourseChapter> chapters;

    [[nodiscard]] int minutes() const;
    [[nodiscard]] std::size_t page_count() const;
};

/// The courses of a folder of scenes, in the order in which they are offered.
struct Courses {
    std::vector<Course> courses;

    /// The page with this key; null if there is none.
    [[nodiscard]] const CoursePage* find_page(std::string_view key) const;
};

/// Name of the file of the courses within the folder of the scenes.
inline constexpr std::string_view courses_file_name = "courses.json";

/// Reads a courses file. Error: the first 20 errors in file order. Does not look at the scenes.
Result<Courses, Diagnostics> load_courses(const std::string& path);
Result<Courses, Diagnostics> parse_courses(std::string_view text, std::string path = {});
/// The errors of a courses file, including scenes that cannot be opened.
Diagnostics lint_courses(const std::string& path);

}  // namespace toibox::scene
