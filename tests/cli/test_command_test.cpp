// SPDX-License-Identifier: MIT
// `toibox test`: reports on scenes that pass, fail and cannot be read, in all formats.
#include "toibox/core/utf8.h"

#include "tests/cli/program.h"

#include <regex>

namespace {

using namespace toibox::testing_support;

/// The text with all times replaced, because they differ between runs.
std::string without_times(const std::string& text) {
    const std::string seconds = std::regex_replace(text, std::regex(R"(\([0-9.]+ s\))"), "(T)");
    return std::regex_replace(seconds, std::regex(R"(time="[0-9.]+")"), "time=\"T\"");
}

class TestCommand : public Program {
protected:
    /// Writes three scenes to a folder and its subfolder. The first passes; the second is invalid; the third
    /// has two variants, a claim that fails in one variant, and an assertion that fails in both.
    TestCommand() {
        fs::create_directories(path("scenes/more"));
        write("scenes/b-good.toi.json", still_ball(R"({"that": "ball.x > 0", "at": 0.5})"));
        write("scenes/c-bad.toi.json", R"({"toibox": 1, "titel": "bad", "bodies": []})");
        write("scenes/more/a-fails.toi.json",
              still_ball("\n"
                         R"({"that": "ball.x > 0", "at": 0.5, "why": "a <b> \"c\" & #d"})",
                         R"(, "variants": {"left": {"set": {"/bodies/ball/position/0": -1}}},
                            "timeline": [{"at": 0.5, "do": "assert", "that": "ball.y < 1"}])"));
    }
    [[nodiscard]] std::string folder() const { return path("scenes"); }
};

TEST_F(TestCommand, HumanFormatPrintsWhatFailedWhereAndWhy) {
    const Outcome outcome = run({"test", folder()});
    EXPECT_EQ(outcome.exit_code, 3);
    const std::string& text = outcome.out;
    EXPECT_TRUE(contains(without_times(text), "ok   " + folder() + "/b-good.toi.json: 1 passed (T)\n"))
        << text;
    EXPECT_TRUE(contains(text, "c-bad.toi.json:1:15: error: unknown key \"titel\"")) << text;
    EXPECT_TRUE(contains(text,
                         "a-fails.toi.json:4:1: left: ball.x > 0, at 0.5 s\n"
                         "       ball.x is -1, which is not > 0 (step 5, t 0.5 s); a <b> \"c\" & #d"))
        << text;
    EXPECT_TRUE(contains(text, "base: ball.y < 1, at 0.5 s\n")) << text;
    EXPECT_TRUE(contains(without_times(text), "\n3 scenes: 2 passed, 3 failed, 1 error (T)\n")) << text;
    EXPECT_LT(text.find("b-good"), text.find("c-bad"));
    EXPECT_LT(text.find("c-bad"), text.find("a-fails"));
}

// A scene without claims is counted separately; if there are only such scenes, the command fails.
TEST_F(TestCommand, ReportsScenesWithoutClaims) {
    const std::string bare = write("bare.toi.json", R"({"toibox": 1, "world": {"duration": 0.1}})");
    const Outcome alone = run({"test", bare});
    EXPECT_EQ(alone.exit_code, 1);
    EXPECT_EQ(without_times(alone.out),
              "--   " + bare + ": no claims (T)\n1 scene (1 without claims): 0 passed (T)\n");
    const Outcome both = run({"test", bare, folder() + "/b-good.toi.json"});
    EXPECT_EQ(both.exit_code, 0);
    EXPECT_TRUE(contains(without_times(both.out), "\n2 scenes (1 without claims): 1 passed (T)\n"))
        << both.out;
    const Outcome tap = run({"test", bare, "--format", "tap"});
    EXPECT_EQ(tap.exit_code, 1);
    EXPECT_TRUE(contains(tap.out, "ok 1 - " + bare + " # SKIP no claims\n1..1\n")) << tap.out;
    const Outcome junit = run({"test", bare, "--format", "junit"});
    EXPECT_TRUE(contains(junit.out, R"(tests="1" failures="0" errors="0" skipped="1")")) << junit.out;
    EXPECT_TRUE(contains(junit.out, R"(<skipped message="no claims"/>)")) << junit.out;
}

TEST_F(TestCommand, ReturnsTheExitCodeOfTheWorstResult) {
    EXPECT_EQ(run({"test", folder() + "/b-good.toi.json"}).exit_code, 0);
    EXPECT_EQ(run({"test", folder() + "/more"}).exit_code, 1);
    EXPECT_EQ(run({"test", folder() + "/more", folder() + "/c-bad.toi.json"}).exit_code, 3);
    const Outcome missing = run({"test", folder() + "/b-good.toi.json", path("gone")});
    EXPECT_EQ(missing.exit_code, 4);
    EXPECT_TRUE(contains(missing.err, "gone: No such file or directory"));
    EXPECT_TRUE(contains(missing.out, "1 passed")) << "the other scenes are tested";
    EXPECT_EQ(run({"test"}).exit_code, 2);
    EXPECT_EQ(run({"test", folder(), "--format", "xml"}).exit_code, 2);
    EXPECT_EQ(run({"test", folder() + "/b-good.toi.json", "-q"}).out, "");
}

TEST_F(TestCommand, RunsOneVariantOfTheScenesThatHaveIt) {
    const Outcome left =
        run({"test", folder() + "/b-good.toi.json", folder() + "/more", "--variant", "left"});
    EXPECT_EQ(left.exit_code, 1);
    EXPECT_TRUE(contains(left.out, "1 scene: 0 passed, 2 failed")) << left.out;
    EXPECT_TRUE(
        contains(run({"test", folder() + "/more", "--variant", "lift"}).err, "did you mean \"left\"?"));
    EXPECT_EQ(run({"test", folder() + "/more", folder() + "/b-good.toi.json", "--variant", "lift"}).exit_code,
              2);
}

TEST_F(TestCommand, OutputIsIndependentOfJobs) {
    for (const std::string format : {"human", "tap", "junit"}) {
        const std::string one = run({"test", folder(), bullet, "--format", format}).out;
        const std::string four = run({"test", folder(), bullet, "--format", format, "-j", "4"}).out;
        EXPECT_EQ(without_times(one), without_times(four));
        EXPECT_FALSE(one.empty());
    }
}

// Parses the report as a TAP harness would: test points are numbered from 1 without gaps, and the last line,
// the plan, has their number.
TEST_F(TestCommand, WritesValidTap) {
    const Outcome outcome = run({"test", folder(), "--format", "tap", "-o", path("out.tap")});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_EQ(outcome.out, "");
    const std::vector<std::string> lines = lines_of(text_of(path("out.tap")));
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.front(), "TAP version 14");
    int good = 0;
    int bad = 0;
    bool in_yaml = false;
    const std::regex point(R"((not )?ok (\d+) - ([^#]|\\#)*)");
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
        std::smatch match;
        if (lines[i] == "  ---" || lines[i] == "  ...") {
            in_yaml = lines[i] == "  ---";
        } else if (in_yaml) {
            EXPECT_TRUE(std::regex_match(lines[i], std::regex(R"(  [a-z]+: ("([^"\\]|\\.)*"|[-0-9.e]+))")))
                << lines[i];
        } else {
            ASSERT_TRUE(std::regex_match(lines[i], match, point)) << lines[i];
            ++(match[1].matched ? bad : good);
            EXPECT_EQ(match[2], std::to_string(good + bad));
        }
    }
    EXPECT_EQ(good, 2);
    EXPECT_EQ(bad, 4);
    EXPECT_EQ(lines.back(), "1..6");
}

TEST_F(TestCommand, WritesValidJunitXml) {
    EXPECT_EQ(run({"test", folder(), "--format", "junit", "-o", path("out.xml")}).exit_code, 3);
    const std::string check =
        "import sys, xml.etree.ElementTree as tree\n"
        "root = tree.parse(sys.argv[1]).getroot()\n"
        "cases = root.findall('testsuite/testcase')\n"
        "assert root.tag == 'testsuites' and len(root) == 3, len(root)\n"
        "assert len(cases) == int(root.get('tests')) == 6, len(cases)\n"
        "assert len(root.findall('.//failure')) == int(root.get('failures')) == 3\n"
        "assert len(root.findall('.//error')) == int(root.get('errors')) == 1\n"
        "assert any('a <b> \"c\" & #d' in f.text for f in root.findall('.//failure'))\n"
        "assert all(float(c.get('time')) >= 0 for c in cases)\n";
    const std::string command = "python3 " + write("check.py", check) + " " + path("out.xml");
    if (std::system("python3 -c pass") != 0) GTEST_SKIP() << "python3 not found";
    EXPECT_EQ(std::system(command.c_str()), 0) << text_of(path("out.xml"));
}

TEST_F(TestCommand, ReportsAnAbortedRun) {
    const std::string scene =
        write("fast.toi.json", R"({"toibox": 1, "title": "fast", "world": {"duration": 1},
        "bodies": [{"id": "ball", "mass": {"mass": 1e-30, "inertia": 1}, "shapes": [{"type": "circle", "radius": 0.5}]}],
        "timeline": [{"at": 0.5, "do": "force", "on": "ball", "force": [1e9, 0]}]})");
    const Outcome outcome = run({"test", scene});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_TRUE(contains(outcome.out, "base: body \"ball\" became infinite")) << outcome.out;
    EXPECT_TRUE(contains(run({"test", scene, "--format", "tap"}).out,
                         "not ok 1 - " + scene + " base: runs to the end"));
}

// `run` and `test` evaluate rate() claims by parameter sweeps. Of ten start positions from -1 to 1.25, five
// are greater than 0.
TEST_F(TestCommand, EvaluatesRates) {
    const auto scene = [&](const std::string& name, const std::string& claim) {
        return write(
            name,
            still_ball(
                R"({"that": ")" + claim + R"("})",
                R"(, "sweeps": {"starts": {"vary": "/bodies/ball/position/0", "from": -1, "to": 1.25, "count": 10}})"));
    };
    const std::string right = scene("right.toi.json", "rate(starts, ball.x > 0) == 0.5 +- 0.01");
    const std::string wrong = scene("wrong.toi.json", "rate(starts, ball.x > 0) == 0.6 +- 0.01");
    for (const std::string command : {"run", "test"}) {
        EXPECT_EQ(run({command, right}).exit_code, 0) << command;
        const Outcome outcome = run({command, wrong});
        EXPECT_EQ(outcome.exit_code, 1) << command;
        EXPECT_TRUE(contains(outcome.out, "is 0.5, which is not ==")) << outcome.out;
    }
}

/// Whether the text is valid UTF-8 and has only characters that XML 1.0 allows; markup is not checked.
bool has_only_xml_characters(std::string_view text) {
    for (; !text.empty(); text.remove_prefix(toibox::utf8_length(text))) {
        const std::size_t length = toibox::utf8_length(text);
        const auto lead = static_cast<unsigned char>(text.front());
        if (length == 0 || (lead < 0x20 && lead != '\n')) return false;
        const std::string_view character = text.substr(0, length);
        if (character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf") return false;
    }
    return true;
}

// The path has invalid UTF-8, and a text of the scene has characters that XML 1.0 cannot represent.
TEST_F(TestCommand, FormatsAreWellFormedForAnyText) {
    const std::string scene =
        write("a\xff#.toi.json",
              still_ball(R"({"that": "ball.x < 0", "at": 0.5, "why": "a\ufffeb\uffff\u0001\u009b"})"));
    const Outcome junit = run({"test", scene, "--format", "junit"});
    EXPECT_EQ(junit.exit_code, 1) << junit.err;
    EXPECT_TRUE(has_only_xml_characters(junit.out)) << junit.out;
    EXPECT_TRUE(contains(junit.out, "a\xEF\xBF\xBD#.toi.json")) << junit.out;
    EXPECT_TRUE(contains(junit.out,
                         "a\xEF\xBF\xBD"
                         "b\xEF\xBF\xBD\xEF\xBF\xBD\xc2\x9b</failure>"))
        << junit.out;
    const Outcome tap = run({"test", scene, "--format", "tap"});
    EXPECT_FALSE(contains(tap.out, "\xff")) << tap.out;
    EXPECT_TRUE(contains(tap.out, "a\xEF\xBF\xBD\\#.toi.json base: ball.x < 0")) << tap.out;
    EXPECT_TRUE(contains(tap.out, R"(\u0001\u009b")")) << tap.out;
}

}  // namespace
