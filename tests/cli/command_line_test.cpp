// SPDX-License-Identifier: MIT
// Command lines that open the window: what it gets, exit codes and messages.
#include "tests/cli/run_cli.h"

#include <array>
#include <new>
#include <stdexcept>

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

/// The arguments that the window gets from `toibox WORDS`.
SandboxArguments sandbox_of(std::vector<const char*> words) {
    static SandboxArguments received;
    received = {};
    words.insert(words.begin(), "toibox");
    const auto open = [](const SandboxArguments& arguments) {
        received = arguments;
        return 0;
    };
    EXPECT_EQ(cli_main(static_cast<int>(words.size()), words.data(), {open}), 0);
    return received;
}

// A list takes one argument, not the scene after it.
TEST(CommandLine, ListsMayComeBeforeTheScene) {
    using testing_support::bullet;
    const SandboxArguments compared = sandbox_of({"--compare", "discrete,toi", bullet});
    EXPECT_EQ(compared.scene, bullet);
    EXPECT_EQ(compared.compare, (std::vector<std::string>{"discrete", "toi"}));
    const SandboxArguments shown = sandbox_of(
        {"--open", "toi", "--draw", "swept,ghosts", "--select", "ball", bullet, "--draw", "names"});
    EXPECT_EQ(shown.scene, bullet);
    EXPECT_EQ(shown.open, std::vector<std::string>{"toi"});
    EXPECT_EQ(shown.select, std::vector<std::string>{"ball"});
    EXPECT_EQ(shown.draw, (std::vector<std::string>{"swept", "ghosts", "names"}));
}

TEST(CommandLine, RepeatedOptionsMayComeBeforeTheScene) {
    using namespace testing_support;
    const SandboxArguments changed =
        sandbox_of({"--set", "/world/gravity/1=-3", "--set", "/world/gravity/0=1", bullet});
    EXPECT_EQ(changed.scene, bullet);
    EXPECT_EQ(changed.overrides.size(), 2u);
    const Outcome sweep = run_cli({"sweep", "--vary", "/parameters/speed=5,10", "--measure", "ball.x",
                                   "--variant", "toi", "--variant", "stop", bullet});
    EXPECT_EQ(sweep.exit_code, 0) << sweep.err;
    EXPECT_EQ(lines_of(sweep.out).size(), 5u) << sweep.out;
}

TEST(CommandLine, SaysWhatAListOfVariantsNeeds) {
    using namespace testing_support;
    const auto expect_error = [](const char* list, const std::string& message) {
        for (const std::vector<const char*>& words :
             {std::vector<const char*>{bullet, "--compare", list}, {"run", bullet, "--compare", list}}) {
            const Outcome outcome = run_cli(words);
            EXPECT_EQ(outcome.exit_code, 2) << list;
            EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
            EXPECT_TRUE(contains(outcome.err, ": the scene has base, discrete, toi")) << outcome.err;
        }
    };
    expect_error("toi", "--compare needs two to four variants, separated by commas, got only \"toi\"");
    for (const char* list : {"", ",", "toi,", ",toi", "toi,,discrete"})
        expect_error(list, "--compare has an empty name");
    expect_error("base,toi,stop,discrete,conservative",
                 "--compare needs two to four variants, separated by commas, got 5");
}

TEST(CommandLine, HelpSaysWhatComparisonsShow) {
    const std::string help = testing_support::run_cli({"run", "--help"}).out;
    const auto line_of = [&](const std::string& option) {
        const std::size_t at = help.find("  " + option + " ");
        return help.substr(at, help.find("\n  -", at + 1) - at);
    };
    for (const char* option : {"--csv", "--png", "--gif", "--mp4"})
        EXPECT_NE(line_of(option).find("--compare"), std::string::npos) << line_of(option);
    for (const char* output : {"PNG", "GIF", "MP4", "CSV"})
        EXPECT_NE(line_of("--compare").find(output), std::string::npos) << line_of("--compare");
}

}  // namespace
}  // namespace toibox::app
