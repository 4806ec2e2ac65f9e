// SPDX-License-Identifier: MIT
#include "app/studies/claims/claim_rows.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

namespace {

using Status = scene::ClaimOutcome::Status;

std::string number(double value) {
    return fmt::format("{:.4g}", value);
}

std::string tolerance_text(const scene::Claim& claim) {
    if (claim.tolerance <= 0.0) return "";
    return claim.relative ? fmt::format(" ± {} %", number(100.0 * claim.tolerance))
                          : " ± " + number(claim.tolerance);
}

/// What the left side should be: "40 ± 2", "< 0.001".
std::string expected_text(const scene::Claim& claim, const scene::ClaimOutcome& outcome) {
    if (std::isnan(outcome.right)) return "";
    std::string op(scene::to_string(claim.op));
    op = claim.op == scene::Claim::Op::Equal ? "" : op + " ";
    return (claim.must_fail ? "not " : "") + op + number(outcome.right) + tolerance_text(claim);
}

std::string capitalized(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

}  // namespace

std::vector<ClaimRow> decided_claims(const Session& session) {
    const scene::Run& run = session.run();
    std::vector<ClaimRow> rows;
    for (std::size_t i = 0; i < run.claims().size(); ++i) {
        const scene::Claim& claim = run.claims()[i];
        const scene::ClaimOutcome& outcome = run.outcomes()[i];
        const bool is_of_choice = claim.pointer.starts_with("/lesson/");
        const bool is_shown =
            outcome.status == Status::Failed || (outcome.status == Status::Passed && !is_of_choice);
        if (!is_shown) continue;
        rows.push_back({.text = capitalized(claim.why.empty() ? claim.text : claim.why),
                        .expected = expected_text(claim, outcome),
                        .seen = std::isnan(outcome.left) ? std::string() : number(outcome.left),
                        .status = outcome.status});
    }
    return rows;
}

}  // namespace toibox::app
