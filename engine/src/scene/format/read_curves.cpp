// SPDX-License-Identifier: MIT
// Reads curves: fractions of the runs of several sweeps in which a claim holds.
#include "toibox/scene/formula.h"
#include "toibox/scene/suggest.h"

#include "scene/format/scene_readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr std::size_t max_points = 1000;
constexpr Range fractions{.min = 0.0, .max = 1.0, .hint = "write a fraction of the runs, 0 to 1"};

/// A name that `entries` must contain. An error and an empty text if they do not.
template <class Entries>
std::string read_name(DiagnosticSink& sink, const Cursor& at, std::string_view kind, const Entries& entries) {
    std::string name = read_text(sink, at).value_or("");
    if (name.empty()) return name;
    std::vector<std::string_view> known;
    for (const auto& entry : entries)
        known.push_back(entry.name);
    if (std::ranges::find(known, name) != known.end()) return name;
    std::string hint = suggestion(name, known);
    if (hint.empty()) hint = fmt::format("define it under \"{}s\"", kind);
    sink.error(at, fmt::format("there is no {} \"{}\"", kind, name), std::move(hint));
    return {};
}

CurvePoint read_point(SceneContext& context, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    CurvePoint out;
    ObjectReader object(sink, at, "the point");
    if (const auto x = object.require("x", "write where the point is, \"x\": 20"))
        out.x = read_number(sink, *x).value_or(0.0);
    if (const auto variant = object.find("variant"))
        out.variant = read_name(sink, *variant, "variant", context.scene.variants);
    if (const auto sweep = object.require("sweep", "write which sweep is run, \"sweep\": \"phases\""))
        out.sweep = read_name(sink, *sweep, "sweep", context.scene.sweeps);
    if (object.find("expected")) {
        double expected = 0.0;
        object.number("expected", expected, fractions);
        out.expected = expected;
    }
    object.finish();
    return out;
}

/// The formula must have a value at each point.
void check_formula(DiagnosticSink& sink, const Cursor& at, const CurveEntry& curve) {
    for (const CurvePoint& point : curve.points) {
        const auto value = evaluate_formula(curve.formula, point.x);
        if (value) continue;
        sink.error(at, fmt::format("not a formula of x, for x = {:g}: {}", point.x, value.error()),
                   "write an expression of numbers and x, for example \"0.15 / (x / 60)\"");
        return;
    }
}

void read_curve(SceneContext& context, const std::string& name, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    CurveEntry out;
    out.name = name;
    out.title = name;
    ObjectReader object(sink, at, fmt::format("curve \"{}\"", name));
    object.text("title", out.title);
    object.text("label", out.label);
    object.text("unit", out.unit);
    object.choice("scale", out.log, sweep_scale_choices());
    std::optional<Claim> claim;
    if (const auto at_claim =
            object.require("claim", "write what is counted, \"claim\": \"count(begin, ball, wall) >= 1\""))
        claim = read_claim(sink, *at_claim);
    const auto points = object.require("points", "write a list of {\"x\": ..., \"sweep\": ...}");
    const JsonValue::Array* items = points ? read_array(sink, *points, 1, max_points) : nullptr;
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        const Cursor at_point = points->item(i);
        out.points.push_back(read_point(context, at_point));
        if (out.log && !(out.points.back().x > 0.0))
            sink.error(at_point, "a logarithmic axis needs points above zero", "remove \"scale\"");
    }
    object.text("formula", out.formula);
    object.text("formula_label", out.formula_label);
    if (const auto formula = object.find("formula"); formula && !out.formula.empty())
        check_formula(sink, *formula, out);
    object.finish();
    if (!claim) return;
    out.claim = *std::move(claim);
    context.scene.curves.push_back(std::move(out));
}

}  // namespace

void read_curves(SceneContext& context, const Cursor& at) {
    for_each_entry(context.sink, at, "write {\"hits\": {\"claim\": ..., \"points\": [...]}}",
                   [&](const std::string& name, const Cursor& entry) { read_curve(context, name, entry); });
}

}  // namespace toibox::scene
