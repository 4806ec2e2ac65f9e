// SPDX-License-Identifier: MIT
// Parameters from Box2D 3.2, shared/human.c.
#include "app/bench/ragdoll.h"

#include "toibox/geometry/hull.h"
#include "toibox/math/trig.h"

namespace toibox::bench {

namespace {

struct Bone {
    int parent = -1;        ///< Index in `bones`; −1: none.
    float height = 0.0f;    ///< Height of the body's origin above the ragdoll's, metres.
    float bottom = 0.0f;    ///< Lower end of the capsule's axis, y relative to the origin, metres.
    float top = 0.0f;       ///< Upper end of the capsule's axis, y relative to the origin, metres.
    float radius = 0.0f;    ///< Radius of the capsule, metres.
    float pivot = 0.0f;     ///< Height of the joint to the parent above the ragdoll's origin, metres.
    float lower = 0.0f;     ///< Lower limit of the joint angle, in half turns.
    float upper = 0.0f;     ///< Upper limit of the joint angle, in half turns.
    float bend = 0.0f;      ///< Reference angle of the joint, in half turns.
    float friction = 0.0f;  ///< Friction torque of the joint, as a multiple of joint_friction.
    float damping = 0.0f;   ///< Linear damping, 1/s.
    bool has_foot = false;
};

constexpr float joint_friction = 0.05f;   // N·m
constexpr float spring_frequency = 5.0f;  // Hz
constexpr float spring_damping = 0.5f;

constexpr Bone thigh{.parent = 0,
                     .height = 0.775f,
                     .bottom = -0.125f,
                     .top = 0.125f,
                     .radius = 0.06f,
                     .pivot = 0.9f,
                     .lower = -0.05f,
                     .upper = 0.4f,
                     .friction = 1.0f};
constexpr Bone shin(int parent) {
    return {.parent = parent,
            .height = 0.475f,
            .bottom = -0.155f,
            .top = 0.125f,
            .radius = 0.045f,
            .pivot = 0.625f,
            .lower = -0.5f,
            .upper = -0.02f,
            .friction = 0.5f,
            .has_foot = true};
}
constexpr Bone upper_arm{.parent = 1,
                         .height = 1.225f,
                         .bottom = -0.125f,
                         .top = 0.125f,
                         .radius = 0.035f,
                         .pivot = 1.35f,
                         .lower = -0.1f,
                         .upper = 0.8f,
                         .friction = 0.5f};
constexpr Bone forearm(int parent) {
    return {.parent = parent,
            .height = 0.975f,
            .bottom = -0.125f,
            .top = 0.125f,
            .radius = 0.03f,
            .pivot = 1.1f,
            .lower = -0.2f,
            .upper = 0.3f,
            .bend = 0.25f,
            .friction = 0.1f,
            .damping = 0.1f};
}

constexpr std::array<Bone, bone_count> bones{{
    {.height = 0.95f, .bottom = -0.02f, .top = 0.02f, .radius = 0.095f},  // hip
    {.parent = 0,                                                         // torso
     .height = 1.2f,
     .bottom = -0.135f,
     .top = 0.135f,
     .radius = 0.09f,
     .pivot = 1.0f,
     .lower = -0.25f,
     .upper = 0.0f,
     .friction = 0.5f},
    {.parent = 1,  // head
     .height = 1.475f,
     .bottom = -0.038f,
     .top = 0.039f,
     .radius = 0.075f,
     .pivot = 1.4f,
     .lower = -0.3f,
     .upper = 0.1f,
     .friction = 0.25f,
     .damping = 0.1f},
    thigh,
    shin(3),
    thigh,
    shin(5),
    upper_arm,
    forearm(7),
    upper_arm,
    forearm(9),
}};

/// Ragdolls collide with the ground and with each other; feet collide only with the ground.
constexpr std::uint64_t ground_category = 1;
constexpr std::uint64_t ragdoll_category = 2;

Polygon make_foot() {
    return *make_hull(
        std::array{Vec2{-0.03f, -0.185f}, Vec2{0.11f, -0.185f}, Vec2{0.11f, -0.16f}, Vec2{-0.03f, -0.14f}},
        0.015f);
}

void connect(BenchWorld& world, const Ragdoll& ragdoll, const Bone& bone, BodyHandle child, Vec2 origin) {
    constexpr float half_turn = static_cast<float>(pi);
    world.create_joint(
        {.body_a = ragdoll[static_cast<std::size_t>(bone.parent)],
         .body_b = child,
         .anchor = origin + Vec2{0.0f, bone.pivot},
         .reference_angle = half_turn * bone.bend,
         .limit = {.enabled = true, .lower = half_turn * bone.lower, .upper = half_turn * bone.upper},
         .motor = {.enabled = true, .speed = 0.0f, .max_force = bone.friction * joint_friction},
         .spring = {.enabled = true, .frequency = spring_frequency, .damping_ratio = spring_damping}});
}

}  // namespace

Ragdoll create_ragdoll(BenchWorld& world, Vec2 origin, int group) {
    Ragdoll ragdoll;
    ShapeDef def{
        .material = {.friction = 0.2f},
        .filter = {
            .category = ragdoll_category, .mask = ground_category | ragdoll_category, .group = -group}};
    ShapeDef foot_def = def;
    foot_def.material.friction = 0.05f;
    foot_def.filter.mask = ground_category;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const Bone& bone = bones[i];
        const BodyHandle body =
            world.create_body({.position = origin + Vec2{0.0f, bone.height}, .linear_damping = bone.damping});
        world.attach(body, Capsule{.a = {0.0f, bone.bottom}, .b = {0.0f, bone.top}, .radius = bone.radius},
                     def);
        if (bone.has_foot) world.attach(body, make_foot(), foot_def);
        if (bone.parent >= 0) connect(world, ragdoll, bone, body, origin);
        ragdoll[i] = body;
    }
    return ragdoll;
}

void destroy_ragdoll(BenchWorld& world, const Ragdoll& ragdoll) {
    world.destroy_all(ragdoll);
}

}  // namespace toibox::bench
