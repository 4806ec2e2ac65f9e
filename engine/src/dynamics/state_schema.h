// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/hash.h"
#include "toibox/core/id_pool.h"
#include "toibox/dynamics/element_fields.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace toibox::state_bytes {

inline constexpr std::string_view magic = "toiboxst";
inline constexpr std::uint32_t format = 1;

template <class T>
struct Is : std::false_type {};
template <class T, class Allocator>
struct Is<std::vector<T, Allocator>> : std::true_type {
    static constexpr bool list = true;
};
template <class T, std::size_t N>
struct Is<std::array<T, N>> : std::true_type {
    static constexpr bool array = true;
};
template <class... T>
struct Is<std::variant<T...>> : std::true_type {
    static constexpr bool variant = true;
};
template <class T>
concept List = requires { Is<T>::list; };
template <class T>
concept Array = requires { Is<T>::array; };
template <class T>
concept Variant = requires { Is<T>::variant; };
/// Anything that is written as one little-endian number.
template <class T>
concept Scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Columns that are not written, because a reader makes them from the others.
template <class Column>
inline constexpr bool is_rebuilt = std::same_as<std::remove_const_t<Column>, AnyBroadPhase>;

/// The unsigned integer that carries a scalar.
template <Scalar T>
using Carrier =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// The fewest bytes that a value takes: what bounds the length of a list in hostile bytes.
template <class T>
consteval std::size_t least_size() {
    if constexpr (Scalar<T>) {
        return sizeof(T);
    } else if constexpr (HasFields<T>) {
        return std::apply(
            []<class... Member>(const Field<T, Member>&...) { return (least_size<Member>() + ...); },
            FieldsOf<T>::list);
    } else if constexpr (Array<T>) {
        return std::tuple_size_v<T> * least_size<typename T::value_type>();
    } else if constexpr (List<T>) {
        return sizeof(std::uint64_t);
    } else if constexpr (Variant<T>) {
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return 1 + std::min({least_size<std::variant_alternative_t<I, T>>()...});
        }(std::make_index_sequence<std::variant_size_v<T>>{});
    } else {
        return 1;
    }
}

/// Adds what the bytes of a T mean: names of members, kinds and sizes of scalars, in order.
template <class T>
void add_schema(Hasher& hasher) {
    const auto add_text = [&hasher](std::string_view text) {
        for (const char c : text)
            hasher.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    };
    if constexpr (Scalar<T>) {
        add_text(std::is_floating_point_v<T> ? "float" : std::is_enum_v<T> ? "enum" : "int");
        hasher.add(std::uint64_t{sizeof(T)});
    } else if constexpr (HasFields<T>) {
        std::apply(
            [&]<class... Member>(const Field<T, Member>&... field) {
                ((add_text(field.name), add_schema<Member>(hasher)), ...);
            },
            FieldsOf<T>::list);
    } else if constexpr (Array<T>) {
        hasher.add(std::uint64_t{std::tuple_size_v<T>});
        add_schema<typename T::value_type>(hasher);
    } else if constexpr (List<T>) {
        add_text("list");
        add_schema<typename T::value_type>(hasher);
    } else if constexpr (Variant<T>) {
        add_text("variant");
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (add_schema<std::variant_alternative_t<I, T>>(hasher), ...);
        }(std::make_index_sequence<std::variant_size_v<T>>{});
    } else if constexpr (std::same_as<T, Polygon>) {
        add_text("polygon");
    } else {
        static_assert(std::same_as<T, IdPool>, "no rule for the bytes of this type");
        add_text("ids");
    }
}

template <class T>
std::uint64_t schema_of() {
    Hasher hasher;
    add_schema<T>(hasher);
    return hasher.value();
}

inline std::string full_name(const ColumnName& column) {
    if (column.group.empty()) return std::string(column.name);
    return std::string(column.group) + "." + std::string(column.name);
}

}  // namespace toibox::state_bytes
