// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/utf8.h"

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace toibox::app {

/// `text` as a JSON string in quotes. Invalid UTF-8 becomes U+FFFD. All control characters are escaped, even
/// those that JSON allows, because they could control a terminal.
inline std::string json_string(std::string_view text) {
    std::string json = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text.front();
        if (length == 0) {
            json += replacement_character;
        } else if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (c == '\n') {
            json += "\\n";
        } else if (printable_length(text) == 0) {
            // In UTF-8, the last byte of a control character equals its code point.
            json += fmt::format("\\u{:04x}", static_cast<unsigned char>(text[length - 1]));
        } else {
            json += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return json + '"';
}

/// The shortest text that reads back to the same number; null for infinity and NaN, which JSON lacks.
inline std::string json_number(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

}  // namespace toibox::app
