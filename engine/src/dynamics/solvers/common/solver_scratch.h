// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/common/joint_system.h"
#include "dynamics/solvers/common/row_solution.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/rows.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox {

/// Samples and planned motion of an integrator in a sub-step. Indexed by body.
struct IntegratorScratch {
    std::vector<StepDisplacement> sample_displacement;
    std::vector<BodyVelocity> sample_velocity;
    std::vector<BodyVelocity> rate;           ///< Accelerations at the sample.
    std::vector<BodyVelocity> previous_rate;  ///< Accelerations at the previous sample.
    /// Displacement and velocity at the end of the sub-step for bodies that no row pushes.
    std::vector<StepDisplacement> planned_displacement;
    std::vector<BodyVelocity> planned_velocity;
};

/// Bodies connected by contacts of which some bounce. Energies in joules.
struct RestitutionIsland {
    std::uint32_t rows = 0;       ///< Number of bouncing rows.
    bool driven = false;          ///< Driven by a prescribed motion, a conveyor belt or a joint.
    int last_solved_round = -1;   ///< Last round in which a row of the island was solved.
    double allowed_energy = 0.0;  ///< Kinetic energy before the step, plus the maximum external work.
    double solved_energy = 0.0;   ///< Kinetic energy before the bounces.
    double linear_term = 0.0;     ///< Σ ½ m v·Δv: v before the bounces, Δv the change due to bounces.
    double quadratic_term = 0.0;  ///< Σ ½ m Δv²; the bounces gain 2·linear_term + quadratic_term.
    float fraction = 1.0f;        ///< Fraction of Δv that is kept.
};

/// For a cluster of joints: derivatives of the energy φ (warm_start_joints.cpp) with respect to the fraction
/// of the previous impulses that is used for warm starting, joules.
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
    std::size_t first_point = 0;  ///< Index of the first row of the run in the merged list.
    std::size_t first_scalar = 0;
    std::size_t first_angle = 0;
    std::size_t first_hinge = 0;
};

/// A solution of an impact.
struct ImpactSolution {
    std::vector<RowSolution> rows;
    JointSolution joints;  ///< If the impact has joints.
};

/// Working memory of the solvers; not part of the state.
struct SolverScratch {
    /// Reserves memory for an impact in a crowd, so that rare impacts in a steady world do not allocate.
    SolverScratch() {
        constexpr std::size_t crowd = 64;
        impact_bodies.reserve(crowd);
        deferred_bodies.reserve(crowd);
        pair_rows.reserve(crowd);
        trial_start.rows.reserve(crowd);
        trial_kept.rows.reserve(crowd);
    }

    std::vector<StepDisplacement> displacement;  ///< By body.
    IntegratorScratch integrator;

    std::vector<ContactRow> contact_rows;
    std::vector<PointRow> point_rows;
    std::vector<ScalarRow> scalar_rows;
    std::vector<AngleRow> angle_rows;            ///< Replace angular scalar rows (AngleRowMode::Gathered).
    std::vector<HingeRow> hinge_rows;            ///< Replace a point row and its angular rows (Gathered).
    std::vector<PointRow> direct_points;         ///< Rows that linkages solve (linkages/linkage.h).
    std::vector<ScalarRow> direct_scalars;       ///< Likewise.
    std::vector<JointRun> joint_runs;            ///< Joint rows by worker run, before they are merged.
    std::vector<std::uint8_t> joint_counts;      ///< By body: number of its joints; saturates at 2.
    std::vector<std::uint32_t> joint_sets;       ///< By body: union-find parents of jointed bodies.
    std::vector<WarmStartParabola> warm_starts;  ///< By root in joint_sets.
    bool joints_overloaded = false;              ///< Some joint is overloaded and may break.
    /// Body of a joint whose impulses are no longer finite; null_index if all are finite.
    std::uint32_t offending_joint_body = null_index;

    /// By body: velocity before the step. With the scalar solvers, set only if something can bounce.
    std::vector<BodyVelocity> start_velocity;
    std::vector<std::uint32_t> bouncing;         ///< Indices of contact rows.
    std::vector<std::uint32_t> pending_bounces;  ///< Bouncing rows that are not finished.
    std::vector<std::uint32_t> deferred_bodies;  ///< Bodies with a contact that is deferred to the CCD stage.
    std::vector<BodyVelocity> velocity_before_bounce;    ///< By body.
    std::vector<std::uint32_t> restitution_parent;       ///< By body: root of its restitution island.
    std::vector<std::uint32_t> restitution_island_at;    ///< By root: index in restitution_islands.
    std::vector<std::uint8_t> restitution_driven;        ///< By root: RestitutionIsland::driven.
    std::vector<RestitutionIsland> restitution_islands;  ///< Islands with a row that bounces.

    std::vector<ContactRow> pair_rows;         ///< Rows of one pair (pair_energy_gains.cpp).
    std::vector<std::uint32_t> impact_bodies;  ///< Dynamic bodies of an impact (impact_group.h).
    ImpactIsland island;                       ///< Of impact_bodies (ccd/impact_islands.h).
    std::uint32_t island_root = null_index;    ///< The body that stands for the island.
    JointSystem joint_system;                  ///< Joints of impact_bodies.
    ImpactSolution trial_start;                ///< Saved before a trial (solve_impact).
    ImpactSolution trial_kept;                 ///< A solution of the trial.
};

}  // namespace toibox
