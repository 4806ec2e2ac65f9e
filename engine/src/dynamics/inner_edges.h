// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"

#include "surface.h"

#include <cstdint>
#include <span>
#include <vector>

namespace toibox {

/// Inner edges among the contacts of a dynamic shape with shapes of static and kinematic bodies, and of
/// slow dynamic ones that it slides past ("standing" ones): surface.h tells what they are. Each detection
/// finds them anew; nothing of it is state.

/// Gathers what detection has noted and fills `groups` and `members`: shapes whose contacts have one normal
/// meet no inner edge. Cost: O(standing contacts).
void find_groups(WorldState& state, std::span<const DetectionSummary> summary, ObstacleContacts& contacts);
/// Takes inner edges out of the contacts of one group. Groups share nothing: workers may do one each.
/// Cost: O(contacts · runs of one normal among them, as they were created), and of those with another
/// normal each against each.
void smooth_group(const WorldState& state, ObstacleContacts& contacts, const ContactGroup& group);
/// The same for contacts of one moving shape that are kept elsewhere; some may be with dynamic bodies.
/// `members` is scratch.
void smooth_contacts(const WorldState& state, std::uint32_t moving, std::span<Contact> contacts,
                     std::vector<ContactGroupMember>& members);

/// Whether the body's centre moves faster than tuning::inner_edge_speed.
bool is_sliding_fast(const WorldState& state, std::uint32_t body);
/// Whether a body meets the other as a surface that it moves over: a dynamic body does with one that is not,
/// and a fast one with a dynamic body that is not fast.
bool slides_over(const WorldState& state, std::uint32_t moving, std::uint32_t obstacle);

/// What may stand out of a face and still be flush with it, as this body feels it where its centre is:
/// metres.
float flush_tolerance(const BodyMass& mass, Vec2 center);

}  // namespace toibox
