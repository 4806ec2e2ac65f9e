// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include "json_value.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::scene {

/// Why a pointer leads nowhere.
struct PointerError {
    std::string message;  ///< "no element \"bal\" in /bodies"
    std::string hint;     ///< "did you mean \"ball\"?"
};

/// The reference tokens of a JSON Pointer, unescaped. Source: RFC 6901.
Result<std::vector<std::string>, PointerError> split_pointer(std::string_view pointer);

/// Writes a copy of `value` where the pointer leads. Elements of arrays go by id, or by index. Members that
/// are not there yet are made (a scene need not state its defaults); elements are not.
Result<Unit, PointerError> set_at(JsonValue& root, std::string_view pointer, const JsonValue& value);

/// The value where the pointer leads; null if it leads nowhere.
const JsonValue* value_at(const JsonValue& root, std::string_view pointer);

}  // namespace toibox::scene
