// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include <functional>
#include <string>
#include <vector>

namespace toibox::scene {

/// Values of a parameter sweep in order, including both ends.
std::vector<double> sweep_values(const ParameterSweepEntry& sweep);

/// Evaluates rate() claims of one variant by running its sweeps. Each run simulates the scene, with one more
/// override, to the end of its duration; the claim's memories start at state 0 of that run. A claim that is
/// NaN in a run does not hold there. Results are cached. The rate is NaN if a run cannot start or fails, or
/// once `keep_running` (called before each step if set) returns false.
RateSource make_rate_source(const Document& document, std::string variant,
                            std::vector<Document::Override> overrides,
                            std::function<bool()> keep_running = {});

}  // namespace toibox::scene
