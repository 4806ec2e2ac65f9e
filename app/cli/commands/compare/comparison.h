// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/scene.h"

#include "app/studies/toi/toi_comparison.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// One query with one method.
struct QueryRow {
    std::string query;
    int query_count = 1;  ///< Queries of the scene that differ only in the method; `query` names the first.
    std::string_view method;
    MethodAnswer answer;
    double microseconds = 0.0;  ///< Mean time of a call in the fastest of several measurements.
};

/// One world, run with one method as its `toi`.
struct WorldRow {
    std::string_view method;
    std::int64_t steps = 0;
    std::int64_t impacts = 0;     ///< Impacts that the CCD stage handled.
    std::int64_t missed = 0;      ///< Contacts that began and ended within a step and were not handled.
    std::int64_t untested = 0;    ///< Like missed, but of bodies whose policy uses no time-of-impact method.
    double time_lost = 0.0;       ///< Motion discarded after impacts, seconds, total.
    std::uint64_t calls = 0;      ///< Calls of the method.
    std::uint64_t outer = 0;      ///< Iterations of the main loop in all calls.
    std::uint64_t max_outer = 0;  ///< Most of them in one call.
    std::uint64_t given_up = 0;   ///< Calls that reached an iteration limit.
    double microseconds = 0.0;    ///< Average per call.
    std::uint64_t hash = 0;
    std::string failure;  ///< Why the run was aborted; empty if it was not.
};

/// Numbers of bodies that override the world's continuous policy or time-of-impact method.
struct BodyOverrides {
    std::size_t policies = 0;
    std::size_t methods = 0;
};
BodyOverrides count_body_overrides(const scene::Scene& scene);

/// The current time of a steady clock, as a `Clock` for measurements.
std::uint64_t nanoseconds_now();

/// Runs each query of the scene with each method.
std::vector<QueryRow> compare_queries(const scene::Scene& scene, std::span<const ToiMethod> methods);

/// Runs the scene with the method in its settings. Stops early on an interrupt.
WorldRow run_world(scene::Scene scene, std::int64_t steps);

std::string query_table(std::span<const QueryRow> rows);
std::string world_table(std::span<const WorldRow> rows);
// The legends of both tables say what the columns mean and what applies to all rows. No line end after the
// last line.
std::string query_legend();
std::string world_legend(const scene::Scene& scene, std::span<const WorldRow> rows);
/// Both tables as one JSON object on one line; `policy` is the continuous policy of the world.
std::string comparison_json(const scene::Scene& scene, std::string_view policy,
                            std::span<const QueryRow> queries, std::span<const WorldRow> worlds);

}  // namespace toibox::app
