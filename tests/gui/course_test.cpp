// SPDX-License-Identifier: MIT
// The first course from start to end in the complete sandbox, with the offscreen driver of SDL: by mouse
// alone, with right and wrong answers in turn, and in projector mode by Page Down alone.
#include "toibox/scene/course.h"

#include "toibox/scene/document.h"

#include "app/window/run_window.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

const std::string scenes = TOIBOX_SOURCE_DIR "/scenes/";

class CourseInTheWindow : public testing::Test {
protected:
    void SetUp() override {
        previous_folder_ = std::filesystem::current_path();
        std::filesystem::current_path(folder_.path());
        choose_course(0);
    }
    void choose_course(std::size_t index) {
        const auto courses = scene::load_courses(scenes + "courses.json");
        ASSERT_TRUE(courses) << scene::format(courses.error());
        course_ = courses->courses.at(index);
    }
    void TearDown() override { std::filesystem::current_path(previous_folder_); }

    static scene::Page page_of(const scene::CoursePage& entry) {
        const auto document = scene::Document::load(scenes + entry.scene);
        const auto scene = document->resolve();
        return *std::ranges::find(scene->lesson, entry.page, &scene::Page::id);
    }
    /// Calls visit(index, entry) for each page of the course.
    template <class Visit>
    void for_each_page(Visit&& visit) const {
        std::size_t index = 0;
        for (const scene::CourseChapter& chapter : course_.chapters)
            for (const scene::CoursePage& entry : chapter.pages)
                visit(index++, entry);
    }
    int play(const std::string& script) const {
        folder_.write("course.uiscript", script);
        return run_window({.scene = scenes + course_.chapters.front().pages.front().scene,
                           .width = 1280,
                           .height = 720,
                           .open = {"lesson"},
                           .script = "course.uiscript"});
    }

    /// Answers right and wrong in turn.
    void take_course_by_mouse() const {
        std::string script = "wait 2\nclick \"start course\"\n";
        for_each_page([&](std::size_t index, const scene::CoursePage& entry) {
            const scene::Page page = page_of(entry);
            ASSERT_FALSE(page.choices.empty()) << entry.key();
            const std::size_t right = page.right_choice();
            const std::size_t choice = index % 2 == 0 ? right : (right + 1) % page.choices.size();
            script += fmt::format("wait 3\nexpect lesson.page = {}\nexpect lesson.place = {}\n", page.id,
                                  index + 1);
            script += "expect lesson.stage = asking\nexpect state = Waiting for your answer\n";
            script += fmt::format("click \"choice {0}\"\nexpect lesson.choice = {0}\n", choice + 1);
            script += "click \"lesson primary\"\nawait lesson.stage = finished\n";
            if (page.set_up.sweep.empty()) script += fmt::format("expect step = {}\n", page.run_to);
            script += fmt::format(
                "click \"lesson primary\"\nexpect lesson.stage = revealed\nexpect lesson.right = {}\n",
                right + 1);
            script += "click \"lesson primary\"\n";
        });
        script += "wait 3\nexpect lesson.page = none\n";
        EXPECT_EQ(play(script), 0);
    }

    test::TemporaryFolder folder_;
    std::filesystem::path previous_folder_;
    scene::Course course_;
};

TEST_F(CourseInTheWindow, TunnellingByMouseAlone) {
    take_course_by_mouse();
}

TEST_F(CourseInTheWindow, ContactsByMouseAlone) {
    choose_course(1);
    take_course_by_mouse();
}

TEST_F(CourseInTheWindow, ResponseByMouseAlone) {
    choose_course(2);
    take_course_by_mouse();
}

TEST_F(CourseInTheWindow, InProjectorModeByPageDownAlone) {
    std::string script = "wait 2\nclick \"start course\"\nwait 3\nkey Tab\nwait 3\n";
    for_each_page([&](std::size_t, const scene::CoursePage& entry) {
        script += fmt::format("expect lesson.page = {}\nexpect projector = true\n", entry.page);
        script +=
            "key PageDown\nawait lesson.stage = finished\nkey PageDown\nexpect lesson.stage = revealed\n";
        script += "wait 2\nkey PageDown\nwait 3\n";
    });
    script += "expect lesson.page = none\n";
    EXPECT_EQ(play(script), 0);
}

// The page asks which vertex GJK takes next: its steps are not there before the run.
TEST_F(CourseInTheWindow, AQuestionAboutGjkHidesItsSteps) {
    const auto plays = [&](const std::string& end) {
        folder_.write("gjk.uiscript",
                      "wait 2\nclick \"start lesson\"\nwait 5\nexpect lesson.stage = asking\n" + end);
        return run_window({.scene = scenes + "detection/09-gjk-by-hand.toi.json",
                           .width = 1280,
                           .height = 720,
                           .open = {"lesson"},
                           .script = "gjk.uiscript"});
    };
    EXPECT_EQ(plays("expect gjk.step = 2\n"), 0);
    EXPECT_NE(plays("click \"gjk next\"\n"), 0);
    EXPECT_EQ(
        plays("key S\nawait lesson.stage = finished\nwait 2\nclick \"gjk next\"\nexpect gjk.step = 3\n"), 0);
}

// Continuous collision stops the bullet that page 1 says passes through.
TEST_F(CourseInTheWindow, TakesBackASettingThatContradictsThePage) {
    EXPECT_EQ(play("wait 2\nclick \"start course\"\nwait 3\nkey T\nclick \"choice 1\"\n"
                   "click \"lesson primary\"\nawait lesson.stage = finished\nclick \"lesson primary\"\n"
                   "expect lesson.stage = revealed\nexpect continuous = true\nwait 2\n"
                   "click \"reset claims\"\nwait 3\nexpect continuous = false\n"
                   "expect lesson.stage = asking\nexpect lesson.choice = 1\nclick \"lesson primary\"\n"
                   "await lesson.stage = finished\nexpect world.tunnelled = 1\n"),
              0);
}

}  // namespace
}  // namespace toibox::app
