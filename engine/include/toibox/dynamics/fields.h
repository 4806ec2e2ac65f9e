// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace toibox {

/// The members of a struct, listed once: what hash, bytes and validation walk. A list lives beside its struct
/// as a specialisation of FieldsOf; a static_assert holds its length against the struct itself, so a member
/// that somebody forgets does not compile.
template <class Owner, class Member>
struct Field {
    std::string_view name;
    Member Owner::* member;
    bool is_output_only = false;  ///< What a step says to its caller and no later step reads.
};
template <class Owner, class Member>
Field(const char*, Member Owner::*) -> Field<Owner, Member>;
template <class Owner, class Member>
Field(const char*, Member Owner::*, bool) -> Field<Owner, Member>;
/// Field{"force", &JointBase::force, told}
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

    /// Calls visit(field) for each.
    template <class Visitor>
    constexpr void for_each(Visitor&& visit) const {
        (visit(static_cast<const FieldAt<Index, Entry>&>(*this).field), ...);
    }
};
}  // namespace detail

/// Fields in order. Rejected: std::tuple with std::apply, whose checks of all fields together took 5 to 18 %
/// of the time to compile the files that use it.
template <class... Entry>
struct FieldTuple : detail::FieldsInOrder<std::index_sequence_for<Entry...>, Entry...> {
    using detail::FieldsInOrder<std::index_sequence_for<Entry...>, Entry...>::FieldsInOrder;
    static constexpr std::size_t size = sizeof...(Entry);
};
template <class... Entry>
FieldTuple(Entry...) -> FieldTuple<Entry...>;

template <class T>
struct FieldsOf;

/// A struct that has a list.
template <class T>
concept HasFields = requires { FieldsOf<std::remove_const_t<T>>::list; };

/// A struct whose members are columns of their own, not fields of an element.
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

/// The same without what is only told: what can change a bit of the next step.
template <HasFields T, class Visitor>
constexpr void for_each_state_field(T& object, Visitor&& visit) {
    FieldsOf<std::remove_const_t<T>>::list.for_each([&](const auto& field) {
        if (!field.is_output_only) visit(field.name, object.*field.member);
    });
}

namespace detail {
/// Turns into whatever a member asks for; never evaluated.
struct AnyMember {
    template <class T>
    operator T() const;  // NOLINT(google-explicit-constructor)
};
template <class T, std::size_t... I>
consteval bool takes_members(std::index_sequence<I...>) {
    return requires { T{(static_cast<void>(I), AnyMember{})...}; };
}
}  // namespace detail

/// How many members an aggregate has: the longest list of initialisers that it takes.
template <class T, std::size_t Count = 0>
consteval std::size_t member_count() {
    static_assert(std::is_aggregate_v<T>);
    if constexpr (detail::takes_members<T>(std::make_index_sequence<Count + 1>{})) {
        return member_count<T, Count + 1>();
    } else {
        return Count;
    }
}

/// True if the list of T names every member of T.
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

/// The same for structs that hold optionals, which AnyMember cannot stand for: the listed members, in order,
/// are initialisers of T, and there is none more.
template <class T>
inline constexpr bool lists_members_in_order = detail::takes_exactly(FieldsOf<T>::list);

}  // namespace toibox
