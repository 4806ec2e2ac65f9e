// SPDX-License-Identifier: MIT
#include "toibox/broad/all_pairs.h"

#include "toibox/core/assert.h"

#include "broad/sort_pairs.h"

#include <algorithm>

namespace toibox::broad {

void AllPairs::insert(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(!is_live(id));
    TOIBOX_ASSERT(is_valid(box));
    if (id >= boxes_.size()) {
        boxes_.resize(id + std::size_t{1});
        live_.resize(id + std::size_t{1}, 0);
    }
    boxes_[id] = box;
    live_[id] = 1;
}

void AllPairs::move(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(is_live(id));
    TOIBOX_ASSERT(is_valid(box));
    boxes_[id] = box;
}

void AllPairs::remove(ProxyId id) {
    TOIBOX_ASSERT(is_live(id));
    boxes_[id] = {};
    live_[id] = 0;
}

bool AllPairs::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                          const PairRules& rules) {
    counters_ = {};
    out.clear();
    for (const ProxyId id : moved) {
        TOIBOX_ASSERT(is_live(id));
        auto next_moved = moved.begin();  // the first one ≥ `other`
        for (ProxyId other = 0; other < boxes_.size(); ++other) {
            while (next_moved != moved.end() && *next_moved < other)
                ++next_moved;
            // A pair of two moved boxes is tested only for the box with the lower id.
            const bool was_tested = other < id && *next_moved == other;
            if (other == id || live_[other] == 0 || was_tested) continue;
            ++counters_.tests;
            if (!overlaps(boxes_[id], boxes_[other])) continue;
            ++counters_.overlaps;
            add_allowed(make_proxy_pair(id, other), rules, out);
        }
    }
    return sort_within_limit(rules, out);
}

std::string_view AllPairs::defect() const {
    if (boxes_.size() != live_.size()) return "columns differ in length";
    for (ProxyId id = 0; id < boxes_.size(); ++id) {
        if (live_[id] > 1) return "a live flag is neither 0 nor 1";
        if (!is_valid(boxes_[id])) return "a box is not valid";
    }
    return {};
}

}  // namespace toibox::broad
