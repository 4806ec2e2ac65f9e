// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/fields/field_schema.h"

#include "dynamics/snapshot/state_fields.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace toibox::state_bytes {

inline constexpr std::string_view magic = "toiboxst";
inline constexpr std::uint32_t format = 2;

/// Columns that are not written, because a reader rebuilds them from other columns.
template <class Column>
inline constexpr bool is_rebuilt = std::same_as<std::remove_const_t<Column>, BroadPhaseValue>;

/// Columns that are written as differences from predictions (contact_delta_encoding.h).
template <class Column>
inline constexpr bool is_delta_encoded = std::same_as<std::remove_const_t<Column>, LargeVector<Contact>>;

inline std::string full_name(const ColumnName& column) {
    if (column.group.empty()) return std::string(column.name);
    return std::string(column.group) + "." + std::string(column.name);
}

}  // namespace toibox::state_bytes
