// SPDX-License-Identifier: MIT
// `toibox compare`: counts of impacts and missed contacts. No test asserts a time.
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
/// The first line that contains all `words` in their order; empty if there is none.
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

// Within one step, a blade passes a peg and comes round again. Bilateral advancement misses the peg, both in
// the query and in the world; methods that never miss find the contact.
TEST(CompareCommand, ReportsMissedContacts) {
    const Outcome outcome = compare(
        {even_roots.c_str(), "--methods", "conservative-advancement,bilateral-advancement", "--steps", "1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_FALSE(
        line_with(outcome.out, {"conservative and 4 more", "bilateral-advancement", "separated", "missed"})
            .empty())
        << outcome.out;
    EXPECT_FALSE(line_with(outcome.out, {"conservative", "conservative-advancement", "hit", "0.145"}).empty())
        << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "\"and N more\": N more queries that differ only in the method"))
        << outcome.err;
    const Outcome json = compare(
        {even_roots.c_str(), "--methods", "certified,bilateral-advancement", "--steps", "1", "--json"});
    EXPECT_TRUE(contains(json.out, R"({"method":"bilateral-advancement","steps":1,"impacts":0,"missed":1,)"))
        << json.out;
    // The blade bounces off and hits again, so the number of impacts depends on the solver.
    const std::string row = json.out.substr(json.out.find(R"({"method":"certified","steps":1,)"));
    EXPECT_TRUE(contains(row.substr(0, row.find('}')), R"("missed":0,)")) << json.out;
    EXPECT_FALSE(contains(row.substr(0, row.find('}')), R"("impacts":0,)")) << json.out;
}

// The scene's continuous policy is "off", but a comparison needs a policy that uses time of impact.
TEST(CompareCommand, TurnsContinuousCollisionOn) {
    const Outcome outcome = compare({bullet, "--methods", "interval-halving,certified"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "comparing with substep-at-impact"));
    EXPECT_FALSE(line_with(outcome.out, {"interval-halving", " 0 ", " 1 "}).empty()) << outcome.out;
    EXPECT_FALSE(line_with(outcome.out, {"certified", " 1 ", " 0 "}).empty()) << outcome.out;
}

// Speculative contacts do not use time of impact either.
TEST(CompareCommand, ReplacesAPolicyThatDoesNotUseTimeOfImpact) {
    const std::string speculative = TOIBOX_SOURCE_DIR "/scenes/continuous/25-speculative.toi.json";
    const Outcome outcome = compare({speculative.c_str(), "--methods", "certified", "--steps", "10"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "\"speculative\" does not use time of impact")) << outcome.err;
}

// Two discs of radius 0.5 m pass each other at a distance of 5.5 mm, which is between the target of 5 mm and
// target plus tolerance, so "hit" and "separated" are both right.
TEST(CompareCommand, AcceptsEitherOutcomeWithinTheTolerance) {
    const std::string file = testing::TempDir() + "toibox-graze.toi.json";
    std::ofstream(file) << R"({"toibox": 1, "title": "Graze", "queries": {"graze": {"kind": "toi",
        "a": {"shape": {"type": "circle", "radius": 0.5}, "sweep": {"c1": [0, 0], "c2": [0, 0], "a1": 0, "a2": 0}},
        "b": {"shape": {"type": "circle", "radius": 0.5},
              "sweep": {"c1": [-3, 1.0055], "c2": [3, 1.0055], "a1": 0, "a2": 0}}}}})";
    const Outcome outcome = compare({file.c_str(), "--steps", "1", "--json"});
    std::filesystem::remove(file);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, R"("state":"hit")")) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, R"("verdict":"ghost-hit")")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, R"("verdict":"right")")) << outcome.out;
}

/// Two balls move at 100 m/s between walls. One follows the policy of the world, the other overrides the
/// policy.
const std::string time_loss = TOIBOX_SOURCE_DIR "/scenes/continuous/27-time-loss.toi.json";

// A body's policy override applies in every row. Contacts of a body whose policy uses no time-of-impact
// method are counted as untested, not as missed.
TEST(CompareCommand, ReportsBodiesWithTheirOwnPolicy) {
    const std::vector<const char*> arguments{time_loss.c_str(), "--variant", "own",
                                             "--steps",         "20",        "--methods",
                                             "certified",       "--set",     "/bodies/3/continuous=off"};
    const Outcome outcome = compare(arguments);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "1 body keeps its own policy in every row")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "untested: ")) << outcome.err;
    std::vector<const char*> json_arguments = arguments;
    json_arguments.push_back("--json");
    const Outcome json = compare(json_arguments);
    EXPECT_TRUE(contains(json.out, R"("own_policies":1,"own_methods":0)")) << json.out;
    EXPECT_TRUE(contains(json.out, R"("missed":0,"unasked":1,)")) << json.out;
}

TEST(CompareCommand, ReportsThatThereAreNoImpacts) {
    const std::string pyramid = TOIBOX_SOURCE_DIR "/scenes/stacking/16-pyramid.toi.json";
    const Outcome outcome = compare({pyramid.c_str(), "--methods", "certified", "--steps", "2"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "No impacts in these steps")) << outcome.err;
    EXPECT_FALSE(contains(compare({even_roots.c_str(), "--methods", "certified", "--steps", "1"}).err,
                          "No impacts in these steps"));
}

// A hit leaves a gap of 5 mm, the target, printed as a negative depth. For a method that finds no hit, no
// depth is printed.
TEST(CompareCommand, PrintsTheGapThatAHitLeaves) {
    const Outcome outcome =
        compare({even_roots.c_str(), "--methods", "certified,linear-cast", "--steps", "1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_FALSE(line_with(outcome.out, {"certified", "hit", "-0.005"}).empty()) << outcome.out;
    EXPECT_TRUE(line_with(outcome.out, {"linear-cast", "separated", "missed"}).ends_with(" -"))
        << outcome.out;
}

TEST(CompareCommand, RejectsUnknownNames) {
    const Outcome method = compare({bullet, "--methods", "certifed"});
    EXPECT_EQ(method.exit_code, 2);
    EXPECT_EQ(method.err, "toibox: unknown method \"certifed\": did you mean \"certified\"?\n");
    EXPECT_EQ(compare({bullet, "--variant", "nope"}).exit_code, 2);
    EXPECT_EQ(compare({"no-such.toi.json"}).exit_code, 4);
}

}  // namespace
}  // namespace toibox::app
