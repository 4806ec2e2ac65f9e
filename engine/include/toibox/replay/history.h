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
    std::uint64_t recorded = 0;
    std::uint64_t replayed = 0;
};

/// A simulation with its history: all inputs with their frames, and the states of some frames. Any frame is
/// reached by restoring the nearest state before it and stepping from there.
///
/// The current position is on one branch. At the branch's end, step() adds a new frame. Before its end,
/// step() replays the recording, and an input forks: a new branch starts here, and the old one keeps its
/// future.
///
/// Memory: states within the budget, and 8 bytes and the marks of every frame; while it records keyframes for
/// a file, about tuning::keyframe_bytes_per_step more.
class History {
public:
    /// Starts at frame 0 of an empty recording. Budget: bytes of cached states.
    History(std::unique_ptr<Simulation> start, Recording about,
            std::size_t memory_budget = tuning::memory_budget);
    /// Continues a recording. Requires: recording.defect() is empty (asserted), `start` is its frame 0 (if
    /// its hash differs, see divergence()).
    static History resume(std::unique_ptr<Simulation> start, Recording recording,
                          std::size_t memory_budget = tuning::memory_budget);

    [[nodiscard]] const Recording& recording() const { return recording_; }
    [[nodiscard]] Simulation& now() { return *now_; }
    [[nodiscard]] const Simulation& now() const { return *now_; }
    [[nodiscard]] const HistoryPosition& place() const { return position_; }
    [[nodiscard]] std::uint64_t frame() const { return position_.frame; }
    /// The last frame of the current branch.
    [[nodiscard]] std::uint64_t end() const { return branch().end(); }
    /// Whether anything is recorded after the current position.
    [[nodiscard]] bool is_in_past() const;
    [[nodiscard]] std::optional<double> step_seconds() const { return seconds_; }

    /// Advances by one frame. A step that fails changes nothing.
    const StepReport& step();
    /// Applies the recorded inputs before the next step; step() does so itself. Does nothing at the end.
    /// Where something was undone, continues without it, on a new branch.
    void apply_recorded_inputs();
    /// Applies a command now. In the past it forks. A command that is rejected does nothing; it is also
    /// rejected if there is no room for another branch.
    Result<CommandOutcome, CommandError> apply(const Command& command);
    /// Clamped to tuning::min_step_seconds … max_step_seconds; NaN is ignored.
    void set_step_seconds(std::optional<double> seconds);
    /// Groups all inputs until the next call for undo.
    void begin_gesture() { ++gesture_; }
    /// Replays up to `frames` frames of the current branch in the background, from its start, and caches
    /// states, so that a recording from a file can be seeked as fast as one made in this session. Skips what
    /// is cached already, also by other branches. False once nothing is left to do on this branch.
    bool prefetch_states(std::uint64_t frames);

    /// Goes to a frame of a branch, before its inputs; to the branch's end with all of its inputs. Clamped to
    /// the branch. Cost: restores the nearest state before it, from memory or a keyframe, steps from there,
    /// and caches a copy of a state for each spacing() frames passed.
    void seek(std::uint32_t branch, std::uint64_t frame);
    void seek(std::uint64_t frame) { seek(position_.branch, frame); }
    void seek(const HistoryPosition& position);
    /// One frame back; in the middle of a frame's inputs, back to before them.
    void step_back();

    /// Goes back to before the last gesture; false if there is none. Steps from there are without it. Nothing
    /// is lost: redo() returns until something new is done, and the old branch keeps its future.
    bool undo();
    bool redo();
    [[nodiscard]] bool can_undo() const;
    [[nodiscard]] bool can_redo() const { return !redo_stack_.empty(); }

    void add_bookmark(std::string name);
    void remove_bookmark(std::size_t index);
    /// A new branch from here, without any input. Does nothing if there is no room for another.
    void create_branch(std::string name);
    [[nodiscard]] bool can_branch() const;

    /// Marks of a branch's frames from … to, both included, with those of its parents, in order.
    [[nodiscard]] std::vector<Mark> marks(std::uint32_t branch, std::uint64_t from, std::uint64_t to) const;
    /// The first frame found whose replay differs; nullopt if there is none so far. A seek checks only its
    /// last frame.
    [[nodiscard]] const std::optional<Divergence>& divergence() const { return divergence_; }

    /// From now on adds keyframes for a file to growing branches; also adds those cached states of the past.
    void record_keyframes(bool keep);
    [[nodiscard]] std::size_t cached_state_count() const { return cached_states_.size(); }
    [[nodiscard]] std::size_t cached_bytes() const { return cached_bytes_; }
    [[nodiscard]] std::uint64_t spacing() const { return spacing_; }

private:
    struct CachedState {
        std::unique_ptr<Simulation> state;
        std::optional<double> seconds;
        std::size_t bytes = 0;
        bool temporary = false;  ///< Between two others, for going back step by step.
    };
    using Key = std::pair<std::uint32_t, std::uint64_t>;  ///< Branch and frame, before its inputs.
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
    void add_frame(const StepReport& report, std::uint32_t awake_before);
    void check_frame();
    void keep(bool temporary) { keep({position_.branch, position_.frame}, *now_, seconds_, temporary); }
    void keep(Key at, const Simulation& state, std::optional<double> seconds, bool temporary);
    void evict_to_budget();
    void store_keyframe();
    void drop_temporary_states();
    /// Restores the nearest cached or stored state before the frame. Sets now_, seconds_ and position_.
    void restore_before(std::uint32_t branch, std::uint64_t frame);
    bool restore_from(const StoredKeyframe& keyframe, std::uint64_t hash);
    bool restore_stored(std::uint32_t branch, std::uint64_t frame, std::uint64_t no_earlier_than);
    /// The frame of the nearest cached or stored state before a frame; `_of`: only of the branch's own.
    [[nodiscard]] std::uint64_t nearest_state(std::uint32_t branch, std::uint64_t frame) const;
    [[nodiscard]] std::optional<std::uint64_t> nearest_state_of(std::uint32_t branch,
                                                                std::uint64_t frame) const;
    void run_to(std::uint32_t branch, std::uint64_t frame);
    /// Moves to the last of the states ahead that are cached without a gap.
    void skip_cached_states(Prefetch& at) const;

    Recording recording_;
    std::unique_ptr<Simulation> now_;
    HistoryPosition position_;
    std::optional<double> seconds_;
    std::uint32_t gesture_ = 1;
    std::map<Key, CachedState> cached_states_;
    std::set<Key> unusable_keyframes_;  ///< Keyframes that could not be restored.
    std::size_t budget_;
    std::size_t cached_bytes_ = 0;
    std::size_t temporary_bytes_ = 0;
    std::uint64_t spacing_ = tuning::memory_spacing;
    std::vector<HistoryPosition> redo_stack_;    ///< Where redo() goes, last first.
    std::optional<HistoryPosition> undo_point_;  ///< Inputs recorded from here on are undone.
    std::optional<Divergence> divergence_;
    std::optional<Prefetch> prefetch_;
    bool records_keyframes_ = false;
    std::uint64_t next_keyframe_ = 0;
};

}  // namespace toibox::replay
