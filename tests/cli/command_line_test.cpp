// SPDX-License-Identifier: MIT
// The exit code of a command line that opens the window, and the message if the window throws an exception.
#include "app/cli/cli.h"

#include <array>
#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

struct ExitResult {
    int exit_code = -1;
    std::string err;
};

ExitResult run_with(OpenSandbox open_sandbox) {
    const std::array arguments{"toibox"};
    testing::internal::CaptureStderr();
    const int exit_code = cli_main(static_cast<int>(arguments.size()), arguments.data(), {open_sandbox});
    return {exit_code, testing::internal::GetCapturedStderr()};
}

TEST(CommandLine, ReportsExceptionsAsAborted) {
    const ExitResult memory = run_with([](const SandboxArguments&) -> int { throw std::bad_alloc(); });
    EXPECT_EQ(memory.exit_code, 5);
    EXPECT_EQ(memory.err, "toibox: not enough memory for this scene\n");
    const ExitResult other =
        run_with([](const SandboxArguments&) -> int { throw std::runtime_error("it broke"); });
    EXPECT_EQ(other.exit_code, 5);
    EXPECT_EQ(other.err, "toibox: stopped by an error: it broke\n");
}

TEST(CommandLine, ReturnsTheExitCodeOfTheWindow) {
    EXPECT_EQ(run_with([](const SandboxArguments&) { return 3; }).exit_code, 3);
}

}  // namespace
}  // namespace toibox::app
