// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace toibox::app {

/// A string as JSON writes it, with its quotes.
inline std::string json_string(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (c == '\n') {
            quoted += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

/// Shortest text that reads back to the same number; null for what JSON has no number for.
inline std::string json_number(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

}  // namespace toibox::app
