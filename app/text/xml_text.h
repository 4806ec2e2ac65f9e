// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/utf8.h"

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace toibox::app {

/// The character at the front of a text of XML, `length` bytes, as XML 1.0 has it.
inline std::string xml_character(std::string_view text, std::size_t length) {
    const std::string_view letter = text.substr(0, length);
    const char c = letter.front();
    if (c == '&') return "&amp;";
    if (c == '<') return "&lt;";
    if (c == '>') return "&gt;";
    if (c == '"') return "&quot;";
    if (c == '\'') return "&apos;";
    if (c == '\n' || c == '\r' || c == '\t') return fmt::format("&#{};", static_cast<int>(c));
    const bool is_forbidden =
        static_cast<unsigned char>(c) < 0x20 || letter == "\xEF\xBF\xBE" || letter == "\xEF\xBF\xBF";
    return std::string(is_forbidden ? replacement_character : letter);
}

/// Any text as XML 1.0 has it, in an attribute or between tags: five characters escaped, line breaks and tabs
/// kept as references, U+FFFD for what XML has no way to write: the other control characters, U+FFFE, U+FFFF,
/// and what is no UTF-8. Source: XML 1.0, production 2 (Char).
inline std::string xml_text(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        safe += length == 0 ? std::string(replacement_character) : xml_character(text, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return safe;
}

}  // namespace toibox::app
