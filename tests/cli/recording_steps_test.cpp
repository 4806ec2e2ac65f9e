// SPDX-License-Identifier: MIT
// In a world that pauses at each impact, a step may have several frames, but the commands print and accept
// steps. In the scene, the ball hits a wall in steps 2, 6 and 9, so its 12 steps are frames 0 to 15.
#include "tests/cli/recording_fixture.h"

#include <cstdlib>
#include <sstream>

namespace toibox::app {
namespace {

using namespace testing_support;

constexpr int blank_side = 64;

/// Returns black images of 64 × 64 pixels.
class BlankPictureRenderer final : public PictureRenderer {
public:
    std::string svg(Comparison& comparison) override {
        return "step " + std::to_string(comparison.pane(0).run().steps());
    }
    Result<std::string, std::string> png(Comparison&) override { return std::string("png"); }
    std::span<const std::uint8_t> movie_frame(Comparison&, const std::string&) override { return rgb_; }

private:
    std::vector<std::uint8_t> rgb_ = std::vector<std::uint8_t>(std::size_t{3} * blank_side * blank_side);
};

class RecordingSteps : public RecordingCommand {
protected:
    std::string recording_ = recorded("a.toirec", {}, scene("bouncer.toi.json", bouncer));

    [[nodiscard]] Outcome run(std::vector<std::string> options) const {
        options.insert(options.begin(), "toibox");
        std::vector<const char*> arguments;
        for (const std::string& option : options)
            arguments.push_back(option.c_str());
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const OpenPictureRenderer open = [](const PictureRequest&) {
            return Result<std::unique_ptr<PictureRenderer>, PictureError>(
                std::make_unique<BlankPictureRenderer>());
        };
        const int exit_code = cli_main(static_cast<int>(arguments.size()), arguments.data(),
                                       {[](const SandboxArguments&) { return 99; }, open});
        std::string out = testing::internal::GetCapturedStdout();
        return {exit_code, std::move(out), testing::internal::GetCapturedStderr()};
    }
    [[nodiscard]] Outcome exported(std::vector<std::string> options) const {
        options.insert(options.begin(), {"export", recording_, "-o"});
        return run(options);
    }
};

TEST_F(RecordingSteps, CsvHasOneRowPerStep) {
    const Outcome table = exported({"-", "--format", "csv"});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_EQ(table.out, run({"run", folder_.file("bouncer.toi.json"), "--csv", "-"}).out);
}

TEST_F(RecordingSteps, RangesAreInSteps) {
    const auto steps = [&](std::vector<std::string> range) {
        range.insert(range.begin(), {"-", "--format", "jsonl"});
        std::string numbers;
        for (const std::string& line : lines_of(exported(range).out))
            numbers += line.substr(8, line.find(',') - 8) + " ";
        return numbers;
    };
    EXPECT_EQ(steps({"--from", "8", "--to", "8"}), "8 ");
    EXPECT_EQ(steps({"--from", "2", "--to", "9", "--every", "3"}), "2 5 8 ");
    EXPECT_EQ(steps({"--from", "10"}), "10 11 12 ");
    EXPECT_EQ(steps({"--from", "12", "--to", "99"}), "12 ");
}

// The impact is in a frame within the step. No line is written for that frame; the line of the step has the
// event.
TEST_F(RecordingSteps, AJsonLineHasTheEventsOfTheWholeStep) {
    for (const char* from : {"0", "5", "6"}) {
        const std::vector<std::string> lines =
            lines_of(exported({"-", "--format", "jsonl", "--from", from, "--to", "7"}).out);
        ASSERT_GE(lines.size(), 2u);
        const std::string& sixth = lines[lines.size() - 2];
        EXPECT_TRUE(contains(sixth, R"("step":6,)") && contains(sixth, R"("kind":"impact")")) << sixth;
        EXPECT_FALSE(contains(lines.back(), "impact")) << lines.back();
    }
}

TEST_F(RecordingSteps, ImagesAndMoviesShowEndsOfSteps) {
    ASSERT_EQ(exported({folder_.file("a.svg"), "--to", "8"}).exit_code, 0);
    EXPECT_EQ(folder_.read("a.svg"), "step 8");
    folder_.write("ffmpeg", "#!/bin/sh\nfor last; do :; done\nexec cat > \"${last#file:}\"\n");
    std::filesystem::permissions(folder_.file("ffmpeg"), std::filesystem::perms::owner_all);
    const std::string original_path = std::getenv("PATH");
    ::setenv("PATH", (folder_.path().string() + ":" + original_path).c_str(), 1);
    const Outcome movie = exported({folder_.file("a.mp4"), "--size", "64x64"});
    ::setenv("PATH", original_path.c_str(), 1);
    EXPECT_EQ(movie.exit_code, 0) << movie.err;
    EXPECT_EQ(folder_.read("a.mp4").size(), 13u * 3u * blank_side * blank_side);
}

TEST_F(RecordingSteps, RejectsStepsThatDoNotExist) {
    for (const char* name : {"x.csv", "x.jsonl", "x.svg", "x.gif"}) {
        const Outcome reversed = exported({folder_.file(name), "--from", "9", "--to", "3"});
        // --from does not apply to still images.
        EXPECT_EQ(reversed.exit_code, std::string(name) == "x.svg" ? 0 : 2) << name;
        const Outcome beyond = exported({folder_.file(name), "--from", "13"});
        EXPECT_EQ(beyond.exit_code, std::string(name) == "x.svg" ? 0 : 2) << name;
    }
    const Outcome beyond = exported({folder_.file("y.csv"), "--from", "13"});
    EXPECT_TRUE(contains(beyond.err, "--from is step 13, but the last step is 12")) << beyond.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("y.csv")));
    const Outcome still = exported({folder_.file("y.svg"), "--to", "13"});
    EXPECT_EQ(still.exit_code, 2);
    EXPECT_TRUE(contains(still.err, "--to is step 13, but the last step is 12")) << still.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("y.svg")));
}

TEST_F(RecordingSteps, HelpShowsBranchesAsNumbers) {
    for (const char* command : {"replay", "export"}) {
        const std::string help = run_cli({command, "--help"}).out;
        EXPECT_TRUE(contains(help, "--branch N ")) << help;
        EXPECT_TRUE(contains(help, "--to STEPS ")) << help;
        const Outcome outcome = run_cli({command, "a.toirec", "--branch", "-1"});
        EXPECT_EQ(outcome.exit_code, 2) << command;
        EXPECT_TRUE(contains(outcome.err, "must be the number of a branch, from 0 to 2147483647"))
            << outcome.err;
    }
}

TEST_F(RecordingSteps, ReplayRejectsStepsBeyondTheLast) {
    EXPECT_EQ(run({"replay", recording_, "--headless", "--to", "12"}).exit_code, 0);
    for (const char* to : {"13", "99999"}) {
        const Outcome outcome = run({"replay", recording_, "--headless", "--to", to});
        EXPECT_EQ(outcome.exit_code, 2) << to;
        EXPECT_TRUE(contains(outcome.err, std::string("--to is step ") + to + ", but the last step is 12"))
            << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(run({"replay", recording_, "--to", to}).exit_code, 2) << "in the window";
    }
    EXPECT_EQ(run({"replay", recording_, "--to", "12"}).exit_code, 99);
}

// The window pauses at step 0 if the option says so, and plays without the option.
TEST_F(RecordingSteps, StepZeroIsNotTheSameAsNoStep) {
    const auto opened_at = [](std::vector<const char*> arguments) {
        return cli_main(static_cast<int>(arguments.size()), arguments.data(),
                        {.open_sandbox = [](const SandboxArguments& sandbox) {
                            return sandbox.at_step ? 50 + static_cast<int>(*sandbox.at_step) : 49;
                        }});
    };
    EXPECT_EQ(opened_at({"toibox", "replay", recording_.c_str()}), 49);
    EXPECT_EQ(opened_at({"toibox", "replay", recording_.c_str(), "--to", "0"}), 50);
    EXPECT_EQ(opened_at({"toibox", "replay", recording_.c_str(), "--to", "5"}), 55);
    EXPECT_EQ(opened_at({"toibox", recording_.c_str()}), 49);
    EXPECT_EQ(opened_at({"toibox", recording_.c_str(), "--at", "0"}), 50);
}

// Without a replay, info can only give bounds on the number of steps, from the last keyframe.
TEST_F(RecordingSteps, InfoPrintsFramesAndBoundsOnSteps) {
    const Outcome text = run({"info", recording_});
    EXPECT_TRUE(contains(text.out, "frames      15")) << text.out;
    EXPECT_TRUE(contains(text.out, "steps       0 to 15")) << text.out;
    const Outcome json = run({"info", recording_, "--json"});
    EXPECT_TRUE(contains(json.out, R"("frames":15,"steps":null)")) << json.out;
    const std::string longer = recorded("b.toirec", {"--steps", "95"}, folder_.file("bouncer.toi.json"));
    const Outcome bounds = run({"info", longer});
    const std::size_t row = bounds.out.find("\nsteps ");
    ASSERT_NE(row, std::string::npos) << bounds.out;
    int min = 0;
    int max = 0;
    ASSERT_EQ(std::sscanf(bounds.out.c_str() + row, "\nsteps %d to %d", &min, &max), 2) << bounds.out;
    EXPECT_GT(min, 80) << "the step of the last keyframe";
    EXPECT_LE(min, 95);
    EXPECT_GE(max, 95);
    EXPECT_LT(max, 110);
    const Outcome exact =
        run({"info", recorded("c.toirec", {"--steps", "100"}, folder_.file("bouncer.toi.json"))});
    EXPECT_TRUE(contains(exact.out, "frames      128")) << exact.out;
    EXPECT_TRUE(contains(exact.out, "steps       100 (1 s at 100 Hz)"))
        << "there is a keyframe at the end: " << exact.out;
}

TEST_F(RecordingSteps, VerifyAndDiffNameTheStepAndTheFrame) {
    const Outcome good = run({"verify", recording_});
    EXPECT_TRUE(contains(good.out, "verified: 12 steps (15 frames)")) << good.out;
    const Outcome json = run({"verify", recording_, "--json"});
    EXPECT_TRUE(contains(json.out, R"("steps":12,"frames":15)")) << json.out;
    struct Case {
        std::size_t frame;
        const char* place;
        const char* json;
    };
    for (const Case& at : {Case{1, "step 1", R"("first_bad_step":1,"first_bad_frame":1,)"},
                           Case{7, "step 6 (frame 7)", R"("first_bad_step":6,"first_bad_frame":7,)"},
                           Case{9, "step 7 (frame 9)", R"("first_bad_step":7,"first_bad_frame":9,)"}}) {
        const std::string bad = changed(recording_, "bad.toirec", [&](replay::Recording& recording) {
            recording.branches[0].hashes[at.frame] ^= 1u;
        });
        const Outcome verify = run({"verify", bad});
        EXPECT_EQ(verify.exit_code, 1);
        EXPECT_TRUE(contains(verify.out, std::string("first differing ") + at.place + " (recorded"))
            << verify.out;
        const Outcome as_json = run({"verify", bad, "--json"});
        EXPECT_TRUE(contains(as_json.out, at.json)) << as_json.out;
        const Outcome diff = run({"diff", recording_, bad});
        EXPECT_EQ(diff.exit_code, 1);
        EXPECT_TRUE(contains(diff.out, std::string("the states diverge at ") + at.place + "\n")) << diff.out;
        for (const Outcome& outcome :
             {run({"export", bad, "-o", "-", "--format", "csv"}), run({"replay", bad, "--headless"}),
              run({"export", bad, "-o", folder_.file("a.gif"), "--size", "64x64"})}) {
            EXPECT_EQ(outcome.exit_code, 1);
            EXPECT_TRUE(contains(outcome.err, std::string(at.place) + " differs from the recording"))
                << outcome.err;
        }
    }
}

}  // namespace
}  // namespace toibox::app
