// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <string>

namespace toibox::app {

/// The error text for a failed step: which body failed, when, and how to avoid the failure.
std::string failed_step_text(const scene::Run& run, const StepReport& report);

}  // namespace toibox::app
