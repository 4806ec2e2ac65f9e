// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox::soft_step {

/// The rows of the soft step in blocks: eight contacts or joint rows with distinct bodies, solved in SIMD
/// lanes. Plain data without functions, because the kernels of every instruction set include this file. The
/// layout is the same for all instruction sets: a kernel with four lanes processes a block in two halves.
inline constexpr int block_lanes = 8;

using Lanes = float[block_lanes];

/// One contact point per lane, with names as in ContactRowPoint (rows.h). Lanes without a point have zero
/// masses, and thus no effect.
struct WidePoint {
    Lanes rn_a;  ///< cross(r_a, n), metres.
    Lanes rn_b;
    Lanes along_a;  ///< dot(r_a, n); cross(r_a, t) = −along_a.
    Lanes along_b;
    Lanes separation;   ///< At detection, metres.
    Lanes normal_mass;  ///< kg
    Lanes tangent_mass;
    Lanes normal_impulse;  ///< Accumulated in the sub-step, N·s.
    Lanes tangent_impulse;
    Lanes total_normal_impulse;  ///< Sum over the finished sub-steps.
    Lanes total_tangent_impulse;
    Lanes max_normal_impulse;  ///< Maximum over all sub-steps; > 0 if the point pushed. Only in blocks
                               ///< that are `tracked`.
};

/// What a block needs in addition if the levers of some contacts follow the bodies within the step. Apart
/// from WideContact, so that the many blocks without such contacts stay small.
struct alignas(64) FollowingLevers {
    Lanes follows;  ///< 1 if the levers of the lane follow the bodies, else 0.
    struct Point {
        // Levers at the start of the step, named as in WidePoint.
        Lanes rn_a, rn_b, along_a, along_b;
        Lanes slide;       ///< From the point of A to that of B at the start, along the tangent (n.y, −n.x),
                           ///< metres; not 0 for contacts that are seen before they touch.
        Lanes gap;         ///< Likewise along the normal.
        Lanes owned_by_a;  ///< 1 if the point moves with A, 0 if with B, between if it rolls on both.
    };
    Point point[2];
};

struct alignas(64) WideContact {
    std::int32_t body_a[block_lanes];  ///< Slots of SolverBodies; 0 stands for immovable bodies at rest.
    std::int32_t body_b[block_lanes];
    std::uint32_t contact[block_lanes];  ///< Index in WorldState::contacts.
    std::uint8_t lanes = 0;              ///< Number of used lanes; these come first.
    std::uint8_t points = 0;             ///< Maximum number of points of a contact: 1 or 2.
    std::uint8_t write_a = 0;            ///< Bit i: the body of lane i is dynamic.
    std::uint8_t write_b = 0;
    bool tracked = false;        ///< max_normal_impulse is updated: some contact may bounce or hit, or its
                                 ///< levers follow the bodies.
    bool has_rolling = false;    ///< Some contact has rolling resistance.
    bool has_jointed = false;    ///< Some contact has a jointed body: `jointed` is set.
    std::uint8_t restart_a = 0;  ///< Bit i: the body of lane i is warm-started by each sub-step's rows.
    std::uint8_t restart_b = 0;
    FollowingLevers* following = nullptr;  ///< Null if no levers of the block follow the bodies.
    Lanes normal_x;
    Lanes normal_y;
    Lanes friction;
    Lanes tangent_speed;
    Lanes rolling_resistance;
    Lanes rolling_mass;
    Lanes rolling_impulse;
    Lanes inv_mass_a_x;  ///< Along the world's x; 0 if locked.
    Lanes inv_mass_a_y;
    Lanes inv_inertia_a;
    Lanes inv_mass_b_x;
    Lanes inv_mass_b_y;
    Lanes inv_inertia_b;
    Lanes rounding_a;  ///< Rounding radii, which do not rotate with the body, metres.
    Lanes rounding_b;
    Lanes push_by_load;  ///< tuning::push_by_load, or 0 if spawned overlapping.
    WidePoint point[2];
    /// Change of normal velocity at one point per unit impulse at the other, 1/kg. No effect for contacts
    /// with one point, because the mass of the absent point is 0.
    Lanes coupling;
    Lanes jointed;  ///< 1 for contacts of a body with a rigid joint, else 0.
};

/// Eight PointRows, with names as in joint_rows.h.
struct alignas(64) WidePointRow {
    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    std::uint32_t row[block_lanes];  ///< Index in SolverScratch::point_rows.
    std::uint8_t lanes = 0;
    std::uint8_t write_a = 0;
    std::uint8_t write_b = 0;
    std::uint8_t has_lock = 0;  ///< 1 if some lane has a rotation lock (nonzero lever fractions).
    Lanes rigid;  ///< 1 for rows with the solver's softness, 0 for rows with gamma and bias_rate.
    Lanes r_a_x, r_a_y, r_b_x, r_b_y;
    Lanes inv_mass_a_x, inv_mass_a_y, inv_inertia_a, inv_mass_b_x, inv_mass_b_y, inv_inertia_b;
    Lanes lever_fraction_a, lever_fraction_b;
    Lanes offset_x, offset_y;
    Lanes velocity_x, velocity_y;
    Lanes gamma;
    Lanes bias_rate;
    Lanes max_impulse;
    Lanes impulse_x, impulse_y;                ///< Accumulated in the sub-step, N·s.
    Lanes substep_offset_x, substep_offset_y;  ///< Offset in the first pass of the sub-step, for springs.
    Lanes total_impulse_x, total_impulse_y;    ///< Sum over the finished sub-steps.
};

/// Eight AngleRows, with names as in joint_rows.h. These rows read and change only rotations, so effective
/// masses are constant during the step.
struct alignas(64) WideAngleRow {
    enum Part : std::uint8_t { hold, motor, lower, upper, parts };  ///< As in AngleRow.

    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    std::uint32_t row[block_lanes];  ///< Index in SolverScratch::angle_rows.
    std::uint8_t lanes = 0;
    std::uint8_t write_a = 0;
    std::uint8_t write_b = 0;
    std::uint8_t has = 0;  ///< Bit i: some lane has part i. In lanes without the part, impulses are 0.
    Lanes inv_inertia_a, inv_inertia_b;
    Lanes inv_k;       ///< 1 / K, kg·m²; 0 if the bodies cannot rotate.
    Lanes soft_inv_k;  ///< 1 / (K + gamma)
    Lanes rigid;       ///< Of `hold`: 1 with the solver's softness, 0 with gamma and bias_rate.
    Lanes rest, speed, gamma, bias_rate, lower_impulse, upper_impulse;
    Lanes motor_speed, motor_impulse;
    Lanes lower_rest, upper_rest;
    Lanes substep_error;         ///< Of `hold`: error in the first pass of the sub-step, for springs.
    Lanes limit_impulse;         ///< Maximum impulse of limits: infinity, or 0 without limits.
    Lanes impulse[parts];        ///< Accumulated in the sub-step, N·m·s.
    Lanes total_impulse[parts];  ///< Sum over the finished sub-steps.
};

/// Eight HingeRows, with names as in joint_rows.h. `has_lock` is not used, nor are the bodies, inertias,
/// inv_k and soft_inv_k of `angle`, because the response to an angular impulse about a hinge depends on the
/// levers.
struct alignas(64) WideHingeRow : WidePointRow {
    WideAngleRow angle;
};

/// Eight ScalarRows that are not angular, with names as in joint_rows.h.
struct alignas(64) WideScalarRow {
    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    std::uint32_t row[block_lanes];  ///< Index in SolverScratch::scalar_rows.
    std::uint8_t lanes = 0;
    std::uint8_t write_a = 0;
    std::uint8_t write_b = 0;
    std::uint8_t has_lock = 0;  ///< 1 if some lane has a rotation lock (nonzero lever fractions).
    Lanes rigid;                ///< 1 for rigid rows and limits, 0 for springs and motors.
    Lanes limit;                ///< 1 for a lower limit, −1 for an upper limit, else 0.
    Lanes along;                ///< 1 if the axis runs from anchor to anchor, else 0.
    Lanes r_a_x, r_a_y, r_b_x, r_b_y;
    Lanes inv_mass_a_x, inv_mass_a_y, inv_inertia_a, inv_mass_b_x, inv_mass_b_y, inv_inertia_b;
    Lanes lever_fraction_a, lever_fraction_b;
    Lanes offset_x, offset_y;
    Lanes axis_x, axis_y;  ///< At the start of the step.
    Lanes rest;
    Lanes speed;  ///< Motor: target speed. Limit: target speed of the motor on the same coordinate.
    Lanes gamma;
    Lanes bias_rate;
    Lanes lower_impulse, upper_impulse;
    Lanes drive_impulse;           ///< Limit: maximum impulse of the motor on the same coordinate.
    Lanes lower_stop, upper_stop;  ///< Motor: limits of the same coordinate.
    Lanes impulse;                 ///< Accumulated in the sub-step, N·s.
    Lanes substep_error;           ///< Error in the first pass of the sub-step, for springs.
    Lanes total_impulse;           ///< Sum over the finished sub-steps.
};

/// The bodies of a step by slot: slot 0 stands for all static and sleeping bodies; the simulated bodies
/// follow in index order. Arrays have four floats (x, y, z, w) per slot, as the kernels gather them.
struct SolverBodies {
    float* velocity = nullptr;       ///< x, y, angular, and the rotation angle since the start of the step.
    float* displacement = nullptr;   ///< x, y, cosine, sine of the displacement since the start of the step.
    float* free_velocity = nullptr;  ///< x, y, angular before the impulses of the sub-step; w unused.
    const float* acceleration = nullptr;  ///< x, y, angular, due to external forces; w unused.
    /// Factors of one sub-step: linear x, linear y, angular. w: 1 if the velocity change in the previous
    /// sub-step is repeated, 0 without warm starting and for bodies that rows warm-start.
    const float* damping = nullptr;
    std::int32_t count = 0;  ///< Number of slots.
};

/// Softness of a family of rows in one pass. The default is rigid, without correction of errors (relaxation).
struct Softness {
    float bias_rate = 0.0f;      ///< Fraction of the error that is removed per second, 1/s.
    float mass_scale = 1.0f;     ///< Factor of the effective mass.
    float impulse_scale = 0.0f;  ///< Fraction of the accumulated impulse that leaks per pass.
    bool ends_substep = false;   ///< Last pass of the sub-step: impulses are added to the totals.
};

struct ContactSoftness {
    Softness free;
    Softness jointed;  ///< For contacts of bodies with a rigid joint; softer, so that the joint stays closed.
};

struct SubstepOptions {
    float h = 0.0f;  ///< Length of the sub-step, seconds.
    float inv_h = 0.0f;
    float push_speed = 0.0f;         ///< Maximum speed at which overlap is pushed out without load, m/s, > 0.
    float over_relaxation = 1.0f;    ///< Factor by which an excess of an impulse is taken back.
    float firm_depth = 0.0f;         ///< Overlap beyond which contacts yield more, metres.
    float yielding_fraction = 1.0f;  ///< Fraction of the stiffness that remains beyond firm_depth.
    Softness driven;                 ///< Softness of limits that a motor drives against.
};

/// Entry points of the kernels; one table per instruction set.
struct Kernels {
    /// Computes the effective masses of contacts whose levers are set (ContactGeometry::compute_masses).
    void (*compute_masses)(WideContact* begin, WideContact* end);
    /// In the first sub-step, for all bodies; then only for those that rows warm-start (slot_restarts).
    void (*warm_start)(WideContact* begin, WideContact* end, const SolverBodies& bodies, bool first);
    void (*solve)(WideContact* begin, WideContact* end, const SolverBodies& bodies,
                  const ContactSoftness& softness, const SubstepOptions& options);
    void (*relax)(WideContact* begin, WideContact* end, const SolverBodies& bodies,
                  const SubstepOptions& options);
    void (*warm_start_angles)(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies);
    void (*warm_start_points)(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies);
    void (*warm_start_scalars)(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies);
    void (*warm_start_hinges)(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies);
    /// `softness`: for rows without gamma and bias_rate of their own; a default Softness relaxes these rows.
    void (*solve_angles)(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies,
                         const Softness& softness, const SubstepOptions& options);
    void (*solve_points)(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies,
                         const Softness& softness);
    void (*solve_scalars)(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies,
                          const Softness& softness, const SubstepOptions& options);
    void (*solve_hinges)(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies,
                         const Softness& softness, const SubstepOptions& options);
    /// Integrates the velocities of the slots [begin, end) over one sub-step. Repeats the velocity changes
    /// due to the impulses of the previous sub-step, except of bodies that rows warm-start.
    void (*integrate_velocities)(const SolverBodies& bodies, std::int32_t begin, std::int32_t end, float h);
    void (*integrate_positions)(const SolverBodies& bodies, std::int32_t begin, std::int32_t end, float h);
};

}  // namespace toibox::soft_step
