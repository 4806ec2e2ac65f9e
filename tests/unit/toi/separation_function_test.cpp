// SPDX-License-Identifier: MIT

#include "toibox/toi/separation_function.h"

#include "tests/contract/toi_cases.h"
#include "tests/support/toi_oracle.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

using toi_cases::Case;
using toi_cases::Random;

GjkResult closest_at(const ToiInput& in, double t) {
    return gjk_distance(in.a, pose_at(in.sweep_a, t), in.b, pose_at(in.sweep_b, t));
}

// A square falls onto a wide floor. The floor is A, and its upper face gives the axis.
TEST(SeparationFunction, MeasuresFromAFaceOfA) {
    const Case c{.a = toi_cases::box(10.0, 1.0),
                 .b = {{0.0, -0.5}, {0.4, 0.0}, {0.0, 0.5}, {-0.4, 0.0}},
                 .radius_b = 0.1,
                 .sweep_a = toi_cases::at_rest({0.0, -1.0}),
                 .sweep_b = toi_cases::moving({0.0, 2.0}, {0.0, -2.0})};
    const ToiInput in = c.input();
    const SeparationFunction s(in, closest_at(in, 0.0), 0.0);
    EXPECT_EQ(s.feature(), ClosestFeature::FaceA);
    EXPECT_NEAR(s.axis().y, 1.0, 1e-15);
    const SeparationFunction::Deepest deepest = s.deepest(1.0);
    EXPECT_EQ(deepest.index_a, -1);
    EXPECT_EQ(deepest.index_b, 0);
    EXPECT_NEAR(deepest.s, -2.0 - 0.5 - 0.1, 1e-14);
    EXPECT_NEAR(s.at(-1, 0, 0.0), 2.0 - 0.5 - 0.1, 1e-14);
}

// The floor is B and rotates, and the axis rotates with it.
TEST(SeparationFunction, AxisRotatesWithTheFaceOfB) {
    Case c{.a = {{0.0, -0.5}, {0.4, 0.0}, {0.0, 0.5}, {-0.4, 0.0}},
           .b = toi_cases::box(10.0, 1.0),
           .sweep_a = toi_cases::at_rest({0.0, 2.0}),
           .sweep_b = toi_cases::moving({0.0, -1.0}, {0.0, -1.0}, pi)};
    const ToiInput in = c.input();
    const SeparationFunction s(in, closest_at(in, 0.0), 0.0);
    EXPECT_EQ(s.feature(), ClosestFeature::FaceB);
    EXPECT_NEAR(s.axis().y, 1.0, 1e-15);
    // After half a turn the face points down at y = −2; A's highest point is 4.5 m behind it.
    const SeparationFunction::Deepest deepest = s.deepest(1.0);
    EXPECT_EQ(deepest.index_a, 2);
    EXPECT_EQ(deepest.index_b, -1);
    EXPECT_NEAR(deepest.s, -4.5, 1e-14);
}

// Two rotating squares, vertex to vertex: the axis joins the vertices and stays fixed.
TEST(SeparationFunction, AxisStaysFixedBetweenTwoVertices) {
    const Case c{.a = {{-1.0, 0.0}, {0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}},
                 .b = {{-1.0, 0.0}, {0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}},
                 .sweep_a = toi_cases::moving({}, {}, pi / 4.0),
                 .sweep_b = toi_cases::moving({3.0, 0.0}, {3.0, 0.0}, 1.0)};
    const ToiInput in = c.input();
    const SeparationFunction s(in, closest_at(in, 0.0), 0.0);
    EXPECT_EQ(s.feature(), ClosestFeature::VertexVertex);
    EXPECT_EQ(s.axis(), (Vec2d{1.0, 0.0}));
    EXPECT_NEAR(s.at(2, 0, 0.0), 1.0, 1e-15);
    EXPECT_NEAR(s.at(2, 0, 1.0), 3.0 - std::cos(1.0) - std::sqrt(0.5), 1e-15);
}

// Weak duality: the separation along an axis is at most the distance, and equals the distance at the time for
// which the axis was created.
TEST(SeparationFunction, NeverExceedsTheDistance) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Random random(seed);
        const Case c = toi_cases::random_case(random);
        const ToiInput in = c.input();
        const GjkResult closest = closest_at(in, 0.0);
        if (closest.feature == ClosestFeature::Overlap) continue;
        const SeparationFunction s(in, closest, 0.0);
        EXPECT_NEAR(s.deepest(0.0).s, closest.core_distance - c.radius_a - c.radius_b, 1e-13)
            << "seed " << seed;
        for (const double t : {0.2, 0.5, 1.0}) {
            const SeparationFunction::Deepest deepest = s.deepest(t);
            const double d = static_cast<double>(oracle::surface_distance(in, static_cast<long double>(t)));
            EXPECT_LE(deepest.s, d + 1e-13) << "seed " << seed;
            EXPECT_EQ(deepest.s, s.at(deepest.index_a, deepest.index_b, t)) << "seed " << seed;
        }
    }
}

// Plots rebuild the function from a recorded event. It must equal the function that the search used.
TEST(SeparationFunction, CanBeRebuiltFromItsEvent) {
    const Case c = toi_cases::worst_case(0.01);
    const ToiInput in = c.input();
    ToiRecorder recorder;
    (void)time_of_impact(ToiMethod::BilateralAdvancement, in, {.target = 1e-4, .tolerance = 2.5e-5},
                         recorder);
    int checked = 0;
    const ToiEvent* axis = nullptr;
    for (const ToiEvent& event : recorder.events) {
        if (event.kind == ToiEvent::Kind::Axis) axis = &event;
        if (event.kind != ToiEvent::Kind::RootIterate) continue;
        ASSERT_NE(axis, nullptr);
        const SeparationFunction s(in, axis->feature, axis->axis, axis->anchor);
        EXPECT_NEAR(s.at(event.index_a, event.index_b, event.t1), event.s1, 1e-15);
        ++checked;
    }
    EXPECT_EQ(checked, 5);
}

}  // namespace
}  // namespace toibox
