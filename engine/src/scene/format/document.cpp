// SPDX-License-Identifier: MIT
#include "toibox/scene/document.h"

#include "toibox/io/atomic_file.h"
#include "toibox/scene/tuning.h"

#include "scene/format/lint.h"
#include "scene/format/resolve.h"
#include "scene/format/scene_readers.h"
#include "scene/json/json_parse.h"
#include "scene/json/json_pointer.h"
#include "scene/json/write_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace toibox::scene {

struct Document::Data {
    SourceText source;
    JsonValue root;
    std::string title;
    std::vector<std::string> tags;
    std::vector<VariantEntry> variants;
};

namespace {

Diagnostics one_error(const std::string& path, std::string message) {
    Diagnostic out;
    out.file = path;
    out.message = std::move(message);
    return {std::move(out)};
}

void append(Diagnostics& all, Diagnostics more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

std::vector<std::string> strings_of(const JsonValue& root, std::string_view key) {
    std::vector<std::string> out;
    const JsonMember* member = root.find(key);
    const JsonValue::Array* items = member == nullptr ? nullptr : member->value.array();
    if (items == nullptr) return out;
    for (const JsonValue& item : *items) {
        if (const std::string* text = item.string()) out.push_back(*text);
    }
    return out;
}

}  // namespace

Result<Document, Diagnostics> Document::load(const std::string& path) {
    auto text = io::read_file(path, tuning::max_file_size);
    if (!text) return Err{one_error(path, std::move(text).error())};
    return parse(*text, path);
}

Result<Document, Diagnostics> Document::parse(std::string_view text, std::string path) {
    if (text.size() > tuning::max_file_size) {
        return Err{one_error(path, fmt::format("the scene is larger than {} bytes", tuning::max_file_size))};
    }
    SourceText source(std::move(path), std::string(text));
    auto root = parse_json(source.text());
    if (!root) {
        const JsonError& error = root.error();
        Diagnostic diagnostic = source.at(error.span, Diagnostic::Severity::Error, error.message);
        diagnostic.hint = error.hint;
        return Err{Diagnostics{std::move(diagnostic)}};
    }
    DiagnosticSink sink(source);
    const ResolvedTree tree(sink, *root, {}, {});
    SceneContext base = read_scene(sink, tree.root(), {});
    Diagnostics errors = sink.take_errors();
    // Check the variants, too: the author should see all mistakes, not only those in the base scene.
    for (const VariantEntry& variant : base.scene.variants) {
        DiagnosticSink variant_sink(source);
        const ResolvedTree variant_tree(variant_sink, *root, variant.name, {});
        if (!variant_sink.failed()) read_scene(variant_sink, variant_tree.root(), variant.name);
        append(errors, variant_sink.take_errors());
    }
    if (!errors.empty()) {
        sort_diagnostics(errors);
        return Err{std::move(errors)};
    }
    std::vector<std::string> tags = strings_of(*root, "tags");
    return Document(std::make_shared<const Data>(Data{.source = std::move(source),
                                                      .root = *std::move(root),
                                                      .title = std::move(base.scene.title),
                                                      .tags = std::move(tags),
                                                      .variants = std::move(base.scene.variants)}));
}

std::optional<std::string> Document::override_json(const std::string& value) {
    const Result<JsonValue, JsonError> read = override_value(value);
    return read ? std::optional(write_inline(*read)) : std::nullopt;
}

Result<Scene, Diagnostics> Document::resolve(std::string_view variant,
                                             std::span<const Override> overrides) const {
    DiagnosticSink sink(data_->source);
    const ResolvedTree tree(sink, data_->root, variant, overrides);
    if (sink.failed()) return Err{sink.take_errors()};
    SceneContext context = read_scene(sink, tree.root(), variant);
    if (sink.failed()) return Err{sink.take_errors()};
    return std::move(context.scene);
}

Diagnostics Document::lint_variant(const Data& data, std::string_view variant) {
    DiagnosticSink sink(data.source);
    const ResolvedTree tree(sink, data.root, variant, {});
    SceneContext context = read_scene(sink, tree.root(), variant);
    lint_scene(context);
    lint_lesson(context);
    return sink.take_warnings();
}

const std::string& Document::title() const {
    return data_->title;
}

const std::string& Document::path() const {
    return data_->source.path();
}

std::vector<VariantEntry> Document::variants() const {
    return data_->variants;
}

std::vector<std::string> Document::tags() const {
    return data_->tags;
}

std::optional<LineColumn> Document::locate(std::string_view pointer) const {
    const JsonValue* const value = value_at(data_->root, pointer);
    if (value == nullptr) return std::nullopt;
    const Diagnostic location = data_->source.at(value->span, Diagnostic::Severity::Error, {});
    return LineColumn{location.line, location.column};
}

Diagnostics Document::lint() const {
    Diagnostics all = lint_variant(*data_, {});
    const auto is_known = [&](const Diagnostic& diagnostic) {
        const std::size_t at = diagnostic.message.find(tunnelling_phrase);
        const std::string head = diagnostic.message.substr(0, at);
        return std::any_of(all.begin(), all.end(), [&](const Diagnostic& other) {
            if (diagnostic.pointer != other.pointer) return false;
            if (at == std::string::npos) return other.message.ends_with(diagnostic.message);
            return other.message.find(head + std::string(tunnelling_phrase)) != std::string::npos;
        });
    };
    for (const VariantEntry& variant : data_->variants) {
        for (Diagnostic& diagnostic : lint_variant(*data_, variant.name)) {
            if (is_known(diagnostic)) continue;
            diagnostic.message = fmt::format("variant \"{}\": {}", variant.name, diagnostic.message);
            all.push_back(std::move(diagnostic));
        }
    }
    sort_diagnostics(all);
    return all;
}

std::string Document::write() const {
    return write_json(data_->root);
}

Result<Unit, Diagnostics> Document::save(const std::string& path) const {
    auto done = io::write_file_atomically(path, write());
    if (!done) return Err{one_error(path, std::move(done).error())};
    return Unit{};
}

}  // namespace toibox::scene
