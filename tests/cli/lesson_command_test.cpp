// SPDX-License-Identifier: MIT
// `toibox lesson`: what it asks, accepts, runs and says.
#include "tests/cli/run_cli.h"
#include "tests/support/temporary_folder.h"

#include <iostream>
#include <sstream>
#include <string>

namespace toibox::app {
namespace {

using testing_support::bullet;
using testing_support::contains;
using testing_support::Outcome;
using testing_support::run_cli;

/// Runs a command with lines on its standard input.
Outcome run_with_input(const std::string& input, const std::vector<const char*>& arguments) {
    std::istringstream lines(input);
    std::streambuf* const previous = std::cin.rdbuf(lines.rdbuf());
    Outcome outcome = run_cli(arguments);
    std::cin.rdbuf(previous);
    std::cin.clear();
    return outcome;
}

TEST(LessonCommand, AsksRunsAndReveals) {
    const Outcome outcome =
        run_with_input("2\n", {"lesson", bullet, "--page", "sampled-poses", "--color", "never"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::size_t question = outcome.out.find("Why did the bullet pass through?");
    const std::size_t choice = outcome.out.find("3  No sampled pose touched the wall");
    const std::size_t run = outcome.out.find("Runs discrete:");
    const std::size_t right = outcome.out.find("It is: 3");
    EXPECT_LT(question, choice);
    EXPECT_LT(choice, run);
    EXPECT_LT(run, right);
    EXPECT_NE(right, std::string::npos) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "Not 2. The misconception:")) << outcome.out;
}

TEST(LessonCommand, AsksAgainAfterAnInvalidAnswer) {
    const Outcome outcome =
        run_with_input("7\nthree\n3\n", {"lesson", bullet, "--page", "sampled-poses", "--color", "never"});
    EXPECT_TRUE(contains(outcome.out, "\"7\" is not a number from 1 to 4.")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "\"three\" is not a number")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "Right: 3")) << outcome.out;
}

TEST(LessonCommand, EndsAtQAndSkipsAtTheEndOfTheInput) {
    EXPECT_FALSE(contains(run_with_input("q\n", {"lesson", bullet}).out, "Runs"));
    const Outcome skipped = run_with_input("", {"lesson", bullet, "--color", "never"});
    EXPECT_EQ(skipped.exit_code, 0);
    EXPECT_TRUE(contains(skipped.out, "It is: 3")) << skipped.out;
    EXPECT_TRUE(contains(skipped.out, "page 4 of 4")) << skipped.out;
}

TEST(LessonCommand, NamesThePagesThatExist) {
    const Outcome outcome = run_with_input("", {"lesson", bullet, "--page", "gone"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "its pages are: sampled-poses, what-stops-it")) << outcome.err;
}

// The run does not agree with the lesson: exit code 1, and the claim is named.
TEST(LessonCommand, ReportsAWrongLesson) {
    const test::TemporaryFolder folder;
    folder.write("wrong.toi.json", R"({"toibox": 1, "world": {"gravity": [0, 0], "duration": 1},
        "bodies": [{"id": "ball", "velocity": [1, 0], "shapes": [{"type": "circle", "radius": 0.1}]}],
        "lesson": {"pages": [{"id": "p", "ask": "Where?", "run_to": 60, "choices": [
            {"text": "left", "right": true, "that": "ball.x < 0"}, {"text": "right", "that": "ball.x > 0"}]}]}})");
    const std::string path = folder.file("wrong.toi.json");
    const Outcome outcome = run_with_input("1\n", {"lesson", path.c_str(), "--color", "never"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(contains(outcome.err, "the run does not agree with the lesson: ball.x < 0")) << outcome.err;
}

}  // namespace
}  // namespace toibox::app
