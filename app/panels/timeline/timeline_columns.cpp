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
    std::uint64_t frames = 300;
    while (frames < end) {
        if (frames + frames / 2 >= end) return frames + frames / 2;
        frames *= 2;
    }
    return frames;
}

std::vector<TimelineColumn> timeline_columns(const replay::Recording& recording, std::uint32_t branch_index,
                                             const TimelineScale& scale,
                                             const std::vector<Comparison::PaneMark>& others) {
    const auto columns = static_cast<std::size_t>(std::max(1.0f, std::ceil(scale.width))) + 1;
    std::vector<std::uint32_t> kinds(columns, 0);
    const auto add = [&](std::uint64_t frame, replay::MarkKind kind) {
        const auto column = static_cast<std::size_t>(std::max(0.0f, scale.x(frame) - scale.left));
        kinds[std::min(column, columns - 1)] |= 1u << static_cast<unsigned>(kind);
    };
    for (const Comparison::PaneMark& mark : others)
        add(mark.frame, mark.mark.kind);
    std::uint64_t last_frame = recording.branches[branch_index].end();
    for (std::uint32_t index = branch_index;;) {
        const replay::Branch& branch = recording.branches[index];
        for (const replay::Mark& mark : branch.marks) {
            if (mark.frame > last_frame) break;
            add(mark.frame, mark.kind);
        }
        for (const replay::Input& input : branch.inputs) {
            if (input.frame > last_frame) break;
            add(input.frame, replay::MarkKind::Input);
        }
        if (!branch.fork) break;
        last_frame = branch.fork->frame;
        index = branch.fork->branch;
    }
    std::vector<TimelineColumn> filled;
    for (std::size_t x = 0; x < columns; ++x) {
        if (kinds[x] != 0) filled.push_back({static_cast<std::uint32_t>(x), kinds[x]});
    }
    return filled;
}

}  // namespace toibox::app
