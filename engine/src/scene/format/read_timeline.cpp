// SPDX-License-Identifier: MIT
#include "toibox/scene/tuning.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"
#include "scene/json/json_pointer.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range event_time_range{.min = 0.0, .max = tuning::max_time, .hint = "write seconds, for example 2"};

/// The event that is being read.
struct EventReader {
    SceneContext& context;
    ObjectReader& object;
    std::int64_t step = 0;
    double time = 0.0;

    /// The body that the event acts on.
    [[nodiscard]] std::optional<std::string> body() const {
        const auto at = object.require("on", "name the body, \"on\": \"ball\"");
        return at ? read_body_id(context, *at) : std::nullopt;
    }
    [[nodiscard]] std::optional<Vec2> point() const {
        const auto at = object.find("point");
        return at ? read_vec2(context.sink, *at) : std::nullopt;
    }
    void seconds(double& out) const {
        const auto at = object.find("for");
        if (at) out = read_seconds(context.sink, *at, event_time_range).value_or(out);
    }
    void emit(Action action) const { context.scene.timeline.push_back({step, std::move(action)}); }
};

void read_impulse(const EventReader& event) {
    action::Impulse out;
    event.object.vec2("impulse", out.impulse);
    event.object.number("angular", out.angular);
    out.point = event.point();
    if (const auto body = event.body()) {
        out.body = *body;
        event.emit(std::move(out));
    }
}

void read_force(const EventReader& event) {
    action::Force out;
    event.object.vec2("force", out.force);
    event.object.number("torque", out.torque);
    out.point = event.point();
    double seconds = 0.0;
    event.seconds(seconds);
    const std::int64_t steps = event.context.scene.step_of(seconds);
    out.for_steps = steps < 1 ? 1 : steps;
    if (const auto body = event.body()) {
        out.body = *body;
        event.emit(std::move(out));
    }
}

void read_set_velocity(const EventReader& event) {
    action::SetVelocity out;
    Vec2 linear;
    float angular = 0.0f;
    if (event.object.vec2("velocity", linear)) out.linear = linear;
    if (event.object.number("spin", angular)) out.angular = angular;
    if (!event.object.find("velocity") && !event.object.find("spin")) {
        event.context.sink.error(event.object.at(), "the event sets neither \"velocity\" nor \"spin\"",
                                 "write \"velocity\": [x, y], or \"spin\": rad/s, or both");
    }
    if (const auto body = event.body()) {
        out.body = *body;
        event.emit(std::move(out));
    }
}

void read_teleport(const EventReader& event) {
    action::Teleport out;
    Vec2 position;
    float angle = 0.0f;
    if (event.object.vec2("position", position)) out.position = position;
    if (event.object.angle("angle", angle)) out.angle = angle;
    if (!event.object.find("position") && !event.object.find("angle")) {
        event.context.sink.error(event.object.at(), "the event sets neither \"position\" nor \"angle\"",
                                 "write \"position\": [x, y], or \"angle\": \"30deg\", or both");
    }
    if (const auto body = event.body()) {
        out.body = *body;
        event.emit(std::move(out));
    }
}

void read_camera(const EventReader& event) {
    action::Camera out;
    event.object.vec2("center", out.center);
    event.object.number("height", out.height, not_negative);
    event.seconds(out.for_seconds);
    if (const auto at = event.object.find("follow"))
        out.follow = read_body_id(event.context, *at).value_or("");
    event.emit(std::move(out));
}

void read_annotate(const EventReader& event) {
    action::Annotate out;
    const auto text = event.object.require("text", "write the text to show");
    if (text) out.text = read_text(event.context.sink, *text).value_or("");
    event.seconds(out.for_seconds);
    const auto on = event.object.find("on");
    const auto point = event.point();
    if (on) out.on = read_body_id(event.context, *on).value_or("");
    if (point) out.at = *point;
    if (!on && !event.object.find("point")) {
        event.context.sink.error(event.object.at(), "the annotation has no position",
                                 "write \"on\": a body's id, or \"point\": [x, y]");
    }
    event.emit(std::move(out));
}

void read_slow_motion(const EventReader& event) {
    action::SlowMotion out;
    const auto factor = event.object.require("factor", "write \"factor\": 0.1 for a tenth of the speed");
    const Range factors{.min = 0.001, .max = 100.0, .hint = "0.1 is a tenth of the speed, 1 real time"};
    if (factor) out.factor = read_number(event.context.sink, *factor, factors).value_or(1.0);
    event.seconds(out.for_seconds);
    event.emit(out);
}

void read_assert(const EventReader& event) {
    const auto that = event.object.require("that", "write a claim, \"that\": \"ball.x < 0\"");
    std::string why;
    event.object.text("why", why);
    std::optional<Claim> claim = that ? read_claim(event.context.sink, *that) : std::nullopt;
    if (!claim) return;
    warn_if_after_end(event.context, *that, *claim);
    claim->why = std::move(why);
    claim->when = Claim::When::At;
    claim->at = event.time;
    event.emit(action::Assert{*std::move(claim)});
}

void read_explode(const EventReader& event) {
    action::Explode out;
    const auto point = event.object.require("point", "write the centre of the explosion, \"point\": [x, y]");
    event.object.number("radius", out.def.radius, not_negative);
    event.object.number("falloff", out.def.falloff, not_negative);
    event.object.number("impulse_per_length", out.def.impulse_per_length);
    if (const auto mask = event.object.find("mask"))
        out.def.mask = read_bits(event.context.sink, *mask).value_or(out.def.mask);
    const auto position = point ? read_vec2(event.context.sink, *point) : std::nullopt;
    if (!position) return;
    out.def.position = *position;
    event.emit(out);
}

/// World and joints after the events read so far.
struct Script {
    JsonValue root;  ///< A scene with nothing but its world.
    ChangedJoints joints;
};

/// Applies the changes to the tree of the world and reads it again: the event stores the complete settings.
void read_set(const EventReader& event, JsonValue& root) {
    DiagnosticSink& sink = event.context.sink;
    const auto changes = event.object.require("set", "write \"set\": {\"/world/gravity/1\": 0}");
    if (!changes) return;
    const JsonValue::Object* members = changes->value->object();
    if (members == nullptr) {
        report_type(sink, *changes, "an object", "write {\"/world/gravity/1\": 0}");
        return;
    }
    const std::size_t errors_before = sink.error_count();
    for (const JsonMember& member : *members) {
        if (is_ignored_key(member.key)) continue;
        const Cursor at{&member.value, &*changes, member.key, 0, member.key_span};
        const bool is_fixed =
            member.key == "/world/step" || member.key == "/world/seed" || member.key == "/world/duration";
        if (!member.key.starts_with("/world/") || is_fixed) {
            sink.error_at_key(
                at, fmt::format("an event cannot set \"{}\"", member.key),
                "an event can set what is below /world, except step, seed and duration; for bodies use "
                "set_velocity, teleport, impulse, spawn or remove, for joints set_joint");
            continue;
        }
        const auto done = set_at(root, member.key, member.value);
        if (!done) sink.error_at_key(at, done.error().message, done.error().hint);
    }
    if (sink.error_count() != errors_before) return;
    const Cursor root_cursor{&root, nullptr, {}, 0, {}};
    const JsonMember* world = root.find("world");
    const Cursor world_cursor{&world->value, &root_cursor, "world", 0, {}};
    event.emit(action::SetSettings{read_world(sink, world_cursor).settings});
}

void read_spawn(const EventReader& event, const Cursor& body) {
    for (BodyEntry& entry : read_body(event.context, body)) {
        event.emit(action::Spawn{std::move(entry)});
    }
}

/// Reads "at" as a time and as a step.
bool read_event_time(EventReader& event) {
    const auto at = event.object.require("at", "write the time in seconds, \"at\": 0.5");
    const auto time = at ? read_seconds(event.context.sink, *at, event_time_range) : std::nullopt;
    if (!time) return false;
    if (*time / event.context.scene.step > tuning::max_steps) {
        event.context.sink.error(*at, "\"at\" is more than 2^31 steps after the start",
                                 "write an earlier time");
        return false;
    }
    event.time = *time;
    const Scene& scene = event.context.scene;
    event.step = scene.step_of(*time);
    if (event.step > scene.duration_steps()) {
        event.context.sink.warning(
            *at,
            fmt::format("the event at {:g} s is after the end of the scene, {:g} s", *time, scene.duration),
            "increase \"duration\" under \"world\", or write an earlier time");
    }
    return true;
}

void read_event(SceneContext& context, const Cursor& at, Script& script) {
    ObjectReader object(context.sink, at, "the event");
    const auto at_kind = object.require("do", "write \"do\": \"pause\", \"impulse\", ...");
    const auto kind = at_kind ? read_choice(context.sink, *at_kind, event_choices()) : std::nullopt;
    EventReader event{context, object};
    const bool has_time = read_event_time(event);
    if (!kind || !has_time) return;
    switch (static_cast<EventKind>(*kind)) {
        case EventKind::Spawn:
            if (const auto body = object.require("body", "write the body as under \"bodies\""))
                read_spawn(event, *body);
            break;
        case EventKind::Remove:
            if (const auto body = event.body()) event.emit(action::Remove{*body});
            break;
        case EventKind::Impulse:
            read_impulse(event);
            break;
        case EventKind::Force:
            read_force(event);
            break;
        case EventKind::SetVelocity:
            read_set_velocity(event);
            break;
        case EventKind::Set:
            read_set(event, script.root);
            break;
        case EventKind::Camera:
            read_camera(event);
            break;
        case EventKind::Annotate:
            read_annotate(event);
            break;
        case EventKind::SlowMotion:
            read_slow_motion(event);
            break;
        case EventKind::Pause: {
            action::Pause pause;
            object.text("text", pause.text);
            event.emit(std::move(pause));
            break;
        }
        case EventKind::Assert:
            read_assert(event);
            break;
        case EventKind::Explode:
            read_explode(event);
            break;
        case EventKind::Teleport:
            read_teleport(event);
            break;
        case EventKind::SetJoint:
            if (auto change = read_joint_change(context, object, script.joints))
                event.emit(*std::move(change));
            break;
    }
    object.finish();
}

/// Indices of the events in order of execution: by step, then as written. Events without a valid time come
/// first and are reported when they are read.
std::vector<std::size_t> order_of_events(const SceneContext& context, const JsonValue::Array& items) {
    std::vector<std::pair<std::int64_t, std::size_t>> keyed;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const JsonMember* at = items[i].find("at");
        std::int64_t step = -1;
        if (at != nullptr) {
            DiagnosticSink silent(context.sink.source());
            const auto time = read_seconds(silent, Cursor{&at->value, nullptr, {}, 0, {}}, event_time_range);
            if (time && *time / context.scene.step <= tuning::max_steps) step = context.scene.step_of(*time);
        }
        keyed.emplace_back(step, i);
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<std::size_t> order;
    for (const auto& [step, index] : keyed) {
        order.push_back(index);
    }
    return order;
}

}  // namespace

void read_timeline(SceneContext& context, const Cursor& at, const JsonValue* world) {
    const JsonValue::Array* items = read_array(context.sink, at, 0, 100'000);
    if (items == nullptr) return;
    // In order of execution: events may name bodies that were spawned before, and `set` and `set_joint` build
    // on earlier changes.
    Script script{.root = JsonValue(JsonValue::Object{}, at.value->span), .joints = {}};
    script.root.object()->push_back(
        {"world", at.value->span,
         world != nullptr ? *world : JsonValue(JsonValue::Object{}, at.value->span)});
    for (const std::size_t i : order_of_events(context, *items)) {
        read_event(context, at.item(i), script);
    }
}

}  // namespace toibox::scene
