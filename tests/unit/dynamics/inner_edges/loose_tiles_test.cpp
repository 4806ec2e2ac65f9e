// SPDX-License-Identifier: MIT

// Loose tiles: dynamic boxes side by side on a floor. A level row must be as smooth as fixed tiles.

#include "inner_edge_track.h"

#include <algorithm>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

class LooseTiles : public testing::TestWithParam<Setup> {
protected:
    static constexpr int count = 24;

    /// A floor, and on it a row of unit boxes at rest, held by friction. Their tops are within `unevenness`
    /// of height 0.
    static void add_loose_tiles(Track& track, float unevenness, int missing_tile = -1) {
        track.friction = 0.6f;
        track.add_static(make_box({50, 1}, {20, -2}));
        for (int i = 0; i < count; ++i) {
            if (i == missing_tile) continue;
            const float half_height = 0.5f + 0.5f * unevenness * static_cast<float>(i * 7 % 3 - 1);
            track.add(make_box({0.5f, half_height}), {static_cast<float>(i), half_height - 1.0f});
        }
        track.run(90);
        track.friction = 0.0f;
    }
};

std::vector<Shape> small_sliders() {
    return {make_box({0.25f, 0.25f}), make_box({0.2f, 0.2f}, {}, 0.0f, 0.05f), disc(0.25f),
            Capsule{.a = {-0.2f, 0.0f}, .b = {0.2f, 0.0f}, .radius = 0.25f}};
}

// A slider without friction keeps 99 % of its speed, or 95 % on uneven tiles, and rises by at most 2 mm plus
// twice the unevenness.
TEST_P(LooseTiles, DoNotStopASlider) {
    for (const Shape& shape : small_sliders()) {
        for (const float unevenness : {0.0f, 0.001f}) {
            for (const float speed : {1.0f, 3.0f, 10.0f}) {
                SCOPED_TRACE(testing::Message() << "shape " << shape.index() << ", " << speed
                                                << " m/s, uneven by " << unevenness);
                Track track(GetParam());
                add_loose_tiles(track, unevenness);
                const BodyHandle slider = track.add(shape, {1.0f, 0.25f + unevenness}, {speed, 0.0f});
                float max_rise = 0.0f;
                for (int i = 0; i < 4000 && track.position_of(slider).x < 21.0f; ++i) {
                    track.step();
                    max_rise = std::max(max_rise, track.position_of(slider).y - 0.25f);
                }
                EXPECT_GT(track.velocity_of(slider).x, (unevenness > 0.0f ? 0.95f : 0.99f) * speed);
                EXPECT_LT(max_rise, 0.002f + 2.0f * unevenness);
            }
        }
    }
}

// One tile is 6 cm higher: the box stops in front of it or is thrown up.
TEST_P(LooseTiles, RaisedTileIsARealStep) {
    Track track(GetParam());
    add_loose_tiles(track, 0.0f, 10);
    track.friction = 0.6f;
    track.add(make_box({0.5f, 0.53f}), {10.0f, -0.47f});
    track.run(60);
    track.friction = 0.0f;
    const BodyHandle slider = track.add(make_box({0.25f, 0.25f}), {5.0f, 0.25f}, {3.0f, 0.0f});
    float max_rise = 0.0f;
    for (int i = 0; i < 200; ++i) {
        track.step();
        max_rise = std::max(max_rise, track.position_of(slider).y - 0.25f);
    }
    EXPECT_TRUE(max_rise > 0.03f || track.position_of(slider).x < 9.4f)
        << max_rise << ' ' << track.position_of(slider).x;
}

TEST_P(LooseTiles, SlowDiscFallsIntoTheGapOfAMissingTile) {
    Track track(GetParam());
    add_loose_tiles(track, 0.0f, 10);
    const BodyHandle slider = track.add(disc(0.25f), {8.0f, 0.25f}, {1.0f, 0.0f});
    track.run(240);
    EXPECT_LT(track.position_of(slider).y, -0.2f);
}

INSTANTIATE_TEST_SUITE_P(Setups, LooseTiles, testing::ValuesIn(all_setups()), setup_name);

}  // namespace
}  // namespace toibox
