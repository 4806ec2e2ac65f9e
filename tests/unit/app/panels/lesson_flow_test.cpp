// SPDX-License-Identifier: MIT
// What a lesson asks, locks, runs and reveals, without a window.
#include "app/panels/lesson_flow.h"

#include "app/panels/crowd_start.h"
#include "app/panels/panels.h"
#include "app/session/scene_library.h"
#include "tests/support/temporary_folder.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A ball that flies 1 m per step. Its lesson asks after two steps how far it is after four; a second page is
/// only read; the third shows the runs of a sweep.
constexpr const char* flight = R"({"toibox": 1, "title": "Flight",
    "world": {"gravity": [0, 0], "duration": 1},
    "parameters": {"speed": {"value": 60, "min": 1, "max": 100, "sets": "/bodies/ball/velocity/0"}},
    "bodies": [{"id": "ball", "velocity": [60, 0], "shapes": [{"type": "circle", "radius": 0.1}]}],
    "sweeps": {"speeds": {"vary": "/parameters/speed", "from": 1, "to": 50, "count": 5}},
    "timeline": [{"at": 0.05, "do": "pause", "text": "Here"}],
    "lesson": {"summary": "How far?", "pages": [
      {"id": "far", "ask": "How far?", "set_up": {"step": 2, "draw": ["velocities"], "speed": 1}, "run_to": 4,
       "choices": [{"text": "2 m"}, {"text": "4 m", "right": true, "that": "ball.x == 4 +- 0.01"}, {"text": "8 m"}],
       "reveal": {"text": "1 m per step.", "draw": ["swept"], "marks": [{"from": [4, 0], "text": "4 m"}]}},
      {"id": "read", "text": "Only read."},
      {"id": "crowd", "ask": "How many?", "set_up": {"sweep": "speeds"},
       "choices": [{"text": "5", "right": true}, {"text": "6"}, {"text": "7"}]}
    ]}})";

class LessonFlow : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("01-flight.toi.json", flight);
        path_ = folder_.file("01-flight.toi.json");
        ASSERT_TRUE(open_scene(session_, ui_, path_));
    }
    void open(const std::string& id, const std::string& course = {}) {
        ASSERT_TRUE(open_page(session_, ui_, {path_, id}, course));
        follow();
    }
    /// What the sandbox does in each frame.
    void follow() {
        ui_.compare.wanted.reset();
        update_lesson(session_, ui_);
        if (ui_.crowd) ui_.crowd->runs.advance(0.01);
    }
    /// Plays until nothing moves any more.
    void play() {
        while (session_.is_playing())
            session_.play_step();
        for (int i = 0; i < 200 && ui_.lesson.stage == PageStage::Running; ++i)
            follow();
    }
    [[nodiscard]] const LessonState& lesson() const { return ui_.lesson; }
    [[nodiscard]] PageResult result(const std::string& id) const {
        return ui_.browser.progress.at(session_.document().path() + "#" + id);
    }

    test::TemporaryFolder folder_;
    std::string path_;
    Session session_;
    UiState ui_;
};

TEST_F(LessonFlow, APageAsksInTheStateOfItsSetUp) {
    open("far");
    EXPECT_EQ(session_.run().steps(), 2);
    EXPECT_FALSE(session_.is_playing());
    EXPECT_TRUE(is_locked(session_, ui_));
    EXPECT_TRUE(page_marks(session_, ui_).empty());
    EXPECT_FALSE(primary_button_of(session_, ui_).is_enabled) << "no choice yet";
}

TEST_F(LessonFlow, TheRunStopsWhereItDecidesWhateverTheScriptSays) {
    open("far");
    choose_answer(session_, ui_, 1);
    run_page(session_, ui_);
    EXPECT_FALSE(is_locked(session_, ui_));
    EXPECT_EQ(lesson().stage, PageStage::Running);
    play();
    // The script pauses at step 3, the page at step 4.
    EXPECT_EQ(session_.run().steps(), 4);
    EXPECT_EQ(lesson().stage, PageStage::Finished);
}

TEST_F(LessonFlow, TheRevealKeepsTheResult) {
    open("far");
    choose_answer(session_, ui_, 0);
    run_page(session_, ui_);
    play();
    reveal_page(session_, ui_);
    EXPECT_EQ(lesson().stage, PageStage::Revealed);
    EXPECT_EQ(page_marks(session_, ui_).size(), 1u);
    EXPECT_EQ(result("far"), PageResult::Wrong);
    choose_answer(session_, ui_, 1);
    EXPECT_EQ(lesson().choice, 0u) << "too late";
    // Another try may be better, and never loses what was reached.
    open("far");
    choose_answer(session_, ui_, 1);
    run_page(session_, ui_);
    play();
    reveal_page(session_, ui_);
    EXPECT_EQ(result("far"), PageResult::Right);
    open("far");
    run_page(session_, ui_);
    play();
    reveal_page(session_, ui_);
    EXPECT_EQ(result("far"), PageResult::Right);
}

TEST_F(LessonFlow, ASkippedQuestionStillRunsAndReveals) {
    open("far");
    for (int i = 0; i < 3; ++i) {
        press_primary(session_, ui_);
        play();
    }
    EXPECT_EQ(result("far"), PageResult::Skipped);
    EXPECT_EQ(open_page_of(session_, ui_)->id, "read");
}

TEST_F(LessonFlow, APageWithoutAQuestionLocksNothing) {
    open("read");
    EXPECT_FALSE(is_locked(session_, ui_));
    EXPECT_EQ(std::string(primary_button_of(session_, ui_).label), "Next");
    EXPECT_EQ(result("read"), PageResult::Right) << "it was read";
    press_primary(session_, ui_);
    EXPECT_EQ(open_page_of(session_, ui_)->id, "crowd");
    EXPECT_EQ(place_of_page(session_, ui_), 2u);
}

TEST_F(LessonFlow, ThePageOfASweepRunsItsCrowd) {
    open("crowd");
    choose_answer(session_, ui_, 0);
    run_page(session_, ui_);
    ASSERT_TRUE(ui_.crowd);
    play();
    EXPECT_TRUE(ui_.crowd->runs.is_finished());
    EXPECT_EQ(lesson().stage, PageStage::Finished);
    press_primary(session_, ui_);
    press_primary(session_, ui_);
    EXPECT_FALSE(lesson().is_open()) << "this was the last page";
    EXPECT_EQ(ui_.notice, "This was the last page. Answered: 1 of 3, right: 1.");
}

TEST_F(LessonFlow, SetItUpForMeTakesTheUsersChangesBack) {
    open("far");
    WorldSettings settings = session_.settings();
    settings.gravity = {0.0f, -10.0f};
    ASSERT_TRUE(session_.change_settings(settings));
    ASSERT_TRUE(session_.set_parameter("speed", 30.0));
    set_up_page(session_, ui_);
    follow();
    EXPECT_EQ(session_.settings().gravity, Vec2{});
    EXPECT_TRUE(session_.overrides().empty());
    EXPECT_EQ(session_.run().steps(), 2);
}

// A page that is only read, and one that is set up again after its reveal, close what they do not name.
TEST_F(LessonFlow, ASetUpClosesWhatThePageDoesNotName) {
    open("far");
    EXPECT_TRUE(lesson().wants_set_up);
    run_page(session_, ui_);
    play();
    reveal_page(session_, ui_);
    EXPECT_FALSE(lesson().wants_set_up);
    set_up_page(session_, ui_);
    EXPECT_TRUE(lesson().wants_set_up);
    EXPECT_EQ(lesson().stage, PageStage::Asking);
    open("read");
    EXPECT_EQ(lesson().stage, PageStage::Revealed);
    EXPECT_TRUE(lesson().wants_set_up);
}

TEST_F(LessonFlow, TheWindowShowsAgainWhatItShowedBefore) {
    ui_.draw.trails = true;
    ui_.shows_right = true;
    open("far");
    ui_.draw.trails = false;
    ui_.shows_right = false;
    end_lesson(session_, ui_);
    EXPECT_TRUE(ui_.draw.trails);
    EXPECT_TRUE(ui_.shows_right);
    EXPECT_FALSE(ui_.shows_left);
    EXPECT_EQ(ui_.left, LeftTab::Scenes);
}

TEST_F(LessonFlow, ThePanesOfAPageCloseWithTheLesson) {
    open("far");
    ui_.compare.panes = {{session_.variant()}, {session_.variant()}};
    end_lesson(session_, ui_);
    ASSERT_TRUE(ui_.compare.wanted);
    EXPECT_EQ(ui_.compare.wanted->size(), 1u);
}

// Keys and buttons that move in time are locked one by one. Whatever gets past them is taken back.
TEST_F(LessonFlow, WhileAPageAsksTheSessionStaysWhereItAsks) {
    const std::vector<std::function<void()>> motions{
        [&] { session_.step_once(); },
        [&] { session_.restart(); },
        [&] { session_.rewind(1.0); },
        [&] { session_.set_playing(true); },
        [&] { ASSERT_TRUE(session_.reload()); },
        [&] { ASSERT_TRUE(session_.choose_variant("")); },
        [&] { ASSERT_TRUE(session_.set_parameter("speed", 30.0)); },
    };
    open("far");
    for (std::size_t i = 0; i < motions.size(); ++i) {
        SCOPED_TRACE(i);
        choose_answer(session_, ui_, 2);
        motions[i]();
        follow();
        follow();
        EXPECT_EQ(session_.run().steps(), 2);
        EXPECT_EQ(session_.run().scene().parameters.at(0).value, 60.0);
        EXPECT_FALSE(session_.is_playing());
        EXPECT_EQ(lesson().stage, PageStage::Asking);
        EXPECT_EQ(lesson().choice, 2u);
    }
    EXPECT_FALSE(session_.can_undo()) << "the user has done nothing";
}

TEST_F(LessonFlow, ACrowdWaitsForTheAnswer) {
    open("crowd");
    start_crowd(session_, ui_, "speeds");
    EXPECT_FALSE(ui_.crowd);
    run_page(session_, ui_);
    EXPECT_TRUE(ui_.crowd);
}

TEST_F(LessonFlow, ACrowdHasTheSettingsOfTheUser) {
    open("crowd");
    WorldSettings settings = session_.settings();
    settings.gravity = {0.0f, -10.0f};
    ASSERT_TRUE(session_.change_settings(settings));
    run_page(session_, ui_);
    ASSERT_TRUE(ui_.crowd);
    ASSERT_TRUE(ui_.crowd->runs.setup().settings);
    EXPECT_EQ(ui_.crowd->runs.setup().settings->gravity, settings.gravity);
}

// Run again while the session plays: the runs need the session at its start.
TEST_F(LessonFlow, ACrowdPausesTheSession) {
    open("crowd");
    run_page(session_, ui_);
    play();
    reveal_page(session_, ui_);
    session_.set_playing(true);
    session_.play_step();
    run_page(session_, ui_);
    EXPECT_FALSE(session_.is_playing());
    EXPECT_EQ(session_.run().steps(), 0);
    EXPECT_TRUE(ui_.crowd);
}

TEST_F(LessonFlow, AnotherStartDuringTheRunSetsThePageUpAgain) {
    open("far");
    run_page(session_, ui_);
    ASSERT_TRUE(session_.reload());
    follow();
    follow();
    EXPECT_EQ(lesson().stage, PageStage::Asking);
    EXPECT_EQ(session_.run().steps(), 2);
}

TEST_F(LessonFlow, ThePageIsFoundByItsIdAfterTheFileHasChanged) {
    open("far");
    toggle_vote(session_, ui_);
    std::string changed = flight;
    changed.replace(changed.find("{\"id\": \"far\""), 0, R"({"id": "new", "text": "New."}, )");
    changed.replace(changed.find("{\"text\": \"8 m\"}"), 0, R"({"text": "6 m"}, )");
    folder_.write("01-flight.toi.json", changed);
    ASSERT_TRUE(session_.reload());
    follow();
    follow();
    ASSERT_NE(open_page_of(session_, ui_), nullptr);
    EXPECT_EQ(open_page_of(session_, ui_)->id, "far");
    EXPECT_EQ(open_page_of(session_, ui_)->choices.size(), 4u);
    EXPECT_EQ(session_.run().steps(), 2);
}

// The page is set up from the scene that is open: a file that has been broken since changes nothing.
TEST_F(LessonFlow, ABrokenFileDoesNotEndThePage) {
    open("far");
    folder_.write("01-flight.toi.json", "{");
    EXPECT_FALSE(session_.reload());
    session_.restart();
    follow();
    follow();
    EXPECT_EQ(session_.run().steps(), 2);
    EXPECT_EQ(lesson().stage, PageStage::Asking);
}

TEST_F(LessonFlow, AChoiceThatTheFileNoLongerHasIsForgotten) {
    open("far");
    choose_answer(session_, ui_, 2);
    run_page(session_, ui_);
    play();
    reveal_page(session_, ui_);
    std::string changed = flight;
    changed.replace(changed.find(R"(, {"text": "8 m"})"), 17, "");
    folder_.write("01-flight.toi.json", changed);
    ASSERT_TRUE(session_.reload());
    follow();
    EXPECT_FALSE(lesson().choice);
}

// The velocity of the ball overflows at 0.1 s: that step fails.
TEST_F(LessonFlow, ARunThatFailsCanBeRevealed) {
    folder_.write("fails.toi.json", R"({"toibox": 1, "world": {"duration": 1},
        "bodies": [{"id": "ball", "mass": {"mass": 1e-30, "inertia": 1}, "shapes": [{"type": "circle", "radius": 0.5}]}],
        "timeline": [{"at": 0.1, "do": "force", "on": "ball", "force": [1e9, 0]}],
        "lesson": {"pages": [{"id": "p", "ask": "?", "run_to": 30,
          "choices": [{"text": "a", "right": true}, {"text": "b"}, {"text": "c"}]}]}})");
    ASSERT_TRUE(open_scene(session_, ui_, folder_.file("fails.toi.json")));
    ASSERT_TRUE(open_page(session_, ui_, {folder_.file("fails.toi.json"), "p"}, {}));
    follow();
    run_page(session_, ui_);
    play();
    EXPECT_TRUE(session_.last_report().failed());
    EXPECT_EQ(lesson().stage, PageStage::Finished);
}

// The user who opens the scene itself leaves its lesson.
TEST_F(LessonFlow, OpeningTheSceneEndsTheLesson) {
    open("far");
    ASSERT_TRUE(open_scene(session_, ui_, path_));
    follow();
    EXPECT_FALSE(lesson().is_open());
    EXPECT_EQ(session_.run().steps(), 0);
}

TEST_F(LessonFlow, AnotherSceneEndsTheLesson) {
    open("far");
    folder_.write("other.toi.json", R"({"toibox": 1})");
    ASSERT_TRUE(open_scene(session_, ui_, folder_.file("other.toi.json")));
    update_lesson(session_, ui_);
    EXPECT_FALSE(lesson().is_open());
}

TEST_F(LessonFlow, ACourseLeadsFromSceneToScene) {
    std::string second = flight;
    second.replace(second.find("\"far\""), 5, "\"near\"");
    folder_.write("02-second.toi.json", second);
    ui_.browser.folder = folder_.path();
    scene::Course course;
    course.id = "c";
    course.chapters.resize(1);
    course.chapters[0].pages.resize(2);
    course.chapters[0].pages[0].scene = "01-flight.toi.json";
    course.chapters[0].pages[0].page = "far";
    course.chapters[0].pages[1].scene = "02-second.toi.json";
    course.chapters[0].pages[1].page = "near";
    ui_.browser.courses.courses = {course};
    start_course(session_, ui_);
    follow();
    EXPECT_EQ(lesson().course, "c");
    EXPECT_EQ(pages_in_order(session_, ui_).size(), 2u);
    EXPECT_FALSE(has_previous_page(session_, ui_));
    go_to_next_page(session_, ui_);
    follow();
    EXPECT_EQ(open_page_of(session_, ui_)->id, "near");
    EXPECT_EQ(session_.document().path(), full_path(folder_.file("02-second.toi.json")));
    EXPECT_FALSE(has_next_page(session_, ui_));
    go_to_previous_page(session_, ui_);
    follow();
    EXPECT_EQ(open_page_of(session_, ui_)->id, "far");
    EXPECT_FALSE(page_to_continue(ui_.browser.courses.courses[0], ui_)) << "nothing is answered";
    ui_.browser.progress["01-flight.toi.json#far"] = PageResult::Skipped;
    EXPECT_EQ(page_to_continue(ui_.browser.courses.courses[0], ui_), 1u);
    ui_.browser.progress["02-second.toi.json#near"] = PageResult::Right;
    EXPECT_FALSE(page_to_continue(ui_.browser.courses.courses[0], ui_)) << "all are";
}

TEST_F(LessonFlow, AMissingPageChangesNothing) {
    EXPECT_FALSE(open_page(session_, ui_, {path_, "gone"}, {}));
    EXPECT_FALSE(ui_.notice.empty());
    EXPECT_FALSE(lesson().is_open());
}

}  // namespace
}  // namespace toibox::app
