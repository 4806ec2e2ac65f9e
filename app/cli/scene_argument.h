// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/document.h"

#include "app/cli/console.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// Why a scene named on the command line is of no use; already told on standard error.
struct ReportedError {
    int exit_code = 0;
};

/// Reads a scene file. A recording is an error that names the command for it.
Result<scene::Document, scene::Diagnostics> read_scene_file(const std::string& path);
/// The same. Tells what is wrong: I/O (exit 4) or content (exit 3).
Result<scene::Document, ReportedError> load_scene(const std::string& path, const Console& console);

/// The scene itself, where a variant is to be named.
inline constexpr std::string_view base_variant = "base";
/// "base", then the scene's variants.
std::vector<std::string> variant_names(const scene::Document& document);
/// Whether the scene has the variant; tells what it has, if not.
bool has_variant(const scene::Document& document, const std::string& name, const Console& console);
/// The name that the document knows: empty for the scene itself.
std::string document_variant_name(const std::string& variant);

/// The scene as it is to run. A refusal is told: of the overrides (exit 2) or of the scene (exit 3).
Result<scene::Scene, ReportedError> resolve_scene(const scene::Document& document, const std::string& variant,
                                                  const std::vector<scene::Document::Override>& overrides,
                                                  const Console& console);

/// Tells why a scene cannot be run, and says whose fault it is: that of the overrides (exit 2) or of the
/// scene (exit 3).
ReportedError report_resolve_error(const scene::Document& document, const std::string& variant,
                                   const std::vector<scene::Document::Override>& overrides,
                                   const scene::Diagnostics& errors, const Console& console);

/// Findings on standard error.
void print_diagnostics(const scene::Diagnostics& diagnostics, const Console& console);

/// "cannot read PATH: No such file or directory"; nullopt if the file can be read.
std::optional<std::string> read_error(const std::string& path);

}  // namespace toibox::app
