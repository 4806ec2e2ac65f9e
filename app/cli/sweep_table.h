// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/run_result.h"
#include "app/cli/sweep_grid.h"

#include <string>
#include <vector>

namespace toibox::app {

/// A quantity that is read at the end of each run.
struct Measure {
    std::string name;    ///< Of its column.
    scene::Claim claim;  ///< Whose left side it is.
};
/// Reads `EXPR` or `NAME=EXPR`, in the language of claims. Error: a sentence with the place.
Result<Measure, std::string> parse_measure(std::string_view text);

/// A claim that has a column.
struct ClaimColumn {
    std::string pointer;  ///< Of the claim in the file: what it is known by, whatever is varied.
    std::string name;
};

/// The columns of a sweep, known before any run: so each part of a sweep has the same.
///
/// One row a run and one column a claim, 1 where it holds, 0 where not, empty where the variant does not
/// claim it or the run does not reach it. The long form, a row a claim, would repeat what was measured in
/// each of them, to be counted several times by whoever takes a mean; so each column is an axis to plot, a
/// mean of a claim's column is the rate at which it holds, and who wants the long form melts the columns.
struct ParameterSweepColumns {
    std::vector<std::string> pointers;
    std::vector<ClaimColumn> claims;
    std::vector<std::string> measures;

    /// Adds what a variant claims. A rate() speaks of many runs, not of one: it has no column.
    void add(const std::vector<scene::Claim>& more);
    /// All, as they stand side by side.
    [[nodiscard]] std::vector<std::string> names() const;
};
bool uses_rate(const scene::Claim& claim);

/// What came of one run.
struct ParameterSweepRow {
    std::size_t number = 1;  ///< In the whole grid, from 1.
    std::string variant;
    std::vector<std::string> values = {};
    VariantResult result = {};
    std::string error = {};  ///< Why it was not started, or not ended; empty if it was.

    [[nodiscard]] bool started() const { return error.empty() || !result.failure.empty(); }
};

/// CSV by RFC 4180, lines ended by CR LF. With what the run came to even where it failed half-way, but for
/// what only an end has: hash and measures.
std::string csv_header(const ParameterSweepColumns& columns);
std::string csv_row(const ParameterSweepColumns& columns, const ParameterSweepRow& row);
/// The same as one JSON object a run.
std::string json_row(const ParameterSweepColumns& columns, const ParameterSweepRow& row);

}  // namespace toibox::app
