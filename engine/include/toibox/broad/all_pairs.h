// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/broad/ray_slab_test.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace toibox::broad {

/// Tests every moved box against every other box, each pair once. Quadratic, and simple enough to be the
/// reference for the other broad phases. Source: J. McCutchan, "Introduction to Collision Detection",
/// McMaster University 2006, "Broad Phase" (brute force).
class AllPairs {
public:
    static constexpr const char* name = "all-pairs";

    void insert(ProxyId id, const Aabb& box);
    void move(ProxyId id, const Aabb& box);
    void remove(ProxyId id);
    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});

    template <class Visit>
    void query(const Aabb& box, Visit&& visit) const {
        for (ProxyId id = 0; id < boxes_.size(); ++id) {
            if (live_[id] != 0 && overlaps(boxes_[id], box) && !visit(id)) return;
        }
    }
    template <class Visit>
    void cast(const Ray& ray, double limit, Visit&& visit) const {
        const RaySlabTest slab_test(ray);
        for (ProxyId id = 0; id < boxes_.size() && limit >= 0.0; ++id) {
            if (live_[id] != 0 && slab_test.entry_fraction(boxes_[id], limit) >= 0.0)
                limit = visit(id, limit);
        }
    }

    template <class Visit>
    void for_each_column(Visit&& visit) {
        visit(std::string_view("boxes"), boxes_);
        visit(std::string_view("live"), live_);
    }
    template <class Visit>
    void for_each_column(Visit&& visit) const {
        visit(std::string_view("boxes"), boxes_);
        visit(std::string_view("live"), live_);
    }
    [[nodiscard]] std::string_view defect() const;
    [[nodiscard]] BroadPhaseCounters counters() const { return counters_; }

private:
    [[nodiscard]] bool is_live(ProxyId id) const { return id < live_.size() && live_[id] != 0; }

    std::vector<Aabb> boxes_;         ///< By id.
    std::vector<std::uint8_t> live_;  ///< By id: 0 or 1.
    BroadPhaseCounters counters_;
};
static_assert(BroadPhase<AllPairs>);

}  // namespace toibox::broad
