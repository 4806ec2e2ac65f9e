// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands/sweep/parameter_grid.h"
#include "app/cli/output/run_result.h"

#include <string>
#include <vector>

namespace toibox::app {

/// A quantity evaluated at the end of each run.
struct Measure {
    std::string name;    ///< The name of the measure's column.
    scene::Claim claim;  ///< Parsed as a claim with a dummy comparison; only the left side is used.
};
/// Parses `EXPR` or `NAME=EXPR` in the expression language of claims. Error: a message with the position.
Result<Measure, std::string> parse_measure(std::string_view text);

/// The column of a claim.
struct ClaimColumn {
    std::string pointer;  ///< JSON Pointer that identifies the claim in all runs.
    std::string name;
};

/// The columns of a parameter sweep's table. They are known before the first run, so all parts of a
/// sweep (--shard) have the same columns.
///
/// One row per run and one column per claim: 1 if it passed, 0 if it failed, empty if the variant does not
/// have the claim or the run does not reach it. The mean of a claim's column is its pass rate. Rejected
/// alternative: one row per claim, because the measures of a run would be repeated, which would bias their
/// means.
struct ParameterSweepColumns {
    std::vector<std::string> parameters;  ///< JSON Pointers of the varied values.
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
    std::vector<std::string> parameter_values = {};  ///< One per ParameterSweepColumns::parameters.
    VariantResult result = {};
    std::string error = {};  ///< Why the run was not started or was aborted; empty if it was completed.

    [[nodiscard]] bool started() const { return error.empty() || !result.failure.empty(); }
};

/// CSV (RFC 4180) with CR LF line ends. The row of an aborted run has the claims and steps up to the failure,
/// but no hash or measures.
std::string csv_header(const ParameterSweepColumns& columns);
std::string csv_row(const ParameterSweepColumns& columns, const ParameterSweepRow& row);
/// The row as one JSON object on one line.
std::string json_row(const ParameterSweepColumns& columns, const ParameterSweepRow& row);

}  // namespace toibox::app
