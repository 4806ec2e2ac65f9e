// SPDX-License-Identifier: MIT
#include "toibox/broad/sweep_strips.h"

#include "toibox/broad/tuning.h"

#include "radix_sort.h"
#include "sweep_kernels.h"

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

/// Room for pairs, for each place in a strip. More are found where boxes lie in heaps.
constexpr std::size_t pairs_per_place = 4;
/// Boxes or strips are cut into at most so many runs, where there are workers to share them.
constexpr std::size_t max_blocks = 16;
constexpr std::size_t min_boxes_per_block = 1024;  ///< Boxes; fewer cost more to hand out than to deal.

std::size_t run_size(std::size_t count, std::size_t least, const WorkerTeam& team) {
    if (team.workers() == 1) return count + 1;
    const std::size_t even = count / max_blocks + 1;
    return even > least ? even : least;
}

}  // namespace

std::span<std::uint64_t> StripPairFinder::find(std::span<const Aabb> boxes,
                                               std::span<const std::uint8_t> flagged, Isa isa,
                                               WorkerTeam& team, FunctionRef<bool(std::uint64_t)> keep) {
    sort_by_left_end(boxes);
    choose_strip_height(boxes);
    assign_to_strips(boxes, flagged, team);
    sweep(isa, team, keep);
    return gather();
}

// Which of two equal left ends comes first changes nothing, but ids break the tie all the same: the sort
// keeps the order in which they come.
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
        radix_sort(order_, other_order_, digit_counts_);
    }
}

// From the heights of a sample, spread over all places from left to right.
void StripPairFinder::choose_strip_height(std::span<const Aabb> boxes) {
    std::array<float, tuning::height_sample> heights;  // the first `count` of them
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
    const std::size_t wanted = order_.size() / tuning::boxes_per_strip;
    const std::size_t strips = std::clamp(std::bit_ceil(wanted), tuning::min_strips, tuning::max_strips);
    strip_mask_ = static_cast<std::uint32_t>(strips) - 1u;
}

// Rounding and truncation are monotone, so boxes that overlap in y have a strip in common.
StripPairFinder::Span StripPairFinder::span_of(const Aabb& box) const {
    const auto strip_of = [this](float y) {
        constexpr float limit = 536'870'912.0f;  // 2^29; beyond it all share a strip
        float strip = y * strips_per_metre_;
        strip = strip < limit ? strip : limit;
        strip = strip > -limit ? strip : -limit;
        const std::int32_t towards_zero = static_cast<std::int32_t>(strip);
        return towards_zero - (strip < static_cast<float>(towards_zero) ? 1 : 0);
    };
    return {strip_of(box.lower.y), strip_of(box.upper.y)};
}

template <class Visit>
void StripPairFinder::for_each_strip(Span span, Visit&& visit) const {
    if (span.last - span.first >= tuning::max_strips_per_box) return visit(strip_count(), false);
    for (std::int32_t strip = span.first; strip <= span.last; ++strip)
        visit(static_cast<std::uint32_t>(strip) & strip_mask_, strip == span.first);
}

/// Where each strip begins and ends, and in it the boxes of each run: in the order of the runs.
void StripPairFinder::lay_out_strips(std::size_t runs) {
    const std::size_t strips = strip_count() + std::size_t{1};
    strip_begin_.resize(strips);
    strip_end_.resize(strips);
    std::uint32_t places = 0;
    for (std::size_t strip = 0; strip < strips; ++strip) {
        strip_begin_[strip] = places;
        for (std::size_t run = 0; run < runs; ++run) {
            std::uint32_t& dealt = strip_offsets_[run * strips + strip];
            const std::uint32_t count = dealt;
            dealt = places;
            places += count;
        }
        strip_end_[strip] = places;
        places += strip_padding;
    }
    entries_ = places - strip_padding * strips;
    for (std::vector<float>* column : {&lower_x_, &lower_y_, &upper_x_, &upper_y_})
        column->resize(places);
    tags_.resize(places);
    for (const std::uint32_t end : strip_end_)
        std::fill_n(lower_x_.begin() + end, strip_padding, std::numeric_limits<float>::infinity());
}

std::size_t StripPairFinder::entries_of(std::int32_t strip) const {
    if (strip_end_.empty()) return 0;
    const std::uint32_t list = static_cast<std::uint32_t>(strip) & strip_mask_;
    return strip_end_[list] - strip_begin_[list];
}

// Run by run from left to right, so that each strip ascends however many deal.
void StripPairFinder::assign_to_strips(std::span<const Aabb> boxes, std::span<const std::uint8_t> flagged,
                                       WorkerTeam& team) {
    const std::size_t strips = strip_count() + std::size_t{1};
    const std::size_t size = run_size(order_.size(), min_boxes_per_block, team);
    const std::size_t runs = WorkerTeam::block_count(order_.size(), size);
    spans_.resize(order_.size());
    strip_offsets_.assign(runs * strips, 0);
    team.for_blocks(order_.size(), size, [&](std::size_t run, std::size_t begin, std::size_t end) {
        std::uint32_t* const count = strip_offsets_.data() + run * strips;
        for (std::size_t i = begin; i < end; ++i) {
            spans_[i] = span_of(boxes[id_of(order_[i])]);
            for_each_strip(spans_[i], [count](std::uint32_t strip, bool) { ++count[strip]; });
        }
    });
    lay_out_strips(runs);
    team.for_blocks(order_.size(), size, [&](std::size_t run, std::size_t begin, std::size_t end) {
        std::uint32_t* const next = strip_offsets_.data() + run * strips;
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t id = id_of(order_[i]);
            const Aabb& box = boxes[id];
            const std::uint32_t tag = id | (flagged[id] != 0 ? is_moved : 0u);
            for_each_strip(spans_[i], [&](std::uint32_t strip, bool starts) {
                const std::uint32_t place = next[strip]++;
                lower_x_[place] = box.lower.x;
                lower_y_[place] = box.lower.y;
                upper_x_[place] = box.upper.x;
                upper_y_[place] = box.upper.y;
                tags_[place] = tag | (starts ? starts_here : 0u);
            });
        }
    });
}

/// The sweep over one run of strips.
class StripPairFinder::StripSearch {
public:
    /// `part` is where its pairs go as long as there is room.
    StripSearch(const StripPairFinder& of, const StripKernels& kernels, std::span<std::uint64_t> part,
                Run& run)
        : owner_(of),
          kernels_(kernels),
          strips_{of.lower_x_.data(), of.lower_y_.data(), of.upper_x_.data(), of.upper_y_.data(),
                  of.tags_.data()},
          sink_{part.data(), 0, part.size(), 0, starts_here | is_moved},
          run_(run) {}

    void search_strip(std::uint32_t strip) {
        const std::uint32_t end = owner_.strip_end_[strip];
        for (std::uint32_t at = owner_.strip_begin_[strip]; at != end;) {
            at = kernels_.find_strip_pairs(strips_, at, end, sink_);
            if (at != end) grow_sink();
        }
    }
    /// The boxes that touch too many strips, against all strips and each other.
    void search_tall_boxes(std::uint32_t tall) {
        for (std::uint32_t own = owner_.strip_begin_[tall]; own < owner_.strip_end_[tall]; ++own) {
            for (std::uint32_t strip = 0; strip < tall; ++strip) {
                while (!kernels_.probe_strip(strips_, own, owner_.strip_begin_[strip], sink_))
                    grow_sink();
            }
        }
        sink_.needed = is_moved;
        search_strip(tall);
    }
    void end(FunctionRef<bool(std::uint64_t)> keep) {
        const auto kept = std::remove_if(sink_.pairs, sink_.pairs + sink_.count,
                                         [&](std::uint64_t pair) { return !keep(pair); });
        run_.found = {sink_.pairs, kept};
        run_.filtered_out = sink_.count - run_.found.size();
        run_.tests = sink_.tests;
    }

private:
    void grow_sink() {
        const bool has_own = sink_.pairs == run_.room.data();
        const std::size_t wanted = 2 * sink_.capacity + strip_padding;
        if (run_.room.size() < wanted) run_.room.resize(wanted);
        if (!has_own) std::copy_n(sink_.pairs, sink_.count, run_.room.begin());
        sink_.pairs = run_.room.data();
        sink_.capacity = run_.room.size();
    }

    const StripPairFinder& owner_;
    const StripKernels& kernels_;
    StripView strips_;
    PairSink sink_;
    Run& run_;
};

void StripPairFinder::sweep(Isa isa, WorkerTeam& team, FunctionRef<bool(std::uint64_t)> keep) {
    const StripKernels& kernels = kernels_for(isa);
    const std::uint32_t tall = strip_count();
    const std::size_t size = run_size(tall, 1, team);
    runs_.resize(WorkerTeam::block_count(tall, size) + 1);
    const std::size_t room = pairs_per_place * tags_.size();
    if (pairs_.size() < room) pairs_.resize(room);
    const auto part = [&](std::size_t begin, std::size_t end) {
        const std::size_t first = pairs_per_place * strip_begin_[begin];
        const std::size_t last = end <= tall ? pairs_per_place * strip_begin_[end] : room;
        return std::span(pairs_).subspan(first, last - first);
    };
    team.for_blocks(tall, size, [&](std::size_t run, std::size_t begin, std::size_t end) {
        StripSearch sweep(*this, kernels, part(begin, end), runs_[run]);
        for (std::size_t strip = begin; strip < end; ++strip)
            sweep.search_strip(static_cast<std::uint32_t>(strip));
        sweep.end(keep);
    });
    StripSearch sweep(*this, kernels, part(tall, tall + std::size_t{1}), runs_.back());
    sweep.search_tall_boxes(tall);
    sweep.end(keep);
}

std::span<std::uint64_t> StripPairFinder::gather() {
    tests_ = filtered_out_ = 0;
    gathered_.clear();
    gathered_.reserve(pairs_.capacity());
    for (const Run& run : runs_) {
        tests_ += run.tests;
        filtered_out_ += run.filtered_out;
        gathered_.insert(gathered_.end(), run.found.begin(), run.found.end());
    }
    return gathered_;
}

}  // namespace toibox::broad
