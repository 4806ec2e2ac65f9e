// SPDX-License-Identifier: MIT
#include "scene/format/resolve.h"

#include "toibox/scene/suggest.h"

#include "scene/json/json_parse.h"
#include "scene/json/json_pointer.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr std::string_view parameter_root = "/parameters/";

/// One change of the tree, and where to report its failure.
struct Change {
    std::string_view pointer;
    const JsonValue& value;
    const Cursor& reported_at;
};

class Resolver {
public:
    Resolver(DiagnosticSink& sink, JsonValue tree) : sink_(sink), tree_(std::move(tree)) {}

    /// Writes each parameter's value to its `sets` pointer.
    void apply_parameters() {
        const JsonMember* parameters = tree_.find("parameters");
        if (parameters == nullptr || parameters->value.object() == nullptr) return;
        const JsonValue copy = parameters->value;
        const Cursor root{&tree_, nullptr, {}, 0, {}};
        const Cursor at{&copy, &root, "parameters", 0, {}};
        for (const JsonMember& member : *copy.object()) {
            const Cursor parameter{&member.value, &at, member.key, 0, member.key_span};
            apply_parameter(member.value, parameter);
        }
    }

    void apply(const Change& change) {
        // "/parameters/speed" is short for "/parameters/speed/value".
        std::string pointer(change.pointer);
        if (names_unknown_parameter(change)) return;
        const JsonValue* target = value_at(tree_, pointer);
        const bool is_parameter = pointer.starts_with(parameter_root) && target != nullptr;
        if (is_parameter && target->find("value") != nullptr && change.value.object() == nullptr)
            pointer += "/value";
        write(pointer, change.value, change.reported_at);
        if (is_parameter) {
            const std::string parameter_pointer = pointer.substr(0, pointer.find('/', parameter_root.size()));
            const JsonValue* parameter = value_at(tree_, parameter_pointer);
            if (parameter != nullptr) apply_parameter(JsonValue(*parameter), change.reported_at);
        } else {
            update_parameter_value(pointer, change.value);
        }
    }

    JsonValue take() { return std::move(tree_); }

private:
    /// True, and an error, if the change sets the value of a parameter that the scene does not have. A whole
    /// parameter, which is an object, may be added.
    bool names_unknown_parameter(const Change& change) {
        const auto tokens = split_pointer(change.pointer);
        if (!tokens || tokens->size() < 2 || tokens->front() != "parameters") return false;
        if (tokens->size() == 2 && change.value.object() != nullptr) return false;
        const JsonMember* parameters = tree_.find("parameters");
        std::vector<std::string_view> known;
        if (parameters != nullptr && parameters->value.object() != nullptr) {
            for (const JsonMember& member : *parameters->value.object())
                known.push_back(member.key);
        }
        const std::string& name = (*tokens)[1];
        if (std::ranges::find(known, name) != known.end()) return false;
        sink_.error_at_key(change.reported_at, fmt::format("the scene has no parameter \"{}\"", name),
                           known.empty() ? "it has no parameters" : suggestion(name, known));
        return true;
    }

    void write(std::string_view pointer, const JsonValue& value, const Cursor& reported_at) {
        const auto done = set_at(tree_, pointer, value);
        if (!done) sink_.error_at_key(reported_at, done.error().message, done.error().hint);
    }

    /// Skips an ill-formed parameter; it is reported when the scene is read.
    void apply_parameter(const JsonValue& parameter, const Cursor& reported_at) {
        const JsonMember* value = parameter.find("value");
        const JsonMember* sets = parameter.find("sets");
        if (value == nullptr || sets == nullptr || sets->value.string() == nullptr) return;
        const JsonNumber* number = value->value.number();
        if (number == nullptr || !split_pointer(*sets->value.string())) return;
        if (is_ambiguous(tree_, *sets->value.string())) return;
        if (!check_bounds(parameter, number->value, reported_at)) return;
        // Do not overwrite a target that is neither a number nor an angle, so that it is reported.
        const JsonValue* target = value_at(tree_, *sets->value.string());
        if (target != nullptr && target->number() == nullptr && target->string() == nullptr) return;
        write(*sets->value.string(), value->value, reported_at);
    }

    bool check_bounds(const JsonValue& parameter, double value, const Cursor& reported_at) {
        const auto bound = [&](std::string_view key) -> const JsonNumber* {
            const JsonMember* member = parameter.find(key);
            return member == nullptr ? nullptr : member->value.number();
        };
        const JsonNumber* min = bound("min");
        const JsonNumber* max = bound("max");
        if (min == nullptr || max == nullptr || min->value > max->value) return true;  // reported elsewhere
        if (value >= min->value && value <= max->value) return true;
        sink_.error(
            reported_at,
            fmt::format("the parameter's value must be {} to {}, got {}", min->value, max->value, value),
            "choose a value in that range, or widen \"min\" and \"max\"");
        return false;
    }

    /// After the target of a parameter was set directly: gives the parameter the same value, so that its
    /// slider shows it.
    void update_parameter_value(std::string_view pointer, const JsonValue& value) {
        JsonMember* parameters = tree_.find("parameters");
        if (parameters == nullptr || parameters->value.object() == nullptr || value.number() == nullptr)
            return;
        for (JsonMember& member : *parameters->value.object()) {
            const JsonMember* sets = member.value.find("sets");
            JsonMember* parameter_value = member.value.find("value");
            if (sets == nullptr || parameter_value == nullptr || sets->value.string() == nullptr) continue;
            if (*sets->value.string() == pointer) parameter_value->value = value;
        }
    }

    DiagnosticSink& sink_;
    JsonValue tree_;
};

void apply_variant(DiagnosticSink& sink, Resolver& resolver, const JsonValue& root, std::string_view name) {
    const Cursor at_root{&root, nullptr, {}, 0, {}};
    const JsonMember* variants = root.find("variants");
    const JsonMember* variant = variants == nullptr ? nullptr : variants->value.find(name);
    if (variant == nullptr) {
        std::vector<std::string_view> known;
        if (variants != nullptr && variants->value.object() != nullptr) {
            for (const JsonMember& member : *variants->value.object()) {
                if (!is_ignored_key(member.key)) known.push_back(member.key);
            }
        }
        std::string hint = suggestion(name, known);
        sink.error_without_location(fmt::format("there is no variant \"{}\"", name),
                                    hint.empty() ? "the scene has no variants" : std::move(hint));
        return;
    }
    const JsonMember* set = variant->value.find("set");
    if (set == nullptr || set->value.object() == nullptr) return;
    const Cursor at_variants{&variants->value, &at_root, "variants", 0, variants->key_span};
    const Cursor at_variant{&variant->value, &at_variants, variant->key, 0, variant->key_span};
    const Cursor at_set{&set->value, &at_variant, "set", 0, set->key_span};
    for (const JsonMember& member : *set->value.object()) {
        if (is_ignored_key(member.key)) continue;
        const Cursor at{&member.value, &at_set, member.key, 0, member.key_span};
        resolver.apply({member.key, member.value, at});
    }
}

void remove_spans(JsonValue& value) {
    value.span = SourceSpan{};
    if (JsonValue::Array* items = value.array()) {
        for (JsonValue& item : *items) {
            remove_spans(item);
        }
    }
    if (JsonValue::Object* members = value.object()) {
        for (JsonMember& member : *members) {
            member.key_span = SourceSpan{};
            remove_spans(member.value);
        }
    }
}

}  // namespace

Result<JsonValue, JsonError> override_value(const std::string& text) {
    auto parsed = parse_json(text);
    if (parsed) {
        remove_spans(*parsed);
        return parsed;
    }
    const bool looks_like_json =
        !text.empty() && (text.front() == '[' || text.front() == '{' || text.front() == '"');
    if (looks_like_json || text.empty()) return parsed;
    return JsonValue(text, SourceSpan{});
}

ResolvedTree::ResolvedTree(DiagnosticSink& sink, const JsonValue& root, std::string_view variant,
                           std::span<const Document::Override> overrides)
    : original_(&root) {
    if (root.find("parameters") == nullptr && variant.empty() && overrides.empty()) return;
    Resolver resolver(sink, root);
    resolver.apply_parameters();
    if (!variant.empty()) apply_variant(sink, resolver, root, variant);
    for (const auto& [pointer, text] : overrides) {
        const auto value = override_value(text);
        if (!value) {
            sink.error_without_location(
                fmt::format("override {}={}: {}", pointer, text, value.error().message),
                "write a JSON value or a bare word");
            continue;
        }
        resolver.apply({pointer, *value, Cursor{&*value, nullptr, {}, 0, {}}});
    }
    changed_ = resolver.take();
}

}  // namespace toibox::scene
