// SPDX-License-Identifier: MIT
#pragma once

#include "app/views/broad_view.h"

#include <array>
#include <span>

namespace toibox::app {

inline constexpr float projection_strip_height = 44.0f;  ///< Of the bars at an edge, points …
inline constexpr float axis_arrow_height = 22.0f;        ///< … and of the arrow that marks their axis.

/// The boxes' projections on an axis as bars: at the lower edge of the view for x, at the left one for y.
/// Begins and ends are brackets; bars that overlap lie in lanes of their own.
class BroadPhaseProjections {
public:
    BroadPhaseProjections(const Session& session, const Palette& palette, const BroadPhaseLayers& layers);

    /// `ends`: all of an axis, ascending.
    void draw(std::span<const EndPoint> ends, int axis) const;
    /// An arrow along the edge: this is the axis that is swept.
    void mark_axis(int axis) const;

private:
    /// A place along the axis (metres) and above its edge (points).
    [[nodiscard]] Vec2 at(int axis, float along, float above_edge) const;
    void bar(int axis, float begin, float end, float height, float width) const;
    void bracket(int axis, const EndPoint& end, float height, float reach) const;

    const Session& session_;
    const Palette& palette_;
    const BroadPhaseLayers& layers_;
    const View& view_;
    std::array<SwappedEndpoints, 2> swapped_;  ///< By axis.
};

}  // namespace toibox::app
