// SPDX-License-Identifier: MIT
// `toibox sweep`: the table and the order of its rows, shards, and errors.
#include "tests/cli/program.h"

#include <csignal>
#include <map>

namespace {

using namespace toibox::testing_support;

const std::string missed_event =
    std::string(TOIBOX_SOURCE_DIR) + "/scenes/continuous/02-missed-event.toi.json";

class SweepCommand : public Program {
protected:
    /// A scene in which a ball moves for 1 s with constant velocity, 0 unless varied. The ball starts at x =
    /// 1, or in variant "left" at x = -1.
    SweepCommand()
        : scene_(write("a.toi.json",
                       R"({"toibox": 1, "title": "moving", "world": {"gravity": [0, 0], "step": 0.25,
            "duration": 1}, "bodies": [{"id": "ball", "position": [1, 2], "velocity": [0, 0],
            "shapes": [{"type": "circle", "radius": 0.5}]}],
            "variants": {"left": {"set": {"/bodies/ball/position/0": -1}}},
            "sweeps": {"speeds": {"vary": "/bodies/ball/velocity/0", "from": 1, "to": 100, "count": 3, "scale": "log"}},
            "expect": [{"that": "ball.x > 2", "why": "far"}, {"that": "ball.y < 9", "always": true},
                       {"that": "rate(speeds, ball.x > 2) > 0", "variant": "left"}]})")) {}
    [[nodiscard]] Outcome sweep(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"sweep", scene_});
        return run(arguments);
    }

    std::string scene_;
    const std::string vary_ = "/bodies/ball/velocity/0=0:2:3";
};

TEST_F(SweepCommand, WritesOneRowPerRun) {
    const Outcome outcome =
        sweep({"--vary", vary_, "--vary", "/world/continuous=off,substep-at-impact", "--measure",
               "max(ball.speed)", "--measure", "distance=ball.x - ball.x@0"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "6 runs\n");
    const std::vector<std::string> lines = lines_of(outcome.out);
    ASSERT_EQ(lines.size(), 7u);
    EXPECT_EQ(lines[0],
              "run,variant,/bodies/ball/velocity/0,/world/continuous,ball.x > 2,\"ball.y < 9, always\","
              "steps,hash,max(ball.speed),distance,error\r");
    EXPECT_TRUE(lines[1].starts_with("1,base,0,off,0,1,4,")) << lines[1];
    EXPECT_TRUE(lines[1].ends_with(",0,0,\r")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("2,base,0,substep-at-impact,0,1,4,")) << lines[2];
    EXPECT_TRUE(lines[6].starts_with("6,base,2,substep-at-impact,1,1,4,")) << lines[6];
    EXPECT_TRUE(lines[6].ends_with(",2,2,\r")) << lines[6];
}

TEST_F(SweepCommand, OutputIsIndependentOfJobsAndShards) {
    const std::vector<std::string> grid{"--vary",    "/bodies/ball/velocity/0=0:2:7",
                                        "--vary",    "/bodies/ball/velocity/1=1,2",
                                        "--variant", "all",
                                        "--measure", "ball.x"};
    const auto output = [&](std::vector<std::string> options) {
        options.insert(options.end(), grid.begin(), grid.end());
        return sweep(options).out;
    };
    const std::string whole = output({});
    EXPECT_EQ(lines_of(whole).size(), 29u);
    EXPECT_EQ(output({"-j", "4"}), whole);
    EXPECT_EQ(output({"--threads", "2"}), whole);
    std::string parts = output({"--shard", "1/3"});
    for (const char* shard : {"2/3", "3/3"})
        parts += output({"--shard", shard, "--no-header"});
    EXPECT_EQ(parts, whole);
    EXPECT_EQ(lines_of(output({"--shard", "30/100"})).size(), 1u)
        << "with more shards than runs some are empty";
}

TEST_F(SweepCommand, RunsNamedSweepsOfTheScene) {
    const Outcome outcome = sweep({"--sweep", "speeds", "--variant", "left", "--variant", "base", "--json"});
    const std::vector<std::string> lines = lines_of(outcome.out);
    ASSERT_EQ(lines.size(), 6u) << outcome.err;
    EXPECT_TRUE(lines[1].starts_with(
        R"({"run":2,"variant":"left","values":{"/bodies/ball/velocity/0":10},"claims":[{"that":"ball.x > 2","status":"passed","left":9,"right":2})"))
        << lines[1];
    EXPECT_TRUE(
        lines[5].starts_with(R"({"run":6,"variant":"base","values":{"/bodies/ball/velocity/0":100},)"))
        << lines[5];
    EXPECT_TRUE(lines[5].ends_with(R"("measured":{},"error":null})")) << lines[5];
    EXPECT_TRUE(contains(sweep({"--sweep", "sped"}).err, "the scene has no sweep \"sped\""));
}

TEST_F(SweepCommand, WritesARowForARunThatCannotBeStarted) {
    const Outcome outcome = sweep({"--vary", "/world/continuous=of,off"});
    EXPECT_EQ(outcome.exit_code, 1);
    const std::vector<std::string> lines = lines_of(outcome.out);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[1],
              "1,base,of,,,,,\"unknown continuous policy \"\"of\"\": did you mean \"\"off\"\"?\"\r");
    EXPECT_TRUE(lines[2].starts_with("2,base,off,0,1,4,")) << lines[2];
    EXPECT_TRUE(contains(outcome.err, "2 runs, 1 could not be started"));
}

TEST_F(SweepCommand, WritesARowForAnAbortedRun) {
    const std::string scene =
        write("fast.toi.json", R"({"toibox": 1, "title": "fast", "world": {"duration": 1},
        "bodies": [{"id": "ball", "mass": {"mass": 1, "inertia": 1}, "shapes": [{"type": "circle", "radius": 0.5}]}],
        "timeline": [{"at": 0.5, "do": "force", "on": "ball", "force": [1e9, 0]}]})");
    const Outcome outcome =
        run({"sweep", scene, "--vary", "/bodies/ball/mass/mass=1e-30:1:2:log", "--measure", "ball.x"});
    EXPECT_EQ(outcome.exit_code, 5);
    const std::vector<std::string> lines = lines_of(outcome.out);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_TRUE(lines[1].starts_with("1,base,1e-30,30,,,\"body \"\"ball\"\" became infinite")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("2,base,1,60,")) << lines[2];
}

// Without varied parameters there is one row per variant.
TEST_F(SweepCommand, RunsOnlyVariants) {
    const Outcome all = sweep({"--variant", "all", "--measure", "ball.x"});
    EXPECT_EQ(all.exit_code, 0) << all.err;
    const std::vector<std::string> lines = lines_of(all.out);
    ASSERT_EQ(lines.size(), 3u) << all.out;
    EXPECT_EQ(lines[0], "run,variant,ball.x > 2,\"ball.y < 9, always\",steps,hash,ball.x,error\r");
    EXPECT_TRUE(lines[1].starts_with("1,base,0,1,4,") && lines[1].ends_with(",1,\r")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("2,left,0,1,4,") && lines[2].ends_with(",-1,\r")) << lines[2];
    EXPECT_EQ(lines_of(sweep({"--variant", "left"}).out).size(), 2u);
}

TEST_F(SweepCommand, ErrorsHavePlaceReasonAndHint) {
    const auto expect_error = [&](const std::vector<std::string>& arguments, const std::string& message) {
        const Outcome outcome = sweep(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << message;
        EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    };
    expect_error({}, "nothing to vary");
    expect_error({"--vary", "a=1,2"},
                 "\"a=1,2\", at character 1: a pointer must begin with \"/\"; write POINTER=FROM:TO:COUNT");
    expect_error({"--vary", "/a"}, "at character 3: \"=\" is missing");
    expect_error({"--vary", "/a=1:2"}, "at character 7: COUNT is missing (FROM:TO:COUNT)");
    expect_error({"--vary", "/a=1:q:3"}, "at character 6: TO must be a number, got \"q\"");
    expect_error({"--vary", "/a=nan:1:3"}, "at character 4: FROM must be a number, got \"nan\"");
    expect_error({"--vary", "/a=1:2:0"},
                 "at character 8: COUNT must be a whole number from 1 to 1000000, got \"0\"");
    expect_error({"--vary", "/a=1:2:3:lg"}, "at character 10: only \"log\" may follow COUNT, got \"lg\"");
    expect_error({"--vary", "/a=-1:2:3:log"}, "at character 4: log needs two non-zero ends of the same sign");
    expect_error({"--vary", "/a=0:2:3:log"}, "log needs two non-zero ends");
    expect_error({"--vary", "/a=1,,2"}, "at character 6: a value is missing");
    expect_error({"--vary", "/bodies/bal/velocity/0=1,2"}, "did you mean \"ball\"?");
    expect_error({"--vary", "/wold/gravity/1=1,2"}, "did you mean \"world\"?");
    expect_error({"--vary", vary_, "--vary", vary_}, "is varied twice");
    expect_error({"--vary", "/world/seed=1:2:1000000", "--vary", "/world/gravity/0=1:2:1000000"},
                 "more than 10000000 runs");
    expect_error({"--vary", vary_, "--variant", "lift"}, "did you mean \"left\"?");
    expect_error({"--vary", vary_, "--measure", "max(ball.x"}, "at character 12: expected \")\"");
    expect_error({"--vary", vary_, "--measure", "bal.x"}, "did you mean \"ball\"?");
    expect_error({"--vary", vary_, "--measure", "rate(speeds, ball.x > 0)"}, "rate() needs several runs");
    for (const char* shard : {"0/3", "4/3", "1", "1/0", "a/b", "-1/3"})
        expect_error({"--vary", vary_, "--shard", shard}, "must be I/N");
    expect_error({"--vary", vary_, "-j", "0"}, "whole number from 1");
    EXPECT_EQ(run({"sweep", path("gone.toi.json"), "--vary", vary_}).exit_code, 4);
    EXPECT_EQ(sweep({"--vary", vary_, "-o", path("no/such/folder.csv")}).exit_code, 4);
}

// Commas and colons inside brackets and quotes do not separate values.
TEST_F(SweepCommand, AcceptsValuesThatAreNotNumbers) {
    const Outcome outcome = sweep({"--vary", "/bodies/ball/velocity=[0,0],[4,0]", "--json"});
    const std::vector<std::string> lines = lines_of(outcome.out);
    ASSERT_EQ(lines.size(), 2u) << outcome.err;
    EXPECT_TRUE(contains(
        lines[1],
        R"("values":{"/bodies/ball/velocity":[4, 0]},"claims":[{"that":"ball.x > 2","status":"passed")"))
        << lines[1];
    EXPECT_EQ(lines_of(sweep({"--vary", R"(/title="a:b","c,d")"}).out).size(), 3u);
}

// Each run is one line of JSON, even if a value contains comments and line breaks.
TEST_F(SweepCommand, WritesValuesAsTheSceneReadsThem) {
    const Outcome outcome = sweep({"--vary", "/bodies/ball/velocity=[0,\n-1],[4e0, // eastwards\n 0]",
                                   "--vary", "/title=so,3", "--json"});
    const std::vector<std::string> lines = lines_of(outcome.out);
    ASSERT_EQ(lines.size(), 4u) << outcome.out << outcome.err;
    EXPECT_TRUE(contains(lines[0], R"("values":{"/bodies/ball/velocity":[0, -1],"/title":"so"},)"))
        << lines[0];
    EXPECT_TRUE(contains(lines[3], R"("values":{"/bodies/ball/velocity":[4, 0],"/title":3},)")) << lines[3];
}

TEST_F(SweepCommand, RejectsDuplicateColumnNames) {
    const auto is_rejected = [&](const std::vector<std::string>& measures) {
        std::vector<std::string> words{"--vary", vary_};
        for (const std::string& measure : measures)
            words.insert(words.end(), {"--measure", measure});
        const Outcome outcome = sweep(words);
        EXPECT_TRUE(outcome.exit_code == 0 || contains(outcome.err, "already exists")) << outcome.err;
        return outcome.exit_code == 2;
    };
    EXPECT_TRUE(is_rejected({"x=ball.x", "x=ball.y"}));
    EXPECT_TRUE(is_rejected({"ball.x", "ball.x"}));
    for (const char* name : {"run", "variant", "steps", "hash", "error"})
        EXPECT_TRUE(is_rejected({std::string(name) + "=ball.x"})) << name;
    EXPECT_FALSE(is_rejected({"x=ball.x", "y=ball.x"}));
}

TEST_F(SweepCommand, KeepsCompletedRunsWhenInterrupted) {
    const pid_t child = start({"sweep", missed_event, "--vary", "/parameters/speed=5:200:300", "--vary",
                               "/parameters/start=-4:-7:300", "-j", "2", "-o", path("out.csv")});
    ::usleep(1500000);
    ::kill(child, SIGINT);
    const Outcome outcome = finish(child);
    EXPECT_EQ(outcome.exit_code, 130);
    const std::vector<std::string> lines = lines_of(text_of(path("out.csv")));
    ASSERT_GT(lines.size(), 1u);
    EXPECT_TRUE(contains(outcome.err, "interrupted: " + std::to_string(lines.size() - 1) +
                                          " of 90000 runs are in " + path("out.csv")))
        << outcome.err;
    EXPECT_TRUE(lines.back().ends_with(",\r")) << lines.back();
}

// The wall is 0.05 m thick, the ball 0.10 m wide, so they overlap in an interval of 0.15 m. The ball
// is only tested at the end of each step, so the expected hit rate is 0.15 m / (distance per step), at
// most 1. The starts cover one step of the fastest ball, which is a whole number of steps of the others.
// Tolerance: 1 run of 200.
TEST_F(SweepCommand, FindsTheHitRatesOfTheMissedEvent) {
    const Outcome outcome = run({"sweep", missed_event, "--vary", "/parameters/speed=5,10,20,50,100,200",
                                 "--vary", "/parameters/start=-4:-7.3166666667:200", "--measure",
                                 "hit=max(contact(ball, wall))", "-j", "2", "--no-header"});
    std::map<std::string, double> hits;
    for (const std::string& line : lines_of(outcome.out)) {
        std::vector<std::string> fields;
        std::istringstream stream(line);
        for (std::string field; std::getline(stream, field, ',');)
            fields.push_back(field);
        ASSERT_GE(fields.size(), 7u) << line;
        hits[fields[2]] += std::stod(fields[6]) / 200.0;
    }
    const std::map<std::string, double> expected{{"5", 1.0},   {"10", 0.9},   {"20", 0.45},
                                                 {"50", 0.18}, {"100", 0.09}, {"200", 0.045}};
    ASSERT_EQ(hits.size(), expected.size()) << outcome.err;
    for (const auto& [speed, rate] : expected)
        EXPECT_NEAR(hits[speed], rate, 0.0051) << speed << " m/s";
}

}  // namespace
