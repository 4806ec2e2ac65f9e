// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/command.h"
#include "toibox/dynamics/state_io.h"
#include "toibox/dynamics/world.h"
#include "toibox/scene/diagnostic.h"
#include "toibox/scene/expression.h"
#include "toibox/scene/run_state.h"
#include "toibox/scene/scene.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toibox::scene {

/// Fraction of a parameter sweep's runs in which a claim holds; NaN if unknown. See parameter_sweep.h.
using RateSource = std::function<double(const Expression::Rate&)>;

/// A wheel ray in the current state.
struct WheelRayState {
    BodyHandle body;
    Ray ray;
    /// What the ray hits; nullopt if nothing is within its length.
    std::optional<RayCastHit> hit;
};

/// Whether a claim reads how much work the broad phase did (broad.tests, broad.swaps): see
/// Run::script_state_hash.
bool depends_on_search_work(const Claim& claim);

/// A running scene: its world, the position in its script and its claims. State k is the world after k steps.
/// Value type; a copy continues bit-identically.
class Run {
public:
    /// Error: a definition that the engine rejects, or a claim that names something missing.
    /// Without a rate source, claims with rate() end as NotReached.
    static Result<Run, Diagnostics> start(Scene scene, RateSource rates = {});

    [[nodiscard]] const Scene& scene() const { return *scene_; }
    [[nodiscard]] World& world() { return world_; }
    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] std::int64_t steps() const { return state_.steps; }
    [[nodiscard]] double time() const;

    /// Applies the events of the current state, advances the world by one step and evaluates the claims.
    /// With stop_at_each_impact a call may return mid-step (report.complete is false); the next call
    /// continues. A step that fails (report.failed()) leaves the run unchanged, except for script_errors().
    /// `seconds` replaces the scene's step length, for a sandbox in which the user changes it; events and
    /// claims keep their step numbers.
    /// The report is last_report(), valid until the next call.
    const StepReport& step(std::optional<double> seconds = {});
    /// Applies a command of the user, as toibox::apply() on world(). If it sets a walker's velocity, that
    /// becomes the walker's desired velocity, even if it equals the current one.
    Result<CommandOutcome, CommandError> apply(const Command& command);
    /// Why events, emitters, winds or other entries of the scene could not act in the last step: a removed
    /// body, a value that the engine rejects.
    [[nodiscard]] const std::vector<std::string>& script_errors() const { return script_errors_; }

    [[nodiscard]] BodyHandle body(
        const std::string& id) const;  ///< Null if there is no such body (any more).
    [[nodiscard]] JointHandle joint(
        const std::string& id) const;                        ///< Null if there is no such joint (any more).
    [[nodiscard]] std::string id_of(BodyHandle body) const;  ///< Empty if the scene does not name it.
    [[nodiscard]] std::optional<std::uint32_t> color_of(ShapeHandle shape) const;

    /// In the order of claims_of().
    [[nodiscard]] const std::vector<Claim>& claims() const { return *claims_; }
    /// One for each claim. A decided outcome does not change. An `at` claim is decided at its step, any other
    /// as soon as its result is certain or at the end of the duration. After finish() none is Pending.
    [[nodiscard]] const std::vector<ClaimOutcome>& outcomes() const { return state_.outcomes; }
    void finish();  ///< Undecided claims become NotReached.

    /// A quantity by its name in claims ("ball.x", "world.energy", "toi.calls"); nullopt if it is unknown or
    /// has no value.
    [[nodiscard]] std::optional<double> quantity(const std::string& name) const;
    /// One state for each wheel ray whose body exists, in the order of the scene.
    [[nodiscard]] std::vector<WheelRayState> wheel_rays() const;
    [[nodiscard]] const StepReport& last_report() const { return last_report_; }
    /// Verdicts on the last step (see VerdictProbe); empty while a step is paused. Steps are judged if a
    /// claim counts verdicts, or after judge_steps(). Not part of the state, like the events of a world.
    [[nodiscard]] const std::vector<Verdict>& verdicts() const { return verdicts_; }
    /// Number of verdicts of a kind since the start.
    [[nodiscard]] std::int64_t verdict_count(VerdictKind kind) const {
        return state_.totals.verdicts[static_cast<std::size_t>(kind)];
    }
    void judge_steps() { state_.judges = true; }

    /// The run's state beyond its world, as bytes: script position, names, forces, walkers, totals, probes,
    /// memories and outcomes of claims. Together with write_state(world().state()) it is a snapshot of the
    /// run. Left out: scene, rate source, last report and last script errors.
    [[nodiscard]] std::vector<std::byte> write_script_state() const;
    /// Hash of the script state without broad.tests, broad.swaps, and the memories and outcomes of claims on
    /// these two counters, which measure the work of the broad phase. After a restore the broad phase is
    /// rebuilt and may test other pairs, although it finds the same ones, so only such claims may come out
    /// differently.
    [[nodiscard]] std::uint64_t script_state_hash() const;
    /// Continues bit-identically from a snapshot of a run of the same scene, variant and overrides. Keeps
    /// this run's execution, clock and recording settings. Safe for any bytes; on error (a different layout
    /// or scene, an impossible state) the run is unchanged.
    Result<Unit, StateError> restore(World world, std::span<const std::byte> script_state);

private:
    class CurrentState;

    using Answers = std::map<std::string, std::map<std::string, double, std::less<>>, std::less<>>;

    using Joints = std::map<std::string, JointHandle, std::less<>>;

    explicit Run(Scene scene);

    [[nodiscard]] std::optional<std::string> create(const BodyEntry& entry);
    [[nodiscard]] std::optional<std::string> create(const JointEntry& entry, Joints& joints);
    Diagnostics populate();
    void register_claims();

    /// What a failed step restores. Nullopt if the scene's script does nothing in the step: the world undoes
    /// its own step.
    using Backup = std::optional<std::pair<World, RunState>>;
    [[nodiscard]] Backup save_before_step() const;
    void roll_back(Backup backup);

    void apply_events();
    [[nodiscard]] std::optional<std::string> apply_action(const Event& event);
    void apply_forces();
    void apply_emitters();
    void apply_winds(double seconds);
    void apply_wheel_rays(double seconds);
    void move_walkers(double seconds);
    void record_velocity_command(const Command& command);
    void set_walker_velocity(WalkerState& walker, Vec2 velocity);
    [[nodiscard]] StepReport step_world(double dt);
    void add_report(const StepReport& report);
    void count_events();
    void count_verdicts();
    void update_probes();
    void evaluate_claims();
    void decide(std::size_t index, const Comparison& comparison, bool holds);

    [[nodiscard]] std::string_view body_id(ShapeHandle shape) const;

    std::shared_ptr<const Scene> scene_;
    std::shared_ptr<const std::vector<Claim>> claims_;
    std::shared_ptr<const Answers> answers_;
    std::shared_ptr<const Joints> joints_;  ///< By id; all joints are created at the start.
    RateSource rates_;
    World world_;
    std::vector<Expression::Count> counted_;  ///< Events that claims count.
    RunState state_;
    StepReport last_report_;
    std::vector<std::string> script_errors_;
    std::vector<Verdict> verdicts_;
};

/// The claims of the scene in order, then those of its `assert` events, at the time of their event.
std::vector<Claim> claims_of(const Scene& scene);

/// Names of entries that could not be read. Each body or joint may also stand for copies ID-0, ID-1, …
struct UnparsedNames {
    std::vector<std::string> bodies;
    std::vector<std::string> joints;
    std::vector<std::string> queries;
    std::vector<std::string> probes;
    std::vector<std::string> sweeps;
};
/// Errors of claims that name bodies, queries, fields or sweeps that the scene does not have. Names in
/// `unparsed` are not reported.
Diagnostics check_claims(const Scene& scene, const UnparsedNames& unparsed = {});

}  // namespace toibox::scene
