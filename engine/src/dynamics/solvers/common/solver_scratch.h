// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/common/joint_system.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/rows.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox {

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

/// For a cluster of joints: derivatives of φ with respect to the fraction of the previous impulses that is
/// used for warm starting, J (warm_start_joints).
struct WarmStartParabola {
    float slope = 0.0f;  ///< At fraction 0.
    float curvature = 0.0f;
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

/// Scratch memory of the solvers.
struct SolverScratch {
    /// Room for an impact in a crowd, so that a rare one in a steady world allocates nothing.
    SolverScratch() {
        constexpr std::size_t crowd = 64;
        impact_bodies.reserve(crowd);
        deferred_bodies.reserve(crowd);
        pair_rows.reserve(crowd);
        trial_rows.reserve(crowd);
        trial_velocities.reserve(2 * crowd);
    }

    std::vector<StepDisplacement> displacement;  ///< By body.
    IntegratorScratch integrator;

    std::vector<ContactRow> contact_rows;
    std::vector<PointRow> point_rows;
    std::vector<ScalarRow> scalar_rows;
    std::vector<AngleRow> angle_rows;  ///< Replace the scalar rows about angles if the solver uses them.
    std::vector<HingeRow> hinge_rows;  ///< Likewise replace a point row and its angle row.
    std::vector<JointRun> joint_runs;  ///< The joint rows as workers made them, before they are merged.
    std::vector<std::uint8_t> joint_counts;      ///< Joints by body, counted up to 2.
    std::vector<std::uint32_t> joint_sets;       ///< By body: disjoint sets of jointed bodies.
    std::vector<WarmStartParabola> warm_starts;  ///< By root of such a set.
    bool joints_overloaded = false;              ///< A joint may have to break at the end of the step.
    /// Body of a joint whose impulses are no longer finite; null_index if all are finite.
    std::uint32_t offending_joint_body = null_index;

    std::vector<BodyVelocity> start_velocity;    ///< By body, before the step. Only if anything can bounce.
    std::vector<std::uint32_t> bouncing;         ///< Indices of contact rows.
    std::vector<std::uint32_t> pending_bounces;  ///< Those of them that are still bouncing.
    std::vector<std::uint32_t> deferred_bodies;  ///< With a contact that is deferred to the CCD stage.
    std::vector<BodyVelocity> velocity_before_bounce;    ///< By body.
    std::vector<std::uint32_t> restitution_parent;       ///< By body: lowest body of its restitution island.
    std::vector<std::uint32_t> restitution_island_at;    ///< By such a body: index in restitution_islands.
    std::vector<std::uint8_t> restitution_driven;        ///< By such a body: RestitutionIsland::driven.
    std::vector<RestitutionIsland> restitution_islands;  ///< Those with a row that bounces.

    std::vector<ContactRow> pair_rows;         ///< Of one pair that gained energy (pair_energy_gains.cpp).
    std::vector<std::uint32_t> impact_bodies;  ///< Dynamic bodies of an impact (impact_group.h).
    JointSystem joint_system;                  ///< Of the joints between them.
    std::vector<ContactRow> trial_rows;        ///< Saved before a trial (solve_impact).
    std::vector<BodyVelocity> trial_velocities;
};

}  // namespace toibox
