// SPDX-License-Identifier: MIT
#include "app/studies/toi/toi_study.h"

#include "app/studies/toi/toi_comparison.h"
#include "tests/contract/toi_cases.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

ToiCase case_of(const toi_cases::Case& c, const ToiOptions& options = {}) {
    return copy_case(ToiMethod::BilateralAdvancement, c.input(), options);
}
/// The blade of scene 19 makes a quarter turn. The peg is in the path of the blade, at 45°.
ToiCase blade() {
    return case_of(toi_cases::blade(pi / 2.0));
}
/// Distance from the peg to the approaching face of the blade, by trigonometry; negative from the time at
/// which the face reaches the peg.
double distance_to_face(double t) {
    return 0.8 * std::sin(pi / 4.0 - t * pi / 2.0) - 0.025 - 0.05;
}

template <class Visit>
void for_each_curve(const ToiStudy& study, ToiCurve::Kind kind, Visit&& visit) {
    for (const ToiCurve& curve : study.curves) {
        if (curve.kind == kind) visit(curve);
    }
}
int count(const ToiStudy& study, ToiMark::Kind kind) {
    return static_cast<int>(std::ranges::count(study.marks, kind, &ToiMark::kind));
}
/// The value of a curve at t, interpolated between the two neighbouring samples.
double sampled(const ToiCurve& curve, double t) {
    const double at = t * (ToiStudy::samples - 1);
    const auto i = static_cast<std::size_t>(std::clamp(at, 0.0, ToiStudy::samples - 2.0));
    const double fraction = at - static_cast<double>(i);
    return (1.0 - fraction) * curve.points[i].y + fraction * curve.points[i + 1].y;
}

TEST(ToiStudy, SamplesTheDistanceAndTheOverlap) {
    // The expected distance or penetration depth is measured to the closer face of the blade.
    const ToiStudy study = study_toi(blade(), ToiMethod::Certified);
    const std::vector<Vec2d>& points = study.curves.front().points;
    ASSERT_EQ(study.curves.front().kind, ToiCurve::Kind::Distance);
    ASSERT_EQ(points.size(), 200u);
    EXPECT_EQ(points.front().x, 0.0);
    EXPECT_EQ(points.back().x, 1.0);
    for (const Vec2d& point : points)
        EXPECT_NEAR(point.y, std::abs(distance_to_face(point.x) + 0.075) - 0.075, 1e-12) << point.x;
}

TEST(ToiStudy, BilateralAdvancementShowsAxisBracketsAndRoots) {
    const ToiStudy study = study_toi(blade(), ToiMethod::BilateralAdvancement);
    int curves = 0;
    for (const ToiCurve::Kind kind : {ToiCurve::Kind::Axis, ToiCurve::Kind::Points}) {
        for_each_curve(study, kind, [&](const ToiCurve& curve) {
            ++curves;
            EXPECT_EQ(curve.carrier, ClosestFeature::FaceA);
            for (const Vec2d& point : curve.points)
                EXPECT_NEAR(point.y, distance_to_face(point.x), 1e-12);
        });
    }
    EXPECT_EQ(curves, 2);
    EXPECT_EQ(study.axis_count, 1);
    EXPECT_EQ(count(study, ToiMark::Kind::Root), study.result.iterations.root);
    EXPECT_EQ(count(study, ToiMark::Kind::Distance), study.result.iterations.gjk);
    EXPECT_EQ(count(study, ToiMark::Kind::Deepest), 1);
    EXPECT_EQ(study.marks.back().t, study.result.t);
    for (const ToiMark& mark : study.marks) {
        if (mark.kind == ToiMark::Kind::Distance) continue;
        EXPECT_NEAR(mark.s, distance_to_face(mark.t), 1e-12);
    }
    // Each bracket is inside the previous one and contains the result.
    ASSERT_EQ(study.spans.size(), static_cast<std::size_t>(study.result.iterations.root) + 1);
    for (std::size_t i = 0; i < study.spans.size(); ++i) {
        const ToiSpan& span = study.spans[i];
        EXPECT_EQ(span.kind, ToiSpan::Kind::Bracket);
        EXPECT_LE(span.t1, study.result.t);
        EXPECT_GE(span.t2, study.result.t);
        // The first bracket follows the deepest points, each other one the root iterate that narrowed it.
        EXPECT_EQ(span.mark, static_cast<int>(i) + 1);
        if (i == 0) continue;
        EXPECT_LT(span.t2 - span.t1, study.spans[i - 1].t2 - study.spans[i - 1].t1);
    }
}

// The lower bounds that these methods prove are below the distance, and the proven time spans have no gaps.
TEST(ToiStudy, BoundsAreBelowTheDistanceAndSpansAreContiguous) {
    for (const ToiMethod method :
         {ToiMethod::Certified, ToiMethod::ConservativeAdvancement, ToiMethod::MovingSpheres}) {
        for (const double turn : {pi / 2.0, 1.5 * pi}) {
            const ToiStudy study = study_toi(case_of(toi_cases::blade(turn)), method);
            const ToiCurve& distance = study.curves.front();
            int bounds = 0;
            for_each_curve(study, ToiCurve::Kind::Bound, [&](const ToiCurve& bound) {
                ++bounds;
                // Between samples the distance differs from a line by less than 1e-4.
                for (const Vec2d& point : bound.points)
                    EXPECT_LE(point.y, sampled(distance, point.x) + 1e-4) << promises(method).name;
            });
            EXPECT_GT(bounds, 0) << promises(method).name;
            ASSERT_FALSE(study.spans.empty());
            EXPECT_EQ(study.spans.front().t1, 0.0);
            for (std::size_t i = 1; i < study.spans.size(); ++i)
                EXPECT_DOUBLE_EQ(study.spans[i].t1, study.spans[i - 1].t2);
            EXPECT_NEAR(study.spans.back().t2, study.result.t, 1e-12) << promises(method).name;
        }
    }
}

// In the worst case, conservative advancement takes many steps. All marks and bounds are drawn, but not all
// axes.
TEST(ToiStudy, ManyAxesAreNotAllDrawn) {
    const ToiStudy study =
        study_toi(case_of(toi_cases::worst_case(0.01), {.target = 1e-4, .tolerance = 2.5e-5}),
                  ToiMethod::ConservativeAdvancement);
    int axes = 0;
    int bounds = 0;
    for_each_curve(study, ToiCurve::Kind::Axis, [&](const ToiCurve&) { ++axes; });
    for_each_curve(study, ToiCurve::Kind::Bound, [&](const ToiCurve&) { ++bounds; });
    EXPECT_EQ(axes, ToiStudy::max_axes);
    EXPECT_EQ(study.axis_count, 39);
    EXPECT_EQ(bounds, 39);
    EXPECT_EQ(count(study, ToiMark::Kind::Distance), study.result.iterations.gjk);
}

// The linear cast ignores the rotation of the blade: the distance that the cast measures never changes, and
// the cast finds no hit.
TEST(ToiStudy, ShowsTheMethodInputBesideTheTrueDistance) {
    const ToiStudy study = study_toi(blade(), ToiMethod::LinearCast);
    EXPECT_EQ(study.result.state, ToiState::Separated);
    EXPECT_EQ(count(study, ToiMark::Kind::Answer), 0);
    int method_input = 0;
    for_each_curve(study, ToiCurve::Kind::AsSeenByMethod, [&](const ToiCurve& curve) {
        ++method_input;
        for (const Vec2d& point : curve.points)
            EXPECT_NEAR(point.y, distance_to_face(0.0), 1e-12);
    });
    EXPECT_EQ(method_input, 1);
    EXPECT_EQ(study.method_input.sweep_a.delta_angle, 0.0);
    EXPECT_LT(study.low, -0.07);  // the true distance is shown, too
}

// A box with sides of 0.4 m moves 4 m towards a wall. The centre ray treats the box as a point, so the ghost
// of the box must be a point.
TEST(ToiStudy, TheCentreRayUsesAPoint) {
    toi_cases::Case c{.a = toi_cases::box(0.2, 0.2), .b = toi_cases::box(1.0, 1.0)};
    c.sweep_a = toi_cases::moving({-4.0, 0.0}, {0.0, 0.0});
    c.sweep_b = toi_cases::at_rest({});
    const ToiStudy study = study_toi(case_of(c), ToiMethod::CentreRay);
    ASSERT_EQ(study.method_input.a.points.size(), 1u);
    EXPECT_EQ(study.method_input.a.points[0], Vec2d{});
    EXPECT_EQ(study.method_input.b.points.size(), 4u);
    EXPECT_EQ(study.result.state, ToiState::Hit);
}

// A box ends inside another box. Each bracket of interval halving is half as long as the previous bracket.
TEST(ToiStudy, IntervalHalvingHalvesItsBrackets) {
    toi_cases::Case c{.a = toi_cases::box(0.2, 0.2), .b = toi_cases::box(1.0, 1.0)};
    c.sweep_a = toi_cases::moving({-4.0, 0.0}, {0.0, 0.0});
    c.sweep_b = toi_cases::at_rest({});
    const ToiStudy study = study_toi(case_of(c), ToiMethod::IntervalHalving);
    ASSERT_EQ(study.result.state, ToiState::Hit);
    ASSERT_GT(study.spans.size(), 4u);
    for (std::size_t i = 0; i < study.spans.size(); ++i) {
        const ToiSpan& span = study.spans[i];
        EXPECT_DOUBLE_EQ(span.t2 - span.t1, std::ldexp(1.0, -static_cast<int>(i)));
        EXPECT_LE(span.t1, study.result.t);
        EXPECT_GE(span.t2, study.result.t);
    }
}

// Brute force reports the pairs that hit. The last reported pair gives the result.
TEST(ToiStudy, BruteForceReportsPairsThatHit) {
    const ToiStudy study = study_toi(blade(), ToiMethod::BruteForce);
    ASSERT_EQ(study.result.state, ToiState::Hit);
    EXPECT_GT(study.axis_count, 0);
    int pairs = 0;
    for_each_curve(study, ToiCurve::Kind::Points, [&](const ToiCurve&) { ++pairs; });
    EXPECT_EQ(pairs, study.axis_count);
    const auto last = std::ranges::find(study.marks, study.result.t, &ToiMark::t);
    ASSERT_NE(last, study.marks.end());
    EXPECT_NEAR(last->s, distance_to_face(last->t), 1e-9);
}

TEST(ToiStudy, HasTheResultOfTheMethodAndAllMarksInRange) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        toi_cases::Random random(seed);
        const ToiCase toi_case = case_of(toi_cases::random_case(random), {.max_iterations = 300});
        for (const ToiPromises& row : toi_methods()) {
            const ToiStudy study = study_toi(toi_case, row.method);
            const ToiResult plain = time_of_impact(row.method, toi_case.input(), toi_case.options);
            ASSERT_EQ(study.result.state, plain.state) << row.name << " seed " << seed;
            ASSERT_EQ(study.result.t, plain.t) << row.name << " seed " << seed;
            EXPECT_LT(study.low, study.high);
            if (touches(plain)) {
                EXPECT_NE(std::ranges::find(study.marks, plain.t, &ToiMark::t), study.marks.end())
                    << row.name << " seed " << seed;
            }
            for (const ToiMark& mark : study.marks) {
                EXPECT_TRUE(mark.t >= 0.0 && mark.t <= 1.0) << row.name << " seed " << seed;
                EXPECT_TRUE(mark.s >= study.low && mark.s <= study.high) << row.name << " seed " << seed;
            }
        }
    }
}

TEST(ToiStudy, GhostsAreStartEndAndEachMarkedTimeOnce) {
    const ToiStudy few = study_toi(blade(), ToiMethod::BilateralAdvancement);
    const std::vector<ToiGhost> ghosts = ghosts_of(few, 24);
    EXPECT_EQ(ghosts.front().t, 0.0);
    EXPECT_EQ(ghosts.front().mark, 0);
    for (std::size_t i = 0; i < ghosts.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(ghosts[i].t, ghosts[j].t);
    }
    for (const ToiMark& mark : few.marks)
        EXPECT_NE(std::ranges::find(ghosts, mark.t, &ToiGhost::t), ghosts.end());
    EXPECT_NE(std::ranges::find(ghosts, 1.0, &ToiGhost::t), ghosts.end());

    const ToiStudy many =
        study_toi(case_of(toi_cases::worst_case(0.01), {.target = 1e-4, .tolerance = 2.5e-5}),
                  ToiMethod::ConservativeAdvancement);
    const std::vector<ToiGhost> reduced = ghosts_of(many, 24);
    EXPECT_EQ(reduced.size(), 24u);
    EXPECT_EQ(reduced.front().t, 0.0);
    EXPECT_EQ(reduced.back().t, 1.0);
    EXPECT_EQ(reduced.back().mark, -1);  // there is no mark at t = 1
}

// The true time of impact of the blade follows from an arc sine. Each answer is compared with the true
// time.
TEST(ToiComparison, ComparesMethodsWithTheTruth) {
    const ToiCase toi_case = blade();
    const ToiTruth truth = truth_of(toi_case);
    EXPECT_NEAR(truth.result.t, toi_cases::blade_contact_angle(toi_case.options.target) / (pi / 2.0), 1e-8);
    const MethodAnswer bilateral = answer_of(ToiMethod::BilateralAdvancement, toi_case, truth);
    EXPECT_EQ(bilateral.verdict, MethodAnswer::Verdict::Right);
    ASSERT_TRUE(bilateral.error);
    EXPECT_NEAR(*bilateral.error, 0.0, 2e-3);
    EXPECT_NEAR(bilateral.depth, -toi_case.options.target, toi_case.options.tolerance);
    const MethodAnswer linear = answer_of(ToiMethod::LinearCast, toi_case, truth);
    EXPECT_EQ(linear.verdict, MethodAnswer::Verdict::Missed);
    EXPECT_FALSE(linear.error);
}

// A rod of length 2 m flies 2.9 m along x towards a point at x = 3 and makes a quarter turn, so that its tip
// leads. Linear cast ignores the turn and reports the hit of the rod's middle.
TEST(ToiComparison, AHitAfterTheTrueTimeIsLate) {
    ToiCase toi_case;
    toi_case.a = {{{0.0, -1.0}, {0.0, 1.0}}, 0.02};
    toi_case.b = {{{0.0, 0.0}}, 0.1};
    toi_case.sweep_a = {.c0 = {0.0, 0.0}, .c1 = {2.9, 0.0}, .delta_angle = pi / 2.0};
    toi_case.sweep_b = {.c0 = {3.0, 0.0}, .c1 = {3.0, 0.0}};
    const ToiTruth truth = truth_of(toi_case);
    ASSERT_EQ(truth.result.state, ToiState::Hit);
    EXPECT_GT(truth.latest_t, truth.result.t);
    const MethodAnswer linear = answer_of(ToiMethod::LinearCast, toi_case, truth);
    ASSERT_EQ(linear.result.state, ToiState::Hit);
    EXPECT_EQ(linear.verdict, MethodAnswer::Verdict::Late);
    EXPECT_EQ(outcome_word(linear), "late");
    ASSERT_TRUE(linear.error);
    EXPECT_GT(*linear.error, 0.01);
    const MethodAnswer bilateral = answer_of(ToiMethod::BilateralAdvancement, toi_case, truth);
    EXPECT_EQ(outcome_word(bilateral), "hit");
}

// No method that works is called late: the tolerance is theirs to use.
TEST(ToiComparison, AHitWithinTheToleranceIsNotLate) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        toi_cases::Random random(seed);
        const ToiCase toi_case = case_of(toi_cases::random_case(random));
        const ToiTruth truth = truth_of(toi_case);
        for (const ToiMethod method : {ToiMethod::ConservativeAdvancement, ToiMethod::Certified}) {
            EXPECT_NE(answer_of(method, toi_case, truth).verdict, MethodAnswer::Verdict::Late)
                << promises(method).name << " seed " << seed;
        }
    }
}

TEST(ToiComparison, NamesOutcomesInOneWord) {
    const ToiCase toi_case = blade();
    const ToiTruth truth = truth_of(toi_case);
    EXPECT_EQ(outcome_word(answer_of(ToiMethod::Certified, toi_case, truth)), "hit");
    EXPECT_EQ(outcome_word(answer_of(ToiMethod::LinearCast, toi_case, truth)), "missed");
    ToiCase hurried = blade();
    hurried.options.max_iterations = 1;
    EXPECT_EQ(outcome_word(answer_of(ToiMethod::ConservativeAdvancement, hurried, truth)), "exhausted");
}

TEST(ToiStudy, ExchangingTheShapesKeepsTheIterations) {
    const ToiStudy before = study_toi(blade(), ToiMethod::BilateralAdvancement);
    ToiStudy after = before;
    exchange_shapes(after);
    EXPECT_EQ(after.method_input.a.points, before.method_input.b.points);
    EXPECT_EQ(after.method_input.sweep_a.delta_angle, before.method_input.sweep_b.delta_angle);
    EXPECT_EQ(after.result.normal, -before.result.normal);
    EXPECT_EQ(after.marks.size(), before.marks.size());
    for_each_curve(after, ToiCurve::Kind::Axis,
                   [](const ToiCurve& curve) { EXPECT_EQ(curve.carrier, ClosestFeature::FaceB); });
}

TEST(ToiStudy, InterpolatesACurve) {
    const ToiCurve curve{.points = {{0.25, 1.0}, {0.75, 3.0}}};
    EXPECT_EQ(value_at(curve, 0.25), 1.0);
    EXPECT_EQ(value_at(curve, 0.5), 2.0);
    EXPECT_EQ(value_at(curve, 0.75), 3.0);
    EXPECT_FALSE(value_at(curve, 0.2));
    EXPECT_FALSE(value_at(curve, 0.8));
}

TEST(ToiStudy, ConservativeStepsFollowEachOther) {
    const std::vector<ToiSpan> steps = conservative_steps(blade());
    ASSERT_GT(steps.size(), 2u);
    EXPECT_EQ(steps.front().t1, 0.0);
    for (std::size_t i = 1; i < steps.size(); ++i)
        EXPECT_EQ(steps[i].t1, steps[i - 1].t2);
}

TEST(ToiComparison, UsesTheGivenClock) {
    // The clock advances by 0.25 ms with each reading, so one call seems to take 250 µs.
    static std::uint64_t now;
    now = 0;
    const Clock clock = [] { return now += 250'000; };
    EXPECT_DOUBLE_EQ(microseconds_of(ToiMethod::Certified, blade(), clock), 250.0);
}

}  // namespace
}  // namespace toibox::app
