// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/comparison/comparison.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace toibox::app {

/// Maps frames of a history to x coordinates on the timeline. What happened within a step lies between two
/// frames.
struct TimelineScale {
    float left = 0.0f;   ///< x of frame 0, points.
    float width = 1.0f;  ///< Width from frame 0 to frame `frames`, points.
    std::uint64_t frames = 1;

    [[nodiscard]] float x(double frame) const {
        return left + width * static_cast<float>(frame / static_cast<double>(frames));
    }
    [[nodiscard]] float x(std::uint64_t frame) const { return x(static_cast<double>(frame)); }
    [[nodiscard]] std::uint64_t frame(float x) const;
};

/// Where an event lies between the frames before and after its step.
inline double event_position(std::uint64_t frame, const replay::Mark& mark) {
    return static_cast<double>(frame) - 1.0 + mark.t;
}

/// Number of frames that the timeline shows for a history of `end` frames: the next of 4 · (1, 1.5, 2, 3, 4,
/// 6, 8 …). So the history fills most of the strip, and marks move rarely as it grows.
std::uint64_t timeline_frames(std::uint64_t end);
/// Frames between two ticks on the strip: 1, 2, 5, 10 …, at least `min_distance` points apart.
std::uint64_t tick_distance(const TimelineScale& scale, float min_distance);

/// The marks in one column of the timeline, one point wide.
struct TimelineColumn {
    std::uint32_t x = 0;      ///< Points from the left edge.
    std::uint32_t kinds = 0;  ///< Bit 1 << kind for each MarkKind in the column.
};
/// Columns with marks of all panes or inputs on the leader's branch and its ancestors, in ascending order.
/// Cost: O(marks + inputs + width).
std::vector<TimelineColumn> timeline_columns(const Comparison& comparison, const TimelineScale& scale);

/// The most important event of one or more panes at a frame.
struct TimelineEvent {
    double position = 0.0;    ///< See event_position().
    std::uint64_t frame = 0;  ///< Of the leader.
    std::size_t place = 0;    ///< Among the events of the frame.
    replay::MarkKind kind = replay::MarkKind::Contact;
    std::string text;  ///< "2: impact of ball and wall, 9.10 ms"
};
/// The events that the timeline draws, the most important first: those of the current frame, then verdicts by
/// severity, impacts, contacts. An event that is less than `min_distance` points from a more important one of
/// another frame is left out. With a comparison, each text starts with the numbers of the panes in which it
/// happened. Cost: O(marks · log marks + width).
std::vector<TimelineEvent> timeline_events(const Comparison& comparison, const TimelineScale& scale,
                                           float min_distance);

/// The marks of all panes at most `reach` points from x, by ascending frame. Impacts that a verdict tells too
/// are left out.
std::vector<Comparison::PaneMark> marks_near(const Comparison& comparison, const TimelineScale& scale,
                                             float x, float reach);
/// A mark as a line of text; with a comparison, it starts with the number of the pane.
std::string mark_text(const Comparison& comparison, const Comparison::PaneMark& mark);

}  // namespace toibox::app
