// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/edge_classification.h"

#include <cstdint>
#include <span>
#include <vector>

namespace toibox {

/// Finds and removes contacts at inner edges between obstacles: shapes of static and kinematic bodies, and of
/// slow dynamic bodies that the moving shape slides past. See edge_classification.h. Inner edges are found
/// again in each detection and are not part of the state.

/// Collects the obstacle contacts of the summaries, and fills `groups` and `members`. A shape whose contacts
/// have equal normals hits no inner edge and gets no group. Cost: O(obstacle contacts).
void find_groups(WorldState& state, std::span<const DetectionSummary> summary, ObstacleContacts& contacts);
/// Removes or redirects the contacts of one group that are at inner edges. Groups are independent: workers
/// can process different groups. Cost: O(contacts · runs of equal normals), plus a test for each pair of
/// contacts with different normals.
void smooth_group(const WorldState& state, ObstacleContacts& contacts, const ContactGroup& group);
/// smooth_group for the given contacts of one moving shape; skips contacts with bodies that are not
/// obstacles. `members`: working memory.
void smooth_contacts(const WorldState& state, std::uint32_t moving, std::span<Contact> contacts,
                     std::vector<ContactGroupMember>& members);

/// Whether the centre of mass moves faster than tuning::inner_edge_speed.
bool is_sliding_fast(const WorldState& state, std::uint32_t body);
/// True if the moving body is dynamic and `obstacle` is an obstacle for it: static, kinematic, or a slow
/// dynamic body that the moving body slides over fast.
bool slides_over(const WorldState& state, std::uint32_t moving, std::uint32_t obstacle);

/// Maximum protrusion from a face that still counts as flush, metres. `center`: centre of mass of the moving
/// body.
float flush_tolerance(const BodyMass& mass, Vec2 center);

}  // namespace toibox
