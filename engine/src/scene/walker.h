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
struct KinematicMotion {
    BodyHandle body;
    KnownMotion motion;
    Aabb box;  ///< Round its shapes, as it stands before the step.
};

/// What moves in the step, as far as it is known.
struct KinematicSet {
    std::vector<KinematicMotion> goers;
    std::vector<char> goes;  ///< By index of body.

    void add(const World& world, const BodyView& body, double seconds);
    [[nodiscard]] bool moves(BodyHandle body) const { return body.index < goes.size() && goes[body.index]; }
};

/// A walker at a step of so many seconds: its body stays where it is while `done`, the way that it has gone
/// in the step, grows.
struct Walker {
    const World& world;
    const KinematicSet& traffic;
    BodyView body;
    const WalkerEntry& entry;
    double seconds;
    Vec2d up;  ///< Unit, against gravity; zero without gravity.
};

/// Whether the walker's shape `own` may not enter `other`. A one-way shape lets it pass or not by where both
/// stand when the step begins.
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

/// Whether a surface of this normal is no steeper than the walker's max_slope. False without gravity.
bool is_ground(const Walker& walker, Vec2d normal);
/// The ground within reach of the walker's feet.
std::optional<Footing> find_footing(const Walker& walker, Vec2d done);
/// Displacement on ground, relative to it, for a wished `relative_way`, both in metres. One that does
/// not point down is returned as it is. Of one that points down the horizontal part is turned along the
/// ground: the rest presses on the ground and does not make the walker slide.
Vec2d turned_along_ground(const Walker& walker, Vec2d normal, Vec2d relative_way);

/// The displacement of a walker in the step, metres, world, if it wants to move by `wish`.
Vec2d collide_and_slide(const Walker& walker, Vec2d wish);

}  // namespace toibox::scene
