// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/utf8.h"

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace toibox::app {

/// Escapes the first character of a text, which has `length` bytes.
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

/// Escapes any text for XML 1.0 attributes and content. Line breaks and tabs become character references.
/// What XML cannot represent (other control characters, U+FFFE, U+FFFF and invalid UTF-8) becomes U+FFFD.
/// Source: XML 1.0, production 2 (Char).
inline std::string xml_text(std::string_view text) {
    std::string escaped;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        escaped += length == 0 ? std::string(replacement_character) : xml_character(text, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return escaped;
}

}  // namespace toibox::app
