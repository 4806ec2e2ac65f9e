// SPDX-License-Identifier: MIT
#include "toibox/broad/batched_sweep.h"

#include "toibox/broad/tuning.h"
#include "toibox/core/assert.h"

namespace toibox::broad {

void BatchedSweep::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    begin(moved);
    swept_ = moved.size() * tuning::boxes_swept_per_lookup >= boxes().size();
    if (!swept_) {
        look_up(moved);
        return end(moved, out);
    }
    const std::span<std::uint64_t> found = strips_->find(boxes(), moved_flags(), isa_);
    counters_ = {.tests = strips_->tests()};
    end_with(moved, found, out);
}

void BatchedSweep::set_isa(Isa isa) {
    TOIBOX_ASSERT(is_available(isa));
    isa_ = isa;
}

}  // namespace toibox::broad
