// SPDX-License-Identifier: MIT
#include "toibox/scene/run.h"
#include "toibox/scene/scene.h"
#include "toibox/scene/tuning.h"

#include "scene/format/scene_readers.h"
#include "scene/json/json_pointer.h"

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

/// False if the file has a different format version: then nothing else can be checked.
bool check_version(ObjectReader& object) {
    const auto at = object.require("toibox", "write \"toibox\": 1, the version of the format");
    if (!at) return true;
    const auto version = read_integer(object.sink(), *at, 1, 1'000'000'000);
    if (!version || *version == format_version) return true;
    object.sink().error(*at, fmt::format("scene format {0} needs toibox ≥ {0}.0", *version),
                        fmt::format("this build reads format {}", format_version));
    return false;
}

void read_head(SceneContext& context, ObjectReader& object) {
    std::string ignored;
    object.text("$schema", ignored);
    object.text("title", context.scene.title);
    object.text("license", ignored);
    if (const auto at = object.find("tags")) read_texts(context.sink, *at);
    object.choice("ending", context.scene.ending, ending_choices());
}

/// Adds the id of each element of a list or, with `in_body`, of the element's body.
void add_ids(const JsonValue& root, std::string_view list, bool in_body, std::vector<std::string>& ids) {
    const JsonMember* member = root.find(list);
    if (member == nullptr || member->value.array() == nullptr) return;
    for (const JsonValue& item : *member->value.array()) {
        const JsonMember* body = in_body ? item.find("body") : nullptr;
        const std::string* id = in_body && body == nullptr ? nullptr : id_of(in_body ? body->value : item);
        if (id != nullptr) ids.push_back(*id);
    }
}

/// All names in the file. An error in a body is reported there, and not again in claims that name the body.
UnparsedNames all_names(const JsonValue& root) {
    UnparsedNames names;
    add_ids(root, "bodies", false, names.bodies);
    add_ids(root, "timeline", true, names.bodies);
    add_ids(root, "emitters", true, names.bodies);
    add_ids(root, "joints", false, names.joints);
    for (const auto& [section, keys] :
         {std::pair{"queries", &names.queries}, std::pair{"probes", &names.probes},
          std::pair{"sweeps", &names.sweeps}}) {
        const JsonMember* member = root.find(section);
        if (member == nullptr || member->value.object() == nullptr) continue;
        for (const JsonMember& entry : *member->value.object())
            keys->push_back(entry.key);
    }
    return names;
}

/// Reports an error at the claim to which a pointer leads: at its member "that" or "claim".
void report_claim(DiagnosticSink& sink, const Cursor& at, std::span<const std::string> tokens,
                  const Diagnostic& error) {
    if (tokens.empty()) {
        const JsonMember* that = at.value->find("that");
        if (that == nullptr) that = at.value->find("claim");  // of a curve
        return sink.error(Cursor{&that->value, &at, that->key, 0, that->key_span}, error.message, error.hint);
    }
    if (const JsonMember* member = at.value->find(tokens.front()); member != nullptr) {
        const Cursor next{&member->value, &at, member->key, 0, member->key_span};
        return report_claim(sink, next, tokens.subspan(1), error);
    }
    const JsonValue* element = value_at(*at.value, "/" + escaped_token(tokens.front()));
    const auto index = static_cast<std::size_t>(element - at.value->array()->data());
    report_claim(sink, at.item(index), tokens.subspan(1), error);
}

/// Checks the names in claims.
void check_claim_names(SceneContext& context, const Cursor& root) {
    const UnparsedNames unparsed = context.sink.failed() ? all_names(*root.value) : UnparsedNames{};
    for (const Diagnostic& error : check_claims(context.scene, unparsed)) {
        const auto tokens = split_pointer(error.pointer);  // "/expect/3", "/lesson/pages/first/choices/0"
        if (!tokens || value_at(*root.value, error.pointer) == nullptr) {
            context.sink.error_without_location(error.message, error.hint);
            continue;
        }
        report_claim(context.sink, root, *tokens, error);
    }
}

/// The pointer of a sweep must be one that an override can set, or all its runs would fail.
void check_parameter_sweeps(SceneContext& context, const Cursor& root) {
    const JsonMember* sweeps = root.value->find("sweeps");
    for (const ParameterSweepEntry& sweep : context.scene.sweeps) {
        if (value_at(*root.value, sweep.vary) != nullptr) continue;
        JsonValue changed = *root.value;
        const auto done =
            set_at(changed, sweep.vary, JsonValue(JsonNumber{.value = sweep.from}, SourceSpan{}));
        if (done) continue;
        const JsonMember* entry = sweeps->value.find(sweep.name);
        const JsonMember* vary = entry->value.find("vary");
        const Cursor at_sweeps{&sweeps->value, &root, sweeps->key, 0, sweeps->key_span};
        const Cursor at_sweep{&entry->value, &at_sweeps, entry->key, 0, entry->key_span};
        const Cursor at_vary{&vary->value, &at_sweep, vary->key, 0, vary->key_span};
        context.sink.error(at_vary, done.error().message, done.error().hint);
    }
}

}  // namespace

SceneContext read_scene(DiagnosticSink& sink, const JsonValue& root, std::string_view variant) {
    SceneContext context{.sink = sink,
                         .scene = {},
                         .materials = {},
                         .body_types = {},
                         .joint_ids = {},
                         .body_sources = {},
                         .emitter_sources = {},
                         .page_sources = {},
                         .totals = {}};
    Scene& scene = context.scene;
    scene.path = sink.source().path();
    scene.variant = variant;
    const Cursor at{&root, nullptr, {}, 0, {}};
    ObjectReader object(sink, at, "the scene");
    if (root.object() == nullptr || !check_version(object)) return context;

    read_head(context, object);
    WorldEntry world = format_1_world();
    const auto at_world = object.find("world");
    if (at_world) world = read_world(sink, *at_world);
    scene.settings = world.settings;
    scene.step = world.step;
    scene.duration = world.duration;
    scene.seed = world.seed;

    using Section = void (*)(SceneContext&, const Cursor&);
    const auto read_section = [&](std::string_view key, Section read) {
        if (const auto at_section = object.find(key)) read(context, *at_section);
    };
    // A section comes after the sections that it refers to.
    read_section("materials", read_materials);
    read_section("bodies", read_bodies);
    read_section("joints", read_joints);
    read_section("emitters", read_emitters);
    read_section("winds", read_winds);
    if (const auto timeline = object.find("timeline")) {
        read_timeline(context, *timeline, at_world ? at_world->value : nullptr);
    }
    read_section("wheel_rays", read_wheel_rays);
    read_section("walkers", read_walkers);
    read_section("parameters", read_parameters);
    read_section("variants", read_variants);
    read_section("view", read_view);
    read_section("next", read_next);
    read_section("queries", read_queries);
    read_section("probes", read_probes);
    read_section("sweeps", read_parameter_sweeps);
    read_section("curves", read_curves);
    read_section("expect", read_expect);
    read_section("lesson", read_lesson);
    object.finish();
    const bool is_valid = !sink.failed();
    check_claim_names(context, at);
    if (is_valid) check_parameter_sweeps(context, at);
    return context;
}

}  // namespace toibox::scene
