// SPDX-License-Identifier: MIT

// Bodies that slide or tumble over tiles without friction gain no energy.

#include "inner_edge_track.h"
#include "tests/support/soak.h"

#include <array>

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdgeEnergy : public testing::TestWithParam<Setup> {};

// A log, a post and a rounded slab stick out of the floor by 20 cm. Their round sides are not inner edges: a
// box that runs into one may rise only at the expense of its speed.
TEST_P(InnerEdgeEnergy, RoundObstaclesInTheFloorAddNoEnergy) {
    const Shape shapes[] = {Capsule{.a = {-1, -0.3f}, .b = {1, -0.3f}, .radius = 0.5f},
                            Capsule{.a = {0, -2}, .b = {0, -0.3f}, .radius = 0.5f},
                            make_box({1, 0.1f}, {0, -0.2f}, 0.0f, 0.3f)};
    for (const Shape& shape : shapes) {
        for (const float speed : {0.3f, 0.5f, 1.0f, 2.0f}) {
            Track track(GetParam());
            track.add_static(make_box({20, 1}, {0, -1}));
            track.add_static(shape);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {-3, 0.5f}, {speed, 0}, false);
            const auto energy = [&] {
                const Vec2 v = track.velocity_of(box);
                return 0.5f * dot(v, v) + 10.0f * track.position_of(box).y;
            };
            const float initial_energy = energy();
            float max_energy = initial_energy;
            for (int i = 0; i < static_cast<int>(360.0f / speed); ++i) {
                track.step();
                max_energy = energy() > max_energy ? energy() : max_energy;
            }
            EXPECT_LT(max_energy - initial_energy, 0.05f) << speed << " m/s, shape " << (&shape - shapes);
        }
    }
}

/// Kinetic and potential energy per kilogram, with gravity of 10 m/s².
double specific_energy(const Track& track, BodyHandle body) {
    const BodyView view = *track.world.find(body);
    return wide(view.kinetic_energy() / view.mass().mass) + 10.0 * wide(track.position_of(body).y);
}
std::vector<Shape> energy_sliders() {
    return {make_box({0.5f, 0.5f}), rounded_box(), triangle(), disc(0.5f),
            Capsule{.a = {-0.5f, 0.0f}, .b = {0.5f, 0.0f}, .radius = 0.5f}};
}

// From 0.3 m/s to 5 m per step, over static tiles and over alternating static and kinematic ones. Tolerance:
// 1e-3 of the kinetic energy, plus the gain while a body that leans over a seam (by 1.5e-5 rad) slides
// downhill for 5 s.
TEST_P(InnerEdgeEnergy, SlidingBodyKeepsItsEnergy) {
    for (const Shape& shape : energy_sliders()) {
        for (const TileLayout layout : {TileLayout::OneBody, TileLayout::Alternating}) {
            for (const float speed : {0.3f, 1.0f, 3.0f, 10.0f, 30.0f, 100.0f, 300.0f}) {
                SCOPED_TRACE(testing::Message() << "shape " << shape.index() << ", " << speed << " m/s");
                Track track(GetParam());
                track.add_distant_bouncy_body();
                track.add_tiles(200, layout);
                const BodyHandle body = track.add(shape, {5.0f, 0.5f}, {speed, 0.0f});
                const double initial_energy = 0.5 * wide(speed) * wide(speed);
                const double bound = 1e-3 * initial_energy + 1e-3 * wide(speed);
                for (int i = 0; i < std::min(300, static_cast<int>(190.0f / (speed * time_step))); ++i) {
                    track.step();
                    const BodyView view = *track.world.find(body);
                    ASSERT_NEAR(wide(view.kinetic_energy() / view.mass().mass), initial_energy, bound)
                        << "step " << i;
                }
            }
        }
    }
}

// The tiles push a spinning, sliding disc only through its centre, so its spin and speed stay the same.
TEST_P(InnerEdgeEnergy, SpinningDiscKeepsItsSpin) {
    for (const float spin : {-30.0f, 2.0f, 30.0f}) {
        Track track(GetParam());
        track.add_tiles(100, TileLayout::Alternating);
        const BodyHandle body = track.add(disc(0.5f), {5.0f, 0.5f}, {8.0f, 0.0f});
        track.spin(body, spin);
        track.run(600);
        // Tolerance: at x = 85 m positions are rounded to 4e-6 m, which gives the weight a lever arm for ten
        // seconds.
        EXPECT_NEAR(track.world.find(body)->velocity().angular, spin, 3e-3f);
        EXPECT_NEAR(track.velocity_of(body).x, 8.0f, 0.008f);
    }
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeEnergy, testing::ValuesIn(all_setups()), setup_name);

// Without friction the floor pushes a tumbling body straight up, so the body keeps its horizontal speed and
// gains no energy. Impacts at seams may change the horizontal speed by 3 % of the maximum speed of a point of
// the body.
TEST(InnerEdgeTumble, KeepsItsHorizontalSpeedAndGainsNoEnergy) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (const Shape& shape : energy_sliders()) {
            for (const float spin : {-20.0f, -10.0f, -3.0f, -1.0f, 1.0f, 3.0f, 10.0f, 20.0f}) {
                for (const float speed : {0.5f, 2.0f, 10.0f, 20.0f, 40.0f}) {
                    for (int start = 0; start < case_count(3); ++start) {
                        const float x = std::array{5.0f, 5.2f, 5.7f}[static_cast<std::size_t>(start)];
                        SCOPED_TRACE(testing::Message() << "shape " << shape.index() << ", " << spin
                                                        << " rad/s, " << speed << " m/s, from " << x);
                        Track track({solver, ContinuousPolicy::SubstepAtImpact});
                        track.add_tiles(150, TileLayout::Alternating);
                        const BodyHandle body = track.add(shape, {x, 0.9f}, {speed, 0.0f});
                        track.spin(body, spin);
                        const double initial_energy = specific_energy(track, body);
                        const float bound = 0.03f * (speed + std::abs(spin));
                        for (int i = 0; i < 150; ++i) {
                            track.step();
                            ASSERT_NEAR(track.velocity_of(body).x, speed, bound) << "step " << i;
                            ASSERT_LT(specific_energy(track, body), initial_energy + 0.02) << "step " << i;
                        }
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace toibox
