// SPDX-License-Identifier: MIT
// What a reader of the tables of `toibox compare` must know beside them.
#include "toibox/dynamics/settings.h"

#include "app/cli/comparison.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

namespace {

std::string bodies_keep_text(std::size_t count) {
    return count == 1 ? "1 body keeps" : fmt::format("{} bodies keep", count);
}

template <class Count>
bool all_zero(std::span<const WorldRow> rows, Count count) {
    return std::all_of(rows.begin(), rows.end(), [&](const WorldRow& row) { return row.*count == 0; });
}

}  // namespace

BodyOverrides count_body_overrides(const scene::Scene& scene) {
    BodyOverrides own;
    if (!is_per_body_policy(scene.settings.continuous)) return own;  // bodies have none of their own
    const auto add = [&](const scene::BodyEntry& body, std::size_t copies) {
        own.policies += body.def.continuous.policy ? copies : 0;
        own.methods += body.def.continuous.toi ? copies : 0;
    };
    for (const scene::BodyEntry& body : scene.bodies)
        add(body, 1);
    for (const scene::EmitterEntry& emitter : scene.emitters)
        add(emitter.body, static_cast<std::size_t>(emitter.count));
    return own;
}

std::string query_legend() {
    return "query: of the scene, whatever method it names; \"and N more\" ask the same of other methods\n"
           "outer: passes of a method's outer loop; root: looks at a separation function; gjk: distance "
           "queries\n"
           "pairs: vertices against edges, each searched for itself (brute-force alone)\n"
           "error: t less the true one, in steps; positive is late; \"missed\": there is a contact, and it "
           "found none\n"
           "depth m: how deep the shapes lie in each other where a method leaves them, below 0 the gap; "
           "linear-cast and centre-ray apply the whole turn there";
}

std::string world_legend(const scene::Scene& scene, std::span<const WorldRow> rows) {
    std::string out =
        "missed: meetings within a step that were not acted on; lost ms: motion given up after impacts\n"
        "max iter: outer iterations of the longest call; given up: calls that reached a limit";
    if (all_zero(rows, &WorldRow::impacts) && all_zero(rows, &WorldRow::missed))
        out +=
            "\nNo impact in these steps, and none missed that is looked for (two moving bodies meet in time "
            "only if one is a\nbullet): this world does not tell the methods apart.";
    const BodyOverrides own = count_body_overrides(scene);
    if (own.methods > 0)
        out += fmt::format("\n{} a method of time of impact of its own in every row.",
                           bodies_keep_text(own.methods));
    if (own.policies > 0)
        out += fmt::format("\n{} a policy of its own in every row.", bodies_keep_text(own.policies));
    if (!all_zero(rows, &WorldRow::unasked))
        out +=
            "\nunasked: meetings of bodies whose own policy asks no method; they are not among the missed.";
    return out;
}

}  // namespace toibox::app
