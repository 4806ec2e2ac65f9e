// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/geometry/bounds.h"
#include "toibox/geometry/hull.h"
#include "toibox/math/trig.h"

#include "tests/support/physics.h"

#include <algorithm>
#include <string>
#include <vector>

/// Test worlds for inner edges: rows of flush tiles. By default there is no friction, so that only an edge
/// can slow a body down. Each setup exists twice: with level tiles, and with the whole world, gravity
/// included, rotated by 30°.
namespace toibox::testing_support {

struct Setup {
    SolverKind solver;
    ContinuousPolicy continuous;
    float angle = 0.0f;  ///< Rotation of the whole world, radians.
};
inline std::string setup_name(const testing::TestParamInfo<Setup>& info) {
    std::string name = info.param.solver == SolverKind::SoftStep ? "SoftStep" : "SequentialImpulses";
    name += pascal_case(enum_entry(continuous_policies(), info.param.continuous).name);
    return name + (info.param.angle == 0.0f ? "" : "Rotated");
}

/// How the tiles of a row are distributed over bodies.
enum class TileLayout {
    OneBody,          ///< All tiles on one static body.
    ManyBodies,       ///< One static body per tile.
    Kinematic,        ///< All tiles on one moving kinematic body.
    KinematicBodies,  ///< One kinematic body per tile, all with the same velocity.
    Alternating,      ///< Static bodies and resting kinematic bodies alternate.
};

/// A row of unit tiles with their tops at height 0, tile i from i − ½ to i + ½.
class Track {
public:
    explicit Track(const Setup& setup)
        : rotation_(make_rot(setup.angle)), angle_(setup.angle), world(settings(setup)) {}

    void add_tiles(int count, TileLayout layout, float unevenness = 0.0f) {
        BodyHandle body;
        for (int i = 0; i < count; ++i) {
            if (i == 0 || (layout != TileLayout::OneBody && layout != TileLayout::Kinematic))
                body = add_ground(layout, i);
            const float height = unevenness * static_cast<float>(i * 7 % 3 - 1);
            world.attach(body, make_box({0.5f, 0.5f}, {static_cast<float>(i), height - 0.5f}), material());
        }
    }
    void add_static(const Shape& shape) { world.attach(add_ground(), shape, material()); }
    /// A kinematic box with `tile_velocity`.
    void add_lift(Vec2 position, Vec2 half_extents) {
        const BodyHandle lift = world.create_body({.type = BodyType::Kinematic,
                                                   .position = rotate(rotation_, position),
                                                   .angle = angle_,
                                                   .linear_velocity = rotate(rotation_, tile_velocity)});
        world.attach(lift, make_box(half_extents), material());
    }
    BodyHandle add(const Shape& shape, Vec2 position, Vec2 velocity = {}, bool can_rotate = true) {
        const BodyHandle body = world.create_body({.position = rotate(rotation_, position),
                                                   .angle = angle_,
                                                   .linear_velocity = rotate(rotation_, velocity),
                                                   .fixed_rotation = !can_rotate});
        world.attach(body, shape, material());
        return body;
    }
    /// Adds a bouncy static body far away. In a world with a bouncy obstacle, CCD also searches for impacts
    /// of slower bodies.
    void add_distant_bouncy_body() {
        world.attach(world.create_body({.type = BodyType::Static, .position = {1000.0f, 0.0f}}), disc(1.0f),
                     {.material = {.restitution = 0.5f}});
    }
    /// Position and velocity in the frame of the track, i.e. without the rotation of the world.
    [[nodiscard]] Vec2 position_of(BodyHandle body) const {
        return inv_rotate(rotation_, world.find(body)->center());
    }
    [[nodiscard]] Vec2 velocity_of(BodyHandle body) const {
        return inv_rotate(rotation_, world.find(body)->velocity().linear);
    }
    [[nodiscard]] bool is_asleep(BodyHandle body) const {
        return world.state().bodies.sleep[body.index].island != BodyHandle::null_index;
    }
    void spin(BodyHandle body, float angular) {
        world.find(body)->set_velocity(world.find(body)->velocity().linear, angular);
    }
    /// Applies a force at the centre of mass for one step.
    void push(BodyHandle body, Vec2 force) {
        world.find(body)->apply_force(rotate(rotation_, force), world.find(body)->center());
    }
    /// Maximum x of the body's only shape, in the frame of the track.
    [[nodiscard]] float leading_edge_x(BodyHandle body, const Shape& shape) const {
        const Transform at = world.find(body)->transform();
        return compute_aabb(shape, {inv_rotate(rotation_, at.p), inverse(rotation_) * at.q}).upper.x;
    }
    void step() { ASSERT_FALSE(world.step(time_step).non_finite); }
    void run(int steps) {
        for (int i = 0; i < steps; ++i)
            step();
    }

private:
    static WorldSettings settings(const Setup& setup) {
        WorldSettings result = on_earth();
        result.solver = setup.solver;
        result.substeps = setup.solver == SolverKind::SoftStep ? 4 : 1;
        result.continuous = setup.continuous;
        result.gravity = rotate(make_rot(setup.angle), result.gravity);
        return result;
    }
    [[nodiscard]] ShapeDef material() const { return {.material = {.friction = friction}}; }
    BodyHandle add_ground(TileLayout layout = TileLayout::ManyBodies, int tile = 0) {
        const bool is_moving = layout == TileLayout::Kinematic || layout == TileLayout::KinematicBodies;
        const bool is_kinematic = is_moving || (layout == TileLayout::Alternating && tile % 2 == 1);
        return world.create_body({.type = is_kinematic ? BodyType::Kinematic : BodyType::Static,
                                  .angle = angle_,
                                  .linear_velocity = is_moving ? rotate(rotation_, tile_velocity) : Vec2{}});
    }

    Rot rotation_;
    float angle_;

public:
    World world;
    float friction = 0.0f;  ///< Of shapes added from now on.
    Vec2 tile_velocity;     ///< Of moving kinematic tiles added from now on.
};

/// Speeds measured while a body crossed a row of tiles.
struct Crossing {
    float max_vertical_speed = 0.0f;  ///< |v_y|
    float min_speed = 1e9f;           ///< |v_x|
    float max_speed = 0.0f;           ///< |v_x|
    float max_angular_speed = 0.0f;   ///< |ω|
    int steps = 0;
};

/// Steps until the body reaches `end_x`. Fails if the crossing takes over 1 % longer than at the initial
/// speed.
inline Crossing cross_over(Track& track, BodyHandle body, float end_x) {
    Crossing crossing;
    const float start_x = track.position_of(body).x;
    const float speed = std::abs(track.velocity_of(body).x);
    const int max_steps = static_cast<int>(1.01f * std::abs(end_x - start_x) / (speed * time_step)) + 2;
    const auto has_arrived = [&] {
        return start_x < end_x ? track.position_of(body).x >= end_x : track.position_of(body).x <= end_x;
    };
    while (crossing.steps < max_steps && !has_arrived()) {
        track.step();
        ++crossing.steps;
        const Vec2 velocity = track.velocity_of(body);
        crossing.max_vertical_speed = std::max(crossing.max_vertical_speed, std::abs(velocity.y));
        crossing.min_speed = std::min(crossing.min_speed, std::abs(velocity.x));
        crossing.max_speed = std::max(crossing.max_speed, std::abs(velocity.x));
        crossing.max_angular_speed =
            std::max(crossing.max_angular_speed, std::abs(track.world.find(body)->velocity().angular));
    }
    EXPECT_TRUE(has_arrived()) << "stopped at x = " << track.position_of(body).x << " at "
                               << track.velocity_of(body).x << " m/s";
    return crossing;
}

inline void expect_smooth(const Crossing& crossing, float speed) {
    EXPECT_LT(crossing.max_vertical_speed, 0.05f);
    EXPECT_GT(crossing.min_speed, 0.999f * speed);
    EXPECT_LT(crossing.max_speed, 1.001f * speed);
}

inline Polygon rounded_box() {
    return make_box({0.4f, 0.4f}, {}, 0.0f, 0.1f);
}
inline Polygon triangle() {
    const Vec2 corners[] = {{-0.6f, -0.5f}, {0.6f, -0.5f}, {0.0f, 0.7f}};
    return *make_polygon(corners);
}

inline std::vector<Setup> all_setups() {
    std::vector<Setup> setups;
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (const ContinuousPolicy policy :
             {ContinuousPolicy::Off, ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
            for (const float angle : {0.0f, 0.5235988f})
                setups.push_back({solver, policy, angle});
        }
    }
    return setups;
}

}  // namespace toibox::testing_support
