// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "dynamics/state/activity.h"
#include "dynamics/state/step_context.h"

#include <optional>
#include <vector>

namespace toibox {

/// Shared by editing and stepping a world. All of it keeps the world valid (validate.h).

/// In a paused step: discards the motion of the body since the step began.
inline void forget_path(WorldState& state, std::uint32_t body) {
    std::erase_if(state.continuous.paths, [body](const PathPart& part) { return part.body == body; });
}

/// In a paused step a body may be created or destroyed: resets the CCD state of its slot.
inline void reset_ccd_state(WorldState& state, std::uint32_t body) {
    if (state.continuous.body.empty()) return;
    forget_path(state, body);
    state.continuous.body.resize(state.bodies.ids.capacity());
    state.continuous.body[body] = {};
}

// ---- Mass (body_mass.cpp)

/// Mass, centre and extents from the body's shapes or its mass override. Cost: O(shapes of the body).
BodyMass mass_of_body(const WorldState& state, std::uint32_t body);
/// Sets the body's mass to mass_of_body. The body's origin stays where it is, and the velocity remains that
/// of the centre of mass.
void update_mass(WorldState& state, std::uint32_t body);
/// The same after a shape was attached to a static body: O(1), for bodies with thousands of shapes.
void add_static_extent(WorldState& state, std::uint32_t body, std::uint32_t shape);
/// Teleports the body's origin.
void place_body(WorldState& state, std::uint32_t body, const Transform& frame);

// ---- Fat boxes (fat_boxes.cpp)

/// Inserts the fat box of a new shape into the broad phase and marks the shape as moved.
void insert_fat_box(WorldState& state, std::uint32_t shape);
/// Replaces those fat boxes of a body that its shapes have left.
void refresh_fat_boxes(WorldState& state, std::uint32_t body);
/// The first half of refresh_fat_boxes: finds the boxes to replace, and measures the room that the body has
/// in its boxes. Writes only the body's own columns, so workers may take a body each. `reach`: how far beyond
/// the contact margin a box must extend; boxes that extend much farther are then found, too.
void find_outgrown_boxes(WorldState& state, std::uint32_t body, std::vector<FatBoxUpdate>& found,
                         std::optional<float> reach = std::nullopt);
/// The second half. Appends the replaced boxes to `replaced` if given.
void replace_fat_boxes(WorldState& state, const std::vector<FatBoxUpdate>& boxes,
                       std::vector<ReplacedBox>* replaced = nullptr);
/// Restores replaced boxes, last first.
void restore_fat_boxes(WorldState& state, std::vector<ReplacedBox>& replaced);
/// Replaces all fat boxes, after a change of margin.
void renew_all_fat_boxes(WorldState& state);
/// Rebuilds the broad phase, of the kind in the settings, with all fat boxes.
void rebuild_broad_phase(WorldState& state);
/// Makes the next step search for all pairs of the shape, including those that it already has.
void mark_moved(WorldState& state, std::uint32_t shape);
void mark_body_moved(WorldState& state, std::uint32_t body);
void unmark_moved(WorldState& state, std::uint32_t shape);

}  // namespace toibox
