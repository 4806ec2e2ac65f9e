// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/contact.h"
#include "toibox/math/vec2.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox {

/// Scratch memory for the search for inner edges (inner_edges.h in the sources): contacts of moving shapes,
/// which belong to dynamic bodies, with obstacles: shapes of static and kinematic bodies, or of slow dynamic
/// bodies that they slide past. Nothing in it is state.

/// A straight piece of a shape's surface; the shape is to the left of start → end.
struct Face {
    Vec2 start;
    Vec2 end;
    Vec2 normal;  ///< Unit, outward.
};

/// A contact from the current detection or, for a sleeping body, from an earlier one.
struct ObstacleContact {
    std::uint32_t contact = 0;
    std::uint32_t moving = 0;        ///< The dynamic body's shape.
    Vec2 normal;                     ///< From the obstacle to the moving shape.
    bool is_cover_only = false;      ///< Asleep or not closing: it only covers edges of others.
    bool changed = false;            ///< Was changed because of an inner edge.
    bool has_other_normals = false;  ///< In the first of its shape: another contact has a different normal.
    bool all_cover_only = false;     ///< In the first of its shape: all its contacts only cover.
    std::uint32_t next = ShapeHandle::null_index;  ///< Next contact of the same shape.
    std::uint32_t last = ShapeHandle::null_index;  ///< In the first of its shape: its last contact.
};

/// A contact of a moving shape that may hit inner edges, while the shape's contacts are compared.
struct ContactGroupMember {
    Contact* contact = nullptr;
    std::uint32_t place = 0;     ///< Index in ObstacleContacts::all.
    bool is_cover_only = false;  ///< Only covers edges of others.
    bool has_face = false;
    bool face_is_valid = false;  ///< `face`, `depth` and `has_face` are up to date.
    std::uint32_t run_end = 0;   ///< In the first of a run of members with equal normals: the end of the run.
    Vec2 normal;                 ///< From the obstacle to the moving shape.
    Face face{};                 ///< Face that is hit, if has_face.
    float depth = 0.0f;          ///< Overlap, metres.
};

/// Members [begin, end) belong to one moving shape.
struct ContactGroup {
    std::uint32_t moving = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// All contacts with obstacles of one detection.
struct ObstacleContacts {
    std::vector<ObstacleContact> all;         ///< In order of creation.
    std::vector<std::uint32_t> first;         ///< By moving shape: index in `all`; null between calls.
    std::vector<ContactGroup> groups;         ///< Shapes whose contacts have several normals.
    std::vector<ContactGroupMember> members;  ///< Their contacts, each group's in order of creation.
};

}  // namespace toibox
