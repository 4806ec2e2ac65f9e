// SPDX-License-Identifier: MIT

// The broad phases that divide space: how they divide it, and what that saves.
#include "toibox/broad/bsp_tree.h"
#include "toibox/broad/cell_portals.h"
#include "toibox/broad/interval_tree.h"
#include "toibox/broad/kd_tree.h"
#include "toibox/broad/quadtree.h"
#include "toibox/broad/uniform_grid.h"
#include "toibox/core/rng.h"

#include "sweep_cases.h"

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

Aabb box_at(Vec2 center, float half) {
    return {center - Vec2{half, half}, center + Vec2{half, half}};
}

/// Boxes of 40 cm, scattered over a square of 60 m.
std::vector<Aabb> scattered_dots(int count) {
    Rng rng(11);
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i)
        boxes.push_back(box_at({rng.uniform(-30.0f, 30.0f), rng.uniform(-30.0f, 30.0f)}, 0.2f));
    return boxes;
}

template <class Phase>
Phase searched(const std::vector<Aabb>& boxes) {
    Phase phase;
    for (ProxyId id = 0; id < boxes.size(); ++id)
        phase.insert(id, boxes[id]);
    std::vector<ProxyPair> pairs;
    const std::vector<ProxyId> all = all_ids(boxes);
    phase.find_pairs(all, pairs);
    EXPECT_EQ(pairs, pairs_by_trying_all(boxes, all));
    return phase;
}

template <class Phase>
class DividedSpace : public testing::Test {};
using Dividing = testing::Types<UniformGrid, Quadtree, KdTree, BspTree, IntervalTree, CellPortals>;
TYPED_TEST_SUITE(DividedSpace, Dividing);

// Two thousand boxes have two million pairs; what divides space tests a twentieth of them at most.
TYPED_TEST(DividedSpace, TestsFewOfThePairs) {
    const TypeParam phase = searched<TypeParam>(scattered_dots(2000));
    EXPECT_LT(phase.counters().tests, 2000u * 1999u / 2u / 20u);
    EXPECT_GT(phase.counters().node_visits, 0u);
}

// What cannot be divided: a thousand boxes in one place, points in one place, none.
TYPED_TEST(DividedSpace, EndsWhereNothingCanBeDivided) {
    (void)searched<TypeParam>(std::vector<Aabb>(300, box_at({3.0f, -2.0f}, 0.5f)));
    (void)searched<TypeParam>(std::vector<Aabb>(300, box_at({3.0f, -2.0f}, 0.0f)));
    (void)searched<TypeParam>({});
}

// Boxes at 1e30 m and of 1e30 m, beside small ones.
TYPED_TEST(DividedSpace, TakesBoxesOfAnySize) {
    std::vector<Aabb> boxes = scattered_dots(50);
    boxes.push_back(box_at({1e30f, -1e30f}, 1.0f));
    boxes.push_back(box_at({0.0f, 0.0f}, 1e30f));
    boxes.push_back({{-1e30f, 0.0f}, {1e30f, 0.0f}});
    boxes.push_back(box_at({0.0f, 0.0f}, 1e-30f));
    (void)searched<TypeParam>(boxes);
}

TEST(UniformGrid, HasCellsOfTwoBoxes) {
    std::vector<Aabb> boxes = scattered_dots(500);
    boxes.push_back({{-40.0f, -31.0f}, {40.0f, -30.0f}});  // a floor, over more cells than are filled
    const UniformGrid grid = searched<UniformGrid>(boxes);
    EXPECT_NEAR(grid.cell_size(), 0.8, 1e-4);
    grid.for_each_cell([&](const Aabb& cell, std::size_t count) {
        std::size_t inside = 0;
        for (std::size_t i = 0; i + 1 < boxes.size(); ++i)
            inside += overlaps(fattened(cell, 1e-4f), boxes[i]) ? 1u : 0u;
        EXPECT_GE(inside, count);  // closed cells: a box that ends on a line lies on one side of it only
    });
}

// Cells lie in the cells above them, and none that could be divided is not.
TEST(Quadtree, HalvesItsCells) {
    const Quadtree tree = searched<Quadtree>(scattered_dots(1000));
    ASSERT_FALSE(tree.cells().empty());
    const Quadtree::Cell root = tree.cells()[0];
    EXPECT_EQ(root.count, 1000u);
    for (const Quadtree::Cell& cell : tree.cells()) {
        EXPECT_DOUBLE_EQ(cell.size, root.size / static_cast<double>(std::uint64_t{1} << cell.depth));
        EXPECT_GE(cell.lower.x, root.lower.x);
        EXPECT_LE(cell.lower.x + cell.size, root.lower.x + root.size * (1.0 + 1e-12));
    }
}

// Scattered boxes are told apart down to leaves of few: halves hold about as many, but for those that the
// line goes through, which are in both.
TEST(KdTree, HalvesAtTheMedian) {
    const KdTree tree = searched<KdTree>(scattered_dots(1024));
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

// A crowd along a line of 30°: the first cut goes across it.
TEST(BspTree, CutsACrowdAcrossItsLength) {
    Rng rng(5);
    std::vector<Aabb> boxes;
    const Vec2 along{0.8660254f, 0.5f};
    for (int i = 0; i < 500; ++i) {
        const Vec2 at = rng.uniform(-50.0f, 50.0f) * along + rng.uniform(-1.0f, 1.0f) * left_perp(along);
        boxes.push_back(box_at(at, 0.1f));
    }
    const BspTree tree = searched<BspTree>(boxes);
    EXPECT_NEAR(std::abs(dot(tree.nodes()[0].split.normal, widen(along))), 1.0, 1e-3);
}

// Along x everything is read off: of what is tested nothing is in vain.
TEST(IntervalTree, TestsOnlyWhatOverlaps) {
    const std::vector<Aabb> boxes = scattered_dots(2000);
    const IntervalTree tree = searched<IntervalTree>(boxes);
    EXPECT_EQ(tree.counters().tests, pairs_by_trying_all(boxes, all_ids(boxes)).size());
}

/// Of a box: all cells that it meets, by trying each.
std::vector<std::uint32_t> cells_met(const CellPortals& map, const Aabb& box) {
    std::vector<std::uint32_t> met;
    for (std::uint32_t i = 0; i < map.cells().size(); ++i) {
        if (overlaps(map.cells()[i].box, box)) met.push_back(i);
    }
    return met;
}

std::vector<std::uint32_t> sorted(std::span<const std::uint32_t> cells) {
    std::vector<std::uint32_t> out(cells.begin(), cells.end());
    std::sort(out.begin(), out.end());
    return out;
}

// Each inner border is covered by portals: their lengths add up to it, on both sides.
TEST(CellPortals, OpenAllOfEachBorder) {
    const CellPortals map = searched<CellPortals>(scattered_dots(1000));
    ASSERT_GT(map.cells().size(), 100u);
    for (const CellPortals::Cell& cell : map.cells()) {
        double open = 0.0;
        for (const CellPortals::Portal& portal : map.portals_of(cell)) {
            const Vec2d size = widen(portal.opening.upper) - widen(portal.opening.lower);
            EXPECT_TRUE((size.x > 0.0) != (size.y > 0.0));
            EXPECT_TRUE(overlaps(map.cells()[portal.to].box, portal.opening));
            open += size.x + size.y;
        }
        const Vec2d size = widen(cell.box.upper) - widen(cell.box.lower);
        constexpr double farthest = static_cast<double>(std::numeric_limits<float>::max());
        double border = 0.0;
        border += widen(cell.box.lower).x > -farthest ? size.y : 0.0;
        border += widen(cell.box.upper).x < farthest ? size.y : 0.0;
        border += widen(cell.box.lower).y > -farthest ? size.x : 0.0;
        border += widen(cell.box.upper).y < farthest ? size.x : 0.0;
        EXPECT_NEAR(open, border, 1e-6 * border);
    }
}

// Boxes that creep, that jump across the map and that cover much of it are found in just the cells they meet.
TEST(CellPortals, FollowsBoxesThroughPortals) {
    std::vector<Aabb> boxes = scattered_dots(500);
    boxes.push_back({{-25.0f, -0.5f}, {25.0f, 0.5f}});
    CellPortals map = searched<CellPortals>(boxes);
    Rng rng(3);
    std::vector<ProxyPair> pairs;
    for (int step = 0; step < 50; ++step) {
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            const bool jumps = rng.uniform(0.0f, 1.0f) < 0.02f;
            const Vec2 by =
                jumps ? Vec2{rng.uniform(-30.0f, 30.0f), rng.uniform(-30.0f, 30.0f)} - center(boxes[id])
                      : Vec2{rng.uniform(-0.1f, 0.1f), rng.uniform(-0.1f, 0.1f)};
            boxes[id] = {boxes[id].lower + by, boxes[id].upper + by};
            map.move(id, boxes[id]);
        }
        map.find_pairs(all_ids(boxes), pairs);
        for (ProxyId id = 0; id < boxes.size(); ++id)
            ASSERT_EQ(sorted(map.cells_of(id)), cells_met(map, boxes[id])) << id << " in step " << step;
    }
}

// What creeps is found where it was; the map stays as it was cut until the crowd has gone elsewhere.
TEST(CellPortals, AreCutAnewOnlyForAnotherCrowd) {
    std::vector<Aabb> boxes = scattered_dots(500);
    CellPortals map = searched<CellPortals>(boxes);
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
    EXPECT_EQ(pairs, pairs_by_trying_all(boxes, all_ids(boxes)));
    map.find_pairs(all_ids(boxes), pairs);
    EXPECT_EQ(map.rebuild_count(), 2);
    EXPECT_EQ(pairs, pairs_by_trying_all(boxes, all_ids(boxes)));
    EXPECT_LT(map.counters().tests, 20u * boxes.size());
}

// Boxes that lie on one another are told apart by no line: none is cut, and each pair is tested once. (Cut at
// their corners they lay in hundreds of cells each, with 39 million tests of 1600 boxes.)
TEST(CellPortals, TestEachPairOnceInACrowdThatOverlaps) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 800; ++i) {
        const Vec2 lower{0.001f * static_cast<float>(i), 0.001f * static_cast<float>((7 * i) % 800)};
        boxes.push_back({lower, lower + Vec2{50.0f, 50.0f}});
    }
    const CellPortals map = searched<CellPortals>(boxes);
    EXPECT_EQ(map.counters().tests, 800u * 799u / 2u);
    EXPECT_EQ(map.cells().size(), 1u);
}

// A burst: all on one spot, where one cell is all there can be, then spread. The map follows, and gives it up
// where it cannot help.
TEST(CellPortals, AreCutAnewAfterABurst) {
    std::vector<Aabb> boxes(1000, box_at({0.0f, 0.0f}, 0.5f));
    CellPortals map = searched<CellPortals>(boxes);
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
    // Bars across one another's ends, in a row whose boxes overlap but for one in eight: nothing to be
    // gained.
    for (ProxyId id = 0; id < boxes.size(); ++id) {
        const Vec2 lower{0.01f * static_cast<float>(id), 10.0f * static_cast<float>(id % 2)};
        boxes[id] = {lower, lower + Vec2{100.0f, 9.0f}};
        map.move(id, boxes[id]);
    }
    for (int i = 0; i < 200; ++i)
        map.find_pairs(all_ids(boxes), pairs);
    EXPECT_EQ(pairs, pairs_by_trying_all(boxes, all_ids(boxes)));
    EXPECT_LT(map.rebuild_count(), 12);
}

// Nobody walks far to a cell of a map that has just been cut.
TEST(CellPortals, StandInTheirCellsWhenTheseAreCut) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 2000; ++i)
        boxes.push_back(box_at({2.0f * static_cast<float>(i), 0.0f}, 0.5f));
    const CellPortals map = searched<CellPortals>(boxes);
    EXPECT_LT(map.counters().node_visits, 2u * map.cells().size());
    for (ProxyId id = 0; id < boxes.size(); ++id)
        EXPECT_EQ(sorted(map.cells_of(id)), cells_met(map, boxes[id])) << id;
}

}  // namespace
}  // namespace toibox::broad
