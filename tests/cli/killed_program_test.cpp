// SPDX-License-Identifier: MIT
// The built program is killed while it records: the part already written can be recovered.
#include "tests/cli/program.h"

#include <chrono>
#include <csignal>
#include <thread>

namespace {

using namespace toibox::testing_support;

using KilledProgram = Program;

/// The number before " frames" in a message; -1 if there is none.
long frames_in(const std::string& text) {
    const std::size_t end = text.find(" frames");
    if (end == std::string::npos) return -1;
    const std::size_t space = text.rfind(' ', end - 1);
    return std::stol(text.substr(space + 1, end - space - 1));
}

// The recording is written to disk once per second, so at most the last second of work is lost.
TEST_F(KilledProgram, LosesAtMostTheLastSecondOfARecording) {
    const std::string scene = std::string(TOIBOX_SOURCE_DIR) + "/scenes/show/44a-pyramid.toi.json";
    const std::string part = path("a.toirec.part");
    const pid_t child = start({"record", scene, "-o", path("a.toirec"), "--steps", "2000000000"});
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    ::kill(child, SIGKILL);
    const auto killed = fs::file_time_type::clock::now();
    EXPECT_EQ(finish(child).exit_code, -SIGKILL);
    EXPECT_FALSE(fs::exists(path("a.toirec")));
    ASSERT_TRUE(fs::exists(part));
    // One second, and another second for a busy machine.
    EXPECT_LT(killed - fs::last_write_time(part), std::chrono::seconds(2));

    const Outcome info = run({"info", part});
    EXPECT_EQ(info.exit_code, 0) << info.err;
    EXPECT_TRUE(contains(info.out, "not finished")) << info.out;

    const Outcome repair = run({"repair", part, "-o", path("b.toirec")});
    EXPECT_EQ(repair.exit_code, 0) << repair.err;
    const long recovered = frames_in(repair.err);
    EXPECT_GT(recovered, 0) << repair.err;

    const Outcome verify = run({"verify", path("b.toirec")});
    EXPECT_EQ(verify.exit_code, 0) << verify.err;
    EXPECT_TRUE(contains(verify.out + verify.err, std::to_string(recovered))) << verify.out << verify.err;
    const Outcome repaired = run({"info", path("b.toirec")});
    EXPECT_EQ(repaired.exit_code, 0) << repaired.err;
    EXPECT_FALSE(contains(repaired.out, "not finished")) << repaired.out;
}

}  // namespace
