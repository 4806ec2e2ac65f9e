// SPDX-License-Identifier: MIT
// `toibox compare`: what it counts. Times are printed and not asked for.
#include "tests/cli/run_cli.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using namespace testing_support;

Outcome compare(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "compare");
    return run_cli(std::move(arguments));
}
/// The line that has all of the words, in order.
std::string line_with(const std::string& text, const std::vector<std::string>& words) {
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        std::size_t at = 0;
        for (const std::string& word : words)
            at = at == std::string::npos ? at : line.find(word, at);
        if (at != std::string::npos) return line;
    }
    return {};
}

const std::string even_roots = TOIBOX_SOURCE_DIR "/scenes/continuous/20-even-roots.toi.json";

// A blade that passes a peg and comes round again within a step: bilateral advancement is told to have missed
// it, in the query and in the world; those that promise to see all have not.
TEST(CompareCommand, TellsWhatAMethodMissed) {
    const Outcome outcome = compare(
        {even_roots.c_str(), "--methods", "conservative-advancement,bilateral-advancement", "--steps", "1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_FALSE(
        line_with(outcome.out, {"conservative and 4 more", "bilateral-advancement", "separated", "missed"})
            .empty())
        << outcome.out;
    EXPECT_FALSE(line_with(outcome.out, {"conservative", "conservative-advancement", "hit", "0.145"}).empty())
        << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "\"and N more\" ask the same of other methods")) << outcome.err;
    const Outcome json = compare(
        {even_roots.c_str(), "--methods", "certified,bilateral-advancement", "--steps", "1", "--json"});
    EXPECT_TRUE(contains(json.out, R"({"method":"bilateral-advancement","steps":1,"impacts":0,"missed":1,)"))
        << json.out;
    // The blade bounces off and comes round again; how often is the solver's affair.
    const std::string row = json.out.substr(json.out.find(R"({"method":"certified","steps":1,)"));
    EXPECT_TRUE(contains(row.substr(0, row.find('}')), R"("missed":0,)")) << json.out;
    EXPECT_FALSE(contains(row.substr(0, row.find('}')), R"("impacts":0,)")) << json.out;
}

// The scene has its policy off; a comparison of methods needs one, and says so.
TEST(CompareCommand, SwitchesContinuousCollisionOn) {
    const Outcome outcome = compare({bullet, "--methods", "interval-halving,certified"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "compared with substep-at-impact"));
    EXPECT_FALSE(line_with(outcome.out, {"interval-halving", " 0 ", " 1 "}).empty()) << outcome.out;
    EXPECT_FALSE(line_with(outcome.out, {"certified", " 1 ", " 0 "}).empty()) << outcome.out;
}

// So it is where a policy asks for no time of impact: contacts seen ahead, in scene 25.
TEST(CompareCommand, GivesAPolicyThatAsksForNoTimeOneThatDoes) {
    const std::string speculative = TOIBOX_SOURCE_DIR "/scenes/continuous/25-speculative.toi.json";
    const Outcome outcome = compare({speculative.c_str(), "--methods", "certified", "--steps", "10"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "\"speculative\" asks for no time of impact")) << outcome.err;
}

// Two discs of radius 0.5 pass each other 5.5 mm apart: between the target of 5 mm and what the tolerance
// adds to it, so who calls it a hit is as right as who does not.
TEST(CompareCommand, TakesEitherAnswerWithinTheTolerance) {
    const std::string file = testing::TempDir() + "toibox-graze.toi.json";
    std::ofstream(file) << R"({"toibox": 1, "title": "Graze", "queries": {"graze": {"kind": "toi",
        "a": {"shape": {"type": "circle", "radius": 0.5}, "sweep": {"c1": [0, 0], "c2": [0, 0], "a1": 0, "a2": 0}},
        "b": {"shape": {"type": "circle", "radius": 0.5},
              "sweep": {"c1": [-3, 1.0055], "c2": [3, 1.0055], "a1": 0, "a2": 0}}}}})";
    const Outcome outcome = compare({file.c_str(), "--steps", "1", "--json"});
    std::filesystem::remove(file);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, R"("state":"hit")")) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, R"("verdict":"false")")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, R"("verdict":"right")")) << outcome.out;
}

/// The walls of scene 27, the ball that follows its world, and one that looks at no impact: both fly 100 m/s.
const std::string time_loss = TOIBOX_SOURCE_DIR "/scenes/continuous/27-time-loss.toi.json";

// What a body has of its own is the same in each row; and whom nobody asks about misses nothing.
TEST(CompareCommand, TellsOfBodiesWithChoicesOfTheirOwn) {
    const std::vector<const char*> arguments{time_loss.c_str(), "--variant", "own",
                                             "--steps",         "20",        "--methods",
                                             "certified",       "--set",     "/bodies/3/continuous=off"};
    const Outcome outcome = compare(arguments);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "1 body keeps a policy of its own in every row")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "unasked: ")) << outcome.err;
    std::vector<const char*> as_json = arguments;
    as_json.push_back("--json");
    const Outcome json = compare(as_json);
    EXPECT_TRUE(contains(json.out, R"("own_policies":1,"own_methods":0)")) << json.out;
    EXPECT_TRUE(contains(json.out, R"("missed":0,"unasked":1,)")) << json.out;
}

TEST(CompareCommand, SaysThatASceneHasNoImpacts) {
    const std::string pyramid = TOIBOX_SOURCE_DIR "/scenes/stacking/16-pyramid.toi.json";
    const Outcome outcome = compare({pyramid.c_str(), "--methods", "certified", "--steps", "2"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "No impact in these steps")) << outcome.err;
    EXPECT_FALSE(contains(compare({even_roots.c_str(), "--methods", "certified", "--steps", "1"}).err,
                          "No impact in these steps"));
}

// A hit ends a target of 5 mm before the other shape, as the object has it; a miss leaves no depth.
TEST(CompareCommand, TellsTheGapThatAHitLeaves) {
    const Outcome outcome =
        compare({even_roots.c_str(), "--methods", "certified,linear-cast", "--steps", "1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_FALSE(line_with(outcome.out, {"certified", "hit", "-0.005"}).empty()) << outcome.out;
    EXPECT_TRUE(line_with(outcome.out, {"linear-cast", "separated", "missed"}).ends_with(" -"))
        << outcome.out;
}

TEST(CompareCommand, RefusesUnknownNames) {
    const Outcome method = compare({bullet, "--methods", "certifed"});
    EXPECT_EQ(method.exit_code, 2);
    EXPECT_EQ(method.err, "toibox: there is no method \"certifed\": did you mean \"certified\"?\n");
    EXPECT_EQ(compare({bullet, "--variant", "nope"}).exit_code, 2);
    EXPECT_EQ(compare({"no-such.toi.json"}).exit_code, 4);
}

}  // namespace
}  // namespace toibox::app
