// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/version.h"

#include <fmt/format.h>

namespace toibox::app {

Action declare_schema(CommandOptions&) {
    return [] {
        fmt::print("{}", scene_schema());
        return ExitCode::success;
    };
}

}  // namespace toibox::app
