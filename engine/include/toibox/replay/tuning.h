// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace toibox::replay::tuning {

/// Average bytes of keyframes per step in a file: a trade-off between seek time and file size. With it 1,000
/// steps of 500 moving bodies stay below 1.5 MB and have a keyframe at least every hundred steps.
inline constexpr std::size_t keyframe_bytes_per_step = 1470;
/// Minimum distance of two keyframes in a file, frames.
inline constexpr std::uint64_t keyframe_spacing = 16;

/// Maximum unpacked bytes of a chunk: more than the program writes, and small enough that a file with a false
/// length does no harm. Keyframes: 200,000 shapes in a heap take 200 MB. Scenes: the limit of a scene file.
/// Inputs: a body with the maximum of parts, each a polygon of 256 vertices. Then all others, which are
/// written in portions.
inline constexpr std::uint64_t max_state_bytes = std::uint64_t{1} << 29;
inline constexpr std::uint64_t max_text_bytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t max_input_bytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t max_portion_bytes = std::uint64_t{1} << 22;
/// A keyframe beyond max_portion_bytes may unpack to this many times its stored length more. States compress
/// to about a fifth, a million equal static bodies to a fiftieth.
inline constexpr std::uint64_t max_unpack_ratio = 256;
/// Portions are limited to this many elements and bytes.
inline constexpr std::size_t portion_elements = 4096;
inline constexpr std::size_t portion_bytes = std::size_t{1} << 20;
/// Limits of a file. Inputs, list elements in inputs, and marks: nine hours of dragging, and memory below 2
/// GB. Overrides and bookmarks. Frames: twelve days at 60 Hz, 512 MB of hashes, which a compressed file of
/// zeros could demand with a few kB.
inline constexpr std::size_t max_inputs = std::size_t{1} << 21;
inline constexpr std::size_t max_nested = std::size_t{1} << 22;
inline constexpr std::size_t max_marks = std::size_t{1} << 22;
inline constexpr std::size_t max_entries = std::size_t{1} << 16;
inline constexpr std::size_t max_frames = std::size_t{1} << 26;
inline constexpr std::size_t max_branches = 1024;

/// Seconds between two writes to a growing file: what a killed program loses.
inline constexpr double sync_seconds = 1.0;

/// Step lengths that an input may set, seconds. Shorter ones are lost in a float world.
inline constexpr double min_step_seconds = 1e-6;
inline constexpr double max_step_seconds = 10.0;

/// zstd: level 3 saves 3 % of a keyframe, so keyframes can be closer, at 1.5 times the time of level 1.
inline constexpr int compression_level = 3;

/// Bytes of states that a history caches. Beyond this every second one is dropped and the spacing doubles.
inline constexpr std::size_t memory_budget = std::size_t{256} << 20;
inline constexpr std::uint64_t memory_spacing = 8;  ///< Initial, in frames.
/// Share of the budget for temporary states between two cached ones, for going back step by step.
inline constexpr std::size_t temporary_budget_divisor = 4;
/// And their maximum number: a copy costs a tenth of a step.
inline constexpr std::uint64_t max_temporary_states = 16;

}  // namespace toibox::replay::tuning
