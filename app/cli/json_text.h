// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/utf8.h"

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace toibox::app {

/// A string as JSON writes it, with its quotes; what is no UTF-8 becomes U+FFFD.
inline std::string json_string(std::string_view text) {
    std::string quoted = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
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
