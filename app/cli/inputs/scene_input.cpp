// SPDX-License-Identifier: MIT
#include "app/cli/inputs/scene_input.h"

#include "toibox/replay/recording_file.h"
#include "toibox/scene/run.h"
#include "toibox/scene/suggest.h"

#include "app/cli/base/exit_code.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace toibox::app {

std::optional<std::string> read_error(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fmt::format("cannot read {}: it is a folder", path);
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return fmt::format("cannot read {}: {}", path, std::strerror(errno));
    std::fclose(file);
    return std::nullopt;
}

Result<scene::Document, scene::Diagnostics> read_scene_file(const std::string& path) {
    if (!replay::is_recording_file(path)) return scene::Document::load(path);
    scene::Diagnostic recording;
    recording.file = path;
    recording.message = "this is a recording; to play it: toibox replay " + path;
    return Err{scene::Diagnostics{std::move(recording)}};
}

Result<scene::Document, ReportedError> load_scene(const std::string& path, const Console& console) {
    if (const std::optional<std::string> reason = read_error(path)) {
        console.error(*reason);
        return Err{ReportedError{ExitCode::io}};
    }
    Result<scene::Document, scene::Diagnostics> document = read_scene_file(path);
    if (document) return std::move(*document);
    print_diagnostics(document.error(), console);
    return Err{ReportedError{ExitCode::bad_input}};
}

std::vector<std::string> variant_names(const scene::Document& document) {
    std::vector<std::string> names{std::string(base_variant)};
    for (const scene::VariantEntry& variant : document.variants())
        names.push_back(variant.name);
    return names;
}

bool report_missing_variant(const scene::Document& document, const std::string& name,
                            const Console& console) {
    const std::vector<std::string> names = variant_names(document);
    if (std::find(names.begin(), names.end(), name) != names.end()) return false;
    const std::vector<std::string_view> known(names.begin(), names.end());
    console.error(fmt::format("the scene has no variant \"{}\": {}", name, scene::suggestion(name, known)));
    return true;
}

bool report_compare_error(const scene::Document& document, const std::vector<std::string>& variants,
                          const std::optional<std::string>& recorded, const Console& console) {
    std::vector<std::string> all = variants;
    if (recorded) all.insert(all.begin(), recorded->empty() ? std::string(base_variant) : *recorded);
    const std::vector<std::string> known = variant_names(document);
    const std::string known_text = known.size() == 1
                                       ? "the scene has no variants"
                                       : fmt::format("the scene has {}", fmt::join(known, ", "));
    const auto reject = [&](const std::string& problem, const std::string& hint) {
        console.error(fmt::format("--compare {}: {}", problem, hint));
        return true;
    };
    if (std::ranges::find(variants, std::string()) != variants.end())
        return reject("has an empty name", known_text);
    for (const std::string& name : all) {
        if (report_missing_variant(document, name, console)) return true;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i), all[i]) ==
            all.begin() + static_cast<std::ptrdiff_t>(i))
            continue;
        const bool is_recorded = recorded && all[i] == all.front();
        return reject(fmt::format("has \"{}\" twice", all[i]),
                      is_recorded ? "the recording itself is the first pane" : "name different variants");
    }
    if (all.size() >= min_compared && all.size() <= max_compared) return false;
    const char* needed = recorded ? "needs one to three other variants" : "needs two to four variants";
    const std::string given =
        all.size() == 1 ? fmt::format("only \"{}\"", all.front()) : std::to_string(variants.size());
    return reject(fmt::format("{}, separated by commas, got {}", needed, given), known_text);
}

std::string document_variant_name(const std::string& variant) {
    return variant == base_variant ? std::string() : variant;
}

namespace {

/// The error text if `variant` alone and `overrides` alone are valid, but not both together; otherwise
/// nullopt.
std::optional<std::string> variant_conflict_text(const scene::Document& document, const std::string& variant,
                                                 const std::vector<scene::Document::Override>& overrides,
                                                 const scene::Diagnostics& errors) {
    const bool is_conflict = !variant.empty() && !overrides.empty() && document.resolve(variant) &&
                             document.resolve({}, overrides);
    if (!is_conflict) return std::nullopt;
    const std::string& pointer = errors.front().pointer;
    std::string hint = "choose another variant, or \"base\"";
    std::vector<scene::Document::Override> with_override_off = overrides;
    with_override_off.emplace_back(pointer, "off");
    if (document.resolve(variant, with_override_off))
        hint = fmt::format("add --set {}=off, or {}", pointer, hint);
    return fmt::format("variant \"{}\" sets {}, which conflicts with --set: {}", variant, pointer, hint);
}

}  // namespace

ReportedError report_resolve_error(const scene::Document& document, const std::string& variant,
                                   const std::vector<scene::Document::Override>& overrides,
                                   const scene::Diagnostics& errors, const Console& console) {
    print_diagnostics(errors, console);
    if (overrides.empty()) return {ExitCode::bad_input};
    if (const auto conflict = variant_conflict_text(document, variant, overrides, errors))
        console.error(*conflict);
    // If the scene starts without the overrides, the overrides are at fault.
    Result<scene::Scene, scene::Diagnostics> without_overrides = document.resolve(variant);
    const bool starts = without_overrides && scene::Run::start(std::move(*without_overrides));
    return {starts ? ExitCode::usage : ExitCode::bad_input};
}

Result<scene::Scene, ReportedError> resolve_scene(const scene::Document& document, const std::string& variant,
                                                  const std::vector<scene::Document::Override>& overrides,
                                                  const Console& console) {
    Result<scene::Scene, scene::Diagnostics> scene = document.resolve(variant, overrides);
    if (scene) return std::move(*scene);
    return Err{report_resolve_error(document, variant, overrides, scene.error(), console)};
}

void print_diagnostics(const scene::Diagnostics& diagnostics, const Console& console) {
    std::string text = format(diagnostics);
    if (text.ends_with('\n')) text.pop_back();
    console.put(Console::Stream::Err, text);
}

}  // namespace toibox::app
