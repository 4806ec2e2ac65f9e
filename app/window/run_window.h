// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/window_options.h"

namespace toibox::app {

/// Opens the sandbox and runs it until the user closes it, or if unattended, until its screenshot or script
/// is done. Returns the exit code: 0 success · 1 a command of the script failed · 2 unknown body to select ·
/// 3 invalid scene or script · 4 no display, no OpenGL, an unreadable script, or a picture that could not be
/// written. Errors are printed to stderr.
int run_window(const WindowOptions& options);

}  // namespace toibox::app
