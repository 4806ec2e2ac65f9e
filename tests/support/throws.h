// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"

#include <cmath>

/// What passes through a wall: twenty speeds of 20 to 400 m/s at eleven angles of up to one radian, without
/// gravity and from 10 m away; and two bullets that meet head-on. As data, so that more than one engine can
/// be given the same.
namespace toibox::testing_support {

struct Wall {
    float half = 0.05f;
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
inline const Projectile cube{.shape = make_box({0.1f, 0.1f})};
inline const Projectile sliver{.shape = make_box({0.5f, 0.02f}), .spin = 50.0f};

inline Projectile as_bullet(Projectile projectile) {
    projectile.bullet = true;
    return projectile;
}

/// One throw.
struct Throw {
    Wall wall;
    Projectile projectile;
    Vec2 from;
    Vec2 velocity;
};

inline constexpr int throw_count = 220;
inline constexpr int throw_steps = 90;

/// A world with a throw in toibox.
class WallThrowWorld {
public:
    WallThrowWorld(const WorldSettings& settings, const Throw& what) : world_(settings) {
        wall_ = world_.create_body({.type = what.wall.type});
        world_.attach(wall_, make_box({what.wall.half, wall_half_length}),
                      {.material = {.density = wall_density}});
        projectile_ = world_.create_body({.position = what.from,
                                          .linear_velocity = what.velocity,
                                          .angular_velocity = what.projectile.spin,
                                          .bullet = what.projectile.bullet});
        world_.attach(projectile_, what.projectile.shape);
    }
    void step() { EXPECT_FALSE(world_.step(time_step).non_finite); }
    /// Of the missile, as seen from the wall, which may have moved.
    [[nodiscard]] Vec2 place() const {
        const BodyPose& at = world_.find(wall_)->pose();
        return inv_rotate(at.rotation, world_.find(projectile_)->center() - at.center);
    }

private:
    World world_;
    BodyHandle wall_;
    BodyHandle projectile_;
};

/// Whether the missile is seen behind the wall within 90 steps.
template <class AnyRange>
bool passes_through_wall(AnyRange range, const Wall& wall) {
    for (int step = 0; step < throw_steps; ++step) {
        range.step();
        const Vec2 place = range.place();
        if (place.x > wall.half && std::abs(place.y) < wall_half_length - 1.0f) return true;
    }
    return false;
}

/// How many of the 220 throws pass; `range_of` makes a range of a Throw.
template <class RangeOf>
int count_passes(const Wall& wall, const Projectile& projectile, RangeOf&& range_of) {
    int count = 0;
    for (int i = 0; i < throw_count; ++i) {
        const float speed = 20.0f + 20.0f * static_cast<float>(i / 11);
        const Rot aim = make_rot(-1.0f + 0.2f * static_cast<float>(i % 11));
        const Vec2 way{aim.c, aim.s};
        const Throw what{
            .wall = wall, .projectile = projectile, .from = -10.0f * way, .velocity = speed * way};
        count += passes_through_wall(range_of(what), wall) ? 1 : 0;
    }
    return count;
}

inline constexpr int head_on_count = 40;
inline constexpr float head_on_radius = 0.1f;
inline constexpr float head_on_distance = 10.0f;

/// How many of forty pairs of bullets pass through each other, at 20 to 410 m/s each. `duel_of(speed)` makes
/// something to step that tells by how far the left one is past the right one.
template <class DuelOf>
int count_head_on_passes(DuelOf&& duel_of) {
    int count = 0;
    for (int i = 0; i < head_on_count; ++i) {
        auto pair = duel_of(20.0f + 10.0f * static_cast<float>(i));
        bool passed = false;
        for (int step = 0; step < throw_steps; ++step) {
            pair.step();
            passed = passed || pair.past() > 0.5f * head_on_radius;
        }
        count += passed ? 1 : 0;
    }
    return count;
}

/// Two bullets of a duel in toibox.
class HeadOnBullets {
public:
    HeadOnBullets(const WorldSettings& settings, float speed) : world_(settings) {
        left_ = fire(-head_on_distance, speed);
        right_ = fire(head_on_distance, -speed);
    }
    void step() { EXPECT_FALSE(world_.step(time_step).non_finite); }
    [[nodiscard]] float past() const {
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
