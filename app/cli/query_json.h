// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/distance_method.h"
#include "toibox/scene/query.h"

#include <optional>
#include <string>

namespace toibox::app {

/// How a query is answered, beyond what its line says.
struct AnswerOptions {
    bool trace = false;                      ///< Adds what the method did, in order of execution.
    std::optional<DistanceMethod> distance;  ///< Of distances; none: GJK, and the distance alone.
};

/// The answer to one query as a JSON object on one line, without a line end; `id` is JSON already.
std::string answer_json(const std::string& id, const scene::QueryEntry& query, const AnswerOptions& options);

/// What stands in the place of a bad line; lines count from 1.
std::string error_json(const scene::QueryLineError& bad, std::size_t line);

}  // namespace toibox::app
