// SPDX-License-Identifier: MIT
#include "app/cli/commands/compare/compare_command.h"

#include "toibox/dynamics/settings.h"
#include "toibox/scene/suggest.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/compare/comparison.h"
#include "app/cli/inputs/scene_input.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

/// The requested methods, or all. For an unknown name, prints an error and returns nullopt.
std::optional<std::vector<ToiMethod>> methods_of(const CompareArguments& arguments, const Console& console) {
    std::vector<ToiMethod> out;
    std::vector<std::string_view> known;
    for (const ToiPromises& row : toi_methods()) {
        known.push_back(row.name);
        if (arguments.methods.empty()) out.push_back(row.method);
    }
    for (const std::string& name : arguments.methods) {
        const auto row = std::find(known.begin(), known.end(), name);
        if (row == known.end()) {
            console.error(fmt::format("unknown method \"{}\": {}", name, scene::suggestion(name, known)));
            return std::nullopt;
        }
        out.push_back(toi_methods()[static_cast<std::size_t>(row - known.begin())].method);
    }
    return out;
}

int exit_code_of(const std::vector<WorldRow>& worlds, const Console& console) {
    if (InterruptGuard::interrupted()) {
        console.error("interrupted");
        return ExitCode::interrupted;
    }
    const bool aborted =
        std::any_of(worlds.begin(), worlds.end(), [](const WorldRow& row) { return !row.failure.empty(); });
    return aborted ? ExitCode::aborted : ExitCode::success;
}

}  // namespace

int compare_command(const CompareArguments& arguments) {
    const Console console(arguments.console);
    const std::optional<std::vector<ToiMethod>> methods = methods_of(arguments, console);
    if (!methods) return ExitCode::usage;
    const Result<scene::Document, ReportedError> document = load_scene(arguments.scene, console);
    if (!document) return document.error().exit_code;
    if (!arguments.variant.empty() && report_missing_variant(*document, arguments.variant, console))
        return ExitCode::usage;
    Result<scene::Scene, ReportedError> scene =
        resolve_scene(*document, document_variant_name(arguments.variant), arguments.overrides, console);
    if (!scene) return scene.error().exit_code;
    // Most policies never call a time-of-impact method.
    if (!uses_time_of_impact(scene->settings.continuous)) {
        console.say(fmt::format(
            "the policy \"{}\" does not use time of impact; comparing with substep-at-impact instead",
            enum_entry(continuous_policies(), scene->settings.continuous).name));
        scene->settings.continuous = ContinuousPolicy::SubstepAtImpact;
        if (!are_compatible(scene->settings.solver, scene->settings.continuous)) {
            console.say(
                fmt::format("the solver \"{}\" does not handle impacts; comparing with soft-step instead",
                            enum_entry(solver_kinds(), scene->settings.solver).name));
            scene->settings.solver = SolverKind::SoftStep;
        }
    }
    scene->settings.stop_at_each_impact = false;  // one call of step() is one whole step
    const InterruptGuard guard;
    const std::vector<QueryRow> queries = compare_queries(*scene, *methods);
    const std::int64_t steps = arguments.steps.value_or(scene->duration_steps());
    std::vector<WorldRow> worlds;
    const bool can_move = !scene->bodies.empty() || !scene->emitters.empty() || !scene->timeline.empty();
    for (const ToiMethod method : *methods) {
        if (!can_move || InterruptGuard::interrupted()) break;
        scene::Scene copy = *scene;
        copy.settings.toi = method;
        worlds.push_back(run_world(std::move(copy), steps));
    }
    const std::string_view policy = enum_entry(continuous_policies(), scene->settings.continuous).name;
    if (arguments.json) {
        console.out(comparison_json(*scene, policy, queries, worlds));
    } else {
        std::string text = queries.empty() ? "" : query_table(queries);
        if (!queries.empty() && !worlds.empty()) text += '\n';
        if (!worlds.empty()) text += fmt::format("{}, {} steps\n", policy, steps) + world_table(worlds);
        if (!text.empty()) text.pop_back();
        console.out(text);
        if (!queries.empty()) console.say(query_legend());
        if (!worlds.empty()) console.say(world_legend(*scene, worlds));
    }
    return exit_code_of(worlds, console);
}

Action declare_compare(CommandOptions& options) {
    const auto arguments = std::make_shared<CompareArguments>();
    options.option("scene", arguments->scene, "Scene (*.toi.json)", {.kind = "FILE", .required = true});
    options.option("--methods", arguments->methods,
                   fmt::format("Time-of-impact methods to compare, separated by commas: {}; default: all",
                               name_list(toi_methods())),
                   {.kind = "NAMES", .comma_separated = true});
    options.option("--variant", arguments->variant,
                   "Variant to run; default: base, which is the scene itself", {.kind = "NAME"});
    options.overrides(arguments->overrides);
    options.option("--steps", arguments->steps, "Steps to run; default: the scene's duration",
                   {.check = steps_check()});
    options.flag("--json", arguments->json, "Print one JSON object instead of tables");
    options.console(arguments->console);
    return [arguments] { return compare_command(*arguments); };
}

}  // namespace toibox::app
