// SPDX-License-Identifier: MIT
// No command overwrites its input or writes two outputs to the same file, however the paths are spelled.
#include "app/cli/base/output_paths.h"

#include "tests/cli/run_cli.h"
#include "tests/support/temporary_folder.h"

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
    /// Runs `toibox WORDS`. Expects a usage error with `message` and an unchanged scene file.
    void expect_error(const std::vector<std::string>& words, const std::string& message) {
        std::vector<const char*> arguments;
        for (const std::string& word : words)
            arguments.push_back(word.c_str());
        const Outcome outcome = run_cli(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << words.front();
        EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
        EXPECT_EQ(folder_.read("a.toi.json"), scene_text);
    }

    const std::string scene_text =
        R"({"toibox": 1, "world": {"step": 0.1, "duration": 0.2},
          "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.5}]}]})";
    test::TemporaryFolder folder_;
    std::string scene_;
};

TEST_F(OutputPaths, NoCommandOverwritesItsInput) {
    const std::string message = "would overwrite";
    expect_error({"run", scene_, "--csv", scene_}, "--csv would overwrite the scene");
    for (const char* picture : {"--png", "--svg", "--gif", "--mp4"})
        expect_error({"run", scene_, picture, scene_}, message);
    expect_error({"sweep", scene_, "--vary", "/world/step=0.1,0.2", "-o", scene_}, message);
    expect_error({"test", scene_, "-o", scene_}, message);
    expect_error({"test", fs::path(scene_).parent_path().string(), "-o", scene_}, message);
    expect_error({"query", "toi", scene_, "-o", scene_}, message);
    const std::string picture = folder_.file("a.png");
    fs::create_symlink(scene_, picture);
    expect_error({scene_.c_str(), "--screenshot", picture}, message);
}

TEST_F(OutputPaths, TwoOutputsNeedTwoFiles) {
    const std::string path = folder_.file("x");
    expect_error({"run", scene_, "--csv", path, "--svg", path}, "would both be written to");
    EXPECT_FALSE(fs::exists(path));
    expect_error({"run", scene_, "--png", path, "--gif", path}, "--png and --gif");
}

TEST_F(OutputPaths, ResolvesDifferentSpellingsOfAPath) {
    const auto conflict = [&](const std::string& output) {
        return overwrite_conflict({{"the scene", scene_}}, {{"-o", output}});
    };
    EXPECT_NE(conflict(fs::relative(scene_).string()), "");
    EXPECT_NE(conflict(folder_.file("./a.toi.json")), "");
    fs::create_symlink("a.toi.json", folder_.file("link"));
    EXPECT_NE(conflict(folder_.file("link")), "");
    fs::create_hard_link(scene_, folder_.file("hard"));
    EXPECT_NE(conflict(folder_.file("hard")), "");
    EXPECT_EQ(conflict(folder_.file("b.csv")), "");
    EXPECT_EQ(conflict("-"), "");
    EXPECT_EQ(conflict(""), "");
}

/// Files that do not exist yet are compared by path. "link" points to the missing file "b".
TEST_F(OutputPaths, ComparesFilesThatDoNotExistYet) {
    fs::create_symlink("b", folder_.file("link"));
    const auto conflict = [&](const std::string& a, const std::string& b) {
        return overwrite_conflict({}, {{"--csv", a}, {"--svg", b}});
    };
    EXPECT_NE(conflict(folder_.file("b"), folder_.file("./b")), "");
    EXPECT_NE(conflict(folder_.file("b"), folder_.file("link")), "");
    EXPECT_EQ(conflict(folder_.file("b"), folder_.file("c")), "");
    EXPECT_EQ(conflict("/dev/null", "/dev/null"), "") << "several outputs may use a device";
}

TEST_F(OutputPaths, ResolvesChainsOfLinks) {
    fs::create_symlink("two", folder_.file("one"));
    fs::create_symlink("three", folder_.file("two"));
    EXPECT_EQ(resolve_links(folder_.file("one")), fs::weakly_canonical(folder_.file("three")));
    fs::create_symlink("cycle", folder_.file("cycle"));
    EXPECT_FALSE(resolve_links(folder_.file("cycle")).empty()) << "returns in spite of a cycle";
}

}  // namespace
}  // namespace toibox::app
