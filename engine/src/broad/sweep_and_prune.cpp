// SPDX-License-Identifier: MIT
#include "toibox/broad/sweep_and_prune.h"

#include "toibox/broad/tuning.h"

#include "broad/axis.h"

#include <algorithm>

namespace toibox::broad {

float SweepAndPrune::value_of(Endpoint point, int axis) const {
    const Aabb& box = boxes()[point.id()];
    return point.is_end() ? upper_of(box, axis) : lower_of(box, axis);
}

/// A box that was removed and reinserted with the same id counts as moved.
void SweepAndPrune::remove_dead() {
    const auto is_removed = [&](ProxyId id) { return !is_live(id); };
    bool any_removed = false;
    for (ProxyId id = 0; id < is_listed_.size(); ++id) {
        if (is_listed_[id] == 0 || !is_removed(id)) continue;
        is_listed_[id] = 0;
        any_removed = true;
    }
    is_listed_.resize(boxes().size(), 0);
    if (!any_removed) return;
    for (List& list : lists_)
        std::erase_if(list, [&](const Endpoint& point) { return is_removed(point.id()); });
    std::vector<ProxyPair> removed_pairs;
    pairs_.for_each([&](ProxyPair pair) {
        if (is_removed(pair.a) || is_removed(pair.b)) removed_pairs.push_back(pair);
    });
    for (const ProxyPair pair : removed_pairs)
        pairs_.remove(pair);
}

/// Appends the endpoints of new boxes after all others, where they overlap nothing yet. Returns the number
/// of new boxes.
std::size_t SweepAndPrune::append_new() {
    std::size_t count = 0;
    for (ProxyId id = 0; id < boxes().size(); ++id) {
        if (is_listed_[id] != 0 || !is_live(id)) continue;
        is_listed_[id] = 1;
        ++count;
        for (List& list : lists_) {
            list.push_back({.value = 0.0f, .key = 2 * id});
            list.push_back({.value = 0.0f, .key = 2 * id + 1});
        }
    }
    return count;
}

void SweepAndPrune::update_values() {
    for (int axis = 0; axis < 2; ++axis) {
        for (Endpoint& point : lists_[static_cast<std::size_t>(axis)])
            point.value = value_of(point, axis);
    }
}

/// Visits all overlapping pairs in one sweep along the first axis, until visit(pair) returns false.
template <class Visit>
void SweepAndPrune::sweep(Visit&& visit) {
    std::vector<ProxyId>& active = *active_;
    active.clear();
    for (const Endpoint& point : lists_[0]) {
        if (point.is_end()) {
            std::erase(active, point.id());
            continue;
        }
        for (const ProxyId other : active) {
            ++counters_.tests;
            if (!overlaps(boxes()[point.id()], boxes()[other])) continue;
            if (!visit(make_proxy_pair(point.id(), other))) return;
        }
        active.push_back(point.id());
    }
}

/// Builds the lists and the pairs from scratch.
void SweepAndPrune::build() {
    for (List& list : lists_)
        std::sort(list.begin(), list.end(), is_before);
    pairs_.clear();
    sweep([this](ProxyPair pair) {
        store(pair);
        return !is_overfull_;
    });
}

/// Adds a pair to the stored ones, unless there have been too many in this search. False if it is stored
/// already.
bool SweepAndPrune::store(ProxyPair pair) {
    if (is_overfull_) return false;
    const bool added = pairs_.add(pair);
    is_overfull_ = pairs_.size() > tuning::max_stored_pairs;
    return added;
}

/// The next search builds everything from scratch.
void SweepAndPrune::forget_lists() {
    for (List& list : lists_)
        list.clear();
    is_listed_.clear();
    pairs_ = {};
    is_overfull_ = false;
}

/// The values are new, but the order is that of the last search. Any two endpoints in the wrong order are
/// exchanged once. The boxes are already at their new positions, so a pair is added when it first overlaps on
/// both axes, whichever axis detects it, and removed when it separates on either.
void SweepAndPrune::insertion_sort(int axis) {
    List& list = lists_[static_cast<std::size_t>(axis)];
    for (std::size_t i = 1; i < list.size(); ++i) {
        const Endpoint point = list[i];
        std::size_t j = i;
        for (; j > 0 && is_before(point, list[j - 1]); --j) {
            exchange(axis, point, list[j - 1]);
            list[j] = list[j - 1];
        }
        list[j] = point;
    }
}

void SweepAndPrune::exchange(int axis, Endpoint passing, Endpoint passed) {
    ++counters_.exchanges;
    bool changed = false;
    if (passing.is_end() != passed.is_end()) {
        const ProxyPair pair = make_proxy_pair(passing.id(), passed.id());
        if (passing.is_end()) {
            changed = pairs_.remove(pair);
        } else {
            ++counters_.tests;
            changed = overlaps(boxes()[pair.a], boxes()[pair.b]) && store(pair);
        }
    }
    if (is_recording_)
        exchanges_.push_back({.axis = axis, .passing = passing, .passed = passed, .changed_pair = changed});
}

bool SweepAndPrune::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                               const PairRules& rules) {
    begin_search(moved, rules);
    exchanges_.clear();
    remove_dead();
    const std::size_t old_count = lists_[0].size() / 2;
    const std::size_t new_count = append_new();
    update_values();
    if (new_count > old_count / tuning::insertion_sort_divisor) {
        build();
    } else {
        insertion_sort(0);
        insertion_sort(1);
    }
    const auto report = [this](ProxyPair pair) {
        if (involves_moved(pair.a, pair.b)) add_pair(pair.a, pair.b);
        return true;
    };
    if (is_overfull_) {
        sweep(report);
        forget_lists();
    } else {
        pairs_.for_each(report);
    }
    return write_pairs(moved, out);
}

}  // namespace toibox::broad
