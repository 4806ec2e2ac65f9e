// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/refit_tree.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace toibox::broad {

/// Boxes by id and a RefitTree over them, for who has no such boxes already. An id without a box has
/// empty_aabb.
class BoxIndex {
public:
    /// Room for ids below `count`; those from there on are gone.
    void resize(std::size_t count) {
        if (boxes_.size() > count) tree_.invalidate();
        boxes_.resize(count, empty_aabb);
    }
    /// Queries heed it after the next refresh.
    void set(std::uint32_t id, const Aabb& box) {
        if (boxes_[id] == box) return;
        boxes_[id] = box;
        tree_.mark_changed(id);
    }
    /// Cost: that of RefitTree::refresh.
    void refresh() { tree_.refresh(boxes_); }

    /// Calls visit(id) for each box that overlaps `box` until it returns false, in no order that means
    /// anything. Only reads: several threads may ask at once. Cost: O(log n + found) for boxes that are
    /// spread.
    template <class Visit>
    void query(const Aabb& box, Visit&& visit) const {
        RefitTree::QueryStats count;
        tree_.query(boxes_, box, count, std::forward<Visit>(visit));
    }

private:
    std::vector<Aabb> boxes_;
    RefitTree tree_;
};

}  // namespace toibox::broad
