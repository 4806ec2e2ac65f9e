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

BroadPhaseValue::BroadPhaseValue() : BroadPhaseValue(BroadPhaseKind::DynamicTree) {}
BroadPhaseValue::BroadPhaseValue(BroadPhaseKind kind)
    : broad_phase_(std::make_unique<AnyBroadPhase>(make_broad_phase(kind))) {}
BroadPhaseValue::BroadPhaseValue(const BroadPhaseValue& other)
    : broad_phase_(std::make_unique<AnyBroadPhase>(*other)) {}
BroadPhaseValue::BroadPhaseValue(BroadPhaseValue&& other) noexcept = default;
BroadPhaseValue& BroadPhaseValue::operator=(const BroadPhaseValue& other) {
    if (broad_phase_ == nullptr) {
        broad_phase_ = std::make_unique<AnyBroadPhase>(*other);
    } else {
        *broad_phase_ = *other;  // reuses its memory
    }
    return *this;
}
BroadPhaseValue& BroadPhaseValue::operator=(BroadPhaseValue&& other) noexcept = default;
BroadPhaseValue::~BroadPhaseValue() = default;
AnyBroadPhase& BroadPhaseValue::operator*() {
    return *broad_phase_;
}
const AnyBroadPhase& BroadPhaseValue::operator*() const {
    return *broad_phase_;
}

}  // namespace toibox
