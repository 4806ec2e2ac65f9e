// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"
#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace toibox {

/// Shared by editing and stepping a world. All of it keeps the world valid (validate.h).

inline bool is_dynamic(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic;
}

/// In a paused step: forgets how the body has moved since the step began.
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

// ---- Sleep (wake.cpp)

/// Wakes the island of a body if it sleeps. Cost: O(bodies) if so.
void wake(WorldState& state, std::uint32_t body);
void wake_all(WorldState& state);
/// Wakes what rests on a body or is jointed to it: for a kinematic body that starts to move.
void wake_neighbours(WorldState& state, std::uint32_t body);
/// Wakes the bodies that are jointed to a body.
void wake_jointed(WorldState& state, std::uint32_t body);
/// Whether the body was created asleep and not woken since: shapes are attached while it sleeps, and bodies
/// that they touch stay asleep.
inline bool was_created_asleep(const WorldState& state, std::uint32_t body) {
    const BodySleep& sleep = state.bodies.sleep[body];
    return sleep.island == body && sleep.still_time == 0.0f;
}
/// Wakes both bodies of a contact if one of them may rest on the other. Cost: a manifold if one sleeps.
void wake_supported(WorldState& state, const Contact& contact);

// ---- Contacts (pairs.cpp)

/// Removes `ended` from `live`. Both are ascending, and `live` contains all of `ended`.
inline void erase_pairs(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& ended) {
    if (ended.empty()) return;
    auto next = ended.begin();
    auto kept = std::lower_bound(live.begin(), live.end(), *next);
    for (auto pair = kept; pair != live.end(); ++pair) {
        if (next != ended.end() && *pair == *next) {
            ++next;
        } else {
            *kept++ = *pair;
        }
    }
    live.erase(kept, live.end());
}

/// Merges `new_pairs` into `live`. Both are ascending and have no pair in common. In place, from the back.
inline void merge_pairs(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& new_pairs) {
    std::size_t old_count = live.size();
    std::size_t new_count = new_pairs.size();
    live.resize(old_count + new_count);
    for (std::size_t at = live.size(); new_count > 0;) {
        live[--at] = old_count > 0 && new_pairs[new_count - 1] < live[old_count - 1] ? live[--old_count]
                                                                                     : new_pairs[--new_count];
    }
}

/// Ends the contacts of these pairs, which are ascending and no longer in pairs.live; other contacts keep
/// their order. Contacts that were touching are reported as ended by the next step. Wakes bodies that may
/// have rested on each other.
void end_contacts_of(WorldState& state, const std::vector<ProxyPair>& ended);
/// Between steps: ends the contacts of all pairs of shapes for which `ends(pair)` is true. Cost: a pass over
/// the pairs, which are small; over the contacts only if any ends.
template <class Predicate>
void end_contacts(WorldState& state, Predicate&& ends) {
    std::vector<ProxyPair> ended;
    std::erase_if(state.pairs.live, [&](const ProxyPair& pair) {
        if (!ends(pair)) return false;
        ended.push_back(pair);
        return true;
    });
    if (!ended.empty()) end_contacts_of(state, ended);
}

// ---- Joints (world_joints.cpp)

/// The pair of bodies, in ascending order, that a joint prevents from colliding, or nullopt.
std::optional<ProxyPair> blocked_pair(const Joint& joint);
/// Destroys the joints of bodies that are being destroyed. `is_destroyed`: by body, 0 or 1.
void destroy_joints_of(WorldState& state, std::span<const std::uint8_t> is_destroyed);
/// Destroys the joints that were overloaded in this step, and emits their break events.
void break_joints(WorldState& state, std::vector<JointBreakEvent>& broken);

}  // namespace toibox
