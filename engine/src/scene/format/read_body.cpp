// SPDX-License-Identifier: MIT
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range damping_range{.min = 0.0, .hint = "write a rate in 1/s; 0 is none"};

void read_damping(DiagnosticSink& sink, const Cursor& at, BodyDef& def) {
    ObjectReader object(sink, at, "the damping");
    object.number("linear", def.linear_damping, damping_range);
    object.number("angular", def.angular_damping, damping_range);
    object.finish();
}

std::optional<MassOverride> read_mass(DiagnosticSink& sink, const Cursor& at) {
    MassOverride mass;
    ObjectReader object(sink, at, "the mass");
    const auto at_mass = object.require("mass", "write \"mass\": 1, in kg");
    const auto at_inertia =
        object.require("inertia", "write kg·m² about the centre of mass; 0 never rotates");
    object.vec2("center", mass.center);
    object.finish();
    const auto kg = at_mass ? read_float(sink, *at_mass, positive) : std::nullopt;
    const auto inertia = at_inertia ? read_float(sink, *at_inertia, not_negative) : std::nullopt;
    if (!kg || !inertia) return std::nullopt;
    mass.mass = *kg;
    mass.inertia = *inertia;
    return mass;
}

/// The body's own continuous policy and time-of-impact method.
void read_continuous(ObjectReader& object, BodyDef& def) {
    DiagnosticSink& sink = object.sink();
    ContinuousPolicy policy = ContinuousPolicy::SubstepAtImpact;
    ToiMethod toi = ToiMethod::Certified;
    const bool has_policy = object.choice("continuous", policy, continuous_choices());
    const bool has_toi = object.choice("toi", toi, toi_choices());
    if (!has_policy && !has_toi) return;
    const Cursor at = *object.find(has_policy ? "continuous" : "toi");
    if (def.type != BodyType::Dynamic) {
        sink.error(
            at, fmt::format("{} is not dynamic: only dynamic bodies are tested for impacts", object.name()),
            "remove it, or make the body \"dynamic\"");
        return;
    }
    if (has_policy && !is_per_body_policy(policy)) {
        sink.error(
            at,
            fmt::format("\"{}\" applies to the whole world, not to one body",
                        enum_entry(continuous_policies(), policy).name),
            "set it under \"world\", or choose \"stop-at-impact\" or \"substep-at-impact\" for the body");
        return;
    }
    if (has_policy) def.continuous.policy = policy;
    if (has_toi) def.continuous.toi = toi;
}

void read_motion(ObjectReader& object, BodyDef& def) {
    DiagnosticSink& sink = object.sink();
    object.choice("type", def.type, body_type_choices());
    object.vec2("position", def.position);
    object.angle("angle", def.angle);
    const bool has_velocity = object.vec2("velocity", def.linear_velocity);
    const bool has_spin = object.number("spin", def.angular_velocity);
    object.number("gravity_scale", def.gravity_scale);
    object.boolean("bullet", def.bullet);
    read_continuous(object, def);
    object.boolean("fixed_rotation", def.fixed_rotation);
    object.boolean("lock_x", def.lock_x);
    object.boolean("lock_y", def.lock_y);
    object.boolean("allow_sleep", def.allow_sleep);
    if (const auto at = object.find("damping")) read_damping(sink, *at, def);
    if (const auto at = object.find("mass")) def.mass = read_mass(sink, *at);
    const bool is_moving = def.linear_velocity != Vec2{} || def.angular_velocity != 0.0f;
    if (def.type == BodyType::Static && is_moving && (has_velocity || has_spin)) {
        sink.error(*object.find(has_velocity ? "velocity" : "spin"),
                   fmt::format("{} is static and cannot move", object.name()),
                   "make it \"kinematic\" or \"dynamic\"");
    }
}

void check_mass(ObjectReader& object, const BodyEntry& body) {
    if (body.def.type != BodyType::Dynamic || body.def.mass) return;
    const MassProperties total = mass_of_shapes(body);
    if (std::isfinite(total.mass) && std::isfinite(total.inertia) && total.mass > 0.0f) return;
    object.sink().error(object.at(),
                        total.mass > 0.0f ? fmt::format("the mass of {} does not fit a float", object.name())
                                          : fmt::format("{} is dynamic but has no mass", object.name()),
                        total.mass > 0.0f ? "reduce its size or density"
                                          : "give it a shape with an area, or \"mass\", or make it static");
}

/// Adds the copies of a body to the totals before they are created. False above a limit, which is reported
/// only the first time.
bool add_to_totals(SceneContext& context, const Cursor& at, std::size_t copies, std::size_t shapes) {
    const auto within = [](const SceneContext::Totals& totals) {
        return totals.bodies <= static_cast<std::size_t>(tuning::max_bodies) &&
               totals.shapes <= tuning::max_shapes;
    };
    SceneContext::Totals& totals = context.totals;
    const bool was_within = within(totals);
    totals.bodies += copies;
    totals.shapes += copies * shapes;
    if (within(totals)) return true;
    if (!was_within) return false;
    const bool too_many_shapes = totals.shapes > tuning::max_shapes;
    context.sink.error(
        at,
        too_many_shapes ? fmt::format("more than {} shapes in the scene", tuning::max_shapes)
                        : fmt::format("more than {} bodies in the scene", tuning::max_bodies),
        fmt::format("this one adds {}: use fewer", too_many_shapes ? copies * shapes : copies));
    return false;
}

/// The body or, with `repeat`, its copies.
std::vector<BodyEntry> repeated(SceneContext& context, BodyEntry body, const std::optional<Repeat>& repeat) {
    if (!repeat) return {std::move(body)};
    std::vector<BodyEntry> out;
    for (const Offset& offset : offsets(*repeat, context.scene.seed, body.id)) {
        BodyEntry copy = body;
        copy.id = fmt::format("{}-{}", body.id, out.size());
        copy.def.position = narrow(widen(body.def.position) + offset.position);
        copy.def.angle = static_cast<float>(static_cast<double>(body.def.angle) + offset.angle);
        out.push_back(std::move(copy));
    }
    return out;
}

}  // namespace

MassProperties mass_of_shapes(const BodyEntry& body) {
    std::vector<MassProperties> parts;
    for (const ShapeEntry& shape : body.shapes) {
        parts.push_back(mass_properties(shape.shape, shape.def.material.density));
    }
    return combined(parts);
}

namespace {

std::string title_of(const Cursor& at) {
    const std::string* name = id_of(*at.value);
    return name == nullptr ? "the body" : fmt::format("body \"{}\"", *name);
}

/// Reads one body; `at_id` becomes the location of its id. Nullopt if the id is missing or invalid.
std::optional<BodyEntry> read_single_body(SceneContext& context, ObjectReader& object, Cursor& at_id) {
    DiagnosticSink& sink = context.sink;
    const auto at = object.require("id", "write \"id\": \"ball\"; claims and events name it");
    const auto id = at ? read_id(sink, *at) : std::nullopt;
    BodyEntry body;
    read_motion(object, body.def);
    const std::size_t errors_before = sink.error_count();
    if (const auto shapes = object.find("shapes")) {
        const JsonValue::Array* items =
            read_array(sink, *shapes, 0, static_cast<std::size_t>(tuning::max_points));
        for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
            read_shape(context, shapes->item(i), body.shapes);
        }
    }
    if (sink.error_count() == errors_before) check_mass(object, body);
    if (!id) return std::nullopt;
    at_id = *at;
    body.id = *id;
    return body;
}

/// False, and an error, if the id is taken.
bool register_body_id(SceneContext& context, const Cursor& at_id, const std::string& id, BodyType type) {
    if (context.body_types.emplace(id, type).second) return true;
    context.sink.error(at_id, fmt::format("there is already a body \"{}\"", id), "give it another id");
    return false;
}

}  // namespace

std::vector<BodyEntry> read_body(SceneContext& context, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    ObjectReader object(sink, at, title_of(at));
    Cursor at_id = at;
    std::optional<BodyEntry> body = read_single_body(context, object, at_id);
    std::optional<Repeat> repeat;
    const auto at_repeat = object.find("repeat");
    if (at_repeat) repeat = read_repeat(sink, *at_repeat);
    object.finish();
    if (!body || (at_repeat && !repeat)) return {};
    const std::size_t copies = repeat ? static_cast<std::size_t>(repeat->count()) : 1;
    if (!add_to_totals(context, at_repeat ? *at_repeat : at, copies, body->shapes.size())) return {};
    std::vector<BodyEntry> out = repeated(context, *std::move(body), repeat);
    for (const BodyEntry& entry : out) {
        if (!register_body_id(context, at_id, entry.id, entry.def.type)) return {};
    }
    return out;
}

std::optional<BodyEntry> read_emitted_body(SceneContext& context, const Cursor& at, int copies) {
    ObjectReader object(context.sink, at, title_of(at));
    Cursor at_id = at;
    std::optional<BodyEntry> body = read_single_body(context, object, at_id);
    if (const auto repeat = object.find("repeat")) {
        context.sink.error_at_key(*repeat, "an emitter creates one body at a time",
                                  "write several emitters, or a shorter \"every\"");
    }
    object.finish();
    if (!body || !add_to_totals(context, at, static_cast<std::size_t>(copies), body->shapes.size()))
        return std::nullopt;
    for (int i = 0; i < copies; ++i) {
        if (!register_body_id(context, at_id, fmt::format("{}-{}", body->id, i), body->def.type))
            return std::nullopt;
    }
    return body;
}

void read_bodies(SceneContext& context, const Cursor& at) {
    const JsonValue::Array* items =
        read_array(context.sink, at, 0, static_cast<std::size_t>(tuning::max_bodies));
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        const Cursor item = at.item(i);
        for (BodyEntry& body : read_body(context, item)) {
            context.scene.bodies.push_back(std::move(body));
            context.body_sources.push_back({item.value->span, item.pointer()});
        }
    }
}

std::optional<std::string> read_body_id(SceneContext& context, const Cursor& at) {
    std::optional<std::string> id = read_text(context.sink, at);
    if (!id || context.body_types.contains(*id)) return id;
    std::vector<std::string_view> known;
    for (const auto& [name, type] : context.body_types) {
        if (known.size() < tuning::max_candidates) known.emplace_back(name);
    }
    const std::string_view closest = closest_name(*id, known);
    context.sink.error(
        at, fmt::format("there is no body \"{}\"", *id),
        closest.empty() ? "define it under \"bodies\"" : fmt::format("did you mean \"{}\"?", closest));
    return std::nullopt;
}

const BodyEntry* find_body_entry(const Scene& scene, std::string_view id) {
    for (const BodyEntry& body : scene.bodies) {
        if (body.id == id) return &body;
    }
    for (const Event& event : scene.timeline) {
        const auto* spawn = std::get_if<action::Spawn>(&event.action);
        if (spawn != nullptr && spawn->body.id == id) return &spawn->body;
    }
    return nullptr;
}

}  // namespace toibox::scene
