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
/// tuning::max_linkage_weight joints. The joints of a linkage are solved as one system, for the poses at the
/// end of the sub-step (SHAKE) and then for the velocities there (RATTLE); joint rows are solved one after
/// another at the start poses. RATTLE steps are symmetric in time: a linkage that nothing drives keeps its
/// energy, its joints stay closed to a few µm, and a motor reaches its exact speed. The final velocities are
/// velocities at the end of the sub-step, as for any body.
///
/// Not solved as linkages but by the joint rows:
/// - clusters in which a body has contacts,
/// - clusters with a joint limit, a mouse joint or a motor joint,
/// - loops with several degrees of freedom, such as bridges, which may be pulled taut within a sub-step,
/// - loops that are stretched out when the step starts,
/// - trees with open joints, which an impact in the previous step may leave, until the rows have closed them
///   softly: closing them in one sub-step needs high speeds, which would remain as energy.
///
/// Sources: J.-P. Ryckaert, G. Ciccotti, H. Berendsen, "Numerical integration of the cartesian equations of
/// motion of a system with constraints", 1977; H. Andersen, "Rattle", 1983.
/// Rejected alternatives: joint rows alone, which damp each joint like a spring of joint_stiffness (a double
/// pendulum loses 32 % of its energy in a minute) or, if stiffer, add energy without bound; one slice per
/// sub-step, where a small body that folds over fast loses half the energy; limits in the active-set method
/// (a motor of 10⁵ N·m that drives a bar of 16 g against its limit then throws a ball at 6600 m/s, not at 64
/// m/s).

/// A joint that the step solves, as an edge between dynamic bodies.
struct LinkageEdge {
    std::uint32_t joint = 0;
    std::uint32_t a = 0;       ///< A dynamic body.
    std::uint32_t b = 0;       ///< The other dynamic body; `a` if the joint has only one.
    std::uint32_t weight = 0;  ///< 1, or over_weight_limit if the joint cannot be in a linkage.
    friend bool operator==(const LinkageEdge&, const LinkageEdge&) = default;
};

struct Linkage {
    std::uint32_t first_body = 0;
    std::uint32_t bodies = 0;
    std::uint32_t first_equation = 0;
    std::uint32_t equations = 0;
    bool is_bounded = false;   ///< Has motors.
    bool is_driven = false;    ///< Has motors or springs.
    bool is_factored = false;  ///< Linkages::factor holds K factored at the current poses.
    bool has_loop = false;     ///< Has a loop of rigid joints, possibly through the world.
    bool is_loose = false;     ///< Has a loop with several degrees of freedom.
    bool is_taut = false;      ///< Some equations are nearly redundant.
    bool is_open = false;      ///< Has no loop, and the error of a joint exceeds the slop.
};

/// Displacement and rotation of a body since the start of the step; in double, because levers may be long and
/// differences small.
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
    std::int32_t slot = 0;    ///< 0: an immovable body.
    std::uint32_t first = 0;  ///< The first equation of the linkage that involves this body.
    Vec2d inv_mass;           ///< Along the world's x and y, 1/kg; 0 if immovable.
    double inv_inertia = 0.0;
    LinkagePose pose;
    LinkagePose start_pose;  ///< At the start of the sub-step.
    LinkagePose predicted;   ///< Predicted pose at the end of the slice.
    LinkageVelocity velocity;
    LinkageVelocity pass_velocity;     ///< At the start of the pass.
    LinkageVelocity initial_velocity;  ///< At the start of the sub-step, forces included.
    [[nodiscard]] bool is_movable() const { return inv_mass.x + inv_mass.y + inv_inertia > 0.0; }
};

/// An equation evaluated at given poses: axis, lever arms and error C, as in ScalarRow.
struct EvaluatedEquation {
    Vec2d axis;
    double angular_a = 0.0;
    double angular_b = 0.0;
    double error = 0.0;  ///< Metres or radians.
};

/// How the impulse of an equation is determined.
enum class LinkageRole : std::uint8_t {
    Free,     ///< Solved by the linear system.
    AtLower,  ///< Fixed at its lower bound.
    AtUpper,  ///< Fixed at its upper bound.
};

/// An equation between two bodies: a ScalarRow, or one axis of a PointRow.
struct LinkageEquation {
    std::uint32_t row = 0;        ///< Index in SolverScratch::scalar_rows or point_rows.
    std::uint8_t point_axis = 0;  ///< 0: a scalar row; 1 or 2: x or y of a point row.
    LinkageRole role = LinkageRole::Free;
    RowKind kind = RowKind::Rigid;
    std::uint32_t joint = 0;
    std::uint32_t a = 0;  ///< Index among the linkage's bodies.
    std::uint32_t b = 0;
    std::uint32_t first = 0;  ///< First equation of the linkage that shares a body with this one.
    std::size_t factor = 0;   ///< Index in Linkages::factor of the first stored element of its row.
    EvaluatedEquation evaluated;
    double target_error = 0.0;  ///< Desired error at the end of the slice.
    double speed = 0.0;         ///< Target of a spring or motor, m/s or rad/s.
    double gamma = 0.0;         ///< Softness of a spring, 1/kg or 1/(kg·m²).
    double compliance = 0.0;    ///< Added to gamma in compliant mode, 1/kg or 1/(kg·m²).
    double lower = 0.0;         ///< Bounds of the impulse in a sub-step, N·s or N·m·s.
    double upper = 0.0;
    double impulse = 0.0;          ///< In the slice, N·s or N·m·s.
    double pass_impulse = 0.0;     ///< At the start of the pass.
    double substep_impulse = 0.0;  ///< In the whole sub-step.
    double total_impulse = 0.0;    ///< Over the finished sub-steps of the step.
    double start_speed = 0.0;      ///< Of a spring or motor, at the start of the slice.
    double pivot = 0.0;            ///< D of L D Lᵀ; 0 if the equation is redundant or not free.
    double inv_pivot = 0.0;        ///< 1 / pivot, or 0.
    double solution = 0.0;         ///< Right-hand side of the linear system; after substitute, its solution.
};

/// The linkages of a step; not part of the state.
struct Linkages {
    std::vector<Linkage> linkage;
    std::vector<LinkageBody> body;
    std::vector<LinkageEquation> equation;
    std::vector<double> factor;  ///< Rows of L, each from its first nonzero element to before the diagonal.

    std::vector<std::uint32_t>
        linkage_of_joint;  ///< By joint; null_index if in none. Empty if there are no linkages.

    // Clusters of jointed bodies, and the edges from which they were computed.
    std::vector<LinkageEdge> edges;
    std::vector<LinkageEdge> new_edges;
    std::vector<std::uint32_t> cluster;  ///< By jointed body: the lowest body index in its cluster.
    std::vector<std::uint32_t> weight;   ///< By cluster: total weight of its joints.
    std::vector<std::uint32_t>
        loop_sets;                  ///< By body of a linkage: union-find parents while loops are searched.
    bool any_within_limit = false;  ///< Whether any cluster is light enough to be a linkage.
    std::vector<std::uint32_t> cluster_linkage;  ///< By cluster: its linkage, no_linkage or has_contact.
};

/// Finds the linkages, and counts the joints of each body. Requires: the contacts of the step are listed.
void find_linkages(StepContext& step);
/// Sets up the equations from the rows of the joints. Drops taut linkages, such as a straight bridge, in
/// which closing a small gap takes a large force, and loose and open linkages. True if any was dropped: then
/// the joint rows must be prepared again.
[[nodiscard]] bool prepare_linkages(StepContext& step);

// ---- A sub-step (linkage_solver.cpp)

/// At the start of the step: factors each linkage, and sets is_taut and is_open.
void begin_linkages(StepContext& step);
/// Before positions are integrated: finds the velocities with which the equations hold at the end poses.
/// Removes existing errors at softness.bias_rate. `h`: length of the sub-step, seconds.
void solve_linkages(StepContext& step, const Softness& softness, float h);
/// After positions are integrated: stores the velocities at the end poses.
void end_linkages(StepContext& step);

/// Stores the impulses of the equations in the joint rows.
void store_linkages(StepContext& step);

}  // namespace soft_step
}  // namespace toibox
