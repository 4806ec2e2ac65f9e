// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <string>

namespace toibox::app {

/// What to tell of a step that failed: whose state is not finite, when, and what may be done about it.
std::string failed_step_text(const scene::Run& run, const StepReport& report);

}  // namespace toibox::app
