// SPDX-License-Identifier: MIT
// Reads single values: checks type and range, and gives a hint for each error.
#include "toibox/dynamics/tuning.h"
#include "toibox/math/trig.h"
#include "toibox/scene/suggest.h"

#include "scene/json/object_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace toibox::scene {

namespace {

/// 2^53: above this, a double cannot represent every whole number.
constexpr double exact_integers = 9007199254740992.0;

/// The whole text as a number; nullopt if it is not one, or not finite.
std::optional<double> parse_number(std::string_view text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// The shortest decimal number that reads back as `value`: "12", "0.1".
std::string shortest(double value) {
    return fmt::format("{}", value);
}

void report_range(DiagnosticSink& sink, const Cursor& at, const Range& range, double value) {
    sink.error(at, fmt::format("{} must be {}, got {}", at.name(), range.text(), shortest(value)),
               std::string(range.hint));
}

std::string number_hint(const JsonValue& value) {
    const std::string* text = value.string();
    if (text != nullptr && parse_number(*text)) return fmt::format("write {} without quotes", *text);
    return "write a number";
}

}  // namespace

std::string Range::text() const {
    const bool has_min = std::isfinite(min);
    const bool has_max = std::isfinite(max);
    if (has_min && has_max) {
        return above_min ? fmt::format("greater than {} and at most {}", shortest(min), shortest(max))
                         : fmt::format("{} to {}", shortest(min), shortest(max));
    }
    if (has_min)
        return above_min ? fmt::format("greater than {}", shortest(min))
                         : fmt::format("at least {}", shortest(min));
    if (has_max) return fmt::format("at most {}", shortest(max));
    return "a finite number";
}

std::optional<double> read_number(DiagnosticSink& sink, const Cursor& at, const Range& range) {
    const JsonNumber* number = at.value->number();
    if (number == nullptr) {
        report_type(sink, at, "a number", number_hint(*at.value));
        return std::nullopt;
    }
    if (!std::isfinite(number->value) || !range.contains(number->value)) {
        report_range(sink, at, range, number->value);
        return std::nullopt;
    }
    return number->value;
}

std::optional<float> read_float(DiagnosticSink& sink, const Cursor& at, const Range& range) {
    const std::optional<double> value = read_number(sink, at, range);
    if (!value) return std::nullopt;
    const auto narrowed = static_cast<float>(*value);
    if (!(std::abs(narrowed) <= toibox::tuning::coordinate_limit)) {
        sink.error(at, fmt::format("{} is too large: {}", at.name(), shortest(*value)),
                   fmt::format("worlds are limited to {:g}", toibox::tuning::coordinate_limit));
        return std::nullopt;
    }
    // A positive value must not be rounded to zero.
    if (!range.contains(static_cast<double>(narrowed))) {
        report_range(sink, at, range, *value);
        return std::nullopt;
    }
    return narrowed;
}

std::optional<std::int64_t> read_integer(DiagnosticSink& sink, const Cursor& at, std::int64_t min,
                                         std::int64_t max) {
    const JsonNumber* number = at.value->number();
    if (number == nullptr) {
        report_type(sink, at, "a whole number", number_hint(*at.value));
        return std::nullopt;
    }
    const double value = number->value;
    if (!(std::abs(value) <= exact_integers) || std::floor(value) != value) {
        sink.error(at, fmt::format("{} must be a whole number, got {}", at.name(), shortest(value)),
                   fmt::format("write a whole number from {} to {}", min, max));
        return std::nullopt;
    }
    const auto whole = static_cast<std::int64_t>(value);
    if (whole < min || whole > max) {
        sink.error(at, fmt::format("{} must be {} to {}, got {}", at.name(), min, max, whole),
                   fmt::format("write a whole number from {} to {}", min, max));
        return std::nullopt;
    }
    return whole;
}

std::optional<std::uint64_t> read_bits(DiagnosticSink& sink, const Cursor& at) {
    const JsonNumber* number = at.value->number();
    if (number == nullptr) {
        report_type(sink, at, "a whole number", number_hint(*at.value));
        return std::nullopt;
    }
    if (number->is_integer && (!number->is_negative || number->magnitude == 0)) return number->magnitude;
    // 1.0 and 1e3 are whole numbers, too, within the precision of a double.
    const bool is_whole =
        number->value >= 0.0 && number->value <= exact_integers && std::floor(number->value) == number->value;
    if (is_whole) return static_cast<std::uint64_t>(number->value);
    sink.error(at,
               fmt::format("{} must be a whole number from 0 to 18446744073709551615, got {}", at.name(),
                           shortest(number->value)),
               "write a whole number");
    return std::nullopt;
}

std::optional<bool> read_boolean(DiagnosticSink& sink, const Cursor& at) {
    if (const bool* value = std::get_if<bool>(&at.value->data)) return *value;
    report_type(sink, at, "true or false", "write true or false, without quotes");
    return std::nullopt;
}

std::optional<std::string> read_text(DiagnosticSink& sink, const Cursor& at) {
    if (const std::string* text = at.value->string()) return *text;
    report_type(sink, at, "a string", "put the text in double quotes");
    return std::nullopt;
}

std::optional<Vec2d> read_vec2d(DiagnosticSink& sink, const Cursor& at) {
    const JsonValue::Array* items = at.value->array();
    if (items == nullptr || items->size() != 2) {
        const std::string actual = items == nullptr ? std::string(describe_type(*at.value))
                                                    : fmt::format("an array of {}", items->size());
        sink.error(at, fmt::format("{} must be a pair [x, y], got {}", at.name(), actual), "write [x, y]");
        return std::nullopt;
    }
    const std::optional<double> x = read_number(sink, at.item(0));
    const std::optional<double> y = read_number(sink, at.item(1));
    if (!x || !y) return std::nullopt;
    return Vec2d{*x, *y};
}

std::optional<Vec2> read_vec2(DiagnosticSink& sink, const Cursor& at) {
    const JsonValue::Array* items = at.value->array();
    if (items == nullptr || items->size() != 2) {
        static_cast<void>(read_vec2d(sink, at));  // reports it
        return std::nullopt;
    }
    const std::optional<float> x = read_float(sink, at.item(0));
    const std::optional<float> y = read_float(sink, at.item(1));
    if (!x || !y) return std::nullopt;
    return Vec2{*x, *y};
}

std::optional<double> read_angle(DiagnosticSink& sink, const Cursor& at) {
    const std::string* text = at.value->string();
    if (text == nullptr) {
        if (at.value->number() != nullptr) return read_float(sink, at) ? read_number(sink, at) : std::nullopt;
        report_type(sink, at, "an angle", "write radians as a number, or \"30deg\", \"0.25turn\"");
        return std::nullopt;
    }
    struct Unit {
        std::string_view suffix;
        double radians;
    };
    static constexpr std::array<Unit, 3> units = {{{"deg", pi / 180.0}, {"turn", 2.0 * pi}, {"rad", 1.0}}};
    for (const Unit& unit : units) {
        if (!text->ends_with(unit.suffix)) continue;
        const std::optional<double> number =
            parse_number(std::string_view(*text).substr(0, text->size() - unit.suffix.size()));
        if (number && std::isfinite(static_cast<float>(*number * unit.radians)))
            return *number * unit.radians;
    }
    sink.error(at, fmt::format("\"{}\" is not an angle", *text),
               "write radians as a number, or \"30deg\", \"0.25turn\"");
    return std::nullopt;
}

std::optional<double> read_seconds(DiagnosticSink& sink, const Cursor& at, const Range& range) {
    const std::string* text = at.value->string();
    if (text == nullptr && at.value->number() == nullptr) {
        report_type(sink, at, "a time in seconds", "write a number, or a fraction \"1/60\"");
        return std::nullopt;
    }
    if (text == nullptr) return read_number(sink, at, range);
    const std::size_t slash = text->find('/');
    if (slash != std::string::npos) {
        const std::optional<double> numerator = parse_number(std::string_view(*text).substr(0, slash));
        const std::optional<double> denominator = parse_number(std::string_view(*text).substr(slash + 1));
        if (numerator && denominator && *denominator > 0.0) {
            const double value = *numerator / *denominator;
            if (std::isfinite(value) && range.contains(value)) return value;
            report_range(sink, at, range, value);
            return std::nullopt;
        }
    }
    sink.error(at, fmt::format("\"{}\" is not a time in seconds", *text),
               "write a number, or a fraction \"1/60\"");
    return std::nullopt;
}

std::optional<std::uint32_t> read_color(DiagnosticSink& sink, const Cursor& at) {
    const std::string* text = at.value->string();
    if (text != nullptr && text->size() == 7 && text->front() == '#') {
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(text->data() + 1, text->data() + 7, value, 16);
        if (error == std::errc{} && end == text->data() + 7) return value;
    }
    sink.error(at, fmt::format("{} is not a color", at.name()), "write \"#rrggbb\", for example \"#7a8594\"");
    return std::nullopt;
}

std::optional<std::string> read_id(DiagnosticSink& sink, const Cursor& at) {
    std::optional<std::string> text = read_text(sink, at);
    if (text && !is_id(*text)) {
        sink.error(at, fmt::format("\"{}\" is not a valid name", *text),
                   "a name starts with a letter or _, followed by letters, digits, _ and -");
        return std::nullopt;
    }
    return text;
}

const JsonValue::Array* read_array(DiagnosticSink& sink, const Cursor& at, std::size_t min, std::size_t max) {
    const JsonValue::Array* items = at.value->array();
    if (items == nullptr) {
        report_type(sink, at, "an array", "write [ ... ]");
        return nullptr;
    }
    if (items->size() < min || items->size() > max) {
        const std::string wanted =
            items->size() < min ? fmt::format("at least {}", min) : fmt::format("at most {}", max);
        sink.error(at, fmt::format("{} must have {} elements, got {}", at.name(), wanted, items->size()),
                   items->size() < min ? "add the missing ones" : "use fewer, or several shapes");
        return nullptr;
    }
    return items;
}

std::optional<int> read_choice(DiagnosticSink& sink, const Cursor& at, const Choices& choices) {
    const std::optional<std::string> name = read_text(sink, at);
    if (!name) return std::nullopt;
    for (const Choice& choice : choices.available) {
        if (choice.name == *name) return choice.value;
    }
    std::vector<std::string_view> available;
    for (const Choice& choice : choices.available) {
        available.push_back(choice.name);
    }
    sink.error(at, fmt::format("unknown {} \"{}\"", choices.noun, *name), suggestion(*name, available));
    return std::nullopt;
}

}  // namespace toibox::scene
