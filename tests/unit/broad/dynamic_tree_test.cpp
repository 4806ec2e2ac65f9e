// SPDX-License-Identifier: MIT
#include "toibox/broad/dynamic_tree.h"

#include "tests/support/generators.h"
#include "tests/unit/broad/brute_force_pairs.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::broad {
namespace {

using testing_support::unit_box;

// Boxes are inserted in sorted order, the worst case for a tree without rotations.
TEST(DynamicTree, StaysShallowForARowOfBoxes) {
    DynamicTree tree;
    for (ProxyId id = 0; id < 1024; ++id)
        tree.insert(id, unit_box(2.0f * static_cast<float>(id), 0.0f));
    EXPECT_EQ(tree.defect(), "");
    EXPECT_LE(tree.height(), 2 * 10);
}

// All costs are equal, so only the rule for ties keeps the tree from becoming a list.
TEST(DynamicTree, StaysShallowForCoincidentBoxes) {
    DynamicTree tree;
    for (ProxyId id = 0; id < 1024; ++id)
        tree.insert(id, unit_box(0.0f, 0.0f));
    EXPECT_EQ(tree.defect(), "");
    EXPECT_LE(tree.height(), 2 * 10);
}

// A grid of 32 × 32 boxes, inserted row by row. A perfect tree halves the square repeatedly: it has 1, 2, 4,
// 8 … inner nodes with 1, 3/4, 1/2, 3/8 … of the root's perimeter, 77.5 in total.
TEST(DynamicTree, IsNearlyOptimalForAGrid) {
    DynamicTree tree;
    for (ProxyId id = 0; id < 1024; ++id) {
        tree.insert(id, unit_box(static_cast<float>(id % 32), static_cast<float>(id / 32)));
    }
    EXPECT_EQ(tree.defect(), "");
    EXPECT_LE(tree.area_ratio(), 1.5 * 77.0);
}

// A thousand boxes move two hundred times. The area ratio of the tree is compared with that of a new tree.
TEST(DynamicTree, KeepsItsQualityWhileBoxesMove) {
    testing_support::Generator random(4242);
    std::vector<Vec2> positions(1000);
    DynamicTree tree;
    for (ProxyId id = 0; id < positions.size(); ++id) {
        positions[id] = random.point(30.0f);
        tree.insert(id, unit_box(positions[id].x, positions[id].y));
    }
    for (int round = 0; round < 200; ++round) {
        for (ProxyId id = 0; id < positions.size(); ++id) {
            positions[id] += random.point(0.5f);
            tree.move(id, unit_box(positions[id].x, positions[id].y));
        }
        ASSERT_EQ(tree.defect(), "") << "round " << round;
    }
    DynamicTree fresh_tree;
    for (ProxyId id = 0; id < positions.size(); ++id)
        fresh_tree.insert(id, unit_box(positions[id].x, positions[id].y));
    EXPECT_LE(tree.area_ratio(), 1.25 * fresh_tree.area_ratio());
}

TEST(DynamicTree, VisitsEachNodeWithItsDepth) {
    DynamicTree tree;
    for (ProxyId id = 0; id < 8; ++id)
        tree.insert(id, unit_box(2.0f * static_cast<float>(id), 0.0f));
    int leaves = 0;
    int inner = 0;
    int max_depth = 0;
    tree.for_each_node([&](const Aabb& box, int depth, ProxyId id) {
        EXPECT_TRUE(is_valid(box));
        max_depth = depth > max_depth ? depth : max_depth;
        (id == DynamicTree::none ? inner : leaves) += 1;
    });
    EXPECT_EQ(leaves, 8);
    EXPECT_EQ(inner, 7);
    EXPECT_EQ(max_depth, tree.height());
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

// A saved state may be corrupted. A change to any single link or height of a valid tree must be detected
// without a crash.
TEST(DynamicTree, DetectsEverySingleCorruption) {
    DynamicTree valid_tree;
    for (ProxyId id = 0; id < 12; ++id)
        valid_tree.insert(id, unit_box(static_cast<float>(3 * id % 7), 0.0f));
    for (ProxyId id = 0; id < 12; id += 5)
        valid_tree.remove(id);
    ASSERT_EQ(valid_tree.defect(), "");
    const std::vector<std::uint32_t> values{0, 1, 5, 11, 4000, DynamicTree::none};
    int damaged = 0;
    int detected = 0;
    const auto try_damage = [&](auto change) {
        DynamicTree tree = valid_tree;
        bool changed = false;
        tree.for_each_column(
            [&](std::string_view column, auto& content) { changed |= change(column, content); });
        if (!changed) return;
        ++damaged;
        detected += tree.defect().empty() ? 0 : 1;
    };
    const auto set = [](std::uint32_t& link, std::uint32_t value) {
        const bool differs = link != value;
        link = value;
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
                        // The children of a free node are unused.
                        const bool is_unused = content[i].height < 0 && member != &DynamicTree::Node::parent;
                        return !is_unused && set(content[i].*member, value);
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
    EXPECT_EQ(detected, damaged);
}

}  // namespace
}  // namespace toibox::broad
