// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/sweep_and_prune.h"
#include "toibox/dynamics/command.h"
#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include "app/session/selection.h"
#include "app/session/statistics.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// A note that the scene's script shows in the world, until a time of the simulation.
struct Annotation {
    std::string on;  ///< Body id; empty: at `at`.
    Vec2 at;
    std::string text;
    double until = 0.0;  ///< Seconds of the run.
};

/// What changed places in the lists of the sweep and prune, when anything did last.
struct ExchangeRecord {
    std::int64_t step = 0;  ///< That made the search.
    std::vector<broad::SweepAndPrune::Exchange> exchanges;
};

/// One open scene at work: its document, its run, how it is played, what is selected. Knows no window;
/// everything that changes the world goes through `submit`, so that a later recording hears all of it.
class Session {
public:
    using Override = scene::Document::Override;

    Session() = default;
    Session(const Session&) = delete;  // its run reports back to it
    Session& operator=(const Session&) = delete;

    /// Replaces the scene, or leaves everything as it was and says why.
    Result<Unit, scene::Diagnostics> open(const std::string& path, const std::string& variant = {},
                                          std::vector<Override> overrides = {});
    /// Reads the same file again (it changed on disk) and restarts with the same variant.
    Result<Unit, scene::Diagnostics> reload();
    Result<Unit, scene::Diagnostics> choose_variant(const std::string& variant);
    /// Sets a parameter of the scene ("/parameters/NAME/value") and restarts.
    Result<Unit, scene::Diagnostics> set_parameter(const std::string& name, double value);
    /// Back to step 0. The user's settings stay.
    void restart();
    /// Where step times come from; none without one.
    void set_clock(Clock clock) { clock_ = clock; }
    /// Threads and instruction set of every step from now on, in this scene and the next. Changes no result.
    /// What this machine cannot do becomes what it can.
    void set_execution(const Execution& execution);
    [[nodiscard]] const Execution& execution() const { return execution_; }
    /// Whether the sweep and prune keeps the exchanges of each search, for whoever looks at them. Changes no
    /// result.
    void watch_exchanges(bool watch);
    [[nodiscard]] const ExchangeRecord& last_exchanges() const { return exchanges_; }
    [[nodiscard]] bool is_open() const { return run_.has_value(); }
    /// How many runs have begun: another after each restart, variant or parameter.
    [[nodiscard]] int starts() const { return starts_; }

    [[nodiscard]] const scene::Document& document() const { return *document_; }
    [[nodiscard]] const scene::Run& run() const { return *run_; }
    [[nodiscard]] const World& world() const { return run_->world(); }

    // Time.
    [[nodiscard]] bool playing() const { return playing_; }
    void play(bool playing);
    [[nodiscard]] double speed() const { return speed_; }
    void set_speed(double speed);  ///< Clamped to 1/64 … 8.
    /// Simulated seconds a second that are aimed at: the user's speed times the script's slow motion.
    [[nodiscard]] double pace() const;
    /// Lets `wall_seconds` pass: runs the steps that fall due, at most `max_steps_a_tick`; what is beyond
    /// that is let go, so that a slow machine runs in slow motion instead of freezing. Returns the steps run.
    int tick(double wall_seconds);
    void step_once();
    /// Steps a second of simulated time: the user's choice, else the scene's.
    [[nodiscard]] double hertz() const { return user_hertz_.value_or(scene_hertz()); }
    [[nodiscard]] double scene_hertz() const { return 1.0 / run_->scene().step; }
    void set_hertz(double hertz);  ///< Clamped to 5 … 1000. Script times stay steps of the scene.
    /// Simulated seconds a second of the wall, over the last ticks.
    [[nodiscard]] double real_time_factor() const { return real_time_factor_; }

    // Changes.
    /// Applies at once; an error is kept for `take_message`.
    CommandOutcome submit(const Command& command);
    /// The user's settings: applied now and after each restart, until reset or another variant is chosen.
    /// What they leave as the scene has it goes on following the scene's parameters.
    Result<Unit, SettingsError> change_settings(const WorldSettings& settings);
    void reset_settings();  ///< To the scene's.
    [[nodiscard]] const WorldSettings& settings() const { return world().settings(); }
    [[nodiscard]] const WorldSettings& scene_settings() const { return run_->scene().settings; }

    // The hand. While playing it pulls the topmost dynamic body by a spring of limited force; while paused it
    // moves the topmost body of any type, without turning it.
    void grab(Vec2 point_world);  ///< Selects what it takes.
    void drag(Vec2 target_world);
    void release();
    [[nodiscard]] bool dragging() const { return hand_.has_value(); }

    /// Selects the body at a point and the pair with its closest neighbour; an empty place clears.
    void select_at(Vec2 point_world);
    void select_body(BodyHandle body);
    void select_pair(ShapeHandle a, ShapeHandle b);
    /// A pair that was found by a click on a body becomes the body's closest of now.
    void refresh_pair();
    [[nodiscard]] const Selection& selection() const { return selection_; }

    [[nodiscard]] const Statistics& statistics() const { return statistics_; }
    [[nodiscard]] const StepReport& last_report() const { return run_->last_report(); }
    /// Whether somebody looks at the searches after each step: then steps record them.
    void watch_searches(bool watched) { watches_searches_ = watched; }
    /// What the continuous stage asked in the last step. Cost: if that did not record it, the step is made
    /// once more, on a copy of the run.
    [[nodiscard]] std::vector<ToiSearch> searches() const;
    [[nodiscard]] const std::vector<Annotation>& annotations() const { return annotations_; }
    /// The world before the last step; null at the start, and if that step recorded its searches.
    [[nodiscard]] const World* before() const { return before_ ? &before_->world() : nullptr; }
    /// A camera move that the script asked for since the last call.
    std::optional<scene::action::Camera> take_camera() { return std::exchange(camera_, std::nullopt); }
    /// What the user should read, once: a pause's text, a failed step, a refused command. Empty if nothing.
    std::string take_message() { return std::exchange(message_, {}); }

private:
    Result<Unit, scene::Diagnostics> start(scene::Document document, const std::string& variant,
                                           std::vector<Override> overrides);
    void begin(scene::Run run);
    void present(const scene::Event& event);
    void advance();
    void note_exchanges(const StepReport& report);

    /// What the mouse holds.
    struct Hand {
        BodyHandle body;
        Vec2 at;             ///< World, where the cursor was last.
        JointHandle spring;  ///< Null: the body follows without one.
    };
    void take(BodyHandle body, Vec2 point_world);

    static constexpr int max_steps_a_tick = 8;
    static constexpr float grab_force_per_kg =
        1000.0f;  ///< N/kg: about 100 g, enough to throw and too little to tear.

    std::optional<scene::Document> document_;
    std::optional<scene::Run> run_;
    std::optional<scene::Run> initial_;  ///< State 0, for restart.
    /// Before the last step, if that did not record its searches: a copy costs less than to record many.
    std::optional<scene::Run> before_;
    std::optional<double> step_seconds_;  ///< Of that step, as given to the run.
    bool watches_searches_ = false;
    int starts_ = 0;
    std::string variant_;
    std::vector<Override> overrides_;
    std::optional<WorldSettings> user_settings_;
    bool playing_ = false;
    double speed_ = 1.0;
    double script_speed_ = 1.0;        ///< Slow motion …
    double script_speed_until_ = 0.0;  ///< … up to this time of the run.
    std::optional<double> user_hertz_;
    double due_ = 0.0;  ///< Simulated seconds owed.
    double real_time_factor_ = 0.0;
    Clock clock_ = nullptr;
    Execution execution_;
    bool watches_exchanges_ = false;
    ExchangeRecord exchanges_;
    std::optional<Hand> hand_;
    Selection selection_;
    Statistics statistics_;
    BroadPhaseKind searched_by_ = BroadPhaseKind::BatchedSweep;  ///< In the last step.
    std::vector<Annotation> annotations_;
    std::optional<scene::action::Camera> camera_;
    std::string message_;
};

/// What the scene gives the body of its own; nothing to one that it does not name.
ContinuousChoice choice_in_scene(const Session& session, BodyHandle body);
/// Gives it to the body, as a command.
void choose_continuous(Session& session, BodyHandle body, const ContinuousChoice& choice);

}  // namespace toibox::app
