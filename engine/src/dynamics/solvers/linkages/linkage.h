// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/rot.h"
#include "toibox/math/vec2.h"

#include "dynamics/solvers/common/relative_motion.h"
#include "dynamics/solvers/rows/joint_rows.h"

#include <cstdint>

namespace toibox {

/// Linkages: bodies that joints connect, such as pendulums and four-bar linkages. The equations of a linkage
/// (rigid rows, springs, and motors that no limit stops) are solved as one system, for the poses at the end
/// of the sub-step (SHAKE) and then for the velocities there (RATTLE). A linkage that nothing drives keeps
/// its energy, a motor reaches its exact speed, and joints stay closed to a few µm (unless a body folds over
/// in less than 1/64 of a sub-step).
///
/// Everything else that acts on the bodies stays with the rows: contacts, limits, motors with a limit, the
/// mouse. Each sub-step solves first the rows, then the linkage, as two blocks of one iteration. A joint with
/// a limit has its rigid rows in both, because the row of its angle needs the reaction of its point
/// (HingeRow).
///
/// An open joint, which an impact may leave, is closed by moving the bodies. This does not change their
/// velocities, so that it adds no kinetic energy.
///
/// Solved only by the rows:
/// - bodies that nothing holds and that touch something or have limits, such as ragdolls: what they keep of
///   their energy is decided by the impacts, and a linkage costs five times as much as the rows;
/// - loops that something holds, if they have several degrees of freedom, such as bridges, which may be
/// pulled
///   taut within a sub-step, or if they have more equations than degrees of freedom;
/// - loops that are stretched out when the step starts.
///
/// Cost: linear in the joints of a chain. A pendulum of 100 bars takes 0.15 ms per step when it swings
/// gently, 0.4 ms on average and at most 5 ms when it whips around; with rows it takes 0.04 ms.
///
/// Sources: J.-P. Ryckaert, G. Ciccotti, H. Berendsen, "Numerical integration of the cartesian equations of
/// motion of a system with constraints", 1977; H. Andersen, "Rattle", 1983.
/// Rejected alternatives: joint rows alone, which damp each joint like a spring of joint_stiffness (a double
/// pendulum loses 32 % of its energy in a minute) or, if stiffer, add energy without bound; one slice per
/// sub-step, where a small body that folds over fast loses half the energy; limits as bounded equations of
/// the linkage (a motor of 10⁵ N·m that drives a bar of 16 g against its limit then throws a ball at 6600
/// m/s, not at 64 m/s); springs as rows beside the linkage, which then gain energy.

struct Linkage {
    std::uint32_t first_body = 0;
    std::uint32_t bodies = 0;
    std::uint32_t first_equation = 0;
    std::uint32_t equations = 0;
    bool is_bounded = false;    ///< Has motors.
    bool is_driven = false;     ///< Has motors or springs.
    bool keeps_energy = false;  ///< Is not driven, also not by a moving kinematic body.
    bool is_free = false;       ///< All its bodies can move and rotate freely.
    bool is_factored = false;   ///< K is factored at the current poses.
    bool has_loop = false;      ///< Has a loop, possibly through the world.
    bool is_taut = false;       ///< Some equations are nearly redundant.
    /// Change of the kinetic energy that does not matter, joules: that of all bodies at
    /// tuning::linkage_rest_speed.
    double energy_tolerance = 0.0;
};

/// Displacement and rotation of a body since the start of the step; in double, because levers may be long and
/// differences small.
struct LinkagePose {
    Vec2d center;  ///< Metres.
    double angle = 0.0;
    Rotd rotation;
};

/// A body of a linkage in a sub-step.
struct LinkageBody {
    std::int32_t slot = 0;    ///< 0: an immovable body.
    Vec2d start_center;       ///< Centre of mass at the start of the step, world.
    std::uint32_t first = 0;  ///< The first equation of the linkage that involves this body.
    Vec2d inv_mass;           ///< Along the world's x and y, 1/kg; 0 if immovable.
    double inv_inertia = 0.0;
    Vec2d mass;  ///< Along the world's x and y, kg; 0 where the body cannot move.
    double inertia = 0.0;
    LinkagePose pose;
    LinkagePose start_pose;  ///< At the start of the sub-step.
    LinkagePose predicted;   ///< Predicted pose at the end of the slice.
    BodyVelocityd velocity;
    BodyVelocityd pass_velocity;     ///< At the start of the pass, or before joints are closed.
    BodyVelocityd stored_velocity;   ///< As last stored in float.
    BodyVelocityd initial_velocity;  ///< At the start of the sub-step, forces and rows included.
    [[nodiscard]] bool is_movable() const { return inv_mass.x + inv_mass.y + inv_inertia > 0.0; }
    [[nodiscard]] bool is_free() const { return inv_mass.x > 0.0 && inv_mass.y > 0.0 && inv_inertia > 0.0; }
};
/// Centre of mass, world.
inline Vec2d center_of(const LinkageBody& body) {
    return body.start_center + body.pose.center;
}

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
    std::uint32_t row = 0;        ///< Index in SolverScratch::direct_scalars or direct_points.
    std::uint8_t point_axis = 0;  ///< 0: a scalar row; 1 or 2: x or y of a point row.
    LinkageRole role = LinkageRole::Free;
    RowKind kind = RowKind::Rigid;
    std::uint32_t a = 0;  ///< Index among the linkage's bodies.
    std::uint32_t b = 0;
    EvaluatedEquation evaluated;
    double speed = 0.0;       ///< Target of a spring or motor, m/s or rad/s.
    double gamma = 0.0;       ///< Softness of a spring, 1/kg or 1/(kg·m²).
    double compliance = 0.0;  ///< Added to gamma in compliant mode, 1/kg or 1/(kg·m²).
    double lower = 0.0;       ///< Bounds of the impulse in a sub-step, N·s or N·m·s.
    double upper = 0.0;
    double impulse = 0.0;          ///< In the slice, N·s or N·m·s.
    double pass_impulse = 0.0;     ///< At the start of the pass.
    double start_impulse = 0.0;    ///< At the start of the sub-step: removes velocities along the equations.
    double substep_impulse = 0.0;  ///< In the whole sub-step.
    double total_impulse = 0.0;    ///< Over the finished sub-steps of the step.
    double start_speed = 0.0;      ///< Of a spring or motor, at the start of the slice.
};

}  // namespace toibox
