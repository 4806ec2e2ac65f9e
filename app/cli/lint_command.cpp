// SPDX-License-Identifier: MIT
#include "app/cli/lint_command.h"

#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/scene_argument.h"
#include "app/cli/scene_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

scene::Diagnostics findings(const std::string& file) {
    const Result<scene::Document, scene::Diagnostics> document = read_scene_file(file);
    if (!document) return document.error();
    scene::Diagnostics found = document->lint();
    std::vector<std::string> variants{""};
    for (const scene::VariantEntry& variant : document->variants())
        variants.push_back(variant.name);
    for (const std::string& variant : variants) {
        Result<scene::Scene, scene::Diagnostics> scene = document->resolve(variant);
        scene::Diagnostics more;
        if (!scene)
            more = scene.error();
        else if (auto run = scene::Run::start(std::move(*scene)); !run)
            more = run.error();
        for (scene::Diagnostic& diagnostic : more) {
            const bool known = std::any_of(found.begin(), found.end(), [&](const scene::Diagnostic& other) {
                return other.pointer == diagnostic.pointer && other.message == diagnostic.message;
            });
            if (!known) found.push_back(std::move(diagnostic));
        }
    }
    return found;
}

}  // namespace

int lint_command(const LintArguments& arguments) {
    const Console console(arguments.console);
    bool all_read = true;
    const std::vector<std::string> files = scene_files(arguments.paths, console, all_read);
    std::size_t errors = 0;
    std::size_t warnings = 0;
    for (const std::string& file : files) {
        for (const scene::Diagnostic& diagnostic : findings(file)) {
            const bool is_error = diagnostic.severity == scene::Diagnostic::Severity::Error;
            (is_error ? errors : warnings) += 1;
            if (!is_error && console.quiet()) continue;
            std::string text = format(diagnostic);
            if (text.ends_with('\n')) text.pop_back();
            console.out(text);
        }
        if (console.verbose()) console.say(fmt::format("{}: read", file));
    }
    console.say(fmt::format("{}: {}, {}", count_text(files.size(), "scene"), count_text(errors, "error"),
                            count_text(warnings, "warning")));
    if (!all_read) return ExitCode::io;
    return errors > 0 ? ExitCode::check_failed : ExitCode::success;
}

Action declare_lint(CommandOptions& options) {
    const auto to = std::make_shared<LintArguments>();
    options.option("path", to->paths, "Scene files and folders", {.required = true});
    options.console(to->console);
    return [to] { return lint_command(*to); };
}

}  // namespace toibox::app
