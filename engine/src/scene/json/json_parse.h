// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include "scene/json/json_value.h"

#include <string>
#include <string_view>

namespace toibox::scene {

/// Why a text is not valid JSON, or exceeds a limit.
struct JsonError {
    SourceSpan span;
    std::string message;  ///< "expected a comma or }, found \"b\""
    std::string hint;
};

/// Reads JSON with comments (// and /* */) into a tree with source spans. Duplicate keys, nesting beyond
/// tuning::max_depth and more than tuning::max_values values are errors. Never throws. Cost: O(n log n).
Result<JsonValue, JsonError> parse_json(std::string_view text);

}  // namespace toibox::scene
