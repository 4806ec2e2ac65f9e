// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/step_report.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/math/sweep.h"
#include "toibox/math/vec2.h"

#include "broad/box_index.h"
#include "dynamics/ccd/impact_queue.h"
#include "dynamics/contacts/obstacle_contacts.h"
#include "dynamics/solvers/common/relative_motion.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/rows.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox {

/// Impulses of an impact on one pair of shapes, at up to two points.
struct ImpactImpulse {
    struct Point {
        Vec2 r_a;  ///< From A's centre of mass, world axes, at the impact.
        Vec2 r_b;  ///< From B's centre of mass.
        FeatureId id;
        float separation = 0.0f;      ///< At the impact, metres.
        float normal_impulse = 0.0f;  ///< N·s
        float tangent_impulse = 0.0f;
    };
    ProxyPair pair;
    std::uint32_t order = 0;  ///< Number of impact impulses of the step that were recorded before.
    Vec2 normal;              ///< World, from A to B.
    std::uint8_t count = 0;
    std::array<Point, 2> points{};
};

/// Shape lists of an impact search. Each worker has lists of its own.
struct NearbyShapes {
    std::vector<std::uint32_t> near;      ///< Shapes near the motion of the searched body.
    std::vector<std::uint32_t> adjacent;  ///< Shapes next to an impact.
};

/// A body and its saved pose.
struct SavedPose {
    std::uint32_t body = 0;
    BodyPose pose;
};

/// Impacts and counters from the search of a run of bodies.
struct SearchRun {
    NearbyShapes lists;
    std::vector<ImpactCandidate> impacts;
    SearchCounters counters;
};

/// A row of an impact and its connected component, which is named by its lowest body index.
struct ComponentRow {
    std::uint32_t component = 0;
    std::uint32_t row = 0;

    friend constexpr auto operator<=>(const ComponentRow&, const ComponentRow&) = default;
};

/// The joints of each body. The joints of body i are joint[first[i]] … joint[first[i + 1] − 1], ascending.
struct BodyJointLists {
    bool is_built = false;  ///< Whether the lists were built in this step.
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> joint;
    std::vector<std::uint32_t> next_slot;  ///< By body, during the build: index of the next entry.
};

/// A joint in an impact (impact_joints.h) and its rigid rows.
struct ImpactJoint {
    std::uint32_t joint = 0;
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    JointRows rows;
};

/// A body that joints of the group connect with others, or an immovable body that holds them.
struct JointedBody {
    std::uint32_t component = 0;  ///< The lowest index of the dynamic bodies that are connected.
    std::uint32_t body = 0;
    Vec2d mass{};          ///< Along the world's x and y, kg; 0 where the body cannot move.
    double inertia = 0.0;  ///< kg·m²; 0 if the body cannot rotate.
    Vec2d center{};        ///< Centre of mass, world.
    BodyVelocityd velocity{};
};
inline Vec2d center_of(const JointedBody& body) {
    return body.center;
}

/// Part of a step in which a body moves along one sweep.
struct PathLeg {
    double from = 0.0;  ///< Fractions of the step.
    double to = 1.0;
    Sweep sweep;
};

/// Working memory of sensor_crossings.cpp. Reserved, so that rare crossings do not allocate.
struct SensorScratch {
    SensorScratch() {
        constexpr std::size_t capacity = 64;
        fast_bodies.reserve(capacity);
        pairs.reserve(capacity);
        touches_at_start.reserve(capacity);
        path_a.reserve(capacity);
        path_b.reserve(capacity);
    }

    broad::BoxIndex boxes;                       ///< Boxes around the motion of sensors, by shape.
    std::vector<std::uint32_t> fast_bodies;      ///< Ascending.
    std::vector<ProxyPair> pairs;                ///< Pairs of shapes, of which one is a sensor; ascending.
    std::vector<std::uint8_t> touches_at_start;  ///< By index in `pairs`; at the start of the step.
    std::vector<PathLeg> path_a;
    std::vector<PathLeg> path_b;
};

/// Working memory of the CCD stage; not part of the state.
struct CcdScratch {
    /// Reserves memory for an impact in a crowd, so that rare impacts in a steady world do not allocate.
    CcdScratch() {
        constexpr std::size_t capacity = 64;
        impact_contacts.reserve(capacity);
        edge_group_members.reserve(capacity);
        impact_rows.reserve(capacity);
        impact_impulses.reserve(capacity);
        first_impulses.reserve(capacity);
        listed_rows.reserve(capacity);
        component_rows.reserve(capacity);
        round_rows.reserve(capacity);
        search.near.reserve(capacity);
        search.adjacent.reserve(capacity);
    }

    // Search for impacts
    bool records_searches = false;  ///< World::record_searches
    bool records_paths = false;     ///< World::record_paths
    /// By body: whether it is searched against all shapes (searches_all_shapes), asleep or awake, because an
    /// impact may wake it within the step.
    std::vector<std::uint8_t> searches_all;
    bool any_searches_all = false;
    std::vector<std::uint8_t> has_joint;         ///< By body: whether it has a joint.
    std::vector<std::uint32_t> searched_bodies;  ///< Ascending.
    std::vector<SearchRun> search_runs;
    NearbyShapes search;
    ImpactQueue impact_queue;
    /// By shape: fat boxes of the shapes that every search may hit: those of static and kinematic bodies and
    /// of bodies that are searched against all shapes.
    broad::BoxIndex targets;
    /// By shape: boxes around the fat boxes and the remaining motions of heavy obstacles. Queried only by
    /// bodies that are fast enough to pass through one of them.
    broad::BoxIndex heavy_obstacles;
    float min_heavy_extent = 0.0f;     ///< Minimum of their BodyMass::min_extent, metres.
    double max_heavy_travel = 0.0;     ///< Maximum of their remaining_travel so far, metres.
    broad::BoxIndex bouncy_obstacles;  ///< By shape: fat boxes of bouncy shapes of immovable bodies.
    /// By shape: boxes around the remaining motion of shapes that leave their fat boxes and that the search
    /// of another body may hit.
    broad::BoxIndex swept_boxes;
    std::vector<std::uint32_t> swept_shapes;  ///< Shapes that have, or had in this step, a swept box.
    /// By body: boxes around the remaining motion of searched bodies. Built when first needed in a step.
    broad::BoxIndex remaining_boxes;
    bool has_remaining_boxes = false;       ///< Whether remaining_boxes is built.
    std::vector<std::uint32_t> requeued;    ///< Bodies to search again after an impact.
    std::vector<std::uint8_t> is_requeued;  ///< By body: whether it is in `requeued`.

    // One impact group (impact_group.h)
    std::vector<Contact> impact_contacts;         ///< Contacts at the time of the impact.
    std::vector<ContactRow> impact_rows;          ///< ContactRow::contact is an index in impact_contacts.
    std::vector<std::uint8_t> is_impact_body;     ///< By body: whether it is in SolverScratch::impact_bodies.
    std::vector<std::uint8_t> has_impact_rows;    ///< By body: whether all bodies that it touches have rows.
    std::vector<std::uint32_t> listed_rows;       ///< Indices of the impact_rows that the next round solves.
    std::vector<ComponentRow> component_rows;     ///< listed_rows in order of their components.
    std::vector<ContactRow> round_rows;           ///< Rows of one component.
    std::vector<std::uint32_t> component_parent;  ///< By body: union-find parents of the components.
    std::vector<std::uint8_t> has_listed_row;     ///< By body: whether it has a row in listed_rows.
    std::vector<ContactGroupMember> edge_group_members;  ///< Contacts of one shape that may hit inner edges.
    std::vector<SavedPose> saved_poses;  ///< Poses of bodies that are temporarily moved to the impact.
    BodyJointLists body_joints;
    std::vector<ImpactJoint> impact_joints;     ///< Joints between bodies of the group.
    std::vector<JointedBody> jointed_bodies;    ///< One component after the other.
    std::vector<std::uint8_t> is_impact_joint;  ///< By joint: whether it is in impact_joints.
    std::size_t bodies_with_joints_listed = 0;  ///< The joints of this many impact_bodies have been added.

    // Results of the impacts of a step
    std::vector<ProxyPair> emitted_hits;           ///< Pairs whose impacts have emitted a hit event.
    std::vector<std::uint8_t> has_impact;          ///< By shape: whether it had an impact in this step.
    std::vector<std::uint32_t> touching_contacts;  ///< Bouncy contacts that touch at the start of the step.
    std::vector<ComponentRow> touching_rows;       ///< touching_contacts in order of their components.
    std::vector<std::uint32_t> touching_parent;    ///< By body: union-find parents of these components.
    std::vector<ImpactImpulse> impact_impulses;
    /// For pairs without a contact: index in impact_impulses of the first impulse that pushes them apart.
    std::vector<std::uint32_t> first_impulses;

    bool has_sensors = false;  ///< Whether any shape slot holds or has held a sensor.
    SensorScratch sensors;
};

}  // namespace toibox
