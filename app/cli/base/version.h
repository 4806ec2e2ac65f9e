// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace toibox::app {

/// Information for bug reports: version, commit, formats, compiler, SIMD, libraries; one `key value` pair per
/// line.
std::string version_text();

/// The same as a JSON object on one line, stored in recordings.
std::string version_json();

/// The JSON Schema of scene files, as in scenes/schema.
std::string_view scene_schema();

}  // namespace toibox::app
