// SPDX-License-Identifier: MIT

// What touches already: the core of the faster shape is cast, and what the core meets is held there.

#include "tests/support/physics.h"

#include <algorithm>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float sliver_half = 0.5f;
constexpr float sliver_thin = 0.02f;

/// A sliver of 1 m × 4 cm under a sheet of 2 cm that fills y = 0 … 0.02, at 98 m/s upwards, one end `depth`
/// above the lower surface already.
struct Launch {
    float angle = 0.0f;
    float depth = 0.0f;
    float spin = 0.0f;

    /// How far the centroid is below the surface.
    [[nodiscard]] float way() const {
        const Rot q = make_rot(angle);
        return sliver_half * std::abs(q.s) + sliver_thin * std::abs(q.c) - depth;
    }
};

/// The highest that the centroid gets in a second.
float apex(const Launch& launch, ContinuousPolicy policy) {
    WorldSettings settings = weightless();
    settings.continuous = policy;
    settings.toi = ToiMethod::Certified;
    World world(settings);
    const Material lively{.friction = 0.3f, .restitution = 0.5f};
    const BodyHandle sheet = world.create_body({.type = BodyType::Static});
    world.attach(sheet, make_box({50.0f, 0.01f}, {0.0f, 0.01f}), {.material = lively});
    const BodyHandle sliver = world.create_body({.position = {0.0f, -launch.way()},
                                                 .angle = launch.angle,
                                                 .linear_velocity = {-27.0f, 98.0f},
                                                 .angular_velocity = launch.spin});
    world.attach(sliver, make_box({sliver_half, sliver_thin}), {.material = lively});
    float highest = -1.0f;
    for (int i = 0; i < 60; ++i) {
        EXPECT_EQ(world.step(time_step).deep_starts, 0);
        const float y = world.find(sliver)->center().y;
        highest = highest < y ? y : highest;
    }
    return highest;
}

// It turns by 4.7 rad a step, so that where it touches it may part from the sheet while the sliver as a whole
// comes on: its contact has nothing to push. Stopped at its core and no more, it came half as near in each
// step, and after 24 steps it was through (94 of 578).
TEST(CcdCoreShapes, HoldsBodiesThatRotateAwayFromTheirContacts) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
        int launches = 0;
        for (int i = 0; i < 400; ++i) {
            for (const float spin : {-280.0f, 280.0f}) {
                const Launch launch{.angle = 0.15f * static_cast<float>(i / 20),
                                    .depth = 0.02f + 0.02f * static_cast<float>(i % 20),
                                    .spin = spin};
                if (launch.way() < 0.03f) continue;
                ++launches;
                EXPECT_LT(apex(launch, policy), 0.0f)
                    << "angle " << launch.angle << ", depth " << launch.depth << ", spin " << spin;
            }
        }
        EXPECT_EQ(launches, 578);
    }
}

/// The greatest depth in 20 steps, of a corner below a floor of 2 cm: a sliver that stands on it at an angle,
/// one end `pressed` into it, and spins so that this end leaves while the other one comes.
float deepest_corner(float angle, float pressed, float speed, float spin) {
    WorldSettings settings;
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    settings.toi = ToiMethod::Certified;
    World world(settings);
    const Material lively{.friction = 0.3f, .restitution = 0.5f};
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({100.0f, 0.01f}, {0.0f, -0.01f}), {.material = lively});
    const auto reach = [](const Rot& q) { return sliver_half * std::abs(q.s) + sliver_thin * std::abs(q.c); };
    const BodyHandle sliver = world.create_body({.position = {0.0f, reach(make_rot(angle)) - pressed},
                                                 .angle = angle,
                                                 .linear_velocity = {speed, 0.0f},
                                                 .angular_velocity = spin});
    world.attach(sliver, make_box({sliver_half, sliver_thin}), {.material = lively});
    float deepest = 0.0f;
    for (int i = 0; i < 20; ++i) {
        world.step(time_step);
        const BodyView body = *world.find(sliver);
        deepest = std::max(deepest, reach(body.pose().rotation) - body.center().y);
    }
    return deepest;
}

// Its core was the middle half of it, so that its ends, a quarter of a metre each, were free to swing through
// the floor; one that was caught outside in the corner of a room was pressed out in the end. What is that
// deep or less may come half its inner radius, 1 cm, deeper in a step, whatever its length.
TEST(CcdCoreShapes, KeepsTheEndsOfASliverInside) {
    for (int i = 0; i < 28 * 4; ++i) {
        const float angle = 0.05f + 0.05f * static_cast<float>(i / 4);
        const float pressed = 0.005f * static_cast<float>(i % 4);
        for (const float speed : {-70.0f, 0.0f, 70.0f}) {
            for (const float spin : {-320.0f, -244.0f, -120.0f}) {
                EXPECT_LT(deepest_corner(angle, pressed, speed, spin), 0.03f)
                    << "angle " << angle << ", pressed " << pressed << ", speed " << speed << ", spin "
                    << spin;
            }
        }
    }
}

}  // namespace
}  // namespace toibox
