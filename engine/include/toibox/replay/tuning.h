// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace toibox::replay::tuning {

/// Average bytes of keyframes per step in a file: a trade-off between seek time and file size. A recording of
/// 1,000 steps with 500 moving bodies is then smaller than 1.5 MB, and at most 100 steps lie between
/// keyframes.
inline constexpr std::size_t keyframe_bytes_per_step = 1470;
/// Minimum distance between two keyframes in a file, frames.
inline constexpr std::uint64_t keyframe_spacing = 16;

// Maximum unpacked bytes of a chunk: more than the program writes, and few enough that a file with a false
// length does no harm.
/// Keyframes: 200,000 shapes in a heap take 200 MB.
inline constexpr std::uint64_t max_state_bytes = std::uint64_t{1} << 29;
/// Scenes: the limit of a scene file.
inline constexpr std::uint64_t max_text_bytes = std::uint64_t{64} << 20;
/// Inputs: a body with the maximum number of parts, each a polygon of 256 vertices.
inline constexpr std::uint64_t max_input_bytes = std::uint64_t{64} << 20;
/// All other chunks; long lists are divided among several.
inline constexpr std::uint64_t max_chunk_bytes = std::uint64_t{1} << 22;
/// A keyframe may unpack to max_chunk_bytes plus this many times its stored length. States compress to
/// about a fifth, a million equal static bodies to a fiftieth.
inline constexpr std::uint64_t max_unpack_ratio = 256;
/// A list is divided among chunks of at most this many elements and, with more than one element, bytes.
inline constexpr std::size_t elements_per_chunk = 4096;
inline constexpr std::size_t target_chunk_bytes = std::size_t{1} << 20;

// Limits of a file.
/// Inputs, list elements in inputs, and marks: enough for nine hours of dragging; memory stays below 2 GB.
inline constexpr std::size_t max_inputs = std::size_t{1} << 21;
inline constexpr std::size_t max_nested = std::size_t{1} << 22;
inline constexpr std::size_t max_marks = std::size_t{1} << 22;
/// Overrides, and bookmarks.
inline constexpr std::size_t max_entries = std::size_t{1} << 16;
/// Twelve days at 60 Hz. Their hashes take 512 MB, which a compressed file of a few kB could demand.
inline constexpr std::size_t max_frames = std::size_t{1} << 26;
inline constexpr std::size_t max_branches = 1024;

/// Seconds between two writes to a growing file: a killed program loses at most this much.
inline constexpr double sync_seconds = 1.0;

/// Range of step lengths that an input may set, seconds. Shorter steps are lost in float rounding.
inline constexpr double min_step_seconds = 1e-6;
inline constexpr double max_step_seconds = 10.0;

/// Level of zstd. Level 3 makes keyframes 3 % smaller than level 1 and takes 1.5 times as long.
inline constexpr int compression_level = 3;

/// Bytes of cached states. Above this, every second cached state is dropped and the spacing doubles.
inline constexpr std::size_t memory_budget = std::size_t{256} << 20;
inline constexpr std::uint64_t memory_spacing = 8;  ///< Initial spacing of cached states, frames.
/// Temporary states, which make stepping back fast, may use the budget divided by this.
inline constexpr std::size_t temporary_budget_divisor = 4;
/// Maximum number of temporary states per seek: copying a state costs a tenth of a step.
inline constexpr std::uint64_t max_temporary_states = 16;

}  // namespace toibox::replay::tuning
