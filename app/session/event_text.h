// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/simulation.h"
#include "toibox/scene/run.h"

#include <cstddef>
#include <string>

namespace toibox::app {

/// What a mark says, without its time: "impact of ball and wall", "ball tunnelled through wall",
/// "3 contacts". Bodies that the scene does not name are left out.
std::string event_text(const replay::Mark& mark, const scene::Run& run);
/// A simulation time with two decimals, from 10 ms to a second with three digits: "9.10 ms", "16.7 ms",
/// "1.25 s".
std::string event_time_text(double seconds);
/// Both: "impact of ball and wall, 9.10 ms"; without the time if it is unknown.
std::string timed_event_text(const replay::Mark& mark, const scene::Run& run);

/// Whether the verdict says the same as the mark: a body stopped at the only impact of the frame. A list
/// shows only the verdict.
bool repeats(const replay::Mark& mark, const replay::Mark& verdict);

/// Whether "next event" stops at the mark: contacts, impacts and verdicts.
bool is_event(const replay::Mark& mark);

/// Smaller for more important events: verdicts by severity, then impacts, then contacts.
std::size_t event_rank(const replay::Mark& mark);

}  // namespace toibox::app
