// SPDX-License-Identifier: MIT
#include "app/views/broad_phase_cells.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr float fade_per_level = 0.8f;  ///< Opacity of a child relative to its parent node.
constexpr float min_cell_alpha = 0.18f;
constexpr float fill_per_box = 0.05f;  ///< Opacity of a cell per box in it.
constexpr float max_cell_fill = 0.35f;
constexpr float min_count_cell_points = 34.0f;  ///< Size from which a cell shows its number of boxes, points.
constexpr float min_strip_points = 3.0f;        ///< Strips less high than this on the screen are not drawn.
constexpr int count_priority = 0;
constexpr int hint_priority = 10;

double signed_distance(const broad::CellTree::Split& split, Vec2d point) {
    return dot(split.normal, point) - split.offset;
}

float fill_of(std::size_t count) {
    return std::min(fill_per_box * static_cast<float>(count), max_cell_fill);
}

bool is_seen(const Aabb& box, const View& view) {
    return overlaps(box, view.visible());
}

}  // namespace

ConvexCell clip_to_side(const ConvexCell& cell, const broad::CellTree::Split& split, bool upper) {
    ConvexCell clipped;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const Vec2d from = cell[i];
        const Vec2d to = cell[(i + 1) % cell.size()];
        const double distance_from = (upper ? 1.0 : -1.0) * signed_distance(split, from);
        const double distance_to = (upper ? 1.0 : -1.0) * signed_distance(split, to);
        if (distance_from >= 0.0) clipped.push_back(from);
        if ((distance_from > 0.0 && distance_to < 0.0) || (distance_from < 0.0 && distance_to > 0.0))
            clipped.push_back(from + distance_from / (distance_from - distance_to) * (to - from));
    }
    if (clipped.size() < 3) clipped.clear();
    return clipped;
}

Color BroadPhaseCells::faded(int depth) const {
    return with_alpha(palette_.aabb,
                      std::max(std::pow(fade_per_level, static_cast<float>(depth)), min_cell_alpha));
}

void BroadPhaseCells::shade(const Aabb& box, std::size_t count) const {
    if (count == 0) return;
    layers_.below.box(
        center(box), 0.5f * (box.upper - box.lower), {}, 0.0f,
        {.fill = with_alpha(palette_.aabb, fill_of(count)), .outline = palette_.aabb, .width = 0.0f});
}

void BroadPhaseCells::shade(const ConvexCell& cell, std::size_t count) const {
    if (count == 0 || cell.size() < 3) return;
    std::vector<Vec2> corners;
    corners.reserve(cell.size());
    for (const Vec2d& corner : cell)
        corners.push_back(narrow(corner));
    layers_.below.polygon(
        corners, {}, 0.0f,
        {.fill = with_alpha(palette_.aabb, fill_of(count)), .outline = palette_.aabb, .width = 0.0f});
}

void BroadPhaseCells::label_count(const Aabb& box, std::size_t count) const {
    const View& view = layers_.below.view();
    const Vec2 size = static_cast<float>(view.camera.scale) * (box.upper - box.lower);
    if (count == 0 || size.x < min_count_cell_points || size.y < min_count_cell_points) return;
    // In a corner of the cell, to leave the centre to the boxes.
    layers_.labels.add(view.to_points(Vec2{box.lower.x, box.upper.y}) + Vec2{10.0f, 10.0f},
                       fmt::format("{}", count), palette_.text_dim, count_priority);
}

void BroadPhaseCells::draw(const broad::DynamicTree& search) const {
    const View& view = layers_.below.view();
    search.for_each_node([&](const Aabb& box, int depth, ProxyId id) {
        if (!is_seen(box, view)) return;
        const bool leaf = id != broad::DynamicTree::none;
        layers_.below.aabb(box, faded(depth), leaf ? 1.0f : 1.5f);
    });
}

void BroadPhaseCells::draw(const broad::UniformGrid& search) const {
    const View& view = layers_.below.view();
    search.for_each_cell([&](const Aabb& box, std::size_t count) {
        if (!is_seen(box, view)) return;
        shade(box, count);
        layers_.below.aabb(box, with_alpha(palette_.aabb, 0.5f), 1.0f);
        label_count(box, count);
    });
    for (const ProxyId id : search.large_boxes()) {
        if (state_.shapes.ids.is_live(id))
            layers_.below.aabb(state_.shapes.fat_box[id], palette_.warning, 2.0f);
    }
}

void BroadPhaseCells::draw(const broad::Quadtree& search) const {
    const std::span cells = search.cells();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const broad::Quadtree::Cell& cell = cells[i];
        const Aabb box{narrow(cell.lower), narrow(cell.lower + Vec2d{cell.size, cell.size})};
        if (!is_seen(box, layers_.below.view())) continue;
        const bool leaf = i + 1 == cells.size() || cells[i + 1].depth <= cell.depth;
        if (leaf) {
            shade(box, cell.count);
            label_count(box, cell.count);
        }
        layers_.below.aabb(box, faded(cell.depth), leaf ? 1.0f : 1.5f);
    }
}

Aabb BroadPhaseCells::bounds() const {
    Aabb bounds{{0.0f, 0.0f}, {0.0f, 0.0f}};
    bool is_empty = true;
    for (ProxyId id = 0; id < state_.shapes.fat_box.size(); ++id) {
        if (!state_.shapes.ids.is_live(id)) continue;
        const Aabb& box = state_.shapes.fat_box[id];
        bounds = is_empty ? box : merged(bounds, box);
        is_empty = false;
    }
    return bounds;
}

void BroadPhaseCells::draw(const broad::CellTree& search) const {
    if (search.nodes().empty()) return;
    const Aabb box = bounds();
    const ConvexCell root{widen(box.lower), widen(Vec2{box.upper.x, box.lower.y}), widen(box.upper),
                          widen(Vec2{box.lower.x, box.upper.y})};
    layers_.below.aabb(box, faded(0), 1.5f);
    draw_split(search.nodes(), 0, root, 0);
}

void BroadPhaseCells::draw_split(std::span<const broad::CellTree::Node> nodes, std::size_t index,
                                 const ConvexCell& cell, int depth) const {
    const broad::CellTree::Node& node = nodes[index];
    if (node.upper == 0) return shade(cell, node.count);
    const ConvexCell lower = clip_to_side(cell, node.split, false);
    const ConvexCell upper = clip_to_side(cell, node.split, true);
    // The dividing line is the edge of the lower cell that lies on the split.
    const float width = std::max(3.0f - 0.4f * static_cast<float>(depth), 1.0f);
    for (std::size_t i = 0; i < lower.size(); ++i) {
        const Vec2d from = lower[i];
        const Vec2d to = lower[(i + 1) % lower.size()];
        const double tolerance = 1e-9 * (1.0 + std::abs(node.split.offset));
        if (std::abs(signed_distance(node.split, from)) <= tolerance &&
            std::abs(signed_distance(node.split, to)) <= tolerance)
            layers_.below.line(narrow(from), narrow(to), faded(depth), width);
    }
    draw_split(nodes, index + 1, lower, depth + 1);
    draw_split(nodes, node.upper, upper, depth + 1);
}

void BroadPhaseCells::draw(const broad::BatchedSortAndSweep& search) const {
    const broad::StripPairFinder* strips = search.strips();
    const View& view = layers_.below.view();
    if (strips == nullptr) {
        const Viewport& area = view.viewport;
        return layers_.labels.add({area.x + 0.5f * area.width, area.y + area.height - 24.0f},
                                  "No strips: few boxes moved, so the tree was queried instead.",
                                  palette_.text_dim, hint_priority);
    }
    if (strips->strip_height() == 0.0) return;
    const double height = strips->strip_height();
    const Aabb seen = view.visible();
    if (height * view.camera.scale < static_cast<double>(min_strip_points)) return;
    const auto strip_of = [height](float y) {
        return static_cast<std::int32_t>(std::floor(static_cast<double>(y) / height));
    };
    for (std::int32_t strip = strip_of(seen.lower.y); strip <= strip_of(seen.upper.y); ++strip) {
        const auto bottom = static_cast<float>(height * static_cast<double>(strip));
        const auto top = static_cast<float>(height * static_cast<double>(strip + 1));
        const Aabb box{{seen.lower.x, bottom}, {seen.upper.x, top}};
        layers_.below.line(box.lower, {box.upper.x, bottom}, with_alpha(palette_.aabb, 0.6f), 1.0f);
        const std::size_t count = strips->entries_of(strip);
        if (count == 0) continue;
        layers_.below.box(center(box), 0.5f * (box.upper - box.lower), {}, 0.0f,
                          {.fill = with_alpha(palette_.aabb, 0.5f * fill_of(count)),
                           .outline = palette_.aabb,
                           .width = 0.0f});
        label_count({box.lower, {box.upper.x, top}}, count);
    }
}

void BroadPhaseCells::draw_nodes(std::span<const float> node_positions, std::size_t first, std::size_t last,
                                 int depth) const {
    if (first >= last) return;
    const Aabb seen = layers_.below.view().visible();
    const std::size_t middle = first + (last - first) / 2;
    const float x = node_positions[middle];
    const float width = std::max(3.0f - 0.5f * static_cast<float>(depth), 1.0f);
    layers_.below.line({x, seen.lower.y}, {x, seen.upper.y}, faded(depth), width);
    draw_nodes(node_positions, first, middle, depth + 1);
    draw_nodes(node_positions, middle + 1, last, depth + 1);
}

void BroadPhaseCells::draw(const broad::IntervalTree& search) const {
    const std::span node_positions = search.node_positions();
    if (node_positions.empty()) return;
    draw_nodes(node_positions, 0, node_positions.size(), 0);
    for (ProxyId id = 0; id < state_.shapes.fat_box.size(); ++id) {
        if (!state_.shapes.ids.is_live(id)) continue;
        const Aabb& box = state_.shapes.fat_box[id];
        // A box that has moved since the last search may cover no node.
        const bool has_node = std::ranges::lower_bound(node_positions, box.lower.x) !=
                              std::ranges::upper_bound(node_positions, box.upper.x);
        if (!has_node || !is_seen(box, layers_.above.view())) continue;
        const Vec2 node{node_positions[search.node_index_of(box)], center(box).y};
        layers_.above.line({box.lower.x, node.y}, {box.upper.x, node.y}, with_alpha(palette_.aabb, 0.7f),
                           1.5f);
        layers_.above.disc(node, 3.5f, palette_.accent);
    }
}

void BroadPhaseCells::draw(const broad::CellPortals& search) const {
    const Aabb all = bounds();
    std::vector<std::size_t> counts(search.cells().size());
    for (ProxyId id = 0; id < state_.shapes.fat_box.size(); ++id) {
        for (const std::uint32_t cell : search.cells_of(id))
            ++counts[cell];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const broad::CellPortals::Cell& cell = search.cells()[i];
        const Aabb box{max(cell.box.lower, all.lower), min(cell.box.upper, all.upper)};
        if (!overlaps(cell.box, all) || !is_seen(box, layers_.below.view())) continue;
        shade(box, counts[i]);
        layers_.below.aabb(box, with_alpha(palette_.aabb, 0.5f), 1.0f);
        label_count(box, counts[i]);
    }
    for (ProxyId id = 0; id < state_.shapes.fat_box.size(); ++id) {
        const Aabb& fat = state_.shapes.fat_box[id];
        for (const std::uint32_t cell : search.cells_of(id)) {
            for (const broad::CellPortals::Portal& portal : search.portals_of(search.cells()[cell])) {
                if (portal.to < cell || !overlaps(portal.opening, fat)) continue;
                layers_.above.line(max(portal.opening.lower, all.lower), min(portal.opening.upper, all.upper),
                                   palette_.accent, 2.0f);
            }
        }
    }
}

}  // namespace toibox::app
