// SPDX-License-Identifier: MIT
#include "toibox/dynamics/settings.h"

#include "toibox/dynamics/tuning.h"

#include <array>
#include <charconv>
#include <string>

namespace toibox {
namespace {

constexpr std::array solver_table{
    EnumEntry<SolverKind>{SolverKind::SequentialImpulses, "sequential-impulses", "Sequential impulses",
                          "Solves one contact after another and iterates; accumulated impulses are clamped"},
    EnumEntry<SolverKind>{
        SolverKind::SoftStep, "soft-step", "Soft step",
        "Short sub-steps, each with one soft solve and one relaxation: stable stacks, high mass ratios"},
    EnumEntry<SolverKind>{SolverKind::Penalty, "penalty", "Penalty springs",
                          "Overlapping shapes push each other apart like springs"},
    EnumEntry<SolverKind>{SolverKind::PushBack, "push-back", "Push back",
                          "Moves overlapping bodies apart and reflects their velocities"},
};

constexpr std::array integrator_table{
    EnumEntry<Integrator>{Integrator::ExplicitEuler, "explicit-euler", "Explicit Euler",
                          "Moves positions with the old velocities: gains energy"},
    EnumEntry<Integrator>{Integrator::SemiImplicitEuler, "semi-implicit-euler", "Semi-implicit Euler",
                          "Moves positions with the new velocities: first order, keeps energy on average"},
    EnumEntry<Integrator>{Integrator::Midpoint, "midpoint", "Midpoint",
                          "Moves positions with the velocities at the midpoint of the step: second order"},
    EnumEntry<Integrator>{Integrator::RungeKutta4, "rk4", "Runge–Kutta 4",
                          "Four samples per step: fourth order"},
    EnumEntry<Integrator>{Integrator::Verlet, "verlet", "Velocity Verlet",
                          "Second order, and keeps energy on average"},
};

constexpr std::array policy_table{
    EnumEntry<ContinuousPolicy>{ContinuousPolicy::Off, "off", "Off",
                                "Checks only the end of each step: fast bodies tunnel"},
    EnumEntry<ContinuousPolicy>{
        ContinuousPolicy::SpeedLimit, "speed-limit", "Speed limit",
        "No body moves more than half its inner radius per step: faster bodies slow down"},
    EnumEntry<ContinuousPolicy>{
        ContinuousPolicy::RestorePosition, "restore-position", "Restore position",
        "A body that ends a step in a new overlap returns to where it started the step"},
    EnumEntry<ContinuousPolicy>{
        ContinuousPolicy::RollBack, "roll-back", "Roll back",
        "The whole world returns to the time of its first new overlap, found by bisection"},
    EnumEntry<ContinuousPolicy>{
        ContinuousPolicy::Substeps, "substeps", "Sub-steps",
        "Divides each step into short complete steps: expensive, and still tunnels at "
        "higher speeds"},
    EnumEntry<ContinuousPolicy>{
        ContinuousPolicy::Speculative, "speculative", "Speculative contacts",
        "Contacts with shapes ahead: bodies land exactly, but may hit edges that they should pass"},
    EnumEntry<ContinuousPolicy>{ContinuousPolicy::StopAtImpact, "stop-at-impact", "Stop at impact",
                                "A body stops at its first impact and loses the rest of the step"},
    EnumEntry<ContinuousPolicy>{ContinuousPolicy::SubstepAtImpact, "substep-at-impact", "Sub-step at impact",
                                "Resolves each impact at its time, then continues the step"},
    EnumEntry<ContinuousPolicy>{ContinuousPolicy::AdvanceToFirstImpact, "advance-to-first-impact",
                                "Advance to first impact",
                                "All bodies advance to the first impact in the world and stop there"},
};

constexpr std::array matching_table{
    EnumEntry<ContactMatching>{ContactMatching::None, "none", "No matching",
                               "Contact points start without an impulse: no warm starting"},
    EnumEntry<ContactMatching>{ContactMatching::WorldDistance, "world-distance", "Distance in the world",
                               "Matches the nearest old point in world space: wrong when bodies slide"},
    EnumEntry<ContactMatching>{ContactMatching::BodyDistance, "body-distance", "Distance on the body",
                               "Matches the nearest old point on body A: wrong when A slides"},
    EnumEntry<ContactMatching>{ContactMatching::FeatureId, "feature-id", "Feature id",
                               "Matches points that come from the same edges and vertices"},
};

constexpr std::array broad_phase_table{
    EnumEntry<BroadPhaseKind>{
        BroadPhaseKind::AllPairs, "all-pairs", "All pairs",
        "Tests every box against every other box: the reference for the other broad phases"},
    EnumEntry<BroadPhaseKind>{BroadPhaseKind::DynamicTree, "dynamic-tree", "Dynamic tree",
                              "Searches for overlaps in a balanced tree of boxes"},
    EnumEntry<BroadPhaseKind>{BroadPhaseKind::BatchedSortAndSweep, "batched-sweep", "Batched sweep",
                              "Sorts all boxes and tests each against several neighbours at a time"},
    EnumEntry<BroadPhaseKind>{
        BroadPhaseKind::SingleAxisSortAndSweep, "sweep-one-axis", "Sweep on one axis",
        "Keeps boxes sorted along the axis of larger spread and tests them on the other axis"},
    EnumEntry<BroadPhaseKind>{
        BroadPhaseKind::SweepAndPrune, "sweep-and-prune", "Sweep and prune",
        "Keeps all endpoints sorted on both axes: each exchange of neighbours may change a pair"},
    EnumEntry<BroadPhaseKind>{
        BroadPhaseKind::Grid, "grid", "Uniform grid",
        "Tests boxes that share a cell of a uniform grid: slow if box sizes differ a lot"},
    EnumEntry<BroadPhaseKind>{
        BroadPhaseKind::Quadtree, "quadtree", "Quadtree",
        "Splits crowded cells into four: slow for boxes across the borders of large cells"},
    EnumEntry<BroadPhaseKind>{BroadPhaseKind::KdTree, "kd-tree", "k-d tree",
                              "Splits crowded cells at the median of x or y"},
    EnumEntry<BroadPhaseKind>{BroadPhaseKind::Bsp, "bsp", "BSP tree",
                              "Splits crowded cells perpendicular to the direction of largest spread"},
    EnumEntry<BroadPhaseKind>{BroadPhaseKind::IntervalTree, "interval-tree", "Interval tree",
                              "Sweeps upwards and finds overlaps along x in a tree of intervals"},
    EnumEntry<BroadPhaseKind>{
        BroadPhaseKind::OneShotSortAndSweep, "one-shot-sweep", "Sweep, one-shot",
        "Sorts all endpoints along x in each step and sweeps them with a list of active boxes"},
    EnumEntry<BroadPhaseKind>{
        BroadPhaseKind::CellPortals, "cell-portals", "Cells and portals",
        "Follows each box through the openings (portals) between cells: for static maps"},
};

/// Records the first field that is out of range.
class RangeCheck {
public:
    template <class T>
    void within(const char* field, T value, T low, T high) {
        // Written so that NaN fails.
        if (value >= low && value <= high) return;
        report(field, "must be " + text(low) + " to " + text(high) + ", got " + text(value));
    }
    template <class Enum>
    void one_of(const char* field, Enum value, std::span<const EnumEntry<Enum>> table) {
        for (const EnumEntry<Enum>& entry : table) {
            if (entry.value == value) return;
        }
        report(field, "is not a known value");
    }
    void report(const char* field, std::string message) {
        if (error_.field.empty()) error_ = {field, std::move(message)};
    }
    [[nodiscard]] const SettingsError& error() const { return error_; }

private:
    /// Shortest text that parses back to the same value, independent of the locale.
    template <class T>
    static std::string text(T value) {
        std::array<char, 32> digits{};
        const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        return std::string(digits.data(), end.ptr);
    }
    SettingsError error_;
};

std::string quoted(std::string_view text) {
    return '"' + std::string(text) + '"';
}

}  // namespace

std::span<const EnumEntry<SolverKind>> solver_kinds() {
    return solver_table;
}
std::span<const EnumEntry<Integrator>> integrators() {
    return integrator_table;
}
std::span<const EnumEntry<ContinuousPolicy>> continuous_policies() {
    return policy_table;
}
std::span<const EnumEntry<ContactMatching>> contact_matchings() {
    return matching_table;
}
std::span<const EnumEntry<BroadPhaseKind>> broad_phase_kinds() {
    return broad_phase_table;
}

Result<WorldSettings, SettingsError> validated(const WorldSettings& s) {
    RangeCheck check;
    check.within("gravity.x", s.gravity.x, -1e6f, 1e6f);
    check.within("gravity.y", s.gravity.y, -1e6f, 1e6f);
    check.one_of("solver", s.solver, solver_kinds());
    check.one_of("integrator", s.integrator, integrators());
    check.within("velocity_iterations", s.velocity_iterations, 0, 1000);
    check.within("position_iterations", s.position_iterations, 0, 1000);
    check.within("substeps", s.substeps, 1, tuning::max_substeps);
    check.within("detection_substeps", s.detection_substeps, 1, 1000);
    check.one_of("matching", s.matching, contact_matchings());
    check.within("restitution_threshold", s.restitution_threshold, 0.0f, 1e6f);
    check.within("contact_margin", s.contact_margin, 0.0f, 1000.0f);
    check.within("slop", s.slop, 0.0f, 1000.0f);
    check.within("position_correction", s.position_correction, 0.0f, 1.0f);
    check.within("max_position_correction", s.max_position_correction, 0.0f, 1000.0f);
    check.within("contact_stiffness", s.contact_stiffness, 1e-3f, 1.0f);
    check.within("contact_damping_ratio", s.contact_damping_ratio, 0.0f, 1000.0f);
    check.within("push_speed", s.push_speed, 0.0f, 1e6f);
    check.within("joint_stiffness", s.joint_stiffness, 1e-3f, 1.0f);
    check.within("joint_damping_ratio", s.joint_damping_ratio, 0.0f, 1000.0f);
    check.within("penalty_stiffness", s.penalty_stiffness, 0.0f, 1e12f);
    check.within("penalty_damping", s.penalty_damping, 0.0f, 1e12f);
    check.within("sleep_speed", s.sleep_speed, 0.0f, 1e6f);
    check.within("sleep_time", s.sleep_time, 0.0f, 1e6f);
    check.one_of("continuous", s.continuous, continuous_policies());
    check.within("speculative_margin", s.speculative_margin, 0.0f, 1000.0f);
    if (static_cast<std::size_t>(s.toi) >= toi_methods().size()) {
        check.report("toi", "is not a known value");
    }
    if (static_cast<std::size_t>(s.root_finder) >= root_finders().size()) {
        check.report("root_finder", "is not a known value");
    }
    check.within("tolerance", s.tolerance, 1e-6f, 1000.0f);
    check.within("target", s.target, 1e-6f, 1000.0f);
    if (s.tolerance > s.target) check.report("tolerance", "must not exceed the target");
    check.within("toi_iterations", s.toi_iterations, 1, 10000);
    check.within("root_iterations", s.root_iterations, 1, 1000);
    check.within("impact_budget", s.impact_budget, 1, 100000);
    check.within("max_contacts", s.max_contacts, 1, 1 << 22);
    check.one_of("broad_phase", s.broad_phase, broad_phase_kinds());
    if (!are_compatible(s.solver, s.continuous)) {
        check.report("continuous",
                     "must not be " + quoted(enum_entry(continuous_policies(), s.continuous).name) +
                         " with the solver " + quoted(enum_entry(solver_kinds(), s.solver).name) +
                         ", which resolves overlaps only: use \"off\" with more detection_substeps, or "
                         "a different solver");
    }
    if (!check.error().field.empty()) return Err{check.error()};
    return s;
}

bool are_compatible(SolverKind solver, ContinuousPolicy policy) {
    const bool resolves_impacts = solver == SolverKind::SequentialImpulses || solver == SolverKind::SoftStep;
    return resolves_impacts || !(uses_time_of_impact(policy) || policy == ContinuousPolicy::Speculative);
}

bool ends_at_target(ContinuousPolicy policy) {
    return policy == ContinuousPolicy::RollBack || uses_time_of_impact(policy);
}

bool uses_time_of_impact(ContinuousPolicy policy) {
    return policy == ContinuousPolicy::StopAtImpact || policy == ContinuousPolicy::SubstepAtImpact ||
           policy == ContinuousPolicy::AdvanceToFirstImpact;
}

bool is_per_body_policy(ContinuousPolicy policy) {
    return policy != ContinuousPolicy::RollBack && policy != ContinuousPolicy::Substeps &&
           policy != ContinuousPolicy::AdvanceToFirstImpact;
}

float effective_contact_margin(const WorldSettings& settings) {
    return contact_margin_for(settings, settings.continuous);
}

float detection_margin(const WorldSettings& settings) {
    return detection_margin_for(settings, settings.continuous);
}

float contact_margin_for(const WorldSettings& settings, ContinuousPolicy policy) {
    if (!ends_at_target(policy)) return settings.contact_margin;
    const float reach = settings.target + settings.tolerance;
    return settings.contact_margin < reach ? reach : settings.contact_margin;
}

float detection_margin_for(const WorldSettings& settings, ContinuousPolicy policy) {
    const float margin = contact_margin_for(settings, policy);
    if (policy != ContinuousPolicy::Speculative) return margin;
    return margin < settings.speculative_margin ? settings.speculative_margin : margin;
}

float resting_approach_speed(const WorldSettings& settings, float dt) {
    return 2.0f * length(settings.gravity) * dt;
}

float effective_restitution_threshold(const WorldSettings& settings, float dt) {
    const float resting = resting_approach_speed(settings, dt);
    return settings.restitution_threshold < resting ? resting : settings.restitution_threshold;
}

}  // namespace toibox
