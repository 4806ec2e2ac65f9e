// SPDX-License-Identifier: MIT
#include "toibox/scene/scene.h"
#include "toibox/scene/tuning.h"

#include "read_parts.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

std::int64_t Scene::step_of(double time) const {
    const double steps = time / step;
    return static_cast<std::int64_t>(std::floor(steps + 0.5 + tuning::time_rounding * std::abs(steps)));
}

namespace {

constexpr std::int64_t format_version = 1;

/// False if the file is of another format: then nothing else in it can be judged.
bool check_version(ObjectReader& object) {
    const auto at = object.require("toibox", "write \"toibox\": 1, the version of the format");
    if (!at) return true;
    const auto version = read_integer(object.reading(), *at, 1, 1'000'000'000);
    if (!version || *version == format_version) return true;
    object.reading().error(*at, fmt::format("scene format {0} needs toibox ≥ {0}.0", *version),
                           fmt::format("this build reads format {}", format_version));
    return false;
}

void read_head(SceneContext& context, ObjectReader& object) {
    std::string ignored;
    object.text("$schema", ignored);
    object.text("title", context.scene.title);
    object.text("license", ignored);
    if (const auto at = object.find("tags")) read_texts(context.reading, *at);
    if (const auto at = object.find("emitters")) {
        context.reading.error_at_key(*at, "emitters are not available in this build",
                                     "use \"spawn\" events, or a body's \"repeat\"");
    }
}

}  // namespace

SceneContext read_scene(Reading& reading, const JsonValue& root, std::string_view variant) {
    SceneContext context{.reading = reading, .scene = {}, .materials = {}, .body_ids = {}, .body_places = {}};
    Scene& scene = context.scene;
    scene.path = reading.source().path();
    scene.variant = variant;
    const Cursor at{&root, nullptr, {}, 0, {}};
    ObjectReader object(reading, at, "the scene");
    if (root.object() == nullptr || !check_version(object)) return context;

    read_head(context, object);
    WorldEntry world = format_1_world();
    const auto at_world = object.find("world");
    if (at_world) world = read_world(reading, *at_world);
    scene.settings = world.settings;
    scene.step = world.step;
    scene.duration = world.duration;
    scene.seed = world.seed;

    using Part = void (*)(SceneContext&, const Cursor&);
    const auto read_part = [&](std::string_view key, Part part) {
        if (const auto at_part = object.find(key)) part(context, *at_part);
    };
    // Each part after those that it names.
    read_part("materials", read_materials);
    read_part("bodies", read_bodies);
    read_part("joints", read_joints);
    if (const auto timeline = object.find("timeline")) {
        read_timeline(context, *timeline, at_world ? at_world->value : nullptr);
    }
    read_part("parameters", read_parameters);
    read_part("variants", read_variants);
    read_part("lesson", read_lesson);
    read_part("view", read_view);
    read_part("queries", read_queries);
    read_part("sweeps", read_sweeps);
    read_part("expect", read_expect);
    object.finish();
    return context;
}

}  // namespace toibox::scene
