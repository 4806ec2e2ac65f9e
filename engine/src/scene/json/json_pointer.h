// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include "scene/json/json_value.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::scene {

/// Why a pointer cannot be resolved.
struct PointerError {
    std::string message;  ///< "no element \"bal\" in /bodies"
    std::string hint;     ///< "did you mean \"ball\"?"
};

/// The reference tokens of a JSON Pointer, unescaped. Source: RFC 6901.
Result<std::vector<std::string>, PointerError> split_pointer(std::string_view pointer);

/// Writes a copy of `value` at the pointer. Array elements are addressed by id or index. Missing members of
/// objects are created, because a scene need not state its defaults; missing elements of arrays are errors.
Result<Unit, PointerError> set_at(JsonValue& root, std::string_view pointer, const JsonValue& value);

/// Whether the pointer names an array element by an id that several elements have.
bool is_ambiguous(const JsonValue& root, std::string_view pointer);

/// The value at the pointer; null if there is none.
const JsonValue* value_at(const JsonValue& root, std::string_view pointer);

}  // namespace toibox::scene
