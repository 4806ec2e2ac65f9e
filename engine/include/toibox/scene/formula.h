// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <string>
#include <string_view>

namespace toibox::scene {

/// Evaluates an EXPR (see expression.h) of numbers and the variable `x`: "0.15 / (x / 60)". Error: as of
/// parse_leading_number; positions count in the text with the value in place of `x`.
Result<double, std::string> evaluate_formula(std::string_view formula, double x);

}  // namespace toibox::scene
