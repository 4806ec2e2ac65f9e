// SPDX-License-Identifier: MIT

// Views into the data structures of the broad phases, compared with the searched boxes.
#include "toibox/broad/all_pairs.h"
#include "toibox/broad/batched_sort_and_sweep.h"
#include "toibox/broad/interval_tree.h"
#include "toibox/broad/uniform_grid.h"
#include "toibox/core/rng.h"

#include "brute_force_pairs.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::broad {
namespace {

using namespace testing_support;

/// Boxes of up to 2 m at random places in a square of 40 m.
std::vector<Aabb> scattered_boxes(int count) {
    Rng rng(31);
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i) {
        const float x = rng.uniform(-20.0f, 20.0f);
        const float y = rng.uniform(-20.0f, 20.0f);
        const float width = rng.uniform(0.1f, 2.0f);
        const float height = rng.uniform(0.1f, 2.0f);
        boxes.push_back({{x, y}, {x + width, y + height}});
    }
    return boxes;
}

/// Inserts the boxes and searches. By reference, because copies of a phase do not contain its scratch memory.
template <class Phase>
void search(Phase& phase, const std::vector<Aabb>& boxes, const std::vector<ProxyId>& moved) {
    for (ProxyId id = 0; id < boxes.size(); ++id)
        phase.insert(id, boxes[id]);
    std::vector<ProxyPair> pairs;
    phase.find_pairs(moved, pairs);
    EXPECT_EQ(pairs, brute_force_pairs(boxes, moved));
}

// There are n (n − 1) / 2 tests if all boxes have moved. If only some have moved, each moved box is tested
// against each resting box, and each pair of moved boxes once.
TEST(AllPairs, TestsEachPairOnce) {
    const std::vector<Aabb> boxes = scattered_boxes(50);
    AllPairs all_moved;
    search(all_moved, boxes, all_ids(boxes));
    EXPECT_EQ(all_moved.counters().tests, 50u * 49u / 2u);
    AllPairs some_moved;
    search(some_moved, boxes, {3, 7, 49});
    EXPECT_EQ(some_moved.counters().tests, 3u * 47u + 3u);
}

TEST(BatchedSortAndSweep, StripsContainTheBoxesThatOverlapThem) {
    const std::vector<Aabb> boxes = scattered_boxes(40);
    BatchedSortAndSweep phase;
    EXPECT_EQ(phase.strips(), nullptr) << "before the first search";
    search(phase, boxes, all_ids(boxes));
    ASSERT_NE(phase.strips(), nullptr);
    const double height = phase.strips()->strip_height();
    ASSERT_GT(height, 0.0);
    // There are so few strips that none share a list.
    const auto strip_of = [height](float y) {
        return static_cast<int>(std::floor(static_cast<double>(y) / height));
    };
    std::size_t entries = 0;
    for (int strip = strip_of(-20.0f); strip <= strip_of(22.0f); ++strip) {
        const auto is_in_strip = [&](const Aabb& box) {
            return strip_of(box.lower.y) <= strip && strip <= strip_of(box.upper.y);
        };
        const std::size_t strip_entries = phase.strips()->entries_of(strip);
        EXPECT_EQ(strip_entries, static_cast<std::size_t>(std::ranges::count_if(boxes, is_in_strip)))
            << strip;
        entries += strip_entries;
    }
    EXPECT_EQ(phase.strips()->entries(), entries);
}

TEST(BatchedSortAndSweep, HasNoStripsAfterASearchForFewBoxes) {
    const std::vector<Aabb> boxes = scattered_boxes(40);
    BatchedSortAndSweep phase;
    search(phase, boxes, {5});
    EXPECT_EQ(phase.strips(), nullptr);
}

TEST(IntervalTree, BoxIsStoredAtTheHighestNodeInItsInterval) {
    const std::vector<Aabb> boxes = scattered_boxes(60);
    IntervalTree phase;
    EXPECT_TRUE(phase.node_positions().empty());
    search(phase, boxes, all_ids(boxes));
    const std::span node_positions = phase.node_positions();
    ASSERT_TRUE(std::ranges::is_sorted(node_positions));
    for (const Aabb& box : boxes) {
        std::size_t first = 0;
        std::size_t last = node_positions.size();
        std::size_t node = first + (last - first) / 2;
        while (node_positions[node] < box.lower.x || node_positions[node] > box.upper.x) {
            (node_positions[node] < box.lower.x ? first : last) =
                node_positions[node] < box.lower.x ? node + 1 : node;
            node = first + (last - first) / 2;
        }
        EXPECT_EQ(phase.node_index_of(box), node);
    }
}

TEST(UniformGrid, ListsTheBoxesTooLargeForItsCells) {
    std::vector<Aabb> boxes = scattered_boxes(60);
    boxes.push_back({{-30.0f, -30.0f}, {30.0f, -29.0f}});
    boxes.push_back({{-200.0f, -31.0f}, {200.0f, -30.5f}});
    UniformGrid phase;
    search(phase, boxes, all_ids(boxes));
    ASSERT_EQ(phase.large_boxes().size(), 1u);
    EXPECT_EQ(phase.large_boxes().front(), 61u);
}

}  // namespace
}  // namespace toibox::broad
