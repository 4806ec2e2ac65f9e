// SPDX-License-Identifier: MIT
// The legends below the tables of `toibox compare`.
#include "toibox/dynamics/settings.h"

#include "app/cli/commands/compare/comparison.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

namespace {

std::string bodies_keep_text(std::size_t count) {
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
    return "query: a query of the scene; \"and N more\": the same query under other methods\n"
           "outer: iterations of a method's outer loop; root: evaluations of a separation function; gjk: "
           "distance queries\n"
           "pairs: vertex-edge pairs, each tested separately (brute-force only)\n"
           "error: t minus the true t, in steps; positive is late; \"missed\": the method found no contact "
           "although there is one\n"
           "depth m: overlap of the shapes where a method leaves them, negative for a gap; linear-cast and "
           "centre-ray: with the full rotation applied";
}

std::string world_legend(const scene::Scene& scene, std::span<const WorldRow> rows) {
    std::string out =
        "missed: contacts within a step that were not handled; lost ms: motion discarded after impacts\n"
        "max iter: outer iterations of the longest call; given up: calls that reached a limit";
    if (all_zero(rows, &WorldRow::impacts) && all_zero(rows, &WorldRow::missed))
        out +=
            "\nNo impact in these steps, and none missed (two moving bodies are tested only if one is a "
            "bullet):\nthis world does not distinguish the methods.";
    const BodyOverrides overrides = count_body_overrides(scene);
    if (overrides.methods > 0)
        out += fmt::format("\n{} time-of-impact method in every row.", bodies_keep_text(overrides.methods));
    if (overrides.policies > 0)
        out += fmt::format("\n{} policy in every row.", bodies_keep_text(overrides.policies));
    if (!all_zero(rows, &WorldRow::unasked))
        out +=
            "\nunasked: contacts of bodies whose policy uses no time-of-impact method; not counted as "
            "missed.";
    return out;
}

}  // namespace toibox::app
