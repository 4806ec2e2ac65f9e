// SPDX-License-Identifier: MIT
#include "app/panels/timeline/timeline.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

std::uint64_t TimelineScale::frame(float x) const {
    const double fraction = std::clamp(static_cast<double>((x - left) / width), 0.0, 1.0);
    return static_cast<std::uint64_t>(std::llround(fraction * static_cast<double>(frames)));
}

std::uint64_t timeline_frames(std::uint64_t end) {
    std::uint64_t frames = 4;
    while (frames < end) {
        if (frames + frames / 2 >= end) return frames + frames / 2;
        frames *= 2;
    }
    return frames;
}

std::uint64_t tick_distance(const TimelineScale& scale, float min_distance) {
    const auto is_far = [&](std::uint64_t frames) { return scale.x(frames) - scale.left >= min_distance; };
    std::uint64_t decade = 1;
    while (!is_far(10 * decade) && 10 * decade < scale.frames)
        decade *= 10;
    for (const std::uint64_t factor : {1u, 2u, 5u}) {
        if (is_far(factor * decade)) return factor * decade;
    }
    return 10 * decade;
}

std::vector<TimelineColumn> timeline_columns(const Comparison& comparison, const TimelineScale& scale) {
    const auto columns = static_cast<std::size_t>(std::max(1.0f, std::ceil(scale.width))) + 1;
    std::vector<std::uint32_t> kinds(columns, 0);
    const auto add = [&](double position, replay::MarkKind kind) {
        const auto column = static_cast<std::size_t>(std::max(0.0f, scale.x(position) - scale.left));
        kinds[std::min(column, columns - 1)] |= 1u << static_cast<unsigned>(kind);
    };
    const replay::History& history = comparison.pane(0).history();
    comparison.visit_marks(0, history.end(), [&](std::size_t, std::uint64_t frame, const replay::Mark& mark) {
        add(event_position(frame, mark), mark.kind);
    });
    const replay::Recording& recording = history.recording();
    const std::uint32_t branch = history.position().branch;
    recording.for_each_ancestor(branch, history.end(), [&](std::uint32_t index, std::uint64_t last) {
        for (const replay::Input& input : recording.branches[index].inputs) {
            if (input.frame > last) break;
            add(static_cast<double>(input.frame), replay::MarkKind::Input);
        }
    });
    std::vector<TimelineColumn> filled;
    for (std::size_t x = 0; x < columns; ++x) {
        if (kinds[x] != 0) filled.push_back({static_cast<std::uint32_t>(x), kinds[x]});
    }
    return filled;
}

}  // namespace toibox::app
