// SPDX-License-Identifier: MIT
#pragma once

#include "app/views/broad_phase_view.h"

#include <array>
#include <span>

namespace toibox::app {

/// Height of the strip of bars at an edge of the view, points.
inline constexpr float projection_strip_height = 44.0f;
/// Room for the arrow that marks the sweep axis, points.
inline constexpr float axis_arrow_height = 22.0f;

/// Draws the projections of the boxes on an axis as bars: at the lower edge of the view for x, at the left
/// edge for y. Brackets mark the endpoints; overlapping bars are in different rows.
class BroadPhaseProjections {
public:
    BroadPhaseProjections(const Session& session, const Palette& palette, const BroadPhaseLayers& layers);

    /// `endpoints`: all endpoints on the axis, ascending.
    void draw(std::span<const Endpoint> endpoints, int axis) const;
    /// Marks the sweep axis with an arrow along the edge.
    void mark_axis(int axis) const;

private:
    /// World position from a coordinate on the axis (metres) and a height above the edge of the view
    /// (points).
    [[nodiscard]] Vec2 at(int axis, float along, float above_edge) const;
    void bar(int axis, float start, float end, float height, float width) const;
    void bracket(int axis, const Endpoint& endpoint, float height, float half_height) const;

    const Session& session_;
    const Palette& palette_;
    const BroadPhaseLayers& layers_;
    const View& view_;
    std::array<ExchangedEndpoints, 2> exchanged_;  ///< By axis.
};

}  // namespace toibox::app
