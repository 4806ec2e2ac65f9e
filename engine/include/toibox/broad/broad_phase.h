// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/geometry/aabb.h"
#include "toibox/geometry/ray_cast.h"

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace toibox {

/// Identifies a box in a broad phase: a small integer, assigned (and reused) by the layer above.
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

/// Statistics of the last find_pairs: counts, never times.
struct BroadPhaseCounters {
    std::uint64_t tests = 0;        ///< Box-box tests.
    std::uint64_t node_visits = 0;  ///< Nodes of a tree or cells of a grid.
    std::uint64_t exchanges = 0;    ///< Exchanges of neighbours in a sorted list.
    std::uint64_t overlaps = 0;     ///< Pairs of overlapping boxes, reported or not.
};

/// Which pairs a search reports. `may_pair` must be read-only: several workers may call it concurrently.
struct PairRules {
    FunctionRef<bool(ProxyId, ProxyId)> may_pair;
    std::size_t limit = std::numeric_limits<std::size_t>::max();
};
inline constexpr auto any_pair = [](ProxyId, ProxyId) { return true; };

/// Requirements of a broad phase. Broad phases are plain values without a base class: a copy copies the
/// structure. Fattening, moved flags, filters and the lifetime of pairs belong to the layer above (dynamics).
///
/// insert/move/remove: ids and boxes must be valid (asserted). move replaces the box.
/// find_pairs(moved, out, rules): `moved` lists distinct live ids in ascending order. `out` receives all
/// pairs of overlapping boxes with at least one moved member that `rules` allow (by default all of them),
/// each once, sorted by (a, b). Touching boxes overlap. False if there are more than the limit; `out` is then
/// empty. Memory: proportional to the boxes and the pairs in `out`, however many overlap.
/// query(box, visit): calls visit(id) for each overlapping box until it returns false, in an unspecified
/// order.
/// cast(ray, limit, visit): calls visit(id, limit) for each box that the ray hits at a fraction ≤ limit, in
/// an unspecified order. visit returns the new limit: the fraction of a hit, the unchanged limit, or a
/// negative number to stop. A box at the limit may or may not be visited, so the caller must break ties.
/// Rounding never causes a miss. Requires: a finite ray.
/// for_each_column(visit): calls visit(name, member) for each member that is part of the state.
/// defect(): describes what is wrong with the structure; empty if nothing is. Safe for any content that
/// for_each_column may have loaded. Cost: linear.
template <class T>
concept BroadPhase = std::default_initializable<T> && std::copyable<T> &&
                     requires(T t, const T ct, ProxyId id, Aabb box, Ray ray, std::span<const ProxyId> moved,
                              std::vector<ProxyPair>& out, PairRules rules) {
                         t.insert(id, box);
                         t.move(id, box);
                         t.remove(id);
                         t.find_pairs(moved, out);
                         { t.find_pairs(moved, out, rules) } -> std::same_as<bool>;
                         ct.query(box, [](ProxyId) { return true; });
                         ct.cast(ray, 1.0, [](ProxyId, double limit) { return limit; });
                         t.for_each_column([](std::string_view, auto&) {});
                         ct.for_each_column([](std::string_view, const auto&) {});
                         { ct.defect() } -> std::convertible_to<std::string_view>;
                         { ct.counters() } -> std::convertible_to<BroadPhaseCounters>;
                         { T::name } -> std::convertible_to<const char*>;
                     };

}  // namespace toibox
