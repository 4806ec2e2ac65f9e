// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace toibox::app {

/// Information for bug reports, one `key value` pair per line: version, commit, formats, compiler, SIMD
/// instruction set, libraries.
std::string version_text();

/// The main part of version_text() as a JSON object on one line, stored in recordings.
std::string version_json();

/// The description of a program that a recording stores (version_json()) as one readable line: "toibox 0.1.0,
/// commit 1a2b3c, …". Other texts are returned unchanged.
std::string made_by_text(std::string_view json);

/// The JSON Schema of scene files, a copy of scenes/schema/scene-1.schema.json.
std::string_view scene_schema();

}  // namespace toibox::app
