// SPDX-License-Identifier: MIT
// Random crowds of boxes: sort and sweep and tree queries find the same pairs as brute force at every SIMD
// width, and the result does not depend on the history.
#include "toibox/broad/batched_sort_and_sweep.h"
#include "toibox/core/rng.h"

#include "tests/unit/broad/brute_force_pairs.h"

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

/// Boxes of random density, range of sizes (up to 1 : 1000), aspect ratio and position; in one crowd of four,
/// with integer coordinates.
struct Crowd {
    explicit Crowd(Rng& rng)
        : width(rng.uniform(1.0f, 60.0f)),
          height(rng.uniform(1.0f, 60.0f)),
          max_size(rng.integer(0, 3) == 0 ? 30.0f : 1.5f),
          aspect(rng.uniform(0.05f, 5.0f)),
          is_integer(rng.integer(0, 3) == 0),
          origin{rng.uniform(-1000.0f, 1000.0f), rng.uniform(-1000.0f, 1000.0f)} {}

    Aabb box(Rng& rng) const {
        const float fraction = rng.uniform(0.03f, 1.0f);
        const float size = max_size * fraction * fraction;
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
        // All boxes move, down to fewer than one in a hundred: covers the sweep and the tree.
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

/// A broad phase whose boxes change at random, and the pairs that it must report as new, by brute force.
class ChangingBoxes {
public:
    ChangingBoxes(std::size_t count, Rng& rng)
        : rng_(rng), crowd_(rng), boxes_(count), reported_boxes_(count, nowhere), is_moved_(count, true) {
        for (ProxyId id = 0; id < boxes_.size(); ++id) {
            boxes_[id] = crowd_.box(rng_);
            phase_.insert(id, boxes_[id]);
        }
    }

    void change(ProxyId id) {
        is_moved_[id] = true;
        switch (rng_.integer(0, 7)) {
            case 0:
                boxes_[id] = crowd_.box(rng_);
                phase_.remove(id);
                phase_.insert(id, boxes_[id]);
                reported_boxes_[id] = nowhere;
                break;
            case 1:
                phase_.report_pairs_again(id);
                reported_boxes_[id] = nowhere;
                break;
            default: {
                const Vec2 offset{rng_.uniform(-0.3f, 0.3f), rng_.uniform(-0.3f, 0.3f)};
                boxes_[id] = {boxes_[id].lower + offset, boxes_[id].upper + offset};
                phase_.move(id, boxes_[id]);
            }
        }
    }
    /// Copies the broad phase. The copy has no previous box for an id that moved before the copy, or moves
    /// between the copy and the next search, so all pairs of such an id count as new.
    void copy_phase() {
        const BatchedSortAndSweep copy = phase_;
        phase_ = copy;
        was_copied_ = true;
    }
    std::vector<ProxyPair> expected_pairs() {
        for (const ProxyId id : moved_ids()) {
            if (was_copied_) reported_boxes_[id] = nowhere;
        }
        std::vector<ProxyPair> pairs = brute_force_pairs(boxes_, moved_ids());
        old_pairs_ += std::erase_if(pairs, [this](const ProxyPair& pair) {
            return overlaps(reported_boxes_[pair.a], reported_boxes_[pair.b]);
        });
        new_pairs_ += pairs.size();
        return pairs;
    }
    std::vector<ProxyPair> search(ThreadPool& pool) {
        std::vector<ProxyPair> pairs;
        const std::vector<ProxyId> moved = moved_ids();
        run_with_team(pool, [&](WorkerTeam& team) { phase_.find_new_pairs(moved, pairs, {any_pair}, team); });
        reported_boxes_ = boxes_;
        is_moved_.assign(boxes_.size(), false);
        was_copied_ = false;
        return pairs;
    }
    [[nodiscard]] std::size_t size() const { return boxes_.size(); }
    [[nodiscard]] std::size_t new_pairs() const { return new_pairs_; }
    /// Pairs with a moved box that existed at the last search.
    [[nodiscard]] std::size_t old_pairs() const { return old_pairs_; }

private:
    static constexpr Aabb nowhere{{1.0f, 1.0f}, {-1.0f, -1.0f}};  ///< Overlaps nothing.

    [[nodiscard]] std::vector<ProxyId> moved_ids() const {
        std::vector<ProxyId> moved;
        for (ProxyId id = 0; id < boxes_.size(); ++id) {
            if (is_moved_[id]) moved.push_back(id);
        }
        return moved;
    }

    Rng& rng_;
    Crowd crowd_;
    BatchedSortAndSweep phase_;
    std::vector<Aabb> boxes_;
    std::vector<Aabb> reported_boxes_;  ///< At the last search.
    std::vector<bool> is_moved_;        ///< Since the last search.
    bool was_copied_ = false;           ///< Since the last search.
    std::size_t new_pairs_ = 0;
    std::size_t old_pairs_ = 0;
};

// With random moves, skipped searches, removed and inserted boxes, repeated reports, and copies, the new
// pairs are exactly the overlaps with a moved box that did not exist at the last search, with one thread or
// three.
TEST(BatchedSweepProperty, FindsExactlyTheNewPairs) {
    Rng rng{seed + 2};
    ChangingBoxes boxes(2500, rng);
    std::array pools{std::make_unique<ThreadPool>(1), std::make_unique<ThreadPool>(3)};
    for (int round = 0; round < 100; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed + 2) + ", round " + std::to_string(round));
        const int one_in = rng.integer(1, 60);
        if (rng.integer(0, 9) == 0) boxes.copy_phase();
        for (ProxyId id = 0; id < boxes.size(); ++id) {
            if (rng.integer(1, one_in) == 1) boxes.change(id);
        }
        const bool skips_search = rng.integer(0, 3) == 0;
        if (skips_search) continue;
        const std::vector<ProxyPair> expected = boxes.expected_pairs();
        ThreadPool& pool = *pools[static_cast<std::size_t>(rng.integer(0, 1))];
        ASSERT_EQ(boxes.search(pool), expected);
    }
    EXPECT_GT(boxes.new_pairs(), 1000u);
    EXPECT_GT(boxes.old_pairs(), 1000u);
}

}  // namespace
}  // namespace toibox
