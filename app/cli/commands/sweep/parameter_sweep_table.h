// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands/sweep/parameter_grid.h"
#include "app/cli/output/run_result.h"

#include <string>
#include <vector>

namespace toibox::app {

/// A quantity evaluated at the end of each run.
struct Measure {
    std::string name;    ///< The name of its column.
    scene::Claim claim;  ///< Its left side is the quantity.
};
/// Parses `EXPR` or `NAME=EXPR` in the expression language of claims. Error: a message with the position.
Result<Measure, std::string> parse_measure(std::string_view text);

/// The column of a claim.
struct ClaimColumn {
    std::string pointer;  ///< JSON Pointer of the claim; identifies it whatever is varied.
    std::string name;
};

/// The columns of a sweep. They are known before the first run, so all shards have the same.
///
/// One row per run and one column per claim: 1 if it passed, 0 if it failed, empty if the variant does not
/// have the claim or the run does not reach it. The mean of a claim's column is its pass rate. Rejected: one
/// row per claim, because it repeats the measures of a run, which would bias their means.
struct ParameterSweepColumns {
    std::vector<std::string> pointers;
    std::vector<ClaimColumn> claims;
    std::vector<std::string> measures;

    /// Adds the claims of a variant, except those with rate(), which need several runs.
    void add(const std::vector<scene::Claim>& variant_claims);
    /// The names of all columns, in order.
    [[nodiscard]] std::vector<std::string> names() const;
};
bool uses_rate(const scene::Claim& claim);

/// The result of one run.
struct ParameterSweepRow {
    std::size_t number = 1;  ///< Number of the grid point, from 1.
    std::string variant;
    std::vector<std::string> values = {};
    VariantResult result = {};
    std::string error = {};  ///< Why it was not started or was aborted; empty if it was completed.

    [[nodiscard]] bool started() const { return error.empty() || !result.failure.empty(); }
};

/// CSV (RFC 4180), lines end with CR LF. The row of an aborted run has the claims and steps so far, but no
/// hash or measures.
std::string csv_header(const ParameterSweepColumns& columns);
std::string csv_row(const ParameterSweepColumns& columns, const ParameterSweepRow& row);
/// The same as one JSON object per run.
std::string json_row(const ParameterSweepColumns& columns, const ParameterSweepRow& row);

}  // namespace toibox::app
