// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/command.h"
#include "toibox/replay/simulation.h"
#include "toibox/replay/tuning.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace toibox::replay {

/// From here on steps are of `seconds`; of the simulation's own length if empty.
struct StepLength {
    std::optional<double> seconds = std::nullopt;
};

/// What somebody did to a simulation from outside, at a frame: applied to that frame's state before the next
/// step, in order.
struct Input {
    std::uint64_t frame = 0;
    std::variant<Command, StepLength> what;
    std::uint32_t gesture = 0;  ///< Inputs of one number are undone together: a drag is many.
};

/// A frame of one lane, and how many of the inputs there have been applied.
struct HistoryPosition {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::uint32_t inputs = 0;

    friend bool operator==(const HistoryPosition&, const HistoryPosition&) = default;
};

/// A whole state in a file: bytes that stay compressed until somebody goes there.
struct StoredKeyframe {
    std::uint64_t frame = 0;  ///< Before the inputs of that frame.
    std::vector<std::byte> chunk;
};

/// What such bytes hold.
struct KeyframeState {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::vector<std::byte> world;         ///< As write_state gives it.
    std::vector<std::byte> script_state;  ///< As Simulation::write_script_state gives it.
    std::optional<double> step_seconds = std::nullopt;
    /// deep_hash of the world by subsystem, and script_state_hash() as script_subsystem.
    std::vector<std::pair<std::string, std::uint64_t>> deep;
};
inline constexpr std::string_view script_subsystem = "script";

/// One course of events. The first begins at frame 0; each other leaves an older one, where somebody went
/// back and did something else.
struct Branch {
    std::optional<HistoryPosition> fork{};  ///< Where it leaves; nothing for the first.
    std::string name{};
    std::vector<Input> inputs{};          ///< Its own, in ascending order of frames.
    std::vector<std::uint64_t> hashes{};  ///< World::hash() of frame first_frame() + i, before its inputs.
    std::vector<Mark> marks{};            ///< In ascending order of frames, from first_frame() + 1.
    std::vector<StoredKeyframe> keyframes{};

    [[nodiscard]] std::uint64_t first_frame() const { return fork ? fork->frame : 0; }
    /// The last frame. Requires at least one hash (asserted).
    [[nodiscard]] std::uint64_t end() const;
};

struct Bookmark {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::string name;

    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// What was recorded of: opaque to this layer, whose callers make a simulation of it.
struct Source {
    std::string scene;  ///< The text of the scene; empty for a bare world, which starts from a keyframe.
    std::string path;   ///< Where it came from; for people.
    std::string variant;
    std::vector<std::pair<std::string, std::string>> overrides;  ///< JSON Pointer and JSON value.

    friend bool operator==(const Source&, const Source&) = default;
};

/// What a file of a recording may hold, the same for who writes it and who reads it. Bytes are those of one
/// chunk, unpacked; the rest is of the whole file.
struct RecordingLimits {
    std::size_t branches = tuning::max_branches;
    std::size_t inputs = tuning::max_inputs;
    std::size_t nested = tuning::max_nested;  ///< Elements of lists within inputs: parts, vertices, normals.
    std::size_t marks = tuning::max_marks;
    std::size_t frames = tuning::max_frames;
    std::size_t entries = tuning::max_entries;  ///< Overrides; and bookmarks.
    std::uint64_t state_bytes = tuning::max_state_bytes;
    std::uint64_t text_bytes = tuning::max_text_bytes;
    std::uint64_t input_bytes = tuning::max_input_bytes;
    std::uint64_t portion_bytes = tuning::max_portion_bytes;
};
/// Elements of the lists within an input.
[[nodiscard]] std::size_t nested_elements(const Input& input);

/// All of a recording. Lanes are numbered by their place in the list; a lane's parent comes before it.
struct Recording {
    std::uint32_t sim_version = toibox::sim_version;
    double step = 0.0;  ///< Seconds of the simulation's own step; for people.
    std::string meta;   ///< JSON: what made it.
    Source source;
    std::vector<Branch> branches;
    std::vector<Bookmark> bookmarks;

    /// Inputs of a frame as a lane sees them: those of its parents up to where it leaves, then its own.
    [[nodiscard]] std::vector<const Input*> inputs_at(std::uint32_t branch, std::uint64_t frame) const;
    /// How many they are, without a list of them.
    [[nodiscard]] std::size_t input_count(std::uint32_t branch, std::uint64_t frame) const;
    /// The lane that has the frame's hash, marks and keyframes: `lane` itself or one that it came from.
    [[nodiscard]] std::uint32_t owner(std::uint32_t branch, std::uint64_t frame) const;
    /// Requires a frame that the lane has (asserted).
    [[nodiscard]] std::uint64_t hash(std::uint32_t branch, std::uint64_t frame) const;
    /// The length of the step from the frame, once the first `inputs` of its inputs have been applied.
    [[nodiscard]] std::optional<double> step_seconds(const HistoryPosition& place) const;
    /// The same place on the oldest lane that has it.
    [[nodiscard]] HistoryPosition on_oldest_branch(HistoryPosition place) const;
    /// Whether a file can hold one more lane, or one more input. Past that nothing more can be recorded: a
    /// RecordingWriter ends with an error. Cost: O(lanes); for an input with lists (a new body), O(inputs).
    [[nodiscard]] bool has_room_for_branch(const RecordingLimits& limits = {}) const;
    [[nodiscard]] bool has_room_for(const Input& input, const RecordingLimits& limits = {}) const;
    /// What is wrong with how lanes hang together, for data from outside; empty if nothing.
    [[nodiscard]] std::string defect() const;
};

/// Whether an input may set steps of so many seconds.
[[nodiscard]] constexpr bool is_step_length(double seconds) {
    return seconds >= tuning::min_step_seconds && seconds <= tuning::max_step_seconds;
}

/// Applies an input to a simulation; a step length goes into `seconds`.
Result<CommandOutcome, CommandError> apply(Simulation& simulation, const Input& input,
                                           std::optional<double>& seconds);

}  // namespace toibox::replay
