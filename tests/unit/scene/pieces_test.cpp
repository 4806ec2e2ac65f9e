// SPDX-License-Identifier: MIT
// Trees of pieces against a loop over all pairs of pieces.
#include "toibox/scene/pieces.h"

#include "toibox/continuous/moving_circles.h"
#include "toibox/geometry/any_bounding_volume.h"
#include "toibox/geometry/decomposition.h"
#include "toibox/narrow/distance_method.h"

#include "tests/support/distance_oracle.h"
#include "tests/support/generators.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using testing_support::Generator;

/// The pieces of a concave polygon of about 1 m; every fourth time of a convex shape: one.
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

struct Least {
    double separation = std::numeric_limits<double>::infinity();
    oracle::Real truth = std::numeric_limits<oracle::Real>::infinity();
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint64_t touching = 0;
};

/// Of all pairs of pieces at t, by the engine's method of distance and by the oracle.
Least min_over_all_pairs(const QueryEntry& query, double t) {
    Least least;
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
            const oracle::Real truth =
                core.distance - core.depth - oracle::Real(a.radius) - oracle::Real(b.radius);
            least.truth = truth < least.truth ? truth : least.truth;
            if (separation <= 0.0) ++least.touching;
            if (!(separation < least.separation)) continue;
            least.separation = separation;
            least.a = i;
            least.b = j;
        }
    }
    return least;
}

// Bodies of one to some forty pieces, near and far, here and 10⁴ m away: every volume finds the very pair
// that the loop finds, and passes on all that touch.
TEST(PieceContacts, AreThoseOfAllPairsWhateverTheVolume) {
    Generator random(20240611);
    int overlapping = 0;
    for (int round = 0; round < 200; ++round) {
        QueryEntry query;
        query.kind = QueryEntry::Kind::Pieces;
        query.pieces_a = body(random);
        query.pieces_b = body(random);
        const Vec2d far = round % 4 == 0 ? Vec2d{1e4, -2e3} : Vec2d{};
        const auto place = [&](Sweep& sweep) {
            const Transformd pose = random.transform_double(1.0);
            sweep.c0 = far + pose.p;
            sweep.c1 = sweep.c0;
            sweep.q0 = pose.q;
        };
        place(query.sweep_a);
        place(query.sweep_b);
        const Least least = min_over_all_pairs(query, 0.0);
        overlapping += least.separation <= 0.0 ? 1 : 0;
        for (const BoundingVolumeInfo& row : bounding_volume_kinds()) {
            query.volume = row.kind;
            const PieceContact contact = contact_of_pieces(query);
            EXPECT_EQ(contact.separation, least.separation) << row.name << ", round " << round;
            EXPECT_EQ(contact.piece_a, least.a) << row.name << ", round " << round;
            EXPECT_EQ(contact.piece_b, least.b) << row.name << ", round " << round;
            EXPECT_NEAR(contact.separation, static_cast<double>(least.truth), 1e-14 * (4.0 + length(far)));
            EXPECT_NEAR(dot(contact.point_b - contact.point_a, contact.normal), contact.separation,
                        1e-14 * (10.0 + length(far)));
            EXPECT_GE(contact.meeting.pairs, least.touching);
            EXPECT_EQ(contact.nearest.tests == 0, least.separation <= 0.0);
        }
    }
    EXPECT_GT(overlapping, 50);
    EXPECT_LT(overlapping, 150);
}

// Two rows of 200 boxes, one over the other: the loop would measure 40,000 pairs.
TEST(PieceContacts, MeasureFewPairs) {
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

// What a recorder is told: every test, every pair that was passed on; and the answer is the same.
TEST(PieceContacts, TellTheirSteps) {
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

/// By certified advancement of all pairs over the whole step.
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

// Motions of up to 6 m and a turn and a half: the outcome is that of all pairs; at the hit the bodies are
// within the band, and never nearer before.
TEST(PieceImpacts, AreTheFirstOfAllPairs) {
    Generator random(20240612);
    int hits = 0;
    int apart = 0;
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
            ++apart;
            EXPECT_EQ(impact.t, 1.0);
        }
        if (impact.state != ToiState::Hit) continue;
        ++hits;
        const double least = static_cast<double>(min_over_all_pairs(query, impact.t).truth);
        EXPECT_LE(least, query.target + query.tolerance + 1e-12) << round;
        EXPECT_NEAR(least, impact.distance, 1e-9) << round;
        // A start in the band is a hit at 0. Otherwise one anywhere in it is right, so the times may differ
        // by what it takes to cross it.
        for (int i = 0; i <= 20 && impact.t > 0.0; ++i) {
            const double t = impact.t * i / 20.0;
            EXPECT_GE(static_cast<double>(min_over_all_pairs(query, t).truth), query.target - 1e-9) << round;
        }
        EXPECT_NEAR(impact.t, expected.t, 0.05) << round;
    }
    EXPECT_GT(hits, 50);
    EXPECT_GT(apart, 50);
    EXPECT_LT(calls, all / 2);
}

// Best first: no pair of pieces is asked whose circles cannot meet by the time of the answer.
TEST(PieceImpacts, AskNoPairThatCanOnlyMeetLater) {
    Generator random(20240613);
    std::uint64_t asked = 0;
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
        asked += calls;
    }
    EXPECT_GT(asked, 100u);
}

// A start in each other is told as such, even if another pair hits at 0 first.
TEST(PieceImpacts, TellAnOverlapBeforeAHit) {
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
