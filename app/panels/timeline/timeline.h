// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"

#include "app/session/comparison/comparison.h"

#include <cstdint>
#include <vector>

namespace toibox::app {

/// Maps frames of a history to x coordinates on the timeline.
struct TimelineScale {
    float left = 0.0f;   ///< x of frame 0, points.
    float width = 1.0f;  ///< Width from frame 0 to frame `frames`, points.
    std::uint64_t frames = 1;

    [[nodiscard]] float x(std::uint64_t frame) const {
        return left + width * static_cast<float>(static_cast<double>(frame) / static_cast<double>(frames));
    }
    [[nodiscard]] std::uint64_t frame(float x) const;
};

/// Number of frames that the timeline shows for a history of `end` frames: the next of 300 · (1, 1.5, 2, 3,
/// 4, 6, 8 …), so that marks rarely move as the history grows.
std::uint64_t timeline_frames(std::uint64_t end);

/// The marks in one column of the timeline, one point wide.
struct TimelineColumn {
    std::uint32_t x = 0;      ///< Points from the left edge.
    std::uint32_t kinds = 0;  ///< Bit 1 << kind for each MarkKind in the column.
};
/// Columns with marks or inputs of a branch and its ancestors, in ascending order. `others`: marks of the
/// other panes of a comparison. Cost: O(marks + inputs + width).
std::vector<TimelineColumn> timeline_columns(const replay::Recording& recording, std::uint32_t branch_index,
                                             const TimelineScale& scale,
                                             const std::vector<Comparison::PaneMark>& others = {});

}  // namespace toibox::app
