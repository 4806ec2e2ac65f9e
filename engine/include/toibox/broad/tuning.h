// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The tolerances of the broad phases.
namespace toibox::tuning {

/// Relative rounding of a slab's fraction, (bound − from) / d as a product with the reciprocal: three
/// roundings of 2^-53, taken generously. More visits boxes that the ray just misses; less loses grazes.
inline constexpr double slab_rounding = 1e-15;

/// Nodes that a walk of a tree keeps on the stack before it asks for memory: more than a balanced tree of a
/// million leaves can need.
inline constexpr int inline_stack_capacity = 64;

// ---- Batched sweep: these decide what is tested, and so the time, never what is found.

/// Height of a strip in median heights of a box. Less: more boxes lie in two strips; more: more are tested in
/// vain.
inline constexpr float strip_height_in_median_boxes = 4.0f;
/// … but high enough that the tallest sixteenth of the boxes, but for its least, touches no more than about
/// this many strips.
inline constexpr float target_strips_of_tall_box = 8.0f;
/// A box that goes over more strip borders than this is tested against all boxes instead of lying in each.
inline constexpr std::int32_t max_strips_per_box = 31;
/// Strips in memory: a power of two, at least twice the above. Strips of the same remainder share a list.
inline constexpr std::size_t min_strips = 64;
inline constexpr std::size_t max_strips = 4096;
inline constexpr std::size_t boxes_per_strip = 16;
/// Boxes whose heights are looked at to find the median.
inline constexpr std::size_t height_sample = 64;
/// Boxes from which on a radix sort pays.
inline constexpr std::size_t min_radix_sort_size = 256;
/// Pairs are dealt out to lists, one for each id, unless ids are so many times more.
inline constexpr std::size_t max_ids_per_bucketed_pair = 16;
/// Boxes that are swept in the time that it takes to look up the pairs of one moved box in the tree: measured
/// 5 in crowds of a hundred, 8 of a thousand, 11 of ten thousand.
inline constexpr std::size_t boxes_swept_per_lookup = 8;

// ---- Sorted lists that are kept

/// A list is sorted anew, not mended by insertion, if it got more new boxes than this share of those it had:
/// each inserted one passes half of the others.
inline constexpr std::size_t insertion_sort_divisor = 16;

// ---- Cells, built anew for each search

/// Side of a grid's cell in median sides of a box. Less: more boxes lie in several cells; more: more are
/// tested in vain.
inline constexpr float cell_size_in_median_boxes = 2.0f;
/// A box that lies in more cells than this is tested against all boxes instead.
inline constexpr std::int64_t max_cells_per_box = 64;
/// A cell of a tree with no more boxes than this is not divided.
inline constexpr std::size_t max_boxes_per_cell = 8;
/// Nor one so many divisions down: boxes that all overlap cannot be told apart.
inline constexpr int max_cell_depth = 16;
/// Nor one of whose boxes more than this share, in eighths, would lie in both halves.
inline constexpr std::size_t max_straddling_eighths = 5;
/// Rounding of a box's projection on a slanting line, relative to its coordinates.
inline constexpr double projection_rounding = 1e-14;

/// Cells that are kept are cut anew after a search that tested so many pairs in vain for each box that had
/// moved: in a map that fits it is about as many as share a cell.
inline constexpr std::uint64_t max_wasted_tests_per_move = 4 * max_boxes_per_cell;
/// Searches until the next try, at most, where a new cut has not helped.
inline constexpr int max_rebuild_backoff = 1024;

// ---- Tree that is refitted

/// Boxes of a leaf, at most. More: fewer nodes to refit, more boxes to test.
inline constexpr std::size_t max_boxes_per_leaf = 4;
/// Nodes of a full refit that cost as much as to refit one box's ancestors.
inline constexpr std::size_t nodes_per_single_refit = 8;
/// The tree is built anew once the sum of its perimeters has grown by this factor.
inline constexpr double rebuild_perimeter_ratio = 2.0;
/// … or once more boxes than this, and than this share of those in the tree, wait to be taken in.
inline constexpr std::size_t max_pending_boxes = 32;
inline constexpr std::size_t pending_boxes_divisor = 8;

}  // namespace toibox::tuning
