// SPDX-License-Identifier: MIT

// Random trees of bodies with rigid joints keep their energy, their joints closed and, in free flight, their
// momenta. Half of them hang on the world under gravity; of those, some have limits that they never reach,
// and some are held by the mouse at the point at which they hang. A failure prints its seed; TOIBOX_SEED=n
// runs only the tree with that seed.

#include "tests/support/generators.h"
#include "tests/support/jointed_worlds.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr int steps_per_second = 60;
constexpr int seconds = 4;

class RandomTree {
public:
    explicit RandomTree(std::uint64_t seed) : random_(seed), hangs_(random_.rng.next_bool()) {
        WorldSettings settings;
        settings.gravity = hangs_ ? Vec2{0.0f, -10.0f} : Vec2{};
        world_ = World(settings);
        has_limits_ = hangs_ && random_.rng.below(3) == 0;
        const int count = random_.rng.integer(hangs_ ? 1 : 2, 12);
        for (int i = 0; i < count; ++i)
            add_random_body();
        for (std::size_t i = 1; i < bodies_.size(); ++i)
            join(bodies_[random_.rng.below(static_cast<std::uint32_t>(i))], bodies_[i]);
        if (hangs_) hang();
    }
    World& world() { return world_; }
    bool hangs() const { return hangs_; }
    /// Kinetic and potential energy, joules.
    double energy() const { return world_.kinetic_energy() + world_.potential_energy(); }
    /// Mean energy over the next second; the stored velocities lag behind the poses, which cancels in the
    /// mean.
    double mean_energy_of_a_second() {
        double sum = 0.0;
        for (int i = 0; i < steps_per_second; ++i) {
            EXPECT_FALSE(world_.step(time_step).failed());
            sum += energy();
        }
        return sum / steps_per_second;
    }
    double mass() const {
        double sum = 0.0;
        for (const BodyHandle body : bodies_)
            sum += wide(world_.find(body)->mass().mass);
        return sum;
    }

private:
    void add_random_body() {
        const BodyHandle body = world_.create_body({.position = random_.point(1.5f),
                                                    .angle = static_cast<float>(random_.angle()),
                                                    .linear_velocity = random_.point(2.0f),
                                                    .angular_velocity = random_.uniform(-4.0f, 4.0f)});
        const float x = random_.uniform(0.15f, 0.5f);
        const float y = random_.uniform(0.15f, 0.5f);
        world_.attach(body, make_box({x, y}),
                      {.material = {.density = random_.magnitude(0.5f, 8.0f)}, .filter = {.group = -1}});
        bodies_.push_back(body);
    }
    JointLimit limit() const { return {.enabled = has_limits_, .lower = -1e4f, .upper = 1e4f}; }
    /// The anchor is within 2 m of the origin along each axis: lever arms of up to about ten radii of
    /// gyration.
    void join(BodyHandle a, BodyHandle b) {
        const Vec2 anchor = random_.point(2.0f);
        switch (random_.rng.below(4)) {
            case 0:
                world_.create_joint(WeldJointDef{.body_a = a, .body_b = b, .anchor = anchor});
                return;
            case 1:
                world_.create_joint(DistanceJointDef{
                    .body_a = a, .body_b = b, .anchor_a = anchor, .anchor_b = anchor + Vec2{0.5f, 0.5f}});
                return;
            default:
                world_.create_joint(
                    RevoluteJointDef{.body_a = a, .body_b = b, .anchor = anchor, .limit = limit()});
        }
    }
    void hang() {
        const BodyHandle ground = world_.create_body({.type = BodyType::Static});
        const Vec2 anchor = random_.point(2.0f);
        world_.create_joint(RevoluteJointDef{
            .body_a = ground, .body_b = bodies_.front(), .anchor = anchor, .limit = limit()});
        if (random_.rng.below(3) == 0)
            world_.create_joint(MouseJointDef{.body = bodies_.front(), .point = anchor, .target = anchor});
    }

    Generator random_;
    bool hangs_ = false;
    bool has_limits_ = false;
    World world_;
    std::vector<BodyHandle> bodies_;
};

// The reference is the energy after the first second, which makes the velocities consistent with the joints.
// Of the 60,000 trees of the soak run, four change their energy by 1.0 to 1.5 %, and one has a joint that is
// open by 5 mm: in them a body folds over in less than the shortest slice.
TEST(RandomLinkage, KeepsItsEnergyAndMomenta) {
    const double max_change = is_soak_run() ? 0.02 : 0.01;  // fraction of the range of the energy
    const double max_gap = is_soak_run() ? 0.01 : 2e-3;     // metres
    for_each_random_instance([&](std::uint64_t seed) {
        RandomTree tree(seed);
        World& world = tree.world();
        const double energy = tree.mean_energy_of_a_second();
        const Vec2d momentum = world.momentum();
        const double angular_momentum = world.angular_momentum();
        for (int i = 0; i < (seconds - 2) * steps_per_second; ++i)
            ASSERT_FALSE(world.step(time_step).failed());
        const double change = tree.mean_energy_of_a_second() - energy;
        constexpr double height = 2.0;
        const double weight = tree.mass() * wide(length(world.settings().gravity));
        const double range = world.kinetic_energy() + weight * height;
        EXPECT_LT(std::abs(change), max_change * range);
        EXPECT_LT(max_joint_gap(world), max_gap);
        if (tree.hangs()) return;
        const double speed = std::sqrt(2.0 * energy / tree.mass());
        EXPECT_LT(length(world.momentum() - momentum), 1e-4 * tree.mass() * speed);
        EXPECT_NEAR(world.angular_momentum(), angular_momentum, 1e-3 * tree.mass() * speed);
    });
}

}  // namespace
}  // namespace toibox
