// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/core/thread_pool.h"
#include "toibox/geometry/aabb.h"
#include "toibox/math/wide/isa.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toibox::broad {

/// All overlapping pairs of a crowd of boxes at once: sorted by their left ends and dealt out to horizontal
/// strips, in each of which a box is tested against the next ones, several at a time, as far as it reaches.
///
/// A box lies in every strip that it touches; a pair is reported where the higher of the two lower edges
/// lies, so once. Strips far apart share their memory (their number is taken modulo a power of two), so the
/// size of the world does not matter. A box that touches too many strips is held against all boxes instead.
/// Cost: O(n) for boxes of like size, a few dozen nanoseconds each; quadratic if all overlap in x and lie in
/// one strip. Strips change what is tested, never what is found.
/// Source: C. Ericson, "Real-Time Collision Detection", 2005, ch. 7 (sweep and prune, uniform grids); the
/// combination is ours.
class StripPairFinder {
public:
    /// All pairs of overlapping boxes of which one is flagged and that are to be kept, as (lower id << 32 |
    /// higher id), each once, in no particular order. Inverted boxes are left out. Ids are the places in
    /// `boxes`; fewer than 2^30. `keep` only reads: several workers may ask at once.
    /// The span is good until the next call.
    std::span<std::uint64_t> find(std::span<const Aabb> boxes, std::span<const std::uint8_t> flagged, Isa isa,
                                  WorkerTeam& team, FunctionRef<bool(std::uint64_t)> keep);

    /// Box against box in the last call, pairs that were not to be kept, and entries of boxes in strips.
    [[nodiscard]] std::uint64_t tests() const { return tests_; }
    [[nodiscard]] std::uint64_t filtered_out() const { return filtered_out_; }
    [[nodiscard]] std::uint64_t entries() const { return entries_; }
    /// Of the last call, metres; 0 before, and where one strip holds everything.
    [[nodiscard]] double strip_height() const {
        return strips_per_metre_ > 0.0f ? 1.0 / static_cast<double>(strips_per_metre_) : 0.0;
    }
    /// Entries in the list of a strip, counted from y = 0: those of the strips that share it are among them.
    [[nodiscard]] std::size_t entries_of(std::int32_t strip) const;

private:
    /// Where a box lies: strips are numbered from −2^29 to 2^29.
    struct Span {
        std::int32_t first;
        std::int32_t last;
    };
    void sort_by_left_end(std::span<const Aabb> boxes);
    void choose_strip_height(std::span<const Aabb> boxes);
    void assign_to_strips(std::span<const Aabb> boxes, std::span<const std::uint8_t> flagged,
                          WorkerTeam& team);
    void lay_out_strips(std::size_t runs);
    void sweep(Isa isa, WorkerTeam& team, FunctionRef<bool(std::uint64_t)> keep);
    std::span<std::uint64_t> gather();
    [[nodiscard]] Span span_of(const Aabb& box) const;
    [[nodiscard]] std::uint32_t strip_count() const { return strip_mask_ + 1u; }
    /// Calls visit(strip, whether the box starts in it) for each strip that the box lies in.
    template <class Visit>
    void for_each_strip(Span span, Visit&& visit) const;

    /// What a run of strips found: in its part of `pairs_` or, where that was too small, in its own room.
    struct Run {
        std::span<std::uint64_t> found;
        std::uint64_t tests = 0;
        std::uint64_t filtered_out = 0;
        std::vector<std::uint64_t> room;
    };
    class StripSearch;

    std::vector<std::uint64_t> order_;          ///< Key of the left end << 32 | id, ascending.
    std::vector<std::uint64_t> other_order_;    ///< Of the sort.
    std::vector<std::uint32_t> digit_counts_;   ///< Of the sort.
    std::vector<Span> spans_;                   ///< In `order_`'s order.
    std::vector<std::uint32_t> strip_offsets_;  ///< By run of boxes and strip: its boxes, then their places.
    std::vector<std::uint32_t> strip_begin_;    ///< The last strip holds the boxes that touch too many.
    std::vector<std::uint32_t> strip_end_;
    std::vector<float> lower_x_;
    std::vector<float> lower_y_;
    std::vector<float> upper_x_;
    std::vector<float> upper_y_;
    std::vector<std::uint32_t> tags_;
    std::vector<std::uint64_t> pairs_;  ///< Room for those found, by place.
    std::vector<Run> runs_;             ///< The last one is that of the boxes that touch too many strips.
    std::vector<std::uint64_t> gathered_;
    float strips_per_metre_ = 0.0f;
    std::uint32_t strip_mask_ = 0;
    std::uint64_t tests_ = 0;
    std::uint64_t filtered_out_ = 0;
    std::uint64_t entries_ = 0;
};

}  // namespace toibox::broad
