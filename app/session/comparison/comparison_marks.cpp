// SPDX-License-Identifier: MIT
// The marks of all panes on the leader's timeline.
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

void Comparison::visit_marks(std::uint64_t from, std::uint64_t to, const MarkVisitor& visit) const {
    const replay::Recording& recording = leader_.history().recording();
    const std::uint32_t branch = leader_.history().position().branch;
    recording.for_each_ancestor(branch, to, [&](std::uint32_t index, std::uint64_t last) {
        const auto is_visible = [&](std::uint64_t frame) { return frame >= from && frame <= last; };
        for (const replay::Mark& mark : recording.branches[index].marks) {
            if (is_visible(mark.frame)) visit(0, mark.frame, mark);
        }
        for (std::size_t i = 0; i < panes_.size(); ++i) {
            const auto marks = panes_[i]->marks.find(index);
            if (marks == panes_[i]->marks.end()) continue;
            for (const PaneMark& mark : marks->second) {
                if (is_visible(mark.frame)) visit(i + 1, mark.frame, mark.mark);
            }
        }
    });
}

std::vector<Comparison::PaneMark> Comparison::marks(std::uint64_t from, std::uint64_t to) const {
    std::vector<PaneMark> found;
    visit_marks(from, to, [&](std::size_t pane, std::uint64_t frame, const replay::Mark& mark) {
        found.push_back({pane, frame, mark});
    });
    std::ranges::sort(found, {}, [](const PaneMark& mark) {
        return std::tuple(mark.frame, mark.pane, mark.mark.kind, mark.mark.text);
    });
    return found;
}

}  // namespace toibox::app
