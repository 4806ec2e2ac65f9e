// SPDX-License-Identifier: MIT
#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include "app/window/run_window.h"
#include "tests/support/bullet_scene.h"

#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// Plays the UI scripts of this folder in the complete sandbox, with the offscreen driver of SDL. Screenshots
/// go to a temporary folder. The files contain no time, so equal pictures have equal files.
class Sandbox : public testing::Test {
protected:
    void SetUp() override {
        previous_folder_ = std::filesystem::current_path();
        std::filesystem::current_path(folder_.path());
    }
    void TearDown() override { std::filesystem::current_path(previous_folder_); }

    /// By default all three panels are open.
    static int play(const std::string& script, const std::string& scene,
                    const std::vector<std::string>& panels = {"scenes", "settings", "statistics"}) {
        return run_window({.scene = std::string(TOIBOX_SOURCE_DIR "/scenes/") + scene + ".toi.json",
                           .width = 1280,
                           .height = 720,
                           .open = panels,
                           .script = std::string(TOIBOX_SOURCE_DIR "/tests/gui/") + script + ".uiscript"});
    }
    std::string picture(const std::string& name) const {
        std::string bytes = folder_.read(name + ".png");
        EXPECT_FALSE(bytes.empty()) << name;
        return bytes;
    }

    test::TemporaryFolder folder_;
    std::filesystem::path previous_folder_;
};

TEST_F(Sandbox, ClickOnContinuousStopsTheBullet) {
    ASSERT_EQ(play("continuous", "continuous/03-bullet"), 0);
    EXPECT_NE(picture("start"), picture("passed"));
    EXPECT_NE(picture("passed"), picture("stopped"));
}

// Without panels, as on first start.
TEST_F(Sandbox, FirstMinutesByMouseAlone) {
    ASSERT_EQ(play("first_minutes", "continuous/03-bullet", {}), 0);
    EXPECT_NE(picture("both"), picture("both_stop"));
}

// Without panels: the lines of the runs are far enough apart to point at one.
TEST_F(Sandbox, CountsTheRunsOfACurve) {
    EXPECT_EQ(run_window({.scene = TOIBOX_SOURCE_DIR "/scenes/continuous/02-missed-event.toi.json",
                          .variant = "v20",
                          .width = 1440,
                          .height = 900,
                          .open = {"sweep"},
                          .script = TOIBOX_SOURCE_DIR "/tests/gui/sweep.uiscript"}),
              0);
    EXPECT_NE(picture("runs"), picture("curve"));
}

TEST_F(Sandbox, CountsACrowdAndOpensOneOfItsRuns) {
    EXPECT_EQ(play("crowd", "continuous/03-bullet"), 0) << "counts until the state changes";
    EXPECT_EQ(play("crowd_run", "continuous/03-bullet", {}), 0);
}

TEST_F(Sandbox, PanesStandSideBySide) {
    ASSERT_EQ(play("compare", "continuous/03-bullet"), 0);
    EXPECT_NE(picture("two"), picture("alone"));
    ASSERT_EQ(play("compare_panel", "continuous/03-bullet", {}), 0);
    EXPECT_NE(picture("compare"), picture("quiet"));
}

TEST_F(Sandbox, SearchFindsRunsAndChanges) {
    ASSERT_EQ(play("palette", "continuous/03-bullet", {}), 0);
    std::set<std::string> pictures;
    for (const char* name : {"found", "settings", "list", "swept", "quantity", "nothing", "tag"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
}

TEST_F(Sandbox, ProjectorModeShowsTheWorldAndWhatIsAsked) {
    ASSERT_EQ(play("projector", "continuous/03-bullet"), 0);
    std::set<std::string> pictures;
    for (const char* name : {"window", "question", "answer", "dark", "panes"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
    // Toolbar, panels and timeline are hidden.
    for (const char* name : {"timeline", "play", "\"tab Scenes\""}) {
        folder_.write("hidden.uiscript", std::string("key Tab\nwait 4\nclick ") + name + "\n");
        EXPECT_EQ(run_window({.scene = TOIBOX_SOURCE_DIR "/scenes/continuous/03-bullet.toi.json",
                              .width = 1280,
                              .height = 720,
                              .open = {"scenes"},
                              .script = "hidden.uiscript"}),
                  1)
            << name;
    }
}

TEST_F(Sandbox, BrowsesCoursesAndScenes) {
    ASSERT_EQ(play("browser", "continuous/03-bullet"), 0);
    EXPECT_NE(picture("course"), picture("found"));
}

TEST_F(Sandbox, TheBrowserOpensFromTheCommandLine) {
    folder_.write("browser.uiscript", "wait 3\nexpect browser.open = true\nexpect browser.columns = 5\n");
    EXPECT_EQ(run_window({.scene = TOIBOX_SOURCE_DIR "/scenes/continuous/03-bullet.toi.json",
                          .width = 1440,
                          .height = 900,
                          .open = {"browser"},
                          .script = "browser.uiscript"}),
              0);
}

// On first start only the world, the toolbar, the timeline and the status bar are shown.
TEST_F(Sandbox, StartsWithoutPanelsAndOpensThemOnDemand) {
    ASSERT_EQ(play("quiet", "continuous/03-bullet", {}), 0);
    std::set<std::string> pictures;
    for (const char* name : {"quiet", "left", "all", "wide", "search", "projector"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
}

TEST_F(Sandbox, ButtonsAndKeysControlTime) {
    EXPECT_EQ(play("time", "playground/00-playground"), 0);
}

TEST_F(Sandbox, StatisticsShowDistributionsAndOpenTheWorstPair) {
    ASSERT_EQ(play("statistics", "continuous/20-even-roots"), 0);
    EXPECT_NE(picture("histogram"), picture("outcomes"));
}

TEST_F(Sandbox, GoesBackAndForthInTime) {
    EXPECT_EQ(play("history", "playground/00-playground"), 0);
}

/// In the window, the script of scene 47 pauses, slows down and moves the camera, but the state is
/// bit-identical to the state of a headless run.
TEST_F(Sandbox, ScriptedSceneMatchesHeadlessRun) {
    const std::string path = TOIBOX_SOURCE_DIR "/scenes/playground/47-script.toi.json";
    auto run = scene::Run::start(scene::Document::load(path)->resolve().value()).value();
    while (run.steps() < 252)
        run.step();
    const double x = static_cast<double>(run.world().find(run.body("box-3"))->center().x);
    folder_.write(
        "script.uiscript",
        fmt::format("click play\nawait step > 130\nexpect effective_speed < 1\nawait step >= 192\nwait 2\n"
                    "expect paused = true\nexpect step = 192\n"
                    "drag timeline -100 0\nwait 1\nexpect past = true\nclick play\nawait step >= 192\n"
                    "wait 1\nexpect step = 192\nexpect divergence = false\n"
                    "key Shift+.\nkey Shift+.\nkey Shift+.\nkey Shift+.\nkey Shift+.\nkey Shift+.\n"
                    "wait 2\nexpect step = 252\nexpect hash = {:016x}\n"
                    "expect camera.x > {}\nexpect camera.x < {}\n",
                    run.world().hash(), x - 1e-4, x + 1e-4));
    EXPECT_EQ(run_window({.scene = path, .width = 1280, .height = 720, .script = "script.uiscript"}), 0);
}

TEST_F(Sandbox, MousePullsMovesPansAndZooms) {
    ASSERT_EQ(play("mouse", "playground/00-playground"), 0);
    EXPECT_NE(picture("pulled"), picture("zoomed"));
}

TEST_F(Sandbox, OpensVariantsParametersAndScenesByClicks) {
    EXPECT_EQ(play("scenes", "continuous/03-bullet"), 0);
}

TEST_F(Sandbox, OverlaysThemeAndScaleChangeThePicture) {
    ASSERT_EQ(play("look", "playground/00-playground"), 0);
    std::set<std::string> pictures;
    for (const char* name : {"plain", "boxes", "contacts", "normals", "impulses", "ids", "velocities",
                             "no-grid", "names", "light", "large", "only-world", "keys"}) {
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
    }
    EXPECT_EQ(picture("plain"), picture("plain-again"));
}

TEST_F(Sandbox, SettingsTabShowsTheSettingsOfTheSolver) {
    ASSERT_EQ(play("settings", "playground/00-playground"), 0);
    std::set<std::string> pictures;
    for (const char* name : {"impulses", "soft", "penalty", "push-back"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
}

TEST_F(Sandbox, GjkTabShowsThePairOfScene9) {
    ASSERT_EQ(play("gjk", "detection/09-gjk-by-hand"), 0);
    std::set<std::string> pictures;
    for (const char* name :
         {"last", "first", "second", "highlighted", "no-hull", "what-if", "sat", "sat-axis", "moved"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
}

TEST_F(Sandbox, GjkTabStepsThroughOtherMethods) {
    ASSERT_EQ(play("distance_methods", "detection/09-gjk-by-hand"), 0);
    std::set<std::string> pictures;
    for (const char* name : {"list", "epa-last", "epa-first", "walk-overlap", "boolean-first", "vertex-last",
                             "vertex-apart", "walk-last", "walk-first", "epa-apart", "boolean-apart"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
}

TEST_F(Sandbox, ToiTabShowsTheBlade) {
    ASSERT_EQ(play("toi", "continuous/19-blade"), 0);
    std::set<std::string> pictures;
    for (const char* name : {"linear", "bilateral", "highlighted", "answer", "whole", "zoomed", "panned"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
    EXPECT_EQ(picture("whole"), picture("whole-again"));
}

TEST_F(Sandbox, PairTabsStandOnTheRightHalf) {
    ASSERT_EQ(play("right_half", "continuous/19-blade", {}), 0);
    std::set<std::string> pictures;
    for (const char* name : {"right", "bottom", "gjk"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
}

// In a narrow panel the controls take two rows. The last row of the table is still visible below the plot.
TEST_F(Sandbox, ToiPlotLeavesRoomForControlsInTwoRows) {
    folder_.write("narrow.uiscript",
                  "key F6\nwait 3\ndrag \"splitter half\" 310 0\nwait 3\nexpect half_width < 600\n"
                  "click \"method brute-force\"\nwait 2\nexpect toi.method = brute-force\n"
                  "screenshot narrow.png\n");
    EXPECT_EQ(run_window({.scene = TOIBOX_SOURCE_DIR "/scenes/continuous/19-blade.toi.json",
                          .width = 1440,
                          .height = 900,
                          .script = "narrow.uiscript"}),
              0);
}

TEST_F(Sandbox, ToiTabShowsTheBullet) {
    EXPECT_EQ(play("toi_bullet", "continuous/03-bullet"), 0);
}

// Without a pair, the tab shows a hint, and bodies keep their colours. When a body is selected, the tab shows
// a pair and all other bodies are grey.
TEST_F(Sandbox, ToiTabStartsWithAHint) {
    folder_.write("good.toi.json", test::bullet_scene());
    folder_.write("hint.uiscript",
                  "key F6\nwait 3\nexpect toi.pair = none\nexpect greyed = false\nscreenshot "
                  "hint.png\nclick \"body ball\"\nwait 2\n"
                  "expect toi.pair = ball – wall\nexpect greyed = true\n");
    EXPECT_EQ(run_window({.scene = "good.toi.json", .width = 1280, .height = 720, .script = "hint.uiscript"}),
              0);
}

// A restart moves the camera back to the scene's view; a restart by key, menu or button does the same.
TEST_F(Sandbox, RestartRestoresTheViewOfTheScene) {
    folder_.write("view.toi.json",
                  R"({"toibox": 1, "title": "view", "view": {"center": [1, 2], "height": 10},
        "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.25}]}]})");
    std::string script = "wait 2\nexpect camera.x = 1\nexpect camera.y = 2\n";
    for (const char* restart : {"key R", "click restart", "click \"menu simulate\"\nclick \"menu restart\""})
        script += std::string("drag world 200 100 right\nwait 1\nexpect camera.x != 1\n") + restart +
                  "\nwait 2\nexpect step = 0\nexpect camera.x = 1\nexpect camera.y = 2\n";
    folder_.write("view.uiscript", script);
    EXPECT_EQ(run_window({.scene = "view.toi.json", .width = 1280, .height = 720, .script = "view.uiscript"}),
              0);
}

// The camera's first move starts when the scene starts, so a restart starts it again, from the scene's view.
TEST_F(Sandbox, RestartStartsTheCameraMoveAtStepZeroAgain) {
    folder_.write("move.toi.json",
                  R"({"toibox": 1, "title": "move", "view": {"center": [1, 2], "height": 10},
        "world": {"gravity": [0, 0]}, "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.25}]}],
        "timeline": [{"at": 0, "do": "camera", "center": [5, 2], "height": 10, "for": 0.1}]})");
    folder_.write(
        "move.uiscript",
        "wait 2\nexpect camera.x = 1\nkey Shift+.\nwait 2\nexpect camera.x = 5\n"
        "drag world 200 100 right\nwait 1\nkey R\nwait 2\nexpect camera.x = 1\nkey Shift+.\nwait 2\n"
        "expect camera.x = 5\n");
    EXPECT_EQ(run_window({.scene = "move.toi.json", .width = 1280, .height = 720, .script = "move.uiscript"}),
              0);
}

TEST_F(Sandbox, NumbersAreTypedAsArithmeticWithUnits) {
    EXPECT_EQ(play("numbers", "continuous/03-bullet"), 0);
}

// The keys of the GJK tab and of the zoom say why they cannot act.
TEST_F(Sandbox, KeysOfTheViewSayWhyTheyCannotAct) {
    std::string script =
        "key Right\nwait 2\nexpect notice = true\nkey F4\nwait 2\nexpect notice = false\n"
        "click \"body ball\"\nwait 2\nkey Shift+Right\nwait 2\nkey Right\nwait 2\nexpect notice = true\n"
        "key Left\nwait 2\nexpect notice = false\nkey Shift+Left\nwait 2\nkey Left\nwait 2\n"
        "expect notice = true\nkey Right\nwait 2\nexpect notice = false\n";
    for (int i = 0; i < 60; ++i)
        script += "key -\n";
    script += "wait 2\nexpect notice = true\nkey +\nwait 2\nexpect notice = false\n";
    folder_.write("good.toi.json", test::bullet_scene());
    folder_.write("keys.uiscript", script);
    EXPECT_EQ(run_window({.scene = "good.toi.json", .width = 1280, .height = 720, .script = "keys.uiscript"}),
              0);
}

TEST_F(Sandbox, SavingAPictureIsReported) {
    folder_.write("good.toi.json", test::bullet_scene());
    folder_.write("picture.uiscript", "key F12\nwait 2\nexpect notice = true\n");
    EXPECT_EQ(
        run_window({.scene = "good.toi.json", .width = 640, .height = 480, .script = "picture.uiscript"}), 0);
    EXPECT_NE(picture("good-step-0"), "");
}

// Texts of a scene must not be used as printf formats.
TEST_F(Sandbox, ParameterUnitMayContainAPercentSign) {
    folder_.write("unit.toi.json",
                  R"({"toibox": 1, "title": "unit", "parameters": {"share": {"value": 20, "min": 0,
        "max": 100, "unit": "%s", "sets": "/bodies/ball/position/0"}},
        "bodies": [{"id": "ball", "position": [20, 0], "shapes": [{"type": "circle", "radius": 0.25}]}]})");
    folder_.write("unit.uiscript", "wait 2\nexpect scene = unit\nexpect problems = 0\n");
    EXPECT_EQ(run_window({.scene = "unit.toi.json", .width = 1280, .height = 720, .script = "unit.uiscript"}),
              0);
}

TEST_F(Sandbox, BroadPhaseTabShowsTheFourBoxes) {
    ASSERT_EQ(play("broad", "broad/06-sweep-and-prune"), 0);
    std::set<std::string> pictures;
    for (const char* name : {"lists", "start-of-c", "pair-a-d", "exchange", "grid", "one-axis"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
}

TEST_F(Sandbox, EveryBroadPhaseHasItsOwnPicture) {
    ASSERT_EQ(play("broad_draw", "playground/00-playground"), 0);
    std::set<std::string> pictures;
    for (const char* name :
         {"plain", "all-pairs", "dynamic-tree", "batched-sweep", "sweep-one-axis", "sweep-and-prune", "grid",
          "quadtree", "kd-tree", "bsp", "interval-tree", "one-shot-sweep", "cell-portals"})
        EXPECT_TRUE(pictures.insert(picture(name)).second) << name << " equals another picture";
}

TEST_F(Sandbox, BrokenSceneIsReportedAndThePreviousOneStays) {
    folder_.write("broken.toi.json", R"({"toibox": 1, "title": "Broken", "bodys": []})");
    folder_.write("good.toi.json", test::bullet_scene());
    EXPECT_EQ(play("broken", "continuous/03-bullet"), 0);
}

TEST_F(Sandbox, ReturnsExitCodesForFailedExpectationsAndErrors) {
    folder_.write("no.uiscript", "expect step = 7\n");
    const auto run = [&](const std::string& script) {
        return run_window({.scene = TOIBOX_SOURCE_DIR "/scenes/continuous/03-bullet.toi.json",
                           .width = 640,
                           .height = 480,
                           .script = script});
    };
    EXPECT_EQ(run("no.uiscript"), 1);
    folder_.write("bad.uiscript", "expct step = 7\n");
    EXPECT_EQ(run("bad.uiscript"), 3);
    EXPECT_EQ(run("missing.uiscript"), 4);
    EXPECT_EQ(run_window({.scene = "missing.toi.json", .screenshot = "never.png"}), 3);
    EXPECT_EQ(run_window({.scene = TOIBOX_SOURCE_DIR "/scenes/continuous/03-bullet.toi.json",
                          .screenshot = "no such folder/picture.png"}),
              4);
}

}  // namespace
}  // namespace toibox::app
