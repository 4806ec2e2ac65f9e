// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace toibox::scene {

/// An error or a warning (lint) about a scene file, with its location. Errors stop the load, warnings do not.
struct Diagnostic {
    enum class Severity { Error, Warning };
    Severity severity = Severity::Error;
    std::string file;
    int line = 0;         ///< From 1; 0 if there is no location (a missing file).
    int column = 0;       ///< From 1, in bytes.
    int width = 1;        ///< Width of the marked text, in bytes.
    std::string message;  ///< "unknown key \"restitutoin\" in material \"steel\""
    std::string hint;     ///< "did you mean \"restitution\"?"; may be empty.
    std::string pointer;  ///< JSON Pointer: "/materials/steel/restitutoin".
    std::string source_line;
    int source_line_offset = 0;  ///< Bytes dropped from the front of `source_line` if the line is very long.
};
using Diagnostics = std::vector<Diagnostic>;

/// Text that editors can parse: location, message, marked source line, pointer. Ends with a newline.
///
///     scenes/wall.toi.json:6:29: error: unknown key "restitutoin" in material "steel"
///      6 |   "steel": {"density":7850, "restitutoin":0.5}
///        |                             ^^^^^^^^^^^^^ did you mean "restitution"?
///        = at /materials/steel/restitutoin
///
/// A long line is cut to the part around the marker. Unprintable characters are shown as "?".
std::string format(const Diagnostic& diagnostic);
std::string format(const Diagnostics& diagnostics);

}  // namespace toibox::scene
