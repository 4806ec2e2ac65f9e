// SPDX-License-Identifier: MIT
#include "app/cli/commands/sweep/parameter_sweep_table.h"

#include "toibox/core/utf8.h"
#include "toibox/scene/document.h"
#include "toibox/scene/expression.h"

#include "app/cli/base/json_text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace toibox::app {

namespace {

using Status = scene::ClaimOutcome::Status;

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& fields) {
    std::string line;
    for (const std::string& field : fields) {
        if (&field != &fields.front()) line += ',';
        line += csv_field(field);
    }
    return line + "\r\n";
}

/// The outcome of the claim of a column; null if the run does not have the claim.
const scene::ClaimOutcome* outcome_of(const ClaimColumn& column, const VariantResult& result) {
    for (std::size_t i = 0; i < result.claims.size(); ++i) {
        if (result.claims[i].pointer == column.pointer) return &result.outcomes[i];
    }
    return nullptr;
}

std::string_view claim_field(const scene::ClaimOutcome* outcome) {
    if (outcome == nullptr || outcome->status == Status::NotReached) return "";
    return outcome->status == Status::Passed ? "1" : "0";
}

std::string measured_json(const ParameterSweepRow& row, std::size_t i) {
    if (!row.error.empty() || i >= row.result.measure_outcomes.size()) return "null";
    const scene::ClaimOutcome& outcome = row.result.measure_outcomes[i];
    return outcome.status == Status::NotReached ? "null" : json_number(outcome.left);
}

std::string hash_text(const ParameterSweepRow& row) {
    return row.error.empty() ? fmt::format("{:016x}", row.result.hash) : std::string();
}

/// `text` as the JSON value that the scene reads from it, or as a string if the scene cannot read it.
std::string json_value(const std::string& text) {
    const std::optional<std::string> read = scene::Document::override_json(text);
    return read ? valid_utf8(*read) : json_string(text);
}

bool is_identifier(std::string_view text) {
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
           std::all_of(text.begin(), text.end(),
                       [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
}

}  // namespace

Result<Measure, std::string> parse_measure(std::string_view text) {
    Measure measure{std::string(text), {}};
    std::string_view expression = text;
    if (const std::size_t equals = text.find('=');
        equals != std::string_view::npos && is_identifier(text.substr(0, equals))) {
        measure.name = text.substr(0, equals);
        expression = text.substr(equals + 1);
    }
    // The parser only accepts comparisons, so a dummy comparison is appended.
    Result<scene::Claim, std::string> claim = scene::parse_claim(std::string(expression) + " >= 0");
    if (!claim) {
        return Err{fmt::format("\"{}\": {}; write a claim expression such as max(ball.speed), or NAME=EXPR",
                               expression, claim.error())};
    }
    if (uses_rate(*claim))
        return Err{
            fmt::format("\"{}\": rate() needs several runs and cannot be measured in one", expression)};
    measure.claim = std::move(*claim);
    return measure;
}

bool uses_rate(const scene::Claim& claim) {
    bool found = false;
    scene::for_each_node(claim, [&](const scene::Expression& node) {
        found = found || std::holds_alternative<scene::Expression::Rate>(node.node);
    });
    return found;
}

void ParameterSweepColumns::add(const std::vector<scene::Claim>& variant_claims) {
    for (const scene::Claim& claim : variant_claims) {
        const auto same = [&](const ClaimColumn& column) { return column.pointer == claim.pointer; };
        if (uses_rate(claim) || std::any_of(claims.begin(), claims.end(), same)) continue;
        std::string name = claim.text;
        // The time of an "at" claim is left out, because it may depend on the varied parameters.
        if (claim.when != scene::Claim::When::At) name += fmt::format(", {}", to_string(claim.when));
        const auto taken = [&](const ClaimColumn& column) { return column.name == name; };
        if (std::any_of(claims.begin(), claims.end(), taken)) name += fmt::format(" ({})", claim.pointer);
        claims.push_back({claim.pointer, std::move(name)});
    }
}

std::vector<std::string> ParameterSweepColumns::names() const {
    std::vector<std::string> names{"run", "variant"};
    names.insert(names.end(), parameters.begin(), parameters.end());
    for (const ClaimColumn& claim : claims)
        names.push_back(claim.name);
    names.insert(names.end(), {"steps", "hash"});
    names.insert(names.end(), measures.begin(), measures.end());
    names.emplace_back("error");
    return names;
}

std::string csv_header(const ParameterSweepColumns& columns) {
    return csv_line(columns.names());
}

std::string csv_row(const ParameterSweepColumns& columns, const ParameterSweepRow& row) {
    std::vector<std::string> fields{std::to_string(row.number), row.variant};
    fields.insert(fields.end(), row.parameter_values.begin(), row.parameter_values.end());
    for (const ClaimColumn& claim : columns.claims)
        fields.emplace_back(claim_field(outcome_of(claim, row.result)));
    fields.push_back(row.started() ? std::to_string(row.result.steps) : "");
    fields.push_back(hash_text(row));
    for (std::size_t i = 0; i < columns.measures.size(); ++i) {
        const std::string value = measured_json(row, i);
        fields.push_back(value == "null" ? "" : value);
    }
    fields.push_back(row.error);
    return csv_line(fields);
}

std::string json_row(const ParameterSweepColumns& columns, const ParameterSweepRow& row) {
    std::string values;
    for (std::size_t i = 0; i < row.parameter_values.size(); ++i) {
        values += fmt::format("{}{}:{}", i == 0 ? "" : ",", json_string(columns.parameters[i]),
                              json_value(row.parameter_values[i]));
    }
    std::string claims;
    for (const ClaimColumn& column : columns.claims) {
        const scene::ClaimOutcome* const outcome = outcome_of(column, row.result);
        if (outcome == nullptr) continue;
        const bool reached = outcome->status != Status::NotReached;
        claims += fmt::format(R"({}{{"that":{},"status":"{}","left":{},"right":{}}})",
                              claims.empty() ? "" : ",", json_string(column.name),
                              status_name(outcome->status), reached ? json_number(outcome->left) : "null",
                              reached ? json_number(outcome->right) : "null");
    }
    std::string measures;
    for (std::size_t i = 0; i < columns.measures.size(); ++i) {
        measures += fmt::format("{}{}:{}", i == 0 ? "" : ",", json_string(columns.measures[i]),
                                measured_json(row, i));
    }
    const auto text_or_null = [](const std::string& text) {
        return text.empty() ? "null" : json_string(text);
    };
    return fmt::format(
        R"({{"run":{},"variant":{},"values":{{{}}},"claims":[{}],"steps":{},"hash":{},"measured":{{{}}},"error":{}}})"
        "\n",
        row.number, json_string(row.variant), values, claims,
        row.started() ? std::to_string(row.result.steps) : "null", text_or_null(hash_text(row)), measures,
        text_or_null(row.error));
}

}  // namespace toibox::app
