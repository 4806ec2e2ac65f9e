// SPDX-License-Identifier: MIT
#include "app/cli/output/run_result.h"

#include "toibox/scene/expression.h"

#include "app/cli/base/json_text.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

using Status = scene::ClaimOutcome::Status;

std::string claim_json(const scene::Claim& claim, const scene::ClaimOutcome& outcome) {
    return fmt::format(
        R"({{"that":{},"when":"{}","at":{},"status":"{}","left":{},"right":{},"step":{},"detail":{},"why":{}}})",
        json_string(claim.text), to_string(claim.when),
        claim.when == scene::Claim::When::At ? json_number(claim.at) : "null", status_name(outcome.status),
        json_number(outcome.left), json_number(outcome.right), outcome.step, json_string(outcome.detail),
        json_string(claim.why));
}

}  // namespace

std::string_view status_name(Status status) {
    switch (status) {
        case Status::Passed:
            return "passed";
        case Status::Failed:
            return "failed";
        case Status::NotReached:
            return "not_reached";
        case Status::Pending:
            return "pending";
    }
    return "pending";
}

std::string when_text(const scene::Claim& claim) {
    if (claim.when != scene::Claim::When::At) return std::string(to_string(claim.when));
    return fmt::format("at {:g} s", claim.at);
}

void print_warnings(const VariantResult& result, const Console& console) {
    for (const std::string& warning : result.warnings) {
        console.say(console.colorize(Console::Stream::Err, TextColor::Warning, "warning: ") + result.name +
                    ": " + warning);
    }
}

Totals count(const std::vector<VariantResult>& results) {
    Totals totals;
    for (const VariantResult& result : results) {
        for (const scene::ClaimOutcome& outcome : result.outcomes) {
            totals.passed += outcome.status == Status::Passed ? 1 : 0;
            totals.failed += outcome.status == Status::Failed ? 1 : 0;
            totals.not_reached += outcome.status == Status::NotReached ? 1 : 0;
        }
    }
    return totals;
}

void print_claims(const VariantResult& result, const Console& console, Console::Stream stream,
                  bool cut_short) {
    for (std::size_t i = 0; i < result.claims.size(); ++i) {
        const scene::Claim& claim = result.claims[i];
        const scene::ClaimOutcome& outcome = result.outcomes[i];
        const bool is_fine =
            outcome.status == Status::Passed || (outcome.status == Status::NotReached && cut_short);
        if (is_fine && console.quiet()) continue;
        std::string status = console.colorize(stream, TextColor::Good, "PASS");
        if (outcome.status == Status::Failed) status = console.colorize(stream, TextColor::Bad, "FAIL");
        if (outcome.status == Status::NotReached)
            status = console.colorize(stream, TextColor::Warning, "----");
        console.put(stream, fmt::format("{} {}: {}, {}", status, result.name, claim.text, when_text(claim)));
        std::string values = "       " + outcome.detail;
        if (!claim.why.empty()) values += "; " + claim.why;
        console.put(stream, console.colorize(stream, TextColor::Dim, values));
    }
}

std::string hash_line(const VariantResult& result) {
    return fmt::format("{} {:016x}", result.name, result.hash);
}

std::string to_json(const std::string& scene, const std::string& title,
                    const std::vector<VariantResult>& results) {
    std::string runs;
    for (const VariantResult& result : results) {
        std::string claims;
        for (std::size_t i = 0; i < result.claims.size(); ++i) {
            if (!claims.empty()) claims += ',';
            claims += claim_json(result.claims[i], result.outcomes[i]);
        }
        runs += fmt::format(
            R"({}{{"variant":{},"steps":{},"t":{},"bodies":{},"hash":"{:016x}","failure":{},"claims":[{}]}})",
            runs.empty() ? "" : ",", json_string(result.name), result.steps, json_number(result.time),
            result.bodies, result.hash, result.failure.empty() ? "null" : json_string(result.failure),
            claims);
    }
    const Totals totals = count(results);
    return fmt::format(R"({{"scene":{},"title":{},"runs":[{}],"passed":{},"failed":{},"not_reached":{}}})",
                       json_string(scene), json_string(title), runs, totals.passed, totals.failed,
                       totals.not_reached);
}

}  // namespace toibox::app
