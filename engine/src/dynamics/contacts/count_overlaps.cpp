// SPDX-License-Identifier: MIT

// A sweep line along x. A box that opens overlaps all open boxes except those that end below it and those
// that start above it. Fenwick trees over sorted y count both exceptions. Source: P. Fenwick, "A New Data
// Structure for Cumulative Frequency Tables", Software: Practice and Experience 1994.

#include "dynamics/contacts/count_overlaps.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace toibox {

namespace {

/// Counts open boxes by one of their y bounds; a Fenwick tree over the sorted bounds.
class RankedBounds {
public:
    explicit RankedBounds(std::vector<float> bounds)
        : sorted_(std::move(bounds)), sums_(sorted_.size() + 1, 0) {
        std::sort(sorted_.begin(), sorted_.end());
    }
    void open(float bound) { add(bound, 1); }
    void close(float bound) { add(bound, -1); }
    /// Number of open boxes whose bound is below `bound`.
    [[nodiscard]] std::int64_t count_below(float bound) const {
        return prefix(std::lower_bound(sorted_.begin(), sorted_.end(), bound) - sorted_.begin());
    }
    /// Number of open boxes whose bound is at most `bound`.
    [[nodiscard]] std::int64_t count_up_to(float bound) const {
        return prefix(std::upper_bound(sorted_.begin(), sorted_.end(), bound) - sorted_.begin());
    }

private:
    void add(float bound, std::int32_t change) {
        const auto rank = std::lower_bound(sorted_.begin(), sorted_.end(), bound) - sorted_.begin();
        for (auto i = static_cast<std::size_t>(rank) + 1; i < sums_.size(); i += i & (~i + 1))
            sums_[i] += change;
    }
    [[nodiscard]] std::int64_t prefix(std::ptrdiff_t count) const {
        std::int64_t sum = 0;
        for (auto i = static_cast<std::size_t>(count); i > 0; i &= i - 1)
            sum += sums_[i];
        return sum;
    }

    std::vector<float> sorted_;
    std::vector<std::int32_t> sums_;
};

std::vector<float> bounds_of(std::span<const Aabb> boxes, Vec2 Aabb::* corner) {
    std::vector<float> bounds(boxes.size());
    std::ranges::transform(boxes, bounds.begin(), [corner](const Aabb& box) { return (box.*corner).y; });
    return bounds;
}

std::vector<std::uint32_t> order_of(std::span<const Aabb> boxes, Vec2 Aabb::* corner) {
    std::vector<std::uint32_t> order(boxes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const float x_a = (boxes[a].*corner).x;
        const float x_b = (boxes[b].*corner).x;
        return x_a < x_b || (!(x_b < x_a) && a < b);
    });
    return order;
}

}  // namespace

OverlapCount count_overlaps(std::span<const Aabb> boxes) {
    RankedBounds lower(bounds_of(boxes, &Aabb::lower));
    RankedBounds upper(bounds_of(boxes, &Aabb::upper));
    const std::vector<std::uint32_t> ends = order_of(boxes, &Aabb::upper);
    OverlapCount count;
    std::uint64_t max_overlaps = 0;
    std::size_t closed = 0;
    for (const std::uint32_t opening : order_of(boxes, &Aabb::lower)) {
        const Aabb& box = boxes[opening];
        for (; boxes[ends[closed]].upper.x < box.lower.x; ++closed) {
            lower.close(boxes[ends[closed]].lower.y);
            upper.close(boxes[ends[closed]].upper.y);
        }
        // Open boxes that end below this box are in both counts, so they cancel.
        const auto overlapped =
            static_cast<std::uint64_t>(lower.count_up_to(box.upper.y) - upper.count_below(box.lower.y));
        count.pairs += overlapped;
        if (overlapped > max_overlaps) {
            max_overlaps = overlapped;
            count.most_overlapping = opening;
        }
        lower.open(box.lower.y);
        upper.open(box.upper.y);
    }
    return count;
}

}  // namespace toibox
