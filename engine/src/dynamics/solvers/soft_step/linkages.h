// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/rot.h"
#include "toibox/math/vec2.h"

#include "dynamics/islands/disjoint_sets.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/soft_step/wide_rows.h"

#include <cstdint>
#include <vector>

namespace toibox {

struct StepContext;

namespace soft_step {

struct Scratch;

/// Linkages: jointed bodies without contacts, such as pendulums and four-bar linkages, with up to
/// tuning::max_linkage_weight joints. Their joints are solved at once instead of one after another, and for
/// the poses at the end of the sub-step instead of those at its start (SHAKE; relaxing afterwards makes it
/// RATTLE). Such steps are symmetric in time: a linkage that nothing drives keeps its energy, its joints stay
/// closed to a few µm, and a motor reaches its exact speed. Velocities are those at the end of the sub-step,
/// as for any body.
///
/// Left to the joint rows:
/// - bodies with contacts,
/// - joints with a limit, mouse and motor joints,
/// - loops that move in more than one way, such as bridges, which may be pulled taut within a sub-step,
/// - loops that are stretched out when the step begins,
/// - trees with open joints, as an impact in the last step may leave them, until the rows have closed them
///   softly: closing them in one sub-step takes speeds that turn into energy.
///
/// Sources: J.-P. Ryckaert, G. Ciccotti, H. Berendsen, "Numerical integration of the cartesian equations of
/// motion of a system with constraints", 1977; H. Andersen, "Rattle", 1983.
/// Rejected: joint rows alone, which damp each joint like a spring of joint_stiffness (a double pendulum
/// loses 32 % of its energy in a minute) or, if stiffer, add energy without bound; one slice per sub-step,
/// where a small body that folds over fast costs half the energy; limits by trial, like motors (a motor of
/// 10⁵ N·m that drives a bar of 16 g against its limit throws a ball at 6600 m/s instead of 64).

/// A solved joint, as an edge between dynamic bodies.
struct LinkageEdge {
    std::uint32_t joint = 0;
    std::uint32_t a = 0;       ///< A dynamic body.
    std::uint32_t b = 0;       ///< The other dynamic body; equals `a` if there is none.
    std::uint32_t weight = 0;  ///< 1, or above the limit if the joint cannot be in a linkage.
    friend bool operator==(const LinkageEdge&, const LinkageEdge&) = default;
};

struct Linkage {
    std::uint32_t first_body = 0;
    std::uint32_t bodies = 0;
    std::uint32_t first_equation = 0;
    std::uint32_t equations = 0;
    bool is_bounded = false;   ///< Has motors.
    bool is_driven = false;    ///< Has motors or springs.
    bool is_factored = false;  ///< Its factor is that of the current poses.
    bool has_loop = false;     ///< Of rigid joints, possibly through the world.
    bool is_loose = false;     ///< Has a loop that moves in more than one way.
    bool is_taut = false;      ///< Some equations are nearly redundant.
    bool is_open = false;      ///< Has no loop, and the error of a joint exceeds the slop.
};

/// How a body has moved since the start of the step, in double: lever arms may be long, and differences
/// small.
struct LinkagePose {
    Vec2d center;  ///< Metres.
    double angle = 0.0;
    Rotd rotation;
};
struct LinkageVelocity {
    Vec2d linear;  ///< m/s
    double angular = 0.0;
};

/// A body of a linkage in a sub-step.
struct LinkageBody {
    std::int32_t slot = 0;    ///< 0: the world at rest.
    std::uint32_t first = 0;  ///< The first equation of the linkage that involves it.
    Vec2d inv_mass;           ///< Along the world's x and y, 1/kg; 0 if immovable.
    double inv_inertia = 0.0;
    LinkagePose pose;
    LinkagePose start_pose;  ///< At the start of the sub-step.
    LinkagePose predicted;   ///< Where the velocity leads.
    LinkageVelocity velocity;
    LinkageVelocity pass_velocity;     ///< At the start of the pass.
    LinkageVelocity initial_velocity;  ///< At the start of the sub-step, forces included.
    [[nodiscard]] bool is_movable() const { return inv_mass.x + inv_mass.y + inv_inertia > 0.0; }
};

/// An equation at given poses: ScalarRow's axis, lever arms and C.
struct PlacedEquation {
    Vec2d axis;
    double angular_a = 0.0;
    double angular_b = 0.0;
    double error = 0.0;  ///< Metres or radians.
};

/// How the impulse of an equation is determined.
enum class LinkageRole : std::uint8_t {
    Free,     ///< By the linear system.
    AtLower,  ///< Fixed at its lower bound.
    AtUpper,  ///< Fixed at its upper bound.
};

/// A quantity of two bodies that must be 0: that of a ScalarRow, or one axis of a PointRow.
struct LinkageEquation {
    std::uint32_t row = 0;        ///< Index in SolverScratch::scalar_rows or point_rows.
    std::uint8_t point_axis = 0;  ///< 0: a scalar row; 1 or 2: x or y of a point row.
    LinkageRole role = LinkageRole::Free;
    RowKind kind = RowKind::Rigid;
    std::uint32_t joint = 0;
    std::uint32_t a = 0;  ///< Index among the linkage's bodies.
    std::uint32_t b = 0;
    std::uint32_t first = 0;  ///< First equation of the linkage that shares a body with this one.
    std::size_t factor = 0;   ///< Index of its element in Linkages::factor.
    PlacedEquation placed;
    double target_error = 0.0;  ///< Desired error at the end of the slice.
    double speed = 0.0;         ///< Target of a spring or motor, m/s or rad/s.
    double gamma = 0.0;         ///< Softness, 1/kg or 1/(kg·m²).
    double compliance = 0.0;    ///< Added to gamma with compliant joints.
    double lower = 0.0;         ///< Bounds of the impulse in a sub-step.
    double upper = 0.0;
    double impulse = 0.0;          ///< In the slice, N·s or N·m·s.
    double pass_impulse = 0.0;     ///< At the start of the pass.
    double substep_impulse = 0.0;  ///< In the whole sub-step.
    double total_impulse = 0.0;    ///< Over the finished sub-steps of the step.
    double start_speed = 0.0;      ///< Of a spring or motor, at the start of the slice.
    double pivot = 0.0;            ///< D of L D Lᵀ; 0 if the equation is redundant or not free.
    double inverse = 0.0;          ///< 1 / pivot, or 0.
    double solution = 0.0;         ///< Of the linear system; its right-hand side before.
};

/// The linkages of a step; not part of the state.
struct Linkages {
    std::vector<Linkage> linkage;
    std::vector<LinkageBody> body;
    std::vector<LinkageEquation> equation;
    std::vector<double> factor;  ///< Rows of L, from the first element that is not 0 to the diagonal.

    std::vector<std::uint32_t> linkage_of_joint;  ///< By joint, or null_index. Empty without linkages.

    // Clusters of jointed bodies, and the edges for which they were found.
    std::vector<LinkageEdge> edges;
    std::vector<LinkageEdge> new_edges;
    std::vector<std::uint32_t> cluster;          ///< Of jointed bodies: the lowest body index in its cluster.
    std::vector<std::uint32_t> weight;           ///< By that index: total weight of the joints.
    std::vector<std::uint32_t> loop_sets;        ///< By body of a linkage, while loops are searched.
    bool any_within_limit = false;               ///< Whether any cluster is light enough to be a linkage.
    std::vector<std::uint32_t> cluster_linkage;  ///< By cluster: its linkage, no_linkage or has_contact.
};

/// Finds the linkages, and counts the joints of each body. Requires: the contacts of the step are listed.
void find_linkages(StepContext& step);
/// Sets up the equations from the rows of the joints. Linkages whose equations are nearly redundant, as those
/// of a straight bridge, where a small gap takes a large force, are dropped, and so are open ones. True if
/// any was dropped: then the joint rows must be prepared again.
[[nodiscard]] bool prepare_linkages(StepContext& step);

// ---- A sub-step (linkage_solver.cpp)

/// At the start of the step: factors each linkage, and sets is_taut and is_open.
void begin_linkages(StepContext& step);
/// Before positions are integrated: finds the velocities that lead to poses in which the equations hold.
/// Existing errors are removed at the rate of `softness`.
void solve_linkages(StepContext& step, const Softness& softness, float h);
/// Afterwards: stores the velocities that the bodies have in those poses.
void end_linkages(StepContext& step);

/// Stores the impulses in the rows.
void store_linkages(StepContext& step);

}  // namespace soft_step
}  // namespace toibox
