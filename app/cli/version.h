// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace toibox::app {

/// What a bug report should begin with: version, commit, formats, compiler, SIMD, libraries; one `key value`
/// a line.
std::string version_text();

/// The same as a JSON object on one line: what a recording says of its maker.
std::string version_json();

/// The JSON Schema of scene files, as it ships in scenes/schema.
std::string_view scene_schema();

}  // namespace toibox::app
