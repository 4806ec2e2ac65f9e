// SPDX-License-Identifier: MIT

// CCD of shapes that already touch: the CCD stage casts a core of the moving shape, and the shape stops where
// its core hits.

#include "tests/support/physics.h"

#include <algorithm>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float sliver_half_length = 0.5f;
constexpr float sliver_half_thickness = 0.02f;

/// A sliver of 1 m × 4 cm flies up at 98 m/s into a plate that fills y = 0 … 0.02. At the start, one end of
/// the sliver is already `depth` metres above the lower surface of the plate.
struct Launch {
    float angle = 0.0f;
    float depth = 0.0f;
    float spin = 0.0f;

    /// Distance of the centroid below the lower surface of the plate, metres.
    [[nodiscard]] float distance_to_surface() const {
        const Rot q = make_rot(angle);
        return sliver_half_length * std::abs(q.s) + sliver_half_thickness * std::abs(q.c) - depth;
    }
};

/// Maximum y of the sliver's centroid within one second, metres.
float max_centroid_height(const Launch& launch, ContinuousPolicy policy) {
    WorldSettings settings = weightless();
    settings.continuous = policy;
    settings.toi = ToiMethod::Certified;
    World world(settings);
    const Material bouncy{.friction = 0.3f, .restitution = 0.5f};
    const BodyHandle plate = world.create_body({.type = BodyType::Static});
    world.attach(plate, make_box({50.0f, 0.01f}, {0.0f, 0.01f}), {.material = bouncy});
    const BodyHandle sliver = world.create_body({.position = {0.0f, -launch.distance_to_surface()},
                                                 .angle = launch.angle,
                                                 .linear_velocity = {-27.0f, 98.0f},
                                                 .angular_velocity = launch.spin});
    world.attach(sliver, make_box({sliver_half_length, sliver_half_thickness}), {.material = bouncy});
    float max_y = -1.0f;
    for (int i = 0; i < 60; ++i) {
        EXPECT_EQ(world.step(time_step).deep_starts, 0);
        const float y = world.find(sliver)->center().y;
        max_y = max_y < y ? y : max_y;
    }
    return max_y;
}

// At 4.7 rad per step, the touching point may move away from the plate while the centroid approaches, so the
// contact gets no impulse. Regression: the sliver was only stopped where its core hit, so its distance halved
// in each step. After 24 steps it had passed through the plate, in 94 of 578 launches.
TEST(CcdCoreShapes, StopBodiesThatRotateAwayFromTheirContacts) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
        int launches = 0;
        for (int i = 0; i < 400; ++i) {
            for (const float spin : {-280.0f, 280.0f}) {
                const Launch launch{.angle = 0.15f * static_cast<float>(i / 20),
                                    .depth = 0.02f + 0.02f * static_cast<float>(i % 20),
                                    .spin = spin};
                if (launch.distance_to_surface() < 0.03f) continue;
                ++launches;
                EXPECT_LT(max_centroid_height(launch, policy), 0.0f)
                    << "angle " << launch.angle << ", depth " << launch.depth << ", spin " << spin;
            }
        }
        EXPECT_EQ(launches, 578);
    }
}

/// Maximum depth of a corner of a sliver below the top of a floor of 2 cm, in 20 steps. The sliver stands on
/// the floor at `angle`. One end overlaps the floor by `initial_depth` and moves up while the other end moves
/// down.
float max_corner_depth(float angle, float initial_depth, float speed, float spin) {
    WorldSettings settings;
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    settings.toi = ToiMethod::Certified;
    World world(settings);
    const Material bouncy{.friction = 0.3f, .restitution = 0.5f};
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({100.0f, 0.01f}, {0.0f, -0.01f}), {.material = bouncy});
    const auto half_height = [](const Rot& q) {
        return sliver_half_length * std::abs(q.s) + sliver_half_thickness * std::abs(q.c);
    };
    const BodyHandle sliver =
        world.create_body({.position = {0.0f, half_height(make_rot(angle)) - initial_depth},
                           .angle = angle,
                           .linear_velocity = {speed, 0.0f},
                           .angular_velocity = spin});
    world.attach(sliver, make_box({sliver_half_length, sliver_half_thickness}), {.material = bouncy});
    float max_depth = 0.0f;
    for (int i = 0; i < 20; ++i) {
        world.step(time_step);
        const BodyView body = *world.find(sliver);
        max_depth = std::max(max_depth, half_height(body.pose().rotation) - body.center().y);
    }
    return max_depth;
}

// Regression: the core was the middle half of the sliver, so both ends, 25 cm each, could swing through the
// floor. In the corner of a room, such a sliver ended up outside. Bound: per step, an overlapping shape gets
// deeper by at most half its inner radius, 1 cm, however long it is.
TEST(CcdCoreShapes, BoundTheDepthOfTheEndsOfASliver) {
    for (int i = 0; i < 28 * 4; ++i) {
        const float angle = 0.05f + 0.05f * static_cast<float>(i / 4);
        const float initial_depth = 0.005f * static_cast<float>(i % 4);
        for (const float speed : {-70.0f, 0.0f, 70.0f}) {
            for (const float spin : {-320.0f, -244.0f, -120.0f}) {
                EXPECT_LT(max_corner_depth(angle, initial_depth, speed, spin), 0.03f)
                    << "angle " << angle << ", initial depth " << initial_depth << ", speed " << speed
                    << ", spin " << spin;
            }
        }
    }
}

}  // namespace
}  // namespace toibox
