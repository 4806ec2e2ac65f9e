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

/// The share of a sweep's runs in which a claim holds; NaN if it cannot be told. See sweep.h.
using RateSource = std::function<double(const Expression::Rate&)>;

/// A wheel ray in the present state.
struct WheelRayState {
    BodyHandle body;
    Ray ray;
    /// What it ends in; the surface is (fraction − 1) · length away from the end of the ray: 0 or less.
    std::optional<RayCastHit> hit;
};

/// Whether a claim is on the work of the pair search, not on what it finds: see Run::script_state_hash.
bool depends_on_search_work(const Claim& claim);

/// A scene at work: its world, its script's cursor and its claims. State k is the world after k steps.
/// A value: a copy goes on bit-identically.
class Run {
public:
    /// Errors: a definition that the engine refuses, a claim that names what is not there (place and reason).
    /// Without a rate source, claims with rate() end as NotReached.
    static Result<Run, Diagnostics> start(Scene scene, RateSource rates = {});

    [[nodiscard]] const Scene& scene() const { return *scene_; }
    [[nodiscard]] World& world() { return world_; }
    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] std::int64_t steps() const { return state_.steps; }
    [[nodiscard]] double time() const;

    /// Applies the events of the present state, then advances the world one step and looks at the claims.
    /// With stop_at_each_impact a call may return half-way (report.complete false); the next call goes on.
    /// A step that fails (report.failed()) leaves the run as it was, but for script_errors().
    /// `seconds` replaces the length of the scene's step, for a sandbox whose rate changes while it runs;
    /// events and claims stay where they are, at counts of steps.
    /// The report is last_report(): good until the next call.
    const StepReport& step(std::optional<double> seconds = {});
    /// Applies a command from outside, a hand's or a panel's: as toibox::apply() on world(), and walkers heed
    /// the velocities that it sets, even those that they have.
    Result<CommandOutcome, CommandError> apply(const Command& command);
    /// Events that could not be applied in the last step: a body that is gone, a value that the engine
    /// refuses.
    [[nodiscard]] const std::vector<std::string>& script_errors() const { return script_errors_; }

    [[nodiscard]] BodyHandle body(const std::string& id) const;    ///< Null if there is none (now).
    [[nodiscard]] JointHandle joint(const std::string& id) const;  ///< Null if there is none (now).
    [[nodiscard]] std::string id_of(BodyHandle body) const;        ///< Empty if the scene did not name it.
    [[nodiscard]] std::optional<std::uint32_t> color_of(ShapeHandle shape) const;

    /// As claims_of() lists them.
    [[nodiscard]] const std::vector<Claim>& claims() const { return *claims_; }
    /// What became of each; decided ones keep their outcome. `at` is decided at its step, the others at a
    /// state that settles them or at the end of the duration. After `finish`, none is Pending.
    [[nodiscard]] const std::vector<ClaimOutcome>& outcomes() const { return state_.outcomes; }
    void finish();  ///< What lies beyond the steps run becomes NotReached.

    /// A quantity as claims name it ("ball.x", "world.energy", "toi.calls") at the present state; nullopt if
    /// unknown.
    [[nodiscard]] std::optional<double> quantity(const std::string& name) const;
    /// One for each wheel ray of the scene whose body is there, in order.
    [[nodiscard]] std::vector<WheelRayState> wheel_rays() const;
    [[nodiscard]] const StepReport& last_report() const { return last_report_; }
    /// Crossings so far: see TunnellingProbe. Counted if a claim asks for them, or after `count_tunnelling`.
    [[nodiscard]] std::int64_t tunnelled() const { return state_.totals.tunnelled; }
    void count_tunnelling() { state_.probing = true; }

    /// What the run knows beyond its world, as bytes: where its script stands, names, forces, walkers, sums,
    /// what claims remember and what became of them. With write_state(world().state()) it is a snapshot of
    /// the run. Not in it: scene, rate source, the last report and the last script errors.
    [[nodiscard]] std::vector<std::byte> write_script_state() const;
    /// Of what write_script_state writes, but for broad.tests and broad.swaps and what became of claims on
    /// them: they tell how the pair search worked, which is made anew from a snapshot and may then look at
    /// other pairs than it would have (never find others). So these claims may come out differently after a
    /// restore, and nothing else.
    [[nodiscard]] std::uint64_t script_state_hash() const;
    /// Goes on bit-identically from a snapshot of a run of the same scene, variant and overrides. Execution,
    /// clock and what is recorded stay as they are here. Any bytes are safe to give; errors (bytes of another
    /// layout, of another scene, of no moment of a run) leave the run as it was.
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

    /// What a step that fails has to put back: all, where the script acts on the world, which undoes its own
    /// step alone.
    using Before = std::optional<std::pair<World, RunState>>;
    [[nodiscard]] Before save_before_step() const;
    void roll_back(Before before);

    void apply_events();
    [[nodiscard]] std::optional<std::string> apply_action(const Event& event);
    void apply_forces();
    void apply_emitters();
    void apply_winds(double seconds);
    void apply_wheel_rays(double seconds);
    void move_walkers(double seconds);
    void record_velocity_command(const Command& given);
    void set_walker_velocity(WalkerState& walk, Vec2 velocity);
    void add_report(const StepReport& report);
    void count_events();
    void count_crossings();
    void update_probes();
    void evaluate_claims();
    void decide(std::size_t index, const Comparison& comparison, bool holds);

    [[nodiscard]] std::string_view body_id(ShapeHandle shape) const;

    std::shared_ptr<const Scene> scene_;
    std::shared_ptr<const std::vector<Claim>> claims_;
    std::shared_ptr<const Answers> answers_;
    std::shared_ptr<const Joints> joints_;  ///< By id, as made at the start: no event makes any.
    RateSource rates_;
    World world_;
    std::vector<Expression::Count> counted_;  ///< What claims count.
    RunState state_;
    StepReport last_report_;
    std::vector<std::string> script_errors_;
};

/// The claims of the scene in order, then those of its `assert` events, at the time of their event.
std::vector<Claim> claims_of(const Scene& scene);

/// Names that a file gives to what could not be read. A body's may be those of copies too, ID-0 …
struct UnparsedNames {
    std::vector<std::string> bodies;
    std::vector<std::string> joints;  ///< Of copies too, as of bodies.
    std::vector<std::string> queries;
    std::vector<std::string> probes;
    std::vector<std::string> sweeps;
};
/// Claims that name bodies, queries, fields or sweeps that the scene does not have; empty if all is well.
/// Nothing is said about names that are `unread`.
Diagnostics check_claims(const Scene& scene, const UnparsedNames& unread = {});

}  // namespace toibox::scene
