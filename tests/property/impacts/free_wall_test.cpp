// SPDX-License-Identifier: MIT

// Bullets against a thin wall of 1 kg that nothing holds, under both solvers: none passes through the wall,
// and none stands deeper in it than half of the thinner of the two. TOIBOX_SEED=n runs only the throw with
// that seed.

#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

class ThrownBullet {
public:
    explicit ThrownBullet(std::uint64_t seed)
        : random_(seed),
          world_(
              weightless_with(random_.rng.next_bool() ? SolverKind::SoftStep : SolverKind::SequentialImpulses,
                              ContinuousPolicy::SubstepAtImpact)) {
        add_wall();
        add_bullet();
        thickness_ =
            2.0f * std::min(world_.find(wall_)->mass().min_extent, world_.find(bullet_)->mass().min_extent);
        position_ = bullet_in_wall();
    }
    /// Runs a second. `passed`: the bullet has changed sides through the wall; `depth`: the deepest overlap.
    void run() {
        for (int i = 0; i < 60; ++i) {
            const float spin_before = std::abs(world_.find(wall_)->velocity().angular);
            world_.step(time_step);
            // In the frame of a spinning wall the bullet moves on an arc, so its crossing is known only if
            // the wall turns slowly.
            const bool turns_slowly = spin_before + std::abs(world_.find(wall_)->velocity().angular) < 12.0f;
            const Vec2 before = position_;
            position_ = bullet_in_wall();
            if (before.x * position_.x < 0.0f && turns_slowly) {
                const float fraction = before.x / (before.x - position_.x);
                passed =
                    passed || std::abs(before.y + fraction * (position_.y - before.y)) < 0.95f * half_height_;
            }
            for (const Contact& contact : world_.contacts()) {
                for (std::uint8_t k = 0; k < contact.count; ++k)
                    depth = std::max(depth, -contact.points[k].separation);
            }
        }
    }
    /// Of the thinner of the two, metres.
    [[nodiscard]] float thickness() const { return thickness_; }

    bool passed = false;
    float depth = 0.0f;

private:
    Material random_material(float density) {
        return {.density = density,
                .friction = random_.uniform(0.0f, 1.0f),
                .restitution = random_.rng.next_bool() ? 0.0f : random_.uniform(0.0f, 1.0f)};
    }
    void add_wall() {
        const float half_thickness = random_.uniform(0.005f, 0.05f);
        half_height_ = random_.uniform(0.5f, 3.0f);
        wall_ = add_body(world_, {}, make_box({half_thickness, half_height_}),
                         {.material = random_material(1.0f / (4.0f * half_thickness * half_height_))});
    }
    void add_bullet() {
        const float size = random_.uniform(0.02f, 0.2f);
        const Shape shape = random_.rng.next_bool()
                                ? Shape{make_box({size, size * random_.uniform(0.3f, 1.0f)})}
                                : Shape{disc(size)};
        const Rot aim = make_rot(random_.uniform(-0.6f, 0.6f));
        const Vec2 direction{aim.c, aim.s};
        const Vec2 target{0.0f, random_.uniform(-0.8f, 0.8f) * half_height_};
        const BodyDef def{.position = target - random_.uniform(1.0f, 8.0f) * direction,
                          .angle = random_.uniform(-3.0f, 3.0f),
                          .linear_velocity = random_.uniform(20.0f, 400.0f) * direction,
                          .angular_velocity = random_.uniform(-30.0f, 30.0f),
                          .bullet = true};
        bullet_ =
            add_body(world_, def, shape, {.material = random_material(random_.magnitude(0.5f, 200.0f))});
    }
    /// Position of the bullet in the frame of the wall, metres.
    [[nodiscard]] Vec2 bullet_in_wall() const {
        const BodyView wall = *world_.find(wall_);
        return inv_rotate(wall.pose().rotation, world_.find(bullet_)->position() - wall.position());
    }

    Generator random_;
    World world_;
    BodyHandle wall_;
    BodyHandle bullet_;
    float half_height_ = 0.0f;
    float thickness_ = 0.0f;
    Vec2 position_;
};

TEST(FreeWallProperty, BulletsNeitherPassNorStandDeep) {
    for_each_random_instance([](std::uint64_t seed) {
        ThrownBullet thrown(seed);
        thrown.run();
        EXPECT_FALSE(thrown.passed);
        EXPECT_LE(thrown.depth, 0.5f * thrown.thickness());
    });
}

}  // namespace
}  // namespace toibox
