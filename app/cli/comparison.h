// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/scene.h"

#include "app/session/toi_comparison.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// One query, answered by one method.
struct QueryRow {
    std::string query;
    int queries = 1;  ///< Of the scene that ask the same, each by a method of its own; `query` is the first.
    std::string_view method;
    MethodAnswer answer;
    double microseconds = 0.0;  ///< Of one call, the least of several.
};

/// One world, run with one method as its `toi`.
struct WorldRow {
    std::string_view method;
    std::int64_t steps = 0;
    std::int64_t impacts = 0;     ///< Acted on.
    std::int64_t missed = 0;      ///< Meetings that began and ended within a step, and were not acted on.
    std::int64_t unasked = 0;     ///< The same, of bodies whose own policy asks no method.
    double time_lost = 0.0;       ///< Seconds of motion, in all.
    std::uint64_t calls = 0;      ///< Of the method …
    std::uint64_t outer = 0;      ///< … their outer iterations …
    std::uint64_t max_outer = 0;  ///< … and those of the longest.
    std::uint64_t given_up = 0;   ///< Calls that reached a limit.
    double microseconds = 0.0;    ///< A call, on the average.
    std::uint64_t hash = 0;
    std::string failure;  ///< Why the run was aborted; empty if it was not.
};

/// How many bodies keep something of their own whatever the row says.
struct BodyOverrides {
    std::size_t policies = 0;
    std::size_t methods = 0;
};
BodyOverrides count_body_overrides(const scene::Scene& scene);

/// For Clock.
std::uint64_t nanoseconds_now();

/// Each of the scene's experiments by each method.
std::vector<QueryRow> compare_queries(const scene::Scene& scene, std::span<const ToiMethod> methods);

/// A run of the scene, which says what method its world uses. Stops early on an interrupt.
WorldRow run_world(scene::Scene scene, std::int64_t steps);

std::string query_table(std::span<const QueryRow> rows);
std::string world_table(std::span<const WorldRow> rows);
/// What the columns mean, and what the rows have in common; lines, the last without its end.
std::string query_legend();
std::string world_legend(const scene::Scene& scene, std::span<const WorldRow> rows);
/// Both as one JSON object on one line; `policy` is that of the world.
std::string comparison_json(const scene::Scene& scene, std::string_view policy,
                            std::span<const QueryRow> queries, std::span<const WorldRow> worlds);

}  // namespace toibox::app
