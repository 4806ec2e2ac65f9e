// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"
#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace toibox {

/// What editing and stepping a world have in common. All of it keeps the world valid (validate.h).

inline bool is_dynamic(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic;
}

/// In a paused step, what a body has done since the step began is no longer part of its path.
inline void forget_path(WorldState& state, std::uint32_t body) {
    std::erase_if(state.continuous.paths, [body](const PathPart& part) { return part.body == body; });
}

/// Between two impacts of a paused step a body may come or go: its slot starts afresh.
inline void fit_ccd_state(WorldState& state, std::uint32_t body) {
    if (state.continuous.body.empty()) return;
    forget_path(state, body);
    state.continuous.body.resize(state.bodies.ids.capacity());
    state.continuous.body[body] = {};
}

// ---- Mass (body_mass.cpp)

/// Mass, centre and extents as the body's shapes or its override give them. Cost: O(shapes of the body).
BodyMass mass_of_body(const WorldState& state, std::uint32_t body);
/// Gives the body what mass_of_body says. The body's origin stays where it is and
/// the velocity remains that of the centre of mass.
void update_mass(WorldState& state, std::uint32_t body);
/// The same after one more shape was attached to a static body: O(1), for bodies of thousands of shapes.
void add_static_extent(WorldState& state, std::uint32_t body, std::uint32_t shape);
/// Puts the body's origin somewhere else. No motion leads there.
void place_body(WorldState& state, std::uint32_t body, const Transform& frame);

// ---- Fat boxes (fat_boxes.cpp)

/// Gives a new shape its box in the broad phase and marks it as moved.
void insert_fat_box(WorldState& state, std::uint32_t shape);
/// Renews the fat boxes of a body that its shapes have left.
void refresh_fat_boxes(WorldState& state, std::uint32_t body);
/// The same in two parts. Finds the boxes that are needed, and measures the room that the body has in them;
/// writes nothing but the body's own columns, so workers may take a body each. `reach`: how far beyond the
/// contact margin a box must see; then boxes that see much farther are found, too.
void find_outgrown_boxes(WorldState& state, std::uint32_t body, std::vector<FatBoxUpdate>& found,
                         std::optional<float> reach = std::nullopt);
/// What was replaced is added to `replaced` if there is one.
void replace_fat_boxes(WorldState& state, const std::vector<FatBoxUpdate>& boxes,
                       std::vector<ReplacedBox>* replaced = nullptr);
/// Puts replaced boxes back, last first.
void restore_fat_boxes(WorldState& state, std::vector<ReplacedBox>& replaced);
/// All boxes anew, for a changed margin.
void renew_all_fat_boxes(WorldState& state);
/// A broad phase of settings.broad_phase's kind with all fat boxes.
void rebuild_broad_phase(WorldState& state);
/// Has all pairs of the shape sought in the next step, such as it had before too.
void mark_moved(WorldState& state, std::uint32_t shape);
void mark_body_moved(WorldState& state, std::uint32_t body);
void unmark_moved(WorldState& state, std::uint32_t shape);

// ---- Sleep (islands.cpp)

/// Wakes the island of a body, if it sleeps. Cost: O(bodies) if it does.
void wake(WorldState& state, std::uint32_t body);
void wake_all(WorldState& state);
/// What rests on a body or is jointed to it: for a kinematic body that sets off.
void wake_neighbours(WorldState& state, std::uint32_t body);
/// What a joint holds to the body.
void wake_jointed(WorldState& state, std::uint32_t body);
/// Created asleep and not woken since: its shapes come while it sleeps, and what they touch is to stay
/// asleep.
inline bool sleeps_from_the_start(const WorldState& state, std::uint32_t body) {
    const BodySleep& sleep = state.bodies.sleep[body];
    return sleep.island == body && sleep.still_time == 0.0f;
}
/// Both bodies of a contact, if one of them may rest on the other. Cost: a manifold if one sleeps.
void wake_borne(WorldState& state, const Contact& contact);

// ---- Contacts (pairs.cpp)

/// Takes the ascending `gone` out of the ascending `live`, which holds them all, in one walk from the first.
inline void erase_pairs(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& gone) {
    if (gone.empty()) return;
    auto next = gone.begin();
    auto kept = std::lower_bound(live.begin(), live.end(), *next);
    for (auto pair = kept; pair != live.end(); ++pair) {
        if (next != gone.end() && *pair == *next) {
            ++next;
        } else {
            *kept++ = *pair;
        }
    }
    live.erase(kept, live.end());
}

/// Merges the ascending `begun` into the ascending `live`, which holds none of them: from the back, without
/// memory of its own.
inline void merge_pairs(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& newly_touching) {
    std::size_t old = live.size();
    std::size_t fresh = newly_touching.size();
    live.resize(old + fresh);
    for (std::size_t at = live.size(); fresh > 0;) {
        live[--at] =
            old > 0 && newly_touching[fresh - 1] < live[old - 1] ? live[--old] : newly_touching[--fresh];
    }
}

/// Ends the contacts of those pairs, which are ascending and live no more; the others keep their order. Those
/// that were touching are reported as ended by the next step. Wakes what may have rested on the other.
void end_contacts_of(WorldState& state, const std::vector<ProxyPair>& gone);
/// Between steps: does so for the pairs of shapes for which `ends(pair)` holds. Cost: a walk over the pairs,
/// which are small, and over the contacts, which are not, only if any ends.
template <class Predicate>
void end_contacts(WorldState& state, Predicate&& ends) {
    std::vector<ProxyPair> gone;
    std::erase_if(state.pairs.live, [&](const ProxyPair& pair) {
        if (!ends(pair)) return false;
        gone.push_back(pair);
        return true;
    });
    if (!gone.empty()) end_contacts_of(state, gone);
}

// ---- Joints (world_joints.cpp)

/// The pair of bodies, in ascending order, that a joint keeps from colliding, or nullopt.
std::optional<ProxyPair> blocked_pair(const Joint& joint);
/// Of all bodies that go. `goes`: by body, 0 or 1.
void destroy_joints_of(WorldState& state, std::span<const std::uint8_t> is_destroyed);
/// Destroys the joints that carried too much in this step, and tells of them.
void break_joints(WorldState& state, std::vector<JointBreakEvent>& broken);

}  // namespace toibox
