// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

#include <charconv>
#include <optional>
#include <span>
#include <string_view>

namespace toibox::bench {

/// The whole number ≥ 1 that the text represents; nullopt if it is not one.
inline std::optional<int> count_of(std::string_view text) {
    int value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || value < 1) return std::nullopt;
    return value;
}

/// The enumerator with this name in `table`; nullopt if there is none.
template <class Enum>
std::optional<Enum> value_named(std::span<const EnumEntry<Enum>> table, std::string_view name) {
    for (const EnumEntry<Enum>& entry : table) {
        if (entry.name == name) return entry.value;
    }
    return std::nullopt;
}

}  // namespace toibox::bench
