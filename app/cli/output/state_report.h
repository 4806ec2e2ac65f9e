// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/verify.h"
#include "toibox/scene/run.h"

#include <string>
#include <vector>

namespace toibox::app {

/// The differences between two states as text: the subsystems, then a line per member with its body, both
/// values and their distance in ULPs. The names of bodies are looked up in `runs`, the first run first; the
/// runs are at the compared frame.
std::string state_report(const replay::StateComparison& comparison,
                         const std::vector<const scene::Run*>& runs, const std::string& name_a,
                         const std::string& name_b);

/// The differences as members of a JSON object: "subsystems":[…],"differences":[…].
std::string state_report_json(const replay::StateComparison& comparison,
                              const std::vector<const scene::Run*>& runs);

}  // namespace toibox::app
