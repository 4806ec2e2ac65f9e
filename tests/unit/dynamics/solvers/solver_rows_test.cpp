// SPDX-License-Identifier: MIT

// Contact rows: compares the two-point block solver with the definition of its problem, and separations with
// exact geometry.

#include "dynamics/solvers/rows/row_kernels.h"
#include "tests/support/physics.h"

namespace toibox {
namespace {

using namespace testing_support;

// Random positive definite K and any b: x ≥ 0, w = K x + b ≥ 0, x·w = 0.
TEST(SolverRows, TwoPointsSolveTheComplementarityProblem) {
    Generator generator(21);
    for (int i = 0; i < 20000; ++i) {
        SCOPED_TRACE(i);
        const float p = generator.uniform(0.1f, 3.0f);
        const float q = generator.uniform(0.1f, 3.0f);
        const float k12 = generator.uniform(-0.95f, 0.95f) * std::sqrt(p * q);
        const float b1 = generator.uniform(-5.0f, 5.0f);
        const float b2 = generator.uniform(-5.0f, 5.0f);
        const auto x = solve_two_points(p, k12, q, 1.0f / (p * q - k12 * k12), b1, b2);
        ASSERT_TRUE(x.has_value());
        const auto [x1, x2] = *x;
        const double w1 = wide(p) * wide(x1) + wide(k12) * wide(x2) + wide(b1);
        const double w2 = wide(k12) * wide(x1) + wide(q) * wide(x2) + wide(b2);
        // The determinant is at least (1 − 0.95²) p q, so cancellation magnifies rounding errors at most
        // about tenfold.
        const double tolerance = 1e-5 * (1.0 + wide(p * x1 + q * x2));
        EXPECT_GE(x1, 0.0f);
        EXPECT_GE(x2, 0.0f);
        EXPECT_GE(w1, -tolerance);
        EXPECT_GE(w2, -tolerance);
        EXPECT_NEAR(wide(x1) * w1, 0.0, tolerance * (1.0 + wide(x1)));
        EXPECT_NEAR(wide(x2) * w2, 0.0, tolerance * (1.0 + wide(x2)));
    }
}

// A plank lands flat on two points with m a²/I = 3. The block solver stops both points in one iteration.
TEST(SolverRows, BlockSolverStopsAPlankInOneIteration) {
    ContactRow row;
    row.count = 2;
    row.normal = {0.0f, 1.0f};
    row.inv_mass_b = {1.0f, 1.0f};
    row.inv_inertia_b = 3.0f;
    for (std::size_t i = 0; i < 2; ++i) {
        row.points[i].rn_b = i == 0 ? -1.0f : 1.0f;
        row.points[i].normal_k = 1.0f + 3.0f;
    }
    row.coupling = 1.0f - 3.0f;
    row.inv_det = 1.0f / (16.0f - 4.0f);
    BodyVelocity ground;
    BodyVelocity plank{{0.0f, -2.0f}, 0.0f};
    solve_normals(row, ground, plank);
    EXPECT_NEAR(plank.linear.y, 0.0f, 1e-6f);
    EXPECT_NEAR(plank.angular, 0.0f, 1e-6f);
    EXPECT_NEAR(row.points[0].normal_impulse, 1.0f, 1e-6f);
    EXPECT_NEAR(row.points[1].normal_impulse, 1.0f, 1e-6f);
}

// A rotation does not change the separation of a disc from the floor, but that of a box's corner. Both are
// compared with exact geometry.
TEST(SolverRows, SeparationFollowsTheRotatedCore) {
    for (const bool is_disc : {true, false}) {
        SCOPED_TRACE(is_disc);
        World world(weightless());
        add_floor(world);
        const BodyHandle body = world.create_body({.position = {0.0f, 0.5f}});
        world.attach(body, is_disc ? Shape(disc(0.5f)) : Shape(make_box({0.5f, 0.5f})));
        world.step(time_step);  // creates the contact
        ASSERT_EQ(world.contacts().size(), 1u);
        const ContactRow row = make_contact_row(world.state(), world.contacts()[0], {});
        const double angle = 0.1;
        const StepDisplacement no_displacement;
        const StepDisplacement rotated{{0.2f, 0.01f},
                                       static_cast<float>(angle),
                                       static_cast<float>(std::cos(angle)),
                                       static_cast<float>(std::sin(angle))};
        const bool floor_is_a = world.contacts()[0].body_a == 0;
        ASSERT_TRUE(floor_is_a);
        for (std::uint8_t i = 0; i < row.count; ++i) {
            const double x = is_disc ? 0.0 : wide(world.contacts()[0].points[i].r_b.x);
            // The lowest point of the disc stays 0.5 below the centre; a corner at (x, −0.5) moves to y =
            // x·sin − 0.5·cos.
            const double bottom = is_disc ? -0.5 : x * std::sin(angle) - 0.5 * std::cos(angle);
            EXPECT_NEAR(wide(current_separation(row, row.points[i], no_displacement, rotated)), 0.51 + bottom,
                        1e-6);
        }
    }
}

}  // namespace
}  // namespace toibox
