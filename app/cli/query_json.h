// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/query.h"

#include <string>

namespace toibox::app {

/// The answer to one query as a JSON object on one line, without a line end; `id` is JSON already. `trace`
/// adds what a time of impact did, in order of execution.
std::string answer_json(const std::string& id, const scene::QueryEntry& query, bool trace);

/// What stands in the place of a bad line; lines count from 1.
std::string error_json(const scene::BadQueryLine& bad, std::size_t line);

}  // namespace toibox::app
