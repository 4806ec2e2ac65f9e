// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/sweep_and_prune.h"
#include "toibox/dynamics/command.h"
#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"
#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include "app/session/scene_simulation.h"
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

/// A camera move that the scene's script asks for.
struct CameraRequest {
    scene::action::Camera to;
    double since = 0.0;  ///< Seconds of the run.
};

/// What changed places in the lists of the sweep and prune, when anything did last.
struct ExchangeRecord {
    std::int64_t step = 0;  ///< That made the search.
    std::vector<broad::SweepAndPrune::Exchange> exchanges;
};

/// One open scene at work: its document, its run and its past, how it is played, what is selected. Knows no
/// window; everything that changes the world goes through the history, so that going back, undo and
/// recordings hear all of it.
class Session {
public:
    using Override = scene::Document::Override;

    Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() { static_cast<void>(stop_recording()); }

    /// Replaces the scene, or leaves everything as it was and says why.
    Result<Unit, scene::Diagnostics> open(const std::string& path, const std::string& variant = {},
                                          std::vector<Override> overrides = {});
    /// Reads the same file again (it changed on disk) and restarts with the same variant.
    Result<Unit, scene::Diagnostics> reload();
    Result<Unit, scene::Diagnostics> choose_variant(const std::string& variant);
    /// Sets a parameter of the scene ("/parameters/NAME/value") and restarts.
    Result<Unit, scene::Diagnostics> set_parameter(const std::string& name, double value);
    /// Back to step 0, and from there without what was done by hand: a branch, if anything was, or was
    /// undone. The user's settings stay.
    void restart();
    /// Opens a recording at its first frame, with its branches and bookmarks. Error: sentences, and nothing
    /// has changed. What was lost of a damaged one is told by take_message().
    Result<Unit, std::string> open_recording(const std::string& path);
    /// Takes a moment of a run for a scene that is only to be looked at, as pictures of a run elsewhere do.
    void show(const scene::Run& run);
    /// Where step times come from; none without one.
    void set_clock(Clock clock) { clock_ = clock; }
    /// Threads and instruction set of every step from now on, in this scene and the next. Changes no result.
    /// What this machine cannot do becomes what it can.
    void set_execution(const Execution& execution);
    [[nodiscard]] const Execution& execution() const { return execution_; }
    /// Whether the sweep and prune keeps the exchanges of each search, for whoever looks at them. Changes no
    /// result.
    void set_record_exchanges(bool watch);
    [[nodiscard]] const ExchangeRecord& last_exchanges() const { return exchanges_; }
    [[nodiscard]] bool is_open() const { return history_.has_value(); }
    /// How often the present state came about otherwise than by a step: by a start, or by going back.
    [[nodiscard]] int jump_count() const { return jump_count_; }

    [[nodiscard]] const scene::Document& document() const { return *document_; }
    [[nodiscard]] const scene::Run& run() const { return run_of(history_->now()); }
    [[nodiscard]] const World& world() const { return run().world(); }

    // Time.
    [[nodiscard]] bool playing() const { return playing_; }
    void play(bool playing);
    [[nodiscard]] double speed() const { return speed_; }
    void set_speed(double speed);  ///< Clamped to 1/64 … 8.
    /// Simulated seconds a second that are aimed at: the user's speed times the script's slow motion.
    [[nodiscard]] double effective_speed() const;
    /// Lets `wall_seconds` pass: runs the steps that fall due, at most `max_steps_per_tick`; what is beyond
    /// that is let go, so that a slow machine runs in slow motion instead of freezing. Returns the steps run.
    int tick(double wall_seconds);
    void step_once();
    /// Steps a second of simulated time: the user's choice, else the scene's.
    [[nodiscard]] double hertz() const;
    [[nodiscard]] double scene_hertz() const { return 1.0 / run().scene().step; }
    void set_hertz(double hertz);  ///< Clamped to 5 … 1000. Script times stay steps of the scene.
    /// Simulated seconds a second of the wall, over the last ticks.
    [[nodiscard]] double real_time_factor() const { return real_time_factor_; }

    // The past. A frame is a state that a step ended in, or a part of one that stopped at an impact.
    [[nodiscard]] const replay::History& history() const { return *history_; }
    /// Pauses and goes to a frame of the present branch, or of another.
    void go_to(std::uint64_t frame) { go_to(history_->place().branch, frame); }
    void go_to(std::uint32_t branch, std::uint64_t frame);
    /// To where the step is whole, or as far as the present branch goes.
    void go_to_step(std::int64_t step);
    void step_back();
    /// Lets `wall_seconds` pass backwards, at the present pace.
    void rewind(double wall_seconds);
    /// Goes to the next frame with a contact that begins or an impact: in the past by what was recorded, else
    /// by stepping, for at most ten seconds. False if there is none, or none up to the end of an open
    /// recording.
    bool go_to_next_event();
    /// Before the last thing that somebody did, wherever in time that was: it goes on without it, as a
    /// branch; and back.
    bool undo();
    bool redo();
    [[nodiscard]] bool can_undo() const { return history_->can_undo(); }
    [[nodiscard]] bool can_redo() const { return history_->can_redo(); }
    /// What is changed from now on is undone by itself: called when a hand goes down.
    void begin_gesture() { history_->begin_gesture(); }
    void add_bookmark(std::string name = {});  ///< Named for its step if without a name.
    void remove_bookmark(std::size_t index) { history_->remove_bookmark(index); }
    /// Another branch from here, which begins as a copy.
    void branch(std::string name = {});
    /// A stretch of a branch that playing goes round in: from its end back to its beginning.
    struct Loop {
        std::uint32_t branch = 0;
        std::uint64_t from = 0;  ///< Frames, from < to.
        std::uint64_t to = 0;
    };
    /// Of the present branch, in either order, up to its end; off if they are one frame. Whoever interferes
    /// or leaves the branch ends it. Playing from beyond its end goes on as without it.
    void set_loop(std::uint64_t from, std::uint64_t to);
    void end_loop() { loop_.reset(); }
    [[nodiscard]] const std::optional<Loop>& loop() const { return loop_; }

    // Recordings.
    /// What they say of the program that makes them, as JSON.
    void set_meta(std::string meta) { meta_ = std::move(meta); }
    /// Writes the whole past, and from then on what comes, each second. Error: a sentence.
    Result<Unit, std::string> start_recording(const std::string& path);
    /// Completes the file. Error: a sentence.
    Result<Unit, std::string> stop_recording();
    /// Whether a recording is open, and not a scene's file.
    [[nodiscard]] bool is_replay() const { return is_replay_; }
    [[nodiscard]] bool recording() const { return writer_.has_value(); }
    [[nodiscard]] const std::string& recording_path() const { return recording_path_; }

    // Changes.
    /// Applies at once; an error is kept for `take_message`.
    CommandOutcome submit(const Command& command);
    /// The user's settings: applied now and after each restart, until reset or another variant is chosen.
    /// What they leave as the scene has it goes on following the scene's parameters.
    Result<Unit, SettingsError> change_settings(const WorldSettings& settings);
    void reset_settings();  ///< To the scene's.
    [[nodiscard]] const WorldSettings& settings() const { return world().settings(); }
    [[nodiscard]] const WorldSettings& scene_settings() const { return run().scene().settings; }

    // The hand. While playing it pulls the topmost dynamic body by a spring of limited force; while paused it
    // moves the topmost body of any type, without turning it.
    void grab(Vec2 point_world);  ///< Selects what it takes.
    void drag(Vec2 target_world);
    void release();
    [[nodiscard]] bool dragging() const { return grab_.has_value(); }

    /// Selects the body at a point and the pair with its closest neighbour; an empty place clears.
    void select_at(Vec2 point_world);
    void select_body(BodyHandle body);
    void select_pair(ShapeHandle a, ShapeHandle b);
    /// A pair that was found by a click on a body becomes the body's closest of now.
    void refresh_pair();
    [[nodiscard]] const Selection& selection() const { return selection_; }

    [[nodiscard]] const Statistics& statistics() const { return statistics_; }
    /// The step that their counters began at: the start, or the one before where somebody went.
    [[nodiscard]] std::int64_t counters_since_step() const { return counters_since_step_; }
    /// Whether the present frame is the last one of an open recording.
    [[nodiscard]] bool at_recorded_end() const;
    [[nodiscard]] const StepReport& last_report() const { return run().last_report(); }
    /// Whether somebody looks at the searches after each step: then steps record them.
    void set_record_searches(bool watched) { record_searches_ = watched; }
    /// What the continuous stage asked in the last step. Cost: if that did not record it, the step is made
    /// once more, on a copy of the run.
    [[nodiscard]] std::vector<ToiSearch> searches() const;
    [[nodiscard]] const std::vector<Annotation>& annotations() const { return annotations_; }
    /// The world before the last step; null at the start, and if that step recorded its searches.
    [[nodiscard]] const World* before() const { return before_ ? &before_->world() : nullptr; }
    /// A camera move that the script asked for since the last call.
    std::optional<CameraRequest> take_camera_request() {
        return std::exchange(camera_request_, std::nullopt);
    }
    /// What the user should read, once: a pause's text, a failed step, a refused command. Empty if nothing.
    std::string take_message() { return std::exchange(message_, {}); }

private:
    Result<Unit, scene::Diagnostics> start(scene::Document document, const std::string& variant,
                                           std::vector<Override> overrides);
    void begin(replay::History history);
    /// What the script shows a viewer at the present state, before the step from it.
    void show_script_events();
    void show_script_event(const scene::Event& event);
    void advance();
    void save_exchanges(const StepReport& report);
    [[nodiscard]] scene::Run& mutable_run() { return run_of(history_->now()); }
    /// Back to the beginning of the loop, if playing has come to its end. Whether it did.
    bool loop_back();
    [[nodiscard]] bool at_loop_end() const { return loop_ && history_->frame() == loop_->to; }
    /// Gives the present run what belongs to the session and not to its state.
    void configure_world();
    void jump_to(const replay::HistoryPosition& place);
    void sync_user_settings();
    void rebuild_annotations();
    void sync_recording();
    void warm_history();

    /// What the mouse holds.
    struct MouseGrab {
        BodyHandle body;
        Vec2 at;             ///< World, where the cursor was last.
        JointHandle spring;  ///< Null: the body follows without one.
    };
    void start_grab(BodyHandle body, Vec2 point_world);

    static constexpr int max_steps_per_tick = 8;
    static constexpr float grab_force_per_kg =
        1000.0f;  ///< N/kg: about 100 g, enough to throw and too little to tear.

    std::optional<scene::Document> document_;
    std::optional<replay::History> history_;
    /// Before the last step, if that did not record its searches: a copy costs less than to record many.
    std::optional<scene::Run> before_;
    std::optional<double> step_seconds_;               ///< Of that step, as given to the run.
    bool is_replay_ = false;                           ///< A recording is open …
    std::vector<std::uint64_t> recorded_branch_ends_;  ///< … with this last frame of each lane.
    std::string meta_ = "{}";
    std::optional<replay::RecordingWriter> writer_;
    std::string recording_path_;
    double unsynced_seconds_ = 0.0;  ///< Of the wall.
    bool divergence_reported_ = false;
    /// The branch of a recording of which nothing is left to be replayed in the background.
    std::optional<std::uint32_t> warmed_branch_;
    bool record_searches_ = false;
    int jump_count_ = 0;
    std::string variant_;
    std::vector<Override> overrides_;
    std::optional<WorldSettings> user_settings_;
    bool playing_ = false;
    double speed_ = 1.0;
    double script_speed_ = 1.0;        ///< Slow motion …
    double script_speed_until_ = 0.0;  ///< … up to this time of the run.
    double pending_seconds_ = 0.0;     ///< Simulated seconds owed.
    std::optional<Loop> loop_;
    double real_time_factor_ = 0.0;
    Clock clock_ = nullptr;
    Execution execution_;
    bool record_exchanges_ = false;
    ExchangeRecord exchanges_;
    std::optional<MouseGrab> grab_;
    Selection selection_;
    Statistics statistics_;
    std::int64_t counters_since_step_ = 0;
    BroadPhaseKind last_broad_phase_ = BroadPhaseKind::BatchedSortAndSweep;  ///< In the last step.
    std::vector<Annotation> annotations_;
    std::optional<CameraRequest> camera_request_;
    std::string message_;
};

/// What the scene gives the body of its own; nothing to one that it does not name.
ContinuousOverride scene_continuous_choice(const Session& session, BodyHandle body);
/// Gives it to the body, as a command.
void set_body_continuous(Session& session, BodyHandle body, const ContinuousOverride& choice);

}  // namespace toibox::app
