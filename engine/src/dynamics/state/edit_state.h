// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "dynamics/state/activity.h"
#include "dynamics/state/step_context.h"

#include <optional>
#include <vector>

namespace toibox {

/// Functions shared by editing and stepping a world. Each keeps the world valid (validate.h).

/// In a paused step: discards the motion of the body since the start of the step.
inline void forget_path(WorldState& state, std::uint32_t body) {
    std::erase_if(state.ccd.paths, [body](const PathPart& part) { return part.body == body; });
}

/// Resets the CCD state of a slot, because a body may be created or destroyed while a step is paused.
inline void reset_ccd_state(WorldState& state, std::uint32_t body) {
    if (state.ccd.body.empty()) return;
    forget_path(state, body);
    state.ccd.body.resize(state.bodies.ids.capacity());
    state.ccd.body[body] = {};
}

// ---- Mass (body_mass.cpp)

/// Mass, centre and extents from the body's shapes or its mass override. Cost: O(shapes of the body).
BodyMass mass_of_body(const WorldState& state, std::uint32_t body);
/// Sets the body's mass to mass_of_body. The body's origin does not move, and the velocity remains the
/// velocity of the centre of mass.
void update_mass(WorldState& state, std::uint32_t body);
/// update_mass after `shape` was attached to a static body, in O(1) for bodies with thousands of shapes.
void add_static_extent(WorldState& state, std::uint32_t body, std::uint32_t shape);
/// Teleports the body's origin.
void place_body(WorldState& state, std::uint32_t body, const Transform& frame);

// ---- Fat boxes (fat_boxes.cpp)

/// Inserts the fat box of a new shape into the broad phase, and marks the shape as moved.
void insert_fat_box(WorldState& state, std::uint32_t shape);
/// Replaces the fat boxes of a body that no longer contain their shapes.
void update_outgrown_fat_boxes(WorldState& state, std::uint32_t body);
/// First half of update_outgrown_fat_boxes: finds the fat boxes of the body to replace, and sets its
/// BodyMotion::box_slack. Writes only the columns of this body, so that workers can take different bodies.
/// `reach`: how far a box must extend beyond the shape and its share of the contact margin, metres; if given,
/// boxes that extend much farther are found, too.
void find_stale_boxes(WorldState& state, std::uint32_t body, std::vector<FatBoxUpdate>& found,
                      std::optional<float> reach = std::nullopt);
/// Second half: replaces the boxes found. Appends the old boxes to `replaced` unless it is null.
void replace_fat_boxes(WorldState& state, const std::vector<FatBoxUpdate>& boxes,
                       std::vector<ReplacedBox>* replaced = nullptr);
/// Restores replaced boxes, last first.
void restore_fat_boxes(WorldState& state, std::vector<ReplacedBox>& replaced);
/// Recomputes all fat boxes after a change of the contact margin.
void recompute_all_fat_boxes(WorldState& state);
/// Creates the broad phase that the settings name, and inserts all fat boxes.
void rebuild_broad_phase(WorldState& state);
/// Makes the next step report all pairs of the shape, including pairs that exist already.
void mark_moved(WorldState& state, std::uint32_t shape);
void mark_body_moved(WorldState& state, std::uint32_t body);
void unmark_moved(WorldState& state, std::uint32_t shape);

}  // namespace toibox
