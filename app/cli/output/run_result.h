// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/claim.h"

#include "app/cli/base/console.h"

#include <cstdint>
#include <string>
#include <vector>

namespace toibox::app {

/// The result of running one variant.
struct VariantResult {
    std::string name;  ///< "base" for the scene itself.
    std::int64_t steps = 0;
    std::int64_t requested_steps = 0;
    double time = 0.0;        ///< Simulated time at the end, seconds.
    std::uint64_t hash = 0;   ///< Hash of the final state.
    std::int64_t bodies = 0;  ///< Number of bodies at the end.
    std::vector<scene::Claim> claims;
    std::vector<scene::ClaimOutcome> outcomes;  ///< One per claim.
    /// Outcomes of VariantRunOptions::measures; `left` is the value.
    std::vector<scene::ClaimOutcome> measure_outcomes;
    std::vector<std::string> warnings;  ///< Events that could not be applied.
    std::string failure;                ///< Why the simulation was aborted; empty if it was not.
    bool interrupted = false;
    double seconds = 0.0;  ///< Wall-clock time of the run.
};

std::string_view status_name(scene::ClaimOutcome::Status status);  ///< "passed", "not_reached" …
std::string when_text(const scene::Claim& claim);                  ///< "at 0.5 s", "always" …

struct Totals {
    int passed = 0;
    int failed = 0;
    int not_reached = 0;
};
Totals count(const std::vector<VariantResult>& results);

/// Prints the warnings on standard error.
void print_warnings(const VariantResult& result, const Console& console);
/// Prints each claim with its status and the values compared. With --quiet, prints only failed claims, and
/// unreached claims unless the run was `cut_short` on purpose.
void print_claims(const VariantResult& result, const Console& console, Console::Stream stream,
                  bool cut_short);
/// "NAME HASH", the name of the variant and the hash of its final state.
std::string hash_line(const VariantResult& result);
/// One JSON object with the results of all variants, on one line.
std::string to_json(const std::string& scene, const std::string& title,
                    const std::vector<VariantResult>& results);

}  // namespace toibox::app
