// SPDX-License-Identifier: MIT
#include "app/panels/library/lesson_progress.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(LessonProgress, SurvivesWritingAndReading) {
    const LessonProgress progress{{"continuous/03-bullet.toi.json#a", PageResult::Right},
                                  {"/home/me/v1.2, a=b.toi.json#b", PageResult::Wrong},
                                  {"44e-x.toi.json#c", PageResult::Skipped}};
    EXPECT_EQ(parse_progress(to_text(progress)), progress);
    EXPECT_EQ(parse_progress("right a#b\nnonsense\nperhaps c#d\nwrong \n\nwrong e#f").size(), 2u);
    EXPECT_TRUE(parse_progress("").empty());
}

TEST(LessonProgress, KeysAreThoseOfTheCoursesAndDifferByFolder) {
    EXPECT_EQ(page_key("/s", "/s/continuous/03-bullet.toi.json", "a"), "continuous/03-bullet.toi.json#a");
    EXPECT_EQ(page_key("/s", "/mine/03-bullet.toi.json", "a"), "/mine/03-bullet.toi.json#a");
    EXPECT_EQ(page_key("", "/mine/v1.2.toi.json", "a"), "/mine/v1.2.toi.json#a");
    EXPECT_EQ(page_key("/s", "/t/x.toi.json", "a"), "/t/x.toi.json#a");
}

}  // namespace
}  // namespace toibox::app
