// SPDX-License-Identifier: MIT

// Colouring where bodies have more constraints than there are colours. Constraints without a colour that
// share a dynamic body must be ordered: first those with two points, then those with one, each in order of
// creation. All are still solved in SIMD blocks.

#include "dynamics/solvers/soft_step/coloring.h"

#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::soft_step {
namespace {

/// Slots 1 to `bodies` are dynamic, and each pair of these slots has a constraint. Every third constraint has
/// a single point.
struct Crowd {
    Scratch scratch;
    ColoredConstraints colored;

    explicit Crowd(std::int32_t bodies) {
        scratch.dynamic.assign(static_cast<std::size_t>(bodies) + 1, slot_is_dynamic);
        scratch.dynamic[0] = 0;
        for (std::uint32_t slot = 0; slot < scratch.dynamic.size(); ++slot)
            scratch.body.push_back(slot);
        for (std::int32_t a = 1; a < bodies; ++a) {
            for (std::int32_t b = a + 1; b <= bodies; ++b)
                add(a, b);
        }
        // More constraints against the static slot 0 than there are colours for them.
        for (int i = 0; i < 40; ++i)
            add(0, 1);
        color(colored, scratch);
    }
    void add(std::int32_t a, std::int32_t b) {
        const auto index = static_cast<std::uint32_t>(colored.constraints.size());
        colored.constraints.push_back({a, b, index, 0, index % 3 == 0});
    }
    /// The dynamic slots of a constraint.
    [[nodiscard]] std::vector<std::int32_t> bodies_of(std::uint32_t index) const {
        const Constraint& constraint = colored.constraints[index];
        if (constraint.slot_a == 0) return {constraint.slot_b};
        return {constraint.slot_a, constraint.slot_b};
    }
    /// Whether the constraint found no colour. A constraint's key is 2 · colour + is_single_point, and colour
    /// 0 means that no colour was found.
    [[nodiscard]] bool is_overflow(std::uint32_t index) const {
        return colored.constraints[index].key / 2 == 0;
    }
};

// Each constraint is in exactly one lane, and the empty lanes of a block are its last ones.
TEST(Coloring, ConstraintsOfASimdBlockShareNoBody) {
    const Crowd crowd(150);
    std::set<std::uint32_t> placed;
    for (std::size_t block = 0; block < crowd.colored.blocks(); ++block) {
        std::set<std::int32_t> bodies;
        bool has_ended = false;
        for (std::size_t lane = 0; lane < block_lanes; ++lane) {
            const std::uint32_t index = crowd.colored.order[block * block_lanes + lane];
            has_ended = has_ended || index == null_index;
            ASSERT_EQ(index == null_index, has_ended) << "block " << block;
            if (has_ended) continue;
            EXPECT_TRUE(placed.insert(index).second) << index;
            for (const std::int32_t body : crowd.bodies_of(index))
                EXPECT_TRUE(bodies.insert(body).second) << "block " << block << ", body " << body;
        }
    }
    EXPECT_EQ(placed.size(), crowd.colored.constraints.size());
}

// Each body's constraints without a colour are ordered: first those with two points, then those with one,
// each group in order of creation. Constraints that share no body may swap places.
TEST(Coloring, OverflowKeepsItsOrder) {
    const Crowd crowd(150);
    std::vector<std::vector<std::uint32_t>> order_by_body(crowd.scratch.dynamic.size());
    for (const std::uint32_t index : crowd.colored.order) {
        if (index == null_index || !crowd.is_overflow(index)) continue;
        for (const std::int32_t body : crowd.bodies_of(index))
            order_by_body[static_cast<std::size_t>(body)].push_back(index);
    }
    std::size_t overflow_uses = 0;
    for (const std::vector<std::uint32_t>& actual : order_by_body) {
        overflow_uses += actual.size();
        std::vector<std::uint32_t> expected = actual;
        std::ranges::sort(expected, {}, [&](std::uint32_t index) {
            return std::pair(crowd.colored.constraints[index].is_single_point, index);
        });
        EXPECT_EQ(actual, expected);
    }
    // A constraint is listed for at most two bodies, so this shows that more than half of the constraints
    // have no colour.
    EXPECT_GT(overflow_uses, crowd.colored.constraints.size());
}

// Regression: each constraint without a colour got its own block, which took eight times the memory.
TEST(Coloring, OverflowFillsItsBlocks) {
    const Crowd crowd(500);
    const std::size_t full_blocks = crowd.colored.constraints.size() / block_lanes;
    EXPECT_LT(crowd.colored.blocks(), full_blocks + full_blocks / 10);
}

}  // namespace
}  // namespace toibox::soft_step
