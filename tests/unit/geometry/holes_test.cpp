// SPDX-License-Identifier: MIT
/// Outlines with holes against parity over all rings and against the moments of outline and holes, in long
/// double.
#include "toibox/geometry/decomposition.h"
#include "toibox/geometry/mass.h"
#include "toibox/geometry/tuning.h"

#include "tests/support/generators.h"
#include "tests/support/print.h"
#include "tests/support/shape_oracle.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::AreaMoments;
using testing_support::Core;
using testing_support::core_of;
using testing_support::cross_l;
using testing_support::crosses_to_the_right;
using testing_support::dot_l;
using testing_support::Generator;
using testing_support::moments_of;
using testing_support::signed_distance;
using testing_support::to_long;
using testing_support::Vec2l;

using Ring = std::vector<Vec2>;
using Reason = PolygonError::Reason;

/// An outline and its holes.
struct Plate {
    Ring outline;
    std::vector<Ring> holes;

    [[nodiscard]] std::vector<std::vector<Vec2l>> rings() const {
        std::vector<std::vector<Vec2l>> all;
        const auto add = [&all](const Ring& ring) {
            std::vector<Vec2l>& points = all.emplace_back();
            for (const Vec2 p : ring)
                points.push_back(to_long(p));
        };
        add(outline);
        std::ranges::for_each(holes, add);
        return all;
    }
};

/// Odd crossings of a ray to the right, over all rings.
bool holds(const std::vector<std::vector<Vec2l>>& rings, Vec2l p) {
    bool inside = false;
    for (const auto& ring : rings) {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            if (crosses_to_the_right(ring[i], ring[(i + 1) % ring.size()], p)) inside = !inside;
        }
    }
    return inside;
}

/// About the origin of the frame.
struct Sums {
    long double area = 0;
    Vec2l first;
    long double second = 0;

    void add(const AreaMoments& m, long double sign) {
        area += sign * m.area;
        first = first + sign * m.area * m.centroid;
        second += sign * (m.second + m.area * dot_l(m.centroid, m.centroid));
    }
};
/// Of the outline less the holes, whichever way they run.
Sums sums_of(const Plate& plate) {
    Sums sums;
    long double sign = 1;
    for (const auto& ring : plate.rings()) {
        const AreaMoments m = moments_of(ring);
        sums.add({m.area < 0 ? -m.area : m.area, m.centroid, m.area < 0 ? -m.second : m.second}, sign);
        sign = -1;
    }
    return sums;
}

/// Each point away from edges is in one piece if it is in the plate and in none if not; area, centroid and
/// second moment are those of the outline less the holes.
void expect_plate(const Plate& plate, float extent, Generator& random) {
    const auto pieces = decompose(plate.outline, plate.holes);
    ASSERT_TRUE(pieces.has_value()) << describe(pieces.error());
    const auto rings = plate.rings();
    std::vector<Core> cores;
    Sums made;
    for (const Polygon& piece : *pieces) {
        cores.push_back(core_of(piece));
        made.add(moments_of(cores.back().points), 1);
    }
    const Sums expected = sums_of(plate);
    const double e = static_cast<double>(extent);
    const double slack = 4.0 * tuning::vertex_merge * e * static_cast<double>(cores.size());
    EXPECT_NEAR(static_cast<double>(made.area), static_cast<double>(expected.area), slack * e);
    EXPECT_NEAR(static_cast<double>(made.first.x), static_cast<double>(expected.first.x), slack * e * e);
    EXPECT_NEAR(static_cast<double>(made.first.y), static_cast<double>(expected.first.y), slack * e * e);
    EXPECT_NEAR(static_cast<double>(made.second), static_cast<double>(expected.second), slack * e * e * e);
    const long double close = 4 * static_cast<long double>(tuning::vertex_merge * e);
    for (int i = 0; i < 100; ++i) {
        const Vec2l p = to_long(random.point(extent));
        const auto at_an_edge = [&](const Core& core) { return std::abs(signed_distance(core, p)) < close; };
        if (std::ranges::any_of(cores, at_an_edge)) continue;
        const auto holders =
            std::ranges::count_if(cores, [&](const Core& core) { return signed_distance(core, p) < 0; });
        ASSERT_EQ(holders, holds(rings, p) ? 1 : 0)
            << static_cast<double>(p.x) << ' ' << static_cast<double>(p.y);
    }
}

Ring moved(Ring ring, Vec2 offset) {
    for (Vec2& p : ring)
        p += offset;
    return ring;
}
Ring box(Vec2 low, Vec2 high) {
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

/// Shuffled, and every other ring the other way round.
void scramble(Plate& plate, Generator& random) {
    for (Ring& hole : plate.holes) {
        if (random.rng.next_bool()) std::ranges::reverse(hole);
        const auto first = random.rng.integer(0, static_cast<int>(hole.size()) - 1);
        std::ranges::rotate(hole, hole.begin() + first);
    }
    for (std::size_t i = plate.holes.size(); i > 1; --i)
        std::swap(plate.holes[i - 1],
                  plate.holes[static_cast<std::size_t>(random.rng.below(static_cast<std::uint32_t>(i)))]);
    if (random.rng.next_bool()) std::ranges::reverse(plate.outline);
}

long double distance_to_ring(const std::vector<Vec2l>& ring, Vec2l p) {
    long double least = std::numeric_limits<long double>::infinity();
    for (std::size_t i = 0; i < ring.size(); ++i)
        least =
            std::min(least, testing_support::distance_to_segment(p, ring[i], ring[(i + 1) % ring.size()]));
    return least;
}

/// Stars in discs that meet nothing.
Plate random_plate(Generator& random) {
    Plate plate{.outline = random.simple_polygon(random.rng.integer(3, 40), 1.0f), .holes = {}};
    const int tries = random.rng.integer(1, 60);
    for (int i = 0; i < tries; ++i) {
        const Vec2 center = random.point(1.0f);
        const float radius = random.magnitude(0.01f, 0.5f);
        const auto rings = plate.rings();
        const bool is_free = std::ranges::all_of(rings, [&](const auto& ring) {
            return distance_to_ring(ring, to_long(center)) > static_cast<long double>(1.01f * radius);
        });
        if (!is_free || !holds(rings, to_long(center))) continue;
        plate.holes.push_back(moved(random.simple_polygon(random.rng.integer(3, 12), radius), center));
    }
    return plate;
}

TEST(Holes, AreLeftOutOfRandomOutlines) {
    Generator random(21);
    std::size_t holes = 0;
    for (int i = 0; i < 1000; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", plate " << i);
        Plate plate = random_plate(random);
        scramble(plate, random);
        holes += plate.holes.size();
        expect_plate(plate, 1.0f, random);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(holes, 3000u);
}

// Equal heights and lines in common everywhere, and holes above one another.
TEST(Holes, AreLeftOutOfGrids) {
    Generator random(22);
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", grid " << i);
        const int columns = random.rng.integer(1, 6);
        const int rows = random.rng.integer(1, 6);
        Plate plate{
            .outline = box({0, 0}, {static_cast<float>(2 * columns + 1), static_cast<float>(2 * rows + 1)}),
            .holes = {}};
        for (int x = 0; x < columns; ++x) {
            for (int y = 0; y < rows; ++y) {
                const Vec2 low{static_cast<float>(2 * x + 1), static_cast<float>(2 * y + 1)};
                Ring hole = box(low, low + Vec2{1, 1});
                if (random.rng.next_bool())
                    hole = {low + Vec2{0.5f, 0}, low + Vec2{1, 0.5f}, low + Vec2{0.5f, 1},
                            low + Vec2{0, 0.5f}};
                plate.holes.push_back(hole);
            }
        }
        scramble(plate, random);
        expect_plate(plate, 13.0f, random);
        if (testing::Test::HasFailure()) return;
    }
}

// Holes that enclose others from three sides: a comb with small holes between its teeth.
TEST(Holes, AreLeftOutBetweenTheTeethOfAnother) {
    Generator random(23);
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", comb " << i);
        const int teeth = random.rng.integer(2, 8);
        Ring comb{{1, 1}, {static_cast<float>(2 * teeth), 1}};
        Plate plate{.outline = box({0, 0}, {static_cast<float>(2 * teeth + 1), 9}), .holes = {}};
        for (int k = teeth; k-- > 0;) {
            const float x = static_cast<float>(2 * k + 1);
            const float top = random.uniform(3.0f, 8.0f);
            comb.insert(comb.end(), {{x + 1, top}, {x, top}, {x, 2}});
            if (k > 0) comb.push_back({x - 1, 2});
            if (k == 0) continue;
            for (float y = 2.25f; y < 8.0f; y += random.uniform(0.6f, 2.0f))
                plate.holes.push_back(box({x - 0.75f, y}, {x - 0.25f, y + 0.5f}));
        }
        plate.holes.push_back(comb);
        const Rot turn = make_rot(random.rng.below(3) == 0 ? 0.0f : random.uniform(-3, 3));
        for (Ring* ring : {&plate.outline})
            std::ranges::for_each(*ring, [&](Vec2& p) { p = rotate(turn, p); });
        for (Ring& ring : plate.holes)
            std::ranges::for_each(ring, [&](Vec2& p) { p = rotate(turn, p); });
        scramble(plate, random);
        expect_plate(plate, 20.0f, random);
        if (testing::Test::HasFailure()) return;
    }
}

// A ring is two squares: (4² − 2²) m², and the second moments of both.
TEST(Holes, LeaveTheMassOfTheRest) {
    const auto pieces = decompose(box({0, 0}, {4, 4}), std::vector<Ring>{box({1, 1}, {3, 3})});
    ASSERT_TRUE(pieces.has_value());
    EXPECT_LE(pieces->size(), 8u);
    float mass = 0.0f;
    float about_middle = 0.0f;
    for (const Polygon& piece : *pieces) {
        const MassProperties part = mass_properties(piece, 2.0f);
        mass += part.mass;
        about_middle += part.inertia + part.mass * length_squared(part.center - Vec2{2, 2});
    }
    EXPECT_NEAR(static_cast<double>(mass), 2.0 * (16.0 - 4.0), 1e-5);
    EXPECT_NEAR(static_cast<double>(about_middle), 2.0 * (256.0 - 16.0) / 6.0, 1e-4);
}

TEST(Holes, MayTakeAllVerticesThatAreAllowed) {
    Plate plate{.outline = box({-1, -1}, {64, 64}), .holes = {}};
    for (int i = 0; i < 680; ++i) {
        const Vec2 low{static_cast<float>(2 * (i % 27)), static_cast<float>(2 * (i / 27))};
        plate.holes.push_back(box(low, low + Vec2{1, 1}));
    }
    EXPECT_TRUE(decompose(plate.outline, plate.holes).has_value());
    plate.holes.insert(plate.holes.end(), 4, box({60, 60}, {61, 61}));
    const auto refused = decompose(plate.outline, plate.holes);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().reason, Reason::TooManyVertices);
}

void expect_refused(const std::vector<Ring>& holes, const PolygonError& expected) {
    const auto result = decompose(box({0, 0}, {4, 4}), holes);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().reason, expected.reason) << describe(result.error());
    EXPECT_EQ(result.error().index, expected.index) << describe(result.error());
    EXPECT_EQ(result.error().hole, expected.hole) << describe(result.error());
}

TEST(Holes, AreRefusedWhereTheyMeetWhatTheyMustNot) {
    const Ring good = box({1, 1}, {2, 2});
    expect_refused({good, box({5, 1}, {6, 2})}, {Reason::HoleOutside, 0, 1});
    expect_refused({box({3, 1}, {5, 2})}, {Reason::HoleMeetsOutline, 0, 0});
    expect_refused({good, {{3, 3}, {4, 3.5f}, {3, 3.5f}}}, {Reason::HoleMeetsOutline, 0, 1});
    expect_refused({box({0, 0}, {4, 4})}, {Reason::HoleMeetsOutline, 0, 0});
    expect_refused({good, box({1.5f, 1.5f}, {3, 3})}, {Reason::HoleMeetsHole, 0, 1});
    expect_refused({good, box({2, 1}, {3, 2})}, {Reason::HoleMeetsHole, 0, 1});
    expect_refused({box({1, 1}, {3, 3}), box({1.5f, 1.5f}, {2, 2})}, {Reason::HoleInHole, 0, 1});
    expect_refused({box({1.5f, 1.5f}, {2, 2}), box({1, 1}, {3, 3})}, {Reason::HoleInHole, 0, 0});
    expect_refused({good, good}, {Reason::HoleMeetsHole, 0, 1});
    expect_refused({good, {{3, 3}, {3.5f, 3}}}, {Reason::TooFewVertices, 2, 1});
    expect_refused({good, {{3, 3}, {3.5f, 3}, {3.25f, 3}}}, {Reason::NoArea, 0, 1});
    expect_refused({{{1, 1}, {2, 2}, {2, 1}, {1, 2}}}, {Reason::SelfIntersecting, 0, 0});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    expect_refused({good, {{3, 3}, {3.5f, nan}, {3.25f, 3.5f}}}, {Reason::NotFinite, 1, 1});
}

}  // namespace
}  // namespace toibox
