// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace toibox::app {

/// A unit of measurement, such as m/s².
struct MeasurementUnit {
    double factor = 1.0;             ///< One of this unit in SI units.
    std::array<int, 4> exponents{};  ///< Of metre, kilogram, second and radian.
};

/// Reads a product of units: "cm", "N·s/m", "m/s^2". A '/' divides by the next unit only. The empty text is
/// the number 1. nullopt for an unknown unit.
std::optional<MeasurementUnit> parse_unit(std::string_view text);

/// The value in another unit. From a unit to its inverse, as from seconds to hertz, the result is the
/// reciprocal. nullopt if the units measure different things.
std::optional<double> convert(double value, const MeasurementUnit& from, const MeasurementUnit& to);

}  // namespace toibox::app
