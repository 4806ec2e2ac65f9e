// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/core/thread_pool.h"
#include "toibox/geometry/aabb.h"
#include "toibox/math/wide/isa.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toibox::broad {

/// Finds all overlapping pairs of a set of boxes: sorts them by their left ends and distributes them to
/// horizontal strips. Within a strip each box is tested against its successors, several at a time, up to its
/// right end.
///
/// A box is in every strip that it touches. A pair is reported only in the strip that contains the higher of
/// the two lower edges, and therefore only once. Distant strips share a list (strip number modulo a power of
/// two), so the size of the world does not matter. A box that touches too many strips is not stored in them
/// but tested against all boxes. Cost: O(n) for boxes of similar size, a few dozen nanoseconds each;
/// quadratic if all overlap in x within one strip. Strips change which pairs are tested, never which are
/// found.
/// Source: C. Ericson, "Real-Time Collision Detection", 2005, ch. 7 (sweep and prune, uniform grids); the
/// combination is our own.
class StripPairFinder {
public:
    /// Returns all overlapping pairs that have at least one flagged box and that `rules` allow, as (lower id
    /// << 32 | higher id), each once, in an unspecified order; some of them if there are more than the limit.
    /// Ids are indices in `boxes`, fewer than 2^30. Inverted boxes are ignored. The span is valid until the
    /// next call. Memory: proportional to the boxes and the pairs returned.
    std::span<std::uint64_t> find(std::span<const Aabb> boxes, std::span<const std::uint8_t> flagged, Isa isa,
                                  WorkerTeam& team, const PairRules& rules);

    /// Statistics of the last call: box-box tests, pairs of overlapping boxes, and entries of boxes in
    /// strips.
    [[nodiscard]] std::uint64_t tests() const { return tests_; }
    [[nodiscard]] std::uint64_t overlaps() const { return overlaps_; }
    [[nodiscard]] std::uint64_t entries() const { return entries_; }
    /// The strip height of the last call, metres; 0 before the first call, or if there is only one strip.
    [[nodiscard]] double strip_height() const {
        return strips_per_metre_ > 0.0f ? 1.0 / static_cast<double>(strips_per_metre_) : 0.0;
    }
    /// Number of entries in the list of a strip, numbered from y = 0; includes the entries of other strips
    /// that share the list.
    [[nodiscard]] std::size_t entries_of(std::int32_t strip) const;

private:
    /// The strips of a box, numbered from −2^29 to 2^29.
    struct StripRange {
        std::int32_t first;
        std::int32_t last;
    };
    void sort_by_left_end(std::span<const Aabb> boxes);
    void choose_strip_height(std::span<const Aabb> boxes);
    void assign_to_strips(std::span<const Aabb> boxes, std::span<const std::uint8_t> flagged,
                          WorkerTeam& team);
    void lay_out_strips(std::size_t blocks);
    void search_strips(Isa isa, WorkerTeam& team, const PairRules& rules);
    std::span<std::uint64_t> gather();
    [[nodiscard]] StripRange strips_of(const Aabb& box) const;
    [[nodiscard]] std::uint32_t strip_count() const { return strip_mask_ + 1u; }
    /// Calls visit(strip, starts_here) for each strip of the box, where starts_here is true for the first
    /// strip.
    template <class Visit>
    void for_each_strip(StripRange range, Visit&& visit) const;

    /// The results of a block of strips: in its range of `pairs_` or, if the range was too small, in
    /// `overflow`.
    struct Block {
        std::span<std::uint64_t> found;
        std::uint64_t tests = 0;
        std::uint64_t overlaps = 0;
        std::vector<std::uint64_t> overflow;
    };
    class StripSearch;

    std::vector<std::uint64_t> order_;          ///< Key of the left end << 32 | id, ascending.
    std::vector<std::uint64_t> sort_scratch_;   ///< Scratch of the sort.
    std::vector<std::uint32_t> digit_counts_;   ///< Scratch of the sort.
    std::vector<StripRange> strip_ranges_;      ///< In the order of `order_`.
    std::vector<std::uint32_t> strip_offsets_;  ///< By block and strip: box count, then first entry.
    std::vector<std::uint32_t> strip_begin_;    ///< The last list is for boxes that touch too many strips.
    std::vector<std::uint32_t> strip_end_;
    std::vector<float> lower_x_;
    std::vector<float> lower_y_;
    std::vector<float> upper_x_;
    std::vector<float> upper_y_;
    std::vector<std::uint32_t> tags_;
    std::vector<std::uint64_t> pairs_;  ///< Memory for the pairs found, a fixed number per entry.
    std::vector<Block> blocks_;         ///< The last one is for boxes that touch too many strips.
    std::vector<std::uint64_t> gathered_;
    float strips_per_metre_ = 0.0f;
    std::uint32_t strip_mask_ = 0;
    std::uint64_t tests_ = 0;
    std::uint64_t overlaps_ = 0;
    std::uint64_t entries_ = 0;
};

}  // namespace toibox::broad
