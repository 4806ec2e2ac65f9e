// SPDX-License-Identifier: MIT
#include "app/panels/widgets/number_text.h"

#include "toibox/scene/expression.h"

#include "app/panels/widgets/unit.h"

#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

std::string_view without_trailing_spaces(std::string_view text) {
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

}  // namespace

Result<double, std::string> parse_number(std::string_view text, std::string_view unit) {
    const auto number = scene::parse_leading_number(text);
    if (!number) return Err{number.error()};
    const std::string_view typed_unit = without_trailing_spaces(text.substr(number->end));
    if (typed_unit.empty() || typed_unit == unit) return number->value;
    const std::size_t character = number->end + 1;
    const std::optional<MeasurementUnit> from = parse_unit(typed_unit);
    if (!from) return Err{fmt::format("at character {}: unknown unit \"{}\"", character, typed_unit)};
    const std::optional<MeasurementUnit> to = parse_unit(unit);
    const std::optional<double> value = to ? convert(number->value, *from, *to) : std::nullopt;
    if (value && std::isfinite(*value)) return *value;
    return Err{fmt::format(
        "at character {}: the unit \"{}\" does not fit; {}", character, typed_unit,
        unit.empty() ? std::string("this value has no unit") : fmt::format("this value is in {}", unit))};
}

std::string unit_of_format(std::string_view format) {
    // The conversion ends with its first letter.
    const std::size_t start = format.find('%');
    if (start == std::string_view::npos) return {};
    const std::size_t letter = format.find_first_of("dfge", start + 1);
    if (letter == std::string_view::npos) return {};
    std::string unit;
    for (std::size_t i = letter + 1; i < format.size(); ++i) {
        if (format[i] == '%') ++i;  // "%%" is a percent sign
        if (i < format.size()) unit += format[i];
    }
    return unit.substr(std::min(unit.find_first_not_of(' '), unit.size()));
}

}  // namespace toibox::app
