// SPDX-License-Identifier: MIT
// The table of shape pairs, filled at compile time with the functions of collide_pairs.h. Each function
// handles its pair directly, and the pair in the opposite order by swapping the arguments and flipping the
// result.
#include "toibox/narrow/collide.h"

#include "toibox/core/assert.h"

#include "narrow/collide/collide_pairs.h"

#include <array>
#include <cstddef>
#include <variant>

namespace toibox {

namespace {

using PairFunction = Manifold (*)(const Shape& a, const Shape& b, const CollideInput& input,
                                  CollideCache& cache);
using PairTable = std::array<std::array<PairFunction, shape_type_count>, shape_type_count>;

CollideCache swapped(CollideCache cache) {
    using Owner = CollideCache::Owner;
    cache.owner = cache.owner == Owner::A ? Owner::B : cache.owner == Owner::B ? Owner::A : Owner::None;
    return cache;
}

constexpr std::size_t row(const Circle*) {
    return static_cast<std::size_t>(ShapeType::Circle);
}
constexpr std::size_t row(const Capsule*) {
    return static_cast<std::size_t>(ShapeType::Capsule);
}
constexpr std::size_t row(const Segment*) {
    return static_cast<std::size_t>(ShapeType::Segment);
}
constexpr std::size_t row(const Polygon*) {
    return static_cast<std::size_t>(ShapeType::Polygon);
}

/// The two table entries of one pair function.
template <class A, class B, Manifold (*function)(const A&, const B&, const CollideInput&, CollideCache&)>
struct Entries {
    static Manifold direct(const Shape& a, const Shape& b, const CollideInput& input, CollideCache& cache) {
        return function(*std::get_if<A>(&a), *std::get_if<B>(&b), input, cache);
    }
    static Manifold reversed(const Shape& b, const Shape& a, const CollideInput& input, CollideCache& cache) {
        CollideCache reversed_cache = swapped(cache);
        const CollideInput reversed_input{inv_mul(input.b_in_a, Transform{}), input.margin};
        const Manifold manifold = direct(a, b, reversed_input, reversed_cache);
        cache = swapped(reversed_cache);
        return flipped(manifold, input.b_in_a);
    }
    static constexpr void fill(PairTable& table) {
        constexpr std::size_t a = row(static_cast<const A*>(nullptr));
        constexpr std::size_t b = row(static_cast<const B*>(nullptr));
        table[b][a] = reversed;
        table[a][b] = direct;  // last, so that equal shape types use the direct entry
    }
};

// Two lines without thickness do not collide, even if they cross.
Manifold no_contact(const Shape&, const Shape&, const CollideInput&, CollideCache&) {
    return {};
}

constexpr PairTable make_table() {
    PairTable table{};
    for (auto& row_entries : table)
        row_entries.fill(no_contact);
    Entries<Circle, Circle, collide_circles>::fill(table);
    Entries<Capsule, Circle, collide_capsule_circle>::fill(table);
    Entries<Segment, Circle, collide_segment_circle>::fill(table);
    Entries<Polygon, Circle, collide_polygon_circle>::fill(table);
    Entries<Capsule, Capsule, collide_capsules>::fill(table);
    Entries<Capsule, Segment, collide_capsule_segment>::fill(table);
    Entries<Polygon, Capsule, collide_polygon_capsule>::fill(table);
    Entries<Polygon, Segment, collide_polygon_segment>::fill(table);
    Entries<Polygon, Polygon, collide_polygons>::fill(table);
    return table;
}
constexpr PairTable pair_table = make_table();

}  // namespace

Manifold collide(const Shape& a, const Shape& b, const Transform& b_in_a, float margin, CollideCache& cache) {
    TOIBOX_ASSERT(margin >= 0.0f);
    return pair_table[a.index()][b.index()](a, b, {b_in_a, margin}, cache);
}

}  // namespace toibox
