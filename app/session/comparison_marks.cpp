// SPDX-License-Identifier: MIT
// The marks of all panes on the leader's time line.
#include "app/session/comparison.h"

#include <algorithm>
#include <iterator>

namespace toibox::app {

std::vector<Comparison::PaneMark> Comparison::marks(std::uint64_t from, std::uint64_t to) const {
    const replay::History& history = leader_.history();
    const std::uint32_t branch = history.position().branch;
    std::vector<PaneMark> found;
    for (replay::Mark& mark : history.marks(branch, from, to))
        found.push_back({0, mark.frame, std::move(mark)});
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const Pane& pane = *panes_[i];
        const auto position_at = [&](std::uint64_t frame) -> const replay::HistoryPosition* {
            const auto at = pane.positions.find(key_of(history.recording(), {branch, frame, 0}));
            return at != pane.positions.end() ? &at->second : nullptr;
        };
        for (std::uint64_t frame = std::max<std::uint64_t>(from, 1); frame <= to; ++frame) {
            const replay::HistoryPosition* before = position_at(frame - 1);
            const replay::HistoryPosition* after = position_at(frame);
            if (before == nullptr || after == nullptr || after->frame == before->frame) continue;
            for (replay::Mark& mark :
                 pane.session.history().marks(after->branch, before->frame + 1, after->frame))
                found.push_back({i + 1, frame, std::move(mark)});
        }
    }
    std::ranges::stable_sort(found, {},
                             [](const PaneMark& mark) { return std::pair(mark.frame, mark.pane); });
    return found;
}

}  // namespace toibox::app
