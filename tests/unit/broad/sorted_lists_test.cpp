// SPDX-License-Identifier: MIT

// The broad phases that keep sorted lists: contents of the lists, exchanges, and costs in good and bad cases.
#include "toibox/broad/one_shot_sort_and_sweep.h"
#include "toibox/broad/single_axis_sort_and_sweep.h"
#include "toibox/broad/sweep_and_prune.h"
#include "toibox/core/rng.h"

#include "brute_force_pairs.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::broad {
namespace {

using namespace testing_support;

/// A row of boxes of 0.5 m with gaps of 2 cm; jitter() moves each by up to 1 mm along both axes.
class JitteredRow {
public:
    explicit JitteredRow(int count) {
        for (int i = 0; i < count; ++i)
            positions_.push_back({0.52f * static_cast<float>(i), 0.0f});
        boxes_.resize(positions_.size());
        jitter();
    }
    void jitter() {
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            const Vec2 lower = positions_[i] + Vec2{rng_.uniform(-1e-3f, 1e-3f), rng_.uniform(-1e-3f, 1e-3f)};
            boxes_[i] = {lower, lower + Vec2{0.5f, 0.5f}};
        }
    }
    [[nodiscard]] const std::vector<Aabb>& boxes() const { return boxes_; }

private:
    Rng rng_{7};
    std::vector<Vec2> positions_;
    std::vector<Aabb> boxes_;
};

/// Number of exchanges in the search after the boxes have jittered once.
template <class Phase>
std::uint64_t exchanges_per_jitter(int count) {
    JitteredRow row(count);
    Phase phase;
    for (ProxyId id = 0; id < row.boxes().size(); ++id)
        phase.insert(id, row.boxes()[id]);
    const std::vector<ProxyId> all = all_ids(row.boxes());
    std::vector<ProxyPair> pairs;
    phase.find_pairs(all, pairs);
    row.jitter();
    for (const ProxyId id : all)
        phase.move(id, row.boxes()[id]);
    phase.find_pairs(all, pairs);
    return phase.counters().exchanges;
}

// Ten thousand boxes in a row. The lists are sorted along the row, where the boxes keep their order; a jitter
// of a millimetre changes the order only along the other axis.
TEST(SingleAxisSortAndSweep, IsLinearForARowOfBoxes) {
    EXPECT_LE(exchanges_per_jitter<SingleAxisSortAndSweep>(10000), 5u * 10000u);
}
// Perpendicular to the row, half of all pairs of the n starts, and half of all pairs of the n ends, are
// exchanged: n²/2 exchanges in total.
TEST(SweepAndPrune, IsQuadraticForARowOfBoxes) {
    const double of_500 = static_cast<double>(exchanges_per_jitter<SweepAndPrune>(500));
    const double of_1000 = static_cast<double>(exchanges_per_jitter<SweepAndPrune>(1000));
    EXPECT_NEAR(of_500 / (500.0 * 500.0), 0.5, 0.05);
    EXPECT_NEAR(of_1000 / (1000.0 * 1000.0), 0.5, 0.05);
}

// The endpoints along x are in the order start 1, start 2, end 2, start 3, end 1, end 3: boxes 2 and 3 each
// overlap only box 1.
TEST(OneShotSortAndSweep, TestsEachStartingBoxAgainstTheActiveSet) {
    OneShotSortAndSweep phase;
    phase.insert(1, {{0.0f, 0.0f}, {6.0f, 3.0f}});
    phase.insert(2, {{1.5f, 1.0f}, {3.0f, 4.0f}});
    phase.insert(3, {{4.5f, 0.5f}, {8.0f, 3.5f}});
    std::vector<ProxyPair> pairs;
    phase.find_pairs(std::vector<ProxyId>{1, 2, 3}, pairs);
    EXPECT_EQ(pairs, (std::vector<ProxyPair>{{1, 2}, {1, 3}}));
    EXPECT_EQ(phase.counters().tests, 2u);
    EXPECT_EQ(phase.max_active(), 2u);
    std::vector<std::uint32_t> keys;
    for (const Endpoint& endpoint : phase.endpoints())
        keys.push_back(endpoint.key);
    EXPECT_EQ(keys, (std::vector<std::uint32_t>{2, 4, 5, 6, 3, 7}));
}

// The boxes form a column, then a row.
TEST(SingleAxisSortAndSweep, UsesTheAxisOfLargerVariance) {
    SingleAxisSortAndSweep phase;
    std::vector<ProxyPair> pairs;
    for (ProxyId id = 0; id < 100; ++id)
        phase.insert(id, unit_box(0.0f, 2.0f * static_cast<float>(id)));
    phase.find_pairs({}, pairs);
    EXPECT_EQ(phase.axis(), 1);
    for (ProxyId id = 0; id < 100; ++id)
        phase.move(id, unit_box(3.0f * static_cast<float>(id), 0.0f));
    phase.find_pairs({}, pairs);
    EXPECT_EQ(phase.axis(), 0);
}

/// Describes the exchanges when unit box B moves from `from` to `to` and unit box A is at the origin, and
/// whether the boxes form a pair afterwards.
std::string exchanges_of_move(Vec2 from, Vec2 to) {
    SweepAndPrune phase;
    phase.insert(0, unit_box(0.0f, 0.0f));
    phase.insert(1, unit_box(from.x, from.y));
    std::vector<ProxyPair> pairs;
    const std::vector<ProxyId> all{0, 1};
    phase.find_pairs(all, pairs);
    phase.record_exchanges(true);
    phase.move(1, unit_box(to.x, to.y));
    phase.find_pairs(all, pairs);
    std::string text;
    for (const SweepAndPrune::Exchange& exchange : phase.exchanges()) {
        const auto name = [](const SweepAndPrune::Endpoint& point) {
            return std::string(point.is_end() ? "end " : "start ") + (point.id() == 0 ? "A" : "B");
        };
        text += std::string(exchange.axis == 0 ? "x: " : "y: ") + name(exchange.passing) + " passes " +
                name(exchange.passed) + (exchange.changed_pair ? "!" : "") + "; ";
    }
    return text + (phase.pairs().has({0, 1}) ? "pair" : "no pair");
}

// Box B moves from right to left over box A. Only a start that passes an end, or an end that passes a start,
// changes the pair. Source: M. Trtík, "Collision detection", lecture PA199, Masaryk University 2024, slides
// 5–7.
TEST(SweepAndPrune, RecordsExchangesAndTheirEffectOnThePair) {
    EXPECT_EQ(exchanges_of_move({2.0f, 0.0f}, {0.5f, 0.0f}), "x: start B passes end A!; pair");
    EXPECT_EQ(exchanges_of_move({0.5f, 0.0f}, {-0.5f, 0.0f}),
              "x: start B passes start A; x: end B passes end A; pair");
    EXPECT_EQ(exchanges_of_move({-0.5f, 0.0f}, {-2.0f, 0.0f}), "x: end B passes start A!; no pair");
    // Passing endpoints move to the left: when B moves to the right, A's endpoints pass B's.
    EXPECT_EQ(exchanges_of_move({0.5f, 0.0f}, {2.0f, 0.0f}), "x: end A passes start B!; no pair");
    // Boxes that overlap along only one axis are no pair.
    EXPECT_EQ(exchanges_of_move({2.0f, 5.0f}, {0.5f, 5.0f}), "x: start B passes end A; no pair");
    // If the overlap starts along both axes in one search, only the first exchange changes the pair.
    EXPECT_EQ(exchanges_of_move({2.0f, 2.0f}, {0.5f, 0.5f}),
              "x: start B passes end A!; y: start B passes end A; pair");
    EXPECT_EQ(exchanges_of_move({0.5f, 0.5f}, {2.0f, 2.0f}),
              "x: end A passes start B!; y: end A passes start B; no pair");
}

// Boxes are inserted, removed and moved, and ids are reused. The lists stay sorted with two entries per box,
// starts before equal ends, and exactly the overlapping pairs are stored.
TEST(SweepAndPrune, KeepsListsAndPairsCorrect) {
    Rng rng(99);
    SweepAndPrune phase;
    std::vector<Aabb> boxes(60, Aabb{{1.0f, 1.0f}, {-1.0f, -1.0f}});
    std::vector<char> live(boxes.size(), 0);
    std::vector<ProxyPair> found;
    for (int round = 0; round < 500; ++round) {
        for (int i = 0; i < 5; ++i) {
            const auto id = static_cast<ProxyId>(rng.integer(0, 59));
            const Vec2 lower{static_cast<float>(rng.integer(-6, 6)), rng.uniform(-6.0f, 6.0f)};
            const Aabb box{lower,
                           lower + Vec2{static_cast<float>(rng.integer(0, 2)), rng.uniform(0.0f, 2.0f)}};
            if (live[id] != 0 && rng.integer(0, 2) == 0) {
                phase.remove(id);
                live[id] = 0;
                continue;
            }
            live[id] != 0 ? phase.move(id, box) : phase.insert(id, box);
            live[id] = 1;
            boxes[id] = box;
        }
        phase.find_pairs({}, found);
        ASSERT_TRUE(found.empty());
        std::set<ProxyPair> expected;
        for (ProxyId a = 0; a < boxes.size(); ++a) {
            for (ProxyId b = a + 1; b < boxes.size(); ++b) {
                if (live[a] != 0 && live[b] != 0 && overlaps(boxes[a], boxes[b])) expected.insert({a, b});
            }
        }
        std::set<ProxyPair> stored;
        phase.pairs().for_each([&](ProxyPair pair) { EXPECT_TRUE(stored.insert(pair).second); });
        ASSERT_EQ(stored, expected) << "round " << round;
        for (int axis = 0; axis < 2; ++axis) {
            const auto points = phase.endpoints(axis);
            ASSERT_EQ(points.size(), 2u * static_cast<std::size_t>(std::count(live.begin(), live.end(), 1)));
            for (std::size_t i = 1; i < points.size(); ++i) {
                ASSERT_LE(points[i - 1].value, points[i].value);
                const bool are_equal = points[i - 1].value == points[i].value;
                ASSERT_FALSE(are_equal && points[i - 1].is_end() && !points[i].is_end());
            }
        }
    }
}

// Many additions and removals among few ids, so that keys have the same home slot.
TEST(PairSet, MatchesStdSet) {
    Rng rng(3);
    PairSet pairs;
    std::set<ProxyPair> expected;
    for (int i = 0; i < 20000; ++i) {
        const auto a = static_cast<ProxyId>(rng.integer(0, 40));
        const ProxyPair pair{a, a + 1 + static_cast<ProxyId>(rng.integer(0, 40))};
        if (rng.integer(0, 1) == 0) {
            ASSERT_EQ(pairs.add(pair), expected.insert(pair).second);
        } else {
            ASSERT_EQ(pairs.remove(pair), expected.erase(pair) == 1);
        }
        ASSERT_EQ(pairs.size(), expected.size());
        ASSERT_EQ(pairs.has(pair), expected.contains(pair));
    }
    std::set<ProxyPair> stored;
    pairs.for_each([&](ProxyPair pair) { stored.insert(pair); });
    EXPECT_EQ(stored, expected);
}

}  // namespace
}  // namespace toibox::broad
