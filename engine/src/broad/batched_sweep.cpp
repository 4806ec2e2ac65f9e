// SPDX-License-Identifier: MIT
#include "toibox/broad/batched_sweep.h"

#include "toibox/broad/tuning.h"
#include "toibox/core/assert.h"

#include "pair_order.h"

#include <limits>

namespace toibox::broad {
namespace {

constexpr ProxyId id_limit = ProxyId{1} << 30;  // the sweep keeps two flags above an id

constexpr Aabb no_box() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return {{infinity, infinity}, {-infinity, -infinity}};
}

}  // namespace

void BatchedSweep::insert(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(!is_live(id) && id < id_limit);
    TOIBOX_ASSERT(is_valid(box));
    if (id >= boxes_.size()) boxes_.resize(id + std::size_t{1}, no_box());
    boxes_[id] = box;
    tree_.note(id);
}

void BatchedSweep::move(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(is_live(id));
    TOIBOX_ASSERT(is_valid(box));
    boxes_[id] = box;
    tree_.note(id);
}

void BatchedSweep::remove(ProxyId id) {
    TOIBOX_ASSERT(is_live(id));
    boxes_[id] = no_box();
    tree_.note(id);
}

void BatchedSweep::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    Buffers& buffers = *buffers_;
    buffers.is_moved.resize(boxes_.size(), 0);
    for (const ProxyId id : moved) {
        TOIBOX_ASSERT(is_live(id));
        buffers.is_moved[id] = 1;
    }
    std::span<std::uint64_t> found;
    if (moved.size() * tuning::boxes_swept_per_lookup < boxes_.size()) {
        found = look_up(moved);
    } else {
        found = buffers.strips.find(boxes_, buffers.is_moved, isa_);
        counters_ = {.tests = buffers.strips.tests()};
    }
    for (const ProxyId id : moved)
        buffers.is_moved[id] = 0;
    order_pairs(found, boxes_.size(), buffers.places, out);
}

std::span<std::uint64_t> BatchedSweep::look_up(std::span<const ProxyId> moved) {
    Buffers& buffers = *buffers_;
    buffers.pairs.clear();
    ready_queries();
    RefitTree::Count count;
    for (const ProxyId id : moved) {
        tree_.query(boxes_, boxes_[id], count, [&](ProxyId other) {
            // A pair of two moved boxes is the lower one's to report.
            if (other != id && (buffers.is_moved[other] == 0 || id < other)) {
                const ProxyPair pair = make_pair_of(id, other);
                buffers.pairs.push_back(std::uint64_t{pair.a} << 32 | pair.b);
            }
            return true;
        });
    }
    counters_ = {.tests = count.tests, .node_visits = count.node_visits};
    return buffers.pairs;
}

void BatchedSweep::set_isa(Isa isa) {
    TOIBOX_ASSERT(is_available(isa));
    isa_ = isa;
}

std::string_view BatchedSweep::defect() const {
    for (const Aabb& box : boxes_) {
        if (!is_valid(box) && !(box == no_box())) return "a box is not valid";
    }
    return tree_.defect(boxes_);
}

}  // namespace toibox::broad
