// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace toibox::app {

/// Bytes of the character at the front of a text that is not empty; 0 if they are no UTF-8.
inline std::size_t character_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 0 || length > text.size()) return 0;
    for (const char c : text.substr(1, length - 1))
        if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) return 0;
    return length;
}

/// A text from a file for a terminal: what would steer it, and what is no UTF-8, becomes "?".
inline std::string printable(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const auto lead = static_cast<unsigned char>(text.front());
        const bool steers = lead < 0x20 || lead == 0x7F || (lead == 0xC2 && text.substr(0, 2) < "\xC2\xA0");
        shown += length == 0 || steers ? std::string_view("?") : text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return shown;
}

/// A string as JSON writes it, with its quotes; what is no UTF-8 becomes U+FFFD.
inline std::string json_string(std::string_view text) {
    std::string quoted = "\"";
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const char c = text.front();
        if (length != 1) {
            quoted += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
        } else if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (c == '\n') {
            quoted += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            quoted += c;
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return quoted + '"';
}

/// Shortest text that reads back to the same number; null for what JSON has no number for.
inline std::string json_number(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

}  // namespace toibox::app
