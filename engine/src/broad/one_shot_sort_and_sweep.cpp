// SPDX-License-Identifier: MIT
#include "toibox/broad/one_shot_sort_and_sweep.h"

#include <algorithm>

namespace toibox::broad {

void OneShotSortAndSweep::collect_endpoints() {
    endpoints_.clear();
    for (ProxyId id = 0; id < boxes().size(); ++id) {
        if (!is_live(id)) continue;
        endpoints_.push_back({boxes()[id].lower.x, 2 * id});
        endpoints_.push_back({boxes()[id].upper.x, 2 * id + 1});
    }
    std::sort(endpoints_.begin(), endpoints_.end(), is_before);
}

bool OneShotSortAndSweep::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                                     const PairRules& rules) {
    begin_search(moved, rules);
    collect_endpoints();
    std::vector<ProxyId>& active = *active_;
    active.clear();
    max_active_ = 0;
    for (const Endpoint& point : endpoints_) {
        if (point.is_end()) {
            std::erase(active, point.id());
            continue;
        }
        for (const ProxyId other : active)
            test(point.id(), other);
        active.push_back(point.id());
        max_active_ = std::max(max_active_, active.size());
    }
    return write_pairs(moved, out);
}

}  // namespace toibox::broad
