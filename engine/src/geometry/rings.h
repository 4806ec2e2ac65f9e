// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace toibox {

/// A cycle of vertices, as indices into a vertex list.
using Cycle = std::vector<std::size_t>;

constexpr std::size_t next_of(std::size_t i, std::size_t n) {
    return i + 1 == n ? 0 : i + 1;
}
constexpr std::size_t previous_of(std::size_t i, std::size_t n) {
    return i == 0 ? n - 1 : i - 1;
}

/// An outline and its holes as given: all vertices, one ring after another.
struct RingList {
    std::vector<Vec2> vertices;
    std::vector<std::size_t> starts;  ///< First vertex of each ring; the outline is ring 0.

    RingList(std::span<const Vec2> outline, std::span<const std::vector<Vec2>> holes);
    [[nodiscard]] std::size_t count() const { return starts.size(); }
    [[nodiscard]] std::size_t end(std::size_t ring) const {
        return ring + 1 < starts.size() ? starts[ring + 1] : vertices.size();
    }
};

/// Reports a negative radius, numbers that are not finite, and counts out of range.
std::optional<PolygonError> check_numbers(const RingList& rings, float radius);

/// The rings without vertices that repeat the previous one or are on the line between their neighbours. The
/// outline is made counter-clockwise and the holes clockwise, so that the interior is on the left of every
/// edge. Errors: rings that cross or touch themselves or each other, and holes that are outside the outline
/// or inside another hole. Exact. Cost: O(n²).
Result<std::vector<Cycle>, PolygonError> simple_rings(const RingList& rings);

}  // namespace toibox
