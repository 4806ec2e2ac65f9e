// SPDX-License-Identifier: MIT
// The claim check of the scene browser and `toibox test` find the same.
#include "app/studies/claims/claim_check.h"

#include "tests/cli/run_cli.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <fstream>

namespace toibox::app {
namespace {

using testing_support::contains;
using testing_support::run_cli;

/// The check, advanced by the shortest slices.
ClaimResult check(const std::string& path) {
    const auto document = scene::Document::load(path);
    EXPECT_TRUE(document) << path;
    if (!document) return {};
    ClaimCheck claims(*document);
    while (!claims.is_finished())
        claims.advance(0.0);
    return claims.result();
}

/// "10 passed", and what failed, as `toibox test` prints it.
std::string counts_of(const ClaimResult& result) {
    std::string text = fmt::format("{} passed", result.passed);
    if (result.failed > 0) text += fmt::format(", {} failed", result.failed);
    if (result.aborted > 0) text += fmt::format(", {} aborted", result.aborted);
    return text;
}

class ClaimChecks : public testing::TestWithParam<const char*> {};

TEST_P(ClaimChecks, AgreeWithTheTestCommand) {
    const std::string path = std::string(TOIBOX_SOURCE_DIR "/scenes/") + GetParam() + ".toi.json";
    const ClaimResult result = check(path);
    EXPECT_GT(result.passed, 0);
    EXPECT_TRUE(contains(run_cli({"test", path.c_str()}).out, path + ": " + counts_of(result) + " ("))
        << run_cli({"test", path.c_str()}).out << counts_of(result);
}

// Variants, parameter sweeps with rate(), scripts with `assert`, queries, verdicts.
INSTANTIATE_TEST_SUITE_P(Scenes, ClaimChecks,
                         testing::Values("continuous/02-missed-event", "continuous/03-bullet",
                                         "continuous/05-just-substep", "continuous/22-root-duel",
                                         "detection/12-degenerate-gjk", "playground/47-script",
                                         "impacts/28-impulse"));

class ClaimCheckOfAScene : public testing::Test {
protected:
    std::string scene(const std::string& text) {
        folder_.write("a.toi.json", text);
        return folder_.file("a.toi.json");
    }
    test::TemporaryFolder folder_;
};

TEST_F(ClaimCheckOfAScene, NamesFailedClaimsWithTheirVariants) {
    const std::string path = scene(R"({"toibox": 1, "world": {"gravity": [0, 0], "duration": 0.1},
        "bodies": [{"id": "ball", "velocity": [1, 0], "shapes": [{"type": "circle", "radius": 1}]}],
        "variants": {"still": {"set": {"/bodies/ball/velocity": [0, 0]}}},
        "sweeps": {"speeds": {"vary": "/bodies/ball/velocity/0", "from": 1, "to": 4, "count": 4}},
        "expect": [{"that": "ball.x > 0.05", "variant": ""}, {"that": "ball.x > 0.05", "variant": "still"},
                   {"that": "rate(speeds, ball.x > 0.25) == 0.5 +- 0.01", "variant": ""},
                   {"that": "rate(speeds, ball.x > 0.25) == 0.25 +- 0.01", "variant": ""}]})");
    const ClaimResult result = check(path);
    EXPECT_EQ(result.passed, 2);
    EXPECT_EQ(result.failed, 2);
    EXPECT_FALSE(result.good());
    ASSERT_EQ(result.failures.size(), 2u);
    EXPECT_EQ(result.failures[0].variant, "base");
    EXPECT_EQ(result.failures[0].claim, "rate(speeds, ball.x > 0.25) == 0.25 +- 0.01");
    EXPECT_EQ(result.failures[1].variant, "still");
    EXPECT_EQ(result.failures[1].claim, "ball.x > 0.05");
    const std::string out = run_cli({"test", path.c_str()}).out;
    EXPECT_TRUE(contains(out, "2 of 4 claims failed") || contains(out, "2 failed")) << out;
    for (const FailedClaim& failure : result.failures)
        EXPECT_TRUE(contains(out, failure.detail)) << failure.detail << "\n" << out;
}

TEST_F(ClaimCheckOfAScene, ReportsAVariantWhoseStepFails) {
    const std::string path = scene(R"({"toibox": 1, "world": {"duration": 1},
        "bodies": [{"id": "ball", "mass": {"mass": 1e-30, "inertia": 1},
                    "shapes": [{"type": "circle", "radius": 0.5}]}],
        "timeline": [{"at": 0.5, "do": "force", "on": "ball", "force": [1e9, 0]}],
        "expect": [{"that": "ball.x < 1"}]})");
    const ClaimResult result = check(path);
    EXPECT_EQ(result.aborted, 1);
    EXPECT_EQ(result.failed, 1);
    ASSERT_FALSE(result.failures.empty());
    EXPECT_EQ(result.failures.front().claim, "");
    EXPECT_NE(run_cli({"test", path.c_str()}).exit_code, 0);
}

TEST_F(ClaimCheckOfAScene, AdvancesInSlices) {
    const auto document =
        scene::Document::load(TOIBOX_SOURCE_DIR "/scenes/continuous/02-missed-event.toi.json");
    ASSERT_TRUE(document);
    ClaimCheck claims(*document);
    claims.advance(0.0);
    EXPECT_FALSE(claims.is_finished());
    EXPECT_EQ(claims.result().total(), 0);
    claims.advance(1000.0);
    EXPECT_TRUE(claims.is_finished());
    EXPECT_EQ(claims.result().total(), 17);
    EXPECT_TRUE(claims.result().good());
}

}  // namespace
}  // namespace toibox::app
