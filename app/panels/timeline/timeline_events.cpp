// SPDX-License-Identifier: MIT
// Chooses the events that the timeline draws. Texts are made only for these, because a history may have very
// many marks.
#include "app/panels/timeline/timeline.h"
#include "app/session/event_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace toibox::app {

namespace {

/// The most important event of a pane at a frame.
struct PaneEvent {
    std::uint64_t frame = 0;
    std::size_t pane = 0;
    std::size_t rank = 0;
    const replay::Mark* mark = nullptr;

    [[nodiscard]] double position() const { return event_position(frame, *mark); }
};

/// One event for each pane and frame that has any, by ascending frame.
std::vector<PaneEvent> events_by_frame(const Comparison& comparison) {
    std::vector<PaneEvent> events;
    comparison.visit_marks(0, comparison.pane(0).history().end(),
                           [&](std::size_t pane, std::uint64_t frame, const replay::Mark& mark) {
                               if (is_event(mark)) events.push_back({frame, pane, event_rank(mark), &mark});
                           });
    std::ranges::sort(events, {},
                      [](const PaneEvent& event) { return std::tuple(event.frame, event.pane, event.rank); });
    const auto is_same_place = [](const PaneEvent& a, const PaneEvent& b) {
        return a.frame == b.frame && a.pane == b.pane;
    };
    const auto repeated = std::ranges::unique(events, is_same_place);
    events.erase(repeated.begin(), repeated.end());
    return events;
}

/// The events of all panes at one frame. Equal ones of several panes become one.
void add_events(std::span<const PaneEvent> events, const Comparison& comparison,
                std::vector<TimelineEvent>& out) {
    struct Equal {
        TimelineEvent event;
        std::string panes;
    };
    std::vector<Equal> found;
    for (const PaneEvent& event : events) {
        const std::string text = timed_event_text(*event.mark, comparison.pane(event.pane).run());
        const std::string number = std::to_string(event.pane + 1);
        const auto same = std::ranges::find_if(found, [&](const Equal& other) {
            return other.event.kind == event.mark->kind && other.event.text == text;
        });
        if (same != found.end()) {
            same->panes += ", " + number;
        } else {
            found.push_back({{event.position(), event.frame, found.size(), event.mark->kind, text}, number});
        }
    }
    for (Equal& equal : found) {
        if (comparison.is_active()) equal.event.text = equal.panes + ": " + equal.event.text;
        out.push_back(std::move(equal.event));
    }
}

}  // namespace

std::vector<TimelineEvent> timeline_events(const Comparison& comparison, const TimelineScale& scale,
                                           float min_distance) {
    const std::vector<PaneEvent> events = events_by_frame(comparison);
    struct Frame {
        std::span<const PaneEvent> events;
        std::tuple<bool, std::size_t, std::uint64_t> order;  ///< Smaller is more important.
        double position = 0.0;                               ///< Of the most important event.
    };
    std::vector<Frame> frames;
    const std::uint64_t current = comparison.pane(0).history().frame();
    for (auto first = events.begin(); first != events.end();) {
        const auto last = std::find_if(first, events.end(),
                                       [&](const PaneEvent& event) { return event.frame != first->frame; });
        const auto most = std::min_element(
            first, last, [](const PaneEvent& a, const PaneEvent& b) { return a.rank < b.rank; });
        frames.push_back(
            {{first, last}, {first->frame != current, most->rank, first->frame}, most->position()});
        first = last;
    }
    std::ranges::sort(frames, {}, &Frame::order);
    std::vector<TimelineEvent> chosen;
    std::vector<bool> is_taken(static_cast<std::size_t>(scale.width / min_distance) + 2, false);
    std::vector<float> places(is_taken.size());
    for (const Frame& frame : frames) {
        // A cell holds at most one event, so only the neighbours can be too close.
        const float x = std::max(scale.x(frame.position) - scale.left, 0.0f);
        const std::size_t cell = std::min(static_cast<std::size_t>(x / min_distance), is_taken.size() - 1);
        const std::size_t end = std::min(cell + 2, is_taken.size());
        bool is_free = true;
        for (std::size_t i = cell > 0 ? cell - 1 : 0; i < end; ++i)
            is_free = is_free && !(is_taken[i] && std::abs(places[i] - x) < min_distance);
        if (!is_free) continue;
        is_taken[cell] = true;
        places[cell] = x;
        add_events(frame.events, comparison, chosen);
    }
    return chosen;
}

std::vector<Comparison::PaneMark> marks_near(const Comparison& comparison, const TimelineScale& scale,
                                             float x, float reach) {
    const std::uint64_t end = comparison.pane(0).history().end();
    std::vector<Comparison::PaneMark> marks =
        comparison.marks(scale.frame(x - reach), std::min(scale.frame(x + reach) + 1, end));
    std::erase_if(marks, [&](const Comparison::PaneMark& mark) {
        return std::abs(scale.x(event_position(mark.frame, mark.mark)) - x) > reach;
    });
    std::vector<Comparison::PaneMark> near;
    for (const Comparison::PaneMark& mark : marks) {
        const bool is_repeated = std::ranges::any_of(marks, [&](const Comparison::PaneMark& other) {
            return other.pane == mark.pane && repeats(mark.mark, other.mark);
        });
        if (!is_repeated) near.push_back(mark);
    }
    return near;
}

std::string mark_text(const Comparison& comparison, const Comparison::PaneMark& mark) {
    const std::string text = timed_event_text(mark.mark, comparison.pane(mark.pane).run());
    return comparison.is_active() ? fmt::format("{}: {}", mark.pane + 1, text) : text;
}

}  // namespace toibox::app
