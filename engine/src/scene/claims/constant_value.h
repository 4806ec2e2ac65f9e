// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/expression.h"

#include <optional>

namespace toibox::scene {

/// The value of an expression of numbers only; nullopt if it contains anything else.
std::optional<double> constant_value(const Expression& expression);

}  // namespace toibox::scene
