// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"
#include "toibox/scene/diagnostic.h"

#include "scene/json/json_value.h"
#include "scene/json/source_text.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::scene {

/// A value with its path from the root, as a linked list on the stack. Array elements are named by their id
/// if they have one, as in overrides.
struct Cursor {
    const JsonValue* value = nullptr;
    const Cursor* parent = nullptr;
    std::string_view key;   ///< If the parent is an object.
    std::size_t index = 0;  ///< If the parent is an array.
    std::optional<SourceSpan> key_span;

    [[nodiscard]] std::string pointer() const;
    /// The name in messages: the key, or "element 3".
    [[nodiscard]] std::string name() const;
    /// The element of an array.
    [[nodiscard]] Cursor item(std::size_t i) const { return {&(*value->array())[i], this, {}, i, {}}; }
};
/// `token` as a reference token of a JSON Pointer, with ~ and / escaped.
std::string escaped_token(std::string_view token);

/// Collects errors and warnings while a scene is read. Reading continues after an error, so that all errors
/// are reported.
class DiagnosticSink {
public:
    explicit DiagnosticSink(const SourceText& source) : source_(&source) {}

    void error(const Cursor& at, std::string message, std::string hint = {});
    void error_at_key(const Cursor& at, std::string message, std::string hint = {});
    void error_without_location(std::string message,
                                std::string hint = {});  ///< An error of the whole scene.
    void warning(const Cursor& at, std::string message, std::string hint = {});
    void warning_at(SourceSpan span, std::string pointer, std::string message, std::string hint);

    [[nodiscard]] bool failed() const { return error_count_ > 0; }
    [[nodiscard]] std::size_t error_count() const { return error_count_; }
    [[nodiscard]] const SourceText& source() const { return *source_; }
    /// The errors, after sort_diagnostics().
    [[nodiscard]] Diagnostics take_errors();
    [[nodiscard]] Diagnostics take_warnings() { return std::move(warnings_); }

private:
    void add_error(SourceSpan span, const Cursor& at, std::string message, std::string hint);

    const SourceText* source_;
    Diagnostics errors_;
    Diagnostics warnings_;
    std::size_t error_count_ = 0;
};

/// Sorts by location, removes duplicates (`set` events and variants read the world again) and keeps the first
/// tuning::max_errors.
void sort_diagnostics(Diagnostics& diagnostics);

/// The numbers that a key accepts.
struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool above_min = false;  ///< min itself is not allowed.
    std::string_view hint = "write a number";

    [[nodiscard]] bool contains(double value) const {
        return (above_min ? value > min : value >= min) && value <= max;
    }
    [[nodiscard]] std::string text() const;  ///< "greater than 0"
};
inline constexpr Range any_number{};
inline constexpr Range positive{.min = 0.0, .above_min = true, .hint = "write a number above zero"};
inline constexpr Range not_negative{.min = 0.0, .hint = "write zero or a positive number"};
inline constexpr Range unit_interval{.min = 0.0, .max = 1.0, .hint = "write a fraction from 0 to 1"};

// Single values. Each function reports errors and then returns nullopt. Units are those of the key; angles
// are in radians.
std::optional<double> read_number(DiagnosticSink& sink, const Cursor& at, const Range& range = any_number);
/// Like read_number(), but the value must fit a float, and the float must be in the range.
std::optional<float> read_float(DiagnosticSink& sink, const Cursor& at, const Range& range = any_number);
std::optional<std::int64_t> read_integer(DiagnosticSink& sink, const Cursor& at, std::int64_t min,
                                         std::int64_t max);
std::optional<std::uint64_t> read_bits(DiagnosticSink& sink, const Cursor& at);  ///< 0 … 2⁶⁴ − 1
std::optional<bool> read_boolean(DiagnosticSink& sink, const Cursor& at);
std::optional<std::string> read_text(DiagnosticSink& sink, const Cursor& at);
std::optional<Vec2d> read_vec2d(DiagnosticSink& sink, const Cursor& at);
std::optional<Vec2> read_vec2(DiagnosticSink& sink, const Cursor& at);
/// A number in radians, or "30deg", "0.5rad", "0.25turn".
std::optional<double> read_angle(DiagnosticSink& sink, const Cursor& at);
/// A number in seconds, or a fraction "1/60".
std::optional<double> read_seconds(DiagnosticSink& sink, const Cursor& at, const Range& range = positive);
/// "#7a8594" as 0x7a8594.
std::optional<std::uint32_t> read_color(DiagnosticSink& sink, const Cursor& at);
/// An id: [A-Za-z_][A-Za-z0-9_-]*
std::optional<std::string> read_id(DiagnosticSink& sink, const Cursor& at);
/// An array of min … max elements; null after an error.
const JsonValue::Array* read_array(DiagnosticSink& sink, const Cursor& at, std::size_t min, std::size_t max);

/// A word of the format and its value.
struct Choice {
    std::string_view name;
    int value = 0;
};
struct Choices {
    std::string_view noun;  ///< "solver"
    std::vector<Choice> available;
};
std::optional<int> read_choice(DiagnosticSink& sink, const Cursor& at, const Choices& choices);

/// Reads the members of an object. Each call marks its key as known; finish() reports unknown keys. If the
/// value is not an object, this is an error, and every key counts as absent.
class ObjectReader {
public:
    /// `name` is used in messages: material "steel".
    ObjectReader(DiagnosticSink& sink, const Cursor& at, std::string name);

    /// The value of a key; nullopt if it is absent.
    std::optional<Cursor> find(std::string_view key);
    /// The value of a required key; an error and nullopt if it is absent. The hint says what to write.
    std::optional<Cursor> require(std::string_view key, std::string_view hint);

    // Each function returns whether it wrote `out`. If the key is absent or its value is wrong, `out` does
    // not change.
    bool number(std::string_view key, double& out, const Range& range = any_number);
    bool number(std::string_view key, float& out, const Range& range = any_number);
    bool integer(std::string_view key, int& out, int min, int max);
    bool boolean(std::string_view key, bool& out);
    bool text(std::string_view key, std::string& out);
    bool vec2(std::string_view key, Vec2& out);
    bool angle(std::string_view key, float& out);
    template <class Enum>
    bool choice(std::string_view key, Enum& out, const Choices& choices) {
        const std::optional<Cursor> at = find(key);
        if (!at) return false;
        const std::optional<int> value = read_choice(*sink_, *at, choices);
        if (value) out = static_cast<Enum>(*value);
        return value.has_value();
    }

    /// Reports the unknown keys: those that no call named, except `x-…` and `//`.
    void finish();

    [[nodiscard]] const Cursor& at() const { return at_; }
    [[nodiscard]] DiagnosticSink& sink() { return *sink_; }
    [[nodiscard]] const std::string& name() const { return name_; }

private:
    DiagnosticSink* sink_;
    Cursor at_;
    std::string name_;
    std::vector<std::string_view> known_;
};

/// Checks an optional id that only JSON Pointers use to name the element.
void read_id_of(ObjectReader& object);

/// Whether a key is for the author's notes or for other programs: `x-…` or `//`.
bool is_ignored_key(std::string_view key);

/// Visits the entries of an object that maps names to values (materials, variants, …), without ignored keys.
/// Reports a value that is not an object, and invalid names.
template <class Visit>
void for_each_entry(DiagnosticSink& sink, const Cursor& at, std::string_view hint, Visit visit);

bool is_id(std::string_view text);
/// Reports an invalid name.
void report_bad_id(DiagnosticSink& sink, const Cursor& at, std::string_view id);
/// Reports a value of the wrong type.
void report_type(DiagnosticSink& sink, const Cursor& at, std::string_view expected,
                 std::string_view hint = {});

template <class Visit>
void for_each_entry(DiagnosticSink& sink, const Cursor& at, std::string_view hint, Visit visit) {
    const JsonValue::Object* members = at.value->object();
    if (members == nullptr) {
        report_type(sink, at, "an object", hint);
        return;
    }
    for (const JsonMember& member : *members) {
        if (is_ignored_key(member.key)) continue;
        const Cursor entry{&member.value, &at, member.key, 0, member.key_span};
        if (!is_id(member.key)) {
            report_bad_id(sink, entry, member.key);
            continue;
        }
        visit(member.key, entry);
    }
}

}  // namespace toibox::scene
