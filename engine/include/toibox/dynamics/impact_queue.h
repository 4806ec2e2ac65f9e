// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace toibox {

/// What a search of the continuous stage found for one body: the first thing that stops its motion.
struct ImpactCandidate {
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
    std::uint32_t searched_body = 0;  ///< The body whose search found it.
    Vec2d point;                      ///< World.
    Vec2d normal;                     ///< World, from A to B.
};

/// What searches have found and no later motion has made void: at most one impact for each searcher, the
/// earliest first. What became void stays in the heap until it comes up, so that an impact costs those that
/// it concerns, not all that were found.
class ImpactQueue {
public:
    /// Empty, for searchers below `bodies`.
    void begin(std::size_t bodies);
    /// In the place of what its searcher found before. Cost: O(log n).
    void add(const ImpactCandidate& impact);
    /// What this searcher found is void.
    void invalidate(std::uint32_t searched_body) { ++version_of_[searched_body]; }
    /// The earliest, of equal times that of the lower shapes. Cost: O(log n), and that for each void one.
    std::optional<ImpactCandidate> pop_earliest();
    [[nodiscard]] bool empty();

    /// Calls visit(searcher) for each whose impact is one with `body`, and makes those impacts void.
    template <class Visit>
    void invalidate_impacts_with(std::uint32_t body, Visit&& visit);

private:
    struct Entry {
        ImpactCandidate impact;
        std::uint32_t version = 0;  ///< Void unless it is still that of its searcher.
    };
    /// That a searcher found a body, in the list of that body.
    struct Dependent {
        std::uint32_t searched_body = 0;
        std::uint32_t version = 0;
        std::uint32_t next = 0;
    };
    static constexpr std::uint32_t no_dependent = 0xFFFF'FFFFu;

    static bool is_later(const Entry& a, const Entry& b);
    void pop_stale();

    std::vector<Entry> heap_;
    std::vector<std::uint32_t> version_of_;  ///< By searcher: counts what it has found or lost.
    std::vector<Dependent> dependents_;
    std::vector<std::uint32_t> first_dependent_;  ///< By body.
};

template <class Visit>
void ImpactQueue::invalidate_impacts_with(std::uint32_t body, Visit&& visit) {
    for (std::uint32_t at = first_dependent_[body]; at != no_dependent; at = dependents_[at].next) {
        const Dependent& dependent = dependents_[at];
        if (dependent.version != version_of_[dependent.searched_body]) continue;
        invalidate(dependent.searched_body);
        visit(dependent.searched_body);
    }
    first_dependent_[body] = no_dependent;
}

}  // namespace toibox
