// SPDX-License-Identifier: MIT
// The contract of every broad phase, checked against a quadratic search over a map of boxes.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/core/rng.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

template <class Variant>
struct TypesOf;
template <class... T>
struct TypesOf<std::variant<T...>> {
    using type = testing::Types<T...>;
};

struct PhaseNames {
    template <class T>
    static std::string GetName(int) {
        std::string name = T::name;
        std::erase(name, '-');
        return name;
    }
};

/// A broad phase and the boxes that it should contain.
template <class Phase>
class BroadPhaseContract : public testing::Test {
protected:
    void insert(ProxyId id, const Aabb& box) {
        phase.insert(id, box);
        boxes[id] = box;
        moved[id] = true;
    }
    void move(ProxyId id, const Aabb& box) {
        phase.move(id, box);
        boxes[id] = box;
        moved[id] = true;
    }
    void remove(ProxyId id) {
        phase.remove(id);
        boxes.erase(id);
        moved.erase(id);
    }
    /// Finds the pairs of all proxies inserted or moved since the last call, and checks them.
    void check_pairs() {
        std::vector<ProxyId> moved_ids;
        for (const auto& [id, flag] : moved)
            moved_ids.push_back(id);
        std::vector<ProxyPair> expected;
        for (auto a = boxes.begin(); a != boxes.end(); ++a) {
            for (auto b = std::next(a); b != boxes.end(); ++b) {
                const bool any_moved = moved.contains(a->first) || moved.contains(b->first);
                if (any_moved && overlap(a->second, b->second)) expected.push_back({a->first, b->first});
            }
        }
        std::vector<ProxyPair> pairs{{7, 7}};  // must be cleared
        phase.find_pairs(moved_ids, pairs);
        ASSERT_EQ(pairs, expected);
        ASSERT_EQ(phase.defect(), "");
        moved.clear();
    }
    void check_query(const Aabb& box) {
        std::vector<ProxyId> expected;
        for (const auto& [id, other] : boxes) {
            if (overlap(box, other)) expected.push_back(id);
        }
        std::vector<ProxyId> found;
        phase.query(box, [&](ProxyId id) {
            found.push_back(id);
            return true;
        });
        std::ranges::sort(found);
        ASSERT_EQ(found, expected);
    }
    /// Independent of overlaps(), with closed boxes.
    static bool overlap(const Aabb& a, const Aabb& b) {
        const bool separated =
            a.upper.x < b.lower.x || b.upper.x < a.lower.x || a.upper.y < b.lower.y || b.upper.y < a.lower.y;
        return !separated;
    }

    float uniform(float low, float high) { return rng.uniform(low, high); }
    int integer(int low, int high) { return rng.integer(low, high); }
    /// Whole coordinates, so that boxes often touch, coincide or have no width.
    Aabb grid_box() {
        const Vec2 lower{static_cast<float>(integer(-6, 6)), static_cast<float>(integer(-6, 6))};
        return {lower, lower + Vec2{static_cast<float>(integer(0, 3)), static_cast<float>(integer(0, 3))}};
    }
    Aabb free_box(float half_extent, float max_size) {
        const Vec2 lower{uniform(-half_extent, half_extent), uniform(-half_extent, half_extent)};
        return {lower, lower + Vec2{uniform(0.0f, max_size), uniform(0.0f, max_size)}};
    }

    Phase phase;
    std::map<ProxyId, Aabb> boxes;
    std::map<ProxyId, bool> moved;
    Rng rng{20240607};
};
TYPED_TEST_SUITE(BroadPhaseContract, TypesOf<AnyBroadPhase>::type, PhaseNames);

// Removed ids are reused. A third of the moves are teleports.
TYPED_TEST(BroadPhaseContract, FindsAllPairsOverRandomOperations) {
    for (int round = 0; round < 1000; ++round) {
        for (int i = this->integer(1, 20); i > 0; --i) {
            const auto id = static_cast<ProxyId>(this->integer(0, 79));
            const bool on_grid = this->integer(0, 1) == 0;
            const Aabb box = on_grid ? this->grid_box() : this->free_box(8.0f, 2.0f);
            if (!this->boxes.contains(id)) {
                this->insert(id, box);
            } else if (this->integer(0, 5) == 0) {
                this->remove(id);
            } else if (this->integer(0, 2) == 0) {
                this->move(id, box);
            } else {
                const Vec2 d{this->uniform(-0.2f, 0.2f), this->uniform(-0.2f, 0.2f)};
                const Aabb old = this->boxes[id];
                this->move(id, {old.lower + d, old.upper + d});
            }
        }
        this->check_pairs();
        if (this->HasFatalFailure()) FAIL() << "round " << round;
        this->check_query(this->grid_box());
    }
}

// Pairs that may not pair are counted, but not reported.
TYPED_TEST(BroadPhaseContract, ReportsOnlyAllowedPairs) {
    const auto may_pair = [](ProxyId a, ProxyId b) { return (a + b) % 3 != 0; };
    std::vector<ProxyId> all;
    for (ProxyId id = 0; id < 300; ++id) {
        this->insert(id, this->free_box(8.0f, 2.0f));
        all.push_back(id);
    }
    std::vector<ProxyPair> expected;
    this->phase.find_pairs(all, expected);
    const std::size_t overlaps = expected.size();
    std::erase_if(expected, [&](ProxyPair pair) { return !may_pair(pair.a, pair.b); });
    std::vector<ProxyPair> pairs;
    EXPECT_TRUE(this->phase.find_pairs(all, pairs, {may_pair}));
    EXPECT_EQ(pairs, expected);
    EXPECT_LT(pairs.size(), overlaps);
    EXPECT_EQ(this->phase.counters().overlaps, overlaps);
}

TYPED_TEST(BroadPhaseContract, StopsAtTheLimit) {
    std::vector<ProxyId> all;
    for (ProxyId id = 0; id < 400; ++id) {
        this->insert(id, this->free_box(2.0f, 2.0f));
        all.push_back(id);
    }
    this->check_pairs();
    std::vector<ProxyPair> expected;
    this->phase.find_pairs(all, expected);
    std::vector<ProxyPair> pairs;
    EXPECT_TRUE(this->phase.find_pairs(all, pairs, {any_pair, expected.size()}));
    EXPECT_EQ(pairs, expected);
    EXPECT_FALSE(this->phase.find_pairs(all, pairs, {any_pair, expected.size() - 1}));
    EXPECT_TRUE(pairs.empty());
    EXPECT_FALSE(this->phase.find_pairs(all, pairs, {any_pair, 0}));
    this->move(7, this->free_box(2.0f, 2.0f));
    this->check_pairs();
}

// In two of the rounds there are more overlaps than any broad phase stores (tuning::max_stored_pairs).
TYPED_TEST(BroadPhaseContract, FindsTheAllowedPairsOfACrowd) {
    std::vector<ProxyId> all;
    for (ProxyId id = 0; id < 1600; ++id) {
        this->insert(id, this->free_box(30.0f, 1.0f));
        all.push_back(id);
    }
    const auto may_pair = [](ProxyId a, ProxyId b) { return a < 9 && b < 200; };
    for (const float half_extent : {30.0f, 0.1f, 0.1f, 30.0f, 5.0f}) {
        for (const ProxyId id : all)
            this->move(id, this->free_box(half_extent, 1.0f));
        std::vector<ProxyPair> expected;
        for (ProxyId a = 0; a < 9; ++a) {
            for (ProxyId b = a + 1; b < 200; ++b) {
                if (this->overlap(this->boxes[a], this->boxes[b])) expected.push_back({a, b});
            }
        }
        std::vector<ProxyPair> pairs;
        EXPECT_TRUE(this->phase.find_pairs(all, pairs, {may_pair, expected.size()}));
        EXPECT_EQ(pairs, expected);
        EXPECT_EQ(this->phase.defect(), "");
    }
}

// Without moved boxes there are no pairs to report.
TYPED_TEST(BroadPhaseContract, ReportsOnlyPairsWithAMovedBox) {
    for (ProxyId id = 0; id < 50; ++id)
        this->insert(id, this->free_box(3.0f, 2.0f));
    this->check_pairs();
    this->check_pairs();
    this->move(17, this->free_box(3.0f, 2.0f));
    this->check_pairs();
}

// Boxes 0 and 1 share an edge, 1 and 2 a corner.
TYPED_TEST(BroadPhaseContract, TouchingBoxesOverlap) {
    this->insert(0, {{0, 0}, {1, 1}});
    this->insert(1, {{1, 0}, {2, 1}});
    this->insert(2, {{2, 1}, {3, 2}});
    std::vector<ProxyPair> pairs;
    const std::vector<ProxyId> all{0, 1, 2};
    this->phase.find_pairs(all, pairs);
    EXPECT_EQ(pairs, (std::vector<ProxyPair>{{0, 1}, {1, 2}}));
}

// A box of size zero at the origin, another one at −0, and a box with a corner there.
TYPED_TEST(BroadPhaseContract, HandlesZeroSizedBoxesAndSignedZeros) {
    this->insert(4, {{0.0f, 0.0f}, {0.0f, 0.0f}});
    this->insert(2, {{-0.0f, -0.0f}, {-0.0f, -0.0f}});
    this->insert(9, {{-1.0f, -1.0f}, {-0.0f, 0.0f}});
    std::vector<ProxyPair> pairs;
    const std::vector<ProxyId> all{2, 4, 9};
    this->phase.find_pairs(all, pairs);
    EXPECT_EQ(pairs, (std::vector<ProxyPair>{{2, 4}, {2, 9}, {4, 9}}));
}

// 200 boxes in one place; then every other box moves away.
TYPED_TEST(BroadPhaseContract, HandlesCoincidentBoxes) {
    for (ProxyId id = 0; id < 200; ++id)
        this->insert(id, {{1, 1}, {2, 2}});
    this->check_pairs();
    for (ProxyId id = 0; id < 200; id += 2) {
        const float x = static_cast<float>(id);
        this->move(id, {{x, 0}, {x + 1.0f, 1}});
    }
    this->check_pairs();
}

// Each box contains all previous ones. A tree that minimizes perimeters degenerates to a list.
TYPED_TEST(BroadPhaseContract, HandlesNestedBoxes) {
    for (ProxyId id = 0; id < 300; ++id) {
        const float r = static_cast<float>(id + 1);
        this->insert(id, {{-r, -r}, {r, r}});
    }
    this->check_pairs();
    this->check_query({{-1000, -1000}, {1000, 1000}});
    for (ProxyId id = 0; id < 300; id += 3)
        this->remove(id);
    this->check_pairs();
}

TYPED_TEST(BroadPhaseContract, QueryStopsIfTheVisitorReturnsFalse) {
    for (ProxyId id = 0; id < 10; ++id)
        this->insert(id, {{0, 0}, {1, 1}});
    int visits = 0;
    this->phase.query({{0, 0}, {1, 1}}, [&](ProxyId) { return ++visits < 3; });
    EXPECT_EQ(visits, 3);
}

TYPED_TEST(BroadPhaseContract, CopiesAreIndependent) {
    for (ProxyId id = 0; id < 40; ++id)
        this->insert(id, this->free_box(5.0f, 2.0f));
    const TypeParam copy = this->phase;
    for (ProxyId id = 0; id < 40; ++id)
        this->phase.remove(id);
    EXPECT_EQ(copy.defect(), "");
    std::size_t count = 0;
    copy.query({{-100, -100}, {100, 100}}, [&](ProxyId) { return ++count > 0; });
    EXPECT_EQ(count, this->boxes.size());
}

// Boxes and rays with whole coordinates: many rays run along edges and through corners, where rounding could
// lose a box. The oracle is exact, because it does not divide: a segment misses a box if and only if it is
// beyond one of the box's four sides or all corners are strictly on one side of its line.
TYPED_TEST(BroadPhaseContract, CastMissesNoBox) {
    for (ProxyId id = 0; id < 60; ++id)
        this->insert(id, this->grid_box());
    for (int round = 0; round < 2000; ++round) {
        const auto coordinate = [this] { return static_cast<double>(this->integer(-9, 9)); };
        const double x0 = coordinate();
        const double y0 = coordinate();
        const double x1 = round % 10 == 0 ? x0 : coordinate();
        const double y1 = coordinate();
        const Ray ray{{x0, y0}, {x1, y1}};
        std::vector<ProxyId> expected;
        for (const auto& [id, box] : this->boxes) {
            const Vec2d low = widen(box.lower);
            const Vec2d high = widen(box.upper);
            bool misses = std::max(x0, x1) < low.x || std::min(x0, x1) > high.x || std::max(y0, y1) < low.y ||
                          std::min(y0, y1) > high.y;
            int left = 0;
            int right = 0;
            for (const Vec2d corner : {low, high, Vec2d{low.x, high.y}, Vec2d{high.x, low.y}}) {
                const double side = cross(ray.to - ray.from, corner - ray.from);
                left += side > 0.0 ? 1 : 0;
                right += side < 0.0 ? 1 : 0;
            }
            misses = misses || left == 4 || right == 4;
            if (!misses) expected.push_back(id);
        }
        std::vector<ProxyId> found;
        this->phase.cast(ray, 1.0, [&](ProxyId id, double limit) {
            found.push_back(id);
            return limit;
        });
        std::ranges::sort(found);
        ASSERT_TRUE(std::ranges::includes(found, expected)) << "round " << round;
        // Rounding may add a box or two that the ray just misses.
        ASSERT_LE(found.size(), expected.size() + 2) << "round " << round;
    }
}

// A box every 2 m. The first visitor returns the smallest fraction so far at which the ray enters a box, the
// second one a negative limit, which ends the cast.
TYPED_TEST(BroadPhaseContract, CastStopsAtTheLimitOfTheVisitor) {
    for (ProxyId id = 0; id < 32; ++id) {
        const float x = 2.0f * static_cast<float>(id);
        this->insert(id, {{x, -1}, {x + 1.0f, 1}});
    }
    const Ray ray{{-1.0, 0.0}, {99.0, 0.0}};
    double first_hit = 1.0;
    this->phase.cast(ray, 1.0, [&](ProxyId id, double limit) {
        const double fraction = (2.0 * static_cast<double>(id) + 1.0) / 100.0;
        EXPECT_LE(fraction, limit + 1e-12);
        first_hit = std::min(first_hit, fraction);
        return first_hit;
    });
    EXPECT_EQ(first_hit, 0.01);
    int visits = 0;
    this->phase.cast(ray, 1.0, [&](ProxyId, double) {
        ++visits;
        return -1.0;
    });
    EXPECT_EQ(visits, 1);
}

/// A copy made column by column, as when a saved state is read.
template <class Phase>
Phase copy_of_columns(const Phase& source) {
    Phase target;
    int index = 0;
    source.for_each_column([&](std::string_view, const auto& from) {
        int target_index = 0;
        target.for_each_column([&](std::string_view, auto& to) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(from)>,
                                         std::remove_cvref_t<decltype(to)>>) {
                if (target_index == index) to = from;
            }
            ++target_index;
        });
        ++index;
    });
    return target;
}

TYPED_TEST(BroadPhaseContract, ColumnsContainTheWholeState) {
    for (ProxyId id = 0; id < 60; ++id)
        this->insert(id, this->free_box(5.0f, 2.0f));
    for (ProxyId id = 0; id < 60; id += 7)
        this->remove(id);
    this->phase = copy_of_columns(this->phase);
    EXPECT_EQ(this->phase.defect(), "");
    for (ProxyId id = 0; id < 60; id += 14)
        this->insert(id, this->free_box(5.0f, 2.0f));
    this->check_pairs();
}

}  // namespace
}  // namespace toibox
