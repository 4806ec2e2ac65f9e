// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/rows.h"
#include "toibox/dynamics/solver_scratch.h"
#include "toibox/dynamics/step_stages.h"

#include <span>

namespace toibox {

class Sets;

/// The heaps that bounce in a step: bodies joined by contacts, by way of dynamic bodies. What happens in one
/// is no other's affair, so that a box bounces as it does whatever happens far away.
class BouncingHeaps {
public:
    /// Made before the bounces, of the rows that are going to (indices into `rows`).
    BouncingHeaps(StepContext& step, std::span<const ContactRow> rows,
                  std::span<const std::uint32_t> bouncing);
    [[nodiscard]] BouncingHeap& of(const ContactRow& row) const;
    /// After the bounces: of a heap that has more energy than it had, bodies keep only such a share of what
    /// the bounces changed that it has not. Momentum is kept, and nothing closes that did not. Not where
    /// something drives the heap: what that gives is not known apart.
    void take_back_gains();

private:
    void join_by_contacts(Sets& heaps) const;
    void find_drives();
    void weigh(std::uint32_t body, BouncingHeap& heap) const;

    StepContext& step_;
    std::vector<std::uint32_t>& parent_;
    std::vector<BouncingHeap>& heap_;
};

}  // namespace toibox
