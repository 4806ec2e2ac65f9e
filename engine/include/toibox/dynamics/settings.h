// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase_kind.h"
#include "toibox/core/result.h"
#include "toibox/math/vec2.h"
#include "toibox/narrow/contact_matching.h"
#include "toibox/toi/toi.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace toibox {

enum class SolverKind : std::uint8_t {
    SequentialImpulses,  ///< Projected Gauss–Seidel on velocities with accumulated, clamped impulses.
    SoftStep,            ///< Soft constraints in sub-steps, each with a relax pass; the default.
    Penalty,             ///< Springs and dampers where shapes overlap.
    PushBack,            ///< Moves bodies out of overlap and reflects their velocities.
};

/// Integration of motion within a solver sub-step. SoftStep always uses semi-implicit Euler. The other three
/// solvers integrate gravity, applied forces and damping with the chosen method. Penalty also evaluates the
/// forces of contacts and soft joints at each stage of the integrator. With every integrator, a body whose
/// velocity a row changed in the sub-step moves at the new velocity.
enum class Integrator : std::uint8_t {
    ExplicitEuler,      ///< Positions with the old velocities: gains energy.
    SemiImplicitEuler,  ///< Positions with the new velocities: symplectic, first order.
    Midpoint,           ///< Second order. Exact for a constant force, as are RungeKutta4 and Verlet.
    RungeKutta4,        ///< Fourth order.
    Verlet,             ///< Velocity Verlet: symplectic, second order.
};

/// How a step handles collisions between its start and end poses. Not every policy works with every solver
/// (are_compatible).
///
/// Searched pairs:
/// - dynamic bodies against static and kinematic bodies;
/// - bullets against all bodies;
/// - bouncy shapes (restitution above tuning::low_restitution; under SequentialImpulses above 0) also against
///   dynamic bodies, until the budget of their impact island is used up;
/// - dynamic bodies against thin dynamic bodies that are 100 times as heavy, unless the heavy body is fast
///   and jointed.
///
/// Depth of a searched pair at the end of a step, under a policy that uses times of impact:
/// - separated at the start of the step: none, or at most half the inner radius of the moving body if the
///   discrete contact handles the pair;
/// - touching at the start: at most half the inner radius of the dynamic shape, or of the thinner of two
///   dynamic shapes, over a side of that shape; corners may penetrate deeper (tuning::cores);
/// - deeper than that at the start: each of at most 32 impacts adds at most 1/32 of the gap to the next core
///   (tuning::cores); measured, the depth stays below 4/5 of the inner radius.
/// The depth of other pairs is not bounded.
/// Source: E. Catto, "Continuous Collision", GDC 2013.
enum class ContinuousPolicy : std::uint8_t {
    Off,              ///< Nothing: fast bodies tunnel.
    SpeedLimit,       ///< Centres move by at most half the inner radius per step; energy is lost.
    RestorePosition,  ///< A body that ends the step in a new overlap returns to its start; misses tunnelling.
    RollBack,         ///< The world returns to the time of its first new overlap; misses tunnelling.
    Substeps,         ///< Nothing but detection_substeps, complete steps of dt / detection_substeps.
    Speculative,      ///< Contacts ahead (up to speculative_margin); may cause ghost collisions.
    StopAtImpact,     ///< A body stops at its first impact and loses the rest of its step (counted).
    SubstepAtImpact,  ///< The impact is resolved, and the body continues for the rest of the step.
    AdvanceToFirstImpact,  ///< All bodies advance to the earliest impact, then lose the rest of the step.
};
/// True if the policy uses settings.toi.
bool uses_time_of_impact(ContinuousPolicy policy);
/// True if the policy works with the solver. Times of impact and speculative contacts leave a gap between the
/// shapes, so they need a solver that acts on approaching shapes; Penalty and PushBack act on overlap only.
bool are_compatible(SolverKind solver, ContinuousPolicy policy);
/// True if the policy may leave a body at the target distance, for the contact of the next step to handle.
bool ends_at_target(ContinuousPolicy policy);
/// True if the policy treats each body separately, so that bodies may override it (ContinuousOverride). The
/// other policies end or divide the step for all bodies.
bool is_per_body_policy(ContinuousPolicy policy);

/// Name of an enumerator in files and commands, and its label and help text in the UI. One table per
/// enumeration, in settings.cpp.
template <class Enum>
struct EnumEntry {
    Enum value;
    std::string_view name;
    std::string_view label;
    std::string_view help;
};
/// The table entry of an enumerator. Every enumerator has one (asserted by a test).
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

/// Settings of a world; may be changed between any two steps. Metres, seconds, radians.
struct WorldSettings {
    Vec2 gravity{0.0f, -9.8f};  ///< m/s²
    SolverKind solver = SolverKind::SoftStep;
    Integrator integrator = Integrator::SemiImplicitEuler;
    int velocity_iterations = 8;  ///< 0 … 1000
    int position_iterations = 3;  ///< 0 … 1000
    int substeps = 4;             ///< Solver sub-steps per detection sub-step; 1 … 100.
    int detection_substeps = 1;   ///< n complete steps of dt/n per time step; 1 … 1000.
    bool warm_starting = true;
    ContactMatching matching = ContactMatching::FeatureId;
    /// Slower approaches do not bounce, m/s. See effective_restitution_threshold.
    float restitution_threshold = 1.0f;
    /// Maximum separation of contact points, metres. See effective_contact_margin.
    float contact_margin = 0.02f;
    float slop = 0.005f;  ///< Overlap that position correction leaves, metres.
    /// Bodies that slide over shapes that are flush (to 5 mm) do not hit the inner edges between the shapes.
    bool smooth_inner_edges = true;
    /// Fraction of the overlap beyond `slop` that one position iteration removes, 0 … 1.
    float position_correction = 0.2f;
    float max_position_correction = 0.2f;  ///< Maximum correction in one position iteration, metres.
    /// Soft step: frequency of contact springs, as a fraction of the highest stable frequency (7/30 of the
    /// sub-step rate, so more sub-steps are stiffer); 0.001 … 1. A contact of equal discs yields by 2 g/ω²
    /// per body that it carries, one of equal boxes by 2.5 g/ω²: 0.16 and 0.2 mm at 60 Hz with 4 sub-steps.
    float contact_stiffness = 1.0f;
    float contact_damping_ratio = 4.2f;  ///< Soft step, 0 … 1000.
    /// Soft step: maximum speed at which overlap is pushed out, m/s; higher under load.
    float push_speed = 1.3f;
    /// Soft step: frequency of rigid joints, as a fraction of 1/4 of the sub-step rate; 0.001 … 1.
    float joint_stiffness = 1.0f;
    float joint_damping_ratio = 2.0f;   ///< Soft step, 0 … 1000.
    float penalty_stiffness = 1500.0f;  ///< Penalty: N per metre of overlap. The default carries a box of
                                        ///< 1 kg and 1 m at 60 Hz with 1 sub-step.
    float penalty_damping = 10.0f;      ///< Penalty: N·s/m.
    bool push_back_rotation = false;    ///< Push back: whether pushing also rotates bodies.
    bool sleeping = false;              ///< Whether islands at rest fall asleep, until something wakes them.
    /// A body is slow while the sum of its linear speed and its surface speed due to rotation is below this,
    /// m/s. Slow bodies fall asleep once none of them is predicted to move farther in 1 s than it covers at
    /// sleep_speed in 0.05 s (put_islands_to_sleep.cpp).
    float sleep_speed = 0.05f;
    float sleep_time = 0.5f;  ///< Minimum time below sleep_speed before falling asleep, seconds.
    ContinuousPolicy continuous = ContinuousPolicy::SubstepAtImpact;
    float speculative_margin = 1000.0f;  ///< Speculative: maximum distance of contacts ahead, metres.
    ToiMethod toi = ToiMethod::Certified;
    RootFinder root_finder = RootFinder::Mixed;
    float target = 0.005f;       ///< TOI target distance, metres.
    float tolerance = 0.00125f;  ///< Tolerance of the distance at impact, metres; ≤ target.
    int toi_iterations = 64;     ///< 1 … 10000
    int root_iterations = 50;    ///< 1 … 1000
    /// Maximum number of impacts of a body in one step; 1 … 100000. When it is reached, the body stops
    /// (ImpactEvent::budget_exhausted), and its lost time is counted.
    int impact_budget = 256;
    BroadPhaseKind broad_phase = BroadPhaseKind::BatchedSortAndSweep;
    bool stop_at_each_impact = false;  ///< step() returns after each impact (StepReport::complete).
    /// Maximum number of contacts: pairs of shapes that may collide and whose fat boxes overlap; 1 … 4194304.
    /// A step that would make more fails and changes nothing (StepReport::too_many_contacts). The default
    /// needs 0.8 GB.
    int max_contacts = 1 << 20;

    friend bool operator==(const WorldSettings&, const WorldSettings&) = default;
};

/// An invalid field, and why it is invalid: {"tolerance", "must not exceed the target"}.
struct SettingsError {
    std::string field;
    std::string message;
};
/// The settings themselves, or the first field that is out of range (NaN always is) or incompatible with
/// another.
Result<WorldSettings, SettingsError> validated(const WorldSettings& settings);

/// The contact margin in use, metres: at least target + tolerance under a policy that leaves bodies at the
/// target. With a smaller margin, a body that stopped at the target would have no contact and would stop
/// again in every step.
float effective_contact_margin(const WorldSettings& settings);
/// Maximum separation at which detection keeps points, metres: effective_contact_margin or, under
/// Speculative, speculative_margin if larger.
float detection_margin(const WorldSettings& settings);
/// effective_contact_margin and detection_margin for a body under the given policy.
float contact_margin_for(const WorldSettings& settings, ContinuousPolicy policy);
float detection_margin_for(const WorldSettings& settings, ContinuousPolicy policy);

/// Maximum approach speed of a body at rest, m/s: twice the speed that gravity adds in a step.
float resting_approach_speed(const WorldSettings& settings, float dt);
/// The restitution threshold in use, m/s: at least resting_approach_speed, so that a resting body does not
/// bounce on the speed that gravity added in one step.
float effective_restitution_threshold(const WorldSettings& settings, float dt);

}  // namespace toibox
