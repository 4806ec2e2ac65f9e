// SPDX-License-Identifier: MIT
// Counts bodies that pass through walls (tests/support/wall_throws.h) in toibox (soft step, default settings)
// and in Box2D 2.4.1 (continuous physics, 8 velocity and 3 position iterations), for the same throws. In
// toibox no body may pass; the counts of Box2D are only printed. Box2D moves no body by more than 2 m per
// step, so 400 m/s become 120 m/s, and its polygons have a skin of 1 cm.
#include "tests/support/wall_throws.h"

#include <box2d/box2d.h>
#include <iostream>
#include <memory>
#include <string>
#include <variant>

namespace toibox {
namespace {

using namespace testing_support;

b2Body* add_body(b2World& world, b2BodyType type, Vec2 position, Vec2 velocity, float spin, bool bullet) {
    b2BodyDef def;
    def.type = type;
    def.position.Set(position.x, position.y);
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

/// A throw in Box2D, the counterpart of WallThrowWorld.
class Box2dThrow {
public:
    explicit Box2dThrow(const Throw& thrown) : world_(std::make_unique<b2World>(b2Vec2(0.0f, 0.0f))) {
        const bool is_static = thrown.wall.type == BodyType::Static;
        wall_ = add_body(*world_, is_static ? b2_staticBody : b2_dynamicBody, {}, {}, 0.0f, false);
        b2PolygonShape wall;
        wall.SetAsBox(thrown.wall.half_thickness, wall_half_length);
        attach(*wall_, wall, wall_density);
        const Projectile& projectile = thrown.projectile;
        projectile_ = add_body(*world_, b2_dynamicBody, thrown.from, thrown.velocity, projectile.spin,
                               projectile.bullet);
        attach_projectile(*projectile_, projectile.shape);
    }
    void step() { world_->Step(time_step, 8, 3); }
    [[nodiscard]] Vec2 position() const {
        const b2Vec2 local = wall_->GetLocalPoint(projectile_->GetWorldCenter());
        return {local.x, local.y};
    }

private:
    std::unique_ptr<b2World> world_;
    b2Body* wall_ = nullptr;
    b2Body* projectile_ = nullptr;
};

/// Two bullets that meet head-on in Box2D, the counterpart of HeadOnBullets.
class Box2dBullets {
public:
    explicit Box2dBullets(float speed) : world_(std::make_unique<b2World>(b2Vec2(0.0f, 0.0f))) {
        left_ = fire(-head_on_distance, speed);
        right_ = fire(head_on_distance, -speed);
    }
    void step() { world_->Step(time_step, 8, 3); }
    [[nodiscard]] float distance_past() const {
        return left_->GetWorldCenter().x - right_->GetWorldCenter().x;
    }

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

struct PassCounts {
    int toibox = 0;
    int box2d = 0;
};
/// Prints and records the counts, and returns them.
PassCounts print_counts(const std::string& name, const PassCounts& passed, int total) {
    std::cout << name << ": " << passed.toibox << " of " << total << " pass (Box2D 2.4.1 " << passed.box2d
              << ")\n";
    ::testing::Test::RecordProperty(name, passed.toibox);
    ::testing::Test::RecordProperty(name + ", Box2D 2.4.1", passed.box2d);
    return passed;
}

PassCounts count_and_print(const std::string& name, const Wall& wall, const Projectile& projectile) {
    const PassCounts passed{
        count_passes(wall, projectile,
                     [](const Throw& thrown) { return WallThrowWorld(weightless(), thrown); }),
        count_passes(wall, projectile, [](const Throw& thrown) { return Box2dThrow(thrown); })};
    return print_counts(name, passed, throw_count);
}

TEST(WallsComparedToBox2D, NothingPassesAStaticSheet) {
    const Wall sheet{.half_thickness = 0.001f};
    EXPECT_EQ(count_and_print("disc at a static sheet", sheet, pellet).toibox, 0);
    EXPECT_EQ(count_and_print("box at a static sheet", sheet, square).toibox, 0);
    EXPECT_EQ(count_and_print("sliver at a static sheet", sheet, sliver).toibox, 0);
}

TEST(WallsComparedToBox2D, NoBulletPassesADynamicWall) {
    const Wall wall{.type = BodyType::Dynamic};
    EXPECT_EQ(count_and_print("bullet disc at a dynamic wall", wall, as_bullet(pellet)).toibox, 0);
    EXPECT_EQ(count_and_print("bullet box at a dynamic wall", wall, as_bullet(square)).toibox, 0);
    EXPECT_EQ(count_and_print("bullet sliver at a dynamic wall", wall, as_bullet(sliver)).toibox, 0);
}

// Box2D does not search for impacts between two dynamic bodies if neither is a bullet.
TEST(WallsComparedToBox2D, NothingPassesAHeavyDynamicWall) {
    const Wall wall{.type = BodyType::Dynamic};
    EXPECT_EQ(count_and_print("disc at a dynamic wall", wall, pellet).toibox, 0);
    EXPECT_EQ(count_and_print("box at a dynamic wall", wall, square).toibox, 0);
    EXPECT_EQ(count_and_print("sliver at a dynamic wall", wall, sliver).toibox, 0);
}

TEST(WallsComparedToBox2D, BulletsDoNotPassEachOther) {
    const PassCounts passed{
        count_head_on_passes([](float speed) { return HeadOnBullets(weightless(), speed); }),
        count_head_on_passes([](float speed) { return Box2dBullets(speed); })};
    EXPECT_EQ(print_counts("bullet against bullet", passed, head_on_count).toibox, 0);
}

}  // namespace
}  // namespace toibox
