// SPDX-License-Identifier: MIT
#include "app/studies/broad_phase/broad_phase_description.h"

#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace toibox::app {

namespace {

/// In the order of BroadPhaseKind.
constexpr std::array descriptions{
    BroadPhaseDescription{
        "Each box is tested against every other: n (n − 1) / 2 tests if all have moved. Nothing is cached. "
        "The reference for the other broad phases.",
        "McCutchan 2006 (McMaster University), brute force"},
    BroadPhaseDescription{
        "A binary tree of boxes; each node's box contains those of its two children. Each moved box descends "
        "from the root, skipping all subtrees that it does not touch. Moving a box within its parent's box "
        "costs nothing.",
        "Bittner, Hapala, Havran 2013; Catto, GDC 2019"},
    BroadPhaseDescription{
        "All boxes are sorted by their left ends and distributed to horizontal strips. Within a strip each "
        "box is tested with SIMD against the following boxes that start before it ends. If few boxes have "
        "moved, each of them queries a tree and nothing is sorted.",
        "Ericson 2005, ch. 7; the combination with a tree is new here"},
    BroadPhaseDescription{
        "The boxes stay sorted along the axis of larger spread. A sweep along this axis keeps a list of "
        "active "
        "boxes, those that have started and not yet ended; each box that starts is tested on the other axis "
        "against the active boxes.",
        "Ericson 2005, ch. 7 (axis by variance); Baraff 1992"},
    BroadPhaseDescription{
        "The endpoints of all boxes stay sorted on both axes. When boxes move, neighbouring endpoints are "
        "exchanged one by one. Each exchange shows which pair starts or ends to overlap, so pairs are never "
        "searched again. Boxes in a row along one axis cause many exchanges on the other axis.",
        "Trtík 2024 (Masaryk University); Cohen, Lin, Manocha, Ponamgi 1995"},
    BroadPhaseDescription{
        "The plane is divided into square cells, twice as large as a typical box. Boxes that share a cell "
        "are "
        "tested. A box that would cover many cells is tested against all other boxes, so a grid is slow if "
        "sizes differ widely.",
        "Teschner et al. 2003"},
    BroadPhaseDescription{
        "A square is subdivided into quarters wherever it contains many boxes. A box is stored in the "
        "smallest "
        "cell that contains all of it. A box on the centre line of a large cell is stored in that cell and "
        "tested against all boxes in the cells below.",
        "Trtík 2024 (Masaryk University); Finkel, Bentley 1974"},
    BroadPhaseDescription{
        "Space is split by lines parallel to the axes, each through the median of the boxes' centres, until "
        "few boxes are left on each side. A box that crosses a line is stored on both sides.",
        "Trtík 2024 (Masaryk University); Bentley 1975"},
    BroadPhaseDescription{
        "Space is split by lines of any direction, each perpendicular to the direction of greatest spread: a "
        "slanted row of boxes is cut straight across.",
        "Fuchs, Kedem, Naylor 1980"},
    BroadPhaseDescription{
        "A horizontal line sweeps upwards. The boxes that it crosses are stored in a tree over x, each at "
        "the "
        "highest node that it covers. Each box that starts finds its overlaps in this tree without wasted "
        "tests.",
        "Edelsbrunner 1980"},
    BroadPhaseDescription{
        "The endpoints of all boxes along x are sorted again for each search. A sweep along x keeps a list "
        "of "
        "active boxes, those that have started and not yet ended; each box that starts is tested against the "
        "active boxes. Nothing is cached.",
        "McCutchan 2006 (McMaster University), sweep and prune"},
    BroadPhaseDescription{
        "Cells tile the plane; a portal is the common border of two cells. A moving box is followed from its "
        "previous cells through the portals that it straddles, and tested against the other boxes in its new "
        "cells. The cells are rebuilt only when the boxes have moved far.",
        "Teller, Séquin 1991 (cells and portals)"}};
static_assert(descriptions.size() == std::variant_size_v<AnyBroadPhase>);

std::string integer_text(std::size_t value) {
    return fmt::format("{}", value);
}

/// Visitor that lists the properties of a broad phase's data structure.
struct FactVisitor {
    using Facts = std::vector<BroadPhaseFact>;

    const WorldState& state;

    Facts operator()(const broad::AllPairs& /*search*/) const { return {}; }
    Facts operator()(const broad::DynamicTree& search) const {
        if (state.shapes.ids.live_count() == 0) return {};
        return {{"height", integer_text(static_cast<std::size_t>(search.height()))},
                {"perimeters / root", fmt::format("{:.2f}", search.area_ratio())}};
    }
    Facts operator()(const broad::BatchedSortAndSweep& search) const {
        const broad::StripPairFinder* strips = search.strips();
        if (strips == nullptr) return {{"searched in", "a tree"}};
        return {
            {"searched in", "strips"},
            {"strip height", strips->strip_height() > 0.0 ? fmt::format("{:.3g} m", strips->strip_height())
                                                          : std::string("all")},
            {"entries in strips", integer_text(strips->entries())}};
    }
    Facts operator()(const broad::SingleAxisSortAndSweep& search) const {
        return {{"sweep axis", search.axis() == 0 ? "x" : "y"}};
    }
    Facts operator()(const broad::SweepAndPrune& search) const {
        return {{"stored pairs", integer_text(search.pairs().size())}};
    }
    Facts operator()(const broad::UniformGrid& search) const {
        std::size_t cells = 0;
        std::size_t max_boxes = 0;
        search.for_each_cell([&](const Aabb& /*box*/, std::size_t count) {
            ++cells;
            max_boxes = std::max(max_boxes, count);
        });
        return {{"cell size", fmt::format("{:.3g} m", search.cell_size())},
                {"cells in use", integer_text(cells)},
                {"max boxes per cell", integer_text(max_boxes)},
                {"too large for cells", integer_text(search.large_boxes().size())}};
    }
    Facts operator()(const broad::Quadtree& search) const {
        int max_depth = 0;
        for (const broad::Quadtree::Cell& cell : search.cells())
            max_depth = std::max(max_depth, cell.depth);
        return {{"cells", integer_text(search.cells().size())},
                {"max depth", integer_text(static_cast<std::size_t>(max_depth))}};
    }
    Facts operator()(const broad::CellTree& search) const {
        std::size_t leaves = 0;
        std::size_t entries = 0;
        for (const broad::CellTree::Node& node : search.nodes()) {
            if (node.upper != 0) continue;
            ++leaves;
            entries += node.count;
        }
        return {{"cells", integer_text(leaves)}, {"boxes in cells", integer_text(entries)}};
    }
    Facts operator()(const broad::IntervalTree& search) const {
        return {{"nodes", integer_text(search.node_positions().size())}};
    }
    Facts operator()(const broad::OneShotSortAndSweep& search) const {
        return {{"sweep axis", "x"}, {"max active boxes", integer_text(search.max_active())}};
    }
    Facts operator()(const broad::CellPortals& search) const {
        std::size_t portals = 0;
        for (const broad::CellPortals::Cell& cell : search.cells())
            portals += cell.portal_count;
        std::size_t straddling = 0;
        for (ProxyId id = 0; id < state.shapes.fat_box.size(); ++id)
            straddling += search.cells_of(id).size() > 1 ? 1u : 0u;
        return {{"cells", integer_text(search.cells().size())},
                {"portals", integer_text(portals / 2)},
                {"boxes in several cells", integer_text(straddling)},
                {"rebuilds", integer_text(static_cast<std::size_t>(search.rebuild_count()))}};
    }
};

}  // namespace

const BroadPhaseDescription& broad_phase_description(BroadPhaseKind kind) {
    return descriptions[static_cast<std::size_t>(kind)];
}

std::vector<BroadPhaseFact> broad_phase_facts(const World& world) {
    return std::visit(FactVisitor{world.state()}, *world.state().broad_phase);
}

}  // namespace toibox::app
