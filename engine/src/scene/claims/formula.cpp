// SPDX-License-Identifier: MIT
#include "toibox/scene/formula.h"

#include "toibox/scene/expression.h"
#include "toibox/scene/scene.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::scene {

namespace {

bool is_in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

}  // namespace

Result<double, std::string> evaluate_formula(std::string_view formula, double x) {
    std::string text;
    for (std::size_t at = 0; at < formula.size();) {
        std::size_t end = at;
        while (end < formula.size() && is_in_word(formula[end]))
            ++end;
        const std::string_view word = formula.substr(at, end - at);
        if (word == "x") {
            text += fmt::format("({})", x);
        } else {
            text += word.empty() ? formula.substr(at, 1) : word;
        }
        at = word.empty() ? at + 1 : end;
    }
    const auto number = parse_leading_number(text);
    if (!number) return Err{number.error()};
    if (number->end != text.size())
        return Err{fmt::format("at character {}: expected an operator", number->end + 1)};
    return number->value;
}

std::optional<double> CurveEntry::expected_at(double at) const {
    if (formula.empty()) return std::nullopt;
    const auto value = evaluate_formula(formula, at);
    return value ? std::optional(std::clamp(*value, 0.0, 1.0)) : std::nullopt;
}

std::optional<double> CurveEntry::expected_at(const CurvePoint& point) const {
    return point.expected ? point.expected : expected_at(point.x);
}

}  // namespace toibox::scene
