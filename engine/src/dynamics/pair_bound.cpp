// SPDX-License-Identifier: MIT

// A check before the pair search, whichever it is: whether there will be too many pairs. What may not collide
// does not count. In two stages. First an estimate in one walk: boxes of one size class whose centres lie in
// one cell, of a side that none of them falls short of, overlap each other; few share a cell unless there is
// a crowd. Of a crowd the pairs of shapes are counted, filter by filter and filter against filter, whatever
// their sizes, without listing them.

#include "pair_bound.h"

#include "toibox/dynamics/tuning.h"

#include "count_overlaps.h"
#include "world_edit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <iterator>
#include <vector>

namespace toibox {

namespace {

/// Of the cell in which the centre of the box lies, in the grid of its size class; the side of a cell is a
/// power of two. Boxes of no size have none.
std::optional<std::uint64_t> hash_of_cell(const Aabb& box) {
    const Vec2 extent = box.upper - box.lower;
    const float least = extent.x < extent.y ? extent.x : extent.y;
    constexpr std::uint32_t exponent_bits = 0xffu << 23u;
    const std::uint32_t exponent = std::bit_cast<std::uint32_t>(least) & exponent_bits;
    const double side = static_cast<double>(std::bit_cast<float>(exponent));
    if (!(side > 0.0)) return std::nullopt;
    const Vec2d center = 0.5 * (widen(box.lower) + widen(box.upper));
    std::uint64_t hash = exponent;
    for (const double place : {std::floor(center.x / side), std::floor(center.y / side)})
        hash = (hash ^ std::bit_cast<std::uint64_t>(place)) * 0x9e3779b97f4a7c15u;
    return hash;
}

/// Whether many lie in one cell. Cells may share a count, which is allowed for.
bool is_crowded(const WorldState& state, std::span<const std::uint32_t> moved) {
    constexpr unsigned bits = 14;
    std::array<std::uint32_t, 1u << bits> count{};
    const std::uint64_t shapes = moved.size();
    const std::uint64_t usual = tuning::crowded_neighbors * shapes + (shapes * shapes >> bits);
    std::uint64_t pairs = 0;
    for (const std::uint32_t shape : moved) {
        if (!is_dynamic(state, state.shapes.body[shape])) continue;
        if (const auto hash = hash_of_cell(state.shapes.fat_box[shape]))
            pairs += count[*hash >> (64u - bits)]++;
        if (pairs > usual) return true;
    }
    return false;
}

/// A shape by its filter, then by its body.
struct FilteredShape {
    std::uint64_t category = 0;
    std::uint64_t mask = 0;
    std::int32_t group = 0;
    std::uint32_t body = 0;
    std::uint32_t shape = 0;

    [[nodiscard]] bool has_filter_of(const FilteredShape& other) const {
        return category == other.category && mask == other.mask && group == other.group;
    }
    friend auto operator<=>(const FilteredShape&, const FilteredShape&) = default;
};

std::vector<FilteredShape> in_order_of_filters(const WorldState& state,
                                               std::span<const std::uint32_t> moved) {
    std::vector<FilteredShape> shapes;
    shapes.reserve(moved.size());
    for (const std::uint32_t shape : moved) {
        if (!is_dynamic(state, state.shapes.body[shape])) continue;
        const Filter& filter = state.shapes.filter[shape];
        shapes.push_back({filter.category, filter.mask, filter.group, state.shapes.body[shape], shape});
    }
    std::sort(shapes.begin(), shapes.end());
    return shapes;
}

/// Calls visit(run) for each run of neighbours that are alike.
template <class Alike, class Visit>
void for_each_run(std::span<const FilteredShape> shapes, Alike&& alike, Visit&& visit) {
    for (std::size_t begin = 0; begin < shapes.size();) {
        std::size_t end = begin + 1;
        while (end < shapes.size() && alike(shapes[begin], shapes[end]))
            ++end;
        visit(shapes.subspan(begin, end - begin));
        begin = end;
    }
}

/// Pairs of shapes, in order of bodies; those of one body are left out.
OverlapCount count_pairs(const WorldState& state, std::span<const FilteredShape> shapes) {
    std::vector<Aabb> boxes(shapes.size());
    std::ranges::transform(shapes, boxes.begin(),
                           [&](const FilteredShape& of) { return state.shapes.fat_box[of.shape]; });
    OverlapCount count = count_overlaps(boxes);
    std::size_t begin = 0;
    const auto of_one_body = [](const FilteredShape& a, const FilteredShape& b) { return a.body == b.body; };
    for_each_run(shapes, of_one_body, [&](std::span<const FilteredShape> of_body) {
        if (of_body.size() > 1)
            count.pairs -= count_overlaps(std::span(boxes).subspan(begin, of_body.size())).pairs;
        begin += of_body.size();
    });
    return count;
}

/// Shapes of one filter, and the pairs among them, whether they may collide or not.
struct FilterClass {
    std::span<const FilteredShape> shapes;
    OverlapCount count;
    [[nodiscard]] const Filter& filter(const WorldState& state) const {
        return state.shapes.filter[shapes.front().shape];
    }
};

/// The largest first.
std::vector<FilterClass> classes_by_size(const WorldState& state, std::span<const FilteredShape> shapes) {
    std::vector<FilterClass> classes;
    const auto of_one_filter = [](const FilteredShape& a, const FilteredShape& b) {
        return a.has_filter_of(b);
    };
    for_each_run(shapes, of_one_filter,
                 [&](std::span<const FilteredShape> alike) { classes.push_back({alike, {}}); });
    std::ranges::sort(classes, [](const FilterClass& a, const FilterClass& b) {
        if (a.shapes.size() != b.shapes.size()) return a.shapes.size() > b.shapes.size();
        return a.shapes.data() < b.shapes.data();
    });
    for (FilterClass& each : classes)
        each.count = count_pairs(state, each.shapes);
    return classes;
}

/// Pairs that may collide, and the shape that overlaps most others.
struct Crowd {
    std::uint64_t pairs = 0;
    std::uint32_t most_crowded = 0;
};

Crowd crowd_within(const FilterClass& of) {
    return {of.count.pairs, of.shapes[of.count.most_overlapping].shape};
}
/// Pairs of a shape of the one with a shape of the other.
Crowd crowd_between(const WorldState& state, const FilterClass& a, const FilterClass& b) {
    std::vector<FilteredShape> both;
    both.reserve(a.shapes.size() + b.shapes.size());
    std::ranges::merge(a.shapes, b.shapes, std::back_inserter(both), {}, &FilteredShape::body,
                       &FilteredShape::body);
    const OverlapCount count = count_pairs(state, both);
    return {count.pairs - a.count.pairs - b.count.pairs, both[count.most_overlapping].shape};
}

}  // namespace

std::optional<std::uint32_t> find_overcrowded_shape(const WorldState& state,
                                                    std::span<const std::uint32_t> moved) {
    if (moved.size() * moved.size() / 2 < tuning::max_box_pairs || !is_crowded(state, moved))
        return std::nullopt;
    std::uint64_t pairs = 0;
    Crowd largest;
    const auto add = [&](const Crowd& found) {
        pairs += found.pairs;
        if (found.pairs > largest.pairs) largest = found;
    };
    const std::vector<FilteredShape> shapes = in_order_of_filters(state, moved);
    const std::vector<FilterClass> classes = classes_by_size(state, shapes);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const Filter& filter = classes[i].filter(state);
        if (may_collide(filter, filter)) add(crowd_within(classes[i]));
        for (std::size_t k = i + 1; k < classes.size() && k < tuning::max_counted_filters; ++k) {
            if (may_collide(filter, classes[k].filter(state)))
                add(crowd_between(state, classes[i], classes[k]));
        }
    }
    if (pairs <= tuning::max_pairs + state.pairs.jointed.size()) return std::nullopt;
    return largest.most_crowded;
}

}  // namespace toibox
