// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/window_options.h"

namespace toibox::app {

/// Opens the sandbox and runs it until it is closed (or, unattended, until its work is done).
/// Returns the exit code: 0 done · 1 an expectation of the script failed · 2 no such body to select · 3 bad
/// scene or script · 4 no display, no OpenGL, or a picture that cannot be written. Errors are told on stderr.
int run_window(const WindowOptions& options);

}  // namespace toibox::app
