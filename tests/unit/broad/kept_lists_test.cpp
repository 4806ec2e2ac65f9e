// SPDX-License-Identifier: MIT

// The broad phases that keep sorted lists: what their lists hold, what an exchange tells, and what they cost
// where they are good and where they are bad.
#include "toibox/broad/one_shot_sweep.h"
#include "toibox/broad/sweep_and_prune.h"
#include "toibox/broad/sweep_one_axis.h"
#include "toibox/core/rng.h"

#include "sweep_cases.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::broad {
namespace {

using namespace testing_support;

/// Boxes of half a metre on one floor line, side by side with gaps of 2 cm; each step shakes all of them by
/// up to a millimetre in both axes.
class JitteredRow {
public:
    explicit JitteredRow(int count) {
        for (int i = 0; i < count; ++i)
            places_.push_back({0.52f * static_cast<float>(i), 0.0f});
        boxes_.resize(places_.size());
        jitter();
    }
    void jitter() {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Vec2 at = places_[i] + Vec2{rng_.uniform(-1e-3f, 1e-3f), rng_.uniform(-1e-3f, 1e-3f)};
            boxes_[i] = {at, at + Vec2{0.5f, 0.5f}};
        }
    }
    [[nodiscard]] const std::vector<Aabb>& boxes() const { return boxes_; }

private:
    Rng rng_{7};
    std::vector<Vec2> places_;
    std::vector<Aabb> boxes_;
};

/// Swaps of one step after the lists were built.
template <class Phase>
std::uint64_t swaps_per_jitter(int count) {
    JitteredRow floor(count);
    Phase phase;
    for (ProxyId id = 0; id < floor.boxes().size(); ++id)
        phase.insert(id, floor.boxes()[id]);
    const std::vector<ProxyId> all = all_ids(floor.boxes());
    std::vector<ProxyPair> pairs;
    phase.find_pairs(all, pairs);
    floor.jitter();
    for (const ProxyId id : all)
        phase.move(id, floor.boxes()[id]);
    phase.find_pairs(all, pairs);
    return phase.counters().swaps;
}

// Ten thousand boxes on a floor: along it they keep their order, across it a millimetre turns it over.
TEST(SingleAxisSortAndSweep, StaysLinearOnAFloorOfBoxes) {
    EXPECT_LE(swaps_per_jitter<SingleAxisSortAndSweep>(10000), 5u * 10000u);
}
// Of the 2n begins and ends across the floor half the pairs change places: n²/2 in all, a quarter as many for
// half as many boxes.
TEST(SweepAndPrune, IsQuadraticOnAFloorOfBoxes) {
    const double of_few = static_cast<double>(swaps_per_jitter<SweepAndPrune>(500));
    const double of_many = static_cast<double>(swaps_per_jitter<SweepAndPrune>(1000));
    EXPECT_NEAR(of_few / (500.0 * 500.0), 0.5, 0.05);
    EXPECT_NEAR(of_many / (1000.0 * 1000.0), 0.5, 0.05);
}

// The lecture's three intervals, IL = [b1, b2, e2, b3, e1, e3]: b2 meets the first, b3 the first alone.
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
    for (const EndPoint& end : phase.end_points())
        keys.push_back(end.key);
    EXPECT_EQ(keys, (std::vector<std::uint32_t>{2, 4, 5, 6, 3, 7}));
}

// A tower of boxes: the axis that they are spread along is swept, whichever it is.
TEST(SingleAxisSortAndSweep, SweepsAlongTheLargerSpread) {
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

/// B starts to the right of A, or over it, and is moved to `to`.
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
    std::string told;
    for (const SweepAndPrune::Exchange& exchange : phase.exchanges()) {
        const auto name = [](const SweepAndPrune::EndPoint& point) {
            return std::string(point.is_end() ? "end " : "begin ") + (point.id() == 0 ? "A" : "B");
        };
        told += std::string(exchange.axis == 0 ? "x: " : "y: ") + name(exchange.passing) + " passes " +
                name(exchange.passed) + (exchange.changed_pair ? "!" : "") + "; ";
    }
    return told + (phase.pairs().has({0, 1}) ? "pair" : "no pair");
}

// The four cases of the lecture, one after the other: boxes of one metre, B comes from the right, goes over A
// and leaves to the left.
TEST(SweepAndPrune, ReportsTheFourExchangeCases) {
    EXPECT_EQ(exchanges_of_move({2.0f, 0.0f}, {0.5f, 0.0f}), "x: begin B passes end A!; pair");
    EXPECT_EQ(exchanges_of_move({0.5f, 0.0f}, {-0.5f, 0.0f}),
              "x: begin B passes begin A; x: end B passes end A; pair");
    EXPECT_EQ(exchanges_of_move({-0.5f, 0.0f}, {-2.0f, 0.0f}), "x: end B passes begin A!; no pair");
    // To the right it is A's end points that come from the right of B's.
    EXPECT_EQ(exchanges_of_move({0.5f, 0.0f}, {2.0f, 0.0f}), "x: end A passes begin B!; no pair");
    // Overlapping on one axis alone is no pair.
    EXPECT_EQ(exchanges_of_move({2.0f, 5.0f}, {0.5f, 5.0f}), "x: begin B passes end A; no pair");
    // Both axes at once: one of them tells, the other finds it told.
    EXPECT_EQ(exchanges_of_move({2.0f, 2.0f}, {0.5f, 0.5f}),
              "x: begin B passes end A!; y: begin B passes end A; pair");
    EXPECT_EQ(exchanges_of_move({0.5f, 0.5f}, {2.0f, 2.0f}),
              "x: end A passes begin B!; y: end A passes begin B; no pair");
}

// Boxes come, go, jump and come back under the ids of others. The lists stay sorted and hold each box twice,
// begins before the ends that they touch, and the pairs are those of all boxes, moved or not.
TEST(SweepAndPrune, KeepsListsAndPairs) {
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
        std::set<ProxyPair> kept;
        phase.pairs().for_each([&](ProxyPair pair) { EXPECT_TRUE(kept.insert(pair).second); });
        ASSERT_EQ(kept, expected) << "round " << round;
        for (int axis = 0; axis < 2; ++axis) {
            const auto points = phase.end_points(axis);
            ASSERT_EQ(points.size(), 2u * static_cast<std::size_t>(std::count(live.begin(), live.end(), 1)));
            for (std::size_t i = 1; i < points.size(); ++i) {
                ASSERT_LE(points[i - 1].value, points[i].value);
                const bool touch = points[i - 1].value == points[i].value;
                ASSERT_FALSE(touch && points[i - 1].is_end() && !points[i].is_end());
            }
        }
    }
}

// Held against a set of the standard library, with pairs that share slots: few ids, many changes.
TEST(PairSet, AgreesWithASet) {
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
    std::set<ProxyPair> kept;
    pairs.for_each([&](ProxyPair pair) { kept.insert(pair); });
    EXPECT_EQ(kept, expected);
}

}  // namespace
}  // namespace toibox::broad
