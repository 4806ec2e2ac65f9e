// SPDX-License-Identifier: MIT
#include "toibox/broad/any_broad_phase.h"

namespace toibox {

AnyBroadPhase make_broad_phase(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::AllPairs:
            return broad::AllPairs{};
        case BroadPhaseKind::BatchedSortAndSweep:
            return broad::BatchedSortAndSweep{};
        case BroadPhaseKind::SingleAxisSortAndSweep:
            return broad::SingleAxisSortAndSweep{};
        case BroadPhaseKind::SweepAndPrune:
            return broad::SweepAndPrune{};
        case BroadPhaseKind::Grid:
            return broad::UniformGrid{};
        case BroadPhaseKind::Quadtree:
            return broad::Quadtree{};
        case BroadPhaseKind::KdTree:
            return broad::KdTree{};
        case BroadPhaseKind::Bsp:
            return broad::BspTree{};
        case BroadPhaseKind::IntervalTree:
            return broad::IntervalTree{};
        case BroadPhaseKind::OneShotSortAndSweep:
            return broad::OneShotSortAndSweep{};
        case BroadPhaseKind::CellPortals:
            return broad::CellPortals{};
        case BroadPhaseKind::DynamicTree:
            break;
    }
    return broad::DynamicTree{};
}

HeldBroadPhase::HeldBroadPhase() : HeldBroadPhase(BroadPhaseKind::DynamicTree) {}
HeldBroadPhase::HeldBroadPhase(BroadPhaseKind kind)
    : broad_phase_(std::make_unique<AnyBroadPhase>(make_broad_phase(kind))) {}
HeldBroadPhase::HeldBroadPhase(const HeldBroadPhase& other)
    : broad_phase_(std::make_unique<AnyBroadPhase>(*other)) {}
HeldBroadPhase::HeldBroadPhase(HeldBroadPhase&& other) noexcept = default;
HeldBroadPhase& HeldBroadPhase::operator=(const HeldBroadPhase& other) {
    if (broad_phase_ == nullptr) {
        broad_phase_ = std::make_unique<AnyBroadPhase>(*other);
    } else {
        *broad_phase_ = *other;  // reuses its memory
    }
    return *this;
}
HeldBroadPhase& HeldBroadPhase::operator=(HeldBroadPhase&& other) noexcept = default;
HeldBroadPhase::~HeldBroadPhase() = default;
AnyBroadPhase& HeldBroadPhase::operator*() {
    return *broad_phase_;
}
const AnyBroadPhase& HeldBroadPhase::operator*() const {
    return *broad_phase_;
}

}  // namespace toibox
