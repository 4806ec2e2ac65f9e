// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include "tests/property/world_plan.h"

namespace toibox::testing_support {

/// A smaller plan that still fails: without bodies and joints that are not needed, with settings, materials
/// and motions at their defaults where that does not matter. Requires `fails(plan)`. Greedy: takes whatever
/// simplification fails first, and goes round until none does or `budget` worlds were run.
WorldPlan shrink(const WorldPlan& plan, FunctionRef<bool(const WorldPlan&)> fails, int budget = 2000);

}  // namespace toibox::testing_support
