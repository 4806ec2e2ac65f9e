// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/command.h"
#include "toibox/replay/simulation.h"
#include "toibox/replay/tuning.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace toibox::replay {

/// Sets the length of all following steps, seconds; nullopt: the simulation's own.
struct StepLength {
    std::optional<double> seconds = std::nullopt;
};

/// An external change of a simulation at a frame: applied to that frame's state before the next step, in
/// order.
struct Input {
    std::uint64_t frame = 0;
    std::variant<Command, StepLength> what;
    std::uint32_t gesture = 0;  ///< Inputs with the same number are undone together, such as those of a drag.
};

/// A frame of one branch, and how many of its inputs have been applied.
struct HistoryPosition {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::uint32_t inputs = 0;

    friend bool operator==(const HistoryPosition&, const HistoryPosition&) = default;
};

/// A complete state as a chunk of a file. It stays compressed until it is needed.
struct StoredKeyframe {
    std::uint64_t frame = 0;  ///< The state is before the inputs of this frame.
    std::vector<std::byte> chunk;
};

/// The content of a keyframe.
struct KeyframeState {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::vector<std::byte> world;         ///< From write_state().
    std::vector<std::byte> script_state;  ///< From Simulation::write_script_state().
    std::optional<double> step_seconds = std::nullopt;
    /// deep_hash() of the world by subsystem, and script_state_hash() under script_subsystem.
    std::vector<std::pair<std::string, std::uint64_t>> subsystem_hashes;
};
inline constexpr std::string_view script_subsystem = "script";

/// One line of history. The first branch begins at frame 0. Every other one forks from an older branch, at a
/// position to which the user went back.
struct Branch {
    std::optional<HistoryPosition> fork{};  ///< Where the branch forks; nullopt for the first branch.
    std::string name{};
    std::vector<Input> inputs{};          ///< Inputs of this branch only, by ascending frame.
    std::vector<std::uint64_t> hashes{};  ///< World::hash() of frame first_frame() + i, before its inputs.
    std::vector<Mark> marks{};            ///< By ascending frame, from first_frame() + 1.
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

/// What was recorded. This layer only stores it; the caller creates a simulation from it.
struct Source {
    std::string scene;  ///< The text of the scene; empty for a bare world, whose frame 0 is a keyframe.
    std::string path;   ///< Path of the scene file; only for display.
    std::string variant;
    std::vector<std::pair<std::string, std::string>> overrides;  ///< JSON Pointers and JSON values.

    friend bool operator==(const Source&, const Source&) = default;
};

/// Limits of a recording file, the same for writing and reading. Limits of bytes apply to one unpacked chunk,
/// all others to the whole file.
struct RecordingLimits {
    std::size_t branches = tuning::max_branches;
    std::size_t inputs = tuning::max_inputs;
    std::size_t nested = tuning::max_nested;  ///< Elements of lists in inputs: parts, vertices, normals.
    std::size_t marks = tuning::max_marks;
    std::size_t frames = tuning::max_frames;
    std::size_t entries = tuning::max_entries;  ///< Of overrides, and of bookmarks.
    std::uint64_t state_bytes = tuning::max_state_bytes;
    std::uint64_t text_bytes = tuning::max_text_bytes;
    std::uint64_t input_bytes = tuning::max_input_bytes;
    std::uint64_t chunk_bytes = tuning::max_chunk_bytes;  ///< Of a chunk of any other kind.
};
/// Number of elements of the lists in an input.
[[nodiscard]] std::size_t nested_elements(const Input& input);

/// A complete recording. A branch's number is its index; its parent comes before it.
struct Recording {
    std::uint32_t sim_version = toibox::sim_version;
    double step = 0.0;  ///< The simulation's own step length, seconds; only for display.
    std::string meta;   ///< JSON: the program that made the recording.
    Source source;
    std::vector<Branch> branches;
    std::vector<Bookmark> bookmarks;

    /// Inputs of a frame as seen from a branch: inputs of its ancestors up to the fork, then its own.
    [[nodiscard]] std::vector<const Input*> inputs_at(std::uint32_t branch, std::uint64_t frame) const;
    /// The size of inputs_at(), without creating the list.
    [[nodiscard]] std::size_t input_count(std::uint32_t branch, std::uint64_t frame) const;
    /// Calls visit(ancestor, last) for the branch itself, its parent, and so on to the first branch: the
    /// frames up to `last_frame` that the branch has in common with each end at `last`. A frame at which a
    /// branch forks belongs to the parent, so a branch's own marks start after it.
    template <typename Visit>
    void for_each_ancestor(std::uint32_t branch, std::uint64_t last_frame, const Visit& visit) const {
        std::uint64_t last = last_frame;
        std::uint32_t index = branch;
        while (true) {
            visit(index, last);
            const std::optional<HistoryPosition>& fork = branches[index].fork;
            if (!fork) return;
            last = std::min(last, fork->frame);
            index = fork->branch;
        }
    }
    /// The branch that stores the frame's hash, marks and keyframes: `branch` itself or an ancestor.
    [[nodiscard]] std::uint32_t owner(std::uint32_t branch, std::uint64_t frame) const;
    /// Requires: a frame of the branch (asserted).
    [[nodiscard]] std::uint64_t hash(std::uint32_t branch, std::uint64_t frame) const;
    /// The step length at a position, seconds; nullopt: the simulation's own.
    [[nodiscard]] std::optional<double> step_seconds(const HistoryPosition& position) const;
    /// The same position on the oldest branch that has it.
    [[nodiscard]] HistoryPosition on_oldest_branch(HistoryPosition position) const;
    /// Whether a file has room for another branch or input. A RecordingWriter fails if there are more. Cost
    /// for an input: O(branches); with lists (a new body), O(inputs).
    [[nodiscard]] bool has_room_for_branch(const RecordingLimits& limits = {}) const;
    [[nodiscard]] bool has_room_for(const Input& input, const RecordingLimits& limits = {}) const;
    /// Describes an inconsistency in untrusted data, such as "has no branch"; empty if there is none.
    [[nodiscard]] std::string defect() const;
};

/// Whether an input may set this step length.
[[nodiscard]] constexpr bool is_step_length(double seconds) {
    return seconds >= tuning::min_step_seconds && seconds <= tuning::max_step_seconds;
}

/// Applies an input to a simulation; a step length is stored in `seconds`.
Result<CommandOutcome, CommandError> apply(Simulation& simulation, const Input& input,
                                           std::optional<double>& seconds);

}  // namespace toibox::replay
