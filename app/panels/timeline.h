// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"

#include <cstdint>
#include <vector>

namespace toibox::app {

/// Which part of the past the time line shows, and where a frame stands on it.
struct TimelineScale {
    float left = 0.0f;   ///< Points, of frame 0.
    float width = 1.0f;  ///< Up to frame `frames`.
    std::uint64_t frames = 1;

    [[nodiscard]] float x(std::uint64_t frame) const {
        return left + width * static_cast<float>(static_cast<double>(frame) / static_cast<double>(frames));
    }
    [[nodiscard]] std::uint64_t frame(float x) const;
};

/// Room for what there is and some to come, in steps that do not make the marks creep: the next of
/// 300 · 1, 1.5, 2, 3, 4, 6, 8 … frames.
std::uint64_t timeline_frames(std::uint64_t end);

/// What the time line draws of the past in one column of pixels.
struct TimelineColumn {
    std::uint32_t x = 0;      ///< From the left edge.
    std::uint32_t kinds = 0;  ///< Bit 1 << MarkKind.
};
/// The marks of a branch and of those that it came from, column by column, ascending; inputs among them.
/// Cost: a look at each mark.
std::vector<TimelineColumn> timeline_columns(const replay::Recording& recording, std::uint32_t branch_index,
                                             const TimelineScale& scale);

}  // namespace toibox::app
