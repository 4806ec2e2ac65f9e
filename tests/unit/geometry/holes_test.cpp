// SPDX-License-Identifier: MIT
/// Decomposition of outlines with holes, compared with parity tests over all rings and with the moments of
/// outline and holes in long double.
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
struct PlateWithHoles {
    Ring outline;
    std::vector<Ring> holes;

    [[nodiscard]] std::vector<std::vector<Vec2l>> rings() const {
        std::vector<std::vector<Vec2l>> rings;
        const auto append = [&rings](const Ring& ring) {
            std::vector<Vec2l>& points = rings.emplace_back();
            for (const Vec2 p : ring)
                points.push_back(to_long(p));
        };
        append(outline);
        std::ranges::for_each(holes, append);
        return rings;
    }
};

/// Parity of the crossings of a ray to the right with all rings: odd is inside.
bool is_inside_rings(const std::vector<std::vector<Vec2l>>& rings, Vec2l p) {
    bool inside = false;
    for (const auto& ring : rings) {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            if (crosses_to_the_right(ring[i], ring[(i + 1) % ring.size()], p)) inside = !inside;
        }
    }
    return inside;
}

/// Area, first and second moments about the origin.
struct MomentSums {
    long double area = 0;
    Vec2l first;
    long double second = 0;

    void add(const AreaMoments& m, long double sign) {
        area += sign * m.area;
        first = first + sign * m.area * m.centroid;
        second += sign * (m.second + m.area * dot_l(m.centroid, m.centroid));
    }
};
/// Moments of the outline minus its holes, for any winding.
MomentSums sums_of(const PlateWithHoles& plate) {
    MomentSums sums;
    long double sign = 1;
    for (const auto& ring : plate.rings()) {
        const AreaMoments m = moments_of(ring);
        sums.add({m.area < 0 ? -m.area : m.area, m.centroid, m.area < 0 ? -m.second : m.second}, sign);
        sign = -1;
    }
    return sums;
}

/// Expects that each point not near an edge is in exactly one piece if it is inside the plate and in no piece
/// if it is outside, and that the moments of the pieces equal the moments of the outline minus the holes.
void expect_plate(const PlateWithHoles& plate, float extent, Generator& random) {
    const auto pieces = decompose(plate.outline, plate.holes);
    ASSERT_TRUE(pieces.has_value()) << describe(pieces.error());
    const auto rings = plate.rings();
    std::vector<Core> cores;
    MomentSums sum;
    for (const Polygon& piece : *pieces) {
        cores.push_back(core_of(piece));
        sum.add(moments_of(cores.back().points), 1);
    }
    const MomentSums expected = sums_of(plate);
    const double e = static_cast<double>(extent);
    const double slack = 4.0 * tuning::vertex_merge * e * static_cast<double>(cores.size());
    EXPECT_NEAR(static_cast<double>(sum.area), static_cast<double>(expected.area), slack * e);
    EXPECT_NEAR(static_cast<double>(sum.first.x), static_cast<double>(expected.first.x), slack * e * e);
    EXPECT_NEAR(static_cast<double>(sum.first.y), static_cast<double>(expected.first.y), slack * e * e);
    EXPECT_NEAR(static_cast<double>(sum.second), static_cast<double>(expected.second), slack * e * e * e);
    const long double edge_tolerance = 4 * static_cast<long double>(tuning::vertex_merge * e);
    for (int i = 0; i < 100; ++i) {
        const Vec2l p = to_long(random.point(extent));
        const auto is_near_edge = [&](const Core& core) {
            return std::abs(signed_distance(core, p)) < edge_tolerance;
        };
        if (std::ranges::any_of(cores, is_near_edge)) continue;
        const auto containing_pieces =
            std::ranges::count_if(cores, [&](const Core& core) { return signed_distance(core, p) < 0; });
        ASSERT_EQ(containing_pieces, is_inside_rings(rings, p) ? 1 : 0)
            << static_cast<double>(p.x) << ' ' << static_cast<double>(p.y);
    }
}

Ring moved(Ring ring, Vec2 offset) {
    for (Vec2& p : ring)
        p += offset;
    return ring;
}
Ring box(Vec2 lower, Vec2 upper) {
    return {lower, {upper.x, lower.y}, upper, {lower.x, upper.y}};
}

/// Shuffles the holes, their first vertices and the winding of all rings.
void shuffle_rings(PlateWithHoles& plate, Generator& random) {
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
    long double min_distance = std::numeric_limits<long double>::infinity();
    for (std::size_t i = 0; i < ring.size(); ++i)
        min_distance = std::min(
            min_distance, testing_support::distance_to_segment(p, ring[i], ring[(i + 1) % ring.size()]));
    return min_distance;
}

/// A random outline with star-shaped holes in disjoint discs.
PlateWithHoles random_plate(Generator& random) {
    PlateWithHoles plate{.outline = random.simple_polygon(random.rng.integer(3, 40), 1.0f), .holes = {}};
    const int tries = random.rng.integer(1, 60);
    for (int i = 0; i < tries; ++i) {
        const Vec2 center = random.point(1.0f);
        const float radius = random.magnitude(0.01f, 0.5f);
        const auto rings = plate.rings();
        const bool is_free = std::ranges::all_of(rings, [&](const auto& ring) {
            return distance_to_ring(ring, to_long(center)) > static_cast<long double>(1.01f * radius);
        });
        if (!is_free || !is_inside_rings(rings, to_long(center))) continue;
        plate.holes.push_back(moved(random.simple_polygon(random.rng.integer(3, 12), radius), center));
    }
    return plate;
}

TEST(Holes, AreExcludedFromRandomOutlines) {
    Generator random(21);
    std::size_t holes = 0;
    for (int i = 0; i < 1000; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", plate " << i);
        PlateWithHoles plate = random_plate(random);
        shuffle_rings(plate, random);
        holes += plate.holes.size();
        expect_plate(plate, 1.0f, random);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(holes, 3000u);
}

// Holes in a grid, with many equal heights and collinear edges.
TEST(Holes, AreExcludedFromGrids) {
    Generator random(22);
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", grid " << i);
        const int columns = random.rng.integer(1, 6);
        const int rows = random.rng.integer(1, 6);
        PlateWithHoles plate{
            .outline = box({0, 0}, {static_cast<float>(2 * columns + 1), static_cast<float>(2 * rows + 1)}),
            .holes = {}};
        for (int x = 0; x < columns; ++x) {
            for (int y = 0; y < rows; ++y) {
                const Vec2 lower{static_cast<float>(2 * x + 1), static_cast<float>(2 * y + 1)};
                Ring hole = box(lower, lower + Vec2{1, 1});
                if (random.rng.next_bool())
                    hole = {lower + Vec2{0.5f, 0}, lower + Vec2{1, 0.5f}, lower + Vec2{0.5f, 1},
                            lower + Vec2{0, 0.5f}};
                plate.holes.push_back(hole);
            }
        }
        shuffle_rings(plate, random);
        expect_plate(plate, 13.0f, random);
        if (testing::Test::HasFailure()) return;
    }
}

// A comb-shaped hole with small holes between its teeth.
TEST(Holes, AreExcludedBetweenTheTeethOfAnotherHole) {
    Generator random(23);
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", comb " << i);
        const int teeth = random.rng.integer(2, 8);
        Ring comb{{1, 1}, {static_cast<float>(2 * teeth), 1}};
        PlateWithHoles plate{.outline = box({0, 0}, {static_cast<float>(2 * teeth + 1), 9}), .holes = {}};
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
        const Rot rotation = make_rot(random.rng.below(3) == 0 ? 0.0f : random.uniform(-3, 3));
        for (Ring* ring : {&plate.outline})
            std::ranges::for_each(*ring, [&](Vec2& p) { p = rotate(rotation, p); });
        for (Ring& ring : plate.holes)
            std::ranges::for_each(ring, [&](Vec2& p) { p = rotate(rotation, p); });
        shuffle_rings(plate, random);
        expect_plate(plate, 20.0f, random);
        if (testing::Test::HasFailure()) return;
    }
}

// A square with a square hole: area (4² − 2²) m², and the difference of the second moments.
TEST(Holes, AreExcludedFromTheMass) {
    const auto pieces = decompose(box({0, 0}, {4, 4}), std::vector<Ring>{box({1, 1}, {3, 3})});
    ASSERT_TRUE(pieces.has_value());
    EXPECT_LE(pieces->size(), 8u);
    float mass = 0.0f;
    float inertia_about_center = 0.0f;
    for (const Polygon& piece : *pieces) {
        const MassProperties piece_mass = mass_properties(piece, 2.0f);
        mass += piece_mass.mass;
        inertia_about_center +=
            piece_mass.inertia + piece_mass.mass * length_squared(piece_mass.center - Vec2{2, 2});
    }
    EXPECT_NEAR(static_cast<double>(mass), 2.0 * (16.0 - 4.0), 1e-5);
    EXPECT_NEAR(static_cast<double>(inertia_about_center), 2.0 * (256.0 - 16.0) / 6.0, 1e-4);
}

TEST(Holes, MayUseUpToTheMaximumNumberOfVertices) {
    PlateWithHoles plate{.outline = box({-1, -1}, {64, 64}), .holes = {}};
    for (int i = 0; i < 680; ++i) {
        const Vec2 lower{static_cast<float>(2 * (i % 27)), static_cast<float>(2 * (i / 27))};
        plate.holes.push_back(box(lower, lower + Vec2{1, 1}));
    }
    EXPECT_TRUE(decompose(plate.outline, plate.holes).has_value());
    plate.holes.insert(plate.holes.end(), 4, box({60, 60}, {61, 61}));
    const auto rejected = decompose(plate.outline, plate.holes);
    ASSERT_FALSE(rejected.has_value());
    EXPECT_EQ(rejected.error().reason, Reason::TooManyVertices);
}

void expect_rejected(const std::vector<Ring>& holes, const PolygonError& expected) {
    const auto result = decompose(box({0, 0}, {4, 4}), holes);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().reason, expected.reason) << describe(result.error());
    EXPECT_EQ(result.error().index, expected.index) << describe(result.error());
    EXPECT_EQ(result.error().hole, expected.hole) << describe(result.error());
}

TEST(Holes, InvalidHolesAreRejected) {
    const Ring good = box({1, 1}, {2, 2});
    expect_rejected({good, box({5, 1}, {6, 2})}, {Reason::HoleOutside, 0, 1});
    expect_rejected({box({3, 1}, {5, 2})}, {Reason::HoleMeetsOutline, 0, 0});
    expect_rejected({good, {{3, 3}, {4, 3.5f}, {3, 3.5f}}}, {Reason::HoleMeetsOutline, 0, 1});
    expect_rejected({box({0, 0}, {4, 4})}, {Reason::HoleMeetsOutline, 0, 0});
    expect_rejected({good, box({1.5f, 1.5f}, {3, 3})}, {Reason::HoleMeetsHole, 0, 1});
    expect_rejected({good, box({2, 1}, {3, 2})}, {Reason::HoleMeetsHole, 0, 1});
    expect_rejected({box({1, 1}, {3, 3}), box({1.5f, 1.5f}, {2, 2})}, {Reason::HoleInHole, 0, 1});
    expect_rejected({box({1.5f, 1.5f}, {2, 2}), box({1, 1}, {3, 3})}, {Reason::HoleInHole, 0, 0});
    expect_rejected({good, good}, {Reason::HoleMeetsHole, 0, 1});
    expect_rejected({good, {{3, 3}, {3.5f, 3}}}, {Reason::TooFewVertices, 2, 1});
    expect_rejected({good, {{3, 3}, {3.5f, 3}, {3.25f, 3}}}, {Reason::NoArea, 0, 1});
    expect_rejected({{{1, 1}, {2, 2}, {2, 1}, {1, 2}}}, {Reason::SelfIntersecting, 0, 0});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    expect_rejected({good, {{3, 3}, {3.5f, nan}, {3.25f, 3.5f}}}, {Reason::NotFinite, 1, 1});
}

}  // namespace
}  // namespace toibox
