// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/geometry/ray_cast.h"

#include <compare>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace toibox {

/// Names a box in a broad phase: small integers, given out (and reused) by the layer above.
using ProxyId = std::uint32_t;

struct ProxyPair {
    ProxyId a = 0;  ///< a < b
    ProxyId b = 0;

    friend constexpr bool operator==(const ProxyPair&, const ProxyPair&) = default;
    friend constexpr auto operator<=>(const ProxyPair&, const ProxyPair&) = default;
};
constexpr ProxyPair make_proxy_pair(ProxyId a, ProxyId b) {
    return a < b ? ProxyPair{a, b} : ProxyPair{b, a};
}

/// What a broad phase did in its last find_pairs, for the statistics: counts, never times.
struct BroadPhaseCounters {
    std::uint64_t tests = 0;        ///< Box against box.
    std::uint64_t node_visits = 0;  ///< Of a tree or grid.
    std::uint64_t swaps = 0;        ///< Of a sorted list.
    std::uint64_t known = 0;        ///< Overlaps that were left out, as they had been told of.
};

/// What every broad phase offers. Variants are plain values without a base class: copying one copies its
/// structure. Fattening, moved flags, filters and the life of a pair belong to the layer above
/// (dynamics/pairs).
///
/// insert/move/remove: ids and valid boxes (asserted). move replaces the box.
/// find_pairs(moved, out): `moved` lists distinct live ids, ascending. `out` becomes all pairs of overlapping
/// boxes with at least one moved member, each once, sorted by (a, b). Touching counts.
/// query(box, visit): calls visit(id) for each overlapping box until it returns false; in no particular
/// order.
/// cast(ray, limit, visit): calls visit(id, limit) for each box that the ray meets at a fraction ≤ limit;
/// visit returns the limit from there on: the fraction of a hit, the limit that it was given, or a negative
/// number to stop. In no particular order, and a box that is met late may or may not be visited, so ties at
/// the limit are the caller's to break. No box is missed by rounding. Requires a finite ray.
/// for_each_column(visit): calls visit(name, member) for each member that makes up the structure.
/// defect(): what is wrong with the structure, or an empty text. Safe on any content that for_each_column may
/// have brought in; linear.
template <class T>
concept BroadPhase = std::default_initializable<T> && std::copyable<T> &&
                     requires(T t, const T ct, ProxyId id, Aabb box, Ray ray, std::span<const ProxyId> moved,
                              std::vector<ProxyPair>& out) {
                         t.insert(id, box);
                         t.move(id, box);
                         t.remove(id);
                         t.find_pairs(moved, out);
                         ct.query(box, [](ProxyId) { return true; });
                         ct.cast(ray, 1.0, [](ProxyId, double limit) { return limit; });
                         t.for_each_column([](std::string_view, auto&) {});
                         ct.for_each_column([](std::string_view, const auto&) {});
                         { ct.defect() } -> std::convertible_to<std::string_view>;
                         { ct.counters() } -> std::convertible_to<BroadPhaseCounters>;
                         { T::name } -> std::convertible_to<const char*>;
                     };

}  // namespace toibox
