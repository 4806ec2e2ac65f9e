// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include <functional>
#include <string>
#include <vector>

namespace toibox::scene {

/// The values that a sweep gives to its pointer, in order; both ends included.
std::vector<double> sweep_values(const ParameterSweepEntry& sweep);

/// Evaluates rate() claims of one variant by running its sweeps: each run is the scene with one more
/// override, to the end of its duration; the claim's memories count from that run's state 0. A claim without
/// a value in a run does not hold there. Answers are kept, so a rate costs its runs once. NaN if a run cannot
/// be started or fails, and once `go_on`, which is asked before each step if it is there, has said no.
RateSource make_rate_source(const Document& document, std::string variant,
                            std::vector<Document::Override> overrides,
                            std::function<bool()> keep_running = {});

}  // namespace toibox::scene
