// SPDX-License-Identifier: MIT

// Checks before the pair search whether there will be too many pairs, for any broad phase. Only pairs of
// dynamic bodies that may collide count. The first check is a one-pass estimate: boxes of one size class
// whose centres share a grid cell overlap each other, because no box is smaller than the cell; few boxes
// share a cell unless they form a crowd. In a crowd, pairs are counted without listing them, within each
// filter and between the most frequent filters (tuning::max_counted_filters).

#include "dynamics/contacts/pair_limit.h"

#include "toibox/dynamics/tuning.h"

#include "dynamics/contacts/count_overlaps.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <iterator>
#include <vector>

namespace toibox {

namespace {

/// Hash of the grid cell that contains the centre of the box. Each size class has a grid of its own, whose
/// cell size is a power of two. nullopt for boxes without area.
std::optional<std::uint64_t> hash_of_cell(const Aabb& box) {
    const Vec2 extent = box.upper - box.lower;
    const float min_extent = extent.x < extent.y ? extent.x : extent.y;
    constexpr std::uint32_t exponent_bits = 0xffu << 23u;
    const std::uint32_t exponent = std::bit_cast<std::uint32_t>(min_extent) & exponent_bits;
    const double side = static_cast<double>(std::bit_cast<float>(exponent));
    if (!(side > 0.0)) return std::nullopt;
    const Vec2d center = 0.5 * (widen(box.lower) + widen(box.upper));
    std::uint64_t hash = exponent;
    for (const double cell : {std::floor(center.x / side), std::floor(center.y / side)})
        hash = (hash ^ std::bit_cast<std::uint64_t>(cell)) * 0x9e3779b97f4a7c15u;
    return hash;
}

/// Whether many boxes share a cell. Several cells may share a counter; the threshold allows for that.
bool is_crowded(const WorldState& state, std::span<const std::uint32_t> moved) {
    constexpr unsigned bits = 14;
    std::array<std::uint32_t, 1u << bits> count{};
    const std::uint64_t shapes = moved.size();
    const std::uint64_t threshold = tuning::crowded_neighbors * shapes + (shapes * shapes >> bits);
    std::uint64_t pairs = 0;
    for (const std::uint32_t shape : moved) {
        if (!is_dynamic(state, state.shapes.body[shape])) continue;
        if (const auto hash = hash_of_cell(state.shapes.fat_box[shape]))
            pairs += count[*hash >> (64u - bits)]++;
        if (pairs > threshold) return true;
    }
    return false;
}

/// A shape, ordered by filter, then by body.
struct FilteredShape {
    std::uint64_t category = 0;
    std::uint64_t mask = 0;
    std::int32_t group = 0;
    std::uint32_t body = 0;
    std::uint32_t shape = 0;

    [[nodiscard]] bool has_same_filter(const FilteredShape& other) const {
        return category == other.category && mask == other.mask && group == other.group;
    }
    friend auto operator<=>(const FilteredShape&, const FilteredShape&) = default;
};

std::vector<FilteredShape> shapes_sorted_by_filter(const WorldState& state,
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

/// Calls visit(run) for each run of consecutive shapes for which same_run(first of the run, shape) is true.
template <class SameRun, class Visit>
void for_each_run(std::span<const FilteredShape> shapes, SameRun&& same_run, Visit&& visit) {
    for (std::size_t begin = 0; begin < shapes.size();) {
        std::size_t end = begin + 1;
        while (end < shapes.size() && same_run(shapes[begin], shapes[end]))
            ++end;
        visit(shapes.subspan(begin, end - begin));
        begin = end;
    }
}

/// Counts overlapping pairs among shapes that are sorted by body; pairs within one body do not count.
OverlapCount count_pairs(const WorldState& state, std::span<const FilteredShape> shapes) {
    std::vector<Aabb> boxes(shapes.size());
    std::ranges::transform(shapes, boxes.begin(), [&](const FilteredShape& filtered) {
        return state.shapes.fat_box[filtered.shape];
    });
    OverlapCount count = count_overlaps(boxes);
    std::size_t begin = 0;
    const auto same_body = [](const FilteredShape& a, const FilteredShape& b) { return a.body == b.body; };
    for_each_run(shapes, same_body, [&](std::span<const FilteredShape> body_shapes) {
        if (body_shapes.size() > 1)
            count.pairs -= count_overlaps(std::span(boxes).subspan(begin, body_shapes.size())).pairs;
        begin += body_shapes.size();
    });
    return count;
}

/// Shapes with the same filter, and the number of overlapping pairs among them, whether or not they may
/// collide.
struct FilterClass {
    std::span<const FilteredShape> shapes;
    OverlapCount count;
    [[nodiscard]] const Filter& filter(const WorldState& state) const {
        return state.shapes.filter[shapes.front().shape];
    }
};

/// Filter classes, those with the most shapes first.
std::vector<FilterClass> classes_by_size(const WorldState& state, std::span<const FilteredShape> shapes) {
    std::vector<FilterClass> classes;
    const auto same_filter = [](const FilteredShape& a, const FilteredShape& b) {
        return a.has_same_filter(b);
    };
    for_each_run(shapes, same_filter,
                 [&](std::span<const FilteredShape> run) { classes.push_back({run, {}}); });
    std::ranges::sort(classes, [](const FilterClass& a, const FilterClass& b) {
        if (a.shapes.size() != b.shapes.size()) return a.shapes.size() > b.shapes.size();
        return a.shapes.data() < b.shapes.data();
    });
    for (FilterClass& filter_class : classes)
        filter_class.count = count_pairs(state, filter_class.shapes);
    return classes;
}

struct Crowd {
    std::uint64_t pairs = 0;         ///< Number of overlapping pairs that may collide.
    std::uint32_t most_crowded = 0;  ///< The shape with the most overlaps.
};

Crowd crowd_within(const FilterClass& filter_class) {
    return {filter_class.count.pairs, filter_class.shapes[filter_class.count.most_overlapping].shape};
}
/// Pairs of a shape of class `a` and a shape of class `b`.
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
    const std::vector<FilteredShape> shapes = shapes_sorted_by_filter(state, moved);
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
