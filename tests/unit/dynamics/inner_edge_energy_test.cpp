// SPDX-License-Identifier: MIT

// Whatever slides without friction keeps its energy: no edge takes any, and none gives.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdgeEnergy : public testing::TestWithParam<Setup> {};

// A log, a post and a rounded slab, half sunk into the floor. Their round sides rise out of it, and are no
// inner edges: a box pushed against them may be lifted only by what it loses in speed.
TEST_P(InnerEdgeEnergy, RoundThingsInTheFloorGiveNoEnergy) {
    const Shape rounds[] = {Capsule{.a = {-1, -0.3f}, .b = {1, -0.3f}, .radius = 0.5f},
                            Capsule{.a = {0, -2}, .b = {0, -0.3f}, .radius = 0.5f},
                            make_box({1, 0.1f}, {0, -0.2f}, 0.0f, 0.3f)};
    for (const Shape& round : rounds) {
        for (const float speed : {0.3f, 0.5f, 1.0f, 2.0f}) {
            Track track(GetParam());
            track.add_static(make_box({20, 1}, {0, -1}));
            track.add_static(round);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {-3, 0.5f}, {speed, 0}, false);
            const auto energy = [&] {
                const Vec2 v = track.velocity(box);
                return 0.5f * dot(v, v) + 10.0f * track.place(box).y;
            };
            const float had = energy();
            float most = had;
            for (int i = 0; i < static_cast<int>(360.0f / speed); ++i) {
                track.step();
                most = energy() > most ? energy() : most;
            }
            EXPECT_LT(most - had, 0.05f) << speed << " m/s, shape " << (&round - rounds);
        }
    }
}

/// Kinetic energy per kilogram, with that of the height under gravity of 10 m/s².
double energy_of(const Track& track, BodyHandle body) {
    const BodyView view = *track.world.find(body);
    return wide(view.kinetic_energy() / view.mass().mass) + 10.0 * wide(track.place(body).y);
}
std::vector<Shape> sliders() {
    return {make_box({0.5f, 0.5f}), rounded_box(), triangle(), disc(0.5f),
            Capsule{.a = {-0.5f, 0.0f}, .b = {0.5f, 0.0f}, .radius = 0.5f}};
}

// From a crawl to 5 m a step, over static tiles and over such that are kinematic by turns, a body keeps its
// kinetic energy to a thousandth and to what it slides down while it leans over joints (1.5e-5 for 5 s).
TEST_P(InnerEdgeEnergy, ASlideKeepsItsEnergy) {
    for (const Shape& shape : sliders()) {
        for (const TileLayout build : {TileLayout::OneBody, TileLayout::EveryOther}) {
            for (const float speed : {0.3f, 1.0f, 3.0f, 10.0f, 30.0f, 100.0f, 300.0f}) {
                SCOPED_TRACE(testing::Message() << "shape " << shape.index() << ", " << speed << " m/s");
                Track track(GetParam());
                track.add_bouncer();
                track.add_tiles(200, build);
                const BodyHandle body = track.add(shape, {5.0f, 0.5f}, {speed, 0.0f});
                const double had = 0.5 * wide(speed) * wide(speed);
                const double bound = 1e-3 * had + 1e-3 * wide(speed);
                for (int i = 0; i < std::min(300, static_cast<int>(190.0f / (speed * time_step))); ++i) {
                    track.step();
                    const BodyView view = *track.world.find(body);
                    ASSERT_NEAR(wide(view.kinetic_energy() / view.mass().mass), had, bound) << "step " << i;
                }
            }
        }
    }
}

// A disc that spins as it slides is pushed through its centre, whatever tile it is on.
TEST_P(InnerEdgeEnergy, ASpinningDiscKeepsItsSpin) {
    for (const float spin : {-30.0f, 2.0f, 30.0f}) {
        Track track(GetParam());
        track.add_tiles(100, TileLayout::EveryOther);
        const BodyHandle body = track.add(disc(0.5f), {5.0f, 0.5f}, {8.0f, 0.0f});
        track.spin(body, spin);
        track.run(600);
        // Places are rounded to 4e-6 m here: so long a lever has the weight of ten seconds.
        EXPECT_NEAR(track.world.find(body)->velocity().angular, spin, 3e-3f);
        EXPECT_NEAR(track.velocity(body).x, 8.0f, 0.008f);
    }
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeEnergy, testing::ValuesIn(all_setups()), name_of);

// What tumbles over a floor without friction is pushed straight up: it keeps its speed along and gains no
// energy. Impacts at the joints leave no more than 3 % of the fastest speed that any point of it had.
TEST(InnerEdgeTumble, KeepsItsSpeedAlongAndGainsNothing) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (const Shape& shape : sliders()) {
            for (const float spin : {-20.0f, -10.0f, -3.0f, -1.0f, 1.0f, 3.0f, 10.0f, 20.0f}) {
                for (const float speed : {0.5f, 2.0f, 10.0f, 20.0f, 40.0f}) {
                    for (const float x : {5.0f, 5.2f, 5.7f}) {
                        SCOPED_TRACE(testing::Message() << "shape " << shape.index() << ", " << spin
                                                        << " rad/s, " << speed << " m/s, from " << x);
                        Track track({solver, ContinuousPolicy::SubstepAtImpact});
                        track.add_tiles(150, TileLayout::EveryOther);
                        const BodyHandle body = track.add(shape, {x, 0.9f}, {speed, 0.0f});
                        track.spin(body, spin);
                        const double had = energy_of(track, body);
                        const float bound = 0.03f * (speed + std::abs(spin));
                        for (int i = 0; i < 150; ++i) {
                            track.step();
                            ASSERT_NEAR(track.velocity(body).x, speed, bound) << "step " << i;
                            ASSERT_LT(energy_of(track, body), had + 0.02) << "step " << i;
                        }
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace toibox
