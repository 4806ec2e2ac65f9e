// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/buttons.h"
#include "app/studies/crowd/curve_runs.h"

#include <optional>
#include <span>
#include <string>

#include <imgui.h>

namespace toibox::app {

/// What plot and table show of a curve.
struct ShownCurve {
    const scene::CurveEntry& curve;
    std::span<const CurveRuns::Point> results;  ///< Of its points; empty: none was run.
    std::optional<std::size_t> chosen;          ///< The point that the session is at.
    double step = 0.0;                          ///< Length of a time step, seconds.
};

/// The counted fractions over the formula, on a logarithmic or linear axis. A point grows while its runs
/// finish. Returns the point that was clicked.
std::optional<std::size_t> curve_plot(const Look& look, const ShownCurve& shown, ImVec2 size);
/// The same as a table, with the expected fractions. Returns the row that was clicked.
std::optional<std::size_t> curve_table(const Look& look, const ShownCurve& shown);

/// "20 m/s"; "20" without a unit.
std::string value_with_unit(double value, const std::string& unit);

}  // namespace toibox::app
