// SPDX-License-Identifier: MIT
// The commands record, replay, verify, diff, info, repair and export, run in this process.
#include "tests/cli/recording_fixture.h"

#include <algorithm>

namespace toibox::app {
namespace {

using namespace testing_support;

TEST_F(RecordingCommand, VerifiesWithThreadsAndStateRoundTrips) {
    const std::string path = recorded("a.toirec", {"--steps", "90", "--threads", "2"});
    for (const std::vector<const char*>& more :
         {std::vector<const char*>{}, {"--threads", "2"}, {"--roundtrip", "1"}, {"--roundtrip", "7"}}) {
        std::vector<const char*> arguments{"verify", path.c_str()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run_cli(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
        EXPECT_TRUE(contains(outcome.out, "verified: 90 steps")) << outcome.out;
    }
}

/// `record`, `run` and `replay` compute the same states.
TEST_F(RecordingCommand, ReplayPrintsTheSameHashesAsRun) {
    const std::string path = recorded("a.toirec", {"--variant", "toi", "--steps", "45"}, bullet);
    const Outcome run = run_cli({"run", bullet, "--variant", "toi", "--steps", "45", "--hash"});
    const Outcome replay = run_cli({"replay", path.c_str(), "--hash"});
    EXPECT_EQ(replay.exit_code, 0) << replay.err;
    EXPECT_EQ(replay.out, run.out);
    const Outcome shorter = run_cli({"replay", path.c_str(), "--hash", "--to", "20"});
    EXPECT_EQ(shorter.out, run_cli({"run", bullet, "--variant", "toi", "--steps", "20", "--hash"}).out);
}

TEST_F(RecordingCommand, ReplayOpensTheWindow) {
    const std::string path = recorded("a.toirec", {"--steps", "5"});
    EXPECT_EQ(run_cli({"replay", path.c_str()}).exit_code, 99);
    EXPECT_EQ(run_cli({path.c_str()}).exit_code, 99);
    EXPECT_EQ(run_cli({path.c_str(), "--variant", "toi"}).exit_code, 2);
    EXPECT_EQ(run_cli({"replay", path.c_str(), "--branch", "1"}).exit_code, 2);
}

TEST_F(RecordingCommand, InfoPrintsTheContents) {
    const std::string path = recorded("a.toirec", {"--variant", "toi"}, bullet);
    const Outcome text = run_cli({"info", path.c_str()});
    EXPECT_EQ(text.exit_code, 0);
    for (const char* expected : {"A bullet and a thin wall", "variant     toi", "60 (1 s at 60 Hz)",
                                 "1 impact", "sim_version", "intact"}) {
        EXPECT_TRUE(contains(text.out, expected)) << expected << "\n" << text.out;
    }
    const Outcome json = run_cli({"info", path.c_str(), "--json"});
    EXPECT_TRUE(contains(json.out, R"("variant":"toi")")) << json.out;
    EXPECT_TRUE(contains(json.out, R"("steps":60)")) << json.out;
    EXPECT_TRUE(contains(json.out, R"("whole":true)")) << json.out;
}

/// A program that records a world without a scene need not store the length of a step.
TEST_F(RecordingCommand, InfoPrintsNoRateIfTheStepLengthIsUnknown) {
    const std::string path = changed(recorded("a.toirec", {"--steps", "5"}), "unknown.toirec",
                                     [](replay::Recording& recording) { recording.step = 0.0; });
    const Outcome info = run_cli({"info", path.c_str()});
    EXPECT_TRUE(contains(info.out, "steps       5\n")) << info.out;
}

TEST_F(RecordingCommand, DiffFindsTheFirstDifferentStep) {
    const std::string a = recorded("a.toirec", {"--steps", "60"});
    const std::string b = recorded("b.toirec", {"--steps", "60", "--set", "/world/gravity=[0.001,-9.8]"});
    const std::string c = recorded("c.toirec", {"--steps", "40"});
    EXPECT_EQ(run_cli({"diff", a.c_str(), a.c_str()}).exit_code, 0);
    const Outcome shorter = run_cli({"diff", a.c_str(), c.c_str()});
    EXPECT_EQ(shorter.exit_code, 1);
    EXPECT_TRUE(contains(shorter.out, "identical for 40 steps")) << shorter.out;
    const Outcome differs = run_cli({"diff", a.c_str(), b.c_str()});
    EXPECT_EQ(differs.exit_code, 1);
    for (const char* expected : {"diverge at step 1", "the list of --set overrides differs", "bodies",
                                 "bodies.pose[1].center.x of body \"", "ULP"})
        EXPECT_TRUE(contains(differs.out, expected)) << expected << "\n" << differs.out;
    const Outcome json = run_cli({"diff", a.c_str(), b.c_str(), "--json"});
    EXPECT_TRUE(contains(json.out, R"("first_difference":1)")) << json.out;
}

TEST_F(RecordingCommand, RepairsADamagedRecording) {
    const std::string path = damaged(recorded("a.toirec", {"--steps", "200"}), 0.7);
    const Outcome info = run_cli({"info", path.c_str()});
    EXPECT_EQ(info.exit_code, 0);
    EXPECT_TRUE(contains(info.out, "bytes dropped: the checksum of chunk")) << info.out;
    const std::string repaired = folder_.file("repaired.toirec");
    const Outcome repair = run_cli({"repair", path.c_str(), "-o", repaired.c_str()});
    EXPECT_EQ(repair.exit_code, 0);
    EXPECT_TRUE(contains(repair.err, path + ": recovered ")) << repair.err;
    EXPECT_FALSE(contains(repair.err, repaired)) << "the new file is intact: " << repair.err;
    const Outcome verify = run_cli({"verify", repaired.c_str()});
    EXPECT_EQ(verify.exit_code, 0) << verify.out << verify.err;
    EXPECT_EQ(verify.err, "");
}

// If the recording has no steps, nothing is compared, and verify does not report success.
TEST_F(RecordingCommand, VerifyFailsWithoutSteps) {
    const std::string path = recorded("a.toirec", {"--steps", "0"});
    const Outcome verify = run_cli({"verify", path.c_str()});
    EXPECT_EQ(verify.exit_code, 1);
    EXPECT_TRUE(contains(verify.out, "nothing to verify: the recording has no steps")) << verify.out;
    EXPECT_TRUE(contains(run_cli({"verify", path.c_str(), "--json"}).out, R"("holds":false,"steps":0)"));
    const std::string one_step = recorded("b.toirec", {"--steps", "1"});
    EXPECT_EQ(run_cli({"verify", one_step.c_str()}).exit_code, 0);
}

// A recording stores the file name of the scene without the folders of the machine that recorded it.
TEST_F(RecordingCommand, StoresNoAbsolutePath) {
    const std::string path = recorded("a.toirec", {"--steps", "5"});
    EXPECT_EQ(replay::read_recording(path)->recording.source.path, "44b-card-house.toi.json");
}

TEST_F(RecordingCommand, ExportsTheTableOfARun) {
    const std::string path = recorded("a.toirec", {"--variant", "toi"}, bullet);
    const Outcome table = run_cli({"export", path.c_str(), "-o", "-", "--format", "csv"});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_EQ(table.out, run_cli({"run", bullet, "--variant", "toi", "--csv", "-"}).out);
    const Outcome lines = run_cli({"export", path.c_str(), "-o", "-", "--format", "jsonl", "--from", "30",
                                   "--to", "36", "--every", "3"});
    EXPECT_EQ(std::count(lines.out.begin(), lines.out.end(), '\n'), 3);
    EXPECT_TRUE(lines.out.starts_with(R"({"step":30,"t":0.5,"hash":")")) << lines.out;
    EXPECT_EQ(run_cli({"export", path.c_str(), "-o", "x.bmp"}).exit_code, 2);
}

TEST_F(RecordingCommand, ReportsInvalidInput) {
    folder_.write("text.toirec", "this is not a recording");
    const std::string text = folder_.file("text.toirec");
    for (const char* command : {"verify", "info", "replay"}) {
        const Outcome outcome = run_cli({command, text.c_str()});
        EXPECT_EQ(outcome.exit_code, 3) << command;
        EXPECT_TRUE(contains(outcome.err, "is not a toibox recording")) << outcome.err;
        EXPECT_EQ(run_cli({command, "/nonexistent.toirec"}).exit_code, 4) << command;
    }
    EXPECT_EQ(run_cli({"record", bullet, "-o", "/nonexistent/a.toirec"}).exit_code, 4);
    EXPECT_EQ(run_cli({"record", bullet}).exit_code, 2);
    EXPECT_EQ(run_cli({"record", bullet, "-o", "x.toirec", "--variant", "none"}).exit_code, 2);
}

}  // namespace
}  // namespace toibox::app
