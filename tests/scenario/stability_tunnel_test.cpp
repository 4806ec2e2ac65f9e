// SPDX-License-Identifier: MIT
// What passes through a wall on the fast path with the policy that is the default: twenty speeds of 20 to
// 400 m/s at eleven angles of up to one radian, without gravity and from 10 m away, against the figures of
// Box2D 3.2 (tests/support/pile_run.h).
#include "tests/support/pile_run.h"

namespace toibox {
namespace {

using namespace testing_support;

constexpr int speeds = 20;
constexpr int angles = 11;

struct Wall {
    float half = 0.05f;
    BodyType type = BodyType::Static;
};
struct Missile {
    Shape shape;
    float spin = 0.0f;
    bool bullet = false;
};

WorldSettings soft_step_in_space() {
    WorldSettings settings = soft_step_on_earth();
    settings.gravity = {};
    return settings;
}

/// Whether the missile is seen behind the wall within 90 steps; the wall may have moved.
bool passes(const Wall& wall, const Missile& missile, float speed, float angle) {
    World world(soft_step_in_space());
    const BodyHandle barrier = world.create_body({.type = wall.type});
    world.attach(barrier, make_box({wall.half, 50.0f}), {.material = {.density = 100.0f}});
    const Rot aim = make_rot(angle);
    const Vec2 way{aim.c, aim.s};
    const BodyHandle body = world.create_body({.position = -10.0f * way,
                                               .linear_velocity = speed * way,
                                               .angular_velocity = missile.spin,
                                               .bullet = missile.bullet});
    world.attach(body, missile.shape);
    for (int step = 0; step < 90; ++step) {
        EXPECT_FALSE(world.step(frame).non_finite);
        const BodyPose& at = world.find(barrier)->pose();
        const Vec2 place = inv_rotate(at.rotation, world.find(body)->center() - at.center);
        if (place.x > wall.half && std::abs(place.y) < 49.0f) return true;
    }
    return false;
}

/// How many of the 220 pass.
int count_passes(const std::string& name, const Wall& wall, const Missile& missile, const char* peer) {
    int count = 0;
    for (int i = 0; i < speeds; ++i) {
        for (int k = 0; k < angles; ++k) {
            const float speed = 20.0f + 20.0f * static_cast<float>(i);
            const float angle = -1.0f + 0.2f * static_cast<float>(k);
            count += passes(wall, missile, speed, angle) ? 1 : 0;
        }
    }
    std::cout << name << ": " << count << " of " << speeds * angles << " pass (Box2D " << peer << ")\n";
    ::testing::Test::RecordProperty(name, count);
    return count;
}

const Missile pellet{.shape = disc(0.1f)};
const Missile cube{.shape = make_box({0.1f, 0.1f})};
const Missile sliver{.shape = make_box({0.5f, 0.02f}), .spin = 50.0f};

Missile as_bullet(Missile missile) {
    missile.bullet = true;
    return missile;
}

TEST(StabilityOfWalls, NothingPassesAStaticWall) {
    EXPECT_EQ(count_passes("disc at a static wall", {}, pellet, "0"), 0);
    EXPECT_EQ(count_passes("box at a static wall", {}, cube, "0"), 0);
    EXPECT_EQ(count_passes("sliver at a static wall", {}, sliver, "0"), 0);
}

TEST(StabilityOfWalls, NothingPassesAStaticSheet) {
    const Wall sheet{.half = 0.001f};
    EXPECT_EQ(count_passes("disc at a static sheet", sheet, pellet, "not measured"), 0);
    EXPECT_EQ(count_passes("box at a static sheet", sheet, cube, "not measured"), 0);
    EXPECT_EQ(count_passes("sliver at a static sheet", sheet, sliver, "6"), 0);
}

TEST(StabilityOfWalls, NoBulletPassesADynamicWall) {
    const Wall wall{.type = BodyType::Dynamic};
    EXPECT_EQ(count_passes("bullet disc at a dynamic wall", wall, as_bullet(pellet), "0"), 0);
    EXPECT_EQ(count_passes("bullet box at a dynamic wall", wall, as_bullet(cube), "0"), 0);
    EXPECT_EQ(count_passes("bullet sliver at a dynamic wall", wall, as_bullet(sliver), "0"), 0);
}

// Two bodies that both move are searched for impacts only if one is a bullet: most pass, in Box2D as here.
TEST(StabilityOfWalls, OthersPassADynamicWall) {
    const Wall wall{.type = BodyType::Dynamic};
    EXPECT_LE(count_passes("disc at a dynamic wall", wall, pellet, "207"), 208);
    EXPECT_LE(count_passes("box at a dynamic wall", wall, cube, "206"), 214);
    EXPECT_LE(count_passes("sliver at a dynamic wall", wall, sliver, "200"), 202);
}

// Two bullets of radius 0.1 that meet head-on at 20 to 410 m/s each.
TEST(StabilityOfWalls, BulletsMeetBullets) {
    int count = 0;
    for (int i = 0; i < 40; ++i) {
        const float speed = 20.0f + 10.0f * static_cast<float>(i);
        World world(soft_step_in_space());
        const BodyHandle left =
            world.create_body({.position = {-10.0f, 0.0f}, .linear_velocity = {speed, 0.0f}, .bullet = true});
        const BodyHandle right =
            world.create_body({.position = {10.0f, 0.0f}, .linear_velocity = {-speed, 0.0f}, .bullet = true});
        world.attach(left, disc(0.1f));
        world.attach(right, disc(0.1f));
        bool passed = false;
        for (int step = 0; step < 90; ++step) {
            EXPECT_FALSE(world.step(frame).non_finite);
            passed = passed || world.find(left)->center().x > world.find(right)->center().x + 0.05f;
        }
        count += passed ? 1 : 0;
    }
    std::cout << "bullet against bullet: " << count << " of 40 pass (Box2D 40)\n";
    EXPECT_EQ(count, 0);
}

}  // namespace
}  // namespace toibox
