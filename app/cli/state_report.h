// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/verify.h"
#include "toibox/scene/run.h"

#include <string>
#include <vector>

namespace toibox::app {

/// What differs between two states, for people: the subsystems, then a line for each member, with the body
/// it belongs to, both values and how far they are apart. `runs` name the bodies: they are at the frame of
/// the comparison, and the first that knows a body's name gives it.
std::string state_report(const replay::StateComparison& comparison,
                         const std::vector<const scene::Run*>& runs, const std::string& name_a,
                         const std::string& name_b);

/// The same as members of a JSON object: "subsystems":[…],"differences":[…].
std::string state_report_json(const replay::StateComparison& comparison,
                              const std::vector<const scene::Run*>& runs);

}  // namespace toibox::app
