// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"
#include "app/cli/output/picture_files.h"
#include "app/session/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace toibox::app {

/// Steps the leader and other variants of its scene in lockstep up to step `last`, and adds each state to the
/// images and movies. `leader`: at the step to start with. Stops early on an interrupt. Returns an exit code;
/// errors are printed.
int draw_compared(Session& leader, const std::vector<std::string>& other_variants, std::int64_t last,
                  PictureFiles& pictures, const Console& console);

}  // namespace toibox::app
