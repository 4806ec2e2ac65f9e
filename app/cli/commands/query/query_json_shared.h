// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/query.h"
#include "toibox/toi/toi.h"

#include "app/cli/base/json_text.h"

#include <fmt/format.h>
#include <string>
#include <string_view>

// JSON helpers shared by the query kinds of `toibox query`.
namespace toibox::app {

inline std::string json_point(Vec2d p) {
    return fmt::format("[{},{}]", json_number(p.x + 0.0),
                       json_number(p.y + 0.0));  // + 0.0 turns -0 into 0
}

/// The output format calls Exhausted "failed".
inline std::string_view state_name(ToiState state) {
    return state == ToiState::Exhausted ? "failed" : to_string(state);
}

/// The fields of an answer to a "pieces" query (the convex pieces of a shape), without braces.
std::string pieces_fields(const scene::QueryEntry& query, bool trace);

}  // namespace toibox::app
