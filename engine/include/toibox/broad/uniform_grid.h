// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"

namespace toibox::broad {

/// A grid of square cells, twice the median box size. Only occupied cells are stored, as a list sorted by
/// cell instead of a hash table. Boxes that share a cell are tested, and a pair is reported only in the cell
/// that contains the lower corner of the overlap. A box that would be in too many cells is tested against all
/// others instead: grids handle very different box sizes badly. Sources: anonymous lecture slides "Detekcija
/// trkov" ("Collision Detection"), "Multi-Body Problems"; M. Teschner et al., "Optimized Spatial Hashing for
/// Collision Detection of Deformable Objects", VMV 2003. Cost: find_pairs O(n log n + tests).
class UniformGrid : public BatchBroadPhase {
public:
    static constexpr const char* name = "grid";

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});
    /// Cell size in the last search, metres; 0 before the first.
    [[nodiscard]] double cell_size() const { return cell_size_; }
    /// The boxes that would be in too many cells and were tested against all others.
    [[nodiscard]] std::span<const ProxyId> large_boxes() const { return large_; }
    /// Calls visit(box, count) for each occupied cell of the last search with its number of boxes.
    template <class Visit>
    void for_each_cell(Visit&& visit) const {
        for (std::size_t i = 0; i < entries_.size();) {
            const std::size_t end = end_of_cell(i);
            visit(box_of(entries_[i].cell), end - i);
            i = end;
        }
    }

private:
    /// Integer cell coordinates from the origin.
    struct Cell {
        std::int64_t x = 0;
        std::int64_t y = 0;
        friend auto operator<=>(const Cell&, const Cell&) = default;
    };
    struct Entry {
        Cell cell;
        ProxyId id = 0;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };

    [[nodiscard]] double choose_cell_size();
    [[nodiscard]] Cell cell_of(Vec2 point) const;
    [[nodiscard]] Aabb box_of(Cell cell) const;
    [[nodiscard]] std::size_t end_of_cell(std::size_t begin) const;
    void fill();
    void test_cell(std::size_t begin, std::size_t end);
    void test_large();

    double cell_size_ = 0.0;
    std::vector<Entry> entries_;  ///< Entries of the last search, sorted.
    std::vector<ProxyId> large_;
    ScratchBuffer<std::vector<ProxyId>> live_;
    ScratchBuffer<std::vector<float>> sides_;
};
static_assert(BroadPhase<UniformGrid>);

}  // namespace toibox::broad
