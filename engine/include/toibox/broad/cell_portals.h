// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"

#include <cstdint>

namespace toibox::broad {

/// Cells that tile the plane, connected by portals: the parts of borders that two cells share. The cells of
/// each box are stored. A box can leave its cells only through portals, so its new cells are found from its
/// old cells without a search from the root: a walk to the cell of its lower corner, then through each portal
/// that the box straddles. A moved box is tested against the boxes in its cells, each pair in one cell only.
/// The cells are split at medians, like the leaves of a KdTree, in the first search, and rebuilt when too
/// many tests per moved box are wasted. The method is designed for maps that mostly stand still.
/// Sources: anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "Cell-Portal Collisions"; S.
/// Teller, C. Séquin, "Visibility Preprocessing for Interactive Walkthroughs", SIGGRAPH 1991 (cells and
/// portals).
/// Cost: find_pairs O(n + cells entered + tests); rebuilding O(n log n) for boxes that are spread out.
class CellPortals : public BatchBroadPhase {
public:
    static constexpr const char* name = "cell-portals";

    struct Portal {
        std::uint32_t to = 0;  ///< The cell on the other side.
        Aabb opening;          ///< A segment: its width or its height is 0.
    };
    struct Cell {
        Aabb box;  ///< Closed: neighbours share their border. Outer cells extend to the limits of float.
        std::uint32_t first_portal = 0;
        std::uint32_t portal_count = 0;
    };

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});
    /// The cells of the last search; empty before the first.
    [[nodiscard]] std::span<const Cell> cells() const { return cells_; }
    [[nodiscard]] std::span<const Portal> portals_of(const Cell& cell) const {
        return std::span(portals_).subspan(cell.first_portal, cell.portal_count);
    }
    /// The cells of a box in the last search, starting with the cell of its lower corner; empty if the box
    /// was absent.
    [[nodiscard]] std::span<const std::uint32_t> cells_of(ProxyId id) const;
    /// How often the cells have been rebuilt.
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
    [[nodiscard]] std::uint32_t walk_to_cell(std::uint32_t from, Vec2 to);
    [[nodiscard]] std::uint32_t next_towards(const Cell& cell, Vec2 to) const;
    void test_moved(std::span<const ProxyId> moved);
    /// Whether the cell is responsible for a pair: it contains the lower corner of the overlap.
    [[nodiscard]] bool owns(const Cell& cell, Vec2 corner) const;

    std::vector<Cell> cells_;
    std::vector<Portal> portals_;                ///< Cell by cell.
    std::vector<ProxyCells> proxy_cells_;        ///< By id.
    std::vector<std::vector<ProxyId>> members_;  ///< By cell.
    int rebuild_count_ = 0;
    // The following decide when to rebuild. After a rebuild that did not help, the next rebuild is delayed.
    std::uint64_t wasted_tests_ = 0;  ///< Tests of the last search that found no pair.
    int searches_since_rebuild_ = 0;
    int rebuild_backoff_ = 1;  ///< Minimum number of searches between rebuilds.

    struct Link {
        std::uint32_t from = 0;
        Portal portal;
    };
    ScratchBuffer<std::vector<ProxyId>> ids_;
    ScratchBuffer<std::vector<float>> coordinates_;
    ScratchBuffer<std::vector<Link>> links_;
    ScratchBuffer<std::vector<std::uint32_t>> seen_;  ///< By cell: id + 1 of the last box that visited it.
};
static_assert(BroadPhase<CellPortals>);

}  // namespace toibox::broad
