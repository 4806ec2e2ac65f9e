// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <vector>

namespace toibox {

/// A sink for an algorithm's intermediate states. Algorithms call `trace(event)` unconditionally;
/// with NoTrace the call and the event vanish. Work that only a trace needs goes under `if constexpr
/// (Trace::enabled)`.
struct NoTrace {
    static constexpr bool enabled = false;
    template <class Event>
    constexpr void operator()(const Event&) const noexcept {}
};

/// What an algorithm asks of its trace parameter: callable with the event, and saying whether it listens at
/// all.
template <class T, class Event>
concept TraceOf = std::invocable<T&, const Event&> && requires {
    { T::enabled } -> std::convertible_to<bool>;
};

/// Keeps every event: what the sandbox and the tests pass. Algorithms are instantiated for NoTrace and for
/// this.
template <class Event>
struct TraceRecorder {
    static constexpr bool enabled = true;
    std::vector<Event> events;
    void operator()(const Event& event) { events.push_back(event); }
};

}  // namespace toibox
