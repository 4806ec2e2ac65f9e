// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batched_sort_and_sweep.h"
#include "toibox/broad/cell_portals.h"
#include "toibox/broad/cell_tree.h"
#include "toibox/broad/dynamic_tree.h"
#include "toibox/broad/interval_tree.h"
#include "toibox/broad/quadtree.h"
#include "toibox/broad/uniform_grid.h"
#include "toibox/dynamics/world_state.h"

#include "app/views/broad_phase_view.h"

#include <span>
#include <vector>

namespace toibox::app {

/// A convex polygon, counter-clockwise; may be empty.
using ConvexCell = std::vector<Vec2d>;

/// The part of a cell on the upper or lower side of a split, by Sutherland-Hodgman clipping. Source: I.
/// Sutherland, G. Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974.
ConvexCell clip_to_side(const ConvexCell& cell, const broad::CellTree::Split& split, bool upper);

/// Draws the data structures that divide space. Deeper nodes are fainter, and cells with more boxes have a
/// stronger fill.
class BroadPhaseCells {
public:
    BroadPhaseCells(const WorldState& state, const Palette& palette, const BroadPhaseLayers& layers)
        : state_(state), palette_(palette), layers_(layers) {}

    void draw(const broad::DynamicTree& search) const;
    void draw(const broad::BatchedSortAndSweep& search) const;
    void draw(const broad::UniformGrid& search) const;
    void draw(const broad::Quadtree& search) const;
    void draw(const broad::CellTree& search) const;
    void draw(const broad::IntervalTree& search) const;
    /// Highlights portals that a box straddles.
    void draw(const broad::CellPortals& search) const;

private:
    [[nodiscard]] Color faded(int depth) const;
    void shade(const Aabb& box, std::size_t count) const;
    void shade(const ConvexCell& cell, std::size_t count) const;
    /// Labels a cell with its number of boxes if there is room.
    void label_count(const Aabb& box, std::size_t count) const;
    void draw_split(std::span<const broad::CellTree::Node> nodes, std::size_t index, const ConvexCell& cell,
                    int depth) const;
    void draw_nodes(std::span<const float> node_positions, std::size_t first, std::size_t last,
                    int depth) const;
    [[nodiscard]] Aabb bounds() const;

    const WorldState& state_;
    const Palette& palette_;
    const BroadPhaseLayers& layers_;
};

}  // namespace toibox::app
