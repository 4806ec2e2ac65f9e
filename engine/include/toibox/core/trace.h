// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <vector>

namespace toibox {

/// A sink for an algorithm's intermediate states. Algorithms call `trace(event)` unconditionally; with
/// NoTrace the call and the event are compiled out. Guard work that only a trace needs with `if constexpr
/// (Trace::enabled)`.
struct NoTrace {
    static constexpr bool enabled = false;
    template <class Event>
    constexpr void operator()(const Event&) const noexcept {}
};

/// Requirements on a trace parameter: callable with the event; `enabled` is false if events are not used.
template <class T, class Event>
concept TraceOf = std::invocable<T&, const Event&> && requires {
    { T::enabled } -> std::convertible_to<bool>;
};

/// Records every event, for the sandbox and the tests. Algorithms are instantiated for NoTrace and
/// TraceRecorder.
template <class Event>
struct TraceRecorder {
    static constexpr bool enabled = true;
    std::vector<Event> events;
    void operator()(const Event& event) { events.push_back(event); }
};

}  // namespace toibox
