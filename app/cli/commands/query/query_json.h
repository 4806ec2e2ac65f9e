// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/distance_method.h"
#include "toibox/scene/query.h"

#include <optional>
#include <string>

namespace toibox::app {

/// Options from the command line that apply to all answers.
struct AnswerOptions {
    bool trace = false;                      ///< Add the steps of the method, in order of execution.
    std::optional<DistanceMethod> distance;  ///< Absent: GJK, with fewer fields in the answer.
};

/// The answer to a query as a JSON object on one line, without a line end. `id` is JSON text.
std::string answer_json(const std::string& id, const scene::QueryEntry& query, const AnswerOptions& options);

/// The answer to an invalid line. Line numbers start at 1.
std::string error_json(const scene::QueryLineError& error, std::size_t line);

}  // namespace toibox::app
