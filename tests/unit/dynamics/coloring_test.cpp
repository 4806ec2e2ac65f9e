// SPDX-License-Identifier: MIT

// Contacts of crowded bodies run out of colours. They are solved in the order of their creation, as far as
// that makes a difference, and yet many at a time.

#include "engine/src/dynamics/soft_step/coloring.h"

#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::soft_step {
namespace {

/// Slots 1 to `bodies` are dynamic, and each pair of them has a constraint; some of those are light.
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
        // More than a body has colours for against what does not move.
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
    [[nodiscard]] bool overflowed(std::uint32_t index) const { return colored.constraints[index].key < 2; }
};

TEST(Coloring, PutsConstraintsOfDifferentBodiesIntoSimdBlocks) {
    const Crowd crowd(150);
    std::set<std::uint32_t> dealt;
    for (std::size_t block = 0; block < crowd.colored.blocks(); ++block) {
        std::set<std::int32_t> bodies;
        bool ended = false;
        for (std::size_t lane = 0; lane < block_lanes; ++lane) {
            const std::uint32_t index = crowd.colored.order[block * block_lanes + lane];
            ended = ended || index == null_index;
            ASSERT_EQ(index == null_index, ended) << "block " << block;
            if (ended) continue;
            EXPECT_TRUE(dealt.insert(index).second) << index;
            for (const std::int32_t body : crowd.bodies_of(index))
                EXPECT_TRUE(bodies.insert(body).second) << "block " << block << ", body " << body;
        }
    }
    EXPECT_EQ(dealt.size(), crowd.colored.constraints.size());
}

// One after the other would be: those that are not light, then the light ones, each as they were created. Two
// that share no body may change places.
TEST(Coloring, KeepsTheOrderOfCreationOfWhatFoundNoColor) {
    const Crowd crowd(150);
    std::vector<std::vector<std::uint32_t>> of_body(crowd.scratch.dynamic.size());
    for (const std::uint32_t index : crowd.colored.order) {
        if (index == null_index || !crowd.overflowed(index)) continue;
        for (const std::int32_t body : crowd.bodies_of(index))
            of_body[static_cast<std::size_t>(body)].push_back(index);
    }
    std::size_t pairs = 0;
    for (const std::vector<std::uint32_t>& found : of_body) {
        pairs += found.size();
        std::vector<std::uint32_t> wanted = found;
        std::ranges::sort(wanted, {}, [&](std::uint32_t index) {
            return std::pair(crowd.colored.constraints[index].is_single_point, index);
        });
        EXPECT_EQ(found, wanted);
    }
    EXPECT_GT(pairs, crowd.colored.constraints.size());  // half of them at the least
}

// A block for each took eight times the memory. What shares one body must still be in blocks of its own.
TEST(Coloring, FillsTheBlocksOfWhatFoundNoColor) {
    const Crowd crowd(500);
    const std::size_t full = crowd.colored.constraints.size() / block_lanes;
    EXPECT_LT(crowd.colored.blocks(), full + full / 10);
}

}  // namespace
}  // namespace toibox::soft_step
