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

/// Impulses of an impact on one pair of shapes, at up to two points.
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
    std::uint32_t order = 0;  ///< Among all impact impulses of a step.
    Vec2 normal;              ///< World, from A to B.
    std::uint8_t count = 0;
    std::array<Point, 2> points{};
};

/// A shape and its new fat box.
struct FatBoxUpdate {
    std::uint32_t shape = 0;
    Aabb box;
};

/// Shape lists of an impact search; each worker has its own.
struct NearbyShapes {
    std::vector<std::uint32_t> near;
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
    std::vector<ImpactCandidate> found;
    SearchCounters counters;
};

/// Samples and planned motion of an integrator within a sub-step. Indexed by body.
struct IntegratorScratch {
    std::vector<StepDisplacement> sample_displacement;
    std::vector<BodyVelocity> sample_velocity;
    std::vector<BodyVelocity> rate;           ///< Accelerations at the sample.
    std::vector<BodyVelocity> previous_rate;  ///< Accelerations at the previous sample.
    /// Displacement and velocity at the end of the sub-step, if no row pushes the body.
    std::vector<StepDisplacement> planned_displacement;
    std::vector<BodyVelocity> planned_velocity;
};

/// Bodies joined by contacts, some of which bounce. Energies in joules.
struct RestitutionIsland {
    std::uint32_t rows = 0;       ///< Bouncing rows.
    bool driven = false;          ///< A prescribed motion, a conveyor belt or a joint drives it.
    int last_solved_round = -1;   ///< The last round in which one of its rows was solved.
    double allowed_energy = 0.0;  ///< Kinetic energy before the step, plus the maximum external work.
    double solved = 0.0;          ///< Kinetic energy before the bounces.
    double along = 0.0;           ///< Σ ½ m v·Δv: v before the bounces, Δv their change.
    double across = 0.0;          ///< Σ ½ m Δv²; the bounces gain 2·along + across.
    float share = 1.0f;           ///< Share of Δv that is kept.
};

/// A contact with points, as solvers list it.
struct SolverContact {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t contact = 0;
    std::uint8_t points = 0;
    bool bounces = false;  ///< Has restitution; for the soft step also approaches fast enough to bounce.
    bool has_surface_velocity = false;  ///< One of the surfaces is a conveyor belt.
};

/// What detection records about a run of contacts, so that later stages need not iterate over all contacts to
/// find a few.
struct DetectionSummary {
    std::vector<std::uint32_t> changed;         ///< Started or stopped touching.
    std::vector<std::uint32_t> deep_contacts;   ///< A dynamic body with a static or kinematic one deep in it.
    std::vector<SolverContact> solver_contact;  ///< With points, without sensors; sleeping ones, too.
    std::vector<ObstacleContact> obstacle;
    int touching = 0;
    int points = 0;
    int warm_points = 0;
    /// Reserves memory for a usual run, so that a steady world does not allocate.
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

/// A row of an impact, and its connected component, identified by the lowest body index in it.
struct ComponentRow {
    std::uint32_t component = 0;
    std::uint32_t row = 0;

    friend constexpr auto operator<=>(const ComponentRow&, const ComponentRow&) = default;
};

/// The joints of each body: those of body i are joint[first[i]] … joint[first[i + 1] − 1], ascending.
struct BodyJointLists {
    bool is_built = false;  ///< Already built in this step.
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> joint;
    std::vector<std::uint32_t> next_slot;  ///< During the build: where the next joint of a body goes.
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
    float angular_a = 0.0f;  ///< As in ScalarRow.
    float angular_b = 0.0f;
    Vec2 inv_mass_a;  ///< 1/kg, by axis.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    float impulse = 0.0f;  ///< Of the impact, N·s or N·m·s.
};

/// For a cluster of joints: derivatives of φ with respect to the fraction of the previous impulses that is
/// used for warm starting, J (warm_start_joints).
struct WarmStartParabola {
    float slope = 0.0f;  ///< At fraction 0.
    float curvature = 0.0f;
};

/// BodyVelocity in double.
struct BodyVelocityd {
    Vec2d linear;
    double angular = 0.0;
};

/// The joint equations of an impact, factored as K = L D Lᵀ.
struct JointSystem {
    std::vector<JointEquation> equation;
    bool is_factored = false;
    std::vector<double> factor;  ///< L below its diagonal, row by row, each from its first nonzero element.
    std::vector<std::size_t> first;     ///< By equation: column of that first element.
    std::vector<std::size_t> row;       ///< By equation: index of that first element in `factor`.
    std::vector<double> pivot;          ///< D; 0 for redundant equations.
    std::vector<double> inverse;        ///< 1/D; 0 for redundant equations.
    std::vector<std::size_t> first_of;  ///< By movable body: its first equation.
    std::vector<std::size_t> place_of;  ///< By body: its index in impact_bodies.
    /// Response of the joints to a unit impulse along each direction of each contact row: velocity changes of
    /// impact_bodies, and impulses by equation.
    std::vector<BodyVelocity> response_velocity;
    std::vector<float> response_impulse;
    std::vector<BodyVelocityd> change;  ///< Velocity changes of impact_bodies, while impulses are summed.
    std::vector<double> unit_speed;
    std::vector<double> first_unit_speed;
    std::vector<double> reaction;
    std::vector<float> saved_impulse;
    std::vector<BodyVelocity> saved_velocity;  ///< Of impact_bodies.
};

/// Contacts of a run whose fat boxes no longer overlap.
struct SeparatedRun {
    std::vector<std::uint32_t> separated;
};

/// Rows of a run of joints.
struct JointRun {
    std::vector<PointRow> points;
    std::vector<ScalarRow> scalars;
    std::vector<AngleRow> angles;
    std::vector<HingeRow> hinges;
    std::size_t first_point = 0;  ///< Where its rows begin in the lists of all joints.
    std::size_t first_scalar = 0;
    std::size_t first_angle = 0;
    std::size_t first_hinge = 0;
};

/// Part of a step in which a body moves along one sweep.
struct PathLeg {
    double from = 0.0;  ///< Fractions of the step.
    double to = 1.0;
    Sweep sweep;
};

/// A contact with a one-way shape (one_way_contacts.h).
struct OneWayContact {
    ProxyPair bodies;
    std::uint32_t contact = 0;  ///< Index, valid for the detection sub-step.
    /// As decided before this detection, so that the order of the decisions does not matter.
    ContactResponse response = ContactResponse::OneWay;

    friend auto operator<=>(const OneWayContact&, const OneWayContact&) = default;
};

/// Memory of sensor_crossings.cpp, with reserves so that a rare crossing does not allocate.
struct SensorScratch {
    SensorScratch() {
        constexpr std::size_t usual = 64;
        fast.reserve(usual);
        pairs.reserve(usual);
        touched.reserve(usual);
        path_a.reserve(usual);
        path_b.reserve(usual);
    }

    broad::BoxIndex boxes;              ///< Boxes around the motion of sensors, by shape.
    std::vector<std::uint32_t> fast;    ///< Bodies, ascending.
    std::vector<ProxyPair> pairs;       ///< Pairs of shapes, one a sensor; ascending.
    std::vector<std::uint8_t> touched;  ///< By index in `pairs`: whether they touched when the step began.
    std::vector<PathLeg> path_a;
    std::vector<PathLeg> path_b;
};

/// Memory that the stages reuse between steps, to avoid allocations. Nothing in it is state: it is written
/// before it is read in the same step, or is a cache that is checked against the state (obstacles).
struct SolverScratch {
    /// Reserves memory for an impact in a crowd, so that a rare impact in a steady world does not allocate.
    SolverScratch() {
        constexpr std::size_t crowd = 64;
        impact_contacts.reserve(crowd);
        edge_group_members.reserve(crowd);
        impact_rows.reserve(crowd);
        impact_impulses.reserve(crowd);
        first_impulses.reserve(crowd);
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
    bool has_summary = false;               ///< `summary` is from this call of step.
    bool joints_overloaded = false;         ///< A joint may have to break at the end of the step.
    /// Body of a joint with non-finite impulses; null_index if there is none.
    std::uint32_t offending_joint_body = null_index;
    std::vector<std::uint8_t> active;  ///< By body, for detection: flags body_is_active, body_slides_fast.
    bool has_kinematic = false;        ///< Any active body is kinematic.
    ObstacleContacts obstacle;
    bool has_one_way = false;            ///< Any shape is one-way, dead slots included.
    std::vector<OneWayContact> one_way;  ///< Contacts of such shapes, ascending.

    std::vector<std::vector<FatBoxUpdate>> fat_box_updates;  ///< By run of bodies.

    std::vector<ContactRow> contact_rows;
    std::vector<PointRow> point_rows;
    std::vector<ScalarRow> scalar_rows;
    std::vector<AngleRow> angle_rows;        ///< For AngleRowMode::Gathered: instead of angular scalar rows.
    std::vector<HingeRow> hinge_rows;        ///< For AngleRowMode::Gathered: a point and its angle.
    std::vector<std::uint8_t> joint_counts;  ///< Joints by body, counted up to 2.
    std::vector<std::uint32_t> joint_sets;   ///< Disjoint sets of bodies connected by joints.
    std::vector<WarmStartParabola> warm_starts;  ///< By root of a joint set.
    std::vector<JointRun> joint_runs;            ///< Rows by run of joints, before they are merged.
    std::vector<StepDisplacement> displacement;  ///< Indexed by body.
    IntegratorScratch integrator;
    std::vector<std::uint32_t> bouncing;               ///< Contact rows that bounce.
    std::vector<std::uint32_t> pending_bounces;        ///< Those of them that are not solved yet.
    std::vector<BodyVelocity> start_velocity;          ///< By body, before the step.
    std::vector<BodyVelocity> velocity_before_bounce;  ///< By body, before the bounces.
    // Restitution islands (restitution_islands.h):
    std::vector<std::uint32_t> restitution_parent;       ///< By body: parent in its disjoint set.
    std::vector<std::uint32_t> restitution_island_at;    ///< By root: index in restitution_islands.
    std::vector<std::uint8_t> restitution_driven;        ///< By body: whether something drives it.
    std::vector<RestitutionIsland> restitution_islands;  ///< Those with bouncing rows.

    std::vector<std::uint32_t> island_of;         ///< By body: parent in its disjoint set, for sleep islands.
    std::vector<float> island_still_time;         ///< By root: minimum still_time of its bodies, seconds.
    std::vector<IslandMomentum> island_momentum;  ///< By root.
    std::vector<std::uint8_t> island_marks;       ///< By root: flags (put_islands_to_sleep.cpp).

    std::vector<std::uint32_t> touched_islands;

    bool records_searches = false;          ///< World::record_searches
    float max_obstacle_restitution = 0.0f;  ///< Maximum of static and kinematic shapes.
    float max_dynamic_restitution = 0.0f;   ///< Maximum of shapes of dynamic bodies.
    float max_restitution = 0.0f;           ///< Maximum of all shapes.
    bool has_sensors = false;               ///< Any shape is a sensor, dead slots included.
    bool has_bullets = false;               ///< Some bodies are searched against dynamic ones.
    /// Fat boxes of static and kinematic shapes and of heavy obstacles, by shape: all that a search in a
    /// world without bullets can hit.
    broad::BoxIndex obstacles;
    ImpactQueue found;
    std::vector<ProxyPair> hit_emitted;    ///< Pairs whose impacts have emitted their hit events.
    std::vector<std::uint8_t> has_impact;  ///< By shape: had an impact in the CCD stage.
    /// By shape: box around the remaining motion of a shape that leaves its fat box.
    broad::BoxIndex swept_boxes;
    std::vector<std::uint32_t> swept_shapes;  ///< Shapes that have or had such a box in this step.
    /// By body: box around the remaining motion of a searched body.
    broad::BoxIndex remaining_boxes;
    bool has_remaining_boxes = false;  ///< Built by the first impact of a step that needs them.
    SensorScratch sensors;
    NearbyShapes search;
    std::vector<SearchRun> search_runs;
    std::vector<std::uint32_t> searched;                 ///< Bodies, ascending.
    std::vector<std::uint8_t> jointed;                   ///< By body: whether it has a joint.
    std::vector<std::uint32_t> requeued;                 ///< Bodies to search again after an impact.
    std::vector<std::uint8_t> is_requeued;               ///< By body: whether it is in `requeued`.
    std::vector<Contact> impact_contacts;                ///< At the time of an impact.
    std::vector<SavedPose> saved_poses;                  ///< Of bodies moved for the manifolds of an impact.
    std::vector<ContactGroupMember> edge_group_members;  ///< Contacts of one shape that may hit inner edges.
    std::vector<ContactRow> impact_rows;                 ///< `contact` is an index into impact_contacts.
    std::vector<std::uint32_t> impact_bodies;            ///< Dynamic bodies of the impact (impact_group.h).
    std::vector<std::uint8_t> is_impact_body;            ///< By body: whether it is in impact_bodies.
    std::vector<std::uint8_t> has_impact_rows;           ///< By body: whether all its contacts have rows.
    std::vector<std::uint32_t> closing_rows;   ///< Indices of impact_rows that the next round solves.
    std::vector<ComponentRow> component_rows;  ///< The same rows, sorted by component.
    std::vector<ContactRow> round_rows;        ///< Rows of one component.
    BodyJointLists body_joints;
    JointSystem joint_system;
    std::vector<ImpactJoint> impact_joints;        ///< Joints between bodies of the impact (impact_joints.h).
    std::vector<std::uint8_t> is_impact_joint;     ///< By joint: whether it is in impact_joints.
    std::size_t bodies_with_joints_listed = 0;     ///< How many of impact_bodies have had their joints added.
    std::vector<std::uint32_t> component_parent;   ///< By body: disjoint sets of the components.
    std::vector<std::uint8_t> is_pushed;           ///< By body: whether a row of the round pushes it.
    std::vector<std::uint32_t> touching_contacts;  ///< Bouncy contacts that touch when the step begins.
    std::vector<std::uint32_t> deferred_bodies;  ///< Bodies with a contact that is deferred to the CCD stage.
    std::vector<ImpactImpulse> impact_impulses;
    std::vector<std::uint32_t>
        first_impulses;  ///< Into impact_impulses: first of each pair without a contact.
    std::vector<ContactRow> trial_rows;
    std::vector<BodyVelocity> trial_velocities;
};

}  // namespace toibox
