// SPDX-License-Identifier: MIT
// The built program, run as a child process: exit codes, output streams and errors for invalid input.
#include "tests/cli/program.h"

#include "toibox/math/wide/isa.h"

namespace {

using namespace toibox::testing_support;

TEST_F(Program, RunsAllVariantsOfTheBulletScene) {
    const Outcome outcome = run({"run", bullet});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "PASS discrete: ball.x > wall.x, at 1 s"));
    EXPECT_TRUE(contains(outcome.out, "PASS toi: ball.x < wall.x, always"));
    EXPECT_FALSE(contains(outcome.out, "FAIL"));
    EXPECT_TRUE(contains(outcome.err, "0 failed"));
    EXPECT_FALSE(contains(outcome.out, "\x1b")) << "no colours in a file";
}

TEST_F(Program, PrintsOneHashLinePerVariant) {
    const Outcome first = run({"run", bullet, "--hash"});
    const std::vector<std::string> lines = lines_of(first.out);
    ASSERT_GE(lines.size(), 4u);
    for (const std::string& line : lines) {
        const std::size_t space = line.find(' ');
        ASSERT_NE(space, std::string::npos) << line;
        EXPECT_EQ(line.size() - space - 1, 16u) << line;
        EXPECT_EQ(line.find_first_not_of("0123456789abcdef", space + 1), std::string::npos) << line;
    }
    EXPECT_EQ(lines[0].substr(0, 5), "base ");
    EXPECT_EQ(lines[1].substr(0, 9), "discrete ");
    EXPECT_EQ(lines[0].substr(5), lines[1].substr(9)) << "the base scene is the discrete one";
    EXPECT_NE(lines[1].substr(9), lines[2].substr(4)) << "continuous collision changes the outcome";
    EXPECT_EQ(run({"run", bullet, "--hash"}).out, first.out) << "runs repeat exactly";
    const Outcome toi = run({"run", bullet, "--hash", "--variant", "toi"});
    EXPECT_EQ(lines_of(toi.out), std::vector<std::string>{lines[2]});
}

TEST_F(Program, ReturnsAnErrorIfAClaimFails) {
    const std::string scene =
        write("a.toi.json", still_ball(R"({"that": "ball.x < 0", "at": 0.5, "why": "the reason"})"));
    const Outcome outcome = run({"run", scene});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(contains(outcome.out, "FAIL base: ball.x < 0, at 0.5 s"));
    EXPECT_TRUE(contains(outcome.out, "ball.x is 1, which is not < 0 (step 5, t 0.5 s)"));
    EXPECT_TRUE(contains(outcome.out, "the reason"));
    EXPECT_EQ(run({"run", scene, "-q"}).exit_code, 1);
    EXPECT_EQ(run({"run", scene, "--set", "/bodies/ball/position/0=-1"}).exit_code, 0);
}

TEST_F(Program, UnreachedClaimsFailUnlessStepsAreGiven) {
    const std::string scene = write("a.toi.json", still_ball(R"({"that": "ball.x > 0", "at": 7})"));
    const Outcome beyond = run({"run", scene});
    EXPECT_EQ(beyond.exit_code, 1);
    EXPECT_TRUE(contains(beyond.out, "not reached"));
    EXPECT_EQ(run({"run", scene, "--steps", "5"}).exit_code, 0);
    EXPECT_EQ(run({"run", scene, "--steps", "70"}).exit_code, 0);
    EXPECT_TRUE(contains(run({"run", scene, "--steps", "70"}).out, "PASS"));
}

TEST_F(Program, RejectsInvalidCommandLines) {
    const auto expect_usage_error = [&](const std::vector<std::string>& arguments,
                                        const std::string& message) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << message;
        EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    };
    expect_usage_error({"rnu", bullet}, "did you mean \"run\"?");
    expect_usage_error({"bogus"}, "unknown command \"bogus\"");
    expect_usage_error({"run"}, "scene is required");
    expect_usage_error({"run", bullet, "--nonsense"},
                       "unknown option \"--nonsense\" for \"run\": one of: --help, --steps");
    expect_usage_error({"run", "--hsah"}, "unknown option \"--hsah\" for \"run\": did you mean \"--hash\"?");
    expect_usage_error({"run", "--hsah"}, "Try \"toibox run --help\"");
    expect_usage_error({"run", bullet, bullet}, "unexpected argument \"" + bullet + "\" for \"run\"");
    expect_usage_error({bullet, "--screnshot=a.png"},
                       "unknown option \"--screnshot\": did you mean \"--screenshot\"?");
    expect_usage_error({"run", bullet, "--steps", "-1"},
                       "whole number of steps from 0 to 2147483648, got \"-1\"");
    expect_usage_error({"run", bullet, "--steps", "1e3"}, "got \"1e3\"");
    expect_usage_error({"run", bullet, "--steps", "99999999999999999999"}, "got \"99999999999999999999\"");
    expect_usage_error({"run", bullet, "--variant", "tio"}, "did you mean \"toi\"?");
    expect_usage_error({"run", bullet, "--set", "world/gravity=0"}, "such as /world/gravity/1=-3.7");
    expect_usage_error({"run", bullet, "--set", "/world/gravty=1"}, "did you mean \"gravity\"?");
    expect_usage_error({"run", bullet, "--color", "red"}, "--color");
    expect_usage_error({"run", bullet, "--json", "--hash"}, "use only one");
    expect_usage_error({"run", bullet, "--threads", "0"}, "whole number from 1 to 64, got \"0\"");
    expect_usage_error({bullet, "--screenshot", "b.jpg"}, "must end in .png, got \"b.jpg\"");
    expect_usage_error({bullet, "--variant", "tio", "--screenshot", "b.png"}, "did you mean \"toi\"?");
    expect_usage_error({bullet, "--compare", "toi,tio"}, "did you mean \"toi\"?");
    expect_usage_error(
        {bullet, "--compare", "toi"},
        "two to four variants, separated by commas, got only \"toi\": the scene has base, discrete");
    expect_usage_error({bullet, "--compare", "base,toi,stop,discrete,conservative"}, "got 5");
    expect_usage_error({bullet, "--compare", "toi,toi"}, "\"toi\" twice");
    expect_usage_error({bullet, "--compare", "toi,base", "--variant", "toi"}, "use only one");
    expect_usage_error({"--compare", "toi,base"}, "name its file");
    expect_usage_error({"run", bullet, "--compare", "toi,tio"}, "did you mean \"toi\"?");
    expect_usage_error({"run", bullet, "--compare", "toi,base", "--variant", "toi"}, "use only one");
    expect_usage_error({"run", bullet, "--compare", "toi,base", "--svg", "a.svg"}, "an SVG shows one world");
    expect_usage_error({bullet, "--set", "/world/gravty=1", "--screenshot", "b.png"},
                       "did you mean \"gravity\"?");
    expect_usage_error({bullet, "--select", "bal", "--screenshot", "b.png"}, "the scene has no body \"bal\"");
    expect_usage_error({"--size", "3x"}, "must be WIDTHxHEIGHT, such as 1440x900");
    expect_usage_error({"--size", "1e9x3"}, "must be WIDTHxHEIGHT, such as 1440x900");
    expect_usage_error({"--ui-scale", "nan"}, "must be a number from 0.5 to 4");
    expect_usage_error({"--theme", "pink"}, "--theme");
}

TEST_F(Program, DistinguishesInvalidFilesFromMissingFiles) {
    const std::string scene = still_ball(R"({"that": "ball.x > 0", "at": 1})");
    const auto expect_error = [&](int exit_code, const std::string& file, const std::string& message) {
        const Outcome outcome = run({"run", file});
        EXPECT_EQ(outcome.exit_code, exit_code) << file;
        EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
    };
    expect_error(4, path("missing.toi.json"), "No such file or directory");
    expect_error(4, path(""), "it is a folder");
    expect_error(3, write("empty.toi.json", ""), "empty.toi.json");
    expect_error(3, write("half.toi.json", scene.substr(0, scene.size() / 2)), "error:");
    expect_error(3, write("list.toi.json", "[1, 2]"), "error:");
    expect_error(3, write("claim.toi.json", still_ball(R"({"that": "ball.x >"})")), "at character 9");
    expect_error(3, write("name.toi.json", still_ball(R"({"that": "bal.x > 0"})")), "did you mean \"ball\"?");
    expect_error(3, write("zeros.toi.json", std::string(1000, '\0')), "error:");
}

TEST_F(Program, ReportsSceneErrorsBeforeTheWindowOpens) {
    // Neither a display nor a renderer is needed to find these errors.
    const Outcome missing = run({path("missing.toi.json")});
    EXPECT_EQ(missing.exit_code, 4);
    EXPECT_TRUE(contains(missing.err, "missing.toi.json: No such file or directory")) << missing.err;
    const Outcome word = run({"nofile"});
    EXPECT_EQ(word.exit_code, 2);
    EXPECT_TRUE(contains(word.err, "unknown command \"nofile\", and no such file exists")) << word.err;
    const Outcome broken = run({write("broken.toi.json", "{"), "--screenshot", path("a.png")});
    EXPECT_EQ(broken.exit_code, 3);
    EXPECT_FALSE(fs::exists(path("a.png")));
}

TEST_F(Program, ReportsThePlaceOfAPositionThatIsTooLarge) {
    const std::string scene = write("far.toi.json", R"({"toibox": 1, "title": "far", "bodies": [
      {"id": "ball", "position": [1e30, 0], "shapes": [{"type": "circle", "radius": 1}]}]})");
    const Outcome outcome = run({"run", scene});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.err, "far.toi.json:2:35: error: element 0 of \"position\" is too large"))
        << outcome.err;
}

TEST_F(Program, HashIsIndependentOfThreads) {
    const std::string solver = "/world/solver=soft-step";
    const Outcome one = run({"run", bullet, "--hash", "--set", solver, "--threads", "1"});
    const Outcome three = run({"run", bullet, "--hash", "--set", solver, "--threads", "3"});
    EXPECT_FALSE(one.out.empty());
    EXPECT_EQ(one.out, three.out);
}

TEST_F(Program, LintsReadableFilesAndReportsTheOthers) {
    const std::string good = write("good.toi.json", still_ball(R"({"that": "ball.x > 0"})"));
    const std::string bad = write("bad.toi.json", still_ball(R"({"that": "bal.x > 0"})"));
    const Outcome outcome = run({"lint", path("missing"), good, path("gone.toi.json"), bad});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_TRUE(contains(outcome.err, "missing: No such file")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "gone.toi.json: No such file")) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "bad.toi.json:")) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "2 scenes: 1 error, 0 warnings")) << outcome.err;
}

TEST_F(Program, ReportsANonFiniteState) {
    // The force is so large and the mass so small that the speed overflows a float.
    const std::string scene =
        write("fast.toi.json", R"({"toibox": 1, "title": "fast", "world": {"duration": 1},
        "bodies": [{"id": "ball", "mass": {"mass": 1e-30, "inertia": 1}, "shapes": [{"type": "circle", "radius": 0.5}]}],
        "timeline": [{"at": 0.5, "do": "force", "on": "ball", "force": [1e9, 0]}]})");
    const Outcome outcome = run({"run", scene});
    EXPECT_EQ(outcome.exit_code, 5) << outcome.out << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "body \"ball\" became infinite or not a number in step 31"))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "use shorter steps, or check for excessive forces")) << outcome.err;
    const Outcome springs = run({"run", scene, "--set", "/world/solver=penalty"});
    EXPECT_EQ(springs.exit_code, 5);
    EXPECT_TRUE(contains(springs.err, "lower \"penalty_stiffness\"")) << springs.err;
}

TEST_F(Program, NamesASceneWithoutATitleByItsFile) {
    const std::string scene = write("a.toi.json", R"({"toibox": 1, "bodies": []})");
    EXPECT_TRUE(contains(run({"run", scene}).err, scene + ": no claims"));
}

TEST_F(Program, ReportsWhichScriptFailedAndWhy) {
    // Exit codes: 1 a check failed, 3 the script is invalid, 4 the file does not exist.
    const auto expect_error = [&](int exit_code, const std::string& script, const std::string& message) {
        const Outcome outcome = run({bullet, "--size", "640x400", "--script", script});
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, script)) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
    };
    ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // graphics drivers leak memory at exit
    expect_error(1, write("no.uiscript", "expect step = 5\n"), "no.uiscript: line 1: expected step = 5");
    expect_error(3, write("bad.uiscript", "frob\n"), "line 1: unknown command \"frob\"");
    expect_error(4, path("missing.uiscript"), "No such file or directory");
    ::unsetenv("ASAN_OPTIONS");
}

// Without a display, the program prints one line, and no messages from libraries.
TEST_F(Program, ReportsAMissingDisplayOnce) {
    for (const char* name : {"XDG_RUNTIME_DIR", "SDL_VIDEODRIVER"})
        ::unsetenv(name);
    const Outcome outcome = run({bullet});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_TRUE(outcome.err.starts_with("toibox: no display found.")) << outcome.err;
    EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
}

TEST_F(Program, WritesTheMotionOfBodiesAsCsv) {
    const std::string scene = write("a.toi.json", still_ball(R"({"that": "ball.x > 0"})"));
    EXPECT_EQ(run({"run", scene, "--steps", "2", "--csv", path("out.csv")}).exit_code, 0);
    EXPECT_EQ(text_of(path("out.csv")),
              "step,t,body,x,y,angle,vx,vy,spin\r\n"
              "0,0,ball,1,2,0,0,0,0\r\n"
              "1,0.1,ball,1,2,0,0,0,0\r\n"
              "2,0.2,ball,1,2,0,0,0,0\r\n");
    EXPECT_EQ(run({"run", scene, "--steps", "2", "--csv", "-"}).out, text_of(path("out.csv")));
    EXPECT_EQ(run({"run", scene, "--csv", path("no/such/folder.csv")}).exit_code, 4);
    int files = 0;
    for (const auto& entry : fs::directory_iterator(path("."))) {
        files += entry.path().filename().string().starts_with("out.csv") ? 1 : 0;
    }
    EXPECT_EQ(files, 1) << "no temporary file remains";
}

TEST_F(Program, PrintsOneJsonObject) {
    const std::string scene = write(
        "a.toi.json",
        still_ball(R"({"that": "ball.x > 0", "at": 0.5, "why": "say \"yes\"\n"}, {"that": "gone.x > 0"})",
                   R"(, "timeline": [{"at": 0.5, "do": "spawn", "body": {"id": "gone", "position": [-1, 9],
                                     "shapes": [{"type": "circle", "radius": 0.5}]}}])"));
    const Outcome outcome = run({"run", scene, "--json"});
    EXPECT_EQ(outcome.exit_code, 1);
    ASSERT_EQ(lines_of(outcome.out).size(), 1u);
    EXPECT_TRUE(contains(outcome.out, R"("variant":"base","steps":10,"t":1,"bodies":2,"hash":")"));
    EXPECT_TRUE(contains(outcome.out,
                         R"("that":"ball.x > 0","when":"at","at":0.5,"status":"passed","left":1,"right":0)"));
    EXPECT_TRUE(contains(outcome.out, R"("why":"say \"yes\"\n")"));
    EXPECT_TRUE(contains(outcome.out, R"("status":"failed","left":-1)"));
    EXPECT_TRUE(contains(outcome.out, R"("passed":1,"failed":1,"not_reached":0)"));
}

TEST_F(Program, LintsFilesAndFolders) {
    write("good.toi.json", still_ball(R"({"that": "ball.x > 0"})"));
    EXPECT_EQ(run({"lint", path("good.toi.json")}).exit_code, 0);
    EXPECT_EQ(run({"lint", path(".")}).exit_code, 0);
    write("bad.toi.json", still_ball(R"({"that": "ball.x > 0"})", R"(, "titel": "x")"));
    const Outcome outcome = run({"lint", path(".")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(contains(outcome.out, "bad.toi.json:")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "did you mean \"title\"?")) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "2 scenes: 1 error, "));
    EXPECT_EQ(run({"lint", path("missing")}).exit_code, 4);
    EXPECT_EQ(run({"lint"}).exit_code, 2);
    EXPECT_EQ(run({"lint", std::string(TOIBOX_SOURCE_DIR) + "/scenes"}).exit_code, 0);
}

TEST_F(Program, PrintsVersionHelpAndSchema) {
    const Outcome version = run({"--version"});
    EXPECT_EQ(version.exit_code, 0);
    for (const std::string key :
         {"toibox ", "\ncommit ", "\nsim_version ", "\nformats ", "\ncompiler ", "\nsimd ", "\nlibraries "}) {
        EXPECT_TRUE(contains("\n" + version.out, key)) << key;
    }
    EXPECT_TRUE(contains(version.out, "\nsimd " + std::string(toibox::to_string(toibox::best_isa())) + "\n"))
        << version.out;
    const std::string libraries = version.out.substr(version.out.find("\nlibraries "));
    for (const std::string name : {"SDL", "Dear ImGui", "nlohmann-json", "CLI11", "fmt", "MD4C", "giflib",
                                   "libpng", "FreeType", "zstd", "xxHash"}) {
        const std::size_t at = libraries.find(" " + name + " ");
        ASSERT_NE(at, std::string::npos) << name << ": " << libraries;
        const char digit = libraries[at + name.size() + 2];
        EXPECT_TRUE(digit >= '0' && digit <= '9') << name << ": " << libraries;
    }
    const Outcome help = run({"--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_TRUE(contains(help.out, "--screenshot"));
    EXPECT_TRUE(contains(run({"run", "--help"}).out, "--hash"));
    EXPECT_EQ(run({"schema"}).out,
              text_of(std::string(TOIBOX_SOURCE_DIR) + "/scenes/schema/scene-1.schema.json"));
}

TEST_F(Program, UsesColorsOnlyIfRequested) {
    EXPECT_TRUE(contains(run({"run", bullet, "--color=always"}).out, "\x1b[32mPASS\x1b[0m"));
    EXPECT_FALSE(contains(run({"run", bullet, "--color=never"}).out, "\x1b"));
}

// A claim that is not reached because --steps ends the run is not an error, and -q does not print it.
TEST_F(Program, QuietHidesClaimsBeyondGivenSteps) {
    const std::string scene = write("a.toi.json", still_ball(R"({"that": "ball.x > 0", "at": 1})"));
    const Outcome outcome = run({"run", scene, "--steps", "0", "-q"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
    EXPECT_TRUE(contains(run({"run", scene, "--steps", "0"}).out, "not reached"));
}

// The penalty solver is compatible with the base scene, where continuous collision is off, but not with
// variant "toi".
TEST_F(Program, NamesTheVariantThatConflictsWithAnOverride) {
    const Outcome outcome = run({"run", bullet, "--variant", "toi", "--set", "/world/solver=penalty"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "variant \"toi\" sets /world/continuous")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "--set /world/continuous=off")) << outcome.err;
}

// A text of the scene has control characters that would clear the screen or overwrite a line.
TEST_F(Program, SceneTextCannotControlTheTerminal) {
    const std::string scene = write(
        "a.toi.json",
        still_ball(R"({"that": "ball.x < 0", "at": 0.5, "why": "a\u001b[2J\rb\u0001\u009bc\nd\u00fc"})"));
    const std::string recording = path("a.toirec");
    ASSERT_EQ(run({"record", scene, "-o", recording}).exit_code, 0);
    const std::vector<std::vector<std::string>> commands{
        {"run", scene}, {"test", scene}, {"replay", recording, "--headless"}};
    for (std::vector<std::string> words : commands) {
        const Outcome plain = run(words);
        for (const char* control : {"\x1b", "\r", "\x01", "\xc2\x9b"})
            EXPECT_FALSE(contains(plain.out + plain.err, control)) << words[0] << ": " << plain.out;
        EXPECT_TRUE(contains(plain.out, "a?[2J?b??c\nd\xc3\xbc")) << plain.out;
        words.insert(words.end(), {"--color", "always"});
        const Outcome colored = run(words);
        EXPECT_TRUE(contains(colored.out, "\x1b[2m")) << colored.out;
        EXPECT_FALSE(contains(colored.out, "\x1b[2J")) << colored.out;
    }
    EXPECT_TRUE(contains(run({"run", scene, "--json"}).out, R"(a\u001b[2J\u000db\u0001\u009bc\nd)"))
        << "JSON keeps the characters, escaped";
}

}  // namespace
