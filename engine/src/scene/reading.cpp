// SPDX-License-Identifier: MIT
#include "reading.h"

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
    if (!key.empty() || at_key) return parent->pointer() + "/" + escaped_token(key);
    const std::string* id = id_of(*value);
    const bool has_good_id = id != nullptr && is_id(*id);
    return parent->pointer() + "/" + (has_good_id ? *id : std::to_string(index));
}

std::string Cursor::name() const {
    if (parent == nullptr) return "the scene";
    if (!key.empty() || at_key) return fmt::format("\"{}\"", key);
    return fmt::format("element {} of {}", index, parent->name());
}

void DiagnosticSink::add_error(SourceSpan place, const Cursor& at, std::string message, std::string hint) {
    if (++error_count_ > tuning::max_kept_errors) return;
    Diagnostic found = source_->at(place, Diagnostic::Severity::Error, std::move(message));
    found.hint = std::move(hint);
    found.pointer = at.pointer();
    errors_.push_back(std::move(found));
}

void DiagnosticSink::error(const Cursor& at, std::string message, std::string hint) {
    add_error(at.value->place, at, std::move(message), std::move(hint));
}

void DiagnosticSink::error_at_key(const Cursor& at, std::string message, std::string hint) {
    add_error(at.at_key.value_or(at.value->place), at, std::move(message), std::move(hint));
}

void DiagnosticSink::error_without_location(std::string message, std::string hint) {
    const JsonValue nothing;
    error(Cursor{&nothing, nullptr, {}, 0, {}}, std::move(message), std::move(hint));
}

void DiagnosticSink::warning(const Cursor& at, std::string message, std::string hint) {
    warning_at(at.value->place, at.pointer(), std::move(message), std::move(hint));
}

void DiagnosticSink::warning_at(SourceSpan place, std::string pointer, std::string message,
                                std::string hint) {
    if (warnings_.size() >= tuning::max_errors) return;
    Diagnostic found = source_->at(place, Diagnostic::Severity::Warning, std::move(message));
    found.hint = std::move(hint);
    found.pointer = std::move(pointer);
    warnings_.push_back(std::move(found));
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
    sink.error_at_key(at, fmt::format("\"{}\" is not a name", id),
                      "a name begins with a letter or _ and goes on with letters, digits, _ and -");
}

void report_type(DiagnosticSink& sink, const Cursor& at, std::string_view expected, std::string_view hint) {
    sink.error(at, fmt::format("{} must be {}, is {}", at.name(), expected, describe_type(*at.value)),
               std::string(hint));
}

ObjectReader::ObjectReader(DiagnosticSink& sink, const Cursor& at, std::string what)
    : reading_(&sink), at_(at), what_(std::move(what)) {
    if (at.value->object() == nullptr) {
        sink.error(at, fmt::format("{} must be an object, is {}", what_, describe_type(*at.value)),
                   "write { ... }");
    }
}

std::optional<Cursor> ObjectReader::find(std::string_view key) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
    const JsonMember* member = at_.value->find(key);
    if (member == nullptr) return std::nullopt;
    return Cursor{&member->value, &at_, member->key, 0, member->key_place};
}

std::optional<Cursor> ObjectReader::require(std::string_view key, std::string_view hint) {
    std::optional<Cursor> found = find(key);
    if (!found && at_.value->object() != nullptr) {
        reading_->error(at_, fmt::format("{} lacks \"{}\"", what_, key), std::string(hint));
    }
    return found;
}

bool ObjectReader::number(std::string_view key, double& out, const Range& range) {
    const std::optional<Cursor> at = find(key);
    const std::optional<double> value = at ? read_number(*reading_, *at, range) : std::nullopt;
    if (value) out = *value;
    return value.has_value();
}

bool ObjectReader::number(std::string_view key, float& out, const Range& range) {
    const std::optional<Cursor> at = find(key);
    const std::optional<float> value = at ? read_float(*reading_, *at, range) : std::nullopt;
    if (value) out = *value;
    return value.has_value();
}

bool ObjectReader::integer(std::string_view key, int& out, int min, int max) {
    const std::optional<Cursor> at = find(key);
    const std::optional<std::int64_t> value = at ? read_integer(*reading_, *at, min, max) : std::nullopt;
    if (value) out = static_cast<int>(*value);
    return value.has_value();
}

bool ObjectReader::boolean(std::string_view key, bool& out) {
    const std::optional<Cursor> at = find(key);
    const std::optional<bool> value = at ? read_boolean(*reading_, *at) : std::nullopt;
    if (value) out = *value;
    return value.has_value();
}

bool ObjectReader::text(std::string_view key, std::string& out) {
    const std::optional<Cursor> at = find(key);
    std::optional<std::string> value = at ? read_text(*reading_, *at) : std::nullopt;
    if (value) out = std::move(*value);
    return value.has_value();
}

bool ObjectReader::vec2(std::string_view key, Vec2& out) {
    const std::optional<Cursor> at = find(key);
    const std::optional<Vec2> value = at ? read_vec2(*reading_, *at) : std::nullopt;
    if (value) out = *value;
    return value.has_value();
}

bool ObjectReader::angle(std::string_view key, float& out) {
    const std::optional<Cursor> at = find(key);
    const std::optional<double> value = at ? read_angle(*reading_, *at) : std::nullopt;
    if (value) out = static_cast<float>(*value);
    return value.has_value();
}

void ObjectReader::finish() {
    const JsonValue::Object* members = at_.value->object();
    if (members == nullptr) return;
    for (const JsonMember& member : *members) {
        if (is_ignored_key(member.key)) continue;
        if (std::find(known_.begin(), known_.end(), member.key) != known_.end()) continue;
        const Cursor at{&member.value, &at_, member.key, 0, member.key_place};
        reading_->error_at_key(at, fmt::format("unknown key \"{}\" in {}", member.key, what_),
                               suggestion(member.key, known_));
    }
}

void read_id_of(ObjectReader& object) {
    if (const auto at = object.find("id")) read_id(object.sink(), *at);
}

}  // namespace toibox::scene
