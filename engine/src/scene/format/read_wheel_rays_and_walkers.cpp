// SPDX-License-Identifier: MIT
// Reads wheel rays and walkers.
#include "toibox/scene/tuning.h"

#include "scene/format/scene_readers.h"

#include <fmt/format.h>
#include <set>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range wheel_frequency_range{
    .min = 0.0, .max = 1e6, .above_min = true, .hint = "write hertz, for example 2"};

/// The id of the moved body; nullopt and an error if the body has the wrong type.
std::optional<std::string> read_moved_body(SceneContext& context, ObjectReader& object, BodyType needed,
                                           std::string_view requirement) {
    const auto at = object.require("body", "name the body, \"body\": \"car\"");
    std::optional<std::string> id = at ? read_body_id(context, *at) : std::nullopt;
    if (!id) return std::nullopt;
    const BodyEntry* entry = find_body_entry(context.scene, *id);
    const BodyType type = entry != nullptr ? entry->def.type : needed;
    if (type == needed) return id;
    context.sink.error(*at, fmt::format("\"{}\" is {}: {}", *id, name_of(type), requirement),
                       fmt::format("give it \"type\": \"{}\", or name another body", name_of(needed)));
    return std::nullopt;
}

bool read_direction(ObjectReader& object, Vec2& out) {
    Vec2 direction = out;
    const bool given = object.vec2("direction", direction);
    const Vec2d unit = normalized(widen(direction));
    if (given && unit == Vec2d{}) {
        object.sink().error(*object.find("direction"), "\"direction\" has zero length",
                            "write [0, -1] for down in the body's frame");
        return false;
    }
    out = narrow(unit);
    return true;
}

void read_wheel_ray(SceneContext& context, const Cursor& at) {
    ObjectReader object(context.sink, at, "the wheel ray");
    read_id_of(object);
    WheelRayEntry ray;
    auto body = read_moved_body(context, object, BodyType::Dynamic, "a wheel ray pushes a dynamic body");
    const bool has_at = object.require("at", "write the origin of the ray in the body's frame, [x, y]") &&
                        object.vec2("at", ray.at);
    const bool has_length = object.require("length", "write the metres from the origin to the ground") &&
                            object.number("length", ray.length, positive);
    const bool has_direction = read_direction(object, ray.direction);
    object.number("frequency", ray.frequency, wheel_frequency_range);
    object.number("damping_ratio", ray.damping_ratio, not_negative);
    object.number("friction", ray.friction, not_negative);
    read_motor(object, ray.motor);
    object.finish();
    if (!body || !has_at || !has_length || !has_direction) return;
    ray.body = *std::move(body);
    context.scene.wheel_rays.push_back(std::move(ray));
}

void read_max_slope(ObjectReader& object, float& out) {
    float slope = out;
    if (!object.angle("max_slope", slope)) return;
    if (slope >= 0.0f && static_cast<double>(slope) <= tuning::max_walker_slope) {
        out = slope;
        return;
    }
    object.sink().error(*object.find("max_slope"), "\"max_slope\" must be from 0 to 89 degrees",
                        "0 allows only level ground, \"45deg\" slopes up to 45 degrees");
}

void read_walker(SceneContext& context, const Cursor& at, std::set<std::string>& walker_bodies) {
    ObjectReader object(context.sink, at, "the walker");
    read_id_of(object);
    WalkerEntry walker;
    auto body = read_moved_body(context, object, BodyType::Kinematic, "a walker moves a kinematic body");
    object.number("skin", walker.skin, positive);
    object.integer("slides", walker.slides, 0, tuning::max_slides);
    read_max_slope(object, walker.max_slope);
    object.boolean("carried", walker.carried);
    object.finish();
    if (!body) return;
    if (!walker_bodies.insert(*body).second) {
        context.sink.error(*object.find("body"), fmt::format("\"{}\" already has a walker", *body),
                           "write one walker per body");
        return;
    }
    walker.body = *std::move(body);
    context.scene.walkers.push_back(std::move(walker));
}

}  // namespace

void read_wheel_rays(SceneContext& context, const Cursor& at) {
    const JsonValue::Array* items = read_array(context.sink, at, 0, tuning::max_movers);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
        read_wheel_ray(context, at.item(i));
}

void read_walkers(SceneContext& context, const Cursor& at) {
    const JsonValue::Array* items = read_array(context.sink, at, 0, tuning::max_movers);
    std::set<std::string> walker_bodies;
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
        read_walker(context, at.item(i), walker_bodies);
}

}  // namespace toibox::scene
