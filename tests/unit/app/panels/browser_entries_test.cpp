// SPDX-License-Identifier: MIT
#include "app/panels/library/browser_entries.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// The bundled scenes and courses.
class Browser : public testing::Test {
protected:
    Browser() : scenes_(list_scenes(TOIBOX_SCENES)) {
        browser_.folder = full_path(TOIBOX_SCENES);
        browser_.courses = scene::load_courses(TOIBOX_SCENES "/courses.json").value();
    }
    std::vector<std::string> names(const std::vector<BrowserGroup>& groups) const {
        std::vector<std::string> out;
        for (const BrowserGroup& group : groups) {
            for (const BrowserEntry& entry : group.entries)
                out.push_back(entry.name());
        }
        return out;
    }
    void choose_shelf(const std::string& title) {
        const std::vector<Shelf> shelves = shelves_of(browser_, scenes_);
        browser_.shelf =
            static_cast<std::size_t>(std::ranges::find(shelves, title, &Shelf::title) - shelves.begin());
        ASSERT_LT(browser_.shelf, shelves.size());
    }

    std::vector<SceneListing> scenes_;
    BrowserState browser_;
};

TEST_F(Browser, ShelvesCountPagesAndScenes) {
    browser_.progress["continuous/03-bullet.toi.json#sampled-poses"] = PageResult::Wrong;
    const std::vector<Shelf> shelves = shelves_of(browser_, scenes_);
    ASSERT_EQ(shelves.size(), 7u);
    EXPECT_EQ(shelves[0].title, "Tunnelling");
    EXPECT_EQ(shelves[0].detail, "20 pages · 90 min");
    EXPECT_EQ(shelves[0].count, "1 done");
    EXPECT_EQ(shelves[1].count, "");
    EXPECT_EQ(shelves[3].title, "Show scenes");
    EXPECT_EQ(shelves[3].count, "11");
    EXPECT_EQ(shelves[6].title, "All scenes");
    EXPECT_EQ(shelves[6].count, std::to_string(scenes_.size()));
}

TEST_F(Browser, CardsFollowTheCourse) {
    const std::vector<BrowserGroup> groups = browser_groups(browser_, scenes_);
    ASSERT_EQ(groups.size(), 3u);
    EXPECT_EQ(groups[1].title, "2 Finding the time of impact");
    EXPECT_EQ(groups[1].minutes, 40);
    EXPECT_EQ(groups[1].entries.front().number, "7");
    EXPECT_EQ(names(groups).size(), 20u);
    const BrowserEntry& second = groups[0].entries[1];
    EXPECT_EQ(second.name(), "what-stops-it");
    EXPECT_EQ(second.part, 2);
    EXPECT_EQ(second.parts, 2);
    EXPECT_EQ(second.scene->name, "03-bullet");
    EXPECT_EQ(page_number(browser_.courses, "continuous/19-blade.toi.json#pure-rotation"), "10");
}

TEST_F(Browser, SearchLooksAtOtherScenesToo) {
    browser_.text = "gjk";
    const std::vector<BrowserGroup> groups = browser_groups(browser_, scenes_);
    ASSERT_FALSE(groups.empty());
    EXPECT_EQ(groups.back().title, "Other scenes");
    const std::vector<std::string> found = names(groups);
    EXPECT_NE(std::ranges::find(found, "09-gjk-by-hand"), found.end());
    EXPECT_EQ(std::ranges::find(found, "sampled-poses"), found.end());
    browser_.text = "no scene says this";
    EXPECT_TRUE(browser_groups(browser_, scenes_).empty());
}

TEST_F(Browser, TagsFilterAndAreSearched) {
    for (SceneListing& scene : scenes_) {
        scene.tags.clear();
        if (scene.name == "19-blade" || scene.name == "20-even-roots") scene.tags = {"rotation", "roots"};
        if (scene.name == "03-bullet") scene.tags = {"rotation"};
        if (scene.name == "16-pyramid") scene.tags = {"rotation", "stack"};
    }
    // The most frequent first; "stack" is a tag of a scene of another course.
    EXPECT_EQ(tags_of_shelf(browser_, scenes_), (std::vector<std::string>{"rotation", "roots"}));
    browser_.tag = "roots";
    EXPECT_EQ(names(browser_groups(browser_, scenes_)),
              (std::vector<std::string>{"pure-rotation", "two-passes"}));
    browser_.text = "peg rotation";
    browser_.tag.clear();
    const std::vector<std::string> found = names(browser_groups(browser_, scenes_));
    EXPECT_NE(std::ranges::find(found, "two-passes"), found.end());
    EXPECT_EQ(std::ranges::find(found, "sampled-poses"), found.end());
}

TEST_F(Browser, CollectionsHoldOpenedScenes) {
    browser_.own.push_back({.path = "/elsewhere/mine.toi.json",
                            .chapter = "elsewhere",
                            .name = "mine",
                            .title = "Mine",
                            .goal = {},
                            .lesson = {}});
    remember_opened(browser_, full_path(TOIBOX_SCENES "/continuous/03-bullet.toi.json"));
    remember_opened(browser_, "/elsewhere/mine.toi.json");
    choose_shelf("Recent");
    EXPECT_EQ(names(browser_groups(browser_, scenes_)), (std::vector<std::string>{"mine", "03-bullet"}));
    choose_shelf("My scenes");
    EXPECT_EQ(names(browser_groups(browser_, scenes_)), std::vector<std::string>{"mine"});
    choose_shelf("Show scenes");
    EXPECT_EQ(names(browser_groups(browser_, scenes_)).size(), 11u);
    EXPECT_EQ(browser_groups(browser_, scenes_).front().entries.front().number, "44a");
}

TEST_F(Browser, RemembersTheLastFiftyOpenedScenesOnce) {
    for (int i = 0; i < 60; ++i)
        remember_opened(browser_, std::to_string(i));
    remember_opened(browser_, "30");
    EXPECT_EQ(browser_.opened.size(), 50u);
    EXPECT_EQ(browser_.opened[0], "30");
    EXPECT_EQ(browser_.opened[1], "59");
    EXPECT_EQ(std::ranges::count(browser_.opened, "30"), 1);
}

TEST_F(Browser, OrdersScenesByCourse) {
    order_by_course(scenes_, browser_);
    EXPECT_EQ(scenes_[0].name, "03-bullet");
    EXPECT_EQ(scenes_[0].course, "Tunnelling");
    EXPECT_EQ(scenes_[1].name, "02-missed-event");
    EXPECT_EQ(scenes_.back().course, "");
    const auto rest = std::ranges::find(scenes_, "", &SceneListing::course);
    EXPECT_TRUE(
        std::ranges::all_of(rest, scenes_.end(), [](const auto& scene) { return scene.course.empty(); }));
}

// Rows of 3, 1 and 2 cards.
TEST_F(Browser, ArrowKeysMoveTheChoice) {
    browser_.rows = {{"a", "b", "c"}, {"d"}, {"e", "f"}};
    const auto after = [&](const char* from, int columns, int rows) {
        browser_.chosen = from;
        move_choice(browser_, columns, rows);
        return browser_.chosen;
    };
    EXPECT_EQ(after("a", 1, 0), "b");
    EXPECT_EQ(after("c", 1, 0), "d");
    EXPECT_EQ(after("d", -1, 0), "c");
    EXPECT_EQ(after("a", -1, 0), "a");
    EXPECT_EQ(after("f", 1, 0), "f");
    EXPECT_EQ(after("c", 0, 1), "d");
    EXPECT_EQ(after("e", 0, -1), "d");
    EXPECT_EQ(after("a", 0, -1), "a");
    EXPECT_EQ(after("gone", 0, 1), "a");
    browser_.rows.clear();
    EXPECT_EQ(after("a", 1, 0), "a");
}

}  // namespace
}  // namespace toibox::app
