// SPDX-License-Identifier: MIT
// Graph colouring by one mask of colours a body: the first colour that neither of the two bodies has. Source:
// R. Tonge et al., "Mass splitting for jitter-free parallel rigid body simulation", SIGGRAPH 2012 (colouring
// of contact graphs); here with a second family for contacts with bodies that do not move, which conflict
// only in the one that does.
#include "coloring.h"

#include "toibox/dynamics/step_stages.h"

#include <bit>

namespace toibox::soft_step {
namespace {

constexpr std::uint32_t dynamic_colors = 48;
constexpr std::uint32_t static_colors = 16;
constexpr std::uint32_t overflow_color = 0;
constexpr std::uint32_t first_dynamic = 1;
constexpr std::uint32_t first_static = first_dynamic + dynamic_colors;
constexpr std::uint32_t color_count = first_static + static_colors;
/// A colour of fewer blocks is not worth two waits of all workers.
constexpr std::uint32_t least_parallel_blocks = 8;

std::uint32_t color_of(Scratch& scratch, std::int32_t slot_a, std::int32_t slot_b) {
    const auto a = static_cast<std::size_t>(slot_a);
    const auto b = static_cast<std::size_t>(slot_b);
    if (scratch.dynamic[a] != 0 && scratch.dynamic[b] != 0) {
        const std::uint64_t taken = scratch.used_colors[a] | scratch.used_colors[b];
        const auto color = static_cast<std::uint32_t>(std::countr_one(taken));
        if (color >= dynamic_colors) return overflow_color;
        scratch.used_colors[a] |= std::uint64_t{1} << color;
        scratch.used_colors[b] |= std::uint64_t{1} << color;
        return first_dynamic + color;
    }
    std::uint8_t& taken = scratch.static_contacts[scratch.dynamic[a] != 0 ? a : b];
    if (taken >= static_colors) return overflow_color;
    return first_static + taken++;
}

constexpr std::uint32_t key_count = 2 * color_count;

/// Within a colour, contacts of two points before those of one: a block of discs need not ask for two.
std::uint16_t key_of(std::uint32_t color, std::uint8_t points) {
    return static_cast<std::uint16_t>(2 * color + (points == 1 ? 1 : 0));
}

std::uint32_t blocks_for(std::uint32_t key, std::uint32_t contacts) {
    if (key / 2 == overflow_color) return contacts;  // they may share bodies
    return (contacts + block_lanes - 1) / block_lanes;
}

void add_segment(std::vector<Segment>& segments, std::uint32_t color, std::uint32_t begin,
                 std::uint32_t end) {
    if (begin == end) return;
    const bool with_static = color >= first_static;
    const bool serial = color == overflow_color || end - begin < least_parallel_blocks;
    if (serial && !segments.empty() && segments.back().serial && segments.back().with_static == with_static) {
        segments.back().end = end;
        return;
    }
    segments.push_back({begin, end, with_static, serial});
}

}  // namespace

void color_contacts(const StepContext& step, Scratch& scratch) {
    const std::vector<Contact>& contacts = step.state.contacts;
    const std::size_t slots = scratch.dynamic.size();
    scratch.used_colors.assign(slots, 0);
    scratch.static_contacts.assign(slots, 0);
    std::array<std::uint32_t, key_count> counts{};
    const std::size_t active = scratch.active.size();
    scratch.key.resize(active);
    for (std::size_t i = 0; i < active; ++i) {
        const Contact& contact = contacts[scratch.active[i]];
        const std::uint32_t color =
            color_of(scratch, scratch.slot[contact.body_a], scratch.slot[contact.body_b]);
        scratch.key[i] = key_of(color, contact.count);
        ++counts[scratch.key[i]];
    }
    // Where each key's next contact goes, in lanes.
    std::array<std::uint32_t, key_count> next{};
    scratch.segments.clear();
    std::uint32_t block = 0;
    for (std::uint32_t color = 0; color < color_count; ++color) {
        const std::uint32_t begin = block;
        for (const std::uint32_t key : {2 * color, 2 * color + 1}) {
            next[key] = block * block_lanes;
            block += blocks_for(key, counts[key]);
        }
        add_segment(scratch.segments, color, begin, block);
    }
    scratch.order.assign(std::size_t{block} * block_lanes, null_index);
    for (std::size_t i = 0; i < active; ++i) {
        const std::uint16_t key = scratch.key[i];
        scratch.order[next[key]] = scratch.active[i];
        next[key] += key / 2 == overflow_color ? block_lanes : 1;
    }
    scratch.blocks.resize(block);
}

}  // namespace toibox::soft_step
