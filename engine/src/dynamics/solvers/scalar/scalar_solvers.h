// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/state/step_context.h"

namespace toibox {

/// The solvers that solve scalar rows in order of creation. One file each.

void solve_sequential_impulses(StepContext& step);
void solve_penalty(StepContext& step);
void solve_push_back(StepContext& step);

}  // namespace toibox
