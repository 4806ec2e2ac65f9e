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

/// A frame that came out otherwise than it was recorded.
struct Divergence {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::uint64_t recorded = 0;
    std::uint64_t replayed = 0;
};

/// A simulation with a past: every input is kept with its frame, states are kept at some frames, and any
/// frame comes back by restoring the nearest state before it and stepping from there.
///
/// The present place is on one lane. At the lane's end, step() makes a new frame. Before its end, step()
/// replays what was recorded, and an input makes a branch: a new lane that leaves here, while the old one
/// keeps its future.
///
/// Memory: states within the budget, beside which every frame costs 8 bytes and its marks; and while it keeps
/// keyframes for a file, about tuning::keyframe_bytes_per_step more.
class History {
public:
    /// Begins at frame 0 of an empty recording. Budget: bytes of kept states.
    History(std::unique_ptr<Simulation> start, Recording about,
            std::size_t memory_budget = tuning::memory_budget);
    /// Goes on with a recording. Requires: recording.defect() is empty, `start` is its frame 0 (asserted: its
    /// hash is another matter, see divergence()).
    static History resume(std::unique_ptr<Simulation> start, Recording recording,
                          std::size_t memory_budget = tuning::memory_budget);

    [[nodiscard]] const Recording& recording() const { return recording_; }
    [[nodiscard]] Simulation& now() { return *now_; }
    [[nodiscard]] const Simulation& now() const { return *now_; }
    [[nodiscard]] const HistoryPosition& place() const { return place_; }
    [[nodiscard]] std::uint64_t frame() const { return place_.frame; }
    /// The last frame of the present lane.
    [[nodiscard]] std::uint64_t end() const { return branch().end(); }
    /// Whether something was recorded beyond the present place.
    [[nodiscard]] bool is_in_past() const;
    [[nodiscard]] std::optional<double> step_seconds() const { return seconds_; }

    /// One frame on. A step that fails leaves everything as it was.
    const StepReport& step();
    /// What was recorded to happen before the next step, now; step() does it by itself. Nothing at the end.
    /// Where something was undone, the way goes on without it: on a branch.
    void apply_recorded_inputs();
    /// Interferes, now. In the past it makes a branch; an input that is refused does nothing. Refused if
    /// there may be no more branches, too.
    Result<CommandOutcome, CommandError> apply(const Command& command);
    /// Clamped to tuning::min_step_seconds … max_step_seconds; a NaN does nothing.
    void set_step_seconds(std::optional<double> seconds);
    /// Inputs from here on belong together, until the next call.
    void begin_gesture() { ++gesture_; }
    /// Replays up to `frames` frames of the present lane in the background, from its start, and keeps states
    /// on the way: what was opened from a file is then as quick to go through as what has just been lived.
    /// What is kept already, as what another lane shares with this one, is passed over. False once there is
    /// nothing left to do; another lane may have more.
    bool prefetch_states(std::uint64_t frames);

    /// Goes to a frame of a lane, before its inputs; to the lane's end with all of them. Clamped to what the
    /// lane has. Cost: the nearest state before it, from memory or the recording's keyframes, the steps from
    /// there, and a copy of a state for each spacing() frames passed, which is kept.
    void seek(std::uint32_t branch, std::uint64_t frame);
    void seek(std::uint64_t frame) { seek(place_.branch, frame); }
    void seek(const HistoryPosition& place);
    /// The frame before; from the midst of a frame's inputs, to before them.
    void step_back();

    /// To before the last gesture; false if there is none. Steps from there are without it. Nothing is lost:
    /// redo() comes back, until something new is done, and the old lane keeps its future.
    bool undo();
    bool redo();
    [[nodiscard]] bool can_undo() const;
    [[nodiscard]] bool can_redo() const { return !redo_stack_.empty(); }

    void add_bookmark(std::string name);
    void remove_bookmark(std::size_t index);
    /// A new lane from here, without any input: to try the same course under another name. Nothing if there
    /// may be no more.
    void create_branch(std::string name);
    [[nodiscard]] bool can_branch() const;

    /// Marks of a lane's frames from … to, both included, those of its parents among them, in order.
    [[nodiscard]] std::vector<Mark> marks(std::uint32_t branch, std::uint64_t from, std::uint64_t to) const;
    /// The frame that was first found to come out otherwise than recorded; nothing if all was well so far. A
    /// seek looks at its last frame only.
    [[nodiscard]] const std::optional<Divergence>& divergence() const { return divergence_; }

    /// Adds keyframes for a file as lanes grow, from now on, and of the past those that are kept in memory.
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
    using Key = std::pair<std::uint32_t, std::uint64_t>;  ///< Lane and frame, before its inputs.
    /// Where warm() is.
    struct Prefetch {
        HistoryPosition place;
        std::unique_ptr<Simulation> state;
        std::optional<double> seconds;
    };

    [[nodiscard]] const Branch& branch() const { return recording_.branches[place_.branch]; }
    [[nodiscard]] Branch& branch() { return recording_.branches[place_.branch]; }
    [[nodiscard]] HistoryPosition end_of(std::uint32_t branch) const;
    /// The place of the first input that would have to be undone; nothing without one.
    [[nodiscard]] std::optional<HistoryPosition> before_last_gesture() const;
    void fork(std::string name);
    /// Applies the first so many of the frame's inputs, as far as they have not been.
    void apply_inputs(std::size_t count);
    void append_input(Input input);
    void add_frame(const StepReport& report, std::uint32_t awake_before);
    void check_frame();
    void keep(bool temporary) { keep({place_.branch, place_.frame}, *now_, seconds_, temporary); }
    void keep(Key at, const Simulation& state, std::optional<double> seconds, bool temporary);
    void evict_to_budget();
    void store_keyframe();
    void drop_temporary_states();
    /// The kept or stored state nearest before the place. Sets now_, seconds_ and place_.
    void restore_before(std::uint32_t branch, std::uint64_t frame);
    bool restore_from(const StoredKeyframe& keyframe, std::uint64_t hash);
    bool restore_stored(std::uint32_t branch, std::uint64_t frame, std::uint64_t no_earlier_than);
    /// The frame of the kept or stored state nearest before a place; of a lane's own, if it has any.
    [[nodiscard]] std::uint64_t nearest_state(std::uint32_t branch, std::uint64_t frame) const;
    [[nodiscard]] std::optional<std::uint64_t> nearest_state_of(std::uint32_t branch,
                                                                std::uint64_t frame) const;
    void run_to(std::uint32_t branch, std::uint64_t frame);
    /// To the last of the states ahead that are kept without a gap.
    void skip_cached_states(Prefetch& at) const;

    Recording recording_;
    std::unique_ptr<Simulation> now_;
    HistoryPosition place_;
    std::optional<double> seconds_;
    std::uint32_t gesture_ = 1;
    std::map<Key, CachedState> cached_states_;
    std::set<Key> unusable_keyframes_;  ///< Keyframes of the recording that gave no state.
    std::size_t budget_;
    std::size_t cached_bytes_ = 0;
    std::size_t temporary_bytes_ = 0;
    std::uint64_t spacing_ = tuning::memory_spacing;
    std::vector<HistoryPosition> redo_stack_;    ///< Where redo() goes, last first.
    std::optional<HistoryPosition> undo_point_;  ///< What was recorded from here on has been undone.
    std::optional<Divergence> divergence_;
    std::optional<Prefetch> prefetch_;
    bool records_keyframes_ = false;
    std::uint64_t next_keyframe_ = 0;
};

}  // namespace toibox::replay
