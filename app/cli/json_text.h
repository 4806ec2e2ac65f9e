// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/utf8.h"

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace toibox::app {

/// A string as JSON writes it, with its quotes; what is no UTF-8 becomes U+FFFD. Control characters, those
/// that JSON would take as they are too, become references: they would steer a terminal.
inline std::string json_string(std::string_view text) {
    std::string quoted = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text.front();
        if (length == 0) {
            quoted += replacement_character;
        } else if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (c == '\n') {
            quoted += "\\n";
        } else if (printable_length(text) == 0) {
            // C1 controls are two bytes, of which the second is their number.
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(text[length - 1]));
        } else {
            quoted += text.substr(0, length);
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
