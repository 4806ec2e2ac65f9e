// SPDX-License-Identifier: MIT
// What `run`, `test` and `info` say: refused options, unknown parameters, scenes without claims, times.
#include "tests/cli/run_cli.h"
#include "tests/support/temporary_folder.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>

namespace toibox::app {
namespace {

using testing_support::bullet;
using testing_support::contains;
using testing_support::Outcome;
using testing_support::run_cli;

class SceneCommands : public testing::Test {
protected:
    std::string scene(const char* name, const std::string& text) {
        folder_.write(name, text);
        return folder_.file(name);
    }

    test::TemporaryFolder folder_;
};

TEST_F(SceneCommands, SetOfAnUnknownParameterSuggestsTheNearest) {
    for (const char* change : {"/parameters/sped=10", "/parameters/sped/value=10"}) {
        const Outcome outcome = run_cli({"run", bullet, "--set", change});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_TRUE(contains(outcome.err, "the scene has no parameter \"sped\"")) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "did you mean \"speed\"?")) << outcome.err;
        EXPECT_FALSE(contains(outcome.err, "must be an object")) << outcome.err;
    }
}

TEST_F(SceneCommands, ImagesNeedTheEndingOfTheirFormat) {
    const std::string path = folder_.file("x.jpg");
    const Outcome outcome = run_cli({"run", bullet, "--png", path.c_str()});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "--png writes a file that ends in .png")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "--svg, --gif and --mp4")) << outcome.err;
}

TEST_F(SceneCommands, OptionsOfImagesNeedAnImage) {
    const std::vector<std::pair<const char*, const char*>> options{
        {"--at", "5"},       {"--from", "5"},     {"--to", "5"},         {"--every", "2"},
        {"--view", "0,0,5"}, {"--draw", "aabbs"}, {"--size", "640x480"}, {"--theme", "light"}};
    for (const auto& [name, value] : options) {
        const Outcome outcome = run_cli({"run", bullet, name, value});
        EXPECT_EQ(outcome.exit_code, 2) << name;
        EXPECT_TRUE(contains(outcome.err, std::string(name) + " needs a")) << outcome.err;
    }
    const std::string png = folder_.file("x.png");
    const Outcome outcome = run_cli({"run", bullet, "--png", png.c_str(), "--from", "5"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "--from needs a movie to write")) << outcome.err;
}

TEST_F(SceneCommands, ASceneWithoutClaimsSaysSo) {
    const std::string path = scene("quiet.toi.json", R"({"toibox": 1, "world": {"duration": 0.1}, "bodies": [
        {"id": "ball", "shapes": [{"type": "circle", "radius": 0.5}]}]})");
    const Outcome outcome = run_cli({"run", path.c_str()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "quiet.toi.json: no claims\n")) << outcome.err;
}

// Eight jobs on fewer cores: the times of the scenes add up to more than the time of the command.
TEST_F(SceneCommands, TestPrintsTheTimeThatPassed) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = run_cli({"test", TOIBOX_SOURCE_DIR "/scenes/continuous", "-j", "8"});
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    const std::size_t open = outcome.out.rfind('(');
    ASSERT_NE(open, std::string::npos) << outcome.out;
    EXPECT_LE(std::strtod(outcome.out.c_str() + open + 1, nullptr), passed + 0.005) << outcome.out;
}

// A parameter that sets a value of the first of two bodies with one id would report that value, too.
TEST_F(SceneCommands, ADuplicateIdIsTheOnlyError) {
    const std::string path = scene("twice.toi.json", R"({"toibox": 1,
        "parameters": {"speed": {"value": 1, "min": 0, "max": 2, "sets": "/bodies/ball/velocity/0"}},
        "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.5}]},
                   {"id": "ball", "velocity": [1, 0], "shapes": [{"type": "circle", "radius": 0.5}]}],
        "expect": [{"that": "ball.x < 9", "at": 0.1}, {"that": "ball.y < 9", "at": 0.1}]})");
    const Outcome outcome = run_cli({"lint", path.c_str()});
    EXPECT_TRUE(contains(outcome.out + outcome.err, "there is already a body \"ball\"")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out + outcome.err, "1 error,")) << outcome.out << outcome.err;
}

TEST_F(SceneCommands, InfoPrintsTheProgramReadably) {
    const std::string path = folder_.file("a.toirec");
    ASSERT_EQ(run_cli({"record", bullet, "-o", path.c_str()}).exit_code, 0);
    const Outcome outcome = run_cli({"info", path.c_str()});
    EXPECT_TRUE(contains(outcome.out, "made by     toibox ")) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "{\"")) << outcome.out;
}

TEST_F(SceneCommands, LintChecksWhatComesNext) {
    scene("target.toi.json", R"({"toibox": 1, "variants": {"fast": {"set": {"/world/duration": 2}}},
        "sweeps": {"starts": {"vary": "/world/duration", "from": 1, "to": 2, "count": 3}}})");
    const auto lint = [&](const std::string& next) {
        const std::string path =
            scene("first.toi.json", R"({"toibox": 1, "next": {"label": "Go on", )" + next + "}}");
        return run_cli({"lint", path.c_str()});
    };
    EXPECT_EQ(lint(R"("scene": "target.toi.json", "variant": "fast", "sweep": "starts")").exit_code, 0);
    const std::vector<std::pair<const char*, const char*>> wrong{
        {R"("scene": "nowhere.toi.json")", "= at /next/scene"},
        {R"("scene": "target.toi.json", "variant": "slow")", "= at /next/variant"},
        {R"("scene": "target.toi.json", "sweep": "ends")", "there is no sweep \"ends\""},
        {R"("sweep": "starts")", "= at /next/sweep"}};
    for (const auto& [next, message] : wrong) {
        const Outcome outcome = lint(next);
        EXPECT_EQ(outcome.exit_code, 1) << next;
        EXPECT_TRUE(contains(outcome.out, message)) << outcome.out;
    }
    EXPECT_EQ(run_cli({"lint", "--quiet", TOIBOX_SOURCE_DIR "/scenes"}).exit_code, 0);
    const std::string unnamed = scene("unnamed.toi.json", R"({"toibox": 1, "next": {"label": ""}})");
    EXPECT_TRUE(contains(run_cli({"lint", unnamed.c_str()}).out, "the button has no text"));
}

TEST_F(SceneCommands, LintChecksTheCoursesFileOfAFolder) {
    scene("good.toi.json", R"({"toibox": 1})");
    const std::string courses = scene("courses.json", R"({"toibox_courses": 1, "courses": [{"id": "c",
        "title": "C", "chapters": [{"title": "One", "pages": [{"scene": "gone.toi.json", "page": "p"}]}]}]})");
    const std::string folder = std::filesystem::path(courses).parent_path().string();
    for (const std::string& path : {folder, courses}) {
        const Outcome outcome = run_cli({"lint", path.c_str()});
        EXPECT_EQ(outcome.exit_code, 1) << path;
        EXPECT_TRUE(contains(outcome.out, "courses.json:2:")) << outcome.out;
        EXPECT_TRUE(contains(outcome.out, "cannot open " + folder + "/gone.toi.json")) << outcome.out;
        EXPECT_TRUE(contains(outcome.err, "and 1 courses file: 1 error, 0 warnings")) << outcome.err;
    }
}

}  // namespace
}  // namespace toibox::app
