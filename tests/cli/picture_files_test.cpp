// SPDX-License-Identifier: MIT
// Images and movies of a run: the states that they show and which files remain.
#include "tests/cli/picture_fixture.h"

namespace toibox::app {
namespace {

using namespace testing_support;

TEST_F(PictureFilesTest, ComparedVariantsShareOnePicture) {
    write("a.toi.json", R"({"toibox": 1, "title": "still", "world": {"step": "1/60", "duration": 1},
        "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.5}]}],
        "variants": {"moon": {"set": {"/world/gravity": [0, -1.6]}}, "sun": {"set": {"/world/gravity": [0, -274]}}}})");
    const Outcome outcome = run(
        {"--compare", "base,moon", "--png", path("a.png"), "--at", "7", "--gif", path("a.gif"), "--hash"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(text_of(path("a.png")), "2 panes, second moon, png of 7");
    EXPECT_EQ(lines_of(outcome.out).size(), 2u);  // only these variants run
    bool loops = false;
    EXPECT_EQ(frames_of(path("a.gif"), loops).size(), 31u);
}

// Delays in a GIF are at least 0.02 s, so at 60 Hz the GIF shows every second step. Delays are multiples of
// 0.01 s; here they are 0.03 or 0.04 s and add up to the duration.
TEST_F(PictureFilesTest, GifLimitsItsFrameRateAndKeepsTheDuration) {
    ASSERT_EQ(run({"--gif", path("a.gif")}).exit_code, 0);
    bool loops = false;
    const std::vector<GifFrame> frames = frames_of(path("a.gif"), loops);
    EXPECT_TRUE(loops);
    ASSERT_EQ(frames.size(), 31u);
    int sum = 0;
    for (const GifFrame& frame : frames) {
        EXPECT_TRUE(frame.delay == 3 || frame.delay == 4) << frame.delay;
        sum += frame.delay;
    }
    EXPECT_EQ(sum, 103) << "31 · 1/30 s";
}

// From frame to frame the square, 8 pixels wide, moves by 4 pixels, so the changes fill 12 × 8 pixels.
TEST_F(PictureFilesTest, GifFramesContainOnlyTheChangedRectangle) {
    ASSERT_EQ(run({"--gif", path("a.gif"), "--from", "10", "--to", "14"}).exit_code, 0);
    bool loops = false;
    const std::vector<GifFrame> frames = frames_of(path("a.gif"), loops);
    ASSERT_EQ(frames.size(), 3u);
    EXPECT_EQ(frames[0].rect.Width, picture_side);
    EXPECT_EQ(frames[1].rect.Left, 20);
    EXPECT_EQ(frames[1].rect.Top, 20);
    EXPECT_EQ(frames[1].rect.Width, 12);
    EXPECT_EQ(frames[1].rect.Height, 8);
}

TEST_F(PictureFilesTest, StillsShowTheLastStepOrTheRequestedOne) {
    ASSERT_EQ(run({"--png", path("a.png"), "--svg", path("a.svg")}).exit_code, 0);
    EXPECT_EQ(text_of(path("a.png")), "png of 60");
    EXPECT_EQ(text_of(path("a.svg")), "<svg step=\"60\"/>\n");
    ASSERT_EQ(run({"--png", path("a.png"), "--svg", "-", "--at", "7"}).exit_code, 0);
    EXPECT_EQ(text_of(path("a.png")), "png of 7");
    EXPECT_EQ(run({"--svg", "-", "--at", "7"}).out, "<svg step=\"7\"/>\n") << "claims go to standard error";
}

TEST_F(PictureFilesTest, RejectsInvalidOptions) {
    const auto expect_error = [&](std::vector<std::string> options, const std::string& message) {
        const Outcome outcome = run(std::move(options));
        EXPECT_EQ(outcome.exit_code, 2) << message;
        EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
    };
    expect_error({"--png", path("a.png"), "--at", "61"}, "--at is step 61, but the last step is 60");
    expect_error({"--gif", path("a.gif"), "--from", "30", "--to", "20"}, "--from is step 30");
    expect_error({"--png", "-", "--svg", "-"}, "standard output");
    expect_error({"--png", "-", "--hash"}, "standard output");
    expect_error({"--mp4", "-"}, "give a file name");
    expect_error({"--mp4", "/dev/null"}, "give a file name");
    expect_error({"--png", path("a.png"), "--view", "1,2"}, "such as 0,2.5,10");
    expect_error({"--png", path("a.png"), "--view", "1,2,0"}, "such as 0,2.5,10");
    expect_error({"--png", path("a.png"), "--draw", "nothing"}, "no such draw");
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(PictureFilesTest, SvgNeedsNoOpenGl) {
    const Outcome without_opengl = run({"--png", path("a.png"), "--theme", "light"});
    EXPECT_EQ(without_opengl.exit_code, 4);
    EXPECT_TRUE(contains(without_opengl.err, "no OpenGL here"));
    EXPECT_EQ(run({"--svg", path("a.svg"), "--theme", "light"}).exit_code, 0);
    EXPECT_EQ(files(), std::vector<std::string>{"a.svg"});
}

TEST_F(PictureFilesTest, SendsEveryFrameToFfmpeg) {
    // Writes its input to the output file and its arguments to another file.
    create_fake_ffmpeg("echo \"$@\" > \"" + path("arguments") +
                       "\"\nfor last; do :; done\ncat > \"${last#file:}\"\n");
    ASSERT_EQ(run({"--mp4", path("a.mp4"), "--every", "2", "--to", "20"}).exit_code, 0);
    EXPECT_EQ(text_of(path("a.mp4")).size(), 11u * 3u * picture_side * picture_side);
    EXPECT_TRUE(contains(text_of(path("arguments")), "-video_size 64x64 -framerate 30 -i pipe:0"));
    EXPECT_EQ(files(), (std::vector<std::string>{"a.mp4", "arguments"})) << "no temporary file remains";
}

// ffmpeg exits before it reads a frame, which breaks the pipe to it.
TEST_F(PictureFilesTest, ReportsTheErrorsOfFfmpeg) {
    create_fake_ffmpeg("echo first >&2\necho 'Unknown encoder libx264' >&2\nexit 3\n");
    const Outcome outcome = run({"--mp4", path("a.mp4"), "--png", path("a.png")});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_TRUE(contains(outcome.err, "ffmpeg exited with code 3:\nfirst\nUnknown encoder libx264\n"))
        << outcome.err;
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(PictureFilesTest, FailsWhenFfmpegFailsAtTheEnd) {
    create_fake_ffmpeg("cat > /dev/null\necho 'no room' >&2\nexit 1\n");
    const Outcome outcome = run({"--mp4", path("a.mp4")});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_TRUE(contains(outcome.err, "no room")) << outcome.err;
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(PictureFilesTest, ReportsHowToInstallFfmpeg) {
    ::setenv("PATH", path("nowhere").c_str(), 1);
    const Outcome outcome = run({"--mp4", path("a.mp4")});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_TRUE(contains(outcome.err, "apt-get install ffmpeg")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "--gif")) << outcome.err;
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(PictureFilesTest, WritesAllFormatsInOnePass) {
    create_fake_ffmpeg("for last; do :; done\ncat > \"${last#file:}\"\n");
    ASSERT_EQ(run({"--png", path("a.png"), "--svg", path("a.svg"), "--gif", path("a.gif"), "--mp4",
                   path("a.mp4"), "--csv", path("a.csv")})
                  .exit_code,
              0);
    EXPECT_EQ(files(), (std::vector<std::string>{"a.csv", "a.gif", "a.mp4", "a.png", "a.svg"}));
}

// ffmpeg has read all frames but does not exit. An interrupt during the wait also discards the still images.
TEST_F(PictureFilesTest, AnInterruptionAtTheEndLeavesNoPicture) {
    create_fake_ffmpeg("cat > /dev/null\nkill -INT $PPID\nexec sleep 100\n");
    const Outcome outcome =
        run({"--png", path("a.png"), "--svg", path("a.svg"), "--gif", path("a.gif"), "--mp4", path("a.mp4")});
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "no image was written")) << outcome.err;
    EXPECT_EQ(files(), std::vector<std::string>{});
}

// If a movie fails, still images that were already drawn are not written.
TEST_F(PictureFilesTest, AFailedMovieLeavesNoStill) {
    create_fake_ffmpeg("cat > /dev/null\nexit 1\n");
    EXPECT_EQ(run({"--png", path("a.png"), "--mp4", path("a.mp4")}).exit_code, 4);
    EXPECT_EQ(files(), std::vector<std::string>{});
}

}  // namespace
}  // namespace toibox::app
