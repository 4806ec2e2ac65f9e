// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace toibox::app {

/// Parses the whole text as a number; nullopt if it is not a number or outside [min, max].
template <class T>
std::optional<T> parse_number(std::string_view text, T min, T max) {
    T value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_complete = code == std::errc() && end == text.data() + text.size();
    if (!is_complete || !(value >= min && value <= max)) return std::nullopt;
    return value;
}

}  // namespace toibox::app
