// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace toibox::app {

/// How a page was answered.
enum class PageResult : std::uint8_t { Skipped, Wrong, Right };

/// The answers so far, kept between runs of the program. Keys as of page_key().
using LessonProgress = std::map<std::string, PageResult, std::less<>>;
/// "03-bullet#sampled-poses": the name of the scene's file without folder and extension, and the page.
std::string page_key(const std::string& scene_path, const std::string& page_id);
/// As one line of text: "03-bullet#sampled-poses=right,…". What cannot be read is left out.
std::string to_text(const LessonProgress& progress);
LessonProgress parse_progress(const std::string& text);

}  // namespace toibox::app
