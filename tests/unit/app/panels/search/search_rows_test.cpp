// SPDX-License-Identifier: MIT
// What the search finds, in which groups and in which order, without a window.
#include "app/panels/search/search_rows.h"

#include "app/panels/commands.h"
#include "app/panels/draw_rows.h"
#include "app/panels/panels.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

class SearchEverything : public testing::Test {
protected:
    SearchEverything() {
        ui_.scenes = list_scenes(TOIBOX_SCENES);
        EXPECT_TRUE(open_scene(session_, ui_, std::string(TOIBOX_SCENES) + "/continuous/03-bullet.toi.json"));
    }
    SearchResults find(std::string_view typed) { return search_everything(typed, session_, ui_); }
    std::string best(std::string_view typed) {
        const SearchResults results = find(typed);
        return results.size() > 0 ? results.row(results.best()).name : "";
    }
    std::vector<std::string> groups(std::string_view typed) {
        std::vector<std::string> names;
        for (const SearchGroup& group : find(typed).groups)
            names.emplace_back(group.name);
        return names;
    }
    /// The row of a name; fails if there is none.
    SearchRow row(std::string_view typed, std::string_view name) {
        for (const SearchGroup& group : find(typed).groups)
            for (const SearchRow& row : group.rows)
                if (row.name == name) return row;
        ADD_FAILURE() << "\"" << typed << "\" does not find " << name;
        return {};
    }

    Session session_;
    UiState ui_;
};

using Names = std::vector<std::string>;

TEST_F(SearchEverything, GroupsHaveAFixedOrderAndThreeRowsEach) {
    EXPECT_EQ(groups(""), (Names{"Scenes", "Commands", "Settings", "Quantities"}));
    for (const SearchGroup& group : find("").groups) {
        EXPECT_EQ(group.rows.size(), 3u) << group.name;
        EXPECT_GT(group.total, 3u) << group.name;
    }
    EXPECT_EQ(find("").best(), 0u);
}

TEST_F(SearchEverything, PrefixesRestrictTheGroupsAndGiveThemMoreRows) {
    EXPECT_EQ(groups(">"), Names{"Commands"});
    EXPECT_EQ(find(">").groups[0].total, commands().size());
    EXPECT_EQ(find(">").groups[0].rows.size(), 10u);
    EXPECT_EQ(groups("="), Names{"Settings"});
    EXPECT_EQ(groups("# continuous"), Names{"Scenes"});
    EXPECT_EQ(row("# continuous", find("# continuous").row(0).name).source, "chapter: ");
    EXPECT_EQ(groups("# pyramid"), Names{}) << "a word of titles, but of no tag";
}

TEST_F(SearchEverything, FindsScenesByTags) {
    ui_.scenes[5].tags = {"course", "hourglass"};
    EXPECT_EQ(best("# hourglass"), ui_.scenes[5].title);
    const SearchRow found = row("hourglass", ui_.scenes[5].title);
    EXPECT_EQ(found.source + found.detail, "tag: hourglass");
}

TEST_F(SearchEverything, SaysWhyASceneIsFound) {
    const SearchRow lesson = row("changes stops", "A bullet and a thin wall");
    EXPECT_EQ(lesson.source + lesson.detail, "lesson: “… of these four changes stops the bullet”");
    const SearchRow title = row("thin wall", "A bullet and a thin wall");
    EXPECT_EQ(title.source, "");
    EXPECT_EQ(title.detail, "Does a bullet at 200 m/s hit a wall 0.05 m thick?");
}

// Scenes come first, but Enter runs a command whose name is typed, or its start.
TEST_F(SearchEverything, NameOfACommandComesBeforeScenesWithTheWord) {
    for (const Command& command : commands()) {
        EXPECT_EQ(best(command.name), command.name);
        EXPECT_EQ(best(std::string("> ") + command.name), command.name);
    }
    EXPECT_EQ(best("restart"), "Restart the scene");
    EXPECT_EQ(best("play"), "Play or pause");
    EXPECT_EQ(best("pyramid"), "A pyramid") << "not in any name of a command";
}

TEST_F(SearchEverything, EveryRowOfThePanelsIsFoundByItsName) {
    std::set<std::string> names;
    for (const FoundSetting& setting : found_settings(session_, ui_)) {
        EXPECT_TRUE(names.insert(setting.name).second) << setting.name << " is there twice";
        EXPECT_EQ(best("= " + setting.name), setting.name);
    }
    for (const DrawRow& draw : draw_rows(ui_.draw))
        EXPECT_TRUE(names.contains(draw.label)) << draw.label;
    for (const char* name : {"Rate", "Gravity, m/s²", "Continuous policy", "Solver method", "Broad phase",
                             "Threads", "Theme", "Stop at impacts"})
        EXPECT_TRUE(names.contains(name)) << name;
}

TEST_F(SearchEverything, SwitchesChangeTheirSetting) {
    const SearchRow found = row("= swept", "Swept shapes");
    ASSERT_TRUE(found.setting);
    const auto& control = std::get<SwitchControl>(found.setting->control);
    EXPECT_FALSE(control.is_on());
    control.flip();
    EXPECT_TRUE(ui_.draw.swept_shapes);
    const SearchRow light = row("= theme", "Theme");
    std::get<ListControl>(light.setting->control).choose(1);
    EXPECT_EQ(ui_.theme, ThemeKind::Light);
}

TEST_F(SearchEverything, QuantitiesShowTheirValueAndUnit) {
    EXPECT_EQ(row("ball.x", "ball.x").value, "−1.9 m");
    EXPECT_EQ(row("tunnelled", "world.tunnelled").value, "0");
    session_.step_once();  // through the wall
    EXPECT_EQ(row("tunnelled", "world.tunnelled").value, "1");
    EXPECT_EQ(row("tunnelled", "world.tunnelled").detail, "bodies that passed through another one unseen");
}

TEST_F(SearchEverything, CommandsOfTheWindowPressTheirKeys) {
    for (const Command& command : commands()) {
        if (std::string_view(command.name) == "Save a picture of the window") command.run(session_, ui_);
    }
    ASSERT_EQ(ui_.requested_keys.size(), 1u);
    EXPECT_EQ(to_string(ui_.requested_keys[0]), "F12");
}

TEST_F(SearchEverything, OpensASceneBeside) {
    const SearchRow other = row("platform's edge", "Past the platform's edge");
    other.run_beside(session_, ui_);
    EXPECT_EQ(session_.title(), "Past the platform's edge");
    EXPECT_TRUE(ui_.compare.opens);
}

}  // namespace
}  // namespace toibox::app
