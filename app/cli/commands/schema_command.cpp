// SPDX-License-Identifier: MIT
#include "app/cli/base/exit_code.h"
#include "app/cli/base/version.h"
#include "app/cli/commands/commands.h"

#include <fmt/format.h>

namespace toibox::app {

Action declare_schema(CommandOptions&) {
    return [] {
        fmt::print("{}", scene_schema());
        return ExitCode::success;
    };
}

}  // namespace toibox::app
