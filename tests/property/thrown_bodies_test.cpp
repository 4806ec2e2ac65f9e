// SPDX-License-Identifier: MIT

// Random chains, rings, nets and ragdolls that are thrown around in a closed box at up to 40 m/s: joints and
// impacts add at most 1 % of energy, whatever the restitution. TOIBOX_SEED=n runs only the world with that
// seed.

#include "tests/support/jointed_worlds.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

/// In an order that gives the regression seeds theirs.
constexpr std::array restitutions{0.0f, 0.2f, 0.25f, 0.26f, 0.5f, 0.3f, 1.0f, 0.9f};
constexpr std::array solvers{SolverKind::SoftStep, SolverKind::SequentialImpulses};
constexpr std::array links{Link::Hinge, Link::Weld, Link::Rod};

class ThrownBodies {
public:
    explicit ThrownBodies(std::uint64_t seed)
        : random_(seed),
          restitution_(restitutions[seed % 8]),
          world_(with_solver(solvers[seed / 8 % 2], random_.rng.next_bool() ? on_earth() : weightless())),
          flight_{{0.0f, 4.0f}, random_angle(), random_velocity(), random_.uniform(-20.0f, 20.0f)},
          link_(links[random_.rng.below(3)]),
          pitch_(random_.uniform(0.2f, 0.45f)) {
        add_bin(world_, 4.0f, 8.0f, restitution_);
        const std::uint32_t kind = random_.rng.below(4);
        if (kind == 0) add_chain();
        if (kind == 1) add_ring();
        if (kind == 2) add_net();
        if (kind == 3) add_ragdoll(world_, flight_, restitution_, 1, random_.rng.next_bool());
    }
    World& world() { return world_; }

private:
    float random_angle() { return static_cast<float>(random_.angle()); }
    Vec2 random_velocity() {
        const float speed = random_.uniform(0.0f, 40.0f);
        const Rot aim = make_rot(random_angle());
        return speed * Vec2{aim.c, aim.s};
    }

    void add_chain() {
        const int count = random_.rng.integer(2, 14);
        for (int i = 0; i < count; ++i) {
            add({(static_cast<float>(i) - 0.5f * static_cast<float>(count - 1)) * pitch_, 0.0f}, 0.0f);
            if (i > 0) join_last_to(bodies_.size() - 2);
        }
    }
    void add_ring() {
        const int count = random_.rng.integer(3, 16);
        const auto angle_step = static_cast<float>(2.0 * pi / count);
        const float radius = 0.5f * pitch_ / make_rot(0.5f * angle_step).s;
        for (int i = 0; i < count; ++i) {
            const float angle = angle_step * static_cast<float>(i);
            const Rot turned = make_rot(angle);
            add({radius * turned.c, radius * turned.s}, angle + static_cast<float>(0.5 * pi));
            if (i > 0) join_last_to(bodies_.size() - 2);
        }
        join_last_to(0);
    }
    void add_net() {
        const auto side = static_cast<std::size_t>(random_.rng.integer(2, 6));
        const float center = 0.5f * static_cast<float>(side - 1);
        for (std::size_t i = 0; i < side * side; ++i) {
            add({(static_cast<float>(i % side) - center) * pitch_,
                 (static_cast<float>(i / side) - center) * pitch_},
                0.0f);
            if (i % side > 0) join_last_to(i - 1);
            if (i >= side) join_last_to(i - side);
        }
    }

    void join_last_to(std::size_t body) { join(world_, link_, bodies_[body], bodies_.back()); }
    void add(Vec2 position, float angle) {
        if (bodies_.empty()) choose_shape();
        bodies_.push_back(add_body(world_, flight_.body_at(position, angle), shape_, def_));
    }
    /// The shapes are large enough that no body is much smaller than the distance between its joints.
    void choose_shape() {
        const std::array shapes{
            Shape{disc(0.48f * pitch_)},
            Shape{make_box({0.46f * pitch_, random_.uniform(0.15f, 0.45f) * pitch_})},
            Shape{Capsule{{-0.3f * pitch_, 0.0f}, {0.3f * pitch_, 0.0f}, 0.15f * pitch_}}};
        shape_ = shapes[random_.rng.below(3)];
        def_ = {.material = {.friction = random_.rng.next_bool() ? 0.3f : 0.0f, .restitution = restitution_},
                .filter = {.group = random_.rng.next_bool() ? 0 : -1}};
    }

    Generator random_;
    float restitution_;
    World world_;
    RigidMotion flight_;
    Link link_;
    float pitch_;  ///< Distance between the centres of joined bodies, metres.
    Shape shape_ = disc(0.1f);
    ShapeDef def_;
    std::vector<BodyHandle> bodies_;
};

/// Runs the world of a seed for four seconds.
RunStats throw_bodies(std::uint64_t seed) {
    ThrownBodies thrown(seed);
    const RunStats stats = run_with_stats(thrown.world(), 240);
    EXPECT_FALSE(stats.failed);
    EXPECT_LE(stats.relative_gain, 0.01) << "of " << stats.start_energy << " J, step " << stats.max_gain_step;
    EXPECT_LE(stats.impact_rows, max_impact_rows(thrown.world()));
    return stats;
}

// The worlds that once gained the most energy: in 2623 by an impact on nearly redundant joints, in 2733 by
// warm starting of a bent net.
TEST(ThrownBodies, GainNoEnergyOnRegressionSeeds) {
    for (const std::uint64_t seed : {2623u, 2733u}) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        throw_bodies(seed);
    }
}

TEST(ThrownBodies, GainNoEnergy) {
    RunStats worst;
    for_each_random_instance([&](std::uint64_t seed) {
        const RunStats stats = throw_bodies(seed);
        worst.relative_gain = std::max(worst.relative_gain, stats.relative_gain);
        worst.impact_rows = std::max(worst.impact_rows, stats.impact_rows);
    });
    std::cout << "energy gain at most " << 100.0 * worst.relative_gain << " %, at most " << worst.impact_rows
              << " rows solved for the impacts of a step\n";
}

}  // namespace
}  // namespace toibox
