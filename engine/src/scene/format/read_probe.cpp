// SPDX-License-Identifier: MIT
// Reads probes: a distance method that runs on two bodies in every state.
#include "toibox/scene/tuning.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

std::optional<std::string> read_probed_body(SceneContext& context, ObjectReader& object,
                                            std::string_view key) {
    const auto at = object.require(key, fmt::format("name a body, \"{}\": \"ball\"", key));
    auto id = at ? read_body_id(context, *at) : std::nullopt;
    if (!id) return std::nullopt;
    const BodyEntry* entry = find_body_entry(context.scene, *id);
    const std::size_t shapes = entry != nullptr ? entry->shapes.size() : 1;
    if (shapes == 1) return id;
    context.sink.error(*at, fmt::format("body \"{}\" has {} shapes", *id, shapes),
                       "a probe needs bodies with one convex shape each");
    return std::nullopt;
}

void read_probe(SceneContext& context, const std::string& name, const Cursor& at) {
    ProbeEntry out;
    out.name = name;
    ObjectReader object(context.sink, at, fmt::format("probe \"{}\"", name));
    if (context.scene.probes.size() == tuning::max_probes) {
        context.sink.error(at, fmt::format("more than {} probes", tuning::max_probes), "use fewer");
        return;
    }
    auto a = read_probed_body(context, object, "a");
    auto b = read_probed_body(context, object, "b");
    const auto method = object.require("method", "write \"method\": \"gjk\", \"feature-walk\", ...");
    if (method) object.choice("method", out.method, distance_choices());
    object.finish();
    if (!a || !b) return;
    if (*a == *b) {
        context.sink.error(*object.find("b"), fmt::format("\"a\" and \"b\" are both \"{}\"", *a),
                           "name two different bodies");
        return;
    }
    out.body_a = *std::move(a);
    out.body_b = *std::move(b);
    context.scene.probes.push_back(std::move(out));
}

}  // namespace

void read_probes(SceneContext& context, const Cursor& at) {
    for_each_entry(context.sink, at,
                   "write {\"gap\": {\"a\": \"ball\", \"b\": \"wall\", \"method\": \"gjk\"}}",
                   [&](const std::string& name, const Cursor& entry) { read_probe(context, name, entry); });
}

}  // namespace toibox::scene
