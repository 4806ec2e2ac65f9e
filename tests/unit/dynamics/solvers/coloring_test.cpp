// SPDX-License-Identifier: MIT

// Bodies with many contacts run out of colours. Constraints that share a body must keep their order of
// creation and still be solved in SIMD blocks.

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

/// Slots 1 to `bodies` are dynamic, and each pair of them has a constraint; every third has a single point.
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
    /// Whether the constraint found no colour. A key is 2 · colour + is_single_point; colour 0 is the
    /// overflow.
    [[nodiscard]] bool overflowed(std::uint32_t index) const {
        return colored.constraints[index].key / 2 == 0;
    }
};

TEST(Coloring, ConstraintsOfASimdBlockShareNoBody) {
    const Crowd crowd(150);
    std::set<std::uint32_t> placed;
    for (std::size_t block = 0; block < crowd.colored.blocks(); ++block) {
        std::set<std::int32_t> bodies;
        bool ended = false;
        for (std::size_t lane = 0; lane < block_lanes; ++lane) {
            const std::uint32_t index = crowd.colored.order[block * block_lanes + lane];
            ended = ended || index == null_index;
            ASSERT_EQ(index == null_index, ended) << "block " << block;
            if (ended) continue;
            EXPECT_TRUE(placed.insert(index).second) << index;
            for (const std::int32_t body : crowd.bodies_of(index))
                EXPECT_TRUE(bodies.insert(body).second) << "block " << block << ", body " << body;
        }
    }
    EXPECT_EQ(placed.size(), crowd.colored.constraints.size());
}

// Per body the order is: constraints of two points, then those of one, each in order of creation. Constraints
// that share no body may swap places.
TEST(Coloring, OverflowKeepsTheOrderOfCreation) {
    const Crowd crowd(150);
    std::vector<std::vector<std::uint32_t>> of_body(crowd.scratch.dynamic.size());
    for (const std::uint32_t index : crowd.colored.order) {
        if (index == null_index || !crowd.overflowed(index)) continue;
        for (const std::int32_t body : crowd.bodies_of(index))
            of_body[static_cast<std::size_t>(body)].push_back(index);
    }
    std::size_t overflow_uses = 0;
    for (const std::vector<std::uint32_t>& actual : of_body) {
        overflow_uses += actual.size();
        std::vector<std::uint32_t> expected = actual;
        std::ranges::sort(expected, {}, [&](std::uint32_t index) {
            return std::pair(crowd.colored.constraints[index].is_single_point, index);
        });
        EXPECT_EQ(actual, expected);
    }
    // Each constraint is used by two bodies: at least half of them overflowed.
    EXPECT_GT(overflow_uses, crowd.colored.constraints.size());
}

// Regression: each overflowing constraint got a block of its own, which took eight times the memory.
TEST(Coloring, OverflowFillsItsBlocks) {
    const Crowd crowd(500);
    const std::size_t full = crowd.colored.constraints.size() / block_lanes;
    EXPECT_LT(crowd.colored.blocks(), full + full / 10);
}

}  // namespace
}  // namespace toibox::soft_step
