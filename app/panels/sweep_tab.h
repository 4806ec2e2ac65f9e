// SPDX-License-Identifier: MIT
#pragma once

#include "app/studies/crowd/curve_runs.h"

#include <optional>
#include <string>

namespace toibox::app {

/// State of the Sweep tab.
struct SweepTab {
    std::string scene;                 ///< Path of the scene that `sweep` belongs to.
    std::string variant;               ///< Likewise.
    scene::ParameterSweepEntry sweep;  ///< The chosen one, as the user changed it.
    std::string curve;                 ///< Name of the chosen curve.
    std::optional<CurveRuns> runs;     ///< Of that curve, once they have been started.
};

}  // namespace toibox::app
