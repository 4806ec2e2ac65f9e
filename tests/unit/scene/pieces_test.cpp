// SPDX-License-Identifier: MIT
// Compares trees of pieces with a loop over all pairs of pieces.
#include "toibox/geometry/any_bounding_volume.h"
#include "toibox/geometry/decomposition.h"
#include "toibox/narrow/distance_method.h"
#include "toibox/scene/piece_query.h"
#include "toibox/toi/moving_circles.h"

#include "tests/support/distance_oracle.h"
#include "tests/support/generators.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using testing_support::Generator;

/// The pieces of a random concave polygon of about 1 m or, in a quarter of the cases, one convex shape.
std::vector<QueryShape> body(Generator& random) {
    std::vector<QueryShape> out;
    if (random.rng.below(4) == 0) {
        const ConvexProxyBuffer buffer(random.shape(0.5f));
        out.push_back(copy_points(buffer.proxy()));
    }
    while (out.empty()) {
        const float radius = random.rng.next_bool() ? random.uniform(0.0f, 0.05f) : 0.0f;
        const auto pieces = decompose(random.simple_polygon(random.rng.integer(5, 40), 1.0f), radius);
        for (std::size_t i = 0; pieces && i < pieces->size(); ++i) {
            const ConvexProxyBuffer buffer{Shape((*pieces)[i])};
            out.push_back(copy_points(buffer.proxy()));
        }
    }
    return out;
}

struct MinSeparation {
    double separation = std::numeric_limits<double>::infinity();
    oracle::Real exact = std::numeric_limits<oracle::Real>::infinity();
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint64_t touching_pairs = 0;
};

/// The minimum separation of all pairs of pieces at t, by the engine's distance method and by the oracle.
MinSeparation min_over_all_pairs(const QueryEntry& query, double t) {
    MinSeparation min;
    const Transformd pose_a = pose_at(query.sweep_a, t);
    const Transformd pose_b = pose_at(query.sweep_b, t);
    for (std::uint32_t i = 0; i < query.pieces_a.size(); ++i) {
        const ConvexProxy a = query.pieces_a[i].proxy();
        const auto points_a = oracle::placed(a, pose_a, pose_a.p);
        for (std::uint32_t j = 0; j < query.pieces_b.size(); ++j) {
            const ConvexProxy b = query.pieces_b[j].proxy();
            const double separation =
                measure_distance(DistanceMethod::Epa, {.a = a, .pose_a = pose_a, .b = b, .pose_b = pose_b})
                    .separation;
            const oracle::Distance core = oracle::distance(points_a, oracle::placed(b, pose_b, pose_a.p));
            const oracle::Real exact =
                core.distance - core.depth - oracle::Real(a.radius) - oracle::Real(b.radius);
            min.exact = exact < min.exact ? exact : min.exact;
            if (separation <= 0.0) ++min.touching_pairs;
            if (!(separation < min.separation)) continue;
            min.separation = separation;
            min.a = i;
            min.b = j;
        }
    }
    return min;
}

// Bodies of one to about forty pieces, some of them 10⁴ m away from the origin. With every kind of volume the
// result is the pair that the loop finds, and all touching pairs are tested.
TEST(PieceContacts, MatchAllPairsForEveryVolume) {
    Generator random(20240611);
    int overlapping = 0;
    for (int i = 0; i < 200; ++i) {
        QueryEntry query;
        query.kind = QueryEntry::Kind::Pieces;
        query.pieces_a = body(random);
        query.pieces_b = body(random);
        const Vec2d offset = i % 4 == 0 ? Vec2d{1e4, -2e3} : Vec2d{};
        const auto place_randomly = [&](Sweep& sweep) {
            const Transformd pose = random.transform_double(1.0);
            sweep.c0 = offset + pose.p;
            sweep.c1 = sweep.c0;
            sweep.q0 = pose.q;
        };
        place_randomly(query.sweep_a);
        place_randomly(query.sweep_b);
        const MinSeparation expected = min_over_all_pairs(query, 0.0);
        overlapping += expected.separation <= 0.0 ? 1 : 0;
        for (const BoundingVolumeInfo& row : bounding_volume_kinds()) {
            query.volume = row.kind;
            const PieceContact contact = contact_of_pieces(query);
            EXPECT_EQ(contact.separation, expected.separation) << row.name << ", case " << i;
            EXPECT_EQ(contact.piece_a, expected.a) << row.name << ", case " << i;
            EXPECT_EQ(contact.piece_b, expected.b) << row.name << ", case " << i;
            EXPECT_NEAR(contact.separation, static_cast<double>(expected.exact),
                        1e-14 * (4.0 + length(offset)));
            EXPECT_NEAR(dot(contact.point_b - contact.point_a, contact.normal), contact.separation,
                        1e-14 * (10.0 + length(offset)));
            EXPECT_GE(contact.meeting.pairs, expected.touching_pairs);
            EXPECT_EQ(contact.nearest.tests == 0, expected.separation <= 0.0);
        }
    }
    EXPECT_GT(overlapping, 50);
    EXPECT_LT(overlapping, 150);
}

// Two rows of 200 boxes, one row above the other: a loop would test 40,000 pairs.
TEST(PieceContacts, TestFewPairs) {
    QueryEntry query;
    query.kind = QueryEntry::Kind::Pieces;
    for (int i = 0; i < 200; ++i) {
        const ConvexProxyBuffer buffer{Shape(make_box({0.4f, 0.4f}, {static_cast<float>(i), 0.0f}))};
        query.pieces_a.push_back(copy_points(buffer.proxy()));
    }
    query.pieces_b = query.pieces_a;
    query.sweep_b.c0 = query.sweep_b.c1 = {0.3, 3.0};
    for (const BoundingVolumeInfo& row : bounding_volume_kinds()) {
        query.volume = row.kind;
        const PieceContact contact = contact_of_pieces(query);
        EXPECT_NEAR(contact.separation, 2.2, 1e-6) << row.name;
        EXPECT_EQ(contact.meeting.pairs, 0u) << row.name;
        EXPECT_LT(contact.nearest.pairs, 2000u) << row.name;
    }
}

// A recorder gets every test of volumes and of pieces, and does not change the result.
TEST(PieceContacts, RecordTheirSteps) {
    Generator random(5);
    QueryEntry query;
    query.kind = QueryEntry::Kind::Pieces;
    query.pieces_a = body(random);
    query.pieces_b = body(random);
    query.sweep_b.c0 = query.sweep_b.c1 = {3.0, 0.5};
    PieceRecorder recorder;
    const PieceContact contact = contact_of_pieces(query, &recorder);
    EXPECT_EQ(contact.separation, contact_of_pieces(query).separation);
    std::uint64_t tests = 0;
    std::uint64_t visits = 0;
    std::uint64_t pairs = 0;
    for (const PieceEvent& event : recorder.events) {
        if (event.kind == PieceEvent::Kind::Pieces) {
            ++pairs;
        } else {
            ++tests;
            visits += event.met ? 1 : 0;
        }
    }
    EXPECT_EQ(tests, contact.meeting.tests + contact.nearest.tests);
    EXPECT_EQ(visits, contact.meeting.visits + contact.nearest.visits);
    EXPECT_EQ(pairs, contact.meeting.pairs + contact.nearest.pairs);
}

/// Certified advancement of all pairs over the whole step.
PieceImpact impact_of_all_pairs(const QueryEntry& query) {
    PieceImpact first;
    for (const QueryShape& a : query.pieces_a) {
        for (const QueryShape& b : query.pieces_b) {
            const ToiResult result = time_of_impact(
                ToiMethod::Certified,
                {.a = a.proxy(), .b = b.proxy(), .sweep_a = query.sweep_a, .sweep_b = query.sweep_b},
                toi_options(query));
            EXPECT_NE(result.state, ToiState::Exhausted);
            if (result.state == ToiState::Overlapped) {
                first.state = result.state;
                return first;
            }
            if (result.state == ToiState::Hit && (first.state == ToiState::Separated || result.t < first.t)) {
                first.state = ToiState::Hit;
                first.t = result.t;
            }
        }
    }
    return first;
}

// Motions of up to 6 m and one and a half turns. The result is the earliest hit of all pairs. At the hit, the
// separation is within the hit band; before the hit it is never below the target.
TEST(PieceImpacts, MatchTheFirstOfAllPairs) {
    Generator random(20240612);
    int hits = 0;
    int separated = 0;
    std::uint64_t calls = 0;
    std::uint64_t all = 0;
    for (int round = 0; round < 300; ++round) {
        QueryEntry query;
        query.kind = QueryEntry::Kind::Pieces;
        query.moves = true;
        query.pieces_a = body(random);
        query.pieces_b = body(random);
        query.sweep_a = random.sweep(2.0, 6.0, 9.0);
        query.sweep_b = random.sweep(2.0, 6.0, 9.0);
        query.sweep_b.local_center = random.point_double(0.5);
        const PieceImpact impact = impact_of_pieces(query);
        const PieceImpact expected = impact_of_all_pairs(query);
        ASSERT_EQ(impact.state, expected.state) << round;
        calls += impact.toi_calls;
        all += query.pieces_a.size() * query.pieces_b.size();
        if (impact.state == ToiState::Separated) {
            ++separated;
            EXPECT_EQ(impact.t, 1.0);
        }
        if (impact.state != ToiState::Hit) continue;
        ++hits;
        const double separation = static_cast<double>(min_over_all_pairs(query, impact.t).exact);
        EXPECT_LE(separation, query.target + query.tolerance + 1e-12) << round;
        EXPECT_NEAR(separation, impact.distance, 1e-9) << round;
        // Shapes that start in the band hit at t = 0. For all others, any hit in the band is valid, so the
        // two times may differ by the time that crossing the band takes.
        for (int i = 0; i <= 20 && impact.t > 0.0; ++i) {
            const double t = impact.t * i / 20.0;
            EXPECT_GE(static_cast<double>(min_over_all_pairs(query, t).exact), query.target - 1e-9) << round;
        }
        EXPECT_NEAR(impact.t, expected.t, 0.05) << round;
    }
    EXPECT_GT(hits, 50);
    EXPECT_GT(separated, 50);
    EXPECT_LT(calls, all / 2);
}

// Best-first search: no pair of pieces is tested whose circles can only meet after the resulting hit.
TEST(PieceImpacts, TestNoPairThatCanOnlyMeetLater) {
    Generator random(20240613);
    std::uint64_t tested = 0;
    for (int round = 0; round < 100; ++round) {
        QueryEntry query;
        query.kind = QueryEntry::Kind::Pieces;
        query.moves = true;
        query.pieces_a = body(random);
        query.pieces_b = body(random);
        query.sweep_a = random.sweep(2.0, 6.0, 3.0);
        query.sweep_b = random.sweep(2.0, 6.0, 3.0);
        PieceRecorder recorder;
        const PieceImpact impact = impact_of_pieces(query, &recorder);
        const MovingCircles circles(query.sweep_a, query.sweep_b);
        std::uint64_t calls = 0;
        for (const PieceEvent& event : recorder.events) {
            if (event.kind != PieceEvent::Kind::Impact) continue;
            ++calls;
            const auto a = BoundingCircle::around(query.pieces_a[event.a].proxy());
            const auto b = BoundingCircle::around(query.pieces_b[event.b].proxy());
            ASSERT_TRUE(a && b);
            EXPECT_TRUE(circles.first_meeting(*a, *b, query.target + query.tolerance, impact.t)) << round;
        }
        EXPECT_EQ(calls, impact.toi_calls);
        tested += calls;
    }
    EXPECT_GT(tested, 100u);
}

// An initial overlap is reported as Overlapped, even if another pair that is tested earlier hits at t = 0.
TEST(PieceImpacts, ReportAnOverlapBeforeAHit) {
    const auto box = [](float x) {
        const ConvexProxyBuffer buffer{Shape(make_box({0.5f, 0.5f}, {x, 0.0f}))};
        return copy_points(buffer.proxy());
    };
    QueryEntry query;
    query.kind = QueryEntry::Kind::Pieces;
    query.moves = true;
    query.pieces_a = {box(0.0f), box(10.0f)};
    query.pieces_b = {box(1.005f), box(10.5f)};
    query.sweep_a.c1 = {1.0, 0.0};
    const PieceImpact impact = impact_of_pieces(query);
    EXPECT_EQ(impact.state, ToiState::Overlapped);
    EXPECT_EQ(impact.t, 0.0);
    EXPECT_EQ(impact.piece_a, 1u);
    query.pieces_b.pop_back();
    EXPECT_EQ(impact_of_pieces(query).state, ToiState::Hit);
    EXPECT_EQ(impact_of_pieces(query).t, 0.0);
}

}  // namespace
}  // namespace toibox::scene
