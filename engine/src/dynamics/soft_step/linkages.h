// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint_rows.h"
#include "toibox/math/rot.h"
#include "toibox/math/vec2.h"

#include "../disjoint_sets.h"
#include "wide_rows.h"

#include <cstdint>
#include <vector>

namespace toibox {

struct StepContext;

namespace soft_step {

struct Scratch;

/// Linkages: bodies that joints hold together and that touch nothing, such as pendulums and four-bar
/// linkages, up to tuning::max_linkage_weight. Their joints are solved all at once instead of one after the
/// other, and for the poses to which the velocities lead instead of those at which the sub-step begins
/// (SHAKE; relaxing afterwards makes it RATTLE). Such steps are symmetric in time: a linkage that nothing
/// drives keeps its energy, its joints stay closed to some µm, and a motor turns it as fast as it says.
/// Velocities are those at the end of the sub-step, as of any body. Left to the rows of joints: what touches
/// something, what a mouse joint, a motor joint or one with a limit holds, and loops that move in more than
/// one way, such as a bridge's, which may be pulled taut within a sub-step, or that are stretched out when
/// the step begins. So is a tree that gapes, as an impact within the step before may leave it, until the rows
/// have closed it softly: to close it in one sub-step takes speeds that turn into energy. Sources: J.-P.
/// Ryckaert, G. Ciccotti, H. Berendsen, "Numerical integration of the cartesian equations of motion of a
/// system with constraints", 1977; H. Andersen, "Rattle", 1983. Rejected: rows of joints alone, which damp
/// each joint like a spring of joint_stiffness (a double pendulum loses 32 % of its energy in a minute) or,
/// stiffer, add energy without bound; one part for each sub-step, where a small body that folds over fast
/// costs half the energy; limits by trial like motors (a motor of 10⁵ N·m that drives a bar of 16 g against
/// its limit throws a ball at 6600 m/s instead of 64).

/// A joint that is solved, as far as it holds dynamic bodies together.
struct LinkageEdge {
    std::uint32_t joint = 0;
    std::uint32_t a = 0;  ///< A dynamic body …
    std::uint32_t b = 0;  ///< … and the other one, or the same if there is none.
    std::uint32_t weight = 0;
    friend bool operator==(const LinkageEdge&, const LinkageEdge&) = default;
};

struct Linkage {
    std::uint32_t first_body = 0;
    std::uint32_t bodies = 0;
    std::uint32_t first_equation = 0;
    std::uint32_t equations = 0;
    bool is_bounded = false;   ///< Has motors.
    bool is_driven = false;    ///< Has motors or springs.
    bool is_factored = false;  ///< For the present poses.
    bool has_loop = false;     ///< Of rigid joints, the world included.
    bool is_loose = false;     ///< Has a loop that moves in more than one way.
    bool is_taut = false;      ///< Equations nearly follow from each other.
    bool is_open = false;      ///< Has no loop, and a joint gapes by more than the slop.
};

/// How a body has moved since the start of the step, in double: levers may be long, and differences small.
struct LinkagePose {
    Vec2d center;  ///< Metres.
    double angle = 0.0;
    Rotd turned;
};
struct LinkageVelocity {
    Vec2d linear;  ///< m/s
    double angular = 0.0;
};

/// A body of a linkage in a sub-step.
struct LinkageBody {
    std::int32_t slot = 0;    ///< 0: the world at rest.
    std::uint32_t first = 0;  ///< The first equation of the linkage that is about it.
    Vec2d inv_mass;           ///< Along the world's x and y, 1/kg. 0 for what no impulse moves.
    double inv_inertia = 0.0;
    LinkagePose pose;
    LinkagePose begin;      ///< At the start of the sub-step.
    LinkagePose predicted;  ///< Where the velocity leads.
    LinkageVelocity velocity;
    LinkageVelocity start;             ///< At the start of the pass …
    LinkageVelocity initial_velocity;  ///< … and of the sub-step, forces included.
    [[nodiscard]] bool is_movable() const { return inv_mass.x + inv_mass.y + inv_inertia > 0.0; }
};

/// An equation as the bodies stand: ScalarRow's axis, levers and C.
struct PlacedEquation {
    Vec2d axis;
    double angular_a = 0.0;
    double angular_b = 0.0;
    double error = 0.0;  ///< Metres or radians.
};

/// Who bears an equation at the moment.
enum class LinkageRole : std::uint8_t {
    Free,     ///< The system finds its impulse.
    AtLower,  ///< Its impulse is the least that it may give …
    AtUpper,  ///< … or the most.
};

/// One number of two bodies that is to be 0: the meaning of a ScalarRow, or one axis of a PointRow.
struct LinkageEquation {
    std::uint32_t row = 0;        ///< Of SolverScratch::scalar_rows, or point_rows …
    std::uint8_t point_axis = 0;  ///< … if this is 1 (x) or 2 (y).
    LinkageRole role = LinkageRole::Free;
    RowKind kind = RowKind::Rigid;
    std::uint32_t joint = 0;
    std::uint32_t a = 0;  ///< Its place among the linkage's bodies.
    std::uint32_t b = 0;
    std::uint32_t first = 0;  ///< The first equation of the linkage that shares a body with this …
    std::size_t factor = 0;   ///< … and the place of its element in Linkages::factor.
    PlacedEquation placed;
    double target_error = 0.0;  ///< What the error is to be at the end of the part.
    double speed = 0.0;         ///< Of springs and motors: what they ask for, m/s or rad/s.
    double gamma = 0.0;         ///< Softness, 1/kg or 1/(kg·m²) …
    double compliance = 0.0;    ///< … and what comes to it in a sub-step in which joints yield.
    double lower = 0.0;         ///< Bounds of the impulse in a sub-step.
    double upper = 0.0;
    double impulse = 0.0;          ///< In the part of the sub-step, N·s or N·m·s …
    double pass_impulse = 0.0;     ///< … what it was at the start of the pass …
    double substep_impulse = 0.0;  ///< … in the whole sub-step …
    double total_impulse = 0.0;    ///< … and in those of the step that are done.
    double start_speed = 0.0;      ///< Along it, of what drives, at the start of the part.
    double pivot = 0.0;            ///< D of L D Lᵀ; 0 where the equation is redundant or not free …
    double inverse = 0.0;          ///< … and its inverse.
    double solution = 0.0;         ///< Of the linear system.
};

/// The linkages of a step; no state.
struct Linkages {
    std::vector<Linkage> linkage;
    std::vector<LinkageBody> body;
    std::vector<LinkageEquation> equation;
    std::vector<double> factor;  ///< Rows of L, from the first element that is not 0 to the diagonal.

    std::vector<std::uint32_t> of_joint;  ///< By joint: its linkage, or null_index. Empty if there are none.

    // Clusters of bodies that joints hold together, and what they were found for.
    std::vector<LinkageEdge> edges;
    std::vector<LinkageEdge> new_edges;
    std::vector<std::uint32_t> cluster;  ///< By body: the least index of those in it. Of jointed bodies.
    std::vector<std::uint32_t> weight;   ///< By that index.
    std::vector<std::uint32_t> joined;   ///< By body of a linkage, while its loops are sought.
    bool any_within_limit = false;       ///< Whether one is light enough to be a linkage.
    std::vector<std::uint32_t> number;   ///< By cluster: its linkage, no_linkage or has_contact.
};

/// Finds the linkages, and counts the joints of each body. The contacts of the step must have been listed.
void find_linkages(StepContext& step);
/// Their equations, from the rows of their joints. Linkages whose equations nearly follow from each other, as
/// those of a straight bridge, where a small gap takes a great force, are no longer any, nor are those that
/// gape. True if there were such: then the rows of the joints are to be prepared again.
[[nodiscard]] bool prepare_linkages(StepContext& step);

// ---- A sub-step (linkage_solver.cpp)

/// At the start of the step: factors each, and sets is_taut and is_open.
void begin_linkages(StepContext& step);
/// Before positions are integrated: the velocities that lead the bodies of linkages to poses in which the
/// equations hold. What is open already closes as fast as `softness` says.
void solve_linkages(StepContext& step, const Softness& softness, float h);
/// Afterwards: the velocities that the bodies have in those poses.
void end_linkages(StepContext& step);

/// Impulses back to the rows.
void store_linkages(StepContext& step);

}  // namespace soft_step
}  // namespace toibox
