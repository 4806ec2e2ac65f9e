// SPDX-License-Identifier: MIT
// The built program receives SIGINT: it ends cleanly with exit code 130, whatever it is doing.
#include "tests/cli/program.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace {

using namespace toibox::testing_support;

using InterruptedProgram = Program;

/// The state of a process as in /proc/PID/stat: S sleeping, Z ended but not waited for. '?' if it does not
/// exist.
char state_of(pid_t process) {
    const std::string stat = text_of("/proc/" + std::to_string(process) + "/stat");
    const std::size_t name_end = stat.rfind(") ");
    return name_end != std::string::npos ? stat[name_end + 2] : '?';
}
/// Waits until the process stays in `state` for 0.2 s. Returns false after 10 s.
bool wait_for_state(char state, pid_t process) {
    int consecutive = 0;
    for (int i = 0; i < 1000 && consecutive < 20; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        consecutive = state_of(process) == state ? consecutive + 1 : 0;
    }
    return consecutive == 20;
}

TEST_F(InterruptedProgram, KeepsTheRowsOfCompletedSteps) {
    // Far more steps than the program can finish. The interrupt comes after the CSV file appears.
    const std::string scene = write("a.toi.json", still_ball(R"({"that": "ball.x > 0"})"));
    const pid_t child = start({"run", scene, "--steps", "2000000000", "--hash", "--csv", path("out.csv")});
    bool started = false;
    for (int i = 0; i < 500 && !started; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        for (const auto& entry : fs::directory_iterator(path("."))) {
            started = started || entry.path().filename().string().starts_with("out.csv.");
        }
    }
    ASSERT_TRUE(started);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ::kill(child, SIGINT);
    const Outcome outcome = finish(child);
    EXPECT_EQ(outcome.exit_code, 130);
    EXPECT_EQ(outcome.out, "") << "no hash of an arbitrary step";
    const std::vector<std::string> rows = lines_of(text_of(path("out.csv")));
    ASSERT_GE(rows.size(), 2u);
    const std::string step = rows.back().substr(0, rows.back().find(','));
    EXPECT_EQ(rows.size(), std::stoul(step) + 2) << "a header, and one row per step from 0";
    EXPECT_EQ(std::count(rows.back().begin(), rows.back().end(), ','), 8) << "a complete row";
    EXPECT_TRUE(contains(outcome.err, "interrupted: base was at step " + step + " of 2000000000"))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, path("out.csv") + " goes up to step " + step + " of base"))
        << outcome.err;
}

/// A scene of 10 steps with a rate() claim that takes 1000 runs of 100,000 steps.
std::string long_rate() {
    return R"({"toibox": 1, "world": {"step": 0.01, "duration": 0.1}, "bodies": [{"id": "ball",
      "shapes": [{"type": "circle", "radius": 0.5}]}],
      "sweeps": {"times": {"vary": "/world/duration", "from": 1000, "to": 1001, "count": 1000}},
      "expect": [{"that": "rate(times, ball.x > 1) < 0.5", "at": 0.1}]})";
}

// Evaluating the rate() claim takes many runs; an interrupt does not wait for them.
TEST_F(InterruptedProgram, CanBeInterruptedWhileEvaluatingARate) {
    const std::string scene = write("a.toi.json", long_rate());
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run", scene}, {"test", scene}, {"test", scene, "-j", "2"}}) {
        const pid_t child = start(words);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        EXPECT_NE(state_of(child), 'Z') << "it must still be running";
        ::kill(child, SIGINT);
        const auto start_of_wait = std::chrono::steady_clock::now();
        const Outcome outcome = finish(child);
        const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start_of_wait;
        EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
        EXPECT_LT(waited.count(), 5.0) << words[0];
        EXPECT_FALSE(contains(outcome.out + outcome.err, "FAIL")) << outcome.out;
        EXPECT_TRUE(contains(outcome.err, "interrupted")) << outcome.err;
    }
}

// The script prints a line when the window is open, then waits for a step that never comes.
TEST_F(InterruptedProgram, ClosesItsWindow) {
    const std::string script = write("wait.uiscript", "wait 3\ntell step\nawait step = 1000000\n");
    // Graphics drivers leak memory at exit, which is not tested here.
    ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    const pid_t child = start({bullet, "--size", "640x400", "--script", script});
    ::unsetenv("ASAN_OPTIONS");
    for (int i = 0; i < 3000 && text_of(path("stdout")).empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_FALSE(text_of(path("stdout")).empty());
    ::kill(child, SIGINT);
    EXPECT_EQ(finish(child).exit_code, 130);
}

// The interrupt comes while the program waits for ffmpeg, which reads no frames.
TEST_F(InterruptedProgram, LeavesNoPartialMovieAndNoFfmpegProcess) {
    write("ffmpeg", "#!/bin/sh\necho $$ > '" + path("process") + "'\nexec sleep 1000\n");
    fs::permissions(path("ffmpeg"), fs::perms::owner_all);
    const std::string path_before = std::getenv("PATH");
    ::setenv("PATH", (path(".") + ":" + path_before).c_str(), 1);
    ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // leaks of graphics drivers
    const pid_t child =
        start({"run", bullet, "--mp4", path("a.mp4"), "--gif", path("a.gif"), "--png", path("a.png")});
    ::unsetenv("ASAN_OPTIONS");
    ::setenv("PATH", path_before.c_str(), 1);
    // The pipe holds 64 kB, so the program blocks.
    EXPECT_TRUE(wait_for_state('S', child));
    ::kill(child, SIGINT);
    const Outcome outcome = finish(child);
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "no image was written")) << outcome.err;
    for (const auto& entry : fs::directory_iterator(path(".")))
        EXPECT_FALSE(entry.path().filename().string().starts_with("a.")) << entry.path();
    const pid_t ffmpeg = std::atoi(text_of(path("process")).c_str());
    ASSERT_GT(ffmpeg, 1);
    EXPECT_NE(::kill(ffmpeg, 0), 0) << "ffmpeg is still running";
}

// The interrupt comes while the program waits for a line on standard input.
TEST_F(InterruptedProgram, StopsWaitingForInput) {
    std::array<int, 2> pipe_ends{};
    ASSERT_EQ(::pipe(pipe_ends.data()), 0);
    const int original_stdin = ::dup(STDIN_FILENO);
    ::dup2(pipe_ends[0], STDIN_FILENO);
    const pid_t child = start({"query", "toi"});
    ::dup2(original_stdin, STDIN_FILENO);
    for (const int descriptor : {original_stdin, pipe_ends[0]})
        ::close(descriptor);
    EXPECT_TRUE(wait_for_state('S', child));
    ::kill(child, SIGINT);
    EXPECT_TRUE(wait_for_state('Z', child));
    ::close(pipe_ends[1]);
    EXPECT_EQ(finish(child).exit_code, 130);
}

}  // namespace
