// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Worlds as data, so that random worlds can be generated and failing worlds shrunk.
namespace toibox::testing_support {

struct PlannedPart {
    Shape shape;
    ShapeDef def;
};
struct PlannedBody {
    BodyDef def;
    std::vector<PlannedPart> parts;
};
/// Refers to bodies by index in the plan; the handles in the definition are filled in when the world is made.
struct PlannedJoint {
    JointDef def;
    std::size_t a = 0;
    std::size_t b = 0;  ///< The same as `a` for a joint with a single body.
};

/// The surroundings of the bodies. A room is the first body.
enum class Room : std::uint8_t {
    None,     ///< No room.
    Dynamic,  ///< A closed box that is free to move: a closed system with continuing collisions.
    Static,   ///< A closed box that does not move.
};

inline constexpr float room_half_side = 6.0f;  ///< Of the inside of a room, metres.
inline constexpr float wall_half_thickness = 0.25f;

struct WorldPlan {
    std::uint64_t seed = 0;
    WorldSettings settings;
    float dt = 1.0f / 60.0f;
    float noise = 0.0f;  ///< Steps last dt · (1 ± noise).
    int steps = 600;
    Room room = Room::None;
    std::vector<PlannedBody> bodies;
    std::vector<PlannedJoint> joints;

    /// Length of step number `step`, seconds.
    [[nodiscard]] float dt_of(int step) const;
};

/// A world of 2 to 20 bodies, perhaps in a room, with random shapes, materials, joints, speeds and settings.
WorldPlan random_plan(std::uint64_t seed);

/// A closed system of free bouncing bodies, with each impact resolved at its own time: no joints, gravity,
/// damping, locks or kinematic bodies. If there is a room, it is free to move.
WorldPlan random_gas(std::uint64_t seed);

/// Bodies and joints have the same indices as in the plan. Requires: valid definitions.
World make_world(const WorldPlan& plan);

/// Whether all definitions are valid, and no two bodies overlap at the start.
bool has_valid_start(const WorldPlan& plan);

/// The plan without a body and its joints, or without a joint.
WorldPlan without_body(const WorldPlan& plan, std::size_t body);
WorldPlan without_joint(const WorldPlan& plan, std::size_t joint);

/// C++ code that makes the world, to be pasted into a test.
std::string to_cpp_code(const WorldPlan& plan);

}  // namespace toibox::testing_support
