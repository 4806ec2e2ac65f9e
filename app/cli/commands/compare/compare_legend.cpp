// SPDX-License-Identifier: MIT
// The legends below the tables of `toibox compare`.
#include "toibox/dynamics/settings.h"

#include "app/cli/commands/compare/comparison.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

namespace {

std::string overriding_bodies_text(std::size_t count) {
    return count == 1 ? "1 body keeps its own" : fmt::format("{} bodies keep their own", count);
}

template <class Member>
bool all_zero(std::span<const WorldRow> rows, Member member) {
    return std::all_of(rows.begin(), rows.end(), [&](const WorldRow& row) { return row.*member == 0; });
}

}  // namespace

BodyOverrides count_body_overrides(const scene::Scene& scene) {
    BodyOverrides overrides;
    if (!is_per_body_policy(scene.settings.continuous)) return overrides;  // per-body policies have no effect
    const auto add = [&](const scene::BodyEntry& body, std::size_t copies) {
        overrides.policies += body.def.continuous.policy ? copies : 0;
        overrides.methods += body.def.continuous.toi ? copies : 0;
    };
    for (const scene::BodyEntry& body : scene.bodies)
        add(body, 1);
    for (const scene::EmitterEntry& emitter : scene.emitters)
        add(emitter.body, static_cast<std::size_t>(emitter.count));
    return overrides;
}

std::string query_legend() {
    return "query: name of a query in the scene; \"and N more\": N more queries that differ only in the "
           "method\n"
           "outer: iterations of a method's main loop (certified: steps and distance queries)\n"
           "root: evaluations of a separation function; gjk: distance queries\n"
           "pairs: vertex-edge pairs, each tested separately (brute-force only)\n"
           "error: t minus the true t, in steps; positive is late; \"missed\": there is a contact that the "
           "method did not find\n"
           "depth m: overlap of the shapes at the time that the method reports, negative for a gap; for "
           "linear-cast and centre-ray, which ignore rotation, measured with the full rotation applied";
}

std::string world_legend(const scene::Scene& scene, std::span<const WorldRow> rows) {
    std::string out =
        "missed: contacts within a step that were not handled; lost ms: motion discarded after impacts\n"
        "max iter: most iterations of the main loop in one call; given up: calls that reached an iteration "
        "limit";
    if (all_zero(rows, &WorldRow::impacts) && all_zero(rows, &WorldRow::missed))
        out +=
            "\nNo impacts in these steps, and none missed: in this world, all methods behave the same.\n"
            "(Two dynamic bodies are tested only if one is a bullet or much heavier than the other, or "
            "if the pair bounces; only pairs with a bullet can count as missed.)";
    const BodyOverrides overrides = count_body_overrides(scene);
    if (overrides.methods > 0)
        out += fmt::format("\n{} time-of-impact method in every row.",
                           overriding_bodies_text(overrides.methods));
    if (overrides.policies > 0)
        out += fmt::format("\n{} policy in every row.", overriding_bodies_text(overrides.policies));
    if (!all_zero(rows, &WorldRow::untested))
        out +=
            "\nuntested: contacts of bodies whose policy uses no time-of-impact method; not counted as "
            "missed.";
    return out;
}

}  // namespace toibox::app
