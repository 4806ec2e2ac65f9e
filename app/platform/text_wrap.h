// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace toibox::app {

/// The text with line breaks between words, so that it is at most `width` points wide in the current font. A
/// longer word has a line of its own. ImGui's own wrapping also breaks after punctuation, within "0.05".
std::string with_line_breaks(std::string_view text, float width);

}  // namespace toibox::app
