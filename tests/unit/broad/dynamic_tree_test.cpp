// SPDX-License-Identifier: MIT
#include "toibox/broad/dynamic_tree.h"

#include "tests/support/generators.h"
#include "tests/unit/broad/sweep_cases.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::broad {
namespace {

using testing_support::unit_box;

// In sorted order, the worst for a tree without rotations: each box goes to the right of all others.
TEST(DynamicTree, StaysShallowOnARowOfBoxes) {
    DynamicTree tree;
    for (ProxyId id = 0; id < 1024; ++id)
        tree.insert(id, unit_box(2.0f * static_cast<float>(id), 0.0f));
    EXPECT_EQ(tree.defect(), "");
    EXPECT_LE(tree.height(), 2 * 10);
}

// All costs are equal here; only the rule for ties keeps the tree from becoming a list.
TEST(DynamicTree, StaysShallowOnCoincidentBoxes) {
    DynamicTree tree;
    for (ProxyId id = 0; id < 1024; ++id)
        tree.insert(id, unit_box(0.0f, 0.0f));
    EXPECT_EQ(tree.defect(), "");
    EXPECT_LE(tree.height(), 2 * 10);
}

// A grid of 32 by 32 boxes whose rows are inserted one after the other. A perfect tree halves the square
// again and again: perimeters 1, 3/4, 1/2, 3/8 … of the root's, times 1, 2, 4, 8 …: 32 rows cost about 77 in
// all.
TEST(DynamicTree, BuildsATreeNearThePerfectOneOnAGrid) {
    DynamicTree tree;
    for (ProxyId id = 0; id < 1024; ++id) {
        tree.insert(id, unit_box(static_cast<float>(id % 32), static_cast<float>(id / 32)));
    }
    EXPECT_EQ(tree.defect(), "");
    EXPECT_LE(tree.area_ratio(), 1.5 * 77.0);
}

// A thousand boxes wander for two hundred rounds; what the moves cost the tree is held against a fresh one.
TEST(DynamicTree, KeepsItsQualityWhileBoxesMove) {
    testing_support::Generator random(4242);
    std::vector<Vec2> places(1000);
    DynamicTree tree;
    for (ProxyId id = 0; id < places.size(); ++id) {
        places[id] = random.point(30.0f);
        tree.insert(id, unit_box(places[id].x, places[id].y));
    }
    for (int round = 0; round < 200; ++round) {
        for (ProxyId id = 0; id < places.size(); ++id) {
            places[id] += random.point(0.5f);
            tree.move(id, unit_box(places[id].x, places[id].y));
        }
        ASSERT_EQ(tree.defect(), "") << "round " << round;
    }
    DynamicTree fresh;
    for (ProxyId id = 0; id < places.size(); ++id)
        fresh.insert(id, unit_box(places[id].x, places[id].y));
    EXPECT_LE(tree.area_ratio(), 1.25 * fresh.area_ratio());
}

TEST(DynamicTree, ShowsEachNodeWithItsDepth) {
    DynamicTree tree;
    for (ProxyId id = 0; id < 8; ++id)
        tree.insert(id, unit_box(2.0f * static_cast<float>(id), 0.0f));
    int leaves = 0;
    int inner = 0;
    int deepest = 0;
    tree.for_each_node([&](const Aabb& box, int depth, ProxyId id) {
        EXPECT_TRUE(is_valid(box));
        deepest = depth > deepest ? depth : deepest;
        (id == DynamicTree::none ? inner : leaves) += 1;
    });
    EXPECT_EQ(leaves, 8);
    EXPECT_EQ(inner, 7);
    EXPECT_EQ(deepest, tree.height());
}

TEST(DynamicTree, TestsFarFewerBoxesThanAllPairs) {
    DynamicTree tree;
    std::vector<ProxyId> moved;
    for (ProxyId id = 0; id < 1024; ++id) {
        tree.insert(id, unit_box(1.5f * static_cast<float>(id % 32), 1.5f * static_cast<float>(id / 32)));
        moved.push_back(id);
    }
    std::vector<ProxyPair> pairs;
    tree.find_pairs(moved, pairs);
    EXPECT_TRUE(pairs.empty());
    EXPECT_LT(tree.counters().tests, std::uint64_t{1024} * 1023 / 2 / 10);
    EXPECT_GT(tree.counters().node_visits, 0u);
}

// What a reader of saved states could bring in: each single damage to a sound tree is found.
TEST(DynamicTree, FindsDamageWithoutStumblingOverIt) {
    DynamicTree sound;
    for (ProxyId id = 0; id < 12; ++id)
        sound.insert(id, unit_box(static_cast<float>(3 * id % 7), 0.0f));
    for (ProxyId id = 0; id < 12; id += 5)
        sound.remove(id);
    ASSERT_EQ(sound.defect(), "");
    const std::vector<std::uint32_t> values{0, 1, 5, 11, 4000, DynamicTree::none};
    int damaged = 0;
    int found = 0;
    const auto try_damage = [&](auto change) {
        DynamicTree tree = sound;
        bool changed = false;
        tree.for_each_column(
            [&](std::string_view column, auto& content) { changed |= change(column, content); });
        if (!changed) return;
        ++damaged;
        found += tree.defect().empty() ? 0 : 1;
    };
    const auto set = [](std::uint32_t& place, std::uint32_t value) {
        const bool differs = place != value;
        place = value;
        return differs;
    };
    for (const std::uint32_t value : values) {
        for (const std::string_view name : {"root", "free"}) {
            try_damage([&](std::string_view column, auto& content) {
                if constexpr (std::is_same_v<std::remove_cvref_t<decltype(content)>, std::uint32_t>) {
                    return column == name && set(content, value);
                }
                return false;
            });
        }
        for (std::size_t i = 0; i < 23; ++i) {
            for (const auto member :
                 {&DynamicTree::Node::parent, &DynamicTree::Node::left, &DynamicTree::Node::right}) {
                try_damage([&](std::string_view, auto& content) {
                    if constexpr (requires { content[i].parent; }) {
                        // The children of a free node mean nothing.
                        const bool idle = content[i].height < 0 && member != &DynamicTree::Node::parent;
                        return !idle && set(content[i].*member, value);
                    }
                    return false;
                });
            }
            try_damage([&](std::string_view, auto& content) {
                if constexpr (requires { content[i].parent; }) {
                    const auto height = static_cast<std::int32_t>(value);
                    const bool differs = content[i].height != height;
                    content[i].height = height;
                    return differs;
                }
                return false;
            });
        }
    }
    EXPECT_GT(damaged, 300);
    EXPECT_EQ(found, damaged);
}

}  // namespace
}  // namespace toibox::broad
