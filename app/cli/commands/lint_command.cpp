// SPDX-License-Identifier: MIT
#include "app/cli/commands/lint_command.h"

#include "toibox/scene/course.h"
#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/commands/commands.h"
#include "app/cli/inputs/scene_files.h"
#include "app/cli/inputs/scene_input.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace toibox::app {

namespace {

/// What the key "next" of a scene names: an error if the scene, its variant or its sweep does not exist.
std::optional<scene::Diagnostic> check_next(const scene::Document& document, const std::string& file) {
    const auto scene = document.resolve();
    if (!scene || !scene->next) return std::nullopt;
    const scene::NextScene& next = *scene->next;
    const auto missing = [&](const char* key, const std::string& what, const std::string& hint) {
        const std::string pointer = std::string("/next/") + key;
        const auto at = document.locate(pointer).value_or(scene::LineColumn{});
        return scene::Diagnostic{.file = file,
                                 .line = at.line,
                                 .column = at.column,
                                 .message = what,
                                 .hint = hint,
                                 .pointer = pointer,
                                 .source_line = {}};
    };
    const std::filesystem::path path = std::filesystem::path(file).parent_path() / next.scene;
    const auto target = next.scene.empty() ? Result<scene::Document, scene::Diagnostics>(document)
                                           : scene::Document::load(path.string());
    if (!target)
        return missing("scene", fmt::format("cannot open {}", path.string()), target.error().front().message);
    const auto opened = target->resolve(next.variant);
    if (!opened) return missing("variant", opened.error().front().message, opened.error().front().hint);
    const bool has_sweep = next.sweep.empty() ||
                           std::ranges::find(opened->sweeps, next.sweep, &scene::ParameterSweepEntry::name) !=
                               opened->sweeps.end();
    if (has_sweep) return std::nullopt;
    return missing("sweep", fmt::format("there is no sweep \"{}\"", next.sweep),
                   "define it under \"sweeps\"");
}

bool is_courses_file(const std::string& path) {
    return std::filesystem::path(path).filename() == scene::courses_file_name;
}

/// The courses file of each folder among the paths, if it has one.
std::vector<std::string> courses_files(const std::vector<std::string>& paths) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        const std::filesystem::path file = std::filesystem::path(path) / scene::courses_file_name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored)) files.push_back(file.string());
    }
    return files;
}

scene::Diagnostics lint_file(const std::string& file) {
    if (is_courses_file(file)) return scene::lint_courses(file);
    const Result<scene::Document, scene::Diagnostics> document = read_scene_file(file);
    if (!document) return document.error();
    scene::Diagnostics diagnostics = document->lint();
    if (auto next = check_next(*document, file)) diagnostics.push_back(*std::move(next));
    std::vector<std::string> variants{""};
    for (const scene::VariantEntry& variant : document->variants())
        variants.push_back(variant.name);
    for (const std::string& variant : variants) {
        Result<scene::Scene, scene::Diagnostics> scene = document->resolve(variant);
        scene::Diagnostics variant_diagnostics;
        if (!scene)
            variant_diagnostics = scene.error();
        else if (auto run = scene::Run::start(std::move(*scene)); !run)
            variant_diagnostics = run.error();
        for (scene::Diagnostic& diagnostic : variant_diagnostics) {
            const bool known =
                std::any_of(diagnostics.begin(), diagnostics.end(), [&](const scene::Diagnostic& other) {
                    return other.pointer == diagnostic.pointer && other.message == diagnostic.message;
                });
            if (!known) diagnostics.push_back(std::move(diagnostic));
        }
    }
    return diagnostics;
}

}  // namespace

int lint_command(const LintArguments& arguments) {
    const Console console(arguments.console);
    bool all_read = true;
    std::vector<std::string> files = scene_files(arguments.paths, console, all_read);
    for (std::string& file : courses_files(arguments.paths))
        files.push_back(std::move(file));
    const auto courses = static_cast<std::size_t>(std::ranges::count_if(files, is_courses_file));
    std::size_t errors = 0;
    std::size_t warnings = 0;
    for (const std::string& file : files) {
        for (const scene::Diagnostic& diagnostic : lint_file(file)) {
            const bool is_error = diagnostic.severity == scene::Diagnostic::Severity::Error;
            (is_error ? errors : warnings) += 1;
            if (!is_error && console.quiet()) continue;
            std::string text = format(diagnostic);
            if (text.ends_with('\n')) text.pop_back();
            console.out(text);
        }
        if (console.verbose()) console.say(fmt::format("{}: read", file));
    }
    console.say(fmt::format("{}{}: {}, {}", count_text(files.size() - courses, "scene"),
                            courses == 0 ? "" : " and " + count_text(courses, "courses file"),
                            count_text(errors, "error"), count_text(warnings, "warning")));
    if (!all_read) return ExitCode::io;
    return errors > 0 ? ExitCode::check_failed : ExitCode::success;
}

Action declare_lint(CommandOptions& options) {
    const auto arguments = std::make_shared<LintArguments>();
    options.option("path", arguments->paths,
                   "Scene files, courses files (courses.json), and folders to search for *.toi.json",
                   {.kind = "PATH", .required = true});
    options.console(arguments->console);
    return [arguments] { return lint_command(*arguments); };
}

}  // namespace toibox::app
