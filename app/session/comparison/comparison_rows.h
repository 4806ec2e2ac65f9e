// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/comparison/comparison.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// One quantity in every pane.
struct ComparisonRow {
    std::string name;
    std::string unit;                           ///< Empty for a plain number.
    std::vector<std::optional<double>> values;  ///< By pane; nullopt: the pane has no value.
    bool is_count = false;                      ///< A whole number.

    /// Decimals with which all values and the difference show four significant digits of the largest; 0 if
    /// all are whole numbers.
    [[nodiscard]] int decimals() const;
    /// The second value minus the first; nullopt unless there are two panes that both have a value.
    [[nodiscard]] std::optional<double> difference() const;
};

/// The body that the rows are about: the selected one, else the first moving body. In the leader; null if
/// there is none.
BodyHandle compared_body(const Session& leader);

/// Position and speed of the compared body; energy, momentum, impacts, lost time and TOI searches of each
/// world.
std::vector<ComparisonRow> comparison_rows(const Comparison& comparison);

/// The verdict that sums up a pane since the start: the worst one other than lost time; nullopt if there is
/// none.
std::optional<scene::VerdictKind> pane_verdict(const Session& pane);

}  // namespace toibox::app
