// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/contact.h"
#include "toibox/math/vec2.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox {

/// Working memory of the search for inner edges (inner_edges.h): contacts of moving shapes of dynamic bodies
/// with obstacles. Not part of the state.

/// A straight piece of a shape's surface; the shape is to the left of start → end.
struct Face {
    Vec2 start;
    Vec2 end;
    Vec2 normal;  ///< Unit, outward.
};

/// A contact from the current detection or, for a sleeping body, from an earlier one.
struct ObstacleContact {
    std::uint32_t contact = 0;
    std::uint32_t moving = 0;    ///< Index of the moving shape.
    Vec2 normal;                 ///< From the obstacle to the moving shape.
    bool is_cover_only = false;  ///< Asleep or not closing: may cover edges, is not changed.
    bool changed = false;        ///< Whether the contact was changed because of an inner edge.
    bool has_other_normals =
        false;                    ///< In the shape's first contact: another contact has a different normal.
    bool all_cover_only = false;  ///< In the shape's first contact: all contacts of the shape are cover-only.
    std::uint32_t next = ShapeHandle::null_index;  ///< Index of the next contact of the same shape.
    std::uint32_t last = ShapeHandle::null_index;  ///< In the shape's first contact: index of the last.
};

/// A contact of a moving shape whose contacts have different normals.
struct ContactGroupMember {
    Contact* contact = nullptr;
    std::uint32_t index = 0;     ///< Index in ObstacleContacts::all.
    bool is_cover_only = false;  ///< As in ObstacleContact.
    bool has_face = false;       ///< Whether the contact is with a face.
    bool face_is_valid = false;  ///< Whether `face`, `depth` and `has_face` are up to date.
    std::uint32_t run_end = 0;   ///< In the first member of a run with equal normals: end of the run.
    Vec2 normal;                 ///< From the obstacle to the moving shape.
    Face face{};                 ///< The obstacle's face, if has_face.
    float depth = 0.0f;          ///< Overlap, metres.
};

/// Members [begin, end) are the contacts of one moving shape.
struct ContactGroup {
    std::uint32_t moving = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// All contacts with obstacles of one detection.
struct ObstacleContacts {
    std::vector<ObstacleContact> all;  ///< In order of creation.
    std::vector<std::uint32_t>
        first;  ///< By moving shape: index of the shape's first contact; null_index between calls.
    std::vector<ContactGroup> groups;  ///< One per moving shape whose contacts have several normals.
    std::vector<ContactGroupMember>
        members;  ///< Contacts of all groups; within a group in order of creation.
};

}  // namespace toibox
