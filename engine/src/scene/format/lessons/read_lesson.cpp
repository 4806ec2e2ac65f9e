// SPDX-License-Identifier: MIT
// Reads what the scene says to its readers: the lesson with its pages, the view, and the next scene.
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "scene/format/scene_readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr std::size_t max_choices = 9;  ///< Each has a key, 1 to 9.

/// The claim of a choice: it holds if the choice is right. Goes to the claims of its variant.
void read_choice_claim(SceneContext& context, ObjectReader& object, const Page& page, PageChoice& choice) {
    Claim options;
    options.at = static_cast<double>(page.run_to) * context.scene.step;
    read_when(object, options);
    const auto that = object.find("that");
    std::optional<Claim> claim = that ? read_claim(context.sink, *that) : std::nullopt;
    if (!claim) return;
    choice.claim = object.at().pointer();
    if (choice.variant != context.scene.variant) return;
    claim->when = options.when;
    claim->at = options.at;
    claim->pointer = choice.claim;
    claim->must_fail = !choice.is_right;
    claim->why = fmt::format("page \"{}\": \"{}\" is {}", page.id, choice.text,
                             choice.is_right ? "the right choice" : "a wrong choice");
    warn_if_after_end(context, *that, claim->at);
    context.scene.expect.push_back(*std::move(claim));
}

PageChoice read_choice(SceneContext& context, const Cursor& at, const Page& page) {
    PageChoice choice;
    ObjectReader object(context.sink, at, "the choice");
    if (const auto text = object.require("text", "write the answer, \"text\": \"No hit\""))
        choice.text = read_text(context.sink, *text).value_or("");
    object.boolean("right", choice.is_right);
    object.text("misconception", choice.misconception);
    choice.variant = page.set_up.variant;
    if (const auto variant = object.find("variant")) choice.variant = read_variant_name(context, *variant);
    read_choice_claim(context, object, page, choice);
    object.finish();
    return choice;
}

void read_choices(SceneContext& context, const Cursor& at, Page& page) {
    const JsonValue::Array* items = read_array(context.sink, at, 2, max_choices);
    if (items == nullptr) return;
    for (std::size_t i = 0; i < items->size(); ++i)
        page.choices.push_back(read_choice(context, at.item(i), page));
    if (std::ranges::count(page.choices, true, &PageChoice::is_right) == 1) return;
    context.sink.error(at, fmt::format("page \"{}\" must have exactly one right choice", page.id),
                       "mark it with \"right\": true");
}

void read_question(SceneContext& context, ObjectReader& object, Page& page) {
    object.text("ask", page.ask);
    const auto choices = object.find("choices");
    if (choices) read_choices(context, *choices, page);
    if (page.ask.empty() == !choices) return;
    context.sink.error(object.at(), "\"ask\" and \"choices\" belong together",
                       page.ask.empty() ? "write the question" : "write the answers to choose from");
}

Page read_page(SceneContext& context, const Cursor& at) {
    Page page;
    ObjectReader object(context.sink, at, "the page");
    if (const auto id = object.require("id", "name the page, \"id\": \"first-impact\""))
        page.id = read_id(context.sink, *id).value_or("");
    const bool is_known =
        std::ranges::find(context.scene.lesson, page.id, &Page::id) != context.scene.lesson.end();
    if (is_known) context.sink.error(at, fmt::format("there are two pages \"{}\"", page.id), "rename one");
    object.text("text", page.text);
    if (const auto set_up = object.find("set_up")) page.set_up = read_page_set_up(context, *set_up);
    page.run_to = page.set_up.step + 1;
    if (const auto run_to = object.find("run_to"))
        page.run_to = read_integer(context.sink, *run_to, page.set_up.step, tuning::max_page_step)
                          .value_or(page.run_to);
    read_question(context, object, page);
    if (const auto reveal = object.find("reveal")) page.reveal = read_page_reveal(context, *reveal);
    object.finish();
    return page;
}

void add_page(SceneContext& context, const Cursor& at) {
    context.scene.lesson.push_back(read_page(context, at));
    context.page_sources.push_back({at.value->span, at.pointer()});
}

View read_view_value(DiagnosticSink& sink, const Cursor& at) {
    View view;
    ObjectReader object(sink, at, "the view");
    object.vec2("center", view.center);
    object.number("height", view.height, not_negative);
    object.number("width", view.width, not_negative);
    object.finish();
    return view;
}

}  // namespace

std::size_t Page::right_choice() const {
    const auto right = std::ranges::find(choices, true, &PageChoice::is_right);
    return static_cast<std::size_t>(right - choices.begin());
}

std::vector<std::string> read_texts(DiagnosticSink& sink, const Cursor& at) {
    std::vector<std::string> out;
    const JsonValue::Array* items = read_array(sink, at, 0, 1000);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        if (auto text = read_text(sink, at.item(i))) out.push_back(*std::move(text));
    }
    return out;
}

std::optional<View> read_view_of(ObjectReader& owner) {
    const auto at = owner.find("view");
    return at ? std::optional(read_view_value(owner.sink(), *at)) : std::nullopt;
}

std::string read_name(DiagnosticSink& sink, const Cursor& at, const NameList& names) {
    std::string name = read_text(sink, at).value_or("");
    if (name.empty() || std::ranges::find(names.known, name) != names.known.end()) return name;
    std::string hint = suggestion(name, names.known);
    sink.error(at, fmt::format("there is no {} \"{}\"", names.noun, name),
               hint.empty() ? std::string(names.hint) : std::move(hint));
    return name;
}

std::string read_variant_name(SceneContext& context, const Cursor& at) {
    return read_name(context.sink, at,
                     names_of(context.scene.variants, "variant", "define it under \"variants\""));
}

void read_lesson(SceneContext& context, const Cursor& at) {
    ObjectReader object(context.sink, at, "the lesson");
    object.text("summary", context.scene.goal);
    if (const auto pages = object.find("pages")) {
        const JsonValue::Array* items = read_array(context.sink, *pages, 0, 1000);
        for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
            add_page(context, pages->item(i));
    }
    object.finish();
}

void read_view(SceneContext& context, const Cursor& at) {
    context.scene.view = read_view_value(context.sink, at);
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

}  // namespace toibox::scene
