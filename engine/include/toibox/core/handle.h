// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace toibox {

/// Refers to an object without owning it. A handle may outlive its object: destroying the object changes the
/// generation of its slot, so a stale handle never resolves to a newer object.
template <class Tag>
struct Handle {
    static constexpr std::uint32_t null_index = 0xFFFF'FFFFu;

    std::uint32_t index = null_index;
    std::uint32_t generation = 0;

    [[nodiscard]] constexpr bool is_null() const noexcept { return index == null_index; }
    friend constexpr bool operator==(const Handle&, const Handle&) noexcept = default;
    friend constexpr auto operator<=>(const Handle&, const Handle&) noexcept = default;
};

using BodyHandle = Handle<struct BodyTag>;
using ShapeHandle = Handle<struct ShapeTag>;
using JointHandle = Handle<struct JointTag>;

}  // namespace toibox
