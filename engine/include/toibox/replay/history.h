// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/recording.h"
#include "toibox/replay/tuning.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace toibox::replay {

/// A frame whose replay differs from the recording.
struct Divergence {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::uint64_t recorded_hash = 0;
    std::uint64_t replayed_hash = 0;  ///< 0 if the step to the frame failed.
};

/// A simulation with its history: all inputs with their frames, and the states of some frames. To reach a
/// frame, it restores the nearest state before the frame and steps from there.
///
/// The current position is on one branch. At the branch's end, step() adds a new frame. Before its end,
/// step() replays the recording, and an input forks: a new branch starts here, and the old one keeps its
/// future.
///
/// Memory: cached states up to the budget, plus, per frame, 8 bytes and the frame's marks; while
/// keyframes are recorded, also about tuning::keyframe_bytes_per_step per frame.
class History {
public:
    /// Starts at frame 0 of a new recording with the source and description of `metadata`. `memory_budget`:
    /// bytes of cached states.
    History(std::unique_ptr<Simulation> start, Recording metadata,
            std::size_t memory_budget = tuning::memory_budget);
    /// Continues a recording. Requires: recording.defect() is empty (asserted); `start` is frame 0 of the
    /// recording (if the hashes differ, divergence() reports it).
    static History resume(std::unique_ptr<Simulation> start, Recording recording,
                          std::size_t memory_budget = tuning::memory_budget);

    [[nodiscard]] const Recording& recording() const { return recording_; }
    [[nodiscard]] Simulation& simulation() { return *simulation_; }
    [[nodiscard]] const Simulation& simulation() const { return *simulation_; }
    [[nodiscard]] const HistoryPosition& position() const { return position_; }
    [[nodiscard]] std::uint64_t frame() const { return position_.frame; }
    /// The last frame of the current branch.
    [[nodiscard]] std::uint64_t end() const { return branch().end(); }
    /// Whether anything is recorded after the current position.
    [[nodiscard]] bool is_in_past() const;
    /// Length of the next step, seconds; nullopt: the simulation's own.
    [[nodiscard]] std::optional<double> step_seconds() const { return seconds_; }

    /// Advances by one frame. A step that fails only applies the recorded inputs of the current frame.
    const StepReport& step();
    /// Applies the recorded inputs of the current frame; step() does so itself. Does nothing if all are
    /// applied. If inputs at this frame were undone, forks a new branch that leaves them out.
    void apply_recorded_inputs();
    /// Applies a command at the current position; before the end of the branch this forks. A rejected command
    /// does nothing. Commands are also rejected if the recording has no room for another input or branch.
    Result<CommandOutcome, CommandError> apply(const Command& command);
    /// Sets the length of the following steps; nullopt: the simulation's own. Clamped to
    /// tuning::min_step_seconds … max_step_seconds. NaN is ignored, and so is any length if the recording has
    /// no room for another input or branch.
    void set_step_seconds(std::optional<double> seconds);
    /// Starts a new undo group: all inputs up to the next begin_gesture() are undone together.
    void begin_gesture() { ++gesture_; }
    /// Replays up to `frames` more frames of the current branch's history, from frame 0 through its
    /// ancestors, without moving the current position, and caches states, so that seeking in a loaded
    /// recording is as fast as in one made in this session. Each call continues the previous one; after a
    /// change of branch, it starts again at frame 0. Skips frames that are already cached, also if they were
    /// cached for an ancestor branch. False if the end of the branch is reached or a step failed.
    bool prefetch_states(std::uint64_t frames);

    /// Goes to a frame, before the inputs of that frame; at the end of the branch, after them. A frame beyond
    /// the end is clamped to it. Cost: restores the nearest state before the frame, from memory or a
    /// keyframe, steps from there, and caches a state every cached_state_spacing() frames.
    void seek(std::uint32_t branch, std::uint64_t frame);
    void seek(std::uint64_t frame) { seek(position_.branch, frame); }
    void seek(const HistoryPosition& position);
    /// Goes back one frame; if inputs of the current frame are applied, only to before them.
    void step_back();

    /// Goes back to before the last gesture; false if there is none. From there, step() replays without the
    /// gesture. redo() can restore the gesture until a new input or create_branch(). The old branch keeps its
    /// future.
    bool undo();
    bool redo();
    [[nodiscard]] bool can_undo() const;
    [[nodiscard]] bool can_redo() const { return !redo_stack_.empty(); }

    void add_bookmark(std::string name);
    void remove_bookmark(std::size_t index);
    /// Forks a branch at the current position without an input, so that it can go on under its own name. Does
    /// nothing if there is no room for another branch.
    void create_branch(std::string name);
    [[nodiscard]] bool can_branch() const;

    /// Marks of the frames [from, to] of a branch, including frames before its fork, in ascending order.
    [[nodiscard]] std::vector<Mark> marks(std::uint32_t branch, std::uint64_t from, std::uint64_t to) const;
    /// The first divergence that was found; nullopt if none was. A seek compares only the hash of the last
    /// frame it steps to.
    [[nodiscard]] const std::optional<Divergence>& divergence() const { return divergence_; }

    /// From now on stores keyframes as branches grow, and also turns suitable cached states into keyframes.
    /// False stops this.
    void record_keyframes(bool enable);
    [[nodiscard]] std::size_t cached_state_count() const { return cached_states_.size(); }
    [[nodiscard]] std::size_t cached_bytes() const { return cached_bytes_; }
    /// In frames.
    [[nodiscard]] std::uint64_t cached_state_spacing() const { return spacing_; }

private:
    struct CachedState {
        std::unique_ptr<Simulation> state;
        std::optional<double> seconds;
        std::size_t bytes = 0;
        bool is_temporary = false;  ///< An extra state between two regular ones, for stepping back.
    };
    using Key = std::pair<std::uint32_t,
                          std::uint64_t>;  ///< Branch and frame; the state is before the frame's inputs.
    /// Progress of prefetch_states().
    struct Prefetch {
        HistoryPosition position;
        std::unique_ptr<Simulation> state;
        std::optional<double> seconds;
    };

    [[nodiscard]] const Branch& branch() const { return recording_.branches[position_.branch]; }
    [[nodiscard]] Branch& branch() { return recording_.branches[position_.branch]; }
    [[nodiscard]] HistoryPosition end_of(std::uint32_t branch) const;
    /// The position of the first input of the last gesture; nullopt if there is none.
    [[nodiscard]] std::optional<HistoryPosition> before_last_gesture() const;
    void fork(std::string name);
    /// Applies the first `count` inputs of the frame, except those already applied.
    void apply_inputs(std::size_t count);
    void append_input(Input input);
    /// `step_start`: simulation time at the start of the step, seconds.
    void add_frame(const StepReport& report, std::uint32_t awake_before, double step_start);
    void check_frame();
    void cache_state(bool is_temporary) {
        cache_state({position_.branch, position_.frame}, *simulation_, seconds_, is_temporary);
    }
    void cache_state(Key at, const Simulation& state, std::optional<double> seconds, bool is_temporary);
    void evict_to_budget();
    void store_keyframe();
    void drop_temporary_states();
    /// Restores the nearest cached or stored state at or before the frame.
    void restore_before(std::uint32_t branch, std::uint64_t frame);
    bool restore_from(const StoredKeyframe& keyframe, std::uint64_t hash);
    bool restore_stored(std::uint32_t branch, std::uint64_t frame, std::uint64_t no_earlier_than);
    /// The frame of the nearest cached or stored state at or before `frame`, on the branch or its ancestors.
    [[nodiscard]] std::uint64_t nearest_state(std::uint32_t branch, std::uint64_t frame) const;
    /// Like nearest_state(), but only on the branch itself; nullopt if it has none.
    [[nodiscard]] std::optional<std::uint64_t> nearest_own_state(std::uint32_t branch,
                                                                 std::uint64_t frame) const;
    void run_to(std::uint32_t branch, std::uint64_t frame);
    /// Skips ahead to the end of the contiguous run of cached states.
    void skip_cached_states(Prefetch& at) const;

    Recording recording_;
    std::unique_ptr<Simulation> simulation_;
    HistoryPosition position_;
    std::optional<double> seconds_;
    std::uint32_t gesture_ = 1;
    std::map<Key, CachedState> cached_states_;
    std::set<Key> unusable_keyframes_;  ///< Keyframes that could not be restored.
    std::size_t budget_;
    std::size_t cached_bytes_ = 0;
    std::size_t temporary_bytes_ = 0;
    std::uint64_t spacing_ = tuning::memory_spacing;
    std::vector<HistoryPosition> redo_stack_;    ///< Where redo() goes; the next target is the last one.
    std::optional<HistoryPosition> undo_point_;  ///< step() replays without the inputs recorded from here on.
    std::optional<Divergence> divergence_;
    std::optional<Prefetch> prefetch_;
    bool records_keyframes_ = false;
    std::uint64_t next_keyframe_ = 0;
};

}  // namespace toibox::replay
