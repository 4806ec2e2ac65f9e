// SPDX-License-Identifier: MIT
#pragma once

#include "scene/json/json_value.h"

#include <string>

namespace toibox::scene {

/// Canonical text of a tree: indent of two spaces, short values on one line, shortest round-trip numbers,
/// members in order. Reads back as the same tree. Ends with a newline.
std::string write_json(const JsonValue& root);

/// The tree on one line, without a newline at the end.
std::string write_inline(const JsonValue& value);

}  // namespace toibox::scene
