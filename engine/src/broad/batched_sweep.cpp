// SPDX-License-Identifier: MIT
#include "toibox/broad/batched_sweep.h"

#include "toibox/broad/tuning.h"
#include "toibox/core/assert.h"

namespace toibox::broad {

bool BatchedSweep::looks_up(std::span<const ProxyId> moved) const {
    return moved.size() * tuning::boxes_swept_per_lookup < boxes().size();
}

void BatchedSweep::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    begin(moved);
    swept_ = !looks_up(moved);
    if (!swept_) {
        look_up(moved);
        return end(moved, out);
    }
    Crew alone(1);
    const auto found = strips_->find(boxes(), moved_flags(), isa_, alone, [](std::uint64_t) { return true; });
    counters_ = {.tests = strips_->tests()};
    end_with(moved, found, out);
}

void BatchedSweep::find_new_pairs(std::span<const ProxyId> moved, Crew& crew, std::vector<ProxyPair>& out) {
    begin(moved);
    swept_ = !looks_up(moved);
    if (!swept_) {
        look_up(moved);
        return end_new(moved, out);
    }
    const auto found = strips_->find(boxes(), moved_flags(), isa_, crew,
                                     [this](std::uint64_t pair) { return may_be_new(pair); });
    counters_ = {.tests = strips_->tests(), .known = strips_->left_out()};
    start_anew();
    end_with(moved, found, out);
}

void BatchedSweep::set_isa(Isa isa) {
    TOIBOX_ASSERT(is_available(isa));
    isa_ = isa;
}

}  // namespace toibox::broad
