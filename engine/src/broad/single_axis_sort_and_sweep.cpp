// SPDX-License-Identifier: MIT
#include "toibox/broad/single_axis_sort_and_sweep.h"

#include "toibox/broad/tuning.h"

#include "broad/axis.h"

#include <algorithm>

namespace toibox::broad {

int SingleAxisSortAndSweep::axis_of_max_variance() const {
    double sum_x = 0.0;
    double sum_y = 0.0;
    double squares_x = 0.0;
    double squares_y = 0.0;
    double count = 0.0;
    for (const ProxyId id : order_) {
        const Vec2 c = center(boxes()[id]);
        const double x = static_cast<double>(c.x);
        const double y = static_cast<double>(c.y);
        sum_x += x;
        sum_y += y;
        squares_x += x * x;
        squares_y += y * y;
        count += 1.0;
    }
    return count * squares_y - sum_y * sum_y > count * squares_x - sum_x * sum_x ? 1 : 0;
}

void SingleAxisSortAndSweep::sync_members() {
    is_listed_.resize(boxes().size(), 0);
    std::erase_if(order_, [&](ProxyId id) {
        const bool is_removed = id >= is_listed_.size() || !is_live(id);
        if (is_removed && id < is_listed_.size()) is_listed_[id] = 0;
        return is_removed;
    });
    for (ProxyId id = 0; id < boxes().size(); ++id) {
        if (is_listed_[id] != 0 || !is_live(id)) continue;
        is_listed_[id] = 1;
        order_.push_back(id);
    }
}

void SingleAxisSortAndSweep::sort() {
    const auto is_before = [&](ProxyId a, ProxyId b) {
        const float lower_a = lower_of(boxes()[a], axis_);
        const float lower_b = lower_of(boxes()[b], axis_);
        return lower_a < lower_b || (lower_a == lower_b && a < b);
    };
    const std::size_t old_count = order_.size();
    sync_members();
    const int new_axis = axis_of_max_variance();
    const bool needs_full_sort =
        new_axis != axis_ || order_.size() > old_count + old_count / tuning::insertion_sort_divisor;
    axis_ = new_axis;
    if (needs_full_sort) return std::sort(order_.begin(), order_.end(), is_before);
    for (std::size_t i = 1; i < order_.size(); ++i) {
        const ProxyId id = order_[i];
        std::size_t j = i;
        for (; j > 0 && is_before(id, order_[j - 1]); --j)
            order_[j] = order_[j - 1];
        order_[j] = id;
        counters_.exchanges += i - j;
    }
}

bool SingleAxisSortAndSweep::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                                        const PairRules& rules) {
    begin_search(moved, rules);
    sort();
    std::vector<ProxyId>& active = *active_;
    active.clear();
    for (const ProxyId id : order_) {
        const float start = lower_of(boxes()[id], axis_);
        std::erase_if(active, [&](ProxyId other) { return upper_of(boxes()[other], axis_) < start; });
        for (const ProxyId other : active)
            test(id, other);
        active.push_back(id);
    }
    return write_pairs(moved, out);
}

}  // namespace toibox::broad
