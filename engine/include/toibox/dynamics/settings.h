// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_kind.h"
#include "toibox/continuous/toi.h"
#include "toibox/core/result.h"
#include "toibox/math/vec2.h"
#include "toibox/narrow/contact_matching.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace toibox {

enum class SolverKind : std::uint8_t {
    SequentialImpulses,  ///< Projected Gauss–Seidel on velocities with accumulated, clamped impulses.
    SoftStep,            ///< Sub-steps of soft contacts, then relaxed: the fast path, and the default.
    Penalty,             ///< Springs and dampers where shapes overlap.
    PushBack,            ///< Overlap is taken out of the poses; velocities are reflected.
};

/// How motion is integrated within a solver sub-step. Soft step is semi-implicit by construction and takes no
/// other. Gravity, the step's forces and damping are integrated so under the three other solvers; what
/// depends on where things are is a force, and not a row that is solved, under Penalty alone: its contacts
/// and soft joints are evaluated at each stage. A body whose velocity a row changed in the sub-step (contacts
/// of the other solvers, joints) moves with its new velocity, whatever the integrator.
enum class Integrator : std::uint8_t {
    ExplicitEuler,      ///< Positions with the old velocities: gains energy.
    SemiImplicitEuler,  ///< Positions with the new velocities: symplectic, first order.
    Midpoint,           ///< Second order; exact for a constant force, as are the next two.
    RungeKutta4,        ///< Fourth order.
    Verlet,             ///< Velocity Verlet: symplectic, second order.
};

/// What the step does about motion between its samples. Not each goes with each solver (are_compatible).
///
/// Bodies are searched against static and kinematic ones; bullets, and up to tuning::max_bouncy_shapes shapes
/// that bounce (restitution above tuning::low_restitution, under sequential impulses any), against dynamic
/// ones too; and all against dynamic ones a hundred times as heavy, unless those are fast and jointed.
///
/// Depth at the end of a step, of a searched pair under a policy that uses times of impact:
/// - apart when the step begins: none, or half the inner radius of the moving body where the contact of the
///   step answers;
/// - touching: half the inner radius of the dynamic body, of two dynamic ones of the thinner;
/// - deeper: each of at most 32 impacts adds 1/32 of what is left to the next core (tuning::cores);
///   measured, it stays below four fifths of that radius.
/// Pairs that are not searched have no bound. Sources: the lectures' solutions; E. Catto, "Continuous
/// Collision", GDC 2013.
enum class ContinuousPolicy : std::uint8_t {
    Off,              ///< Nothing: the lecture's flip book, which tunnels.
    SpeedLimit,       ///< No body moves by more than half its inner radius in a step; energy is lost.
    RestorePosition,  ///< What ends a step in something new goes back; blind to what passed through.
    RollBack,         ///< The world goes back to the first overlap, by halving; blind to what passed through.
    Substeps,         ///< Complete steps of dt / detection_substeps, and nothing else.
    Speculative,      ///< Contacts with what is ahead (speculative_margin); may hit what would be passed.
    StopAtImpact,     ///< The body waits at its first impact; the rest of its step is lost (and counted).
    SubstepAtImpact,  ///< The impact is resolved and the rest of the step is spent.
    AdvanceToFirstImpact,  ///< All bodies go to the first impact of all; the rest of the step is lost to all.
};
/// Whether the policy asks settings.toi.
bool uses_time_of_impact(ContinuousPolicy policy);
/// Whether the two go together. A time of impact leaves a body apart from what it met, and a speculative
/// contact is ahead of it: both want a solver that answers an approach. Penalty and PushBack answer overlaps.
bool are_compatible(SolverKind solver, ContinuousPolicy policy);
/// Whether it leaves a body at the target distance, to be answered by the next step's contact.
bool ends_at_target(ContinuousPolicy policy);
/// Whether it treats each body by itself, so that bodies may have policies of their own (own_continuous.h).
/// The others end or divide the step for all.
bool is_per_body_policy(ContinuousPolicy policy);

/// A name for files and commands, and a label for people. One table per enumeration, in settings.cpp.
template <class Enum>
struct EnumEntry {
    Enum value;
    std::string_view name;
    std::string_view label;
    std::string_view help;
};
/// The entry of a value; every enumerator has one (asserted by a test).
template <class Enum>
const EnumEntry<Enum>& enum_entry(std::span<const EnumEntry<Enum>> table, Enum value) {
    for (const EnumEntry<Enum>& entry : table) {
        if (entry.value == value) return entry;
    }
    return table.front();
}
std::span<const EnumEntry<SolverKind>> solver_kinds();
std::span<const EnumEntry<Integrator>> integrators();
std::span<const EnumEntry<ContinuousPolicy>> continuous_policies();
std::span<const EnumEntry<ContactMatching>> contact_matchings();
std::span<const EnumEntry<BroadPhaseKind>> broad_phase_kinds();

/// How a world behaves; may be changed between any two steps. Metres, seconds, radians.
struct WorldSettings {
    Vec2 gravity{0.0f, -9.8f};  ///< m/s²
    SolverKind solver = SolverKind::SoftStep;
    Integrator integrator = Integrator::SemiImplicitEuler;
    int velocity_iterations = 8;  ///< 0 … 1000
    int position_iterations = 3;  ///< 0 … 1000
    int substeps = 4;             ///< Solver sub-steps of one step, no new detection; 1 … 100.
    int detection_substeps = 1;   ///< Complete steps of dt/n in one step; 1 … 1000.
    bool warm_starting = true;
    ContactMatching matching = ContactMatching::FeatureId;
    float restitution_threshold =
        1.0f;                      ///< m/s; slower approaches do not bounce. Raised to 2·g·dt in effect.
    float contact_margin = 0.02f;  ///< Points are kept up to this separation, metres. At least target +
                                   ///< tolerance with a TOI policy.
    float slop = 0.005f;           ///< Overlap that position correction leaves, metres.
    /// What slides over static and kinematic shapes that lie flush (to 5 mm) does not meet the edges between
    /// them.
    bool smooth_inner_edges = true;
    float position_correction =
        0.2f;  ///< Share of the excess overlap removed by one position iteration, 0 … 1.
    float max_position_correction = 0.2f;  ///< Metres, per iteration.
    /// Soft step: frequency of the springs of contacts, as a share of the stiffest that is stable, which is
    /// 7/30 of the rate of the sub-steps: more sub-steps are stiffer. 0.001 … 1. A contact between
    /// equal bodies yields by 2 g/ω² for each such body that it bears: 0.16 mm at 60 Hz with 4 sub-steps.
    float contact_stiffness = 1.0f;
    float contact_damping_ratio = 4.2f;  ///< Soft step, 0 … 1000.
    float push_speed = 1.3f;  ///< Soft step: fastest that overlap is pushed out, m/s; faster under load.
    /// Soft step: the same of rigid joints, whose stiffest has a quarter of that rate.
    float joint_stiffness = 1.0f;
    float joint_damping_ratio = 2.0f;
    float penalty_stiffness = 1500.0f;  ///< Penalty: force of a metre of overlap, N/m. With the damping it
                                        ///< holds a box of 1 kg and 1 m at 60 Hz without sub-steps.
    float penalty_damping = 10.0f;      ///< Penalty: force of a metre a second, N·s/m.
    bool push_back_rotation = false;    ///< Push back: turn the bodies too, not only shift them.
    bool sleeping = false;              ///< Islands at rest are not simulated until something wakes them.
    /// A body may fall asleep only while its fastest surface point is slower, m/s. It does once it would move
    /// no further in a second than this speed would take it in 0.1 s; put_islands_to_sleep.cpp says what
    /// holds for piles.
    float sleep_speed = 0.05f;
    float sleep_time = 0.5f;  ///< Seconds below sleep_speed, at least.
    ContinuousPolicy continuous = ContinuousPolicy::SubstepAtImpact;
    float speculative_margin = 1000.0f;  ///< Speculative: how far ahead contacts are made at most, metres.
    ToiMethod toi = ToiMethod::Certified;
    RootFinder root_finder = RootFinder::Mixed;
    float target = 0.005f;       ///< TOI target distance, metres.
    float tolerance = 0.00125f;  ///< Of the target, metres; ≤ target.
    int toi_iterations = 64;     ///< 1 … 10000
    int root_iterations = 50;    ///< 1 … 1000
    /// Impacts a body may resolve in one step; 1 … 100000. When spent, an event says so and the lost time is
    /// counted.
    int impact_budget = 256;
    BroadPhaseKind broad_phase = BroadPhaseKind::BatchedSortAndSweep;
    bool stop_at_each_impact =
        false;  ///< The talk's "Sub-Stepping": step() returns after each impact; StepReport::complete tells.

    friend bool operator==(const WorldSettings&, const WorldSettings&) = default;
};

/// Which field, and what it must be: {"velocity_iterations", "must be 0 … 1000, got -3"}.
struct SettingsError {
    std::string field;
    std::string message;
};
/// The settings themselves, or the first field that is out of range (NaN is out of any range) or does not go
/// with another.
Result<WorldSettings, SettingsError> validated(const WorldSettings& settings);

/// The margin of contacts: at least target + tolerance under a policy that leaves bodies there, or one that
/// was clamped at the target would hover there without a contact and lose its whole step again and again.
float effective_contact_margin(const WorldSettings& settings);
/// How far ahead points are kept: that margin, or under Speculative what is ahead if that is more.
float detection_margin(const WorldSettings& settings);
/// Both for a body with a policy of its own.
float contact_margin_for(const WorldSettings& settings, ContinuousPolicy policy);
float detection_margin_for(const WorldSettings& settings, ContinuousPolicy policy);

/// The fastest that a body at rest may come in, m/s: twice what gravity gives it in a step.
float resting_approach_speed(const WorldSettings& settings, float dt);
/// The restitution threshold in effect: at least that, or a resting body would bounce on what gravity gave it
/// in one step.
float effective_restitution_threshold(const WorldSettings& settings, float dt);

}  // namespace toibox
