// SPDX-License-Identifier: MIT
#include "toibox/broad/box_store.h"

#include "toibox/core/assert.h"

#include "pair_order.h"

#include <algorithm>
#include <limits>

namespace toibox::broad {
namespace {

constexpr ProxyId id_limit = ProxyId{1} << 30;  // sweeps keep two flags beside an id

}  // namespace

void BoxStore::Earlier::note(ProxyId id, const Aabb& box) {
    if (find(id) == nullptr) set(id, box);
}

void BoxStore::Earlier::set(ProxyId id, const Aabb& box) {
    if (forgotten_) return;
    if (id >= is_known_.size()) {
        is_known_.resize(id + std::size_t{1}, 0);
        boxes_.resize(id + std::size_t{1});
        known_.reserve(is_known_.capacity());
    }
    if (is_known_[id] == 0) known_.push_back(id);
    is_known_[id] = 1;
    boxes_[id] = box;
}

void BoxStore::Earlier::start_anew() {
    for (const ProxyId id : known_)
        is_known_[id] = 0;
    known_.clear();
    forgotten_ = false;
}

void BoxStore::Earlier::forget() {
    start_anew();
    forgotten_ = true;
}

void BoxStore::insert(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(!is_live(id) && id < id_limit);
    TOIBOX_ASSERT(is_valid(box));
    if (id >= boxes_.size()) boxes_.resize(id + std::size_t{1}, no_aabb);
    boxes_[id] = box;
    tree_.note(id);
    ask_again(id);
}

void BoxStore::move(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(is_live(id));
    TOIBOX_ASSERT(is_valid(box));
    earlier_.note(id, boxes_[id]);
    boxes_[id] = box;
    tree_.note(id);
}

void BoxStore::remove(ProxyId id) {
    TOIBOX_ASSERT(is_live(id));
    boxes_[id] = no_aabb;
    tree_.note(id);
    ask_again(id);
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

// What has not moved is where it was; what has, and nobody knows from where, overlapped nothing.
bool BoxStore::may_be_new(std::uint64_t pair) const {
    const auto earlier = [&](ProxyId id) -> const Aabb* {
        return is_moved_[id] != 0 ? earlier_.find(id) : &boxes_[id];
    };
    const ProxyPair ids = unpacked(pair);
    const Aabb* const a = earlier(ids.a);
    const Aabb* const b = earlier(ids.b);
    return a == nullptr || b == nullptr || !overlaps(*a, *b);
}

void BoxStore::end_new(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    counters_.known = std::erase_if(*found_, [this](std::uint64_t pair) { return !may_be_new(pair); });
    start_anew();
    end(moved, out);
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
        if (!is_valid(box) && !(box == no_aabb)) return "a box is not valid";
    }
    return tree_.defect(boxes_);
}

}  // namespace toibox::broad
