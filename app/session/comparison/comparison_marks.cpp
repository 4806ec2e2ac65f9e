// SPDX-License-Identifier: MIT
// The marks of all panes on the leader's time line.
#include "app/session/comparison/comparison.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace toibox::app {

void Comparison::add_marks(Pane& pane, const replay::HistoryPosition& at, std::uint64_t frame) const {
    const replay::History& history = pane.session.history();
    std::vector<PaneMark>& marks = pane.marks[leader_.history().recording().owner(at.branch, at.frame)];
    for (replay::Mark& mark : history.marks(history.position().branch, frame + 1, history.frame()))
        marks.push_back({.frame = at.frame, .mark = std::move(mark)});
}

std::vector<Comparison::PaneMark> Comparison::marks(std::uint64_t from, std::uint64_t to) const {
    const replay::History& history = leader_.history();
    std::vector<PaneMark> found;
    for (replay::Mark& mark : history.marks(history.position().branch, from, to))
        found.push_back({0, mark.frame, std::move(mark)});
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        std::uint64_t last = to;
        for (std::uint32_t index = history.position().branch;;) {
            if (const auto marks = panes_[i]->marks.find(index); marks != panes_[i]->marks.end()) {
                for (const PaneMark& mark : marks->second) {
                    if (mark.frame >= from && mark.frame <= last)
                        found.push_back({i + 1, mark.frame, mark.mark});
                }
            }
            const auto& fork = history.recording().branches[index].fork;
            if (!fork) break;
            last = std::min(last, fork->frame);
            index = fork->branch;
        }
    }
    std::ranges::sort(found, {}, [](const PaneMark& mark) {
        return std::tuple(mark.frame, mark.pane, mark.mark.kind, mark.mark.text);
    });
    return found;
}

}  // namespace toibox::app
