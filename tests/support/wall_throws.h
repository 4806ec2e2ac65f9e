// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"

#include <cmath>

/// Tunnelling experiments that several engines can run: bodies are thrown at a wall from 10 m away without
/// gravity, at twenty speeds of 20 to 400 m/s and eleven angles of up to one radian, and two bullets meet
/// head-on.
namespace toibox::testing_support {

struct Wall {
    float half_thickness = 0.05f;
    BodyType type = BodyType::Static;
};
inline constexpr float wall_half_length = 50.0f;
inline constexpr float wall_density = 100.0f;

struct Projectile {
    Shape shape;
    float spin = 0.0f;
    bool bullet = false;
};
inline const Projectile pellet{.shape = disc(0.1f)};
inline const Projectile square{.shape = make_box({0.1f, 0.1f})};
inline const Projectile sliver{.shape = make_box({0.5f, 0.02f}), .spin = 50.0f};

inline Projectile as_bullet(Projectile projectile) {
    projectile.bullet = true;
    return projectile;
}

struct Throw {
    Wall wall;
    Projectile projectile;
    Vec2 from;
    Vec2 velocity;
};

inline constexpr int throw_count = 220;
inline constexpr int throw_steps = 90;

/// A throw in this engine.
class WallThrowWorld {
public:
    WallThrowWorld(const WorldSettings& settings, const Throw& thrown) : world_(settings) {
        wall_ = world_.create_body({.type = thrown.wall.type});
        world_.attach(wall_, make_box({thrown.wall.half_thickness, wall_half_length}),
                      {.material = {.density = wall_density}});
        projectile_ = world_.create_body({.position = thrown.from,
                                          .linear_velocity = thrown.velocity,
                                          .angular_velocity = thrown.projectile.spin,
                                          .bullet = thrown.projectile.bullet});
        world_.attach(projectile_, thrown.projectile.shape);
    }
    void step() { EXPECT_FALSE(world_.step(time_step).non_finite); }
    /// Position of the projectile in the frame of the wall, metres. A dynamic wall may have moved.
    [[nodiscard]] Vec2 position() const {
        const BodyPose& wall = world_.find(wall_)->pose();
        return inv_rotate(wall.rotation, world_.find(projectile_)->center() - wall.center);
    }

private:
    World world_;
    BodyHandle wall_;
    BodyHandle projectile_;
};

/// Whether the projectile is behind the wall after any of 90 steps.
template <class ThrowWorld>
bool passes_through_wall(ThrowWorld world, const Wall& wall) {
    for (int step = 0; step < throw_steps; ++step) {
        world.step();
        const Vec2 position = world.position();
        if (position.x > wall.half_thickness && std::abs(position.y) < wall_half_length - 1.0f) return true;
    }
    return false;
}

/// Number of the 220 throws that pass through the wall. `make_throw_world(throw)` returns an object like
/// WallThrowWorld.
template <class MakeThrowWorld>
int count_passes(const Wall& wall, const Projectile& projectile, MakeThrowWorld&& make_throw_world) {
    int count = 0;
    for (int i = 0; i < throw_count; ++i) {
        const float speed = 20.0f + 20.0f * static_cast<float>(i / 11);
        const Rot aim = make_rot(-1.0f + 0.2f * static_cast<float>(i % 11));
        const Vec2 direction{aim.c, aim.s};
        const Throw thrown{.wall = wall,
                           .projectile = projectile,
                           .from = -10.0f * direction,
                           .velocity = speed * direction};
        count += passes_through_wall(make_throw_world(thrown), wall) ? 1 : 0;
    }
    return count;
}

inline constexpr int head_on_count = 40;
inline constexpr float head_on_radius = 0.1f;
inline constexpr float head_on_distance = 10.0f;

/// Number of the forty pairs of bullets that pass through each other, at 20 to 410 m/s each.
/// `make_bullets(speed)` returns an object like HeadOnBullets.
template <class MakeBullets>
int count_head_on_passes(MakeBullets&& make_bullets) {
    int count = 0;
    for (int i = 0; i < head_on_count; ++i) {
        auto bullets = make_bullets(20.0f + 10.0f * static_cast<float>(i));
        bool passed = false;
        for (int step = 0; step < throw_steps; ++step) {
            bullets.step();
            passed = passed || bullets.distance_past() > 0.5f * head_on_radius;
        }
        count += passed ? 1 : 0;
    }
    return count;
}

/// Two bullets that meet head-on, in this engine.
class HeadOnBullets {
public:
    HeadOnBullets(const WorldSettings& settings, float speed) : world_(settings) {
        left_ = fire(-head_on_distance, speed);
        right_ = fire(head_on_distance, -speed);
    }
    void step() { EXPECT_FALSE(world_.step(time_step).non_finite); }
    /// How far the left bullet is past the right one, metres; negative before they meet.
    [[nodiscard]] float distance_past() const {
        return world_.find(left_)->center().x - world_.find(right_)->center().x;
    }

private:
    BodyHandle fire(float x, float speed) {
        return add_ball(world_, {x, 0.0f}, head_on_radius,
                        {.linear_velocity = {speed, 0.0f}, .bullet = true});
    }

    World world_;
    BodyHandle left_;
    BodyHandle right_;
};

}  // namespace toibox::testing_support
