// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox::soft_step {

/// The rows of the soft step: eight contacts side by side with distinct bodies, solved in parallel by as many
/// lanes as the processor has. Plain data without functions, because the kernels of every instruction set
/// include it. The layout is the same for all of them: a kernel with four lanes processes a block in two
/// halves.
inline constexpr int block_lanes = 8;

using Lanes = float[block_lanes];

/// One contact point of each lane, with the names and meanings of ContactRowPoint (rows.h). Lanes without a
/// point have zero masses, and so no effect.
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
    Lanes total_normal_impulse;  ///< Over the finished sub-steps.
    Lanes total_tangent_impulse;
    Lanes max_normal_impulse;  ///< Maximum over all sub-steps, to see if it pushed. Only in blocks that
                               ///< are `tracked`.
};

struct alignas(64) WideContact {
    std::int32_t body_a[block_lanes];  ///< Slots of SolverBodies; 0 is the world at rest.
    std::int32_t body_b[block_lanes];
    std::uint32_t contact[block_lanes];  ///< Index in WorldState::contacts.
    std::uint8_t lanes = 0;              ///< Number of lanes in use, from the first.
    std::uint8_t points = 0;             ///< 1 or 2: the maximum over its contacts.
    std::uint8_t write_a = 0;            ///< Bit i: the body of lane i is dynamic.
    std::uint8_t write_b = 0;
    bool tracked = false;      ///< Some contact may bounce or hit: max_normal_impulse is kept.
    bool has_rolling = false;  ///< Some contact has rolling resistance.
    bool has_jointed = false;  ///< Some contact has a jointed body: `jointed` is set.
    Lanes normal_x;
    Lanes normal_y;
    Lanes friction;
    Lanes tangent_speed;
    Lanes rolling_resistance;
    Lanes rolling_mass;
    Lanes rolling_impulse;
    Lanes inv_mass_a_x;  ///< By axis: 0 along one that is locked.
    Lanes inv_mass_a_y;
    Lanes inv_inertia_a;
    Lanes inv_mass_b_x;
    Lanes inv_mass_b_y;
    Lanes inv_inertia_b;
    Lanes rounding_a;  ///< Rounding radii, which do not rotate with the body, metres.
    Lanes rounding_b;
    Lanes push_by_load;  ///< Extra push speed, as a share of the speed that the load gives.
    WidePoint point[2];
    /// Change of velocity at one point per unit impulse at the other, 1/kg; 0 for one point.
    Lanes coupling;
    Lanes jointed;  ///< 1 for contacts of a body with a rigid joint, else 0.
};

/// Eight PointRows (joint_rows.h), with the same names.
struct alignas(64) WidePointRow {
    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    std::uint32_t row[block_lanes];  ///< Index in SolverScratch::point_rows.
    std::uint8_t lanes = 0;
    std::uint8_t write_a = 0;
    std::uint8_t write_b = 0;
    std::uint8_t has_lock = 0;  ///< 1 if some lane has a rotation lock: its shares are not 0.
    Lanes rigid;                ///< 1 for rows that use the solver's softness, 0 for those with their own.
    Lanes r_a_x, r_a_y, r_b_x, r_b_y;
    Lanes inv_mass_a_x, inv_mass_a_y, inv_inertia_a, inv_mass_b_x, inv_mass_b_y, inv_inertia_b;
    Lanes share_a, share_b;
    Lanes offset_x, offset_y;
    Lanes velocity_x, velocity_y;
    Lanes gamma;
    Lanes bias_rate;
    Lanes max_impulse;
    Lanes impulse_x, impulse_y;  ///< Accumulated in the sub-step, N·s.
    Lanes substep_offset_x,
        substep_offset_y;                    ///< Offset in the first pass of the sub-step, for springs.
    Lanes total_impulse_x, total_impulse_y;  ///< Over the finished sub-steps.
};

/// Eight AngleRows (joint_rows.h), with the same names. Only rotations of the bodies are read or changed, so
/// the masses are constant throughout the step.
struct alignas(64) WideAngleRow {
    enum Part : std::uint8_t { hold, motor, lower, upper, parts };  ///< AngleRow's.

    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    std::uint32_t row[block_lanes];  ///< Index in SolverScratch::angle_rows.
    std::uint8_t lanes = 0;
    std::uint8_t write_a = 0;
    std::uint8_t write_b = 0;
    std::uint8_t has = 0;  ///< Bit i: some lane has part i. Lanes without it are bounded to zero impulse.
    Lanes inv_inertia_a, inv_inertia_b;
    Lanes inv_k;       ///< 1 / K, kg·m²; 0 if nothing rotates.
    Lanes soft_inv_k;  ///< 1 / (K + gamma)
    Lanes rigid;       ///< Of `hold`: 1 if it uses the solver's softness, 0 if it has its own.
    Lanes rest, speed, gamma, bias_rate, lower_impulse, upper_impulse;
    Lanes motor_speed, motor_impulse;
    Lanes lower_rest, upper_rest;
    Lanes substep_error;         ///< Of `hold`: the error in the first pass of the sub-step, for springs.
    Lanes limit_impulse;         ///< Maximum impulse of a limit: infinity, or 0 if there is none.
    Lanes impulse[parts];        ///< Accumulated in the sub-step, N·m·s.
    Lanes total_impulse[parts];  ///< Over the finished sub-steps.
};

/// Eight HingeRows (joint_rows.h). Not used: `has_lock`, and in `angle` the bodies, inertias and inverse
/// masses, because the response to an impulse about a hinge depends on both bodies and their lever arms.
struct alignas(64) WideHingeRow : WidePointRow {
    WideAngleRow angle;
};

/// Eight ScalarRows (joint_rows.h) that are not angular, with the same names.
struct alignas(64) WideScalarRow {
    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    std::uint32_t row[block_lanes];  ///< Index in SolverScratch::scalar_rows.
    std::uint8_t lanes = 0;
    std::uint8_t write_a = 0;
    std::uint8_t write_b = 0;
    std::uint8_t has_lock = 0;  ///< 1 if some lane has a rotation lock: its shares are not 0.
    Lanes rigid;                ///< 1 for rigid rows and limits, 0 for springs and motors.
    Lanes limit;                ///< 1 for a lower limit, −1 for an upper one, 0 for none.
    Lanes along;                ///< 1 if the axis runs from anchor to anchor, else 0.
    Lanes r_a_x, r_a_y, r_b_x, r_b_y;
    Lanes inv_mass_a_x, inv_mass_a_y, inv_inertia_a, inv_mass_b_x, inv_mass_b_y, inv_inertia_b;
    Lanes share_a, share_b;
    Lanes offset_x, offset_y;
    Lanes axis_x, axis_y;  ///< At the start of the step.
    Lanes rest;
    Lanes speed;  ///< Of a motor; of a limit, that of the motor that may drive against it.
    Lanes gamma;
    Lanes bias_rate;
    Lanes lower_impulse, upper_impulse;
    Lanes drive_impulse;           ///< Of a limit: the maximum impulse of that motor.
    Lanes lower_stop, upper_stop;  ///< Of a motor: its limits.
    Lanes impulse;                 ///< Accumulated in the sub-step, N·s.
    Lanes substep_error;           ///< Error in the first pass of the sub-step, for springs.
    Lanes total_impulse;           ///< Over the finished sub-steps.
};

/// The bodies of a step by slot: slot 0 is the world at rest, followed by the awake bodies in order of index.
/// Rows of four floats, as the kernels gather them.
struct SolverBodies {
    float* velocity = nullptr;       ///< x, y, angular, and the rotation angle since the start of the step.
    float* moved = nullptr;          ///< x, y, cosine, sine since the start of the step.
    float* free_velocity = nullptr;  ///< x, y, angular before the impulses of the sub-step; w unused.
    const float* force = nullptr;    ///< Acceleration x, y, angular by external forces; w unused.
    const float* damping = nullptr;  ///< Factors of one sub-step: linear x, linear y, angular; w unused.
    std::int32_t count = 0;          ///< Slot 0 included.
};

/// How stiff a family of contacts is in one pass.
struct Softness {
    float bias_rate = 0.0f;  ///< Share of the overlap that is removed per second, 1/s.
    float mass_scale = 1.0f;
    float impulse_scale = 0.0f;
    bool ends_substep = false;  ///< Last pass of the sub-step: adds the impulse to the total.
};

/// Softness of contacts: those of bodies with a rigid joint yield before the joint does.
struct ContactSoftness {
    Softness free;
    Softness jointed;
};

struct SubstepOptions {
    float h = 0.0f;  ///< Seconds.
    float inv_h = 0.0f;
    float push_speed = 0.0f;       ///< Maximum speed at which overlap is pushed out without load, m/s, > 0.
    float over_relaxation = 1.0f;  ///< Factor by which an excess of an impulse is taken back.
    float firm_depth = 0.0f;       ///< Overlap beyond which contacts yield more, metres.
    float yielding_share = 1.0f;   ///< Share of their stiffness beyond firm_depth.
    Softness driven;               ///< For limits that a motor drives against.
};

/// The entry points of the kernels, one set per instruction set.
struct Kernels {
    void (*warm_start)(WideContact* begin, WideContact* end, const SolverBodies& bodies);
    void (*solve)(WideContact* begin, WideContact* end, const SolverBodies& bodies,
                  const ContactSoftness& softness, const SubstepOptions& options);
    void (*relax)(WideContact* begin, WideContact* end, const SolverBodies& bodies,
                  const SubstepOptions& options);
    void (*warm_start_angles)(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies);
    void (*warm_start_points)(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies);
    void (*warm_start_scalars)(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies);
    void (*warm_start_hinges)(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies);
    /// `softness`: for rows without their own; bias_rate 0, mass_scale 1, impulse_scale 0 relaxes them.
    void (*solve_angles)(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies,
                         const Softness& softness, const SubstepOptions& options);
    void (*solve_points)(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies,
                         const Softness& softness);
    void (*solve_scalars)(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies,
                          const Softness& softness, const SubstepOptions& options);
    void (*solve_hinges)(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies,
                         const Softness& softness, const SubstepOptions& options);
    /// Integrates the velocities of the slots [begin, end) over one sub-step. `first`: there are no impulses
    /// of an earlier sub-step to start from.
    void (*integrate_velocities)(const SolverBodies& bodies, std::int32_t begin, std::int32_t end, float h,
                                 bool first);
    void (*integrate_positions)(const SolverBodies& bodies, std::int32_t begin, std::int32_t end, float h);
};

}  // namespace toibox::soft_step
