// SPDX-License-Identifier: MIT
// How long movies show each state: as long as playback in the window does, with the slow motion and the
// pauses of the scene.
#include "tests/cli/picture_fixture.h"

namespace toibox::app {
namespace {

using namespace testing_support;

class Movies : public PictureFilesTest {
protected:
    /// The scene is 20 steps of 1/50 s long, the least duration of a GIF frame. `script`: its timeline.
    void write_scene(const std::string& script) const {
        write("a.toi.json", R"({"toibox": 1, "title": "A", "world": {"gravity": [0, 0], "step": "1/50",
            "duration": 0.4}, "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.5}]}],
            "timeline": [)" + script +
                                R"(], "variants": {"other": {"set": {"/world/gravity": [0, 1]}}}})");
    }
    /// A bullet that tunnels in step 3 of 20, where the scene ends.
    void write_bullet() const {
        write("a.toi.json", R"({"toibox": 1, "title": "A", "ending": "verdict",
            "world": {"gravity": [0, 0], "step": "1/50", "duration": 0.4, "continuous": "off"},
            "bodies": [{"id": "ball", "velocity": [100, 0], "shapes": [{"type": "circle", "radius": 0.05}]},
                       {"id": "wall", "type": "static", "position": [5, 0],
                        "shapes": [{"type": "box", "size": [0.05, 4]}]}],
            "variants": {"on": {"set": {"/world/continuous": "substep-at-impact"}}}})");
    }
    /// The delays of the frames of a GIF of the scene, hundredths of a second.
    [[nodiscard]] std::vector<int> delays(std::vector<std::string> options = {}) const {
        options.insert(options.begin(), {"--gif", path("a.gif")});
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        std::vector<int> delays;
        bool loops = false;
        for (const GifFrame& frame : frames_of(path("a.gif"), loops))
            delays.push_back(frame.delay);
        return delays;
    }
    /// Number of frames of an MP4 of the scene.
    [[nodiscard]] std::size_t mp4_frames(std::vector<std::string> options = {}) const {
        create_fake_ffmpeg("for last; do :; done\ncat > \"${last#file:}\"\n");
        options.insert(options.begin(), {"--mp4", path("a.mp4")});
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return text_of(path("a.mp4")).size() / (std::size_t{3} * picture_side * picture_side);
    }
};

// Slow motion 1/50 shows step 0 for 5/6 s; step 1 brings the verdict and stays for 3 s. 60 frames per second.
TEST_F(Movies, ShowTheVerdictOfTheFirstScene) {
    write("a.toi.json", text_of(bullet));
    EXPECT_EQ(delays(), (std::vector<int>{83, 300}));
    EXPECT_EQ(mp4_frames(), 230u);
    EXPECT_EQ(delays({"--compare", "discrete,toi"}), (std::vector<int>{83, 300}));
}

TEST_F(Movies, SlowMotionStretchesTheScene) {
    write_scene("");
    EXPECT_EQ(delays(), std::vector<int>(21, 2));
    EXPECT_EQ(mp4_frames(), 21u);
    // Steps 5 to 9 take four times as long.
    write_scene(R"({"at": 0.1, "do": "slow_motion", "factor": 0.25, "for": 0.1})");
    std::vector<int> slow(21, 2);
    std::fill_n(slow.begin() + 5, 5, 8);
    EXPECT_EQ(delays(), slow);
    EXPECT_EQ(delays({"--compare", "base,other"}), slow);
    EXPECT_EQ(mp4_frames(), 16u + 5u * 4u);
    EXPECT_EQ(mp4_frames({"--every", "2"}), 18u);
    EXPECT_EQ(mp4_frames({"--from", "9", "--to", "10"}), 5u);
}

TEST_F(Movies, EndWithTheVerdictUnlessTheLastStepIsGiven) {
    write_bullet();
    EXPECT_EQ(delays(), (std::vector<int>{2, 2, 2, 300}));
    std::vector<int> longer(9, 2);
    longer[3] = 300;
    EXPECT_EQ(delays({"--to", "8"}), longer);
    EXPECT_EQ(delays({"--compare", "base,on", "--to", "8"}), longer);
    EXPECT_EQ(delays({"--from", "5"}), std::vector<int>(16, 2)) << "the verdict comes before";
    // An image of a later step does not make the movie longer.
    EXPECT_EQ(delays({"--png", path("a.png"), "--at", "12"}), (std::vector<int>{2, 2, 2, 300}));
    EXPECT_EQ(text_of(path("a.png")), "png of 12");
}

// Frames that show every tenth step leave out step 3, but not the verdict.
TEST_F(Movies, NeverLeaveOutAPause) {
    write_bullet();
    EXPECT_EQ(delays({"--every", "10"}), (std::vector<int>{20, 300}));
    EXPECT_EQ(mp4_frames({"--every", "1000"}), 2u);
}

TEST_F(Movies, APauseOfTheScriptShowsItsTextAndEnds) {
    write_scene(R"({"at": 0.1, "do": "pause", "text": "What comes next?"})");
    std::vector<int> paused(21, 2);
    paused[5] = 300;
    FakePictureRenderer::pause_texts.clear();
    EXPECT_EQ(delays(), paused);
    EXPECT_EQ(FakePictureRenderer::pause_texts, std::vector<std::string>{"What comes next?"});
}

TEST_F(Movies, OfARecordingPauseAtTheVerdictAndGoOn) {
    write_bullet();
    const std::string scene = path("a.toi.json");
    const std::string recording = path("a.toirec");
    ASSERT_EQ(run_cli({"record", scene.c_str(), "-o", recording.c_str()}).exit_code, 0);
    const std::string gif = path("a.gif");
    ASSERT_EQ(run_words({"export", recording, "-o", gif, "--size", "64x64"}).exit_code, 0);
    bool loops = false;
    const std::vector<GifFrame> frames = frames_of(gif, loops);
    ASSERT_EQ(frames.size(), 21u);
    EXPECT_EQ(frames[3].delay, 300);
    EXPECT_EQ(frames[4].delay, 2);
}

}  // namespace
}  // namespace toibox::app
