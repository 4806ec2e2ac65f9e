// SPDX-License-Identifier: MIT
// Reads emitters and winds.
#include "toibox/scene/tuning.h"

#include "scene/format/scene_readers.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range emitter_and_wind_time_range{
    .min = 0.0, .max = tuning::max_time, .hint = "write seconds, for example 2"};

/// Reads seconds as a number of steps, at least `min_steps`.
void read_steps(SceneContext& context, const Cursor& at, std::int64_t min_steps, std::int64_t& out) {
    const auto seconds = read_seconds(context.sink, at, emitter_and_wind_time_range);
    if (!seconds) return;
    if (*seconds / context.scene.step > tuning::max_steps) {
        context.sink.error(at, fmt::format("{} is more than 2^31 steps", at.name()), "write a shorter time");
        return;
    }
    const std::int64_t steps = context.scene.step_of(*seconds);
    if (steps < min_steps) {
        context.sink.error(at, fmt::format("{} is less than one step of {} s", at.name(), context.scene.step),
                           "write at least one step");
        return;
    }
    out = steps;
}

void read_jitter(DiagnosticSink& sink, const Cursor& at, EmitterEntry::Jitter& jitter) {
    ObjectReader object(sink, at, "the jitter");
    object.vec2("position", jitter.position);
    object.angle("angle", jitter.angle);
    object.vec2("velocity", jitter.velocity);
    object.number("spin", jitter.spin);
    object.finish();
}

void read_emitter(SceneContext& context, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    ObjectReader object(sink, at, "the emitter");
    read_id_of(object);
    EmitterEntry emitter;
    const auto every = object.require("every", "write the seconds between two bodies, \"every\": 0.1");
    if (every) read_steps(context, *every, 1, emitter.every);
    const auto at_count = object.require("count", "write the total number of bodies, \"count\": 100");
    const auto count = at_count ? read_integer(sink, *at_count, 1, tuning::max_bodies) : std::nullopt;
    if (const auto from = object.find("from")) read_steps(context, *from, 0, emitter.first);
    if (const auto lifetime = object.find("lifetime")) read_steps(context, *lifetime, 1, emitter.lifetime);
    if (const auto jitter = object.find("jitter")) read_jitter(sink, *jitter, emitter.jitter);
    const auto body =
        object.require("body", "write the body as under \"bodies\"; copies are ID-0, ID-1, ...");
    object.finish();
    if (!body || !count) return;
    emitter.count = static_cast<int>(*count);
    std::optional<BodyEntry> entry = read_emitted_body(context, *body, emitter.count);
    if (!entry) return;
    emitter.body = *std::move(entry);
    context.scene.emitters.push_back(std::move(emitter));
    context.emitter_sources.push_back({at.value->span, at.pointer()});
}

bool read_required(ObjectReader& object, std::string_view key, std::string_view hint, Vec2& out) {
    return object.require(key, hint) && object.vec2(key, out);
}

void read_wind(SceneContext& context, const Cursor& at) {
    ObjectReader object(context.sink, at, "the wind");
    read_id_of(object);
    WindEntry wind;
    Vec2 center;
    Vec2 size;
    const bool has_center =
        read_required(object, "center", "write the centre of the wind's box, [x, y]", center);
    const bool has_size = read_required(object, "size", "write the size of the wind's box, [w, h]", size);
    const bool has_velocity =
        read_required(object, "velocity", "write the velocity of the air, [x, y]", wind.velocity);
    object.number("drag", wind.drag,
                  {.min = 0.0, .hint = "write the rate at which a body adopts the air's velocity, 1/s"});
    if (const auto from = object.find("from")) read_steps(context, *from, 0, wind.first);
    if (const auto until = object.find("until")) read_steps(context, *until, 0, wind.end);
    if (has_size && !(size.x > 0.0f && size.y > 0.0f)) {
        context.sink.error(*object.find("size"), "the box must have a width and a height above zero",
                           "write [w, h]");
        return;
    }
    object.finish();
    if (!has_center || !has_size || !has_velocity) return;
    wind.box = {center - 0.5f * size, center + 0.5f * size};
    context.scene.winds.push_back(wind);
}

}  // namespace

void read_emitters(SceneContext& context, const Cursor& at) {
    const JsonValue::Array* items = read_array(context.sink, at, 0, tuning::max_emitters);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
        read_emitter(context, at.item(i));
}

void read_winds(SceneContext& context, const Cursor& at) {
    const JsonValue::Array* items = read_array(context.sink, at, 0, tuning::max_emitters);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
        read_wind(context, at.item(i));
}

}  // namespace toibox::scene
