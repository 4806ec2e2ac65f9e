// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/document.h"

#include "app/cli/base/console.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// An error that was already printed on standard error.
struct ReportedError {
    int exit_code = 0;
};

/// Reads a scene file. If the file is a recording, the error names the command that plays it.
Result<scene::Document, scene::Diagnostics> read_scene_file(const std::string& path);
/// Like read_scene_file, but prints errors: I/O (exit 4) or content (exit 3).
Result<scene::Document, ReportedError> load_scene(const std::string& path, const Console& console);

/// Where the command line expects a variant, this name means the scene itself.
inline constexpr std::string_view base_variant = "base";
/// "base", then the scene's variants.
std::vector<std::string> variant_names(const scene::Document& document);
/// If the scene does not have the variant, prints an error with a suggestion and returns true.
bool report_missing_variant(const scene::Document& document, const std::string& name, const Console& console);
/// Number of worlds that can stand side by side.
inline constexpr std::size_t min_compared = 2;
inline constexpr std::size_t max_compared = 4;
/// If the variants cannot be compared, prints why and returns true: a wrong number of them, one given twice,
/// or one that the scene does not have. `recorded`: the variant of a recording, which is the first pane and
/// need not be given.
bool report_compare_error(const scene::Document& document, const std::vector<std::string>& variants,
                          const std::optional<std::string>& recorded, const Console& console);
/// The name of a variant as scene::Document expects it, where the scene itself has the empty name.
std::string document_variant_name(const std::string& variant);

/// The scene with variant and overrides applied. Prints errors: in the overrides (exit 2) or in the scene
/// (exit 3).
Result<scene::Scene, ReportedError> resolve_scene(const scene::Document& document, const std::string& variant,
                                                  const std::vector<scene::Document::Override>& overrides,
                                                  const Console& console);

/// Prints why a scene cannot be run. The exit code tells what is at fault: the overrides (2) or the scene
/// (3).
ReportedError report_resolve_error(const scene::Document& document, const std::string& variant,
                                   const std::vector<scene::Document::Override>& overrides,
                                   const scene::Diagnostics& errors, const Console& console);

/// Prints diagnostics on standard error.
void print_diagnostics(const scene::Diagnostics& diagnostics, const Console& console);

/// "cannot read PATH: No such file or directory"; nullopt if the file can be read.
std::optional<std::string> read_error(const std::string& path);

}  // namespace toibox::app
