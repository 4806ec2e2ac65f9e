// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace toibox::scene {

/// One finding in a scene file, with its place: errors stop, warnings (lints) do not.
struct Diagnostic {
    enum class Severity { Error, Warning };
    Severity severity = Severity::Error;
    std::string file;
    int line = 0;         ///< From 1; 0 where there is no place (a missing file).
    int column = 0;       ///< From 1, in bytes.
    int width = 1;        ///< Of the marked text.
    std::string message;  ///< "unknown key \"restitutoin\" in material \"steel\""
    std::string hint;     ///< "did you mean \"restitution\"?"; may be empty.
    std::string pointer;  ///< JSON Pointer: "/materials/steel/restitutoin".
    std::string source_line;
    int cut = 0;  ///< Bytes left out at the front of `source_line`: of a very long line only a part is kept.
};
using Diagnostics = std::vector<Diagnostic>;

/// The form that editors parse: place, message, the line with a marker, the pointer. Ends with a newline.
///
///     scenes/wall.toi.json:6:29: error: unknown key "restitutoin" in material "steel"
///      6 |   "steel": {"density":7850, "restitutoin":0.5}
///        |                             ^^^^^^^^^^^^^ did you mean "restitution"?
///        = at /materials/steel/restitutoin
///
/// A long line is cut to the part round the marker; what cannot be printed is shown as "?".
std::string format(const Diagnostic& diagnostic);
std::string format(const Diagnostics& diagnostics);

}  // namespace toibox::scene
