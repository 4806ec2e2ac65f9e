// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/box_store.h"

#include <cstdint>

namespace toibox::broad {

/// Cells that tile the plane, and portals: what of a border two cells share. A box is known by the cells in
/// which it lies. Where it goes it can only go through portals, so its next cells are found from its last
/// ones, without a search from the top: a walk to the cell of its lower corner, and from there through each
/// portal that it straddles. A box that has moved is tested against those in its cells, each pair in one
/// cell. The cells are cut at medians, like the leaves of a KdTree, when boxes are first sought, and anew
/// when more is tested in vain than a few boxes for each that has moved: made for maps that stand still.
/// Sources: survey of collision detection ("Cell-Portal Collisions"); S. Teller, C. Séquin, "Visibility
/// Preprocessing for Interactive Walkthroughs", SIGGRAPH 1991 (cells and portals).
/// Cost: find_pairs O(n + cells entered + tests); to cut the cells O(n log n) for boxes that are spread.
class CellPortals : public BatchBroadPhase {
public:
    static constexpr const char* name = "cell-portals";

    struct Portal {
        std::uint32_t to = 0;  ///< The cell behind it.
        Aabb opening;          ///< Without width or without height.
    };
    struct Cell {
        Aabb box;  ///< Closed: neighbours share their border. The outer ones reach as far as floats do.
        std::uint32_t first_portal = 0;
        std::uint32_t portal_count = 0;
    };

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// Of the last search; empty before.
    [[nodiscard]] std::span<const Cell> cells() const { return cells_; }
    [[nodiscard]] std::span<const Portal> portals_of(const Cell& cell) const {
        return std::span(portals_).subspan(cell.first_portal, cell.portal_count);
    }
    /// The cells in which a box lay in the last search, from that of its lower corner on; empty if it was not
    /// there.
    [[nodiscard]] std::span<const std::uint32_t> cells_of(ProxyId id) const;
    /// How often the cells have been cut.
    [[nodiscard]] int rebuild_count() const { return rebuild_count_; }

private:
    struct ProxyCells {
        Aabb box;
        std::vector<std::uint32_t> cells;
    };

    void rebuild_cells();
    void divide(std::size_t first, std::size_t last, const Aabb& box, int depth);
    [[nodiscard]] float median(std::span<const ProxyId> ids, int axis);
    void create_portals(int axis);
    void sort_portals();
    void update_all_cells();
    void update_cells(ProxyId id);
    void remove_from_cells(ProxyId id);
    void add_to_cell(ProxyId id, std::uint32_t cell);
    [[nodiscard]] std::uint32_t walk(std::uint32_t from, Vec2 to);
    [[nodiscard]] std::uint32_t next_towards(const Cell& cell, Vec2 to) const;
    void test_moved(std::span<const ProxyId> moved);
    /// Whether a pair that meets in this cell counts here: its lower corner does.
    [[nodiscard]] bool owns(const Cell& cell, Vec2 corner) const;

    std::vector<Cell> cells_;
    std::vector<Portal> portals_;                ///< Cell by cell.
    std::vector<ProxyCells> proxy_cells_;        ///< By id.
    std::vector<std::vector<ProxyId>> members_;  ///< By cell.
    int rebuild_count_ = 0;
    // When to cut anew. A cut that has not helped is not tried again at once.
    std::uint64_t wasted_tests_ = 0;  ///< Tests in vain of the last search.
    int searches_since_rebuild_ = 0;
    int rebuild_backoff_ = 1;  ///< Searches.

    struct Link {
        std::uint32_t from = 0;
        Portal portal;
    };
    ScratchBuffer<std::vector<ProxyId>> ids_;
    ScratchBuffer<std::vector<float>> places_;
    ScratchBuffer<std::vector<Link>> links_;
    ScratchBuffer<std::vector<std::uint32_t>> seen_;  ///< By cell: the box that saw it last, and 1.
};
static_assert(BroadPhase<CellPortals>);

}  // namespace toibox::broad
