// SPDX-License-Identifier: MIT
// Reads claims: what must hold in a run.
#include "toibox/scene/expression.h"

#include "scene/format/scene_readers.h"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

void read_expectation(SceneContext& context, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    ObjectReader object(sink, at, "the claim");
    const auto that = object.require("that", "write a claim, \"that\": \"ball.x < wall.x\"");
    std::optional<Claim> claim = that ? read_claim(sink, *that) : std::nullopt;
    Claim options;
    options.at = context.scene.duration;
    object.text("why", options.why);
    read_when(object, options);
    const auto at_variant = object.find("variant");
    std::string variant;
    if (at_variant) variant = read_variant_name(context, *at_variant);
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

}  // namespace

void read_when(ObjectReader& object, Claim& claim) {
    DiagnosticSink& sink = object.sink();
    claim.when = Claim::When::At;
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
