// SPDX-License-Identifier: MIT
#include "toibox/broad/box_store.h"

#include "toibox/core/assert.h"

#include "pair_order.h"

#include <algorithm>
#include <limits>

namespace toibox::broad {
namespace {

constexpr ProxyId id_limit = ProxyId{1} << 30;  // sweeps keep two flags beside an id

constexpr Aabb no_box() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return {{infinity, infinity}, {-infinity, -infinity}};
}

}  // namespace

void BoxStore::insert(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(!is_live(id) && id < id_limit);
    TOIBOX_ASSERT(is_valid(box));
    if (id >= boxes_.size()) boxes_.resize(id + std::size_t{1}, no_box());
    boxes_[id] = box;
    tree_.note(id);
}

void BoxStore::move(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(is_live(id));
    TOIBOX_ASSERT(is_valid(box));
    boxes_[id] = box;
    tree_.note(id);
}

void BoxStore::remove(ProxyId id) {
    TOIBOX_ASSERT(is_live(id));
    boxes_[id] = no_box();
    tree_.note(id);
}

void BoxStore::list_live(std::vector<ProxyId>& out) const {
    out.clear();
    for (ProxyId id = 0; id < boxes_.size(); ++id) {
        if (is_live(id)) out.push_back(id);
    }
}

void BoxStore::begin(std::span<const ProxyId> moved) {
    counters_ = {};
    found_->clear();
    is_moved_.resize(boxes_.size(), 0);
    for (const ProxyId id : moved) {
        TOIBOX_ASSERT(is_live(id));
        is_moved_[id] = 1;
    }
}

void BoxStore::end_with(std::span<const ProxyId> moved, std::span<std::uint64_t> found,
                        std::vector<ProxyPair>& out) {
    for (const ProxyId id : moved)
        is_moved_[id] = 0;
    order_pairs(found, boxes_.size(), *places_, out);
}

void BoxStore::end_with_doubles(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    end(moved, out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
}

void BoxStore::look_up(std::span<const ProxyId> moved) {
    ready_queries();
    RefitTree::Count count;
    for (const ProxyId id : moved) {
        tree_.query(boxes_, boxes_[id], count, [&](ProxyId other) {
            // A pair of two moved boxes is the lower one's to report.
            if (other != id && (is_moved_[other] == 0 || id < other)) keep(id, other);
            return true;
        });
    }
    counters_ = {.tests = count.tests, .node_visits = count.node_visits};
}

std::string_view BoxStore::defect() const {
    for (const Aabb& box : boxes_) {
        if (!is_valid(box) && !(box == no_box())) return "a box is not valid";
    }
    return tree_.defect(boxes_);
}

}  // namespace toibox::broad
