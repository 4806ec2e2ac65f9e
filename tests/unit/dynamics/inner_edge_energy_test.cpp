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

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeEnergy, testing::ValuesIn(all_setups()), name_of);

}  // namespace
}  // namespace toibox
