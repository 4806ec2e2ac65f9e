// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/scene.h"

#include <optional>
#include <utility>
#include <vector>

namespace toibox::scene {

/// The motion of a kinematic body in a step of so many seconds, as it will be made.
struct KnownMotion {
    Vec2d center;
    Vec2d velocity;
    double spin = 0.0;
    double seconds = 0.0;

    /// Along the chord from where the step takes a material point to where it begins, m/s.
    [[nodiscard]] Vec2d mean_velocity_at(Vec2d point) const;
};

KnownMotion known_motion(const BodyView& body, double seconds);

/// A kinematic body that moves in the step.
struct Goer {
    BodyHandle body;
    KnownMotion motion;
    Aabb box;  ///< Round its shapes, as it stands before the step.
};

/// What moves in the step, as far as it is known.
struct Traffic {
    std::vector<Goer> goers;
    std::vector<char> goes;  ///< By index of body.

    void add(const World& world, const BodyView& body, double seconds);
    [[nodiscard]] bool moves(BodyHandle body) const { return body.index < goes.size() && goes[body.index]; }
};

/// A walker at a step of so many seconds: its body stays where it is while `done`, the way that it has gone
/// in the step, grows.
struct Walker {
    const World& world;
    const Traffic& traffic;
    BodyView body;
    const WalkerEntry& entry;
    double seconds;
    Vec2d up;  ///< Unit, against gravity; zero without gravity.
};

/// Whether the shape stands in the way of the walker's.
bool is_obstacle(const Walker& walker, const ShapeView& own, const ShapeView& other);
Transform pose_at(const Walker& walker, Vec2d done);
/// From `other` to the walker's shape `own`; negative inside. Frame: world.
ShapeDistance distance_to(const Walker& walker, Vec2d done, const ShapeView& own, const ShapeView& other);

/// Calls visit(own shape) for those of the walker's shapes that meet things.
template <class Visitor>
void for_each_solid(const Walker& walker, Visitor&& visit) {
    for (const ShapeHandle handle : walker.body.shapes()) {
        if (const ShapeView own = *walker.world.find(handle); !own.sensor) visit(own);
    }
}

/// The ground that a walker stands on.
struct Footing {
    Vec2d normal;                ///< Unit, from the ground to the walker.
    double gap = 0.0;            ///< Metres; negative inside.
    Vec2d velocity;              ///< Of the ground's frame at the walker's centre, m/s.
    double tangent_speed = 0.0;  ///< Of the surfaces, clockwise round the ground, m/s.
};

/// Whether a surface of this normal is gentle enough to stand on; none is without gravity.
bool is_ground(const Walker& walker, Vec2d normal);
/// The ground within reach of the walker's feet.
std::optional<Footing> find_footing(const Walker& walker, Vec2d done);
/// What ground makes of a way relative to itself: one that leads down neither presses nor slides, and the
/// part across is turned along the ground.
Vec2d turned_along_ground(const Walker& walker, Vec2d normal, Vec2d relative_way);

/// What the step takes the walker along, out of `wish`, in metres.
Vec2d collide_and_slide(const Walker& walker, Vec2d wish);

}  // namespace toibox::scene
