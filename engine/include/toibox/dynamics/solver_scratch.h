// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/box_index.h"
#include "toibox/broad/broad_phase.h"
#include "toibox/core/handle.h"
#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/impact_queue.h"
#include "toibox/dynamics/joint_rows.h"
#include "toibox/dynamics/rows.h"
#include "toibox/dynamics/standing_contacts.h"
#include "toibox/dynamics/step_report.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/geometry/aabb.h"
#include "toibox/math/vec2.h"

#include <array>
#include <cstdint>
#include <vector>

namespace toibox {

/// What an impact did to one pair of shapes, at up to two points.
struct ImpactImpulse {
    struct Point {
        Vec2 r_a;  ///< From A's centre of mass, world axes, at the impact.
        Vec2 r_b;  ///< From B's.
        FeatureId id;
        float separation = 0.0f;      ///< At the impact, metres.
        float normal_impulse = 0.0f;  ///< N·s
        float tangent_impulse = 0.0f;
    };
    ProxyPair pair;
    std::uint32_t order = 0;  ///< Of the pushes of a step.
    Vec2 normal;              ///< World, from A to B.
    std::uint8_t count = 0;
    std::array<Point, 2> points{};
};

/// A shape and the fat box that it is to have.
struct FatBoxUpdate {
    std::uint32_t shape = 0;
    Aabb box;
};

/// Shapes that a search for impacts comes by: each worker has its own.
struct NearbyShapes {
    std::vector<std::uint32_t> near;
    std::vector<std::uint32_t> adjacent;  ///< Next to an impact.
};

/// A body and where it is.
struct SavedPose {
    std::uint32_t body = 0;
    BodyPose pose;
};

/// What the search of a run of bodies found and counted.
struct SearchRun {
    NearbyShapes lists;
    std::vector<ImpactCandidate> found;
    SearchCounters counters;
};

/// What an integrator tries and plans within a sub-step. Indexed by body.
struct IntegratorScratch {
    std::vector<StepDisplacement> sample_displacement;
    std::vector<BodyVelocity> sample_velocity;
    std::vector<BodyVelocity> rate;           ///< Accelerations at the sample.
    std::vector<BodyVelocity> previous_rate;  ///< … and at the one before it.
    /// Where the sub-step leads and how fast, if no row pushes.
    std::vector<StepDisplacement> planned_displacement;
    std::vector<BodyVelocity> planned_velocity;
};

/// Bodies that contacts join, while some of them bounce. Energies in joules.
struct RestitutionIsland {
    std::uint32_t rows = 0;       ///< That bounce.
    bool driven = false;          ///< Something that moves by itself touches it.
    int last_solved_round = -1;   ///< The last round in which one of its rows was solved.
    double allowed_energy = 0.0;  ///< Kinetic energy before the step, and what gravity may have given.
    double solved = 0.0;          ///< Before the bounces.
    double along = 0.0;           ///< Work of the bounces against the velocities before them …
    double across = 0.0;  ///< … and against half of what they changed: twice the first and this are gained.
    float share = 1.0f;   ///< Of the bounces that is kept.
};

/// A contact that may push, as a solver lists it.
struct SolverContact {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t contact = 0;
    std::uint8_t points = 0;
    bool bounces = false;  ///< Has restitution; for the soft step also comes in fast enough to bounce.
    bool has_surface_velocity = false;  ///< A surface moves by itself.
};

/// What detection saw of a run of contacts while it had them at hand, so that later stages need not walk over
/// all of them for the sake of a few.
struct DetectionSummary {
    std::vector<std::uint32_t> changed;         ///< Began or ended to touch.
    std::vector<std::uint32_t> deep_contacts;   ///< Something stands deep in a dynamic body (continuous.cpp).
    std::vector<SolverContact> solver_contact;  ///< With points, and not of a sensor; those that sleep, too.
    std::vector<ObstacleContact> obstacle;
    int touching = 0;
    int points = 0;
    int warm_points = 0;
    /// Room for a run of usual length, so that a rare turn of a steady world asks for no memory.
    void reserve() {
        constexpr std::size_t usual = 128;
        changed.reserve(usual);
        deep_contacts.reserve(usual);
        solver_contact.reserve(usual);
        obstacle.reserve(usual);
    }
    void clear() {
        changed.clear();
        deep_contacts.clear();
        solver_contact.clear();
        obstacle.clear();
        touching = points = warm_points = 0;
    }
};

/// The momentum of an island, N·s, and its mass, kg.
struct IslandMomentum {
    Vec2 momentum;
    float mass = 0.0f;
};

/// A row of an impact and the connected component that it belongs to, named by its least body.
struct ComponentRow {
    std::uint32_t component = 0;
    std::uint32_t row = 0;

    friend constexpr auto operator<=>(const ComponentRow&, const ComponentRow&) = default;
};

/// The joints of each body: those of body i are joint[first[i]] … joint[first[i + 1] − 1], ascending.
struct BodyJointLists {
    bool is_built = false;  ///< In this step.
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> joint;
    std::vector<std::uint32_t> next_slot;  ///< While they are listed: where the next joint of a body goes.
};

/// A joint in an impact (impact_joints.h) and its rigid rows.
struct ImpactJoint {
    std::uint32_t joint = 0;
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    JointRows rows;
};

/// A direction in which a joint allows no relative velocity of its bodies in an impact.
struct JointEquation {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    Vec2 axis;
    float angular_a = 0.0f;  ///< As ScalarRow's.
    float angular_b = 0.0f;
    Vec2 inv_mass_a;  ///< 1/kg, by axis.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    float impulse = 0.0f;  ///< Of the impact, N·s or N·m·s.
};

/// Of a cluster of joints: the derivatives of φ by the fraction of the previous impulses that it starts from,
/// J (warm_start_joints).
struct WarmStartParabola {
    float slope = 0.0f;  ///< At 0.
    float curvature = 0.0f;
};

/// As BodyVelocity, in double.
struct BodyVelocityd {
    Vec2d linear;
    double angular = 0.0;
};

/// The equations of the joints of an impact: K = L D Lᵀ.
struct JointSystem {
    std::vector<JointEquation> equation;
    bool is_factored = false;
    std::vector<double> factor;         ///< L without its diagonal, row by row, each from the first element …
    std::vector<std::size_t> first;     ///< … that is not 0 …
    std::vector<std::size_t> row;       ///< … which is in this place.
    std::vector<double> pivot;          ///< D; 0 for equations that others make redundant …
    std::vector<double> inverse;        ///< … and its inverse, also 0.
    std::vector<std::size_t> first_of;  ///< By body that gives way: the first equation about it …
    std::vector<std::size_t> place_of;  ///< … and its place in impact_bodies.
    /// What the joints answer to a unit of impulse along each direction of each row: what that adds to the
    /// velocities of impact_bodies, one after the other, and the impulses, by equation.
    std::vector<BodyVelocity> answer_velocity;
    std::vector<float> answer_impulse;
    std::vector<BodyVelocityd> change;  ///< Of impact_bodies, while impulses are added up.
    std::vector<double> unit_speed;
    std::vector<double> unit_speed_of_first;
    std::vector<double> reaction;
    std::vector<float> saved_impulse;
    std::vector<BodyVelocity> saved_velocity;  ///< Of impact_bodies.
};

/// Those of a run of contacts whose pairs are over.
struct SeparatedRun {
    std::vector<std::uint32_t> separated;
};

/// Rows of a run of joints.
struct JointRun {
    std::vector<PointRow> points;
    std::vector<ScalarRow> scalars;
    std::vector<AngleRow> angles;
    std::vector<HingeRow> hinges;
    std::size_t first_point = 0;  ///< Where its rows begin among those of all.
    std::size_t first_scalar = 0;
    std::size_t first_angle = 0;
    std::size_t first_hinge = 0;
};

/// A part of a step in which a body moves by one sweep.
struct PathLeg {
    double from = 0.0;  ///< Fractions of the step.
    double to = 1.0;
    Sweep sweep;
};

/// A contact with a one-way shape (one_way_contacts.h).
struct OneWayContact {
    ProxyPair bodies;
    std::uint32_t contact = 0;  ///< Index, which lasts for the detection sub-step.
    /// As decided before this detection, so that the order of decisions does not matter.
    ContactResponse response = ContactResponse::OneWay;

    friend auto operator<=>(const OneWayContact&, const OneWayContact&) = default;
};

/// Memory of sensor_crossings.cpp, with room for what a rare step takes.
struct SensorScratch {
    SensorScratch() {
        constexpr std::size_t usual = 64;
        fast.reserve(usual);
        pairs.reserve(usual);
        touched.reserve(usual);
        path_a.reserve(usual);
        path_b.reserve(usual);
    }

    broad::BoxIndex boxes;              ///< Round the motion of sensors, by shape.
    std::vector<std::uint32_t> fast;    ///< Bodies, ascending.
    std::vector<ProxyPair> pairs;       ///< Of shapes, of which one is a sensor; ascending.
    std::vector<std::uint8_t> touched;  ///< By place in `pairs`: whether they touched when the step began.
    std::vector<PathLeg> path_a;
    std::vector<PathLeg> path_b;
};

/// Memory that the stages keep between steps so as not to allocate. Nothing in it is state: it is written
/// before it is read in the same step, or is a cache that is held against the state (obstacles).
struct SolverScratch {
    /// Room for what an impact among a crowd takes, so that a rare one in a steady world asks for no memory.
    SolverScratch() {
        constexpr std::size_t crowd = 64;
        impact_contacts.reserve(crowd);
        edge_group_members.reserve(crowd);
        impact_rows.reserve(crowd);
        impact_impulses.reserve(crowd);
        first_pushes.reserve(crowd);
        impact_bodies.reserve(crowd);
        closing_rows.reserve(crowd);
        component_rows.reserve(crowd);
        round_rows.reserve(crowd);
        deferred_bodies.reserve(crowd);
        trial_rows.reserve(crowd);
        trial_velocities.reserve(2 * crowd);
        search.near.reserve(crowd);
        search.adjacent.reserve(crowd);
    }

    std::vector<SeparatedRun> separated_runs;
    std::vector<DetectionSummary> summary;  ///< Of the last detection, in order of the contacts.
    bool has_summary = false;               ///< And it was one of this call of step.
    bool joints_overloaded = false;         ///< A joint may have to break at the end of the step.
    /// Body of a joint whose impulses are no longer finite; null_index if all are.
    std::uint32_t offending_joint_body = null_index;
    std::vector<std::uint8_t> active;  ///< By body, for detection: body_is_active, body_slides_fast or 0.
    bool has_kinematic = false;        ///< Any of those is kinematic.
    ObstacleContacts obstacle;
    bool has_one_way = false;            ///< Any shape is one-way, or was in its slot.
    std::vector<OneWayContact> one_way;  ///< Contacts of such shapes, ascending.

    std::vector<std::vector<FatBoxUpdate>> fat_box_updates;  ///< By run of bodies.

    std::vector<ContactRow> contact_rows;
    std::vector<PointRow> point_rows;
    std::vector<ScalarRow> scalar_rows;
    std::vector<AngleRow>
        angle_rows;  ///< What a solver that asks for them has in the place of angular rows …
    std::vector<HingeRow> hinge_rows;            ///< … and of a point and the angle.
    std::vector<std::uint8_t> joint_counts;      ///< By body, up to 2.
    std::vector<std::uint32_t> joint_sets;       ///< Of bodies that hang together by joints …
    std::vector<WarmStartParabola> warm_starts;  ///< … by the root of each.
    std::vector<JointRun> joint_runs;            ///< What they are put together from.
    std::vector<StepDisplacement> displacement;  ///< Indexed by body.
    IntegratorScratch integrator;
    std::vector<std::uint32_t> bouncing;               ///< Contact rows.
    std::vector<std::uint32_t> pending_bounces;        ///< Those of them that have not come to rest.
    std::vector<BodyVelocity> start_velocity;          ///< By body, before the step …
    std::vector<BodyVelocity> velocity_before_bounce;  ///< … and before the bounces.
    // While something bounces (bouncing_heaps.h), by body:
    std::vector<std::uint32_t> restitution_parent;       ///< Least body of its heap.
    std::vector<std::uint32_t> restitution_island_at;    ///< Of such a body: where its heap is listed.
    std::vector<std::uint8_t> restitution_driven;        ///< … and whether something drives it.
    std::vector<RestitutionIsland> restitution_islands;  ///< Those that bounce.

    std::vector<std::uint32_t> island_of;  ///< Of bodies, while islands are found.
    std::vector<float> island_still_time;  ///< Seconds that all of an island have been still, by its root.
    std::vector<IslandMomentum> island_momentum;  ///< By root.
    std::vector<std::uint8_t>
        island_marks;  ///< What is known of an island, by its root (put_islands_to_sleep.cpp).

    std::vector<std::uint32_t> touched_islands;

    bool records_searches = false;      ///< World::record_searches
    float obstacle_restitution = 0.0f;  ///< The greatest of static and kinematic shapes …
    float dynamic_restitution = 0.0f;   ///< … of shapes of dynamic bodies …
    float greatest_restitution = 0.0f;  ///< … and of all.
    bool has_sensors = false;           ///< Any shape is one, or was in its slot.
    bool has_bullets = false;           ///< Any body is searched against dynamic ones.
    /// The boxes that the broad phase has of static and kinematic shapes and of anvils, by shape. All that a
    /// search in a world without bullets may meet.
    broad::BoxIndex obstacles;
    ImpactQueue found;
    std::vector<ProxyPair> hit_emitted;    ///< Pairs whose impacts have emitted their hit events.
    std::vector<std::uint8_t> has_impact;  ///< By shape: has met something in the continuous stage.
    /// Boxes round the rest of the motion of shapes that leave the box that the broad phase has, by shape …
    broad::BoxIndex swept_boxes;
    std::vector<std::uint32_t> swept_shapes;  ///< … and which they are or were in this step.
    /// Boxes round the rest of the motion of bodies that are searched, by body …
    broad::BoxIndex remaining_boxes;
    bool has_remaining_boxes = false;  ///< … once an impact of this step has asked for them.
    SensorScratch sensors;
    NearbyShapes search;
    std::vector<SearchRun> search_runs;
    std::vector<std::uint32_t> searched;    ///< Bodies, ascending.
    std::vector<std::uint8_t> jointed;      ///< By body: whether a joint holds it.
    std::vector<std::uint32_t> requeued;    ///< Bodies to be searched again after an impact …
    std::vector<std::uint8_t> is_requeued;  ///< … and by body, whether it is one of them.
    std::vector<Contact> impact_contacts;   ///< At the time of an impact.
    std::vector<SavedPose> saved_poses;     ///< Kinematic bodies that are not where they were found.
    std::vector<ContactGroupMember> edge_group_members;  ///< Those of one shape that may meet inner edges.
    std::vector<ContactRow> impact_rows;                 ///< Their `contact` is one of impact_contacts.
    std::vector<std::uint32_t> impact_bodies;            ///< Dynamic bodies of the impact (impact_group.h) …
    std::vector<std::uint8_t> is_impact_body;            ///< … and by body, whether it is one of them.
    std::vector<std::uint8_t> has_impact_rows;           ///< … and whether all that it touches has a row.
    std::vector<std::uint32_t> closing_rows;   ///< Of impact_rows, those that the next round solves …
    std::vector<ComponentRow> component_rows;  ///< … in order of their components.
    std::vector<ContactRow> round_rows;        ///< Of one component.
    BodyJointLists body_joints;
    JointSystem joint_system;
    std::vector<ImpactJoint> impact_joints;       ///< Joints between bodies of the impact (impact_joints.h).
    std::vector<std::uint8_t> is_impact_joint;    ///< By joint: whether it is one of them.
    std::size_t bodies_with_joints_listed = 0;    ///< Of impact_bodies, how many have had their joints added.
    std::vector<std::uint32_t> component_parent;  ///< By body: disjoint sets of the components.
    std::vector<std::uint8_t> is_pushed;          ///< By body: whether a row of the round pushes it.
    std::vector<std::uint32_t> touching_contacts;  ///< Lively contacts that touch when the step begins.
    std::vector<std::uint32_t> deferred_bodies;  ///< Bodies with a contact that is left to the impact search.
    std::vector<ImpactImpulse> impact_impulses;
    std::vector<std::uint32_t> first_pushes;  ///< Of pairs that have no contact yet, in impact_impulses.
    std::vector<ContactRow> trial_rows;
    std::vector<BodyVelocity> trial_velocities;
};

}  // namespace toibox
