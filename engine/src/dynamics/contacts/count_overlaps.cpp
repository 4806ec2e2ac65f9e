// SPDX-License-Identifier: MIT

// A sweep line along x: a new box overlaps all open boxes, except those that end below it and those that
// begin above it. Both counts are prefix sums over sorted y, in Fenwick trees. Source: P. Fenwick, "A New
// Data Structure for Cumulative Frequency Tables", Software: Practice and Experience 1994.

#include "dynamics/contacts/count_overlaps.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace toibox {

namespace {

/// The number of open boxes with a bound of each rank.
class RankedBounds {
public:
    explicit RankedBounds(std::vector<float> bounds)
        : sorted_(std::move(bounds)), sums_(sorted_.size() + 1, 0) {
        std::sort(sorted_.begin(), sorted_.end());
    }
    void open(float bound) { add(bound, 1); }
    void close(float bound) { add(bound, -1); }
    [[nodiscard]] std::int64_t below(float bound) const {
        return prefix(std::lower_bound(sorted_.begin(), sorted_.end(), bound) - sorted_.begin());
    }
    [[nodiscard]] std::int64_t up_to(float bound) const {
        return prefix(std::upper_bound(sorted_.begin(), sorted_.end(), bound) - sorted_.begin());
    }

private:
    void add(float bound, std::int32_t change) {
        const auto rank = std::lower_bound(sorted_.begin(), sorted_.end(), bound) - sorted_.begin();
        for (auto at = static_cast<std::size_t>(rank) + 1; at < sums_.size(); at += at & (~at + 1))
            sums_[at] += change;
    }
    [[nodiscard]] std::int64_t prefix(std::ptrdiff_t count) const {
        std::int64_t sum = 0;
        for (auto at = static_cast<std::size_t>(count); at > 0; at &= at - 1)
            sum += sums_[at];
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
        const float at_a = (boxes[a].*corner).x;
        const float at_b = (boxes[b].*corner).x;
        return at_a < at_b || (!(at_b < at_a) && a < b);
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
        // Boxes that end below this one are in both counts.
        const auto overlapped =
            static_cast<std::uint64_t>(lower.up_to(box.upper.y) - upper.below(box.lower.y));
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
