// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include "tests/property/world_plan.h"

namespace toibox::testing_support {

/// Returns a smaller plan that still fails: without needless bodies and joints, and with default settings,
/// materials and motions where possible. Requires: fails(plan). Greedy: accepts each simplification with
/// which the plan still fails, and repeats until there is none or `budget` simplified plans were tried.
WorldPlan shrink(const WorldPlan& plan, FunctionRef<bool(const WorldPlan&)> fails, int budget = 2000);

}  // namespace toibox::testing_support
