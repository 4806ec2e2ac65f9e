// SPDX-License-Identifier: MIT
// What passes through walls (tests/support/throws.h) in toibox (soft step, its defaults) and in Box2D 2.4.1
// (continuous physics, 8 velocity and 3 position iterations), the same throws in the same run. Box2D moves no
// body by more than 2 m a step: of 400 m/s, 120 are left. Its polygons have a skin of 1 cm.
#include "tests/support/throws.h"

#include <box2d/box2d.h>
#include <iostream>
#include <memory>
#include <string>
#include <variant>

namespace toibox {
namespace {

using namespace testing_support;

b2Body* add_body(b2World& world, b2BodyType type, Vec2 place, Vec2 velocity, float spin, bool bullet) {
    b2BodyDef def;
    def.type = type;
    def.position.Set(place.x, place.y);
    def.linearVelocity.Set(velocity.x, velocity.y);
    def.angularVelocity = spin;
    def.bullet = bullet;
    return world.CreateBody(&def);
}

void attach(b2Body& body, const b2Shape& shape, float density) {
    b2FixtureDef def;
    def.shape = &shape;
    def.density = density;
    def.friction = 0.6f;
    body.CreateFixture(&def);
}

void attach_projectile(b2Body& body, const Shape& shape) {
    if (const auto* disc = std::get_if<Circle>(&shape)) {
        b2CircleShape circle;
        circle.m_radius = disc->radius;
        return attach(body, circle, 1.0f);
    }
    const Vec2 corner = std::get<Polygon>(shape).vertices()[0];
    b2PolygonShape box;
    box.SetAsBox(std::abs(corner.x), std::abs(corner.y));
    attach(body, box, 1.0f);
}

/// What Range is, in Box2D.
class Box2dRange {
public:
    explicit Box2dRange(const Throw& what) : world_(std::make_unique<b2World>(b2Vec2(0.0f, 0.0f))) {
        const bool stands = what.wall.type == BodyType::Static;
        wall_ = add_body(*world_, stands ? b2_staticBody : b2_dynamicBody, {}, {}, 0.0f, false);
        b2PolygonShape wall;
        wall.SetAsBox(what.wall.half, wall_half_length);
        attach(*wall_, wall, wall_density);
        const Projectile& projectile = what.projectile;
        projectile_ =
            add_body(*world_, b2_dynamicBody, what.from, what.velocity, projectile.spin, projectile.bullet);
        attach_projectile(*projectile_, projectile.shape);
    }
    void step() { world_->Step(time_step, 8, 3); }
    [[nodiscard]] Vec2 place() const {
        const b2Vec2 at = wall_->GetLocalPoint(projectile_->GetWorldCenter());
        return {at.x, at.y};
    }

private:
    std::unique_ptr<b2World> world_;
    b2Body* wall_ = nullptr;
    b2Body* projectile_ = nullptr;
};

/// What Duel is, in Box2D.
class Box2dDuel {
public:
    explicit Box2dDuel(float speed) : world_(std::make_unique<b2World>(b2Vec2(0.0f, 0.0f))) {
        left_ = fire(-head_on_distance, speed);
        right_ = fire(head_on_distance, -speed);
    }
    void step() { world_->Step(time_step, 8, 3); }
    [[nodiscard]] float past() const { return left_->GetWorldCenter().x - right_->GetWorldCenter().x; }

private:
    b2Body* fire(float x, float speed) {
        b2Body* const body = add_body(*world_, b2_dynamicBody, {x, 0.0f}, {speed, 0.0f}, 0.0f, true);
        attach_projectile(*body, disc(head_on_radius));
        return body;
    }

    std::unique_ptr<b2World> world_;
    b2Body* left_ = nullptr;
    b2Body* right_ = nullptr;
};

struct Passed {
    int ours = 0;
    int theirs = 0;
};
Passed told(const std::string& name, const Passed& passed, int of) {
    std::cout << name << ": " << passed.ours << " of " << of << " pass (Box2D 2.4.1 " << passed.theirs
              << ")\n";
    ::testing::Test::RecordProperty(name, passed.ours);
    ::testing::Test::RecordProperty(name + ", Box2D 2.4.1", passed.theirs);
    return passed;
}

Passed passes_of(const std::string& name, const Wall& wall, const Projectile& projectile) {
    const Passed passed{
        count_passes(wall, projectile, [](const Throw& what) { return WallThrowWorld(weightless(), what); }),
        count_passes(wall, projectile, [](const Throw& what) { return Box2dRange(what); })};
    return told(name, passed, throw_count);
}

TEST(WallsComparedToBox2D, NothingPassesAStaticSheet) {
    const Wall sheet{.half = 0.001f};
    EXPECT_EQ(passes_of("disc at a static sheet", sheet, pellet).ours, 0);
    EXPECT_EQ(passes_of("box at a static sheet", sheet, cube).ours, 0);
    EXPECT_EQ(passes_of("sliver at a static sheet", sheet, sliver).ours, 0);
}

TEST(WallsComparedToBox2D, NoBulletPassesADynamicWall) {
    const Wall wall{.type = BodyType::Dynamic};
    EXPECT_EQ(passes_of("bullet disc at a dynamic wall", wall, as_bullet(pellet)).ours, 0);
    EXPECT_EQ(passes_of("bullet box at a dynamic wall", wall, as_bullet(cube)).ours, 0);
    EXPECT_EQ(passes_of("bullet sliver at a dynamic wall", wall, as_bullet(sliver)).ours, 0);
}

// Box2D looks for no impacts of two dynamic bodies without a bullet.
TEST(WallsComparedToBox2D, NothingPassesAHeavyDynamicWall) {
    const Wall wall{.type = BodyType::Dynamic};
    EXPECT_EQ(passes_of("disc at a dynamic wall", wall, pellet).ours, 0);
    EXPECT_EQ(passes_of("box at a dynamic wall", wall, cube).ours, 0);
    EXPECT_EQ(passes_of("sliver at a dynamic wall", wall, sliver).ours, 0);
}

TEST(WallsComparedToBox2D, BulletsMeetBullets) {
    const Passed passed{count_head_on_passes([](float speed) { return HeadOnBullets(weightless(), speed); }),
                        count_head_on_passes([](float speed) { return Box2dDuel(speed); })};
    EXPECT_EQ(told("bullet against bullet", passed, head_on_count).ours, 0);
}

}  // namespace
}  // namespace toibox
