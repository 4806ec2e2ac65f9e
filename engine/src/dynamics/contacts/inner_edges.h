// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/edge_classification.h"

#include <cstdint>
#include <span>
#include <vector>

namespace toibox {

/// Inner edges among the contacts of a moving shape with obstacles: shapes of static and kinematic bodies,
/// and of slow dynamic bodies that it slides past. For a definition see edge_classification.h. Each detection
/// finds them again; none of this is state.

/// Collects the obstacle contacts of the summaries, and fills `groups` and `members`. A shape whose contacts
/// have equal normals hits no inner edge and gets no group. Cost: O(obstacle contacts).
void find_groups(WorldState& state, std::span<const DetectionSummary> summary, ObstacleContacts& contacts);
/// Removes inner edges from the contacts of one group. Groups are independent: workers may take one each.
/// Cost: O(contacts · runs of equal normals, in order of creation), plus a test for each pair of contacts
/// with different normals.
void smooth_group(const WorldState& state, ObstacleContacts& contacts, const ContactGroup& group);
/// The same for contacts of one moving shape that are stored elsewhere; those that are not with obstacles are
/// skipped. `members` is scratch.
void smooth_contacts(const WorldState& state, std::uint32_t moving, std::span<Contact> contacts,
                     std::vector<ContactGroupMember>& members);

/// Whether the body's centre moves faster than tuning::inner_edge_speed.
bool is_sliding_fast(const WorldState& state, std::uint32_t body);
/// True if the other body is an obstacle that the moving body slides over: a static or kinematic body for a
/// dynamic one, and a slow dynamic body for a fast one.
bool slides_over(const WorldState& state, std::uint32_t moving, std::uint32_t obstacle);

/// Maximum protrusion from a face that still counts as flush, for a body with its centre at `center`, metres.
float flush_tolerance(const BodyMass& mass, Vec2 center);

}  // namespace toibox
