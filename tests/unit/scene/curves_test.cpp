// SPDX-License-Identifier: MIT
// The section "curves": what is read, and which errors are found.
#include "toibox/scene/formula.h"

#include "tests/unit/scene/document_support.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

/// A scene with a sweep "s", a variant "v" and one curve, "c".
std::string with_curve(const std::string& keys) {
    return R"({"toibox": 1, "bodies": [{"id": "b", "shapes": [{"type": "circle", "radius": 1}]}],
        "variants": {"v": {}},
        "sweeps": {"s": {"vary": "/bodies/b/position/0", "from": 0, "to": 1, "count": 5}},
        "curves": {"c": {)" +
           keys + "}}}";
}

/// The pointer and the message of the only error.
std::string error_of(const std::string& keys) {
    const Diagnostics errors = errors_of(with_curve(keys));
    EXPECT_EQ(errors.size(), 1u) << format(errors);
    return errors.empty() ? "" : errors[0].pointer + ": " + errors[0].message;
}

TEST(Curves, AreRead) {
    const Scene scene = resolved(with_curve(
        R"("title": "Hits", "label": "speed", "unit": "m/s", "scale": "log", "claim": "b.x < 1",
           "points": [{"x": 2, "variant": "v", "sweep": "s"}, {"x": 4, "sweep": "s", "expected": 0.25}],
           "formula": "1 / x", "formula_label": "one / speed")"));
    ASSERT_EQ(scene.curves.size(), 1u);
    const CurveEntry& curve = scene.curves[0];
    EXPECT_EQ(curve.title, "Hits");
    EXPECT_EQ(curve.unit, "m/s");
    EXPECT_TRUE(curve.log);
    EXPECT_EQ(curve.claim.text, "b.x < 1");
    ASSERT_EQ(curve.points.size(), 2u);
    EXPECT_EQ(curve.points[0].variant, "v");
    EXPECT_EQ(curve.points[1].variant, "");
    EXPECT_EQ(curve.expected_at(curve.points[0]), 0.5);
    EXPECT_EQ(curve.expected_at(curve.points[1]), 0.25) << "its own, not the formula's";
    EXPECT_EQ(curve.expected_at(0.5), 1.0) << "a fraction is at most 1";
}

TEST(Curves, MustNameWhatTheSceneHas) {
    EXPECT_EQ(error_of(R"("claim": "b.x < 1", "points": [{"x": 1, "sweep": "t"}])"),
              "/curves/c/points/0/sweep: there is no sweep \"t\"");
    EXPECT_EQ(error_of(R"("claim": "b.x < 1", "points": [{"x": 1, "sweep": "s", "variant": "w"}])"),
              "/curves/c/points/0/variant: there is no variant \"w\"");
    EXPECT_EQ(error_of(R"("claim": "ball.x < 1", "points": [{"x": 1, "sweep": "s"}])"),
              "/curves/c/claim: the claim names \"ball\", which is not a body");
}

TEST(Curves, NeedValuesOnTheirAxes) {
    EXPECT_EQ(error_of(R"("claim": "b.x < 1", "scale": "log", "points": [{"x": 0, "sweep": "s"}])"),
              "/curves/c/points/0: a logarithmic axis needs points above zero");
    EXPECT_EQ(error_of(R"("claim": "b.x < 1", "points": [{"x": 2, "sweep": "s"}], "formula": "y / 2")")
                  .substr(0, 57),
              "/curves/c/formula: not a formula of x, for x = 2: at char");
}

TEST(Formula, IsEvaluatedWithItsVariable) {
    EXPECT_DOUBLE_EQ(*evaluate_formula("0.15 / (x / 60)", 20.0), 0.45);
    EXPECT_DOUBLE_EQ(*evaluate_formula("x*x - x", -3.0), 12.0);
    EXPECT_DOUBLE_EQ(*evaluate_formula("2 * x", 1e-7), 2e-7);
    EXPECT_FALSE(evaluate_formula("1 / x", 0.0)) << "not finite";
    EXPECT_FALSE(evaluate_formula("x 2", 1.0));
    EXPECT_FALSE(evaluate_formula("max * x", 1.0));
}

}  // namespace
}  // namespace toibox::scene
