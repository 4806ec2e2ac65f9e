// SPDX-License-Identifier: MIT
// Random crowds: the sweep and the look-up find the pairs that trying all finds, at every lane width, and
// what they find does not depend on what happened before.
#include "toibox/broad/batched_sweep.h"
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

/// A crowd by a few traits drawn at random: density, spread of sizes (up to 1 : 1000), flat or tall boxes,
/// whole coordinates, place.
struct Crowd {
    explicit Crowd(Rng& rng)
        : width(rng.uniform(1.0f, 60.0f)),
          height(rng.uniform(1.0f, 60.0f)),
          largest(rng.integer(0, 3) == 0 ? 30.0f : 1.5f),
          flat(rng.uniform(0.05f, 5.0f)),
          whole(rng.integer(0, 3) == 0),
          place{rng.uniform(-1000.0f, 1000.0f), rng.uniform(-1000.0f, 1000.0f)} {}

    Aabb box(Rng& rng) const {
        const float share = rng.uniform(0.03f, 1.0f);
        const float size = largest * share * share;
        Vec2 lower = place + Vec2{rng.uniform(0.0f, width), rng.uniform(0.0f, height)};
        Vec2 extent{size, size * flat};
        if (whole) {
            lower = {static_cast<float>(static_cast<int>(lower.x)),
                     static_cast<float>(static_cast<int>(lower.y))};
            extent = {static_cast<float>(static_cast<int>(extent.x)),
                      static_cast<float>(static_cast<int>(extent.y))};
        }
        return {lower, lower + extent};
    }

    float width;
    float height;
    float largest;
    float flat;
    bool whole;
    Vec2 place;
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
        // From all moved to hardly one in a hundred: by the sweep and by the tree.
        for (const int share : {1, 2, 7, 40, 150}) {
            std::vector<ProxyId> moved;
            for (ProxyId id = 0; id < boxes.size(); ++id) {
                if (rng.integer(1, share) != 1) continue;
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

// One phase lives through a thousand changes, another is made of the boxes as they are: they agree.
TEST(BatchedSweepProperty, DoesNotRememberHowBoxesCameToLieThere) {
    Rng rng{seed + 1};
    const Crowd crowd(rng);
    BatchedSortAndSweep old;
    std::vector<Aabb> boxes(200);
    for (ProxyId id = 0; id < boxes.size(); ++id) {
        boxes[id] = crowd.box(rng);
        old.insert(id, boxes[id]);
    }
    for (int round = 0; round < 200; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed + 1) + ", round " + std::to_string(round));
        std::vector<ProxyId> moved;
        const int share = rng.integer(1, 60);
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            if (rng.integer(1, share) != 1) continue;
            boxes[id] = crowd.box(rng);
            if (rng.integer(0, 3) == 0) {
                old.remove(id);
                old.insert(id, boxes[id]);
            } else {
                old.move(id, boxes[id]);
            }
            moved.push_back(id);
        }
        BatchedSortAndSweep fresh;
        for (ProxyId id = 0; id < boxes.size(); ++id)
            fresh.insert(id, boxes[id]);
        std::vector<ProxyPair> pairs;
        std::vector<ProxyPair> expected;
        old.find_pairs(moved, pairs);
        fresh.find_pairs(moved, expected);
        ASSERT_EQ(pairs, expected);
        const Aabb area = crowd.box(rng);
        std::vector<char> found(boxes.size(), 0);
        old.query(area, [&found](ProxyId id) {
            ++found[id];
            return true;
        });
        for (ProxyId id = 0; id < boxes.size(); ++id)
            ASSERT_EQ(found[id], overlaps(area, boxes[id]) ? 1 : 0) << "box " << id;
        ASSERT_EQ(old.defect(), "");
    }
}

// Over random moves, with searches left out, boxes that come, go and are asked about again, and copies: what
// it tells are overlaps with a moved member, and all of those that were none when it was last asked, whether
// one worker searches or three.
TEST(BatchedSweepProperty, NewPairsAreAllThatWereNot) {
    Rng rng{seed + 2};
    const Crowd crowd(rng);
    BatchedSortAndSweep phase;
    std::vector<Aabb> boxes(2500);
    std::vector<Aabb> sought(boxes.size(), Aabb{{1.0f, 1.0f}, {-1.0f, -1.0f}});
    std::vector<bool> is_moved(boxes.size(), true);
    for (ProxyId id = 0; id < boxes.size(); ++id) {
        boxes[id] = crowd.box(rng);
        phase.insert(id, boxes[id]);
    }
    std::array pools{std::make_unique<ThreadPool>(1), std::make_unique<ThreadPool>(3)};
    std::size_t told = 0;
    std::size_t filtered_out = 0;
    bool forgotten = false;  // a copy knows nothing of those that have moved before it or since
    for (int round = 0; round < 100; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed + 2) + ", round " + std::to_string(round));
        const int share = rng.integer(1, 60);
        if (rng.integer(0, 9) == 0) {
            const BatchedSortAndSweep copy = phase;
            phase = copy;
            forgotten = true;
        }
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            if (rng.integer(1, share) != 1) continue;
            is_moved[id] = true;
            switch (rng.integer(0, 7)) {
                case 0:
                    boxes[id] = crowd.box(rng);
                    phase.remove(id);
                    phase.insert(id, boxes[id]);
                    sought[id] = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
                    break;
                case 1:
                    phase.report_pairs_again(id);
                    sought[id] = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
                    break;
                default: {
                    const Vec2 by{rng.uniform(-0.3f, 0.3f), rng.uniform(-0.3f, 0.3f)};
                    boxes[id] = {boxes[id].lower + by, boxes[id].upper + by};
                    phase.move(id, boxes[id]);
                }
            }
        }
        if (rng.integer(0, 3) == 0) continue;
        for (ProxyId id = 0; forgotten && id < boxes.size(); ++id) {
            if (is_moved[id]) sought[id] = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
        }
        forgotten = false;
        std::vector<ProxyId> moved;
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            if (is_moved[id]) moved.push_back(id);
        }
        std::vector<ProxyPair> expected = brute_force_pairs(boxes, moved);
        filtered_out += expected.size();
        std::erase_if(expected,
                      [&](const ProxyPair& pair) { return overlaps(sought[pair.a], sought[pair.b]); });
        filtered_out -= expected.size();
        told += expected.size();
        std::vector<ProxyPair> pairs;
        run_with_team(*pools[static_cast<std::size_t>(rng.integer(0, 1))],
                      [&](WorkerTeam& team) { phase.find_new_pairs(moved, team, pairs); });
        ASSERT_EQ(pairs, expected);
        sought = boxes;
        is_moved.assign(boxes.size(), false);
    }
    EXPECT_GT(told, 1000u);
    EXPECT_GT(filtered_out, 1000u);
}

}  // namespace
}  // namespace toibox
