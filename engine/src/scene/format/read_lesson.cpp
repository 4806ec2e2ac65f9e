// SPDX-License-Identifier: MIT
// Reads the sections that do not affect the simulation: parameters, variants, lesson, view, claims, parameter
// sweeps.
#include "toibox/scene/expression.h"
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"
#include "scene/json/json_pointer.h"
#include "scene/json/write_json.h"

#include <algorithm>
#include <array>
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

LessonStep read_lesson_step(DiagnosticSink& sink, const Cursor& at) {
    LessonStep out;
    ObjectReader object(sink, at, "the lesson's step");
    object.text("text", out.text);
    if (const auto at_question = object.find("question")) {
        ObjectReader question(sink, *at_question, "the question");
        if (const auto ask = question.require("ask", "write the question"))
            out.ask = read_text(sink, *ask).value_or("");
        if (const auto choices =
                question.require("choices", "write the answers to choose from, [\"...\", \"...\"]")) {
            if (read_array(sink, *choices, 2, 10) != nullptr) out.choices = read_texts(sink, *choices);
        }
        if (const auto answer = question.require("answer", "write the index of the correct choice, from 0")) {
            const auto last = static_cast<std::int64_t>(out.choices.size()) - 1;
            const auto index = read_integer(sink, *answer, 0, last < 0 ? 9 : last);
            if (index) out.answer = static_cast<int>(*index);
        }
        question.text("why", out.why);
        question.finish();
    }
    object.finish();
    return out;
}

/// Reads one of at, always, eventually, never; by default the claim must hold at the end of the run.
void read_when(ObjectReader& object, const SceneContext& context, Claim& claim) {
    DiagnosticSink& sink = object.sink();
    claim.when = Claim::When::At;
    claim.at = context.scene.duration;
    struct Name {
        std::string_view key;
        Claim::When when;
    };
    static constexpr std::array<Name, 3> names = {{{"always", Claim::When::Always},
                                                   {"eventually", Claim::When::Eventually},
                                                   {"never", Claim::When::Never}}};
    int key_count = 0;
    if (const auto at = object.find("at")) {
        ++key_count;
        const Range times{.min = 0.0, .max = 1e9, .hint = "write seconds, for example 1"};
        claim.at = read_seconds(sink, *at, times).value_or(claim.at);
    }
    for (const Name& name : names) {
        bool is_on = false;
        if (!object.boolean(name.key, is_on)) continue;
        if (!is_on) {
            sink.error(*object.find(name.key), fmt::format("\"{}\" must be true or left out", name.key),
                       "remove it");
            continue;
        }
        ++key_count;
        claim.when = name.when;
    }
    if (key_count > 1) {
        sink.error(object.at(), "the claim has more than one time",
                   "keep one of at, always, eventually, never");
    }
}

void read_expectation(SceneContext& context, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    ObjectReader object(sink, at, "the claim");
    const auto that = object.require("that", "write a claim, \"that\": \"ball.x < wall.x\"");
    std::optional<Claim> claim = that ? read_claim(sink, *that) : std::nullopt;
    Claim options;
    object.text("why", options.why);
    read_when(object, context, options);
    const auto at_variant = object.find("variant");
    std::string variant;
    if (at_variant) {
        variant = read_text(sink, *at_variant).value_or("");
        std::vector<std::string_view> known;
        for (const VariantEntry& entry : context.scene.variants) {
            known.push_back(entry.name);
        }
        if (!variant.empty() && std::find(known.begin(), known.end(), variant) == known.end()) {
            std::string hint = suggestion(variant, known);
            sink.error(*at_variant, fmt::format("there is no variant \"{}\"", variant),
                       hint.empty() ? "define it under \"variants\"" : std::move(hint));
        }
    }
    object.finish();
    if (!claim || (at_variant && variant != context.scene.variant)) return;
    claim->why = std::move(options.why);
    claim->when = options.when;
    claim->at = options.at;
    claim->pointer = at.pointer();
    if (const auto time = object.find("at")) warn_if_after_end(context, *time, claim->at);
    warn_if_after_end(context, *that, *claim);
    context.scene.expect.push_back(*std::move(claim));
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

std::vector<std::string> read_texts(DiagnosticSink& sink, const Cursor& at) {
    std::vector<std::string> out;
    const JsonValue::Array* items = read_array(sink, at, 0, 1000);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        if (auto text = read_text(sink, at.item(i))) out.push_back(*std::move(text));
    }
    return out;
}

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

void read_lesson(SceneContext& context, const Cursor& at) {
    ObjectReader object(context.sink, at, "the lesson");
    object.text("summary", context.scene.goal);
    if (const auto steps = object.find("steps")) {
        const JsonValue::Array* items = read_array(context.sink, *steps, 0, 1000);
        for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
            context.scene.lesson.push_back(read_lesson_step(context.sink, steps->item(i)));
        }
    }
    object.finish();
}

void read_view(SceneContext& context, const Cursor& at) {
    View view;
    ObjectReader object(context.sink, at, "the view");
    object.vec2("center", view.center);
    object.number("height", view.height, not_negative);
    object.number("width", view.width, not_negative);
    object.finish();
    context.scene.view = view;
}

void read_next(SceneContext& context, const Cursor& at) {
    NextScene next;
    ObjectReader object(context.sink, at, "\"next\"");
    object.text("text", next.text);
    if (const auto label =
            object.require("label", "write the text of the button, \"label\": \"Run 200 starts\"")) {
        const std::optional<std::string> text = read_text(context.sink, *label);
        if (text && text->empty())
            context.sink.error(*label, "the button has no text", "write \"label\": \"Run 200 starts\"");
        next.label = text.value_or("");
    }
    object.text("scene", next.scene);
    object.text("variant", next.variant);
    object.text("sweep", next.sweep);
    object.boolean("lesson", next.has_lesson);
    object.finish();
    context.scene.next = std::move(next);
}

std::optional<Claim> read_claim(DiagnosticSink& sink, const Cursor& at) {
    const std::optional<std::string> text = read_text(sink, at);
    if (!text) return std::nullopt;
    auto claim = parse_claim(*text);
    if (!claim) {
        sink.error(at, fmt::format("not a claim: {}", claim.error()),
                   "a claim is a comparison, for example \"ball.x < wall.x\"");
        return std::nullopt;
    }
    claim->text = *text;
    claim->pointer = at.parent->pointer();
    return *std::move(claim);
}

void warn_if_after_end(SceneContext& context, const Cursor& at, double time) {
    const Scene& scene = context.scene;
    if (scene.step_of(time) <= scene.duration_steps()) return;
    context.sink.warning(
        at, fmt::format("the claim is about t = {:g} s, but the scene ends at {:g} s", time, scene.duration),
        "increase \"duration\" under \"world\", or write an earlier time");
}

void warn_if_after_end(SceneContext& context, const Cursor& at, const Claim& claim) {
    for_each_node(claim, [&](const Expression& node) {
        if (const auto* value_at_time = std::get_if<Expression::At>(&node.node))
            warn_if_after_end(context, at, value_at_time->time);
    });
}

void read_expect(SceneContext& context, const Cursor& at) {
    const JsonValue::Array* items = read_array(context.sink, at, 0, 10'000);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        read_expectation(context, at.item(i));
    }
}

}  // namespace toibox::scene
