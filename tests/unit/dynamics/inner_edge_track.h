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

/// What the tests of inner edges slide on: tiles that lie flush. Everything without friction, so that only an
/// edge can slow a body down; once as it is and once turned by 30° with its gravity.
namespace toibox::testing_support {

struct Setup {
    SolverKind solver;
    ContinuousPolicy continuous;
    float angle = 0.0f;  ///< Of the whole world, radians.
};
inline std::string name_of(const testing::TestParamInfo<Setup>& info) {
    std::string name = info.param.solver == SolverKind::SoftStep ? "SoftStep" : "SequentialImpulses";
    name += pascal_case(enum_entry(continuous_policies(), info.param.continuous).name);
    return name + (info.param.angle == 0.0f ? "" : "Turned");
}

/// Of a row of tiles.
enum class TileLayout {
    OneBody,
    ManyBodies,
    Kinematic,        ///< One body that moves.
    KinematicBodies,  ///< Each a body, and all move alike.
    EveryOther,       ///< Static bodies and kinematic ones at rest, by turns.
};

/// A row of unit tiles with their tops at height 0, tile i from i − ½ to i + ½.
class Track {
public:
    explicit Track(const Setup& setup)
        : turn_(make_rot(setup.angle)), angle_(setup.angle), world(settings(setup)) {}

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
    /// A kinematic box that moves as tiles do.
    void add_lift(Vec2 place, Vec2 half) {
        const BodyHandle lift = world.create_body({.type = BodyType::Kinematic,
                                                   .position = rotate(turn_, place),
                                                   .angle = angle_,
                                                   .linear_velocity = rotate(turn_, tile_velocity)});
        world.attach(lift, make_box(half), material());
    }
    BodyHandle add(const Shape& shape, Vec2 place, Vec2 velocity = {}, bool turns = true) {
        const BodyHandle body = world.create_body({.position = rotate(turn_, place),
                                                   .angle = angle_,
                                                   .linear_velocity = rotate(turn_, velocity),
                                                   .fixed_rotation = !turns});
        world.attach(body, shape, material());
        return body;
    }
    /// Far off. Where something that stands bounces, bodies are searched for impacts from lower speeds on.
    void add_bouncer() {
        world.attach(world.create_body({.type = BodyType::Static, .position = {1000.0f, 0.0f}}), disc(1.0f),
                     {.material = {.restitution = 0.5f}});
    }
    /// As if the world were not turned.
    [[nodiscard]] Vec2 place(BodyHandle body) const { return inv_rotate(turn_, world.find(body)->center()); }
    [[nodiscard]] Vec2 velocity(BodyHandle body) const {
        return inv_rotate(turn_, world.find(body)->velocity().linear);
    }
    [[nodiscard]] bool sleeps(BodyHandle body) const {
        return world.state().bodies.sleep[body.index].island != BodyHandle::null_index;
    }
    void spin(BodyHandle body, float angular) {
        world.find(body)->set_velocity(world.find(body)->velocity().linear, angular);
    }
    /// With a force for one step.
    void push(BodyHandle body, Vec2 force) {
        world.find(body)->apply_force(rotate(turn_, force), world.find(body)->center());
    }
    /// The greatest x of the body's only shape.
    [[nodiscard]] float leading_edge_x(BodyHandle body, const Shape& shape) const {
        const Transform at = world.find(body)->transform();
        return compute_aabb(shape, {inv_rotate(turn_, at.p), inverse(turn_) * at.q}).upper.x;
    }
    void step() { ASSERT_FALSE(world.step(time_step).non_finite); }
    void run(int steps) {
        for (int i = 0; i < steps; ++i)
            step();
    }

private:
    static WorldSettings settings(const Setup& setup) {
        WorldSettings made = on_earth();
        made.solver = setup.solver;
        made.substeps = setup.solver == SolverKind::SoftStep ? 4 : 1;
        made.continuous = setup.continuous;
        made.gravity = rotate(make_rot(setup.angle), made.gravity);
        return made;
    }
    [[nodiscard]] ShapeDef material() const { return {.material = {.friction = friction}}; }
    BodyHandle add_ground(TileLayout layout = TileLayout::ManyBodies, int tile = 0) {
        const bool moves = layout == TileLayout::Kinematic || layout == TileLayout::KinematicBodies;
        const bool kinematic = moves || (layout == TileLayout::EveryOther && tile % 2 == 1);
        return world.create_body({.type = kinematic ? BodyType::Kinematic : BodyType::Static,
                                  .angle = angle_,
                                  .linear_velocity = moves ? rotate(turn_, tile_velocity) : Vec2{}});
    }

    Rot turn_;
    float angle_;

public:
    World world;
    float friction = 0.0f;  ///< Of what is added from here on.
    Vec2 tile_velocity;     ///< Of kinematic tiles that are added from here on.
};

/// What a crossing showed.
struct Crossing {
    float max_vertical_speed = 0.0f;  ///< |v_y|
    float slowest = 1e9f;             ///< |v_x|
    float fastest = 0.0f;
    float max_turn_rate = 0.0f;  ///< |ω|
    int steps = 0;
};

/// Until the body has come to x = `end`, but no longer than it takes.
inline Crossing cross_over(Track& track, BodyHandle body, float end) {
    Crossing seen;
    const float start = track.place(body).x;
    const float speed = std::abs(track.velocity(body).x);
    const int most = static_cast<int>(1.01f * std::abs(end - start) / (speed * time_step)) + 2;
    const auto is_there = [&] {
        return start < end ? track.place(body).x >= end : track.place(body).x <= end;
    };
    while (seen.steps < most && !is_there()) {
        track.step();
        ++seen.steps;
        const Vec2 velocity = track.velocity(body);
        seen.max_vertical_speed = std::max(seen.max_vertical_speed, std::abs(velocity.y));
        seen.slowest = std::min(seen.slowest, std::abs(velocity.x));
        seen.fastest = std::max(seen.fastest, std::abs(velocity.x));
        seen.max_turn_rate =
            std::max(seen.max_turn_rate, std::abs(track.world.find(body)->velocity().angular));
    }
    EXPECT_TRUE(is_there()) << "got to " << track.place(body).x << " at " << track.velocity(body).x << " m/s";
    return seen;
}

inline void expect_smooth(const Crossing& seen, float speed) {
    EXPECT_LT(seen.max_vertical_speed, 0.05f);
    EXPECT_GT(seen.slowest, 0.999f * speed);
    EXPECT_LT(seen.fastest, 1.001f * speed);
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
