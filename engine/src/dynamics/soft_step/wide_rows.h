// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox::soft_step {

/// The rows of the fast path: eight contacts side by side, whose bodies are all different, so that they are
/// solved at once by however many lanes the processor has. Plain data without functions: kernels of every
/// instruction set include it. The layout is the same for all of them; a kernel of four lanes takes a block
/// in two halves.
inline constexpr int block_lanes = 8;

using Lanes = float[block_lanes];

/// One contact point of each lane; what it means is ContactRowPoint's (rows.h), with the same names. Lanes
/// without a point have zero masses, and so no effect.
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
    Lanes total_normal_impulse;  ///< Of the sub-steps that are done, in all.
    Lanes total_tangent_impulse;
    Lanes max_normal_impulse;  ///< Greatest of all sub-steps: whether there was a push. Only of blocks that
                               ///< are `tracked`.
};

struct alignas(64) WideContact {
    std::int32_t body_a[block_lanes];  ///< Slots of SolverBodies; 0 is the world at rest.
    std::int32_t body_b[block_lanes];
    std::uint32_t contact[block_lanes];  ///< Index in WorldState::contacts.
    std::uint8_t lanes = 0;              ///< How many are in use, from the first.
    std::uint8_t points = 0;             ///< 1 or 2: the greatest count of its contacts.
    std::uint8_t write_a = 0;            ///< Bit i: the body of lane i is dynamic.
    std::uint8_t write_b = 0;
    bool tracked = false;      ///< Some contact may bounce or hit: max_normal_impulse is kept.
    bool has_rolling = false;  ///< Some contact has rolling resistance.
    bool has_jointed = false;  ///< Some contact is of a jointed body: `jointed` is set.
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
    Lanes rounding_a;  ///< What does not turn with the body: a rolling disc keeps its distance, metres.
    Lanes rounding_b;
    Lanes
        push_by_load;  ///< How much faster than the push speed, as a share of the speed that the load gives.
    WidePoint point[2];
    /// What a unit of impulse at one point does to the velocity of the other, 1/kg; 0 if there is one.
    Lanes coupling;
    Lanes jointed;  ///< 1 for contacts of a body that a rigid joint holds, else 0.
};

/// Eight PointRows (joint_rows.h), with the same names.
struct alignas(64) WidePointRow {
    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    std::uint32_t row[block_lanes];  ///< Index in SolverScratch::point_rows.
    std::uint8_t lanes = 0;
    std::uint8_t write_a = 0;
    std::uint8_t write_b = 0;
    std::uint8_t held = 0;  ///< 1 if some row's angle is held: the shares are not 0 all through.
    Lanes rigid;            ///< 1 for rows that take the solver's softness, 0 for those with their own.
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
        substep_offset_y;  ///< The offset at which a spring's was first found in the sub-step.
    Lanes total_impulse_x, total_impulse_y;  ///< Of the sub-steps that are done, in all.
};

/// Eight rows as AngleRow (joint_rows.h), with the same names. Nothing but the bodies' turning is read or
/// changed, so the masses are the same all through the step.
struct alignas(64) WideAngleRow {
    enum Part : std::uint8_t { hold, motor, lower, upper, parts };  ///< AngleRow's.

    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    std::uint32_t row[block_lanes];  ///< Index in SolverScratch::angle_rows.
    std::uint8_t lanes = 0;
    std::uint8_t write_a = 0;
    std::uint8_t write_b = 0;
    std::uint8_t has = 0;  ///< Bit i: some lane has part i. Those that have it not are bounded to no impulse.
    Lanes inv_inertia_a, inv_inertia_b;
    Lanes inv_k;       ///< 1 / K, kg·m²; 0 if nothing turns.
    Lanes soft_inv_k;  ///< 1 / (K + gamma)
    Lanes rigid;       ///< Of `hold`: 1 if it takes the solver's softness, 0 if it has its own.
    Lanes rest, speed, gamma, bias_rate, lower_impulse, upper_impulse;
    Lanes motor_speed, motor_impulse;
    Lanes lower_rest, upper_rest;
    Lanes substep_error;         ///< Of `hold`: the error at which a spring's impulse was first found.
    Lanes limit_impulse;         ///< The most that a limit gives: infinity, or 0 where there is none.
    Lanes impulse[parts];        ///< Accumulated in the sub-step, N·m·s.
    Lanes total_impulse[parts];  ///< Of the sub-steps that are done, in all.
};

/// Eight HingeRows (joint_rows.h). Not used: `held`, and of `angle` the bodies, inertias and inverse masses,
/// as impulses about a hinge are answered by both bodies and their levers.
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
    std::uint8_t held = 0;  ///< 1 if some row's angle is held: the shares are not 0 all through.
    Lanes rigid;            ///< 1 for rigid rows and limits, 0 for springs and motors.
    Lanes limit;            ///< 1 for a lower limit, −1 for an upper one, 0 for none.
    Lanes along;            ///< 1 if the axis is that from anchor to anchor, else 0.
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
    Lanes drive_impulse;           ///< Of a limit: what that motor gives at most.
    Lanes lower_stop, upper_stop;  ///< Of a motor: its limits.
    Lanes impulse;                 ///< Accumulated in the sub-step, N·s.
    Lanes substep_error;           ///< The error at which a spring's was first found.
    Lanes total_impulse;           ///< Of the sub-steps that are done, in all.
};

/// The bodies of a step by slot: slot 0 is the world at rest, then those that are awake in order of index.
/// Rows of four floats, as the kernels gather them.
struct SolverBodies {
    float* velocity = nullptr;       ///< x, y, angular, and the angle turned since the start of the step.
    float* moved = nullptr;          ///< x, y, cosine, sine since the start of the step.
    float* before = nullptr;         ///< x, y, angular before the impulses of the sub-step; one unused.
    const float* force = nullptr;    ///< Acceleration x, y, angular, of what acts all the time; one unused.
    const float* damping = nullptr;  ///< Factors of one sub-step: linear x, linear y, angular; one unused.
    std::int32_t count = 0;          ///< Slot 0 included.
};

/// How stiff a family of contacts is in one pass.
struct Softness {
    float bias_rate = 0.0f;  ///< Share of the overlap that the velocity takes out, 1/s.
    float mass_scale = 1.0f;
    float impulse_scale = 0.0f;
    bool ends_substep = false;  ///< Nothing more is done to the row in the sub-step: its impulse counts.
};

/// Of contacts: those of bodies that a rigid joint holds yield before the joint does.
struct ContactSoftness {
    Softness free;
    Softness jointed;
};

struct SubstepOptions {
    float h = 0.0f;  ///< Seconds.
    float inv_h = 0.0f;
    float push_speed = 0.0f;       ///< The fastest that overlap is pushed out without load, m/s, > 0.
    float over_relaxation = 1.0f;  ///< Share by which too large a push is taken back.
    float firm_depth = 0.0f;       ///< Metres of overlap, beyond which contacts yield more …
    float yielding_share = 1.0f;   ///< … with this share of their stiffness.
    Softness driven;               ///< Of limits that a motor drives against.
};

/// A kernel's entry points, one set for each instruction set.
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
    /// Softness of rows that have none of their own; with bias_rate 0, mass_scale 1, impulse_scale 0 they are
    /// relaxed.
    void (*solve_angles)(WideAngleRow* begin, WideAngleRow* end, const SolverBodies& bodies,
                         const Softness& softness, const SubstepOptions& options);
    void (*solve_points)(WidePointRow* begin, WidePointRow* end, const SolverBodies& bodies,
                         const Softness& softness);
    void (*solve_scalars)(WideScalarRow* begin, WideScalarRow* end, const SolverBodies& bodies,
                          const Softness& softness, const SubstepOptions& options);
    void (*solve_hinges)(WideHingeRow* begin, WideHingeRow* end, const SolverBodies& bodies,
                         const Softness& softness, const SubstepOptions& options);
    /// Velocities of the slots [begin, end) over one sub-step. `first`: no impulses of an earlier sub-step
    /// are there to start from.
    void (*integrate_velocities)(const SolverBodies& bodies, std::int32_t begin, std::int32_t end, float h,
                                 bool first);
    void (*integrate_positions)(const SolverBodies& bodies, std::int32_t begin, std::int32_t end, float h);
};

}  // namespace toibox::soft_step
