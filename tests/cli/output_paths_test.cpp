// SPDX-License-Identifier: MIT
// No command writes over what it reads, nor two outputs into one file, however their paths are written.
#include "app/cli/output_paths.h"

#include "tests/cli/run_cli.h"
#include "tests/unit/app/temporary_folder.h"

#include <filesystem>

namespace toibox::app {
namespace {

using namespace testing_support;
namespace fs = std::filesystem;

class OutputPaths : public testing::Test {
protected:
    OutputPaths() {
        folder_.write("a.toi.json", scene_text);
        scene_ = folder_.file("a.toi.json");
    }
    /// The command refuses, says why, and leaves the scene as it was.
    void expect_refused(const std::vector<std::string>& words, const std::string& why) {
        std::vector<const char*> arguments;
        for (const std::string& word : words)
            arguments.push_back(word.c_str());
        const Outcome outcome = run_cli(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << words.front();
        EXPECT_TRUE(contains(outcome.err, why)) << outcome.err;
        EXPECT_EQ(folder_.read("a.toi.json"), scene_text);
    }

    const std::string scene_text =
        R"({"toibox": 1, "world": {"step": 0.1, "duration": 0.2},
          "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.5}]}]})";
    test::TemporaryFolder folder_;
    std::string scene_;
};

TEST_F(OutputPaths, NoCommandWritesOverWhatItReads) {
    const std::string over = "would write over";
    expect_refused({"run", scene_, "--csv", scene_}, "--csv would write over the scene");
    for (const char* picture : {"--png", "--svg", "--gif", "--mp4"})
        expect_refused({"run", scene_, picture, scene_}, over);
    expect_refused({"sweep", scene_, "--vary", "/world/step=0.1,0.2", "-o", scene_}, over);
    expect_refused({"test", scene_, "-o", scene_}, over);
    expect_refused({"test", fs::path(scene_).parent_path().string(), "-o", scene_}, over);
    expect_refused({"query", "toi", scene_, "-o", scene_}, over);
    const std::string picture = folder_.file("a.png");
    fs::create_symlink(scene_, picture);
    expect_refused({scene_.c_str(), "--screenshot", picture}, over);
}

TEST_F(OutputPaths, TwoOutputsAreTwoFiles) {
    const std::string path = folder_.file("x");
    expect_refused({"run", scene_, "--csv", path, "--svg", path}, "would both be written into");
    EXPECT_FALSE(fs::exists(path));
    expect_refused({"run", scene_, "--png", path, "--gif", path}, "--png and --gif");
}

TEST_F(OutputPaths, OtherWaysToWriteAPathAreSeenThrough) {
    const auto clash = [&](const std::string& output) {
        return overwrite_conflict({{"the scene", scene_}}, {{"-o", output}});
    };
    EXPECT_NE(clash(fs::relative(scene_).string()), "");
    EXPECT_NE(clash(folder_.file("./a.toi.json")), "");
    fs::create_symlink("a.toi.json", folder_.file("link"));
    EXPECT_NE(clash(folder_.file("link")), "");
    fs::create_hard_link(scene_, folder_.file("hard"));
    EXPECT_NE(clash(folder_.file("hard")), "");
    EXPECT_EQ(clash(folder_.file("b.csv")), "");
    EXPECT_EQ(clash("-"), "");
    EXPECT_EQ(clash(""), "");
}

/// Neither is there before: they can be told apart by name alone, and one is a link that leads nowhere yet.
TEST_F(OutputPaths, FilesThatAreStillToBeMadeAreCompared) {
    fs::create_symlink("b", folder_.file("link"));
    const auto clash = [&](const std::string& a, const std::string& b) {
        return overwrite_conflict({}, {{"--csv", a}, {"--svg", b}});
    };
    EXPECT_NE(clash(folder_.file("b"), folder_.file("./b")), "");
    EXPECT_NE(clash(folder_.file("b"), folder_.file("link")), "");
    EXPECT_EQ(clash(folder_.file("b"), folder_.file("c")), "");
    EXPECT_EQ(clash("/dev/null", "/dev/null"), "") << "a device takes what comes from several";
}

TEST_F(OutputPaths, ATargetIsAtTheEndOfAllLinks) {
    fs::create_symlink("two", folder_.file("one"));
    fs::create_symlink("three", folder_.file("two"));
    EXPECT_EQ(resolve_links(folder_.file("one")), fs::weakly_canonical(folder_.file("three")));
    fs::create_symlink("round", folder_.file("round"));
    EXPECT_FALSE(resolve_links(folder_.file("round")).empty()) << "ends";
}

}  // namespace
}  // namespace toibox::app
