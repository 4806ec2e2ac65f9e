// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// Tolerances of the broad phases.
namespace toibox::tuning {

/// Relative rounding of a slab fraction, (bound − from) / d computed with the reciprocal: three roundings of
/// 2^-53, with a generous margin. A larger value visits boxes that the ray just misses; a smaller one misses
/// grazed boxes.
inline constexpr double slab_rounding = 1e-15;

/// Nodes that a tree traversal stores inline before it allocates: more than a balanced tree with a million
/// leaves needs.
inline constexpr int inline_stack_capacity = 64;

// ---- Batched sweep: these values affect which pairs are tested, and so the time, but never the result.

/// Height of a strip, in median box heights. Lower: more boxes are in two strips; higher: more tests are
/// wasted.
inline constexpr float strip_height_in_median_boxes = 4.0f;
/// Lower bound for the strip height: a box of the 15/16 quantile of heights touches at most about this many
/// strips.
inline constexpr float target_strips_of_tall_box = 8.0f;
/// A box that touches more strips than this is tested against all boxes instead of being added to each strip.
inline constexpr std::int32_t max_strips_per_box = 31;
/// Limits of the number of strip lists, a power of two. The minimum is at least twice max_strips_per_box.
/// Strips with the same remainder share a list.
inline constexpr std::size_t min_strips = 64;
inline constexpr std::size_t max_strips = 4096;
/// Within these limits, the number of lists is the number of boxes divided by this, rounded up.
inline constexpr std::size_t boxes_per_strip = 16;
/// Number of boxes sampled to find the median and the 15/16 quantile of the heights.
inline constexpr std::size_t height_sample = 64;
/// Number of boxes from which a radix sort is faster.
inline constexpr std::size_t min_radix_sort_size = 256;
/// Pairs are sorted in buckets, one per id, if there are at most this many ids per pair; if there are more,
/// the pairs are sorted directly.
inline constexpr std::size_t max_ids_per_pair_for_bucketing = 16;
/// Number of boxes that can be swept in the time of one tree query for a moved box: measured 5 for a hundred
/// boxes, 8 for a thousand, 11 for ten thousand.
inline constexpr std::size_t boxes_swept_per_lookup = 8;

// ---- Sorted lists that persist between searches

/// A list is sorted from scratch instead of by insertion if the number of new boxes exceeds the old number
/// divided by this: an inserted box passes half of the others on average.
inline constexpr std::size_t insertion_sort_divisor = 16;

// ---- Cells

/// Cell size of the grid, in median box sizes. Lower: more boxes are in several cells; higher: more tests are
/// wasted.
inline constexpr float cell_size_in_median_boxes = 2.0f;
/// A box in more cells than this is tested against all boxes instead.
inline constexpr std::int64_t max_cells_per_box = 64;
/// A cell of a tree with at most this many boxes is not split.
inline constexpr std::size_t max_boxes_per_cell = 8;
/// A cell at this depth is not split: boxes that all overlap cannot be separated.
inline constexpr int max_cell_depth = 16;
/// A cell is not split if more than this many eighths of its boxes would be in both halves.
inline constexpr std::size_t max_straddling_eighths = 5;
/// Rounding of the projection of a box onto an oblique normal, relative to its coordinates.
inline constexpr double projection_rounding = 1e-14;

/// Maximum number of pairs that the incremental sweep and prune stores between searches. Origin: 32 MB. If
/// more overlap, each search sweeps from scratch.
inline constexpr std::size_t max_stored_pairs = std::size_t{1} << 20u;

/// Persistent cells are rebuilt after a search that wasted more tests than this per moved box. Well-fitting
/// cells waste about as many as there are boxes in a cell.
inline constexpr std::uint64_t max_wasted_tests_per_move = 4 * max_boxes_per_cell;
/// Maximum number of searches before the next rebuild, if rebuilding did not help.
inline constexpr int max_rebuild_backoff = 1024;

// ---- Refitted tree

/// Maximum number of boxes in a leaf. Higher: fewer nodes to refit, more boxes to test.
inline constexpr std::size_t max_boxes_per_leaf = 4;
/// Number of nodes in a full refit that cost as much as refitting the ancestors of one box.
inline constexpr std::size_t nodes_per_single_refit = 8;
/// The tree is rebuilt once the sum of its perimeters has grown by this factor.
inline constexpr double rebuild_perimeter_ratio = 2.0;
/// The tree is also rebuilt once the number of pending boxes exceeds max_pending_boxes + boxes in the tree /
/// pending_boxes_divisor.
inline constexpr std::size_t max_pending_boxes = 32;
inline constexpr std::size_t pending_boxes_divisor = 8;

}  // namespace toibox::tuning
