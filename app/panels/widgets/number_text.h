// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <string>
#include <string_view>

namespace toibox::app {

/// The number that a user typed: arithmetic on numbers and an optional unit, which is converted to `unit`.
/// With the unit "m", "2 * 3 cm" is 0.06. Error: what is wrong and where, without a full stop.
Result<double, std::string> parse_number(std::string_view text, std::string_view unit);

/// The unit after the number of a printf format: "%.2f m/s" has "m/s".
std::string unit_of_format(std::string_view format);

}  // namespace toibox::app
