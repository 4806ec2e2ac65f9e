// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/refit_tree.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace toibox::broad {

/// Boxes by id with a RefitTree over them, for callers that do not store the boxes themselves. An id without
/// a box has empty_aabb.
class BoxIndex {
public:
    /// Makes room for ids below `count` and drops the boxes of all other ids.
    void resize(std::size_t count) {
        if (boxes_.size() > count) tree_.invalidate();
        boxes_.resize(count, empty_aabb);
    }
    /// Sets the box of an id. Queries see it after the next refresh.
    void set(std::uint32_t id, const Aabb& box) {
        if (boxes_[id] == box) return;
        boxes_[id] = box;
        tree_.mark_changed(id);
    }
    /// Sets the boxes of all ids below `count` to box_of(id), and refreshes.
    template <class BoxOf>
    void assign(std::uint32_t count, BoxOf&& box_of) {
        resize(count);
        for (std::uint32_t id = 0; id < count; ++id)
            set(id, box_of(id));
        refresh();
    }
    /// Cost: see RefitTree::refresh.
    void refresh() { tree_.refresh(boxes_); }

    /// Calls visit(id) for each box that overlaps `box` until it returns false, in an unspecified order.
    /// Read-only, so several threads may query concurrently. Cost: O(log n + found) for boxes that are spread
    /// out.
    template <class Visit>
    void query(const Aabb& box, Visit&& visit) const {
        RefitTree::QueryStats stats;
        tree_.query(boxes_, box, stats, std::forward<Visit>(visit));
    }

private:
    std::vector<Aabb> boxes_;
    RefitTree tree_;
};

}  // namespace toibox::broad
