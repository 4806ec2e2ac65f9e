// SPDX-License-Identifier: MIT
// Graph colouring with one colour mask per body: a constraint gets a colour that neither of its bodies has.
// The search starts at a hashed colour. If it started at colour 0, all contacts that lean left would get one
// colour and all that lean right another, and the error that each iteration leaves would push a regular pile
// sideways as a whole (measured: a pyramid of 50 rows then falls asleep at step 413; with hashed colours, at
// step 100). Source: R. Tonge et al., "Mass splitting for jitter-free parallel rigid body simulation",
// SIGGRAPH 2012 (colouring of contact graphs). Added here: a second family of colours for contacts with
// immovable bodies, which conflict only if they share their movable body.
#include "dynamics/solvers/soft_step/coloring.h"

#include "toibox/dynamics/world_state.h"

#include <array>
#include <bit>

namespace toibox::soft_step {
namespace {

constexpr std::uint32_t dynamic_colors = 48;
constexpr std::uint32_t static_colors = 16;
constexpr std::uint32_t overflow_color = 0;
constexpr std::uint32_t first_dynamic = 1;
constexpr std::uint32_t first_static = first_dynamic + dynamic_colors;
constexpr std::uint32_t color_count = first_static + static_colors;
/// A colour with fewer blocks is solved by the calling thread alone, because distributing it would cost more.
constexpr std::uint32_t min_parallel_blocks = 8;
/// Number of colours over which contacts are shuffled. Origin: with 4 or 5, pyramids of 20 rows fall asleep
/// after 78 steps, with 6 to 12 after 45; with 6, boxes created in each other fly apart too far. More: blocks
/// of small worlds have more empty lanes.
constexpr std::uint32_t shuffled_colors = 8;

/// Hash of two body indices. Multipliers: two of xxHash, and one found by C. Wellons, "Prospecting for hash
/// functions", 2018.
std::uint32_t hash_bodies(std::uint32_t body_a, std::uint32_t body_b) {
    std::uint32_t bits = (body_a * 0x9E3779B1u) ^ (body_b * 0x85EBCA77u);
    bits ^= bits >> 15;
    bits *= 0x2C1B3C6Du;
    bits ^= bits >> 13;
    return bits >> 8;
}

/// The first free colour from `start` on among the first `shuffled` colours; if there is none, the first free
/// colour of all.
std::uint32_t free_color(std::uint64_t taken, std::uint32_t start, std::uint32_t shuffled) {
    const std::uint64_t free = ~taken & ((std::uint64_t{1} << shuffled) - 1);
    const std::uint64_t from_start = free >> start << start;
    if (from_start != 0) return static_cast<std::uint32_t>(std::countr_zero(from_start));
    return static_cast<std::uint32_t>(std::countr_one(taken));
}

std::uint32_t color_of(Scratch& scratch, std::int32_t slot_a, std::int32_t slot_b, std::uint32_t shuffled) {
    const auto a = static_cast<std::size_t>(slot_a);
    const auto b = static_cast<std::size_t>(slot_b);
    if (scratch.dynamic[a] != 0 && scratch.dynamic[b] != 0) {
        const std::uint64_t taken = scratch.used_colors[a] | scratch.used_colors[b];
        const std::uint32_t color =
            free_color(taken, hash_bodies(scratch.body[a], scratch.body[b]) % shuffled, shuffled);
        if (color >= dynamic_colors) return overflow_color;
        scratch.used_colors[a] |= std::uint64_t{1} << color;
        scratch.used_colors[b] |= std::uint64_t{1} << color;
        return first_dynamic + color;
    }
    std::uint8_t& taken = scratch.static_color_count[scratch.dynamic[a] != 0 ? a : b];
    if (taken >= static_colors) return overflow_color;
    return first_static + taken++;
}

// A key is 2 · colour + is_single_point: within a colour, single-point constraints come last.
constexpr std::uint32_t key_count = 2 * color_count;

std::uint32_t blocks_for(std::uint32_t constraints) {
    return (constraints + block_lanes - 1) / block_lanes;
}

/// The overflow level of a constraint: one above the highest level so far among constraints of its kind that
/// share a dynamic body with it.
std::uint32_t assign_level(OverflowLevels& levels, const Scratch& scratch, const Constraint& constraint) {
    const auto a = static_cast<std::size_t>(constraint.slot_a);
    const auto b = static_cast<std::size_t>(constraint.slot_b);
    const bool is_dynamic_a = scratch.dynamic[a] != 0;
    const bool is_dynamic_b = scratch.dynamic[b] != 0;
    const std::uint32_t above_a = is_dynamic_a ? levels.next_level[a] : 0;
    const std::uint32_t above_b = is_dynamic_b ? levels.next_level[b] : 0;
    const std::uint32_t level = above_a < above_b ? above_b : above_a;
    if (is_dynamic_a) levels.next_level[a] = level + 1;
    if (is_dynamic_b) levels.next_level[b] = level + 1;
    return level;
}

/// Calls visit(levels, level, constraint) for each constraint that found no colour, in order of creation.
template <class Visit>
void for_each_level(ColoredConstraints& colored, Scratch& scratch, Visit&& visit) {
    for (OverflowLevels& levels : scratch.overflow)
        levels.next_level.assign(scratch.dynamic.size(), 0);
    for (const Constraint& constraint : colored.constraints) {
        if (constraint.key / 2 != overflow_color) continue;
        OverflowLevels& levels = scratch.overflow[constraint.key % 2];
        visit(levels, assign_level(levels, scratch, constraint), constraint);
    }
}

void count_overflow(ColoredConstraints& colored, Scratch& scratch) {
    for (OverflowLevels& levels : scratch.overflow)
        levels.lanes.clear();
    for_each_level(colored, scratch, [](OverflowLevels& levels, std::uint32_t level, const Constraint&) {
        if (level == levels.lanes.size()) levels.lanes.push_back(0);
        ++levels.lanes[level];
    });
}

/// Allocates blocks for the levels from `block` on. Returns the first block after them.
std::uint32_t allocate_levels(OverflowLevels& levels, std::uint32_t block) {
    for (std::uint32_t& lanes : levels.lanes) {
        const std::uint32_t blocks = blocks_for(lanes);
        lanes = block * block_lanes;
        block += blocks;
    }
    return block;
}

void assign_overflow(ColoredConstraints& colored, Scratch& scratch) {
    for_each_level(colored, scratch,
                   [&](OverflowLevels& levels, std::uint32_t level, const Constraint& constraint) {
                       colored.order[levels.lanes[level]++] = constraint.index;
                   });
}

void add_block_range(std::vector<BlockRange>& ranges, std::uint32_t color, std::uint32_t begin,
                     std::uint32_t end) {
    if (begin == end) return;
    const bool with_static = color >= first_static;
    const bool serial = color == overflow_color || end - begin < min_parallel_blocks;
    if (serial && !ranges.empty() && ranges.back().serial && ranges.back().with_static == with_static) {
        ranges.back().end = end;
        return;
    }
    ranges.push_back({begin, end, with_static, serial});
}

/// Copies with the capacity of `from`, so that `to` is not reallocated each time `from` grows.
template <class T>
void copy_with_capacity(const std::vector<T>& from, std::vector<T>& to) {
    to.reserve(from.capacity());
    to = from;
}

}  // namespace

void color(ColoredConstraints& colored, Scratch& scratch) {
    if (colored.coloring_input.constraints == colored.constraints &&
        colored.coloring_input.dynamic == scratch.dynamic && colored.coloring_input.body == scratch.body) {
        return;
    }
    copy_with_capacity(colored.constraints, colored.coloring_input.constraints);
    copy_with_capacity(scratch.dynamic, colored.coloring_input.dynamic);
    copy_with_capacity(scratch.body, colored.coloring_input.body);
    const std::size_t slots = scratch.dynamic.size();
    scratch.used_colors.assign(slots, 0);
    scratch.static_color_count.assign(slots, 0);
    const std::uint32_t shuffled = colored.shuffled ? shuffled_colors : 1;
    std::array<std::uint32_t, key_count> counts{};
    for (Constraint& constraint : colored.constraints) {
        const std::uint32_t found = color_of(scratch, constraint.slot_a, constraint.slot_b, shuffled);
        constraint.key = static_cast<std::uint16_t>(2 * found + (constraint.is_single_point ? 1 : 0));
        ++counts[constraint.key];
    }
    const bool overflows = counts[2 * overflow_color] + counts[2 * overflow_color + 1] > 0;
    if (overflows) count_overflow(colored, scratch);
    // By key: the lane of its next constraint.
    std::array<std::uint32_t, key_count> next{};
    colored.block_ranges.clear();
    std::uint32_t block = 0;
    for (std::uint32_t color_index = 0; color_index < color_count; ++color_index) {
        const std::uint32_t begin = block;
        for (const std::uint32_t key : {2 * color_index, 2 * color_index + 1}) {
            next[key] = block * block_lanes;
            if (color_index != overflow_color)
                block += blocks_for(counts[key]);
            else if (overflows)
                block = allocate_levels(scratch.overflow[key % 2], block);
        }
        add_block_range(colored.block_ranges, color_index, begin, block);
    }
    const std::size_t lanes = std::size_t{block} * block_lanes;
    if (colored.order.capacity() < lanes) colored.order.reserve(2 * lanes);
    colored.order.assign(lanes, null_index);
    for (const Constraint& constraint : colored.constraints) {
        if (constraint.key / 2 != overflow_color) colored.order[next[constraint.key]++] = constraint.index;
    }
    if (overflows) assign_overflow(colored, scratch);
}

}  // namespace toibox::soft_step
