// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace toibox {

/// What a search of the continuous stage found for one body: the first thing that stops its motion.
struct FoundImpact {
    enum class Kind : std::uint8_t {
        Impact,  ///< The surfaces came within the target.
        Core,    ///< The shapes touch already, and the core of one reached the other: it comes no nearer.
        Clamp,   ///< The method gave up: move no further, resolve nothing.
    };
    Kind kind = Kind::Impact;
    double t = 1.0;             ///< Fraction of the step.
    std::uint32_t shape_a = 0;  ///< shape_a < shape_b
    std::uint32_t shape_b = 0;
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t searcher = 0;  ///< The body whose search found it.
    Vec2d point;                 ///< World.
    Vec2d normal;                ///< World, from A to B.
};

/// What searches have found and no later motion has made void: at most one impact for each searcher, the
/// earliest first. What became void stays in the heap until it comes up, so that an impact costs those that
/// it concerns, not all that were found.
class ImpactQueue {
public:
    /// Empty, for searchers below `bodies`.
    void begin(std::size_t bodies);
    /// In the place of what its searcher found before. Cost: O(log n).
    void add(const FoundImpact& impact);
    /// What this searcher found is void.
    void forget(std::uint32_t searcher) { ++turn_of_[searcher]; }
    /// The earliest, of equal times that of the lower shapes. Cost: O(log n), and that for each void one.
    std::optional<FoundImpact> take_first();
    [[nodiscard]] bool empty();

    /// Calls visit(searcher) for each whose impact is one with `body`, and makes those impacts void.
    template <class Visit>
    void forget_meetings_with(std::uint32_t body, Visit&& visit);

private:
    struct Entry {
        FoundImpact impact;
        std::uint32_t turn = 0;  ///< Void unless it is still that of its searcher.
    };
    /// That a searcher found a body, in the list of that body.
    struct Meeting {
        std::uint32_t searcher = 0;
        std::uint32_t turn = 0;
        std::uint32_t next = 0;
    };
    static constexpr std::uint32_t no_meeting = 0xFFFF'FFFFu;

    static bool is_later(const Entry& a, const Entry& b);
    void drop_void();

    std::vector<Entry> heap_;
    std::vector<std::uint32_t> turn_of_;  ///< By searcher: counts what it has found or lost.
    std::vector<Meeting> meetings_;
    std::vector<std::uint32_t> first_meeting_;  ///< By body.
};

template <class Visit>
void ImpactQueue::forget_meetings_with(std::uint32_t body, Visit&& visit) {
    for (std::uint32_t at = first_meeting_[body]; at != no_meeting; at = meetings_[at].next) {
        const Meeting& meeting = meetings_[at];
        if (meeting.turn != turn_of_[meeting.searcher]) continue;
        forget(meeting.searcher);
        visit(meeting.searcher);
    }
    first_meeting_[body] = no_meeting;
}

}  // namespace toibox
