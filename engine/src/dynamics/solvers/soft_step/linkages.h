// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/common/envelope_factor.h"
#include "dynamics/solvers/linkages/linkage.h"
#include "dynamics/solvers/soft_step/wide_rows.h"

#include <cstdint>
#include <vector>

namespace toibox {

struct StepContext;

namespace soft_step {

struct Scratch;

/// A joint with equations that the step solves, as an edge between dynamic bodies.
struct LinkageEdge {
    std::uint32_t joint = 0;
    std::uint32_t a = 0;         ///< A dynamic body.
    std::uint32_t b = 0;         ///< The other dynamic body; null_index if the joint holds `a` to the world.
    std::uint8_t equations = 0;  ///< Number of rigid equations.
    std::uint8_t freedom_a = 0;  ///< Degrees of freedom of `a`.
    std::uint8_t freedom_b = 0;
    bool has_limit = false;
    friend bool operator==(const LinkageEdge&, const LinkageEdge&) = default;
};
/// Bodies that the edges connect.
struct LinkageCluster {
    std::uint32_t linkage = null_index;  ///< Its number, once an edge of the cluster is in a linkage.
    int freedom = 0;                     ///< Degrees of freedom of the bodies, minus the equations.
    bool has_loop = false;
    bool is_anchored = false;  ///< A joint holds it to the world.
    bool has_limit = false;
    bool is_touching = false;  ///< A contact of its bodies touches, in this step.
};

/// The linkages of a step; not part of the state.
struct Linkages {
    std::vector<Linkage> linkage;
    std::vector<LinkageBody> body;
    std::vector<LinkageEquation> equation;
    // By equation: K = J M⁻¹ Jᵀ, factored (envelope_factor.h).
    std::vector<EnvelopeRow> row;  ///< `first`: the first equation of the linkage that shares a body.
    std::vector<double> elements;
    std::vector<double> pivot;
    std::vector<double> inv_pivot;
    std::vector<double> solution;  ///< By equation: the right-hand side; after K is solved, the solution.

    std::vector<std::uint32_t>
        linkage_of_joint;  ///< By joint; null_index if in none. Empty if there are no linkages.

    // Clusters of jointed bodies, and the edges from which they were computed.
    std::vector<LinkageEdge> edges;
    std::vector<LinkageEdge> new_edges;
    std::vector<std::uint32_t> cluster;       ///< By jointed body: the lowest body index in its cluster.
    std::vector<LinkageCluster> clusters;     ///< By the lowest body index of a cluster.
    std::vector<std::uint32_t> body_of_slot;  ///< By slot: index among the bodies of its linkage.
};

/// Finds the linkages of the step, sets up their equations and factors them. Drops taut linkages, such as a
/// straight bridge, in which closing a small gap takes a large force. Also counts the joints of each body.
/// Requires: the contacts of the step are listed.
void prepare_linkages(StepContext& step, float h);

// ---- A sub-step (solve_linkages.cpp)

/// At the start of the step: factors each linkage, and sets is_taut.
void begin_linkages(StepContext& step);
/// After the rows, and before positions are integrated: finds the velocities with which the equations hold at
/// the end poses. Removes existing errors at softness.bias_rate. `h`: length of the sub-step, seconds.
void solve_linkages(StepContext& step, const Softness& softness, float h);
/// After positions are integrated: stores the velocities at the end poses.
void end_linkages(StepContext& step);
/// After the rows are relaxed: removes the velocities that this caused along the equations.
void relax_linkages(StepContext& step);

/// Stores the impulses of the equations in SolverScratch::direct_points and direct_scalars.
void store_linkages(StepContext& step);

}  // namespace soft_step
}  // namespace toibox
