// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/sweep_and_prune.h"
#include "toibox/dynamics/command.h"
#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"
#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include "app/session/past_poses.h"
#include "app/session/scene_simulation.h"
#include "app/session/selection.h"
#include "app/session/statistics.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// A note that the scene's script shows in the world.
struct Annotation {
    std::string on;  ///< Id of the annotated body; empty: the note is at `at`.
    Vec2 at;         ///< World, metres.
    std::string text;
    double until = 0.0;  ///< Simulation time at which it disappears, seconds.
};

/// A camera move requested by the scene's script.
struct CameraRequest {
    scene::action::Camera to;
    double start_time = 0.0;  ///< Simulation time at which the move starts, seconds.
};

/// The exchanges of the last search of sweep and prune that had any.
struct ExchangeRecord {
    std::int64_t step = 0;  ///< Number of the step of the search.
    std::vector<broad::SweepAndPrune::Exchange> exchanges;
};

/// Part of the motion of a body in the last step, between impacts.
struct MotionPart {
    BodyHandle body;
    Sweep sweep;
};

/// One open scene: its document, its run with history, playback and selection. Does not depend on the window.
/// Every change of the world goes through the history, so that it can be undone and is part of recordings.
class Session {
public:
    using Override = scene::Document::Override;

    Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() { static_cast<void>(stop_recording()); }

    /// Opens a scene file. On error the current scene stays open.
    Result<Unit, scene::Diagnostics> open(const std::string& path, const std::string& variant = {},
                                          std::vector<Override> overrides = {});
    /// Opens a scene that has been read already.
    Result<Unit, scene::Diagnostics> open(scene::Document document, const std::string& variant,
                                          std::vector<Override> overrides) {
        return start(std::move(document), variant, std::move(overrides));
    }
    /// Reads the scene file again (after a change on disk) and restarts with the same variant.
    Result<Unit, scene::Diagnostics> reload();
    Result<Unit, scene::Diagnostics> choose_variant(const std::string& variant);
    /// Sets a parameter of the scene ("/parameters/NAME/value") and restarts.
    Result<Unit, scene::Diagnostics> set_parameter(const std::string& name, double value);
    /// Goes back to step 0 and keeps the user's settings. If the current branch has other inputs, or inputs
    /// that can be redone, continues on a new branch without them.
    void restart();
    /// Opens a recording at its first frame, with its branches and bookmarks. For a damaged recording,
    /// take_message() reports what was lost. Error: text for the user; the current scene stays open.
    Result<Unit, std::string> open_recording(const std::string& path);
    /// The same for a recording that has been read already. `path`: for error messages.
    Result<Unit, std::string> open_recording(replay::RecoveredRecording recovered, const std::string& path);
    /// Clock for the stage times of steps; null: steps are not timed.
    void set_clock(Clock clock) { clock_ = clock; }
    [[nodiscard]] Clock clock() const { return clock_; }
    /// Sets threads and instruction set for all steps from now on, also of scenes opened later. Does not
    /// change results. Values that this machine does not support are replaced by supported ones.
    void set_execution(const Execution& execution);
    [[nodiscard]] const Execution& execution() const { return execution_; }
    /// Whether sweep and prune records the exchanges of each search. Does not change results.
    void set_record_exchanges(bool record);
    [[nodiscard]] const ExchangeRecord& last_exchanges() const { return exchanges_; }
    [[nodiscard]] bool is_open() const { return history_.has_value(); }
    /// Increases when a scene is opened and when the session goes to another frame without stepping there.
    [[nodiscard]] int jump_count() const { return jump_count_; }

    [[nodiscard]] const scene::Document& document() const { return *document_; }
    [[nodiscard]] const scene::Run& run() const { return run_of(history_->simulation()); }
    [[nodiscard]] const World& world() const { return run().world(); }
    [[nodiscard]] const std::string& variant() const { return variant_; }
    /// Overrides of the scene, such as parameters that the user set.
    [[nodiscard]] const std::vector<Override>& overrides() const { return overrides_; }
    /// Increases with each new history: when a scene or recording is opened, a variant is chosen or a
    /// parameter is set.
    [[nodiscard]] int start_count() const { return start_count_; }

    /// Title of the scene, or the name of its file if it has none.
    [[nodiscard]] std::string title() const;

    // Time.
    [[nodiscard]] bool is_playing() const { return is_playing_; }
    void set_playing(bool playing);
    [[nodiscard]] double speed() const { return speed_; }
    static constexpr double min_speed = 1.0 / 64.0;
    static constexpr double max_speed = 8.0;
    void set_speed(double speed);  ///< Clamped to min_speed … max_speed. Ends the slow motion of the script.
    /// Target ratio of simulated to real time: the user's speed times the slow motion of the script.
    [[nodiscard]] double effective_speed() const;
    /// Advances by `wall_seconds` of real time: runs the steps that are due, at most `max_steps_per_tick`,
    /// and drops the others, so that a slow machine runs in slow motion and does not freeze. Returns the
    /// number of steps that ran.
    int tick(double wall_seconds);
    /// Why playback paused by itself. None if it did not, or once the session has moved on since.
    enum class PauseReason { None, AtVerdict, AtEnd, ByScript, AtTarget };
    [[nodiscard]] PauseReason pause_reason() const { return pause_reason_; }
    void step_once();  ///< Pauses and runs one step.
    /// Plays until `step` and pauses there. On the way, neither the script nor the ending of the scene
    /// pauses, and slow motion of the script does not act: playback has the given speed. Applies until the
    /// session jumps. Requires: step ≥ the current step.
    void play_to(std::int64_t step, double speed);
    /// Runs the next step of playback without waiting until it is due, as movies do. May pause. Requires:
    /// is_playing().
    void play_step();
    /// For how long playback shows the current state, seconds of real time.
    [[nodiscard]] double shown_seconds() const { return 1.0 / (hertz() * effective_speed()); }
    /// Steps per second of simulated time, chosen by the user or else by the scene.
    [[nodiscard]] double hertz() const;
    [[nodiscard]] double scene_hertz() const { return 1.0 / run().scene().step; }
    /// Clamped to 5 … 1000. The times of script events are still counted in steps of the scene.
    void set_hertz(double hertz);
    /// Length of the following steps, seconds; nullopt: the scene's.
    void set_step_seconds(std::optional<double> seconds) { history_->set_step_seconds(seconds); }
    /// Called after each step that added or replayed a frame; empty: nothing is called. A jump calls nothing.
    void set_frame_listener(std::function<void()> listener) { frame_listener_ = std::move(listener); }
    /// Measured ratio of simulated to real time, averaged over the last ticks of playback. nullopt while
    /// paused, and after a jump until the next tick.
    [[nodiscard]] std::optional<double> real_time_factor() const {
        return is_playing_ && measured_ticks_ > 0 ? std::optional(real_time_factor_) : std::nullopt;
    }

    // History. A frame is the state after a step, or after the part of a step that stopped at an impact.
    [[nodiscard]] const replay::History& history() const { return *history_; }
    /// Pauses and goes to a frame of the current branch, or of `branch`. Frames after the last one mean the
    /// last.
    void go_to(std::uint64_t frame) { go_to(history_->position().branch, frame); }
    void go_to(std::uint32_t branch, std::uint64_t frame);
    /// Pauses and goes to a position that the history has reached before.
    void go_to(const replay::HistoryPosition& position);
    /// Goes to the frame that completes `step`, or to the end of the current branch if it ends before `step`.
    void go_to_step(std::int64_t step);
    /// Pauses. Goes back to before the inputs of the current frame or, if it has none, to the previous frame.
    void step_back();
    /// Pauses and goes back by `wall_seconds` of real time at the effective speed.
    void rewind(double wall_seconds);
    /// Goes to the next frame with a contact, an impact or a verdict. Within the history, looks for a mark;
    /// at the end, steps for at most ten simulated seconds. False if there is no such frame, if the end of an
    /// open recording comes first, or if a step fails.
    bool go_to_next_event();
    /// Goes back to the last such frame of the history. False, and nothing changes, if there is none.
    bool go_to_previous_event();
    /// The most important event of the current frame: a verdict before an impact before a contact.
    [[nodiscard]] std::optional<replay::Mark> current_event() const;
    /// Goes back to before the last gesture of the user, and continues on a branch without that gesture.
    /// False if there is nothing to undo.
    bool undo();
    bool redo();
    [[nodiscard]] bool can_undo() const { return history_->can_undo(); }
    [[nodiscard]] bool can_redo() const { return history_->can_redo(); }
    /// Starts a new undo unit, as when a mouse button goes down.
    void begin_gesture() { history_->begin_gesture(); }
    void add_bookmark(std::string name = {});  ///< An unnamed bookmark is named after its step.
    void remove_bookmark(std::size_t index) { history_->remove_bookmark(index); }
    /// Creates a branch that forks at the current frame, and continues on it.
    void branch(std::string name = {});
    /// A range of frames that is played repeatedly.
    struct Loop {
        std::uint32_t branch = 0;
        std::uint64_t from = 0;  ///< Frames, from < to.
        std::uint64_t to = 0;
    };
    /// Sets the loop between two frames of the current branch, in either order; equal frames remove the loop.
    /// A change of the world or of the branch ends the loop. Playback that starts after the end of the loop
    /// is not affected.
    void set_loop(std::uint64_t from, std::uint64_t to);
    void end_loop() { loop_.reset(); }
    [[nodiscard]] const std::optional<Loop>& loop() const { return loop_; }

    // Recordings. Errors are messages for the user.
    /// Description of this program stored in recordings, as JSON.
    void set_meta(std::string meta) { meta_ = std::move(meta); }
    /// Writes the history recorded until now, and then appends to the file every second.
    Result<Unit, std::string> start_recording(const std::string& path);
    /// Completes the file; does nothing if no recording is being written.
    Result<Unit, std::string> stop_recording();
    /// Whether a recording was opened, rather than a scene file.
    [[nodiscard]] bool is_replay() const { return is_replay_; }
    /// Whether a recording is being written.
    [[nodiscard]] bool is_recording() const { return writer_.has_value(); }
    [[nodiscard]] const std::string& recording_path() const { return recording_path_; }

    // Changes.
    /// Applies the command immediately. An error is reported by take_message().
    CommandOutcome submit(const Command& command);
    /// Sets the user's settings. They apply now and after each restart, until they are reset or another
    /// scene or variant is opened. Fields that equal the scene's settings follow changes of scene parameters.
    Result<Unit, SettingsError> change_settings(const WorldSettings& settings);
    void reset_settings();  ///< Back to the scene's settings.
    [[nodiscard]] const WorldSettings& settings() const { return world().settings(); }
    [[nodiscard]] const WorldSettings& scene_settings() const { return run().scene().settings; }

    // Mouse grab. While playing, a spring of limited force pulls the topmost dynamic body. While paused, the
    // topmost body of any type moves with the mouse, without rotation.
    void grab(Vec2 point_world);  ///< Also selects the body.
    /// Grabs a given body. `position`: where the body is seen under the mouse; while paused, the body keeps
    /// this distance to the mouse.
    void grab(BodyHandle body, Vec2 point_world, Vec2 position);
    void drag(Vec2 target_world);
    void release();
    [[nodiscard]] bool is_dragging() const { return grab_.has_value(); }

    /// Selects the body at a point and the pair with its closest neighbour; clears the selection if no body
    /// is there.
    void select_at(Vec2 point_world);
    void select_body(BodyHandle body);  ///< A null handle clears the selection.
    void select_pair(ShapeHandle first, ShapeHandle second);
    /// Updates the selected pair to the closest neighbour of the selected body, unless select_pair chose it.
    void refresh_pair();
    [[nodiscard]] const Selection& selection() const { return selection_; }

    [[nodiscard]] const Statistics& statistics() const { return statistics_; }
    /// The step at which the counters of the statistics started: 0, or the step before the frame to which the
    /// last jump went.
    [[nodiscard]] std::int64_t counters_since_step() const { return counters_since_step_; }
    /// Whether the current frame is the last frame of an open recording.
    [[nodiscard]] bool at_recorded_end() const;
    [[nodiscard]] const StepReport& last_report() const { return run().last_report(); }
    /// Whether steps record the searches of the CCD stage.
    void set_record_searches(bool record) { record_searches_ = record; }
    /// The searches of the CCD stage in the last step. Cost: if they were not recorded, repeats the
    /// step on a copy of the run.
    [[nodiscard]] std::vector<ToiSearch> searches() const;
    [[nodiscard]] const std::vector<Annotation>& annotations() const { return annotations_; }
    /// The motions of all awake bodies in the last step; empty before the first step. Cost: once per step,
    /// repeats the step on a copy of the run.
    [[nodiscard]] const std::vector<MotionPart>& last_motions() const;
    /// Keeps the poses of the last `frames` frames, the current one included, from now on; 0 stops this.
    /// Cost: after a jump or if more frames are kept than before, replays them.
    void keep_past_poses(std::size_t frames);
    [[nodiscard]] const std::deque<PoseSample>& past_poses() const { return past_poses_.samples(); }
    /// The world before the last step. Null before the first step.
    [[nodiscard]] const World* previous_world() const { return before_ ? &before_->world() : nullptr; }
    /// The last camera request of the script since the previous call.
    std::optional<CameraRequest> take_camera_request() {
        return std::exchange(camera_request_, std::nullopt);
    }
    /// A message for the user, such as the text of a pause or of a failed step. Returned once; empty if none.
    std::string take_message() { return std::exchange(message_, {}); }

private:
    Result<Unit, scene::Diagnostics> start(scene::Document document, const std::string& variant,
                                           std::vector<Override> overrides);
    void begin(replay::History history);
    /// Carries out the annotations, pauses, slow motions and camera moves of the script at the current step.
    void show_script_events();
    void show_script_event(const scene::Event& event);
    void advance();
    /// Ends playback as the scene says, after a step.
    void apply_ending();
    void pause_at_target();
    void add_statistics(const StepReport& report);
    void save_exchanges(const StepReport& report);
    /// Copies the run before a step and chooses what the step records.
    void prepare_step();
    void forget_last_step();
    void replay_past_poses(std::uint64_t frames);
    [[nodiscard]] scene::Run& mutable_run() { return run_of(history_->simulation()); }
    /// At the end of the loop, goes back to its start and returns true.
    bool loop_back();
    [[nodiscard]] bool at_loop_end() const { return loop_ && history_->frame() == loop_->to; }
    /// Applies the session's clock, execution and recording options to the current run's world.
    void configure_world();
    void jump_to(const replay::HistoryPosition& position);
    void sync_user_settings();
    void rebuild_annotations();
    void sync_recording();
    void prefetch_history();

    struct MouseGrab {
        BodyHandle body;
        Vec2 at;             ///< Last cursor position, world.
        Vec2 offset;         ///< From the cursor to the origin of a body that follows it directly.
        JointHandle spring;  ///< Mouse joint; null: the body follows the cursor directly.
    };
    void start_grab(BodyHandle body, Vec2 point_world, Vec2 offset);

    static constexpr int max_steps_per_tick = 8;
    /// N per kg of the grabbed body, about 100 g: enough to throw a body, too little to tear joints apart.
    static constexpr float grab_force_per_kg = 1000.0f;

    std::optional<scene::Document> document_;
    std::optional<replay::History> history_;
    /// The run before the last step, from which searches() and last_motions() repeat the step.
    std::optional<scene::Run> before_;
    mutable std::optional<std::vector<MotionPart>> last_motions_;  ///< Cache of last_motions().
    PastPoses past_poses_;
    std::optional<double> step_seconds_;               ///< Step length that was passed to the last step.
    bool is_replay_ = false;                           ///< A recording was opened.
    std::vector<std::uint64_t> recorded_branch_ends_;  ///< Last frame of each branch of the recording.
    std::string meta_ = "{}";
    std::optional<replay::RecordingWriter> writer_;
    std::string recording_path_;
    double unsynced_seconds_ = 0.0;  ///< Real time since the recording was last written.
    bool divergence_reported_ = false;
    /// A branch of the recording of which all states are prefetched.
    std::optional<std::uint32_t> prefetched_branch_;
    bool record_searches_ = false;
    bool has_searches_ = false;  ///< Whether the last step recorded its searches.
    int jump_count_ = 0;
    int start_count_ = 0;
    std::function<void()> frame_listener_;
    std::string variant_;
    std::vector<Override> overrides_;
    std::optional<WorldSettings> user_settings_;
    bool is_playing_ = false;
    PauseReason pause_reason_ = PauseReason::None;
    /// Where playback pauses, and its speed on the way.
    struct PlayTarget {
        std::int64_t step = 0;
        double speed = 1.0;
    };
    std::optional<PlayTarget> play_target_;
    double speed_ = 1.0;
    double script_speed_ = 1.0;        ///< Factor of the slow motion by the script.
    double script_speed_until_ = 0.0;  ///< Simulation time at which slow motion ends, seconds.
    double pending_seconds_ = 0.0;     ///< Simulated time that is due but not simulated yet.
    std::optional<Loop> loop_;
    double real_time_factor_ = 0.0;
    int measured_ticks_ = 0;  ///< Ticks in the average, at most max_averaged_ticks.
    Clock clock_ = nullptr;
    Execution execution_;
    bool record_exchanges_ = false;
    ExchangeRecord exchanges_;
    std::optional<MouseGrab> grab_;
    Selection selection_;
    Statistics statistics_;
    std::int64_t counters_since_step_ = 0;
    /// Broad phase of the last step.
    BroadPhaseKind last_broad_phase_ = BroadPhaseKind::BatchedSortAndSweep;
    std::vector<Annotation> annotations_;
    std::optional<CameraRequest> camera_request_;
    std::string message_;
};

/// The continuous override that the scene file gives the body; no override for a body without an id.
ContinuousOverride scene_continuous_override(const Session& session, BodyHandle body);
/// Sets the continuous override of the body, by a command.
void set_body_continuous(Session& session, BodyHandle body, const ContinuousOverride& own);

}  // namespace toibox::app
