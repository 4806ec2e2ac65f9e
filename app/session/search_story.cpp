// SPDX-License-Identifier: MIT
#include "app/session/search_story.h"

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
        "Each box is tested against every other: n (n − 1) / 2 tests if all have moved. Nothing is kept, "
        "nothing can be wrong: the yardstick for the others.",
        "McMaster lecture, brute force"},
    BroadPhaseDescription{
        "A binary tree of boxes; each node's box holds those of its two children. Each moved box is looked "
        "up from the root down, and whole branches that it does not touch are left out. A box that stays "
        "within its parent's costs nothing to move.",
        "Bittner, Hapala, Havran 2013; Catto, GDC 2019"},
    BroadPhaseDescription{
        "All boxes are sorted by their left ends and dealt out to horizontal strips; within a strip each "
        "is tested against the next ones, several at a time, as far as it reaches. Where few have moved, "
        "those are looked up in a tree instead.",
        "Ericson 2005, ch. 7; the combination is toibox's own"},
    BroadPhaseDescription{
        "The boxes stay sorted along the axis on which they are spread more. A sweep along it keeps a list "
        "of those that have begun and not yet ended; who begins is tested against these on the other "
        "axis.",
        "Survey of collision detection, one axis by variance; Baraff 1992"},
    BroadPhaseDescription{
        "The ends of all boxes stay sorted on both axes. When boxes move, ends change places, one exchange "
        "after the other; each tells what has changed, so the set of pairs is never searched anew. "
        "Crowds that lie along one axis are shuffled on the other.",
        "PA199 lecture; Cohen, Lin, Manocha, Ponamgi 1995"},
    BroadPhaseDescription{
        "Square cells of one size, as large as two middling boxes. Boxes that share a cell are tested. A "
        "box that would lie in many cells is tested against all: sizes that differ much are what a grid "
        "is bad at.",
        "Survey of collision detection; Teschner et al. 2003"},
    BroadPhaseDescription{
        "A square, quartered wherever it holds many boxes. A box lies in the smallest cell that holds it "
        "whole; one on the middle line of a large cell stays there, and is tested against everything "
        "below.",
        "PA199 lecture; Finkel, Bentley 1974"},
    BroadPhaseDescription{
        "Space is halved by lines along the axes, each through the median of the centres, until few boxes "
        "are left on each side. A box that reaches across a line lies on both sides of it.",
        "PA199 lecture; Bentley 1975"},
    BroadPhaseDescription{
        "Space is halved by lines of any direction, each across the direction in which the boxes are "
        "spread most: a crowd that lies aslant is divided along its length.",
        "Survey of collision detection; Fuchs, Kedem, Naylor 1980"},
    BroadPhaseDescription{
        "A line sweeps upwards. The boxes that it cuts hang in a tree over x, each at the highest node that "
        "it covers; who begins reads its overlaps off that tree, and nothing is tested in vain.",
        "Survey of collision detection; Edelsbrunner 1980"},
    BroadPhaseDescription{
        "The ends of all boxes along x are sorted anew for each search. A sweep along them keeps a list of "
        "the boxes that have begun and not yet ended; who begins is tested against these. Nothing is "
        "remembered.",
        "McMaster lecture, sweep and prune"},
    BroadPhaseDescription{
        "Cells tile the plane; a portal is what two of them share of a border. A box that moves is followed "
        "from its last cells through the portals that it straddles, and tested against those in its "
        "cells. The cells are cut anew only when the crowd has moved on.",
        "Survey of collision detection, cell-portal collisions; Teller, Séquin 1991"}};
static_assert(descriptions.size() == std::variant_size_v<AnyBroadPhase>);

std::string integer_text(std::size_t value) {
    return fmt::format("{}", value);
}

struct BroadPhaseFacts {
    using Facts = std::vector<BroadPhaseFact>;

    const WorldState& state;

    Facts operator()(const broad::AllPairs& /*search*/) const { return {}; }
    Facts operator()(const broad::DynamicTree& search) const {
        if (state.shapes.ids.live_count() == 0) return {};
        return {{"height", integer_text(static_cast<std::size_t>(search.height()))},
                {"perimeters / root's", fmt::format("{:.2f}", search.area_ratio())}};
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
        return {{"swept along", search.axis() == 0 ? "x" : "y"}};
    }
    Facts operator()(const broad::SweepAndPrune& search) const {
        return {{"pairs kept", integer_text(search.pairs().size())}};
    }
    Facts operator()(const broad::UniformGrid& search) const {
        std::size_t cells = 0;
        std::size_t fullest = 0;
        search.for_each_cell([&](const Aabb& /*box*/, std::size_t count) {
            ++cells;
            fullest = std::max(fullest, count);
        });
        return {{"cell size", fmt::format("{:.3g} m", search.cell_size())},
                {"cells in use", integer_text(cells)},
                {"boxes in the fullest", integer_text(fullest)},
                {"too large for cells", integer_text(search.large_boxes().size())}};
    }
    Facts operator()(const broad::Quadtree& search) const {
        int deepest = 0;
        for (const broad::Quadtree::Cell& cell : search.cells())
            deepest = std::max(deepest, cell.depth);
        return {{"cells", integer_text(search.cells().size())},
                {"deepest", integer_text(static_cast<std::size_t>(deepest))}};
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
        return {{"swept along", "x"}, {"most active at once", integer_text(search.max_active())}};
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
                {"times cut", integer_text(static_cast<std::size_t>(search.rebuild_count()))}};
    }
};

}  // namespace

const BroadPhaseDescription& broad_phase_description(BroadPhaseKind kind) {
    return descriptions[static_cast<std::size_t>(kind)];
}

std::vector<BroadPhaseFact> broad_phase_facts(const World& world) {
    return std::visit(BroadPhaseFacts{world.state()}, *world.state().broad_phase);
}

}  // namespace toibox::app
