// SPDX-License-Identifier: MIT
#include "tests/bench/box2d_engine.h"

#include "toibox/math/rot.h"
#include "toibox/math/trig.h"

#include <algorithm>
#include <box2d/box2d.h>
#include <cmath>

namespace toibox::bench {

namespace {

constexpr int velocity_iterations = 8;
constexpr int position_iterations = 3;

b2Vec2 vec(Vec2 v) {
    return {v.x, v.y};
}

b2BodyType type_of(BodyType type) {
    if (type == BodyType::Static) return b2_staticBody;
    return type == BodyType::Kinematic ? b2_kinematicBody : b2_dynamicBody;
}

b2PolygonShape polygon_of(std::span<const b2Vec2> vertices) {
    b2PolygonShape shape;
    shape.Set(vertices.data(), static_cast<int>(vertices.size()));
    return shape;
}

b2PolygonShape convert(const Polygon& polygon) {
    std::vector<b2Vec2> vertices;
    const bool is_rounded_box = polygon.count() == 4 && polygon.radius() > 0.0f;
    for (const Vec2 v : polygon.vertices()) {
        // A rounded box becomes a box of the same extents: each vertex moves outwards by the radius on both
        // axes.
        const Vec2 outward = v - polygon.centroid();
        const float r = is_rounded_box ? polygon.radius() : 0.0f;
        vertices.push_back({v.x + std::copysign(r, outward.x), v.y + std::copysign(r, outward.y)});
    }
    return polygon_of(vertices);
}

/// An octagon with the length and width of the capsule: four vertices around each end, at odd multiples
/// of 22.5° from the axis.
b2PolygonShape convert(const Capsule& capsule) {
    const Vec2 axis = normalized(capsule.b - capsule.a);
    const float circumradius = capsule.radius / make_rot(static_cast<float>(pi) / 8.0f).c;
    std::vector<b2Vec2> vertices;
    for (int i = 0; i < 8; ++i) {
        const float angle = static_cast<float>(pi) / 8.0f * static_cast<float>(2 * i - 3);
        const Vec2 offset = circumradius * rotate(make_rot(angle), axis);
        vertices.push_back(vec((i < 4 ? capsule.b : capsule.a) + offset));
    }
    return polygon_of(vertices);
}

b2CircleShape convert(const Circle& circle) {
    b2CircleShape shape;
    shape.m_p = vec(circle.center);
    shape.m_radius = circle.radius;
    return shape;
}

b2EdgeShape convert(const Segment& segment) {
    b2EdgeShape shape;
    if (segment.has_ghost_a && segment.has_ghost_b)
        shape.SetOneSided(vec(segment.ghost_a), vec(segment.a), vec(segment.b), vec(segment.ghost_b));
    else
        shape.SetTwoSided(vec(segment.a), vec(segment.b));
    return shape;
}

double max_depth(b2Contact& contact) {
    b2WorldManifold manifold;
    contact.GetWorldManifold(&manifold);
    double depth = 0.0;
    for (int i = 0; i < contact.GetManifold()->pointCount; ++i)
        depth = std::max(depth, -static_cast<double>(manifold.separations[i]));
    return depth;
}

}  // namespace

Box2dEngine::Box2dEngine(const Scene& scene) : world_(std::make_unique<b2World>(vec(scene.gravity))) {
    world_->SetAllowSleeping(scene.sleeping);
}

Box2dEngine::~Box2dEngine() = default;

BodyHandle Box2dEngine::create_body(const BodyDef& def) {
    b2BodyDef body;
    body.awake = def.awake;
    body.type = type_of(def.type);
    body.position = vec(def.position);
    body.angle = def.angle;
    body.linearVelocity = vec(def.linear_velocity);
    body.angularVelocity = def.angular_velocity;
    body.linearDamping = def.linear_damping;
    body.angularDamping = def.angular_damping;
    body.gravityScale = def.gravity_scale;
    bodies_.push_back(world_->CreateBody(&body));
    return {.index = static_cast<std::uint32_t>(bodies_.size() - 1)};
}

void Box2dEngine::attach(BodyHandle body, const Shape& shape, const ShapeDef& def) {
    b2FixtureDef fixture;
    fixture.density = def.material.density;
    fixture.friction = def.material.friction;
    fixture.restitution = def.material.restitution;
    fixture.filter.categoryBits = static_cast<std::uint16_t>(def.filter.category);
    fixture.filter.maskBits = static_cast<std::uint16_t>(def.filter.mask);
    fixture.filter.groupIndex = static_cast<std::int16_t>(def.filter.group);
    std::visit(
        [&](const auto& geometry) {
            const auto converted = convert(geometry);
            fixture.shape = &converted;
            bodies_[body.index]->CreateFixture(&fixture);
        },
        shape);
}

void Box2dEngine::create_joint(const RevoluteJointDef& def) {
    b2RevoluteJointDef joint;
    joint.Initialize(bodies_[def.body_a.index], bodies_[def.body_b.index], vec(def.anchor));
    joint.collideConnected = def.collide_connected;
    joint.referenceAngle = def.reference_angle.value_or(joint.referenceAngle);
    joint.enableLimit = def.limit.enabled;
    joint.lowerAngle = def.limit.lower;
    joint.upperAngle = def.limit.upper;
    joint.enableMotor = def.motor.enabled;
    joint.motorSpeed = def.motor.speed;
    joint.maxMotorTorque = def.motor.max_force;
    world_->CreateJoint(&joint);
}

void Box2dEngine::destroy(BodyHandle body) {
    world_->DestroyBody(bodies_[body.index]);
    bodies_[body.index] = nullptr;
}

void Box2dEngine::set_velocity(BodyHandle body, Vec2 linear, float angular) {
    bodies_[body.index]->SetLinearVelocity(vec(linear));
    bodies_[body.index]->SetAngularVelocity(angular);
}

Vec2 Box2dEngine::position(BodyHandle body) const {
    const b2Vec2 position = bodies_[body.index]->GetPosition();
    return {position.x, position.y};
}

bool Box2dEngine::step() {
    world_->Step(time_step, velocity_iterations, position_iterations);
    const b2Profile& profile = world_->GetProfile();
    // Box2D's solve time includes its broad phase.
    stage_times_ = {static_cast<double>(profile.broadphase), static_cast<double>(profile.collide),
                    static_cast<double>(profile.solve - profile.broadphase),
                    static_cast<double>(profile.solveTOI)};
    return true;
}

WorldStats Box2dEngine::stats() const {
    WorldStats stats{.bodies = world_->GetBodyCount(),
                     .joints = world_->GetJointCount(),
                     .contacts = world_->GetContactCount()};
    for (b2Contact* contact = world_->GetContactList(); contact != nullptr; contact = contact->GetNext()) {
        if (!contact->IsTouching()) continue;
        ++stats.touching;
        stats.penetration = std::max(stats.penetration, max_depth(*contact));
    }
    for (b2Joint* joint = world_->GetJointList(); joint != nullptr; joint = joint->GetNext()) {
        const float gap = (joint->GetAnchorB() - joint->GetAnchorA()).Length();
        stats.joint_gap = std::max(stats.joint_gap, static_cast<double>(gap));
    }
    return stats;
}

std::span<const std::string_view> Box2dEngine::stage_names() const {
    static constexpr std::array<std::string_view, stages> names{"pairs", "collide", "solve", "continuous"};
    return names;
}

}  // namespace toibox::bench
