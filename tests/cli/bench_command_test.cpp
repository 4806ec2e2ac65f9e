// SPDX-License-Identifier: MIT
// `toibox bench`: output, errors and repeatable results. No test asserts a time.
#include "app/bench/scene.h"
#include "tests/cli/run_cli.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using namespace testing_support;

Outcome bench(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "bench");
    return run_cli(std::move(arguments));
}

/// The value of the first "hash" in the text.
std::string hash_in(const std::string& json) {
    const std::string key = "\"hash\":\"";
    const std::size_t start = json.find(key);
    return start == std::string::npos ? std::string() : json.substr(start + key.size(), 16);
}

TEST(BenchCommand, PrintsTimesAndWorldStatistics) {
    const Outcome outcome = bench({"resting_10", "moving_10", "--steps", "8", "--repeat", "2"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "resting_10: 11 bodies, 0 joints, 8 steps, 2 runs, 1 thread, "))
        << outcome.out;
    for (const char* expected : {"step ", "median", "p99", "max", "medians", "stages ", "other ", "collide",
                                 "touching", "overlap", "hash"})
        EXPECT_TRUE(contains(outcome.out, expected)) << expected;
    EXPECT_TRUE(contains(outcome.out, "\nmoving_10: "));
}

TEST(BenchCommand, WarnsIfTheSolverDoesNotUseThreads) {
    const auto warns = [](const char* solver) {
        return contains(bench({"resting_10", "--steps", "2", "--threads", "2", "--solver", solver}).err,
                        "only soft-step uses several threads");
    };
    EXPECT_TRUE(warns("sequential-impulses"));
    EXPECT_FALSE(warns("soft-step"));
}

// Each object is one line with the keys that scripts rely on. A repeated run ends with the same hash.
TEST(BenchCommand, PrintsOneJsonObjectPerScene) {
    const Outcome outcome = bench({"resting_10", "moving_50", "--steps", "5", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::vector<std::string> lines = lines_of(outcome.out);
    ASSERT_EQ(lines.size(), 2u);
    for (const std::string& line : lines) {
        EXPECT_TRUE(line.starts_with('{') && line.ends_with('}')) << line;
        for (const char* key :
             {R"("scene":)", R"("threads":1,)", R"("simd":)", R"("steps":)", R"("repeat":)", R"("ms_total":)",
              R"("ms_min_total":)", R"("stages":)", R"("pairs":)", R"("bodies":)", R"("contacts":)",
              R"("touching":)", R"("penetration":)", R"("hash":)"})
            EXPECT_TRUE(contains(line, key)) << key << " in " << line;
        EXPECT_EQ(hash_in(line).size(), 16u);
    }
    const Outcome again = bench({"moving_50", "--steps", "5", "--json"});
    EXPECT_EQ(hash_in(again.out), hash_in(lines[1]));
}

TEST(BenchCommand, HashIsIndependentOfThreadsAndInstructionSet) {
    const std::string reference =
        hash_in(bench({"moving_50", "--steps", "60", "--simd", "scalar", "--json"}).out);
    EXPECT_EQ(reference.size(), 16u);
    EXPECT_EQ(hash_in(bench({"moving_50", "--steps", "60", "--json"}).out), reference);
    EXPECT_EQ(hash_in(bench({"moving_50", "--steps", "60", "--threads", "3", "--json"}).out), reference);
}

TEST(BenchCommand, ListsEverySceneOnce) {
    const Outcome outcome = bench({"--list"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(lines_of(outcome.out).size(), bench::scenes().size());
    for (const bench::Scene& scene : bench::scenes())
        EXPECT_TRUE(contains(outcome.out, std::string(scene.name) + " ")) << scene.name;
}

TEST(BenchCommand, RejectsInvalidArguments) {
    const auto expect_error = [](const std::vector<const char*>& arguments, const std::string& message) {
        const Outcome outcome = bench(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << message;
        EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    };
    expect_error({"larg_pyramid"},
                 "unknown benchmark scene \"larg_pyramid\": did you mean \"large_pyramid\"?");
    expect_error({"--solver", "soft-stop"}, "unknown solver \"soft-stop\"");
    expect_error({"--simd", "avx1024"}, "--simd");
    expect_error({"--threads", "65"}, "whole number from 1 to 64, got \"65\"");
    expect_error({"--steps", "0"}, "whole number from 1 to 1000000, got \"0\"");
    expect_error({"--repeat", "two"}, "whole number from 1 to 1000000, got \"two\"");
    expect_error({"--json", "--csv", "-"}, "both write to standard output");
}

TEST(BenchCommand, WritesOneCsvRowPerStepAndRun) {
    const std::string path =
        (std::filesystem::path(testing::TempDir()) / "toibox-bench-command-test.csv").string();
    const Outcome outcome =
        bench({"resting_10", "--steps", "3", "--repeat", "2", "--csv", path.c_str(), "-q"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::ifstream file(path, std::ios::binary);
    const std::vector<std::string> lines = lines_of({std::istreambuf_iterator<char>(file), {}});
    std::filesystem::remove(path);
    ASSERT_EQ(lines.size(), 7u);
    EXPECT_TRUE(lines[0].starts_with("scene,engine,run,step,ms,pairs,collide,")) << lines[0];
    EXPECT_TRUE(lines[6].starts_with("resting_10,toibox,1,2,")) << lines[6];
    const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
    EXPECT_EQ(commas(lines[6]), commas(lines[0]));
    EXPECT_EQ(bench({"resting_10", "--csv", "/no/such/folder/a.csv"}).exit_code, 4);
}

}  // namespace
}  // namespace toibox::app
