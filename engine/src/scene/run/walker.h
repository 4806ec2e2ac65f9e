// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/scene.h"

#include <optional>
#include <utility>
#include <vector>

namespace toibox::scene {

/// The motion that a kinematic body will make in a step of `seconds`.
struct KnownMotion {
    Vec2d center;
    Vec2d velocity;
    double spin = 0.0;
    double seconds = 0.0;

    /// Displacement of the material point at `point` in the step, divided by the step length, m/s.
    [[nodiscard]] Vec2d mean_velocity_at(Vec2d point) const;
};

KnownMotion known_motion(const BodyView& body, double seconds);

/// A kinematic body that moves in the step.
struct KinematicMotion {
    BodyHandle body;
    KnownMotion motion;
    Aabb box;  ///< Around the body's shapes at the start of the step.
};

/// The kinematic bodies that move in the step.
struct KinematicSet {
    std::vector<KinematicMotion> motions;
    std::vector<char> is_moving;  ///< By body index.

    void add(const World& world, const BodyView& body, double seconds);
    [[nodiscard]] bool contains(BodyHandle body) const {
        return body.index < is_moving.size() && is_moving[body.index];
    }
};

/// A walker in a step of `seconds`. The body itself is not moved; `displacement` in the functions below is
/// the displacement of the walker since the start of the step, metres.
struct Walker {
    const World& world;
    const KinematicSet& kinematics;
    BodyView body;
    const WalkerEntry& entry;
    double seconds;
    Vec2d up;  ///< Unit, against gravity; zero without gravity.
};

/// Whether `other` blocks the walker's shape `own`. For a one-way shape the poses at the start of the step
/// decide.
bool is_obstacle(const Walker& walker, const ShapeView& own, const ShapeView& other);
Transform pose_at(const Walker& walker, Vec2d displacement);
/// Distance and normal from `other` to the walker's shape `own`; negative when overlapping. Frame: world.
ShapeDistance distance_to(const Walker& walker, Vec2d displacement, const ShapeView& own,
                          const ShapeView& other);

/// Calls visit(shape) for each of the walker's shapes that is not a sensor.
template <class Visitor>
void for_each_solid(const Walker& walker, Visitor&& visit) {
    for (const ShapeHandle handle : walker.body.shapes()) {
        if (const ShapeView own = *walker.world.find(handle); !own.sensor) visit(own);
    }
}

/// The ground that a walker stands on.
struct Footing {
    Vec2d normal;                ///< Unit, from the ground to the walker.
    double gap = 0.0;            ///< Metres; negative when overlapping.
    Vec2d velocity;              ///< Of the ground body at the walker's centre, m/s.
    double tangent_speed = 0.0;  ///< Of the belt surfaces, clockwise around the ground, m/s.
};

/// Whether a surface with this normal is no steeper than the walker's max_slope. False without gravity.
bool is_ground(const Walker& walker, Vec2d normal);
/// The ground within reach of the walker; nullopt if there is none.
std::optional<Footing> find_footing(const Walker& walker, Vec2d displacement);
/// The displacement relative to the ground for a desired displacement `relative`, metres. If `relative`
/// points down, its horizontal part is turned along the ground and the vertical part is dropped, so that the
/// walker does not slide down. If `relative` does not point down, returns it unchanged.
Vec2d turned_along_ground(const Walker& walker, Vec2d normal, Vec2d relative);

/// The displacement of a walker in the step, given the desired displacement, metres, world.
Vec2d collide_and_slide(const Walker& walker, Vec2d desired);

}  // namespace toibox::scene
