// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/contact.h"
#include "toibox/math/vec2.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox {

/// Memory of the search for inner edges (inner_edges.h in the sources): contacts of shapes of dynamic bodies
/// with those of static and kinematic bodies, or of slow dynamic ones that they slide past ("standing"
/// bodies). Nothing of it is state.

/// A straight piece of a shape's surface; the shape lies on the left of start → end.
struct Face {
    Vec2 start;
    Vec2 end;
    Vec2 normal;  ///< Unit, outward.
};

/// A contact as detection has just left it or, of a body that sleeps, an earlier one did.
struct ObstacleContact {
    std::uint32_t contact = 0;
    std::uint32_t moving = 0;        ///< The dynamic body's shape.
    Vec2 normal;                     ///< From the standing shape to the moving one.
    bool is_cover_only = false;      ///< Sleeps, or does not come closer: it only covers edges of others.
    bool changed = false;            ///< Had an inner edge.
    bool has_other_normals = false;  ///< In the first of its shape: another one has another normal.
    bool all_cover_only = false;     ///< In the first of its shape: so do all others.
    std::uint32_t next = ShapeHandle::null_index;  ///< The next of the same shape.
    std::uint32_t last = ShapeHandle::null_index;  ///< In the first of its shape: the last one.
};

/// One of the contacts of a moving shape that may meet inner edges, while they are held against each other.
struct ContactGroupMember {
    Contact* contact = nullptr;
    std::uint32_t place = 0;     ///< In ObstacleContacts::all.
    bool is_cover_only = false;  ///< Only covers others.
    bool has_face = false;
    bool face_is_valid = false;  ///< `face`, `depth` and `has_face` are those of the contact as it is.
    std::uint32_t run_end =
        0;               ///< In the first of a run of members with one normal: the place after the last.
    Vec2 normal;         ///< From the standing shape to the moving one.
    Face face{};         ///< That is met, if has_face.
    float depth = 0.0f;  ///< Of the overlap, metres.
};

/// Members [begin, end) are of one moving shape.
struct ContactGroup {
    std::uint32_t moving = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Those of one detection.
struct ObstacleContacts {
    std::vector<ObstacleContact> all;         ///< In order of creation.
    std::vector<std::uint32_t> first;         ///< By shape, in `all`; null between calls.
    std::vector<ContactGroup> groups;         ///< Shapes with several normals.
    std::vector<ContactGroupMember> members;  ///< Their contacts, each group's in order of creation.
};

}  // namespace toibox
