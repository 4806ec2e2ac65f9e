// SPDX-License-Identifier: MIT

// A check before the pair search: whether there are certainly too many pairs. What may not collide does not
// count. Crowds of many sizes in one place are found by the search itself, which lists them all first. Boxes
// of one size class whose centres lie in one cell of a side that none of them falls short of overlap each
// other, so a cell with k of them has k (k − 1) / 2 pairs. Counted by hash first, which can only count too
// many, then exactly.

#include "pair_bound.h"

#include "toibox/dynamics/tuning.h"

#include "world_edit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <vector>

namespace toibox {

namespace {

/// A cell of the grid of one size class, for shapes of one filter: its side is a power of two, metres.
struct Cell {
    std::uint32_t exponent = 0;  ///< Of the side, as a float has it.
    std::uint64_t category = 0;
    std::uint64_t mask = 0;
    std::int32_t group = 0;
    double x = 0.0;
    double y = 0.0;

    friend auto operator<=>(const Cell&, const Cell&) = default;
};

/// None of a shape that does not pair with others like it.
std::optional<Cell> cell_of(const WorldState& state, std::uint32_t shape) {
    const Filter& filter = state.shapes.filter[shape];
    if (!is_dynamic(state, state.shapes.body[shape]) || !may_collide(filter, filter)) return std::nullopt;
    const Aabb& box = state.shapes.fat_box[shape];
    const Vec2 extent = box.upper - box.lower;
    const float least = extent.x < extent.y ? extent.x : extent.y;
    constexpr std::uint32_t exponent_bits = 0xffu << 23u;
    const std::uint32_t exponent = std::bit_cast<std::uint32_t>(least) & exponent_bits;
    const double side = static_cast<double>(std::bit_cast<float>(exponent));
    if (!(side > 0.0)) return std::nullopt;
    const Vec2d center = 0.5 * (widen(box.lower) + widen(box.upper));
    return Cell{.exponent = exponent,
                .category = filter.category,
                .mask = filter.mask,
                .group = filter.group,
                .x = std::floor(center.x / side),
                .y = std::floor(center.y / side)};
}

std::uint64_t hash_of(const Cell& cell) {
    std::uint64_t hash = cell.exponent;
    for (const double place : {cell.x, cell.y})
        hash = (hash ^ std::bit_cast<std::uint64_t>(place)) * 0x9e3779b97f4a7c15u;
    return hash >> 50u;
}

/// At least as many pairs as lie in one cell, up to just above the bound.
std::uint64_t estimate(const WorldState& state, std::span<const std::uint32_t> moved) {
    std::array<std::uint32_t, 1u << 14u> count{};
    std::uint64_t pairs = 0;
    for (const std::uint32_t shape : moved) {
        if (const auto cell = cell_of(state, shape)) pairs += count[hash_of(*cell)]++;
        if (pairs > tuning::most_box_pairs) break;
    }
    return pairs;
}

struct PlacedShape {
    Cell cell;
    std::uint32_t shape = 0;

    friend auto operator<=>(const PlacedShape&, const PlacedShape&) = default;
};

}  // namespace

std::optional<std::uint32_t> overcrowded_shape(const WorldState& state,
                                               std::span<const std::uint32_t> moved) {
    if (moved.size() * moved.size() / 2 < tuning::most_box_pairs) return std::nullopt;
    if (estimate(state, moved) <= tuning::most_box_pairs) return std::nullopt;
    std::vector<PlacedShape> shapes;
    shapes.reserve(moved.size());
    for (const std::uint32_t shape : moved)
        if (const auto cell = cell_of(state, shape)) shapes.push_back({*cell, shape});
    std::sort(shapes.begin(), shapes.end());
    std::uint64_t pairs = 0;
    std::size_t greatest = 0;
    std::uint32_t most_crowded = 0;
    for (std::size_t begin = 0; begin < shapes.size();) {
        std::size_t end = begin;
        while (end < shapes.size() && shapes[end].cell == shapes[begin].cell)
            ++end;
        const std::size_t size = end - begin;
        pairs += std::uint64_t{size} * (size - 1) / 2;
        if (size > greatest) {
            greatest = size;
            most_crowded = shapes[begin].shape;
        }
        begin = end;
    }
    if (pairs <= tuning::most_box_pairs) return std::nullopt;
    return most_crowded;
}

}  // namespace toibox
