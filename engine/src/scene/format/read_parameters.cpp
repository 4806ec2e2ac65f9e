// SPDX-License-Identifier: MIT
// Reads what makes several runs of one scene: parameters, variants and parameter sweeps.
#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"
#include "scene/json/json_pointer.h"
#include "scene/json/write_json.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

/// A value that is a JSON Pointer.
std::optional<std::string> read_pointer(DiagnosticSink& sink, const Cursor& at) {
    std::optional<std::string> text = read_text(sink, at);
    if (!text) return std::nullopt;
    if (const auto tokens = split_pointer(*text); !tokens) {
        sink.error(at, tokens.error().message, tokens.error().hint);
        return std::nullopt;
    }
    return text;
}

void read_parameter(SceneContext& context, const std::string& name, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    Parameter out;
    out.name = name;
    out.label = name;
    ObjectReader object(sink, at, fmt::format("parameter \"{}\"", name));
    object.text("label", out.label);
    object.text("unit", out.unit);
    if (const auto min = object.require("min", "write the minimum of the slider")) {
        out.min = read_number(sink, *min).value_or(0.0);
    }
    if (const auto max = object.require("max", "write the maximum of the slider")) {
        out.max = read_number(sink, *max).value_or(out.min);
    }
    const auto value = object.require("value", "write \"value\": a number between min and max");
    if (value) out.value = read_number(sink, *value).value_or(0.0);
    const auto sets = object.require("sets", "write what it changes, \"sets\": \"/bodies/ball/velocity/0\"");
    if (sets) out.sets = read_pointer(sink, *sets).value_or("");
    object.finish();
    if (out.min > out.max) {
        sink.error(at, fmt::format("parameter \"{}\" has min {} above max {}", name, out.min, out.max),
                   "swap them");
    }
    context.scene.parameters.push_back(std::move(out));
}

/// "continuous: substep-at-impact, toi: bilateral-advancement"
std::string describe_changes(const JsonValue::Object& set) {
    std::string out;
    for (const JsonMember& member : set) {
        if (is_ignored_key(member.key)) continue;
        const auto tokens = split_pointer(member.key);
        if (!tokens) continue;
        std::string name;
        // Omit the first token ("world", "bodies"), which is obvious.
        for (std::size_t i = tokens->size() > 1 ? 1 : 0; i < tokens->size(); ++i) {
            name += (name.empty() ? "" : ".") + (*tokens)[i];
        }
        const std::string* text = member.value.string();
        out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", name,
                           text != nullptr ? *text : write_inline(member.value));
    }
    return out;
}

void read_variant(SceneContext& context, const std::string& name, const Cursor& at) {
    VariantEntry out{.name = name, .label = name, .differs = {}};
    ObjectReader object(context.sink, at, fmt::format("variant \"{}\"", name));
    object.text("label", out.label);
    if (const auto set = object.find("set")) {
        if (const JsonValue::Object* members = set->value->object()) {
            out.differs = describe_changes(*members);
        } else {
            report_type(context.sink, *set, "an object", "write {\"/world/continuous\": \"off\"}");
        }
    }
    object.finish();
    context.scene.variants.push_back(std::move(out));
}

void read_parameter_sweep(SceneContext& context, const std::string& name, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    ParameterSweepEntry out;
    out.name = name;
    ObjectReader object(sink, at, fmt::format("sweep \"{}\"", name));
    const auto vary = object.require("vary", "write what it changes, \"vary\": \"/parameters/speed\"");
    const auto from = object.require("from", "write the first value");
    const auto to = object.require("to", "write the last value");
    const auto count = object.require("count", "write the number of runs");
    if (vary) out.vary = read_pointer(sink, *vary).value_or("");
    if (from) out.from = read_number(sink, *from).value_or(0.0);
    if (to) out.to = read_number(sink, *to).value_or(0.0);
    if (count) out.count = static_cast<int>(read_integer(sink, *count, 1, 1'000'000).value_or(1));
    object.choice("scale", out.log, sweep_scale_choices());
    object.finish();
    if (out.log && from && to && !(out.from > 0.0 && out.to > 0.0)) {
        sink.error(*from, "a logarithmic sweep needs values above zero",
                   "raise \"from\" and \"to\", or remove \"scale\"");
    }
    context.scene.sweeps.push_back(std::move(out));
}

}  // namespace

void read_parameters(SceneContext& context, const Cursor& at) {
    for_each_entry(
        context.sink, at, "write {\"speed\": { ... }}",
        [&](const std::string& name, const Cursor& entry) { read_parameter(context, name, entry); });
}

void read_variants(SceneContext& context, const Cursor& at) {
    for_each_entry(context.sink, at, "write {\"discrete\": {\"set\": { ... }}}",
                   [&](const std::string& name, const Cursor& entry) { read_variant(context, name, entry); });
}

void read_parameter_sweeps(SceneContext& context, const Cursor& at) {
    for_each_entry(
        context.sink, at, "write {\"phases\": {\"vary\": ...}}",
        [&](const std::string& name, const Cursor& entry) { read_parameter_sweep(context, name, entry); });
}

}  // namespace toibox::scene
