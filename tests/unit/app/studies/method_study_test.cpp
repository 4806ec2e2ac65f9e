// SPDX-License-Identifier: MIT
#include "app/studies/distance/method_study.h"

#include "tests/unit/app/studies/pair_cases.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr std::uint64_t method_cases_per_kind = 60;
constexpr DistanceMethod traced_methods[] = {DistanceMethod::BooleanGjk, DistanceMethod::Epa,
                                             DistanceMethod::FeatureWalk, DistanceMethod::CachedAxis,
                                             DistanceMethod::VertexInside};

/// Bound on the rounding errors of lengths that these tests compute in the frame of the poses, metres.
double rounding_of(const PairCase& pair) {
    const oracle::Real extent = oracle::extent(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b);
    return 1e-13 * (static_cast<double>(extent) + length(pair.pose_a.p) + length(pair.pose_b.p));
}

std::string_view line_of(const MethodStudy& study, std::size_t i) {
    return study.pseudocode[study.steps[i].line];
}

PairCase boxes(Vec2d offset) {
    const std::vector<Vec2d> box = gjk_cases::box(0.5, 0.5);
    return {{box, 0.0}, {box, 0.0}, {}, {offset, {}}};
}

/// The two bars of a plus sign overlap, but no vertex of one bar is inside the other.
PairCase plus() {
    return {{gjk_cases::box(2.0, 0.25), 0.0}, {gjk_cases::box(0.25, 2.0), 0.0}, {}, {}};
}

TEST(MethodStudy, MatchesAnIndependentRunEventByEvent) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        for (const DistanceMethod method : traced_methods) {
            SCOPED_TRACE(info(method).name);
            DistanceRecorder recorder;
            const DistanceResult answer = measure_distance(method, input_of(pair), {}, recorder);
            const MethodStudy study = study_method(method, pair);
            EXPECT_EQ(study.answer.state, answer.state);
            EXPECT_EQ(study.answer.separation, answer.separation);
            EXPECT_EQ(study.answer.normal, answer.normal);
            EXPECT_EQ(study.answer.iterations, answer.iterations);
            const std::size_t events = recorder.events.size() - 1;  // the End event belongs to the last step
            ASSERT_EQ(study.steps.size(), std::max<std::size_t>(events, 1));
            for (std::size_t i = 0; i < study.steps.size(); ++i) {
                EXPECT_LT(study.steps[i].line, study.pseudocode.size());
                EXPECT_FALSE(study.steps[i].reason.empty());
                if (i < events) {
                    EXPECT_EQ(study.steps[i].event.iteration, recorder.events[i].iteration);
                }
            }
        }
    });
}

TEST(MethodStudy, CoversAllMethodsExceptGjkAndSat) {
    for (const DistanceMethodInfo& row : distance_methods()) {
        const bool has_own =
            row.method == DistanceMethod::Gjk || row.method == DistanceMethod::SeparatingAxes;
        EXPECT_NE(has_method_study(row.method), has_own) << row.name;
    }
}

// The trace of EPA has only one edge per step. The polytope that the study rebuilds must contain that edge,
// have no edge closer to the origin, and be convex.
TEST(EpaStudy, RebuildsThePolytope) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        const MethodStudy study = study_method(DistanceMethod::Epa, pair);
        const double rounding = rounding_of(pair);
        for (std::size_t i = 0; i < study.steps.size(); ++i) {
            const TraceStep& step = study.steps[i];
            if (!step.simplex) continue;
            const std::vector<GjkVertex>& loop = step.polytope;
            ASSERT_GE(loop.size(), 2u);
            if (i > 0) {
                EXPECT_EQ(loop.size(), study.steps[i - 1].polytope.size() + 1);
            }
            bool has_edge = false;
            for (std::size_t k = 0; k < loop.size(); ++k) {
                const GjkVertex& first = loop[k];
                const GjkVertex& second = loop[(k + 1) % loop.size()];
                const GjkVertex& third = loop[(k + 2) % loop.size()];
                has_edge = has_edge || (first.is_same_as(step.simplex->kept[0]) &&
                                        second.is_same_as(step.simplex->kept[1]));
                const Vec2d e = second.w - first.w;
                if (!(length(e) > rounding)) continue;
                const double depth = dot(normalized(right_perp(e)), first.w);
                EXPECT_GE(depth, step.simplex->upper - rounding);
                EXPECT_GE(cross(e, third.w - second.w), -rounding * length(third.w - first.w) - rounding);
            }
            EXPECT_TRUE(has_edge);
        }
    });
}

// At every step, the closest edge and the support point beyond it bracket the depth of the cores. The last
// step gives the depth.
TEST(EpaStudy, BracketsTheDepth) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        const MethodStudy study = study_method(DistanceMethod::Epa, pair);
        if (!study.steps.back().simplex) return;
        const oracle::Distance truth =
            oracle::distance(oracle::placed(pair.a.proxy(), pair.pose_a, pair.pose_a.p),
                             oracle::placed(pair.b.proxy(), pair.pose_b, pair.pose_a.p));
        const double depth = static_cast<double>(truth.depth);
        for (const TraceStep& step : study.steps) {
            EXPECT_LE(step.simplex->upper, depth + rounding_of(pair));
            EXPECT_GE(step.simplex->lower, depth - rounding_of(pair));
        }
        EXPECT_NEAR(study.steps.back().simplex->upper, depth, rounding_of(pair));
    });
}

// Each step of the walk either gets closer or moves from an edge to its end, so the walk terminates.
TEST(WalkStudy, DistanceNeverGrows) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        const MethodStudy study = study_method(DistanceMethod::FeatureWalk, pair);
        for (std::size_t i = 1; i < study.steps.size(); ++i)
            EXPECT_LE(study.steps[i].numbers[0].meters,
                      study.steps[i - 1].numbers[0].meters + rounding_of(pair));
        if (!study.answer.cores_overlap) {
            EXPECT_NEAR(study.steps.back().numbers[0].meters,
                        gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b).core_distance,
                        rounding_of(pair));
        }
    });
}

/// Position of a vertex relative to an edge, for a step that compares the vertex with the edge.
struct EdgeView {
    double along = 0.0;   ///< From the first end, as a fraction of the edge.
    double height = 0.0;  ///< Distance from the line through the edge; positive outside.
};
EdgeView view_of(const PairCase& pair, const FeaturePair& features) {
    const bool on_a = features.kind == ClosestFeature::FaceA;
    const ToiCase::Points& shape = on_a ? pair.a : pair.b;
    const int first = on_a ? features.index_a : features.index_b;
    const int count = static_cast<int>(shape.points.size());
    int second = first;
    do {
        second = (second + 1) % count;
    } while (shape.points[static_cast<std::size_t>(second)] == shape.points[static_cast<std::size_t>(first)]);
    const auto vertex = [&](int i) { return on_a ? world_vertex_a(pair, i) : world_vertex_b(pair, i); };
    const Vec2d v = on_a ? world_vertex_b(pair, features.index_b) : world_vertex_a(pair, features.index_a);
    const Vec2d e = vertex(second) - vertex(first);
    return {dot(v - vertex(first), e) / length_squared(e), dot(normalized(right_perp(e)), v - vertex(first))};
}

// The study infers the deciding line of pseudocode from the next step of the walk. The geometry must agree.
TEST(WalkStudy, NamesTheDecidingLine) {
    int past_ends = 0;
    int behind = 0;
    for_each_pair(method_cases_per_kind, [&](const PairCase& pair) {
        const MethodStudy study = study_method(DistanceMethod::FeatureWalk, pair);
        for (std::size_t i = 0; i < study.steps.size(); ++i) {
            const TraceStep& step = study.steps[i];
            const std::string_view line = line_of(study, i);
            if (line == "if past an edge's end: that end") {
                const EdgeView view = view_of(pair, step.event.features);
                EXPECT_TRUE(view.along < 1e-12 || view.along > 1.0 - 1e-12);
                ++past_ends;
            }
            const bool on_edge = step.event.features.kind != ClosestFeature::VertexVertex;
            if (line == "if behind edge f: scan edges" && on_edge && !study.steps[i].checks[1].holds) {
                EXPECT_LT(view_of(pair, step.event.features).along, 1.0 + 1e-12);
                ++behind;
            }
            const bool is_last = i + 1 == study.steps.size();
            EXPECT_EQ(line == "else: f and g are closest", is_last && !study.answer.cores_overlap);
        }
    });
    EXPECT_GT(past_ends, 100);
    EXPECT_GT(behind, 10);
}

TEST(WalkStudy, WarmStartBeginsAtThePreviousResult) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        const MethodStudy cold = study_method(DistanceMethod::FeatureWalk, pair);
        EXPECT_EQ(cold.steps.front().event.index_a, 0);
        EXPECT_EQ(cold.steps.front().event.index_b, 0);
        if (cold.answer.cores_overlap) return;
        const MethodStudy warm = study_method(DistanceMethod::FeatureWalk, pair, cold.answer.cache);
        EXPECT_EQ(warm.steps.size(), 1u);
        EXPECT_EQ(warm.from, cold.answer.cache);
        EXPECT_EQ(warm.steps[0].event.features, cold.answer.cache.features);
        EXPECT_EQ(warm.answer.separation, cold.answer.separation);
    });
}

// GJK and the boolean test visit the same simplices; the boolean test may stop earlier.
TEST(BooleanStudy, IsGjkThatStopsEarlier) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        const MethodStudy study = study_method(DistanceMethod::BooleanGjk, pair);
        const GjkStudy gjk = study_gjk(pair);
        ASSERT_LE(study.steps.size(), gjk.steps.size());
        for (std::size_t i = 0; i < study.steps.size(); ++i) {
            const SimplexStep& step = *study.steps[i].simplex;
            ASSERT_EQ(step.kept.size(), gjk.steps[i].kept.size());
            EXPECT_EQ(step.dropped.size(), gjk.steps[i].dropped.size());
            EXPECT_EQ(step.tolerance, gjk.steps[i].tolerance);
            for (std::size_t k = 0; k < step.kept.size(); ++k)
                EXPECT_TRUE(step.kept[k].is_same_as(gjk.steps[i].kept[k]));
        }
    });
}

// Only the last step proves something, and the proof agrees with the result.
TEST(BooleanStudy, EndsWithTheFirstProof) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        const MethodStudy study = study_method(DistanceMethod::BooleanGjk, pair);
        for (std::size_t i = 0; i < study.steps.size(); ++i) {
            const bool is_proof = std::ranges::any_of(study.steps[i].checks, &TraceCheck::holds);
            EXPECT_EQ(is_proof, i + 1 == study.steps.size());
        }
        EXPECT_EQ(line_of(study, study.steps.size() - 1) == "if |p| ≤ r: overlap",
                  study.answer.state == DistanceState::Overlapping);
    });
}

// A warm start tests the cached axis first. If that axis separates the shapes, it is the only axis tested.
TEST(AxisStudy, TriesTheCachedAxisFirst) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        const MethodStudy cold = study_method(DistanceMethod::CachedAxis, pair);
        const MethodStudy warm = study_method(DistanceMethod::CachedAxis, pair, cold.answer.cache);
        const bool apart = cold.answer.state == DistanceState::Apart;
        if (apart) {
            ASSERT_EQ(warm.steps.size(), 1u);
            EXPECT_EQ(line_of(warm, 0), "if separated along n: apart");
        } else if (cold.answer.normal != Vec2d{} && !pair.a.points.empty()) {
            EXPECT_EQ(line_of(warm, 0), "n ← cached axis (initially A0 to B0)");
            EXPECT_EQ(line_of(warm, warm.steps.size() - 1), "else: overlap by −best");
        }
        for (std::size_t i = 0; i < warm.steps.size(); ++i)
            EXPECT_EQ(warm.steps[i].checks[0].holds, warm.steps[i].numbers[0].meters > 0.0);
        if (!apart) {
            EXPECT_NEAR(warm.steps.back().numbers[1].meters, warm.answer.separation, rounding_of(pair));
        }
    });
}

// A vertex is inside a core with area if and only if it is behind the face with the largest signed distance.
TEST(VertexStudy, NamesTheDecidingFace) {
    const MethodStudy study = study_method(DistanceMethod::VertexInside, boxes({0.8, 0.7}));
    for (const TraceStep& step : study.steps)
        ASSERT_EQ(step.checks.size(), 1u);
    ASSERT_EQ(study.steps.size(), 3u);  // A0 (−,−) and A1 (+,−) are outside B, A2 (+,+) is inside
    EXPECT_EQ(study.steps[2].event.index_a, 2);
    EXPECT_EQ(line_of(study, 2), "if v is behind all faces: overlap");
    EXPECT_NEAR(study.steps[2].numbers[0].meters, -0.2, 1e-15);  // B's left face, at x = 0.3
    EXPECT_TRUE(study.steps[2].checks[0].holds);
    EXPECT_NEAR(study.steps[0].numbers[0].meters, 0.8, 1e-15);
    EXPECT_FALSE(study.steps[0].checks[0].holds);
    EXPECT_NEAR(study.steps[1].numbers[2].meters, 0.7, 1e-15);
    EXPECT_EQ(line_of(study, 1), "if d < min: min ← d");
}

TEST(VertexStudy, EndsWithTheMinimum) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        const MethodStudy study = study_method(DistanceMethod::VertexInside, pair);
        double minimum = study.steps[0].event.lower;
        for (const TraceStep& step : study.steps) {
            minimum = std::min(minimum, step.event.lower);
            EXPECT_EQ(step.numbers.back().meters, minimum);
        }
        EXPECT_EQ(line_of(study, study.steps.size() - 1) == "after the last: apart by min", minimum > 0.0);
    });
}

TEST(MethodStudy, ReportsItsLimitation) {
    const auto limitation = [](DistanceMethod method, const PairCase& pair) {
        return study_method(method, pair).limitation;
    };
    const PairCase apart = boxes({2.0, 0.3});
    const PairCase overlap = boxes({0.8, 0.7});
    EXPECT_EQ(limitation(DistanceMethod::Epa, apart), Limitation::NoPolytope);
    EXPECT_EQ(limitation(DistanceMethod::Epa, overlap), Limitation::None);
    EXPECT_EQ(limitation(DistanceMethod::FeatureWalk, apart), Limitation::None);
    EXPECT_EQ(limitation(DistanceMethod::FeatureWalk, overlap), Limitation::Depth);
    EXPECT_EQ(limitation(DistanceMethod::BooleanGjk, apart), Limitation::Distance);
    EXPECT_EQ(limitation(DistanceMethod::BooleanGjk, overlap), Limitation::Depth);
    EXPECT_EQ(limitation(DistanceMethod::VertexInside, apart), Limitation::None);
    EXPECT_EQ(limitation(DistanceMethod::VertexInside, overlap), Limitation::Depth);
    EXPECT_EQ(limitation(DistanceMethod::VertexInside, plus()), Limitation::MissedCrossing);
    EXPECT_EQ(study_method(DistanceMethod::VertexInside, plus()).answer.state, DistanceState::Apart);
}

// The method that a limitation recommends gives the missing result.
TEST(MethodStudy, AlternativeMethodGivesTheMissingResult) {
    for_each_pair(method_cases_per_kind, [](const PairCase& pair) {
        for (const DistanceMethod method : traced_methods) {
            const MethodStudy study = study_method(method, pair);
            if (study.limitation == Limitation::None) continue;
            // Within rounding, one method may say apart where the other says touching.
            if (std::abs(study.answer.separation) <= rounding_of(pair)) continue;
            EXPECT_FALSE(text_of(study.limitation).empty());
            const DistanceMethodInfo& alternative = info(alternative_method(study.limitation));
            const DistanceResult answer = measure_distance(alternative.method, input_of(pair));
            EXPECT_TRUE(answer.cores_overlap ? alternative.gives_depth : alternative.gives_distance)
                << info(method).name << " → " << alternative.name;
        }
    });
}

// The shapes are too far apart to be measured. The study has one step with this reason.
TEST(MethodStudy, ReportsAPairThatCannotBeMeasured) {
    for (const DistanceMethod method : traced_methods) {
        const MethodStudy study = study_method(method, boxes({1e300, 0.0}));
        EXPECT_EQ(study.answer.state, DistanceState::Invalid);
        ASSERT_EQ(study.steps.size(), 1u);
        EXPECT_EQ(study.steps[0].reason, "A coordinate of the pair is NaN or too large.");
        EXPECT_EQ(study.limitation, Limitation::None);
    }
}

// Discs of radius 0.3 m with centres 0.5 m apart overlap by 0.1 m, although their cores are apart.
TEST(MethodStudy, DistinguishesRadiiFromCores) {
    const PairCase discs{{{{}}, 0.3}, {{{}}, 0.3}, {}, {{0.5, 0.0}, {}}};
    const MethodStudy walk = study_method(DistanceMethod::FeatureWalk, discs);
    EXPECT_EQ(walk.limitation, Limitation::None);
    EXPECT_NEAR(walk.answer.separation, -0.1, 1e-15);
    const MethodStudy boolean = study_method(DistanceMethod::BooleanGjk, discs);
    EXPECT_EQ(boolean.steps.size(), 1u);
    EXPECT_EQ(line_of(boolean, 0), "if |p| ≤ r: overlap");
    EXPECT_EQ(boolean.steps[0].checks[0].limit, 0.6);
}

}  // namespace
}  // namespace toibox::app
