// SPDX-License-Identifier: MIT
// Random crowds of boxes: sweep and tree query find the same pairs as brute force at every SIMD width, and
// the result does not depend on the history.
#include "toibox/broad/batched_sort_and_sweep.h"
#include "toibox/core/rng.h"

#include "tests/unit/broad/sweep_cases.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;
using broad::BatchedSortAndSweep;

constexpr std::uint64_t seed = 20250921;
constexpr Isa isas[] = {Isa::Scalar, Isa::Sse2, Isa::Avx2};

/// Boxes of random density, range of sizes (up to 1 : 1000), aspect ratio and position, at times on integers.
struct Crowd {
    explicit Crowd(Rng& rng)
        : width(rng.uniform(1.0f, 60.0f)),
          height(rng.uniform(1.0f, 60.0f)),
          max_size(rng.integer(0, 3) == 0 ? 30.0f : 1.5f),
          aspect(rng.uniform(0.05f, 5.0f)),
          is_integer(rng.integer(0, 3) == 0),
          origin{rng.uniform(-1000.0f, 1000.0f), rng.uniform(-1000.0f, 1000.0f)} {}

    Aabb box(Rng& rng) const {
        const float share = rng.uniform(0.03f, 1.0f);
        const float size = max_size * share * share;
        Vec2 lower = origin + Vec2{rng.uniform(0.0f, width), rng.uniform(0.0f, height)};
        Vec2 extent{size, size * aspect};
        if (is_integer) {
            lower = {static_cast<float>(static_cast<int>(lower.x)),
                     static_cast<float>(static_cast<int>(lower.y))};
            extent = {static_cast<float>(static_cast<int>(extent.x)),
                      static_cast<float>(static_cast<int>(extent.y))};
        }
        return {lower, lower + extent};
    }

    float width;
    float height;
    float max_size;
    float aspect;
    bool is_integer;
    Vec2 origin;
};

TEST(BatchedSweepProperty, FindsThePairsOfRandomCrowdsAtEveryWidth) {
    Rng rng{seed};
    for (int round = 0; round < 120; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const Crowd crowd(rng);
        std::vector<Aabb> boxes(static_cast<std::size_t>(rng.integer(1, 500)));
        for (Aabb& box : boxes)
            box = crowd.box(rng);
        BatchedSortAndSweep phases[3];
        for (int i = 0; i < 3; ++i) {
            if (is_available(isas[i])) phases[i].set_isa(isas[i]);
            for (ProxyId id = 0; id < boxes.size(); ++id)
                phases[i].insert(id, boxes[id]);
        }
        // From all boxes to fewer than one in a hundred move: covers the sweep and the tree.
        for (const int one_in : {1, 2, 7, 40, 150}) {
            std::vector<ProxyId> moved;
            for (ProxyId id = 0; id < boxes.size(); ++id) {
                if (rng.integer(1, one_in) != 1) continue;
                moved.push_back(id);
                boxes[id] = crowd.box(rng);
                for (BatchedSortAndSweep& phase : phases)
                    phase.move(id, boxes[id]);
            }
            const std::vector<ProxyPair> expected = brute_force_pairs(boxes, moved);
            const std::uint64_t tests = [&] {
                std::vector<ProxyPair> pairs;
                phases[0].find_pairs(moved, pairs);
                EXPECT_EQ(pairs, expected);
                return phases[0].counters().tests;
            }();
            for (int i = 1; i < 3; ++i) {
                std::vector<ProxyPair> pairs;
                phases[i].find_pairs(moved, pairs);
                ASSERT_EQ(pairs, expected) << to_string(isas[i]);
                ASSERT_EQ(phases[i].counters().tests, tests) << to_string(isas[i]);
            }
            ASSERT_EQ(phases[0].defect(), "");
        }
    }
}

// A broad phase after many changes and a new one with the same boxes find the same pairs.
TEST(BatchedSweepProperty, ResultDoesNotDependOnTheHistory) {
    Rng rng{seed + 1};
    const Crowd crowd(rng);
    BatchedSortAndSweep changed;
    std::vector<Aabb> boxes(200);
    for (ProxyId id = 0; id < boxes.size(); ++id) {
        boxes[id] = crowd.box(rng);
        changed.insert(id, boxes[id]);
    }
    for (int round = 0; round < 200; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed + 1) + ", round " + std::to_string(round));
        std::vector<ProxyId> moved;
        const int one_in = rng.integer(1, 60);
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            if (rng.integer(1, one_in) != 1) continue;
            boxes[id] = crowd.box(rng);
            if (rng.integer(0, 3) == 0) {
                changed.remove(id);
                changed.insert(id, boxes[id]);
            } else {
                changed.move(id, boxes[id]);
            }
            moved.push_back(id);
        }
        BatchedSortAndSweep rebuilt;
        for (ProxyId id = 0; id < boxes.size(); ++id)
            rebuilt.insert(id, boxes[id]);
        std::vector<ProxyPair> pairs;
        std::vector<ProxyPair> expected;
        changed.find_pairs(moved, pairs);
        rebuilt.find_pairs(moved, expected);
        ASSERT_EQ(pairs, expected);
        const Aabb area = crowd.box(rng);
        std::vector<char> found(boxes.size(), 0);
        changed.query(area, [&found](ProxyId id) {
            ++found[id];
            return true;
        });
        for (ProxyId id = 0; id < boxes.size(); ++id)
            ASSERT_EQ(found[id], overlaps(area, boxes[id]) ? 1 : 0) << "box " << id;
        ASSERT_EQ(changed.defect(), "");
    }
}

// Random moves, skipped searches, removed and inserted boxes, repeated reports, and copies. The new pairs are
// exactly the overlaps with a moved box that did not exist at the last search, with one thread or three.
TEST(BatchedSweepProperty, FindsExactlyTheNewPairs) {
    Rng rng{seed + 2};
    const Crowd crowd(rng);
    BatchedSortAndSweep phase;
    std::vector<Aabb> boxes(2500);
    std::vector<Aabb> previous_boxes(boxes.size(), Aabb{{1.0f, 1.0f}, {-1.0f, -1.0f}});
    std::vector<bool> is_moved(boxes.size(), true);
    for (ProxyId id = 0; id < boxes.size(); ++id) {
        boxes[id] = crowd.box(rng);
        phase.insert(id, boxes[id]);
    }
    std::array pools{std::make_unique<ThreadPool>(1), std::make_unique<ThreadPool>(3)};
    std::size_t new_pairs = 0;
    std::size_t filtered_out = 0;
    bool was_copied = false;  // a copy does not know where boxes were that moved before or since
    for (int round = 0; round < 100; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed + 2) + ", round " + std::to_string(round));
        const int one_in = rng.integer(1, 60);
        if (rng.integer(0, 9) == 0) {
            const BatchedSortAndSweep copy = phase;
            phase = copy;
            was_copied = true;
        }
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            if (rng.integer(1, one_in) != 1) continue;
            is_moved[id] = true;
            switch (rng.integer(0, 7)) {
                case 0:
                    boxes[id] = crowd.box(rng);
                    phase.remove(id);
                    phase.insert(id, boxes[id]);
                    previous_boxes[id] = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
                    break;
                case 1:
                    phase.report_pairs_again(id);
                    previous_boxes[id] = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
                    break;
                default: {
                    const Vec2 offset{rng.uniform(-0.3f, 0.3f), rng.uniform(-0.3f, 0.3f)};
                    boxes[id] = {boxes[id].lower + offset, boxes[id].upper + offset};
                    phase.move(id, boxes[id]);
                }
            }
        }
        if (rng.integer(0, 3) == 0) continue;
        for (ProxyId id = 0; was_copied && id < boxes.size(); ++id) {
            if (is_moved[id]) previous_boxes[id] = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
        }
        was_copied = false;
        std::vector<ProxyId> moved;
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            if (is_moved[id]) moved.push_back(id);
        }
        std::vector<ProxyPair> expected = brute_force_pairs(boxes, moved);
        filtered_out += expected.size();
        std::erase_if(expected, [&](const ProxyPair& pair) {
            return overlaps(previous_boxes[pair.a], previous_boxes[pair.b]);
        });
        filtered_out -= expected.size();
        new_pairs += expected.size();
        std::vector<ProxyPair> pairs;
        run_with_team(*pools[static_cast<std::size_t>(rng.integer(0, 1))],
                      [&](WorkerTeam& team) { phase.find_new_pairs(moved, team, pairs); });
        ASSERT_EQ(pairs, expected);
        previous_boxes = boxes;
        is_moved.assign(boxes.size(), false);
    }
    EXPECT_GT(new_pairs, 1000u);
    EXPECT_GT(filtered_out, 1000u);
}

}  // namespace
}  // namespace toibox
