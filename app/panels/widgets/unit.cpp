// SPDX-License-Identifier: MIT
#include "app/panels/widgets/unit.h"

#include <cmath>
#include <numbers>
#include <string_view>

namespace toibox::app {

namespace {

struct NamedUnit {
    std::string_view name;
    MeasurementUnit unit;
};
constexpr double degree = std::numbers::pi / 180.0;
constexpr NamedUnit named_units[] = {
    {"1", {}},
    {"×", {}},
    {"%", {0.01}},
    {"km", {1e3, {1, 0, 0, 0}}},
    {"m", {1.0, {1, 0, 0, 0}}},
    {"cm", {1e-2, {1, 0, 0, 0}}},
    {"mm", {1e-3, {1, 0, 0, 0}}},
    {"µm", {1e-6, {1, 0, 0, 0}}},
    {"um", {1e-6, {1, 0, 0, 0}}},
    {"t", {1e3, {0, 1, 0, 0}}},
    {"kg", {1.0, {0, 1, 0, 0}}},
    {"g", {1e-3, {0, 1, 0, 0}}},
    {"h", {3600.0, {0, 0, 1, 0}}},
    {"min", {60.0, {0, 0, 1, 0}}},
    {"s", {1.0, {0, 0, 1, 0}}},
    {"ms", {1e-3, {0, 0, 1, 0}}},
    {"µs", {1e-6, {0, 0, 1, 0}}},
    {"us", {1e-6, {0, 0, 1, 0}}},
    {"Hz", {1.0, {0, 0, -1, 0}}},
    {"kHz", {1e3, {0, 0, -1, 0}}},
    {"rad", {1.0, {0, 0, 0, 1}}},
    {"deg", {degree, {0, 0, 0, 1}}},
    {"°", {degree, {0, 0, 0, 1}}},
    {"rpm", {6.0 * degree, {0, 0, -1, 1}}},
    {"N", {1.0, {1, 1, -2, 0}}},
    {"kN", {1e3, {1, 1, -2, 0}}},
    {"J", {1.0, {2, 1, -2, 0}}},
};

bool accept(std::string_view& text, std::string_view token) {
    if (!text.starts_with(token)) return false;
    text.remove_prefix(token.size());
    return true;
}

/// Reads the longest name at the start of the text; null if there is none.
const MeasurementUnit* accept_name(std::string_view& text) {
    const NamedUnit* longest = nullptr;
    for (const NamedUnit& named : named_units) {
        if (text.starts_with(named.name) && (longest == nullptr || named.name.size() > longest->name.size()))
            longest = &named;
    }
    if (longest == nullptr) return nullptr;
    text.remove_prefix(longest->name.size());
    return &longest->unit;
}

int accept_power(std::string_view& text) {
    for (const std::string_view two : {"²", "^2", "2"})
        if (accept(text, two)) return 2;
    for (const std::string_view three : {"³", "^3", "3"})
        if (accept(text, three)) return 3;
    return 1;
}

}  // namespace

std::optional<MeasurementUnit> parse_unit(std::string_view text) {
    MeasurementUnit product;
    int sign = 1;
    while (!text.empty()) {
        const MeasurementUnit* unit = accept_name(text);
        if (unit == nullptr) return std::nullopt;
        const int power = sign * accept_power(text);
        product.factor *= std::pow(unit->factor, power);
        for (std::size_t i = 0; i < product.exponents.size(); ++i)
            product.exponents[i] += power * unit->exponents[i];
        if (text.empty()) break;
        sign = accept(text, "/") ? -1 : 1;
        if (sign == 1 && !accept(text, "·") && !accept(text, "*") && !accept(text, " ")) return std::nullopt;
        if (text.empty()) return std::nullopt;
    }
    return product;
}

std::optional<double> convert(double value, const MeasurementUnit& from, const MeasurementUnit& to) {
    if (from.exponents == to.exponents) return value * from.factor / to.factor;
    for (std::size_t i = 0; i < from.exponents.size(); ++i)
        if (from.exponents[i] != -to.exponents[i]) return std::nullopt;
    return 1.0 / (value * from.factor * to.factor);
}

}  // namespace toibox::app
