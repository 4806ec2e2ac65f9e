// SPDX-License-Identifier: MIT
#include "toibox/broad/strip_pair_finder.h"

#include "toibox/broad/tuning.h"

#include "broad/radix_sort.h"
#include "broad/sort_pairs.h"
#include "broad/strip_kernel_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace toibox::broad {
namespace {

const StripKernels& kernels_for(Isa isa) {
#if defined(TOIBOX_HAS_X86_KERNELS)
    if (isa == Isa::Avx2) return isa_avx2::strip_kernels;
    if (isa == Isa::Sse2) return isa_sse2::strip_kernels;
#endif
    static_cast<void>(isa);
    return isa_scalar::strip_kernels;
}

std::uint32_t id_of(std::uint64_t entry) {
    return static_cast<std::uint32_t>(entry);
}

/// Number of pairs per strip entry for which memory is reserved. Further pairs go to the overflow of the
/// block.
constexpr std::size_t pairs_per_entry = 4;
/// Maximum number of blocks of boxes or strips that are shared among workers.
constexpr std::size_t max_blocks = 16;
constexpr std::size_t min_boxes_per_block = 1024;  ///< Smaller blocks cost more to schedule than to process.

std::size_t choose_block_size(std::size_t count, std::size_t min_size, const WorkerTeam& team) {
    if (team.workers() == 1) return count + 1;
    const std::size_t balanced = count / max_blocks + 1;
    return balanced > min_size ? balanced : min_size;
}

}  // namespace

std::span<std::uint64_t> StripPairFinder::find(std::span<const Aabb> boxes,
                                               std::span<const std::uint8_t> flagged, Isa isa,
                                               WorkerTeam& team, const PairRules& rules) {
    sort_by_left_end(boxes);
    choose_strip_height(boxes);
    assign_to_strips(boxes, flagged, team);
    search_strips(isa, team, rules);
    return gather();
}

// Ties between left ends do not affect the result, but are broken by id: std::sort compares ids, and the
// radix sort is stable.
void StripPairFinder::sort_by_left_end(std::span<const Aabb> boxes) {
    order_.resize(boxes.size());
    std::size_t live = 0;
    for (std::size_t id = 0; id < boxes.size(); ++id) {
        order_[live] = std::uint64_t{ordered_key(boxes[id].lower.x)} << 32 | id;
        live += boxes[id].lower.x <= boxes[id].upper.x ? 1u : 0u;
    }
    order_.resize(live);
    if (live < tuning::min_radix_sort_size) {
        std::sort(order_.begin(), order_.end());
    } else {
        radix_sort(order_, sort_scratch_, digit_counts_);
    }
}

// Uses the heights of a sample, spread evenly from left to right.
void StripPairFinder::choose_strip_height(std::span<const Aabb> boxes) {
    std::array<float, tuning::height_sample> heights;  // only the first `count` are used
    const std::size_t count = std::min(order_.size(), heights.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Aabb& box = boxes[id_of(order_[i * order_.size() / count])];
        heights[i] = box.upper.y - box.lower.y;
    }
    std::sort(heights.begin(), heights.begin() + static_cast<std::ptrdiff_t>(count));
    strips_per_metre_ = 0.0f;  // one strip
    if (count > 0) {
        const float for_median = tuning::strip_height_in_median_boxes * heights[count / 2];
        const float for_tall = heights[count - 1 - count / 16] / tuning::target_strips_of_tall_box;
        const float height = for_median < for_tall ? for_tall : for_median;
        if (height > std::numeric_limits<float>::min()) strips_per_metre_ = 1.0f / height;
    }
    const std::size_t target_count = order_.size() / tuning::boxes_per_strip;
    const std::size_t strips =
        std::clamp(std::bit_ceil(target_count), tuning::min_strips, tuning::max_strips);
    strip_mask_ = static_cast<std::uint32_t>(strips) - 1u;
}

// Rounding and truncation are monotone, so boxes that overlap in y share a strip.
StripPairFinder::StripRange StripPairFinder::strips_of(const Aabb& box) const {
    const auto strip_of = [this](float y) {
        constexpr float limit = 536'870'912.0f;  // 2^29; everything beyond shares a strip
        float strip = y * strips_per_metre_;
        strip = strip < limit ? strip : limit;
        strip = strip > -limit ? strip : -limit;
        const std::int32_t towards_zero = static_cast<std::int32_t>(strip);
        return towards_zero - (strip < static_cast<float>(towards_zero) ? 1 : 0);
    };
    return {strip_of(box.lower.y), strip_of(box.upper.y)};
}

template <class Visit>
void StripPairFinder::for_each_strip(StripRange range, Visit&& visit) const {
    if (range.last - range.first >= tuning::max_strips_per_box) return visit(strip_count(), false);
    for (std::int32_t strip = range.first; strip <= range.last; ++strip)
        visit(static_cast<std::uint32_t>(strip) & strip_mask_, strip == range.first);
}

/// Computes the range of entries of each strip and, within it, where each block writes its entries.
void StripPairFinder::lay_out_strips(std::size_t blocks) {
    const std::size_t strips = strip_count() + std::size_t{1};
    strip_begin_.resize(strips);
    strip_end_.resize(strips);
    std::uint32_t entry_count = 0;
    for (std::size_t strip = 0; strip < strips; ++strip) {
        strip_begin_[strip] = entry_count;
        for (std::size_t block = 0; block < blocks; ++block) {
            std::uint32_t& offset = strip_offsets_[block * strips + strip];
            const std::uint32_t count = offset;
            offset = entry_count;
            entry_count += count;
        }
        strip_end_[strip] = entry_count;
        entry_count += strip_padding;
    }
    entries_ = entry_count - strip_padding * strips;
    for (std::vector<float>* column : {&lower_x_, &lower_y_, &upper_x_, &upper_y_})
        column->resize(entry_count);
    tags_.resize(entry_count);
    for (const std::uint32_t end : strip_end_)
        std::fill_n(lower_x_.begin() + end, strip_padding, std::numeric_limits<float>::infinity());
}

std::size_t StripPairFinder::entries_of(std::int32_t strip) const {
    if (strip_end_.empty()) return 0;
    const std::uint32_t list = static_cast<std::uint32_t>(strip) & strip_mask_;
    return strip_end_[list] - strip_begin_[list];
}

// Blocks are ordered from left to right, so each strip is sorted for any number of workers.
void StripPairFinder::assign_to_strips(std::span<const Aabb> boxes, std::span<const std::uint8_t> flagged,
                                       WorkerTeam& team) {
    const std::size_t strips = strip_count() + std::size_t{1};
    const std::size_t size = choose_block_size(order_.size(), min_boxes_per_block, team);
    const std::size_t blocks = WorkerTeam::block_count(order_.size(), size);
    strip_ranges_.resize(order_.size());
    strip_offsets_.assign(blocks * strips, 0);
    team.for_blocks(order_.size(), size, [&](std::size_t block, std::size_t begin, std::size_t end) {
        std::uint32_t* const count = strip_offsets_.data() + block * strips;
        for (std::size_t i = begin; i < end; ++i) {
            strip_ranges_[i] = strips_of(boxes[id_of(order_[i])]);
            for_each_strip(strip_ranges_[i], [count](std::uint32_t strip, bool) { ++count[strip]; });
        }
    });
    lay_out_strips(blocks);
    team.for_blocks(order_.size(), size, [&](std::size_t block, std::size_t begin, std::size_t end) {
        std::uint32_t* const next = strip_offsets_.data() + block * strips;
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t id = id_of(order_[i]);
            const Aabb& box = boxes[id];
            const std::uint32_t tag = id | (flagged[id] != 0 ? is_moved : 0u);
            for_each_strip(strip_ranges_[i], [&](std::uint32_t strip, bool starts) {
                const std::uint32_t entry = next[strip]++;
                lower_x_[entry] = box.lower.x;
                lower_y_[entry] = box.lower.y;
                upper_x_[entry] = box.upper.x;
                upper_y_[entry] = box.upper.y;
                tags_[entry] = tag | (starts ? starts_here : 0u);
            });
        }
    });
}

/// The search of one block of strips.
class StripPairFinder::StripSearch {
public:
    /// `range` receives the pairs as long as they fit.
    StripSearch(const StripPairFinder& finder, const StripKernels& kernels, const PairRules& rules,
                std::span<std::uint64_t> range, Block& block)
        : owner_(finder),
          kernels_(kernels),
          rules_(rules),
          strips_{finder.lower_x_.data(), finder.lower_y_.data(), finder.upper_x_.data(),
                  finder.upper_y_.data(), finder.tags_.data()},
          sink_{range.data(), 0, range.size(), 0, starts_here | is_moved},
          block_(block) {}

    void search_strip(std::uint32_t strip) {
        const std::uint32_t end = owner_.strip_end_[strip];
        for (std::uint32_t box = owner_.strip_begin_[strip]; box != end;) {
            box = kernels_.find_strip_pairs(strips_, box, end, sink_);
            if (box != end && !make_room()) return;
        }
    }
    /// Searches the boxes that touch too many strips, against all strips and each other.
    void search_tall_boxes(std::uint32_t tall_list) {
        for (std::uint32_t box = owner_.strip_begin_[tall_list]; box < owner_.strip_end_[tall_list]; ++box) {
            for (std::uint32_t strip = 0; strip < tall_list; ++strip) {
                while (!kernels_.probe_strip(strips_, box, owner_.strip_begin_[strip], sink_)) {
                    if (!make_room()) return;
                }
            }
        }
        sink_.required_flags = is_moved;
        search_strip(tall_list);
    }
    void finish() {
        drop_disallowed();
        block_.found = {sink_.pairs, sink_.count};
        block_.overlaps = dropped_ + sink_.count;
        block_.tests = sink_.tests;
    }

private:
    void drop_disallowed() {
        const auto is_disallowed = [&](std::uint64_t pair) {
            const ProxyPair ids = unpack_pair(pair);
            return !rules_.may_pair(ids.a, ids.b);
        };
        std::uint64_t* const kept =
            std::remove_if(sink_.pairs + allowed_, sink_.pairs + sink_.count, is_disallowed);
        dropped_ += static_cast<std::size_t>(sink_.pairs + sink_.count - kept);
        allowed_ = sink_.count = static_cast<std::size_t>(kept - sink_.pairs);
    }
    /// Drops pairs that the rules do not allow, and grows the sink if it is still half full or has no room
    /// for the pairs of one box. False if there are more pairs than the limit.
    bool make_room() {
        const bool has_no_new_pairs = sink_.count == allowed_;
        drop_disallowed();
        if (sink_.count > rules_.limit) return false;
        if (has_no_new_pairs || 2 * sink_.count > sink_.capacity) grow_sink();
        return true;
    }
    void grow_sink() {
        const bool is_in_overflow = sink_.pairs == block_.overflow.data();
        const std::size_t min_capacity = 2 * sink_.capacity + strip_padding;
        if (block_.overflow.size() < min_capacity) block_.overflow.resize(min_capacity);
        if (!is_in_overflow) std::copy_n(sink_.pairs, sink_.count, block_.overflow.begin());
        sink_.pairs = block_.overflow.data();
        sink_.capacity = block_.overflow.size();
    }

    const StripPairFinder& owner_;
    const StripKernels& kernels_;
    const PairRules& rules_;
    StripView strips_;
    PairSink sink_;
    Block& block_;
    std::size_t allowed_ = 0;  ///< Number of pairs at the start of the sink that the rules allow.
    std::size_t dropped_ = 0;  ///< Number of pairs that the rules did not allow.
};

void StripPairFinder::search_strips(Isa isa, WorkerTeam& team, const PairRules& rules) {
    const StripKernels& kernels = kernels_for(isa);
    const std::uint32_t tall_list = strip_count();
    const std::size_t size = choose_block_size(tall_list, 1, team);
    blocks_.resize(WorkerTeam::block_count(tall_list, size) + 1);
    const std::size_t capacity = pairs_per_entry * tags_.size();
    if (pairs_.size() < capacity) pairs_.resize(capacity);
    const auto pair_range = [&](std::size_t begin, std::size_t end) {
        const std::size_t first = pairs_per_entry * strip_begin_[begin];
        const std::size_t last = end <= tall_list ? pairs_per_entry * strip_begin_[end] : capacity;
        return std::span(pairs_).subspan(first, last - first);
    };
    team.for_blocks(tall_list, size, [&](std::size_t block, std::size_t begin, std::size_t end) {
        StripSearch search(*this, kernels, rules, pair_range(begin, end), blocks_[block]);
        for (std::size_t strip = begin; strip < end; ++strip)
            search.search_strip(static_cast<std::uint32_t>(strip));
        search.finish();
    });
    StripSearch search(*this, kernels, rules, pair_range(tall_list, tall_list + std::size_t{1}),
                       blocks_.back());
    search.search_tall_boxes(tall_list);
    search.finish();
}

std::span<std::uint64_t> StripPairFinder::gather() {
    tests_ = overlaps_ = 0;
    gathered_.clear();
    gathered_.reserve(pairs_.capacity());
    for (const Block& block : blocks_) {
        tests_ += block.tests;
        overlaps_ += block.overlaps;
        gathered_.insert(gathered_.end(), block.found.begin(), block.found.end());
    }
    return gathered_;
}

}  // namespace toibox::broad
