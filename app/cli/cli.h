// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/host_services.h"

namespace toibox::app {

/// Parses the command line and runs the command. Never throws. Exit codes: exit_code.h.
int cli_main(int argc, const char* const* argv, const HostServices& host);

}  // namespace toibox::app
