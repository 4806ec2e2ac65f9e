// SPDX-License-Identifier: MIT
#include "toibox/geometry/decomposition.h"

#include "toibox/geometry/tuning.h"

#include "tests/support/generators.h"
#include "tests/support/print.h"
#include "tests/support/shape_oracle.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::Core;
using testing_support::core_of;
using testing_support::crosses_to_the_right;
using testing_support::distance_to_segment;
using testing_support::Generator;
using testing_support::moments_of;
using testing_support::signed_distance;
using testing_support::to_long;
using testing_support::Vec2l;

using Outline = std::vector<Vec2>;
using Reason = PolygonError::Reason;

std::vector<Vec2l> widened(const Outline& outline) {
    std::vector<Vec2l> points;
    for (const Vec2 p : outline) {
        points.push_back(to_long(p));
    }
    return points;
}

/// Parity of the crossings of a ray to the right: odd is inside.
bool is_inside(const std::vector<Vec2l>& outline, Vec2l p) {
    bool inside = false;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        if (crosses_to_the_right(outline[i], outline[(i + 1) % outline.size()], p)) inside = !inside;
    }
    return inside;
}
long double distance_to_outline(const std::vector<Vec2l>& outline, Vec2l p) {
    long double min_distance = std::numeric_limits<long double>::infinity();
    for (std::size_t i = 0; i < outline.size(); ++i) {
        min_distance =
            std::min(min_distance, distance_to_segment(p, outline[i], outline[(i + 1) % outline.size()]));
    }
    return min_distance;
}
int count_reflex_corners(const std::vector<Vec2l>& outline) {
    const long double winding = moments_of(outline).area > 0 ? 1 : -1;
    const std::size_t n = outline.size();
    int count = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2l edge_in = outline[i] - outline[(i + n - 1) % n];
        const Vec2l edge_out = outline[(i + 1) % n] - outline[i];
        count += testing_support::cross_l(edge_in, edge_out) * winding < 0 ? 1 : 0;
    }
    return count;
}

/// Expects that the areas add up, that the number of pieces is within its bound, and that every point not
/// near an edge is in exactly one piece if it is inside the outline, and in no piece if it is outside.
/// `extent`: approximate size of the outline.
void expect_exact_cover(const Outline& outline, float extent, Generator& generator) {
    const auto result = decompose(outline);
    ASSERT_TRUE(result.has_value()) << describe(result.error());
    const std::vector<Vec2l> boundary = widened(outline);
    long double area = 0;
    std::vector<Core> cores;
    for (const Polygon& piece : *result) {
        cores.push_back(core_of(piece));
        area += moments_of(cores.back().points).area;
    }
    const long double expected = std::abs(moments_of(boundary).area);
    const long double slack =
        4 * static_cast<long double>(tuning::vertex_merge) * static_cast<long double>(extent);
    EXPECT_NEAR(static_cast<double>(area), static_cast<double>(expected),
                static_cast<double>(slack * static_cast<long double>(extent) *
                                    static_cast<long double>(cores.size())));
    EXPECT_LE(static_cast<int>(cores.size()), 2 * count_reflex_corners(boundary) + 1);
    for (int i = 0; i < 200; ++i) {
        const Vec2l p = to_long(generator.point(extent));
        const auto containing_pieces = std::count_if(
            cores.begin(), cores.end(), [p](const Core& core) { return signed_distance(core, p) < 0; });
        const bool is_near_edge = std::any_of(cores.begin(), cores.end(), [p, slack](const Core& core) {
            return std::abs(signed_distance(core, p)) < slack;
        });
        if (is_near_edge || distance_to_outline(boundary, p) < slack) continue;
        ASSERT_EQ(containing_pieces, is_inside(boundary, p) ? 1 : 0)
            << static_cast<double>(p.x) << ' ' << static_cast<double>(p.y);
    }
}

void expect_error(const Outline& outline, Reason reason, int index, int edge = -1) {
    const auto result = decompose(outline);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().reason, reason) << describe(result.error());
    EXPECT_EQ(result.error().index, index) << describe(result.error());
    EXPECT_EQ(result.error().edge, edge) << describe(result.error());
}

/// A bar with `teeth` teeth pointing up: many collinear vertices and equal heights.
Outline comb(int teeth) {
    Outline outline{{0.0f, 0.0f}};
    for (int i = 0; i < teeth; ++i) {
        outline.push_back({static_cast<float>(2 * i + 1), 0.0f});
    }
    outline.push_back({static_cast<float>(2 * teeth), 0.0f});
    outline.push_back({static_cast<float>(2 * teeth), 1.0f});
    for (int i = teeth; i-- > 0;) {
        const float x = static_cast<float>(2 * i);
        outline.push_back({x + 1.5f, 1.0f});
        outline.push_back({x + 1.5f, 4.0f});
        outline.push_back({x + 0.5f, 4.0f});
        outline.push_back({x + 0.5f, 1.0f});
    }
    outline.push_back({0.0f, 1.0f});
    return outline;
}

/// A spiral corridor, where most corners become ears only after others are clipped.
Outline spiral(int turns) {
    Outline outer;
    Outline inner;
    for (int i = 0; i <= 12 * turns; ++i) {
        const Rotd q = make_rotd(2.0 * pi * i / 12.0);
        const double r = 1.0 + 0.25 * i / 3.0;
        outer.push_back(narrow((r + 0.4) * Vec2d{q.c, q.s}));
        inner.push_back(narrow(r * Vec2d{q.c, q.s}));
    }
    outer.insert(outer.end(), inner.rbegin(), inner.rend());
    return outer;
}

TEST(Decompose, DoesNotSplitAConvexPolygon) {
    Generator generator(1);
    for (int i = 0; i < 100; ++i) {
        const Polygon polygon = generator.convex_polygon(generator.rng.integer(3, 100), 1.0f);
        const auto pieces = decompose(polygon.vertices());
        ASSERT_TRUE(pieces.has_value());
        ASSERT_EQ(pieces->size(), 1u);
        EXPECT_EQ(pieces->front().count(), polygon.count());
    }
}

TEST(Decompose, SplitsAnLShapeIntoTwo) {
    const auto pieces = decompose(Outline{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}});
    ASSERT_TRUE(pieces.has_value());
    EXPECT_EQ(pieces->size(), 2u);
}

TEST(Decompose, CoversRandomOutlinesExactly) {
    Generator generator(2);
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE("seed 2, outline " + std::to_string(i));
        Outline outline = generator.simple_polygon(generator.rng.integer(3, 60), 1.0f);
        if (generator.rng.next_bool()) std::reverse(outline.begin(), outline.end());
        expect_exact_cover(outline, 1.0f, generator);
    }
}

TEST(Decompose, CoversCombsAndSpirals) {
    Generator generator(3);
    for (const int size : {1, 2, 5, 30}) {
        SCOPED_TRACE(size);
        expect_exact_cover(comb(size), static_cast<float>(2 * size + 2), generator);
    }
    for (const int turns : {1, 2, 4}) {
        SCOPED_TRACE(turns);
        expect_exact_cover(spiral(turns), 1.4f + static_cast<float>(turns), generator);
    }
}

// Clipping starts at a different vertex for each rotation of the input.
TEST(Decompose, IsExactForAnyFirstVertex) {
    Generator generator(4);
    Outline outline = comb(3);
    for (std::size_t i = 0; i < outline.size(); ++i) {
        SCOPED_TRACE(i);
        std::rotate(outline.begin(), outline.begin() + 1, outline.end());
        expect_exact_cover(outline, 8.0f, generator);
    }
}

TEST(Decompose, GivesEveryPieceTheRadius) {
    const auto pieces = decompose(Outline{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 0.25f);
    ASSERT_TRUE(pieces.has_value());
    for (const Polygon& piece : *pieces) {
        EXPECT_EQ(piece.radius(), 0.25f);
    }
}

TEST(Decompose, ErrorNamesAnIntersectingEdge) {
    expect_error({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, Reason::SelfIntersecting, 0);
    // Edge 1 → 2 crosses edge 4 → 5.
    expect_error({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 2}, {5, 1}, {0, 1}}, Reason::SelfIntersecting, 1);
    // A clockwise outline keeps its numbering.
    expect_error({{0, 1}, {5, 1}, {0, 2}, {0, 4}, {4, 4}, {4, 0}, {0, 0}}, Reason::SelfIntersecting, 0);
    // Edge 0 → 1 is crossed at vertex 4. In the last two cases two vertices coincide, without and with a
    // crossing of the paths.
    expect_error({{0, 0}, {4, 0}, {4, 4}, {3, 4}, {2, 0}, {1, -2}, {0, 4}}, Reason::SelfIntersecting, 0);
    expect_error({{0, 0}, {2, 2}, {4, 0}, {4, 4}, {2, 2}, {0, 4}}, Reason::SelfTouching, 4, 0);
    expect_error({{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}}, Reason::SelfIntersecting, 0);
}

TEST(Decompose, ReportsAnOutlineThatTouchesItself) {
    // Vertex 5 touches edge 0 → 1 from inside; the spike 1 → 2 → 3 has no width.
    expect_error({{0, 0}, {4, 0}, {4, 4}, {3, 4}, {2, 4}, {2, 0}, {1, 4}, {0, 4}}, Reason::SelfTouching, 5,
                 0);
    expect_error({{0, 0}, {4, 0}, {6, 0}, {4, 0}, {4, 4}}, Reason::SelfTouching, 3, 0);
    // If the second edge of a spike is the longer one, vertex 0 is on edge 1 → 2.
    expect_error({{1, 0}, {2, 0}, {0, 0}, {0, 4}}, Reason::SelfTouching, 0, 1);
    // Vertex 1 is on edge 3 → 4, which comes after it.
    expect_error({{0, 0}, {2, 4}, {4, 0}, {4, 4}, {0, 4}}, Reason::SelfTouching, 1, 3);
    // A ring that is cut open along y = 2: edge 2 → 3 coincides with edge 8 → 9.
    expect_error(
        {{0, 0}, {4, 0}, {4, 2}, {3, 2}, {3, 1}, {1, 1}, {1, 3}, {3, 3}, {3, 2}, {4, 2}, {4, 4}, {0, 4}},
        Reason::SelfTouching, 9, 1);
}

TEST(Decompose, ErrorNamesOtherProblems) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    expect_error({{0, 0}, {1, 0}}, Reason::TooFewVertices, 2);
    expect_error({{0, 0}, {1, 0}, {nan, 1}}, Reason::NotFinite, 2);
    expect_error({{0, 0}, {1, 0}, {2, 0}, {3, 0}}, Reason::NoArea, 0);
    expect_error({{1, 1}, {1, 1}, {1, 1}}, Reason::NoArea, 0);
    expect_error(Outline(1'000'000, Vec2{1, 2}), Reason::TooManyVertices, 4096);
    EXPECT_EQ(decompose(Outline{{0, 0}, {1, 0}, {0, 1}}, -1.0f).error().reason, Reason::BadRadius);
}

TEST(Decompose, SupportsTheLargestOutline) {
    Generator generator(5);
    const Outline outline = generator.simple_polygon(4096, 100.0f);
    const auto pieces = decompose(outline);
    ASSERT_TRUE(pieces.has_value()) << describe(pieces.error());
    EXPECT_GT(pieces->size(), 500u);
    EXPECT_TRUE(decompose(comb(800)).has_value());
}

}  // namespace
}  // namespace toibox
