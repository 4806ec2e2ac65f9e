// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace toibox {

/// Result of searching one body for impacts: the first impact on the body's remaining motion.
struct ImpactCandidate {
    enum class Kind : std::uint8_t {
        Impact,  ///< The surfaces come within the target distance.
        Core,    ///< The shapes already touch, and the core of one reaches the other.
        Clamp,   ///< The method ran out of iterations: stop here, without a response.
    };
    Kind kind = Kind::Impact;
    double t = 1.0;             ///< Fraction of the step.
    std::uint32_t shape_a = 0;  ///< shape_a < shape_b
    std::uint32_t shape_b = 0;
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t searched_body = 0;  ///< The body whose search found this impact.
    Vec2d point;                      ///< World.
    Vec2d normal;                     ///< World, from A to B.
};

/// Queue of impacts, earliest first, with at most one impact per searched body. An invalidated entry stays in
/// the heap until it reaches the top, so that an impact costs time only for the bodies that it affects.
class ImpactQueue {
public:
    /// Clears the queue. `bodies`: number of bodies; larger than all body indices that will be used.
    void begin(std::size_t bodies);
    /// Adds the impact. Replaces the impact of the same searched body that was added before. Cost: O(log n).
    void add(const ImpactCandidate& impact);
    /// Invalidates the impact of this searched body.
    void invalidate(std::uint32_t searched_body) { ++version_of_[searched_body]; }
    /// Removes and returns the earliest impact; of equal times, the one with the lower shape indices. nullopt
    /// if the queue is empty. Cost: O(log n), and O(log n) per stale entry.
    std::optional<ImpactCandidate> pop_earliest();
    [[nodiscard]] bool empty();

    /// Invalidates the impacts with `body` that were found by searching other bodies. Calls
    /// visit(searched_body) for each.
    template <class Visit>
    void invalidate_impacts_with(std::uint32_t body, Visit&& visit);

private:
    struct Entry {
        ImpactCandidate impact;
        std::uint32_t version = 0;  ///< Stale unless equal to version_of_[searched_body].
    };
    /// Entry in the list of a body: a searched body whose impact is with that body.
    struct Dependent {
        std::uint32_t searched_body = 0;
        std::uint32_t version = 0;
        std::uint32_t next = 0;
    };
    static constexpr std::uint32_t no_dependent = 0xFFFF'FFFFu;

    static bool is_later(const Entry& a, const Entry& b);
    void pop_stale();

    std::vector<Entry> heap_;
    std::vector<std::uint32_t> version_of_;  ///< By searched body: increases when its impact changes.
    std::vector<Dependent> dependents_;
    std::vector<std::uint32_t> first_dependent_;  ///< By body: head of its list in dependents_.
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
