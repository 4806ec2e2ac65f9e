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

const SweepKernels& kernels_for(Isa isa) {
#if defined(TOIBOX_HAS_X86_KERNELS)
    if (isa == Isa::Avx2) return isa_avx2::sweep_kernels;
    if (isa == Isa::Sse2) return isa_sse2::sweep_kernels;
#endif
    static_cast<void>(isa);
    return isa_scalar::sweep_kernels;
}

std::uint32_t id_of(std::uint64_t entry) {
    return static_cast<std::uint32_t>(entry);
}

void grow(std::vector<std::uint64_t>& pairs, PairSink& sink) {
    pairs.resize(2 * pairs.size());
    sink.pairs = pairs.data();
    sink.capacity = pairs.size();
}

}  // namespace

std::span<std::uint64_t> SweepStrips::find(std::span<const Aabb> boxes, std::span<const std::uint8_t> flagged,
                                           Isa isa) {
    sort_by_left_end(boxes);
    choose_strip_height(boxes);
    deal_out(boxes, flagged);
    return sweep(isa);
}

// Which of two equal left ends comes first changes nothing, but ids break the tie all the same: the sort
// keeps the order in which they come.
void SweepStrips::sort_by_left_end(std::span<const Aabb> boxes) {
    order_.resize(boxes.size());
    std::size_t live = 0;
    for (std::size_t id = 0; id < boxes.size(); ++id) {
        order_[live] = std::uint64_t{ordered_key(boxes[id].lower.x)} << 32 | id;
        live += boxes[id].lower.x <= boxes[id].upper.x ? 1u : 0u;
    }
    order_.resize(live);
    if (live < tuning::least_radix_sort) {
        std::sort(order_.begin(), order_.end());
    } else {
        radix_sort(order_, other_order_, digit_counts_);
    }
}

// From the heights of a sample, spread over all places from left to right.
void SweepStrips::choose_strip_height(std::span<const Aabb> boxes) {
    std::array<float, tuning::height_sample> heights;  // the first `count` of them
    const std::size_t count = std::min(order_.size(), heights.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Aabb& box = boxes[id_of(order_[i * order_.size() / count])];
        heights[i] = box.upper.y - box.lower.y;
    }
    std::sort(heights.begin(), heights.begin() + static_cast<std::ptrdiff_t>(count));
    strips_per_metre_ = 0.0f;  // one strip
    if (count > 0) {
        const float for_median = tuning::strip_heights * heights[count / 2];
        const float for_tall = heights[count - 1 - count / 16] / tuning::strips_of_tall_box;
        const float height = for_median < for_tall ? for_tall : for_median;
        if (height > std::numeric_limits<float>::min()) strips_per_metre_ = 1.0f / height;
    }
    const std::size_t wanted = order_.size() / tuning::boxes_per_strip;
    const std::size_t strips = std::clamp(std::bit_ceil(wanted), tuning::least_strips, tuning::most_strips);
    strip_mask_ = static_cast<std::uint32_t>(strips) - 1u;
}

// Rounding and truncation are monotone, so boxes that overlap in y have a strip in common.
SweepStrips::Span SweepStrips::span_of(const Aabb& box) const {
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

void SweepStrips::deal_out(std::span<const Aabb> boxes, std::span<const std::uint8_t> flagged) {
    const std::uint32_t tall = strip_count();  // the strip of those that touch too many
    const auto each_strip = [&](Span span, auto&& visit) {
        if (span.last - span.first >= tuning::most_strips_of_box) return visit(tall, false);
        for (std::int32_t strip = span.first; strip <= span.last; ++strip)
            visit(static_cast<std::uint32_t>(strip) & strip_mask_, strip == span.first);
    };
    spans_.resize(order_.size());
    strip_end_.assign(tall + 1u, 0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
        spans_[i] = span_of(boxes[id_of(order_[i])]);
        each_strip(spans_[i], [this](std::uint32_t strip, bool) { ++strip_end_[strip]; });
    }
    strip_begin_.resize(tall + 1u);
    std::uint32_t places = 0;
    for (std::uint32_t strip = 0; strip <= tall; ++strip) {
        const std::uint32_t count = strip_end_[strip];
        strip_begin_[strip] = strip_end_[strip] = places;
        places += count + strip_padding;
    }
    entries_ = places - strip_padding * (tall + 1u);
    for (std::vector<float>* column : {&lower_x_, &lower_y_, &upper_x_, &upper_y_})
        column->resize(places);
    tags_.resize(places);
    for (std::size_t i = 0; i < order_.size(); ++i) {
        const std::uint32_t id = id_of(order_[i]);
        const Aabb& box = boxes[id];
        const std::uint32_t tag = id | (flagged[id] != 0 ? is_moved : 0u);
        each_strip(spans_[i], [&](std::uint32_t strip, bool starts) {
            const std::uint32_t place = strip_end_[strip]++;
            lower_x_[place] = box.lower.x;
            lower_y_[place] = box.lower.y;
            upper_x_[place] = box.upper.x;
            upper_y_[place] = box.upper.y;
            tags_[place] = tag | (starts ? starts_here : 0u);
        });
    }
    for (const std::uint32_t end : strip_end_)
        std::fill_n(lower_x_.begin() + end, strip_padding, std::numeric_limits<float>::infinity());
}

std::size_t SweepStrips::entries_of(std::int32_t strip) const {
    if (strip_end_.empty()) return 0;
    const std::uint32_t list = static_cast<std::uint32_t>(strip) & strip_mask_;
    return strip_end_[list] - strip_begin_[list];
}

std::span<std::uint64_t> SweepStrips::sweep(Isa isa) {
    const SweepKernels& kernels = kernels_for(isa);
    const StripView strips{lower_x_.data(), lower_y_.data(), upper_x_.data(), upper_y_.data(), tags_.data()};
    if (pairs_.size() < 4 * order_.size() + strip_padding) pairs_.resize(4 * order_.size() + strip_padding);
    PairSink sink{pairs_.data(), 0, pairs_.size(), 0, starts_here | is_moved};
    const auto sweep_all_of = [&](std::uint32_t strip) {
        for (std::uint32_t at = strip_begin_[strip]; at != strip_end_[strip];) {
            at = kernels.sweep_strip(strips, at, strip_end_[strip], sink);
            if (at != strip_end_[strip]) grow(pairs_, sink);
        }
    };
    const std::uint32_t tall = strip_count();
    for (std::uint32_t strip = 0; strip < tall; ++strip)
        sweep_all_of(strip);
    for (std::uint32_t own = strip_begin_[tall]; own < strip_end_[tall]; ++own) {
        for (std::uint32_t strip = 0; strip < tall; ++strip) {
            while (!kernels.probe_strip(strips, own, strip_begin_[strip], sink))
                grow(pairs_, sink);
        }
    }
    sink.needed = is_moved;
    sweep_all_of(tall);
    tests_ = sink.tests;
    return {pairs_.data(), sink.count};
}

}  // namespace toibox::broad
