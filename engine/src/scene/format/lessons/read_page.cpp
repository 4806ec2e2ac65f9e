// SPDX-License-Identifier: MIT
// Reads what the window shows on a page of a lesson: how the page sets it up, and what it reveals.
#include "toibox/narrow/distance_method.h"
#include "toibox/scene/expression.h"
#include "toibox/scene/tuning.h"
#include "toibox/toi/toi.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range playback_speeds{.min = 1.0 / 64.0, .max = 8.0, .hint = "write a speed from 1/64 to 8"};

/// One name or several of a list.
std::vector<std::string> read_names(DiagnosticSink& sink, const Cursor& at, const NameList& names,
                                    std::size_t max) {
    std::vector<std::string> out;
    const JsonValue::Array* items = read_array(sink, at, 0, max);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
        out.push_back(read_name(sink, at.item(i), names));
    return out;
}

PageMark read_mark(SceneContext& context, const Cursor& at) {
    PageMark mark;
    ObjectReader object(context.sink, at, "the mark");
    object.choice("type", mark.kind, mark_choices());
    object.choice("color", mark.color, mark_color_choices());
    object.text("text", mark.text);
    object.vec2("from", mark.from);
    object.vec2("to", mark.to);
    object.angle("angle", mark.angle);
    if (const auto body = object.find("body")) mark.body = read_body_id(context, *body).value_or("");
    if (mark.kind == PageMark::Kind::Ghost && mark.body.empty())
        context.sink.error(at, "a ghost needs a body", "name the body, \"body\": \"ball\"");
    object.finish();
    return mark;
}

/// The names of TOI methods and of distance methods.
NameList method_names() {
    NameList out{.noun = "method", .hint = "name a TOI method or a distance method", .known = {}};
    for (const ToiPromises& entry : toi_methods())
        out.known.push_back(entry.name);
    for (const DistanceMethodInfo& entry : distance_methods())
        out.known.push_back(entry.name);
    return out;
}

NameList root_finder_names() {
    NameList out{.noun = "root finder", .hint = "", .known = {}};
    for (const RootFinderInfo& entry : root_finders())
        out.known.push_back(entry.name);
    return out;
}

/// A number from 1, or "last".
void read_iteration(ObjectReader& object, int& out) {
    const auto at = object.find("iteration");
    if (!at) return;
    if (const std::string* text = at->value->string(); text != nullptr && *text == "last") {
        out = PageDisplay::last_iteration;
        return;
    }
    if (const auto number = read_integer(object.sink(), *at, 1, 100'000)) out = static_cast<int>(*number);
}

void read_display(SceneContext& context, ObjectReader& object, PageDisplay& out) {
    DiagnosticSink& sink = context.sink;
    const Scene& scene = context.scene;
    out.view = read_view_of(object);
    if (const auto at = object.find("panel")) out.panel = read_name(sink, *at, panel_names());
    if (const auto at = object.find("draw")) out.draw = read_names(sink, *at, overlay_names(), 20);
    if (const auto at = object.find("select")) {
        const JsonValue::Array* items = read_array(sink, *at, 1, 2);
        for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
            out.select.push_back(read_body_id(context, at->item(i)).value_or(""));
    }
    if (const auto at = object.find("query"))
        out.query = read_name(sink, *at, names_of(scene.queries, "query", "define it under \"queries\""));
    if (const auto at = object.find("method")) out.method = read_name(sink, *at, method_names());
    if (const auto at = object.find("root_finder"))
        out.root_finder = read_name(sink, *at, root_finder_names());
    bool warm_start = false;
    if (object.boolean("warm_start", warm_start)) out.warm_start = warm_start;
    read_iteration(object, out.iteration);
    if (const auto marks = object.find("marks")) {
        const JsonValue::Array* items = read_array(sink, *marks, 0, 100);
        for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
            out.marks.push_back(read_mark(context, marks->item(i)));
    }
}

PageChart::Series read_series(SceneContext& context, const Cursor& at, std::size_t count) {
    PageChart::Series series;
    ObjectReader object(context.sink, at, "the series");
    object.text("label", series.label);
    if (const auto values = object.require("values", "write quantities, [\"query.far.t\", ...]")) {
        if (read_array(context.sink, *values, count, count) != nullptr)
            series.values = read_texts(context.sink, *values);
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            const auto quantity = parse_quantity(series.values[i]);
            if (!quantity)
                context.sink.error(values->item(i), fmt::format("not a quantity: {}", quantity.error()),
                                   "write a quantity as in claims, for example \"query.far.t\"");
        }
    }
    object.finish();
    return series;
}

PageChart read_chart(SceneContext& context, const Cursor& at) {
    PageChart chart;
    ObjectReader object(context.sink, at, "the chart");
    object.text("title", chart.title);
    object.text("x_label", chart.x_label);
    if (const auto x = object.require("x", "write the values of the horizontal axis, [10, 5, 2.5]")) {
        const JsonValue::Array* items = read_array(context.sink, *x, 2, 100);
        for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
            chart.x.push_back(read_number(context.sink, x->item(i)).value_or(0.0));
    }
    if (const auto series =
            object.require("series", "write what is drawn, [{\"label\": ..., \"values\": ...}]")) {
        const JsonValue::Array* items = read_array(context.sink, *series, 1, 4);
        for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
            chart.series.push_back(read_series(context, series->item(i), chart.x.size()));
    }
    object.finish();
    return chart;
}

}  // namespace

NameList panel_names() {
    return {.noun = "panel",
            .hint = "panels are gjk, toi, broad, contacts, statistics, compare, sweep",
            .known = {"gjk", "toi", "broad", "contacts", "statistics", "compare", "sweep"}};
}

NameList overlay_names() {
    return {.noun = "overlay", .hint = "", .known = {"shapes",      "aabbs",    "contacts",       "normals",
                                                     "impulses",    "friction", "impulse-values", "ids",
                                                     "joints",      "centers",  "velocities",     "simplices",
                                                     "pair-search", "names",    "swept",          "ghosts",
                                                     "trails",      "islands",  "sleep",          "legend"}};
}

PageSetUp read_page_set_up(SceneContext& context, const Cursor& at) {
    PageSetUp out;
    ObjectReader object(context.sink, at, "the set-up");
    if (const auto variant = object.find("variant")) out.variant = read_variant_name(context, *variant);
    if (const auto panes = object.find("panes")) {
        const NameList variants = names_of(context.scene.variants, "variant", "define it under \"variants\"");
        out.panes = read_names(context.sink, *panes, variants, 4);
    }
    if (const auto sweep = object.find("sweep"))
        out.sweep = read_name(context.sink, *sweep,
                              names_of(context.scene.sweeps, "sweep", "define it under \"sweeps\""));
    if (const auto step = object.find("step"))
        out.step = read_integer(context.sink, *step, 0, tuning::max_page_step).value_or(0);
    object.number("speed", out.speed, playback_speeds);
    read_display(context, object, out.display);
    object.finish();
    return out;
}

PageReveal read_page_reveal(SceneContext& context, const Cursor& at) {
    PageReveal out;
    ObjectReader object(context.sink, at, "the reveal");
    object.text("text", out.text);
    read_display(context, object, out.display);
    if (const auto chart = object.find("chart")) out.chart = read_chart(context, *chart);
    object.finish();
    return out;
}

}  // namespace toibox::scene
