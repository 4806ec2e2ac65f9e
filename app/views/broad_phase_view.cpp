// SPDX-License-Identifier: MIT
#include "app/views/broad_phase_view.h"

#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/world_state.h"

#include "app/views/broad_phase_cells.h"
#include "app/views/broad_phase_projections.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr int focus_priority = 18;
constexpr std::size_t max_highlighted_names = 24;  ///< With more highlighted boxes, none gets a name.

/// Draws each kind of broad phase.
struct BroadPhaseDrawer {
    const Session& session;
    const BroadPhaseCells& cells;
    const BroadPhaseProjections& projections;

    void operator()(const broad::AllPairs& /*search*/) const {}
    void operator()(const broad::DynamicTree& search) const { cells.draw(search); }
    void operator()(const broad::BatchedSortAndSweep& search) const { cells.draw(search); }
    void operator()(const broad::SingleAxisSortAndSweep& search) const {
        projections.draw(sorted_endpoints(session.world(), search.axis()), search.axis());
        projections.mark_axis(search.axis());
    }
    void operator()(const broad::SweepAndPrune& search) const {
        projections.draw(search.endpoints(0), 0);
        projections.draw(search.endpoints(1), 1);
    }
    void operator()(const broad::UniformGrid& search) const { cells.draw(search); }
    void operator()(const broad::Quadtree& search) const { cells.draw(search); }
    void operator()(const broad::CellTree& search) const { cells.draw(search); }
    void operator()(const broad::IntervalTree& search) const { cells.draw(search); }
    void operator()(const broad::OneShotSortAndSweep& /*search*/) const {
        projections.draw(sorted_endpoints(session.world(), 0), 0);
        projections.mark_axis(0);
    }
    void operator()(const broad::CellPortals& search) const { cells.draw(search); }
};

/// Highlights the boxes whose pairs changed in the last search with exchanges.
void draw_changed_pairs(const Session& session, const Palette& palette, DrawBatch& above) {
    const float strength = flash_strength(session);
    if (strength <= 0.0f) return;
    const WorldState& state = session.world().state();
    for (const Exchange& exchange : session.last_exchanges().exchanges) {
        if (!exchange.changed_pair) continue;
        for (const ProxyId id : {exchange.passing.id(), exchange.passed.id()}) {
            if (state.shapes.ids.is_live(id))
                above.aabb(state.shapes.fat_box[id], with_alpha(palette.warning, strength), 2.5f);
        }
    }
}

}  // namespace

ProjectionMargins projection_margins(const World& world) {
    const AnyBroadPhase& search = *world.state().broad_phase;
    if (std::holds_alternative<broad::SweepAndPrune>(search))
        return {projection_strip_height, projection_strip_height};
    constexpr float room = projection_strip_height + axis_arrow_height;
    if (std::holds_alternative<broad::OneShotSortAndSweep>(search)) return {.lower = room};
    if (const auto* sweep = std::get_if<broad::SingleAxisSortAndSweep>(&search)) {
        return sweep->axis() == 0 ? ProjectionMargins{.lower = room} : ProjectionMargins{.left = room};
    }
    return {};
}

void draw_broad_phase(const Session& session, const Palette& palette, const BroadPhaseLayers& layers) {
    const WorldState& state = session.world().state();
    const BroadPhaseCells cells(state, palette, layers);
    const BroadPhaseProjections projections(session, palette, layers);
    std::visit(BroadPhaseDrawer{session, cells, projections}, *state.broad_phase);
    draw_changed_pairs(session, palette, layers.above);
}

void draw_broad_phase_focus(const Session& session, const BroadPhaseFocus& focus, const Palette& palette,
                            const BroadPhaseLayers& layers, bool named) {
    const WorldState& state = session.world().state();
    DrawBatch& above = layers.above;
    const Aabb seen = above.view().visible();
    if (focus.axis >= 0) {
        const float position = static_cast<float>(focus.position);
        const bool is_x = focus.axis == 0;
        above.line(is_x ? Vec2{position, seen.lower.y} : Vec2{seen.lower.x, position},
                   is_x ? Vec2{position, seen.upper.y} : Vec2{seen.upper.x, position}, palette.selection,
                   1.5f, true);
    }
    for (std::size_t i = 0; i < focus.highlighted.size(); ++i) {
        const ProxyId id = focus.highlighted[i];
        if (!state.shapes.ids.is_live(id)) continue;
        const Color pair = i == 0 ? palette.pair_a : palette.pair_b;
        const Color color = focus.is_pair ? pair : palette.selection;
        const Aabb& box = state.shapes.fat_box[id];
        above.aabb(box, color, 2.5f);
        if (named && focus.highlighted.size() <= max_highlighted_names)
            layers.labels.add(above.view().to_points(center(box)), box_name(session, id), color,
                              focus_priority);
    }
}

}  // namespace toibox::app
