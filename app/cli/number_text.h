// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace toibox::app {

/// The number that the whole text is; nullopt if it is none, or lies outside the range.
template <class T>
std::optional<T> parse_number(std::string_view text, T lowest, T highest) {
    T value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = code == std::errc() && end == text.data() + text.size();
    if (!whole || !(value >= lowest && value <= highest)) return std::nullopt;
    return value;
}

}  // namespace toibox::app
