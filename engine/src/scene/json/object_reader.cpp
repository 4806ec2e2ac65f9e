// SPDX-License-Identifier: MIT
#include "scene/json/object_reader.h"

#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace toibox::scene {

std::string escaped_token(std::string_view token) {
    std::string out;
    for (const char c : token) {
        if (c == '~') {
            out += "~0";
        } else if (c == '/') {
            out += "~1";
        } else {
            out += c;
        }
    }
    return out;
}

std::string Cursor::pointer() const {
    if (parent == nullptr) return {};
    if (!key.empty() || key_span) return parent->pointer() + "/" + escaped_token(key);
    const std::string* id = id_of(*value);
    const bool has_good_id = id != nullptr && is_id(*id);
    return parent->pointer() + "/" + (has_good_id ? *id : std::to_string(index));
}

std::string Cursor::name() const {
    if (parent == nullptr) return "the scene";
    if (!key.empty() || key_span) return fmt::format("\"{}\"", key);
    return fmt::format("element {} of {}", index, parent->name());
}

void DiagnosticSink::add_error(SourceSpan span, const Cursor& at, std::string message, std::string hint) {
    if (++error_count_ > tuning::max_kept_errors) return;
    Diagnostic diagnostic = source_->at(span, Diagnostic::Severity::Error, std::move(message));
    diagnostic.hint = std::move(hint);
    diagnostic.pointer = at.pointer();
    errors_.push_back(std::move(diagnostic));
}

void DiagnosticSink::error(const Cursor& at, std::string message, std::string hint) {
    add_error(at.value->span, at, std::move(message), std::move(hint));
}

void DiagnosticSink::error_at_key(const Cursor& at, std::string message, std::string hint) {
    add_error(at.key_span.value_or(at.value->span), at, std::move(message), std::move(hint));
}

void DiagnosticSink::error_without_location(std::string message, std::string hint) {
    const JsonValue nothing;
    error(Cursor{&nothing, nullptr, {}, 0, {}}, std::move(message), std::move(hint));
}

void DiagnosticSink::warning(const Cursor& at, std::string message, std::string hint) {
    warning_at(at.value->span, at.pointer(), std::move(message), std::move(hint));
}

void DiagnosticSink::warning_at(SourceSpan span, std::string pointer, std::string message, std::string hint) {
    if (warnings_.size() >= tuning::max_errors) return;
    Diagnostic diagnostic = source_->at(span, Diagnostic::Severity::Warning, std::move(message));
    diagnostic.hint = std::move(hint);
    diagnostic.pointer = std::move(pointer);
    warnings_.push_back(std::move(diagnostic));
}

Diagnostics DiagnosticSink::take_errors() {
    sort_diagnostics(errors_);
    return std::move(errors_);
}

void sort_diagnostics(Diagnostics& diagnostics) {
    const auto key = [](const Diagnostic& d) { return std::tie(d.line, d.column, d.pointer, d.message); };
    std::sort(diagnostics.begin(), diagnostics.end(),
              [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
    const auto same = [&](const Diagnostic& a, const Diagnostic& b) { return key(a) == key(b); };
    diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
    if (diagnostics.size() > tuning::max_errors) diagnostics.resize(tuning::max_errors);
}

bool is_ignored_key(std::string_view key) {
    return key.starts_with("x-") || key == "//";
}

bool is_id(std::string_view text) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    if (text.empty() || !is_letter(text.front())) return false;
    return std::all_of(text.begin(), text.end(),
                       [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

void report_bad_id(DiagnosticSink& sink, const Cursor& at, std::string_view id) {
    sink.error_at_key(at, fmt::format("\"{}\" is not a valid name", id),
                      "a name starts with a letter or _, followed by letters, digits, _ and -");
}

void report_type(DiagnosticSink& sink, const Cursor& at, std::string_view expected, std::string_view hint) {
    sink.error(at, fmt::format("{} must be {}, got {}", at.name(), expected, describe_type(*at.value)),
               std::string(hint));
}

ObjectReader::ObjectReader(DiagnosticSink& sink, const Cursor& at, std::string name)
    : sink_(&sink), at_(at), name_(std::move(name)) {
    if (at.value->object() == nullptr) {
        sink.error(at, fmt::format("{} must be an object, got {}", name_, describe_type(*at.value)),
                   "write { ... }");
    }
}

std::optional<Cursor> ObjectReader::find(std::string_view key) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
    const JsonMember* member = at_.value->find(key);
    if (member == nullptr) return std::nullopt;
    return Cursor{&member->value, &at_, member->key, 0, member->key_span};
}

std::optional<Cursor> ObjectReader::require(std::string_view key, std::string_view hint) {
    std::optional<Cursor> cursor = find(key);
    if (!cursor && at_.value->object() != nullptr) {
        sink_->error(at_, fmt::format("{} lacks \"{}\"", name_, key), std::string(hint));
    }
    return cursor;
}

bool ObjectReader::number(std::string_view key, double& out, const Range& range) {
    const std::optional<Cursor> at = find(key);
    const std::optional<double> value = at ? read_number(*sink_, *at, range) : std::nullopt;
    if (value) out = *value;
    return value.has_value();
}

bool ObjectReader::number(std::string_view key, float& out, const Range& range) {
    const std::optional<Cursor> at = find(key);
    const std::optional<float> value = at ? read_float(*sink_, *at, range) : std::nullopt;
    if (value) out = *value;
    return value.has_value();
}

bool ObjectReader::integer(std::string_view key, int& out, int min, int max) {
    const std::optional<Cursor> at = find(key);
    const std::optional<std::int64_t> value = at ? read_integer(*sink_, *at, min, max) : std::nullopt;
    if (value) out = static_cast<int>(*value);
    return value.has_value();
}

bool ObjectReader::boolean(std::string_view key, bool& out) {
    const std::optional<Cursor> at = find(key);
    const std::optional<bool> value = at ? read_boolean(*sink_, *at) : std::nullopt;
    if (value) out = *value;
    return value.has_value();
}

bool ObjectReader::text(std::string_view key, std::string& out) {
    const std::optional<Cursor> at = find(key);
    std::optional<std::string> value = at ? read_text(*sink_, *at) : std::nullopt;
    if (value) out = std::move(*value);
    return value.has_value();
}

bool ObjectReader::vec2(std::string_view key, Vec2& out) {
    const std::optional<Cursor> at = find(key);
    const std::optional<Vec2> value = at ? read_vec2(*sink_, *at) : std::nullopt;
    if (value) out = *value;
    return value.has_value();
}

bool ObjectReader::angle(std::string_view key, float& out) {
    const std::optional<Cursor> at = find(key);
    const std::optional<double> value = at ? read_angle(*sink_, *at) : std::nullopt;
    if (value) out = static_cast<float>(*value);
    return value.has_value();
}

void ObjectReader::finish() {
    const JsonValue::Object* members = at_.value->object();
    if (members == nullptr) return;
    for (const JsonMember& member : *members) {
        if (is_ignored_key(member.key)) continue;
        if (std::find(known_.begin(), known_.end(), member.key) != known_.end()) continue;
        const Cursor at{&member.value, &at_, member.key, 0, member.key_span};
        sink_->error_at_key(at, fmt::format("unknown key \"{}\" in {}", member.key, name_),
                            suggestion(member.key, known_));
    }
}

void read_id_of(ObjectReader& object) {
    if (const auto at = object.find("id")) read_id(object.sink(), *at);
}

}  // namespace toibox::scene
