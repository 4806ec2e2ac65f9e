// SPDX-License-Identifier: MIT
#include "app/cli/base/json_text.h"
#include "app/cli/commands/compare/comparison.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

namespace {

/// The error of t in steps, or the verdict if the error is not one of time.
std::string error_text(const MethodAnswer& row) {
    using Verdict = MethodAnswer::Verdict;
    if (row.verdict != Verdict::Right && row.verdict != Verdict::Late)
        return std::string(to_string(row.verdict));
    return row.error ? fmt::format("{:+.4f}", *row.error) : "-";
}

/// The output format calls Exhausted "failed".
std::string_view outcome_name(ToiState state) {
    return state == ToiState::Exhausted ? "failed" : to_string(state);
}

/// The label of a query group, the same as in the window.
std::string query_label(const QueryRow& row) {
    return row.query_count == 1 ? row.query : fmt::format("{} and {} more", row.query, row.query_count - 1);
}

template <class Row>
std::size_t method_width(std::span<const Row> rows) {
    std::size_t width = 6;
    for (const Row& row : rows)
        width = std::max(width, row.method.size());
    return width;
}

std::string query_json(const QueryRow& row) {
    const ToiResult& result = row.answer.result;
    const ToiIterations& n = result.iterations;
    return fmt::format(
        R"({{"query":{},"queries":{},"method":"{}","state":"{}","t":{},"distance":{},"verdict":"{}","error":{},"depth":{},)"
        R"("iterations":{{"outer":{},"push_back":{},"root":{},"gjk":{},"steps":{},"feature_pairs":{}}},"us":{}}})",
        json_string(row.query), row.query_count, row.method, outcome_name(result.state),
        json_number(result.t), json_number(result.distance), to_string(row.answer.verdict),
        row.answer.error ? json_number(*row.answer.error) : "null", json_number(row.answer.depth), n.outer,
        n.push_back, n.root, n.gjk, n.steps, n.feature_pairs, json_number(row.microseconds));
}

std::string world_json(const WorldRow& row) {
    return fmt::format(
        R"({{"method":"{}","steps":{},"impacts":{},"missed":{},"unasked":{},"time_lost":{},"toi_calls":{},"iterations":{},)"
        R"("max_iterations":{},"given_up":{},"us":{},"hash":"{:016x}","failure":{}}})",
        row.method, row.steps, row.impacts, row.missed, row.untested, json_number(row.time_lost), row.calls,
        row.outer, row.max_outer, row.given_up, json_number(row.microseconds), row.hash,
        row.failure.empty() ? "null" : json_string(row.failure));
}

template <class Row>
std::string list_json(std::span<const Row> rows, std::string (*row_json)(const Row&)) {
    std::string out;
    for (const Row& row : rows) {
        if (!out.empty()) out += ',';
        out += row_json(row);
    }
    return out;
}

}  // namespace

std::string query_table(std::span<const QueryRow> rows) {
    const std::size_t method_column = method_width(rows);
    std::size_t query_column = 5;
    for (const QueryRow& row : rows)
        query_column = std::max(query_column, query_label(row).size());
    std::string out =
        fmt::format("{:{}}  {:{}}  {:10}  {:>7}  {:>5}  {:>6}  {:>5}  {:>5}  {:>8}  {:>8}  {:>8}\n", "query",
                    query_column, "method", method_column, "outcome", "t", "outer", "root", "gjk", "pairs",
                    "µs", "error", "depth m");
    for (const QueryRow& row : rows) {
        const ToiResult& result = row.answer.result;
        const ToiIterations& n = result.iterations;
        out += fmt::format(
            "{:{}}  {:{}}  {:10}  {:7.4f}  {:5}  {:6}  {:5}  {:5}  {:8.2f}  {:>8}  {:>8}\n", query_label(row),
            query_column, row.method, method_column,
            row.answer.verdict == MethodAnswer::Verdict::Late ? "late" : outcome_name(result.state), result.t,
            n.main_loop(), n.root, n.gjk, n.feature_pairs, row.microseconds, error_text(row.answer),
            touches(result) ? fmt::format("{:.4f}", row.answer.depth) : "-");
    }
    return out;
}

std::string world_table(std::span<const WorldRow> rows) {
    const std::size_t method_column = method_width(rows);
    const bool has_untested =
        std::any_of(rows.begin(), rows.end(), [](const WorldRow& row) { return row.untested > 0; });
    std::string out =
        fmt::format("{:{}}  {:>7}  {:>6}{}  {:>9}  {:>9}  {:>10}  {:>8}  {:>8}  hash\n", "method",
                    method_column, "impacts", "missed", has_untested ? "  untested" : "", "lost ms",
                    "toi calls", "max iter", "given up", "µs");
    for (const WorldRow& row : rows) {
        out += fmt::format("{:{}}  {:7}  {:6}{}  {:9.3f}  {:9}  {:10}  {:8}  {:8.2f}  {:016x}{}\n",
                           row.method, method_column, row.impacts, row.missed,
                           has_untested ? fmt::format("  {:8}", row.untested) : "", 1e3 * row.time_lost,
                           row.calls, row.max_outer, row.given_up, row.microseconds, row.hash,
                           row.failure.empty() ? "" : "  aborted: " + row.failure);
    }
    return out;
}

std::string comparison_json(const scene::Scene& scene, std::string_view policy,
                            std::span<const QueryRow> queries, std::span<const WorldRow> worlds) {
    const BodyOverrides overrides = count_body_overrides(scene);
    return fmt::format(
        R"({{"scene":{},"title":{},"variant":{},"continuous":"{}","own_policies":{},"own_methods":{},"queries":[{}],"runs":[{}]}})",
        json_string(scene.path), json_string(scene.title), json_string(scene.variant), policy,
        overrides.policies, overrides.methods, list_json(queries, query_json), list_json(worlds, world_json));
}

}  // namespace toibox::app
