// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/assert.h"

#include <type_traits>
#include <utility>
#include <variant>

namespace toibox {

template <class E>
struct Err {
    E error;
};

template <class E>
Err(E) -> Err<E>;

/// An empty value: `Result<Unit, E>` is the outcome of a call that only succeeds or fails.
struct Unit {
    friend constexpr bool operator==(Unit, Unit) = default;
};

/// Either a value or an error: the subset of std::expected (missing from g++ 12) that the engine needs.
template <class T, class E>
class [[nodiscard]] Result {
public:
    using value_type = T;
    using error_type = E;

    // Implicit on purpose: `return value;` and `return Err{reason};` read like std::expected.
    // NOLINTBEGIN(google-explicit-constructor)
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Err<E> err) : state_(std::in_place_index<1>, std::move(err.error)) {}
    // NOLINTEND(google-explicit-constructor)

    [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    T& value() & {
        TOIBOX_ASSERT(has_value());
        return *std::get_if<0>(&state_);
    }
    const T& value() const& {
        TOIBOX_ASSERT(has_value());
        return *std::get_if<0>(&state_);
    }
    T&& value() && {
        TOIBOX_ASSERT(has_value());
        return std::move(*std::get_if<0>(&state_));
    }
    E& error() & {
        TOIBOX_ASSERT(!has_value());
        return *std::get_if<1>(&state_);
    }
    const E& error() const& {
        TOIBOX_ASSERT(!has_value());
        return *std::get_if<1>(&state_);
    }
    E&& error() && {
        TOIBOX_ASSERT(!has_value());
        return std::move(*std::get_if<1>(&state_));
    }

    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }

private:
    std::variant<T, E> state_;
};

}  // namespace toibox
