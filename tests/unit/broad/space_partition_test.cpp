// SPDX-License-Identifier: MIT

// The broad phases that partition space: how they partition it, and how many tests that saves.
#include "toibox/broad/bsp_tree.h"
#include "toibox/broad/cell_portals.h"
#include "toibox/broad/interval_tree.h"
#include "toibox/broad/kd_tree.h"
#include "toibox/broad/quadtree.h"
#include "toibox/broad/uniform_grid.h"
#include "toibox/core/rng.h"

#include "brute_force_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::broad {
namespace {

using namespace testing_support;

Aabb box_at(Vec2 center, float half_size) {
    return {center - Vec2{half_size, half_size}, center + Vec2{half_size, half_size}};
}

/// Boxes of 40 cm at random places in a square of 60 m.
std::vector<Aabb> scattered_small_boxes(int count) {
    Rng rng(11);
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i)
        boxes.push_back(box_at({rng.uniform(-30.0f, 30.0f), rng.uniform(-30.0f, 30.0f)}, 0.2f));
    return boxes;
}

template <class Phase>
Phase searched_phase(const std::vector<Aabb>& boxes) {
    Phase phase;
    for (ProxyId id = 0; id < boxes.size(); ++id)
        phase.insert(id, boxes[id]);
    std::vector<ProxyPair> pairs;
    const std::vector<ProxyId> all = all_ids(boxes);
    phase.find_pairs(all, pairs);
    EXPECT_EQ(pairs, brute_force_pairs(boxes, all));
    return phase;
}

template <class Phase>
class SpacePartition : public testing::Test {};
using SpacePartitions = testing::Types<UniformGrid, Quadtree, KdTree, BspTree, IntervalTree, CellPortals>;
TYPED_TEST_SUITE(SpacePartition, SpacePartitions);

// Two thousand boxes have two million pairs, of which fewer than one in twenty may be tested.
TYPED_TEST(SpacePartition, TestsFewOfAllPairs) {
    const TypeParam phase = searched_phase<TypeParam>(scattered_small_boxes(2000));
    EXPECT_LT(phase.counters().tests, 2000u * 1999u / 2u / 20u);
    EXPECT_GT(phase.counters().node_visits, 0u);
}

// Coincident boxes, coincident points, and no boxes.
TYPED_TEST(SpacePartition, TerminatesIfNothingCanBePartitioned) {
    (void)searched_phase<TypeParam>(std::vector<Aabb>(300, box_at({3.0f, -2.0f}, 0.5f)));
    (void)searched_phase<TypeParam>(std::vector<Aabb>(300, box_at({3.0f, -2.0f}, 0.0f)));
    (void)searched_phase<TypeParam>({});
}

// Boxes at 1e30 m and boxes of size 1e30 m, together with small boxes.
TYPED_TEST(SpacePartition, AcceptsBoxesOfAnySize) {
    std::vector<Aabb> boxes = scattered_small_boxes(50);
    boxes.push_back(box_at({1e30f, -1e30f}, 1.0f));
    boxes.push_back(box_at({0.0f, 0.0f}, 1e30f));
    boxes.push_back({{-1e30f, 0.0f}, {1e30f, 0.0f}});
    boxes.push_back(box_at({0.0f, 0.0f}, 1e-30f));
    (void)searched_phase<TypeParam>(boxes);
}

TEST(UniformGrid, CellSizeIsTwiceTheBoxSize) {
    std::vector<Aabb> boxes = scattered_small_boxes(500);
    boxes.push_back({{-40.0f, -31.0f}, {40.0f, -30.0f}});  // a floor over more cells than a box may fill
    const UniformGrid grid = searched_phase<UniformGrid>(boxes);
    EXPECT_NEAR(grid.cell_size(), 0.8, 1e-4);
    grid.for_each_cell([&](const Aabb& cell, std::size_t count) {
        std::size_t inside = 0;
        for (std::size_t i = 0; i + 1 < boxes.size(); ++i)
            inside += overlaps(fattened(cell, 1e-4f), boxes[i]) ? 1u : 0u;
        EXPECT_GE(inside, count);  // a box that ends on a grid line may be in one cell only
    });
}

// Each level halves the cell size, and along x all cells are inside the root.
TEST(Quadtree, HalvesItsCells) {
    const Quadtree tree = searched_phase<Quadtree>(scattered_small_boxes(1000));
    ASSERT_FALSE(tree.cells().empty());
    const Quadtree::Cell root = tree.cells()[0];
    EXPECT_EQ(root.count, 1000u);
    for (const Quadtree::Cell& cell : tree.cells()) {
        EXPECT_DOUBLE_EQ(cell.size, root.size / static_cast<double>(std::uint64_t{1} << cell.depth));
        EXPECT_GE(cell.lower.x, root.lower.x);
        EXPECT_LE(cell.lower.x + cell.size, root.lower.x + root.size * (1.0 + 1e-12));
    }
}

// Both children of a node have about the same number of boxes. Boxes on the split line are in both children.
TEST(KdTree, SplitsAtTheMedian) {
    const KdTree tree = searched_phase<KdTree>(scattered_small_boxes(1024));
    for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
        const CellTree::Node& node = tree.nodes()[i];
        if (node.upper == 0) continue;
        const std::uint32_t lower = tree.nodes()[i + 1].count;
        const std::uint32_t upper = tree.nodes()[node.upper].count;
        EXPECT_NEAR(static_cast<double>(lower), static_cast<double>(upper),
                    2.0 + 0.2 * static_cast<double>(node.count));
        EXPECT_EQ(length(node.split.normal), 1.0);
    }
}

// Boxes along a line at 30°: the first split is perpendicular to the line.
TEST(BspTree, SplitsPerpendicularToTheLargestSpread) {
    Rng rng(5);
    std::vector<Aabb> boxes;
    const Vec2 axis{0.8660254f, 0.5f};
    for (int i = 0; i < 500; ++i) {
        const Vec2 box_center =
            rng.uniform(-50.0f, 50.0f) * axis + rng.uniform(-1.0f, 1.0f) * left_perp(axis);
        boxes.push_back(box_at(box_center, 0.1f));
    }
    const BspTree tree = searched_phase<BspTree>(boxes);
    EXPECT_NEAR(std::abs(dot(tree.nodes()[0].split.normal, widen(axis))), 1.0, 1e-3);
}

// The active boxes overlap along y, and the tree lists only those that also overlap along x, so every tested
// pair overlaps.
TEST(IntervalTree, TestsOnlyOverlappingPairs) {
    const std::vector<Aabb> boxes = scattered_small_boxes(2000);
    const IntervalTree tree = searched_phase<IntervalTree>(boxes);
    EXPECT_EQ(tree.counters().tests, brute_force_pairs(boxes, all_ids(boxes)).size());
}

/// All cells that overlap a box, by brute force.
std::vector<std::uint32_t> overlapping_cells(const CellPortals& map, const Aabb& box) {
    std::vector<std::uint32_t> cell_ids;
    for (std::uint32_t i = 0; i < map.cells().size(); ++i) {
        if (overlaps(map.cells()[i].box, box)) cell_ids.push_back(i);
    }
    return cell_ids;
}

std::vector<std::uint32_t> sorted(std::span<const std::uint32_t> cells) {
    std::vector<std::uint32_t> result(cells.begin(), cells.end());
    std::sort(result.begin(), result.end());
    return result;
}

// The lengths of the portals of a cell add up to the length of its inner borders.
TEST(CellPortals, CoverEveryInnerBorder) {
    const CellPortals map = searched_phase<CellPortals>(scattered_small_boxes(1000));
    ASSERT_GT(map.cells().size(), 100u);
    for (const CellPortals::Cell& cell : map.cells()) {
        double portal_length = 0.0;
        for (const CellPortals::Portal& portal : map.portals_of(cell)) {
            const Vec2d size = widen(portal.opening.upper) - widen(portal.opening.lower);
            EXPECT_TRUE((size.x > 0.0) != (size.y > 0.0));
            EXPECT_TRUE(overlaps(map.cells()[portal.to].box, portal.opening));
            portal_length += size.x + size.y;
        }
        const Vec2d size = widen(cell.box.upper) - widen(cell.box.lower);
        constexpr double infinite = static_cast<double>(std::numeric_limits<float>::max());
        double border_length = 0.0;
        border_length += widen(cell.box.lower).x > -infinite ? size.y : 0.0;
        border_length += widen(cell.box.upper).x < infinite ? size.y : 0.0;
        border_length += widen(cell.box.lower).y > -infinite ? size.x : 0.0;
        border_length += widen(cell.box.upper).y < infinite ? size.x : 0.0;
        EXPECT_NEAR(portal_length, border_length, 1e-6 * border_length);
    }
}

// Boxes that move slowly, jump across the map or cover much of the map are in exactly the cells they overlap.
TEST(CellPortals, FollowBoxesThroughPortals) {
    std::vector<Aabb> boxes = scattered_small_boxes(500);
    boxes.push_back({{-25.0f, -0.5f}, {25.0f, 0.5f}});
    CellPortals map = searched_phase<CellPortals>(boxes);
    Rng rng(3);
    std::vector<ProxyPair> pairs;
    for (int step = 0; step < 50; ++step) {
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            const bool is_jump = rng.uniform(0.0f, 1.0f) < 0.02f;
            const Vec2 displacement =
                is_jump ? Vec2{rng.uniform(-30.0f, 30.0f), rng.uniform(-30.0f, 30.0f)} - center(boxes[id])
                        : Vec2{rng.uniform(-0.1f, 0.1f), rng.uniform(-0.1f, 0.1f)};
            boxes[id] = {boxes[id].lower + displacement, boxes[id].upper + displacement};
            map.move(id, boxes[id]);
        }
        map.find_pairs(all_ids(boxes), pairs);
        for (ProxyId id = 0; id < boxes.size(); ++id)
            ASSERT_EQ(sorted(map.cells_of(id)), overlapping_cells(map, boxes[id]))
                << id << " in step " << step;
    }
}

// The map is kept while boxes move slowly, and rebuilt after they have moved elsewhere.
TEST(CellPortals, AreRebuiltOnlyIfTheBoxesMoveAway) {
    std::vector<Aabb> boxes = scattered_small_boxes(500);
    CellPortals map = searched_phase<CellPortals>(boxes);
    std::vector<ProxyPair> pairs;
    for (int step = 0; step < 100; ++step) {
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            boxes[id] = {boxes[id].lower + Vec2{0.01f, 0.0f}, boxes[id].upper + Vec2{0.01f, 0.0f}};
            map.move(id, boxes[id]);
        }
        map.find_pairs(all_ids(boxes), pairs);
        EXPECT_LT(map.counters().node_visits, 2u * boxes.size());
    }
    EXPECT_EQ(map.rebuild_count(), 1);
    for (ProxyId id = 0; id < boxes.size(); ++id) {
        boxes[id] = {0.1f * boxes[id].lower + Vec2{200.0f, 200.0f},
                     0.1f * boxes[id].upper + Vec2{200.0f, 200.0f}};
        map.move(id, boxes[id]);
    }
    map.find_pairs(all_ids(boxes), pairs);
    EXPECT_EQ(pairs, brute_force_pairs(boxes, all_ids(boxes)));
    map.find_pairs(all_ids(boxes), pairs);
    EXPECT_EQ(map.rebuild_count(), 2);
    EXPECT_EQ(pairs, brute_force_pairs(boxes, all_ids(boxes)));
    EXPECT_LT(map.counters().tests, 20u * boxes.size());
}

// No line separates boxes that all overlap, so there must be a single cell, and each pair is tested once.
// Regression: 1600 such boxes were split at their corners. Each was in hundreds of cells, and there were 39
// million tests.
TEST(CellPortals, TestEachPairOnceIfAllBoxesOverlap) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 800; ++i) {
        const Vec2 lower{0.001f * static_cast<float>(i), 0.001f * static_cast<float>((7 * i) % 800)};
        boxes.push_back({lower, lower + Vec2{50.0f, 50.0f}});
    }
    const CellPortals map = searched_phase<CellPortals>(boxes);
    EXPECT_EQ(map.counters().tests, 800u * 799u / 2u);
    EXPECT_EQ(map.cells().size(), 1u);
}

// Coincident boxes, which cannot be divided into several cells, spread apart. The map is rebuilt then, but
// rebuilds become rare if they do not help.
TEST(CellPortals, AreRebuiltAfterCoincidentBoxesSpread) {
    std::vector<Aabb> boxes(1000, box_at({0.0f, 0.0f}, 0.5f));
    CellPortals map = searched_phase<CellPortals>(boxes);
    std::vector<ProxyPair> pairs;
    for (ProxyId id = 0; id < boxes.size(); ++id) {
        boxes[id] = box_at({3.0f * static_cast<float>(id % 32), 3.0f * static_cast<float>(id / 32)}, 0.5f);
        map.move(id, boxes[id]);
    }
    map.find_pairs(all_ids(boxes), pairs);
    EXPECT_TRUE(pairs.empty());
    map.find_pairs(all_ids(boxes), pairs);
    EXPECT_TRUE(pairs.empty());
    EXPECT_EQ(map.rebuild_count(), 2);
    EXPECT_LT(map.counters().tests, 20u * boxes.size());
    // Two rows of long bars; within a row all bars overlap, so rebuilds do not help.
    for (ProxyId id = 0; id < boxes.size(); ++id) {
        const Vec2 lower{0.01f * static_cast<float>(id), 10.0f * static_cast<float>(id % 2)};
        boxes[id] = {lower, lower + Vec2{100.0f, 9.0f}};
        map.move(id, boxes[id]);
    }
    for (int i = 0; i < 200; ++i)
        map.find_pairs(all_ids(boxes), pairs);
    EXPECT_EQ(pairs, brute_force_pairs(boxes, all_ids(boxes)));
    EXPECT_LT(map.rebuild_count(), 12);
}

// A rebuild, as in the first search, places boxes directly in their cells, without a walk through portals.
TEST(CellPortals, PlaceBoxesDirectlyInARebuild) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 2000; ++i)
        boxes.push_back(box_at({2.0f * static_cast<float>(i), 0.0f}, 0.5f));
    const CellPortals map = searched_phase<CellPortals>(boxes);
    EXPECT_LT(map.counters().node_visits, 2u * map.cells().size());
    for (ProxyId id = 0; id < boxes.size(); ++id)
        EXPECT_EQ(sorted(map.cells_of(id)), overlapping_cells(map, boxes[id])) << id;
}

}  // namespace
}  // namespace toibox::broad
