// SPDX-License-Identifier: MIT
#include "toibox/dynamics/step_report.h"

namespace toibox {

void ToiCounters::merge(const ToiCounters& later) {
    if (later.outer.max > outer.max || outer.calls == 0) worst_pair = later.worst_pair;
    outer.merge(later.outer);
    root.merge(later.root);
    nanoseconds.merge(later.nanoseconds);
    hit += later.hit;
    separated += later.separated;
    overlapped += later.overlapped;
    exhausted += later.exhausted;
}

void SearchStatistics::merge(const SearchStatistics& later) {
    gjk.merge(later.gjk);
    outer.merge(later.outer);
    root.merge(later.root);
    nanoseconds.merge(later.nanoseconds);
}

void SearchStatistics::clear() {
    gjk.clear();
    outer.clear();
    root.clear();
    nanoseconds.clear();
}

void SearchCounters::merge(const SearchCounters& later) {
    gjk.merge(later.gjk);
    toi.merge(later.toi);
    deep_starts += later.deep_starts;
    statistics.merge(later.statistics);
    searches.insert(searches.end(), later.searches.begin(), later.searches.end());
}

void SearchCounters::clear() {
    gjk = {};
    toi = {};
    deep_starts = 0;
    statistics.clear();
    searches.clear();
}

std::string_view to_string(Stage stage) {
    switch (stage) {
        case Stage::Pairs:
            return "pairs";
        case Stage::Collide:
            return "collide";
        case Stage::Solve:
            return "solve";
        case Stage::Position:
            return "position";
        case Stage::Continuous:
            return "continuous";
        case Stage::Finalize:
            return "finalize";
    }
    return "unknown";
}

}  // namespace toibox
