// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace toibox {

/// A member of a struct, with its name. Each struct lists its fields once, in a specialisation of FieldsOf
/// beside it; hashing, serialisation and validation iterate over that list. A static_assert compares the list
/// with the struct, so that a forgotten member does not compile.
template <class Owner, class Member>
struct Field {
    std::string_view name;
    Member Owner::* member;
    bool is_output_only = false;  ///< Written by a step for the caller; no later step reads it.
};
template <class Owner, class Member>
Field(const char*, Member Owner::*) -> Field<Owner, Member>;
template <class Owner, class Member>
Field(const char*, Member Owner::*, bool) -> Field<Owner, Member>;
/// For use in lists: Field{"force", &JointBase::force, output_only}.
inline constexpr bool output_only = true;

namespace detail {
template <std::size_t Index, class Entry>
struct FieldAt {
    Entry field;
};
template <class Indices, class... Entry>
struct FieldsInOrder;
template <std::size_t... Index, class... Entry>
struct FieldsInOrder<std::index_sequence<Index...>, Entry...> : FieldAt<Index, Entry>... {
    constexpr explicit FieldsInOrder(const Entry&... entry) : FieldAt<Index, Entry>{entry}... {}

    /// Calls visit(field) for each field.
    template <class Visitor>
    constexpr void for_each(Visitor&& visit) const {
        (visit(static_cast<const FieldAt<Index, Entry>&>(*this).field), ...);
    }
};
}  // namespace detail

/// Fields in order. Rejected alternative: std::tuple with std::apply, which took 5 to 18 % of the time to
/// compile the files that use it.
template <class... Entry>
struct FieldTuple : detail::FieldsInOrder<std::index_sequence_for<Entry...>, Entry...> {
    using detail::FieldsInOrder<std::index_sequence_for<Entry...>, Entry...>::FieldsInOrder;
    static constexpr std::size_t size = sizeof...(Entry);
};
template <class... Entry>
FieldTuple(Entry...) -> FieldTuple<Entry...>;

template <class T>
struct FieldsOf;

/// A struct with a list of fields.
template <class T>
concept HasFields = requires { FieldsOf<std::remove_const_t<T>>::list; };

/// A struct whose members are columns, not fields of an element.
template <class T>
concept ColumnGroup = HasFields<T> && requires { FieldsOf<std::remove_const_t<T>>::is_column_group; };

template <HasFields T>
inline constexpr std::size_t field_count = decltype(FieldsOf<std::remove_const_t<T>>::list)::size;

/// Calls visit(name, member) for each member of `object` in the order of the list.
template <HasFields T, class Visitor>
constexpr void for_each_field(T& object, Visitor&& visit) {
    FieldsOf<std::remove_const_t<T>>::list.for_each(
        [&](const auto& field) { visit(field.name, object.*field.member); });
}

/// Like for_each_field, without output-only fields: only members that can affect the next step.
template <HasFields T, class Visitor>
constexpr void for_each_state_field(T& object, Visitor&& visit) {
    FieldsOf<std::remove_const_t<T>>::list.for_each([&](const auto& field) {
        if (!field.is_output_only) visit(field.name, object.*field.member);
    });
}

namespace detail {
/// Converts to the type of any member; never evaluated.
struct AnyMember {
    template <class T>
    operator T() const;  // NOLINT(google-explicit-constructor)
};
template <class T, std::size_t... I>
consteval bool takes_members(std::index_sequence<I...>) {
    return requires { T{(static_cast<void>(I), AnyMember{})...}; };
}
}  // namespace detail

/// Number of members of an aggregate: the length of the longest list of initialisers that it accepts.
template <class T, std::size_t Count = 0>
consteval std::size_t member_count() {
    static_assert(std::is_aggregate_v<T>);
    if constexpr (detail::takes_members<T>(std::make_index_sequence<Count + 1>{})) {
        return member_count<T, Count + 1>();
    } else {
        return Count;
    }
}

/// Whether the list of T has as many fields as T has members.
template <class T>
inline constexpr bool lists_every_field = field_count<T> == member_count<T>();

namespace detail {
template <class T, class... Member>
consteval bool takes_exactly(const FieldTuple<Field<T, Member>...>&) {
    return requires(Member... members) { T{members...}; } && !requires(Member... members) {
        T{members..., AnyMember{}};
    } && !requires(Member... members) { T{members..., std::nullopt}; };
}
}  // namespace detail

/// Like lists_every_field, for structs with optionals, which AnyMember cannot initialise: the listed members,
/// in order, are exactly the initialisers of T.
template <class T>
inline constexpr bool lists_members_in_order = detail::takes_exactly(FieldsOf<T>::list);

}  // namespace toibox
