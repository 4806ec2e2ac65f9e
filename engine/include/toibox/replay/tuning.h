// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace toibox::replay::tuning {

/// Bytes of keyframes that a file spends on each step, about: what seeking costs against what the file
/// weighs. With it 1,000 steps of 500 restless bodies stay below 1.5 MB and have a keyframe in each hundred.
inline constexpr std::size_t keyframe_bytes_per_step = 1470;
/// Keyframes of a file are at least so many frames apart.
inline constexpr std::uint64_t keyframe_spacing = 16;

/// A chunk may unpack to this many bytes: beyond any that the program writes, and small enough that a file
/// that lies about it does no harm. Keyframes: 200,000 shapes in a heap take 200 MB. Scenes: as long as a
/// scene file may be. Inputs: a body of as many parts as one command makes, each a polygon of 256 vertices.
/// Then all others, which are written in portions.
inline constexpr std::uint64_t max_state_bytes = std::uint64_t{1} << 29;
inline constexpr std::uint64_t max_text_bytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t max_input_bytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t max_portion_bytes = std::uint64_t{1} << 22;
/// A keyframe beyond max_portion_bytes unpacks to at most so many times its stored length more. States pack
/// to a fifth or so, a million equal static bodies to a fiftieth.
inline constexpr std::uint64_t max_unpack_ratio = 256;
/// Portions are cut when they hold so many elements or bytes …
inline constexpr std::size_t portion_elements = 4096;
inline constexpr std::size_t portion_bytes = std::size_t{1} << 20;
/// … and a file has at most so many inputs, elements of lists in inputs, and marks: nine hours of dragging,
/// and memory below 2 GB; so many overrides and bookmarks; and so many frames: twelve days at 60 Hz, 512 MB
/// of hashes, which a file of zeros could ask for in a few kB.
inline constexpr std::size_t max_inputs = std::size_t{1} << 21;
inline constexpr std::size_t max_nested = std::size_t{1} << 22;
inline constexpr std::size_t max_marks = std::size_t{1} << 22;
inline constexpr std::size_t max_entries = std::size_t{1} << 16;
inline constexpr std::size_t max_frames = std::size_t{1} << 26;
inline constexpr std::size_t max_branches = 1024;

/// Seconds of work between two writes to a file that grows: what a program that is killed loses.
inline constexpr double sync_seconds = 1.0;

/// Seconds of a step that an input may set. A shorter one is none in a float's world.
inline constexpr double min_step_seconds = 1e-6;
inline constexpr double max_step_seconds = 10.0;

/// zstd: 3 saves 3 % of a keyframe, hence brings them nearer to one another, for half as much time again
/// as 1.
inline constexpr int compression_level = 3;

/// Bytes of whole states that a time line keeps in memory. When they are more, every second one goes and the
/// spacing doubles.
inline constexpr std::size_t memory_budget = std::size_t{256} << 20;
inline constexpr std::uint64_t memory_spacing = 8;  ///< Frames, to begin with.
/// Share of the budget for the states between two keyframes, which going back step by step wants.
inline constexpr std::size_t temporary_budget_divisor = 4;
/// And how many of them at most: a copy costs a tenth of a step.
inline constexpr std::uint64_t max_temporary_states = 16;

}  // namespace toibox::replay::tuning
