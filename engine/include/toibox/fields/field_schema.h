// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/hash.h"
#include "toibox/core/id_pool.h"
#include "toibox/fields/fields.h"
#include "toibox/geometry/shape.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Concepts for the serialisable kinds of types (field_io.h), their sizes in bytes, and a hash of their
/// layout.

namespace toibox {

namespace detail {
template <class T>
struct FieldKind {};
template <class T, class Allocator>
struct FieldKind<std::vector<T, Allocator>> {
    static constexpr bool list = true;
};
template <class T, std::size_t N>
struct FieldKind<std::array<T, N>> {
    static constexpr bool array = true;
};
template <class... T>
struct FieldKind<std::variant<T...>> {
    static constexpr bool variant = true;
};
template <class T>
struct FieldKind<std::optional<T>> {
    static constexpr bool optional = true;
};
template <class A, class B>
struct FieldKind<std::pair<A, B>> {
    static constexpr bool pair = true;
};
template <class Key, class T, class Less, class Allocator>
struct FieldKind<std::map<Key, T, Less, Allocator>> {
    static constexpr bool map = true;
};
}  // namespace detail

/// Anything that is written as one little-endian number.
template <class T>
concept ScalarField = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <class T>
concept ListField = requires { detail::FieldKind<T>::list; };
template <class T>
concept ArrayField = requires { detail::FieldKind<T>::array; };
template <class T>
concept VariantField = requires { detail::FieldKind<T>::variant; };
template <class T>
concept OptionalField = requires { detail::FieldKind<T>::optional; };
template <class T>
concept PairField = requires { detail::FieldKind<T>::pair; };
template <class T>
concept MapField = requires { detail::FieldKind<T>::map; };

/// The unsigned integer of the same size as a scalar.
template <ScalarField T>
using BitsOf =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// Serialised size of every value of a type, bytes; 0 if it varies.
template <class T>
consteval std::size_t fixed_size() {
    if constexpr (ScalarField<T>) {
        return sizeof(T);
    } else if constexpr (HasFields<T>) {
        std::size_t sum = 0;
        bool is_fixed = true;
        FieldsOf<T>::list.for_each([&]<class Member>(const Field<T, Member>&) {
            sum += fixed_size<Member>();
            is_fixed = is_fixed && fixed_size<Member>() > 0;
        });
        return is_fixed ? sum : 0;
    } else if constexpr (ArrayField<T>) {
        return std::tuple_size_v<T> * fixed_size<typename T::value_type>();
    } else if constexpr (PairField<T>) {
        constexpr std::size_t first = fixed_size<typename T::first_type>();
        constexpr std::size_t second = fixed_size<typename T::second_type>();
        return first > 0 && second > 0 ? first + second : 0;
    } else {
        return 0;
    }
}

/// A lower bound of the serialised size of a value, bytes. It limits the length of a list in untrusted bytes.
template <class T>
consteval std::size_t min_size() {
    if constexpr (ScalarField<T>) {
        return sizeof(T);
    } else if constexpr (HasFields<T>) {
        std::size_t sum = 0;
        FieldsOf<T>::list.for_each([&]<class Member>(const Field<T, Member>&) { sum += min_size<Member>(); });
        return sum;
    } else if constexpr (ArrayField<T>) {
        return std::tuple_size_v<T> * min_size<typename T::value_type>();
    } else if constexpr (PairField<T>) {
        return min_size<typename T::first_type>() + min_size<typename T::second_type>();
    } else if constexpr (ListField<T> || MapField<T> || std::same_as<T, std::string>) {
        return sizeof(std::uint64_t);
    } else if constexpr (VariantField<T>) {
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return 1 + std::min({min_size<std::variant_alternative_t<I, T>>()...});
        }(std::make_index_sequence<std::variant_size_v<T>>{});
    } else {
        return 1;
    }
}

namespace detail {

constexpr void add_schema_text(Hasher& hasher, std::string_view text) {
    for (const char c : text)
        hasher.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
}

/// Adds the layout of T: names of fields, kinds and sizes of scalars, in order.
template <class T>
constexpr void add_schema(Hasher& hasher) {
    if constexpr (ScalarField<T>) {
        add_schema_text(hasher, std::is_floating_point_v<T> ? "float" : std::is_enum_v<T> ? "enum" : "int");
        hasher.add(std::uint64_t{sizeof(T)});
    } else if constexpr (HasFields<T>) {
        FieldsOf<T>::list.for_each([&]<class Member>(const Field<T, Member>& field) {
            add_schema_text(hasher, field.name);
            add_schema<Member>(hasher);
        });
    } else if constexpr (ArrayField<T>) {
        hasher.add(std::uint64_t{std::tuple_size_v<T>});
        add_schema<typename T::value_type>(hasher);
    } else if constexpr (ListField<T>) {
        add_schema_text(hasher, "list");
        add_schema<typename T::value_type>(hasher);
    } else if constexpr (VariantField<T>) {
        add_schema_text(hasher, "variant");
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (add_schema<std::variant_alternative_t<I, T>>(hasher), ...);
        }(std::make_index_sequence<std::variant_size_v<T>>{});
    } else if constexpr (OptionalField<T>) {
        add_schema_text(hasher, "optional");
        add_schema<typename T::value_type>(hasher);
    } else if constexpr (PairField<T>) {
        add_schema_text(hasher, "pair");
        add_schema<typename T::first_type>(hasher);
        add_schema<typename T::second_type>(hasher);
    } else if constexpr (MapField<T>) {
        add_schema_text(hasher, "map");
        add_schema<typename T::key_type>(hasher);
        add_schema<typename T::mapped_type>(hasher);
    } else if constexpr (std::same_as<T, std::string>) {
        add_schema_text(hasher, "text");
    } else if constexpr (std::same_as<T, Polygon>) {
        add_schema_text(hasher, "polygon");
    } else {
        static_assert(std::same_as<T, IdPool>, "this type is not serialisable");
        add_schema_text(hasher, "ids");
    }
}

template <class T>
consteval std::uint64_t compute_schema() {
    Hasher hasher;
    add_schema<T>(hasher);
    return hasher.value();
}

}  // namespace detail

/// Hash of the layout of T: it differs if bytes of one layout would be misread as another.
template <class T>
inline constexpr std::uint64_t schema_of = detail::compute_schema<T>();

}  // namespace toibox
