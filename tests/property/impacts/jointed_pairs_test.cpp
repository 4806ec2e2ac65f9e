// SPDX-License-Identifier: MIT

// Elastic impacts of linkages: two chains of hinged, welded or rod-joined bodies, or a chain and a single
// body, meet in free flight without friction. Joints do no work and the impacts are elastic, so the kinetic
// energy stays, and so does the momentum. TOIBOX_SEED=n runs only the pair with that seed.

#include "tests/support/generators.h"
#include "tests/support/jointed_worlds.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

WorldSettings elastic_settings() {
    WorldSettings settings = weightless();
    settings.restitution_threshold = 0.0f;
    return settings;
}

class JointedPair {
public:
    JointedPair(std::uint64_t seed, int max_bodies) : random_(seed), world_(elastic_settings()) {
        def_.material = {.density = random_.magnitude(0.5f, 4.0f), .friction = 0.0f, .restitution = 1.0f};
        add_chain(2, max_bodies, 1.0f);
        add_chain(1, max_bodies, -1.0f);
    }

    void run() {
        world_.step(time_step);  // Makes the velocities consistent with the joints.
        const double energy = world_.kinetic_energy();
        const Vec2d momentum = world_.momentum();
        const double speed = std::sqrt(2.0 * energy / mass());
        for (int i = 0; i < 180; ++i) {
            ASSERT_FALSE(world_.step(time_step).failed());
            has_met = has_met || !world_.events().impact.empty();
            const double change = world_.kinetic_energy() / energy - 1.0;
            gain = std::max(gain, change);
            loss = std::max(loss, -change);
        }
        momentum_error = length(world_.momentum() - momentum) / (mass() * speed);
        gap = max_joint_gap(world_);
    }

    bool has_met = false;
    double gain = 0.0;  ///< Maximum, as a fraction of the energy.
    double loss = 0.0;
    double momentum_error = 0.0;  ///< As a fraction of mass times speed.
    double gap = 0.0;             ///< At the end, metres.

private:
    /// Adds a chain to the left or right of the origin, which flies towards the origin along `direction`.
    void add_chain(int min_bodies, int max_bodies, float direction) {
        const RigidMotion flight{{-2.5f * direction, random_.uniform(-0.5f, 0.5f)},
                                 static_cast<float>(random_.angle()),
                                 {direction * random_.uniform(0.5f, 10.0f), random_.uniform(-1.0f, 1.0f)},
                                 random_.uniform(-5.0f, 5.0f)};
        const int count = random_.rng.integer(min_bodies, max_bodies);
        const Link link = std::array{Link::Hinge, Link::Weld, Link::Rod}[random_.rng.below(3)];
        const float pitch = random_.uniform(0.3f, 0.9f);
        const std::array shapes{Shape{disc(0.48f * pitch)},
                                Shape{make_box({0.46f * pitch, random_.uniform(0.15f, 0.45f) * pitch})},
                                Shape{Capsule{{-0.3f * pitch, 0.0f}, {0.3f * pitch, 0.0f}, 0.15f * pitch}}};
        const Shape& shape = shapes[random_.rng.below(3)];
        --def_.filter.group;
        BodyHandle previous;
        for (int i = 0; i < count; ++i) {
            const float x = (static_cast<float>(i) - 0.5f * static_cast<float>(count - 1)) * pitch;
            const BodyHandle body = add_body(world_, flight.body_at({x, 0.0f}), shape, def_);
            if (i > 0) join(world_, link, previous, body);
            previous = body;
        }
    }
    double mass() const {
        double sum = 0.0;
        for (const BodyHandle body : world_.bodies())
            sum += wide(world_.find(body)->mass().mass);
        return sum;
    }

    Generator random_;
    ShapeDef def_;
    World world_;
};

/// Runs random pairs of chains of up to `max_bodies` bodies. Returns how many of those that met lost more
/// than 1 % of their energy.
double fraction_that_loses_energy(int max_bodies) {
    int met = 0;
    int slowed = 0;
    double max_loss = 0.0;
    for_each_random_instance([&](std::uint64_t seed) {
        JointedPair pair(seed, max_bodies);
        pair.run();
        met += pair.has_met ? 1 : 0;
        slowed += pair.loss > 0.01 ? 1 : 0;
        if (pair.loss > 0.01) std::cout << "seed " << seed << ": loss of " << 100.0 * pair.loss << " %\n";
        max_loss = std::max(max_loss, pair.loss);
        EXPECT_LT(pair.gain, 0.01);
        EXPECT_LT(pair.momentum_error, 1e-4);
        EXPECT_LT(pair.gap, millimetre);
    });
    std::cout << met << " pairs met, " << slowed << " lost more than 1 %, at most " << 100.0 * max_loss
              << " %\n";
    return met > 0 ? static_cast<double>(slowed) / met : 0.0;
}

// Half of the pairs lost more than 1 % while impacts sent jointed bodies along the chords of their arcs, and
// did not see an approach that began when the joints had turned. What is left are light bodies that an impact
// has spun so fast that they rotate by a radian and more in a step.
TEST(JointedPairs, TwoJointedBodiesKeepTheirEnergy) {
    EXPECT_LE(fraction_that_loses_energy(2), 0.005);
}

TEST(JointedPairs, ChainsKeepTheirEnergy) {
    EXPECT_LE(fraction_that_loses_energy(6), 0.01);
}

// A cradle of five balls that hang on hinges or rods. The gravity that an impact adds to the velocities must
// not be taken for a loss of the joints: that added 2 to 3 % in half a minute.
TEST(JointedPairs, HungCradleKeepsItsEnergy) {
    for (const bool on_rods : {false, true}) {
        for (const int raised : {1, 2}) {
            WorldSettings settings = on_earth();
            settings.restitution_threshold = 0.0f;
            World world(settings);
            const BodyHandle frame = world.create_body({.type = BodyType::Static});
            constexpr float radius = 0.5f;
            constexpr float length = 4.0f;
            for (int i = 0; i < 5; ++i) {
                const Vec2 top{2.0f * radius * static_cast<float>(i), length};
                const Rot swing = make_rot(i < raised ? -0.8f : 0.0f);
                const Vec2 center = top + length * Vec2{swing.s, -swing.c};
                const BodyHandle ball = add_body(world, {.position = center}, disc(radius),
                                                 {.material = {.friction = 0.0f, .restitution = 1.0f}});
                if (on_rods) {
                    world.create_joint(DistanceJointDef{
                        .body_a = frame, .body_b = ball, .anchor_a = top, .anchor_b = center});
                } else {
                    world.create_joint(RevoluteJointDef{.body_a = frame, .body_b = ball, .anchor = top});
                }
            }
            const double energy = world.potential_energy();  // 0 when all hang
            double mean = 0.0;  // over the last two seconds, in which the lag of the velocities cancels
            for (int i = 0; i < 1800; ++i) {
                world.step(time_step);
                if (i >= 1680) mean += (world.kinetic_energy() + world.potential_energy()) / 120.0;
            }
            EXPECT_NEAR(mean / energy, 1.0, 1e-3) << (on_rods ? "rods, " : "hinges, ") << raised;
        }
    }
}

}  // namespace
}  // namespace toibox
