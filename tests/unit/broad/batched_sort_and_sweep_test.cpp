// SPDX-License-Identifier: MIT
// Configurations that are difficult for the strips, with every SIMD width, compared with brute force.
#include "toibox/broad/batched_sort_and_sweep.h"

#include "tests/unit/broad/brute_force_pairs.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;
using broad::BatchedSortAndSweep;

Aabb box_at(float x, float y, float width, float height) {
    return {{x, y}, {x + width, y + height}};
}

/// Searches with all boxes moved, which uses the sweep, then with a single moved box, which uses the tree.
void expect_all_pairs(const std::vector<Aabb>& boxes) {
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        if (!is_available(isa)) continue;
        SCOPED_TRACE(std::string(to_string(isa)));
        BatchedSortAndSweep phase;
        phase.set_isa(isa);
        for (ProxyId id = 0; id < boxes.size(); ++id)
            phase.insert(id, boxes[id]);
        std::vector<ProxyPair> pairs;
        phase.find_pairs(all_ids(boxes), pairs);
        EXPECT_EQ(pairs, brute_force_pairs(boxes, all_ids(boxes)));
        const std::vector<ProxyId> single_id{static_cast<ProxyId>(boxes.size() / 2)};
        phase.find_pairs(single_id, pairs);
        EXPECT_EQ(pairs, brute_force_pairs(boxes, single_id));
        EXPECT_EQ(phase.defect(), "");
    }
}

TEST(BatchedSortAndSweep, FindsNothingAmongFewerThanTwoBoxes) {
    BatchedSortAndSweep phase;
    std::vector<ProxyPair> pairs{{1, 2}};
    phase.find_pairs({}, pairs);
    EXPECT_TRUE(pairs.empty());
    phase.insert(5, box_at(0, 0, 1, 1));
    phase.find_pairs(std::vector<ProxyId>{5}, pairs);
    EXPECT_TRUE(pairs.empty());
    phase.remove(5);
    phase.find_pairs({}, pairs);
    EXPECT_TRUE(pairs.empty());
}

// A grid of unit boxes with a floor, a tall wall and two boxes around everything. The three tall boxes
// overlap each other, the grid and the floor.
TEST(BatchedSortAndSweep, ComparesTallBoxesWithAllBoxes) {
    std::vector<Aabb> boxes{box_at(-50, -1, 100, 1.5f), box_at(10.2f, -10, 0.4f, 200),
                            box_at(-500, -500, 1000, 1000), box_at(-400, -400, 1000, 1000)};
    for (int i = 0; i < 400; ++i)
        boxes.push_back(box_at(1.1f * static_cast<float>(i % 20), 1.1f * static_cast<float>(i / 20), 1, 1));
    expect_all_pairs(boxes);
}

// Boxes with heights around 32 strips, the number from which a box is treated as tall; the height of a strip
// is four times the median height of 1 m. Neighbours touch, so that there are pairs across the limit.
TEST(BatchedSortAndSweep, FindsPairsAroundTheLimitOfTallBoxes) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 300; ++i)
        boxes.push_back(box_at(static_cast<float>(i % 10), 1.5f * static_cast<float>(i / 10) - 20.0f, 1, 1));
    for (int i = 0; i < 12; ++i)
        boxes.push_back(box_at(0.5f * static_cast<float>(i), -70.0f + static_cast<float>(i), 0.5f,
                               118.0f + 2.0f * static_cast<float>(i)));
    expect_all_pairs(boxes);
}

// Two hundred identical boxes: every pair overlaps, and all starts are equal.
TEST(BatchedSortAndSweep, FindsEveryPairOfCoincidentBoxes) {
    expect_all_pairs(std::vector<Aabb>(200, box_at(3, -7, 1, 2)));
}

// A grid of unit squares around the origin that touch at edges and corners. Twenty boxes share each start.
TEST(BatchedSortAndSweep, FindsTouchingBoxesOfAGrid) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 400; ++i)
        boxes.push_back(box_at(static_cast<float>(i % 20 - 10), static_cast<float>(i / 20 - 10), 1, 1));
    expect_all_pairs(boxes);
}

// A median height of 0 gives no strip height, so there is a single strip.
TEST(BatchedSortAndSweep, PutsBoxesWithoutHeightIntoOneStrip) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 300; ++i)
        boxes.push_back(box_at(0.5f * static_cast<float>(i % 30), static_cast<float>(i / 30),
                               i % 3 == 0 ? 0.0f : 1.0f, 0));
    boxes.push_back(box_at(3, 0, 0, 5));
    expect_all_pairs(boxes);
}

// Three groups of boxes: at 100 km, where a float ulp is 8 mm, on the opposite side of the origin, and at
// 1e30 m, beyond all strips.
TEST(BatchedSortAndSweep, WorksFarFromTheOrigin) {
    std::vector<Aabb> boxes;
    for (const float x : {1e5f, -1e5f, 1e30f}) {
        for (int i = 0; i < 100; ++i)
            boxes.push_back(
                box_at(x + 0.9f * static_cast<float>(i % 10), -x + 0.9f * static_cast<float>(i / 10), 1, 1));
    }
    expect_all_pairs(boxes);
}

// Rows of unit boxes that are 64, 128 and 256 strips of 4 m apart share strip lists.
TEST(BatchedSortAndSweep, SeparatesStripsThatShareAList) {
    std::vector<Aabb> boxes;
    for (const float y : {0.0f, 256.0f, 512.0f, 1024.0f, -256.0f}) {
        for (int i = 0; i < 40; ++i)
            boxes.push_back(
                box_at(0.5f * static_cast<float>(i), y + 0.25f * static_cast<float>(i % 5), 1, 1));
    }
    expect_all_pairs(boxes);
}

// Two groups in which all boxes overlap form far more pairs than memory was reserved for.
TEST(BatchedSortAndSweep, GrowsItsMemoryDuringTheSearch) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 500; ++i)
        boxes.push_back(box_at(100.0f * static_cast<float>(i % 2) + 0.001f * static_cast<float>(i), 0, 2,
                               i % 7 == 0 ? 300.0f : 1.0f));
    expect_all_pairs(boxes);
}

// Queries between changes find each box at its current position.
TEST(BatchedSortAndSweep, QueriesAreCorrectAfterEveryChange) {
    BatchedSortAndSweep phase;
    for (ProxyId id = 0; id < 300; ++id)
        phase.insert(id, box_at(2.0f * static_cast<float>(id), 0, 1, 1));
    const auto found_at = [&phase](float x) {
        std::vector<ProxyId> found;
        phase.query(box_at(x, 0.25f, 0.5f, 0.5f), [&found](ProxyId id) {
            found.push_back(id);
            return true;
        });
        return found;
    };
    EXPECT_EQ(found_at(20.25f), std::vector<ProxyId>{10});
    phase.move(10, box_at(-1000, 0, 1, 1));
    EXPECT_TRUE(found_at(20.25f).empty());
    EXPECT_EQ(found_at(-999.75f), std::vector<ProxyId>{10});
    phase.remove(10);
    EXPECT_TRUE(found_at(-999.75f).empty());
    phase.insert(300, box_at(-1000, 0, 1, 1));
    EXPECT_EQ(found_at(-999.75f), std::vector<ProxyId>{300});
    phase.insert(10, box_at(20, 0, 1, 1));
    EXPECT_EQ(found_at(20.25f), std::vector<ProxyId>{10});
    for (ProxyId id = 0; id < 300; ++id)
        phase.move(id, box_at(0, 2.0f * static_cast<float>(id), 1, 1));
    EXPECT_EQ(found_at(0.25f), std::vector<ProxyId>{0});
    EXPECT_EQ(phase.defect(), "");
}

#if !defined(NDEBUG) || defined(TOIBOX_ENABLE_ASSERTS)
TEST(BatchedSortAndSweepDeathTest, InvalidBoxesFailAnAssertion) {
    BatchedSortAndSweep phase;
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_DEATH(phase.insert(0, {{nan, 0}, {1, 1}}), "");
    EXPECT_DEATH(phase.insert(0, {{1, 0}, {0, 1}}), "");
    EXPECT_DEATH(phase.move(0, box_at(0, 0, 1, 1)), "");
}
#endif

}  // namespace
}  // namespace toibox
