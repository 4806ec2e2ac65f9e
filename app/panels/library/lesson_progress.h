// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace toibox::app {

/// How a page was answered, the best result last. Pages that are only read count as right.
enum class PageResult : std::uint8_t { Skipped, Wrong, Right };

/// The answers so far, kept between runs of the program. Keys as of page_key().
using LessonProgress = std::map<std::string, PageResult, std::less<>>;
/// "continuous/03-bullet.toi.json#sampled-poses", as CoursePage::key(): the path of the scene within
/// `folder`, and the page. A scene outside `folder` has its full path.
std::string page_key(const std::string& folder, const std::string& scene_path, const std::string& page_id);
/// A line for each page: "right continuous/03-bullet.toi.json#sampled-poses". What cannot be read is left
/// out.
std::string to_text(const LessonProgress& progress);
LessonProgress parse_progress(const std::string& text);

}  // namespace toibox::app
