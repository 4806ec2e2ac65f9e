// SPDX-License-Identifier: MIT
#include "app/window/shortcuts.h"

#include "app/panels/commands.h"
#include "app/panels/panels.h"
#include "tests/support/bullet_scene.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// Makes a folder the working folder for its lifetime.
class WorkingFolder {
public:
    explicit WorkingFolder(const std::filesystem::path& folder) : previous_(std::filesystem::current_path()) {
        std::filesystem::current_path(folder);
    }
    WorkingFolder(const WorkingFolder&) = delete;
    WorkingFolder& operator=(const WorkingFolder&) = delete;
    ~WorkingFolder() {
        std::error_code ignored;
        std::filesystem::current_path(previous_, ignored);
    }

private:
    std::filesystem::path previous_;
};

class Shortcuts : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(session_.open(test::write_bullet_scene(folder_))); }
    ShortcutEffects press(const char* chord, bool repeat = false) {
        FrameInput input;
        input.keys.push_back({*parse_chord(chord), repeat});
        return apply_shortcuts(input, session_, ui_);
    }

    test::TemporaryFolder folder_;
    WorkingFolder working_folder_{folder_.path()};  // Ctrl+R writes a recording to it
    Session session_;
    UiState ui_;
};

TEST_F(Shortcuts, AltAndANumberShowOnePaneAlone) {
    press("F7");
    EXPECT_TRUE(ui_.compare.toggle);
    ui_.compare.panes = {{""}, {"toi"}};
    press("Alt+2");
    EXPECT_EQ(ui_.compare.alone, 2u);
    press("Alt+2");
    EXPECT_EQ(ui_.compare.alone, 0u);
    press("Alt+1");
    press("Alt+0");
    EXPECT_EQ(ui_.compare.alone, 0u);
    press("Alt+3");
    EXPECT_EQ(ui_.compare.alone, 0u);
    EXPECT_EQ(ui_.notice, "There is no pane 3.");
    EXPECT_TRUE(ui_.draw.world.shapes);  // 1 without Alt toggles the shapes
}

// The policy of a scene is not the one that the user chose.
TEST_F(Shortcuts, ContinuousTurnsTheScenesOwnPolicyOffAndOn) {
    folder_.write("own.toi.json", R"({"toibox": 1, "world": {"continuous": "roll-back"},
        "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.1}]}]})");
    ASSERT_TRUE(open_scene(session_, ui_, folder_.file("own.toi.json")));
    press("T");
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::Off);
    press("T");
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::RollBack);
    EXPECT_EQ(ui_.policy_when_on, ContinuousPolicy::SubstepAtImpact);
    press("T");
    ASSERT_TRUE(open_scene(session_, ui_, test::write_bullet_scene(folder_)));
    press("T");
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::SubstepAtImpact);
}

TEST_F(Shortcuts, PlayPauseStepAndRestart) {
    press("Space");
    EXPECT_TRUE(session_.is_playing());
    press("P");
    EXPECT_FALSE(session_.is_playing());
    press(".");
    EXPECT_EQ(session_.run().steps(), 1);
    press("O");
    EXPECT_EQ(session_.run().steps(), 2);
    press("Shift+.");
    EXPECT_EQ(session_.run().steps(), 12);
    press("R");
    EXPECT_EQ(session_.run().steps(), 0);
}

TEST_F(Shortcuts, TogglesContinuousAndWarmStarting) {
    press("T");
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::SubstepAtImpact);
    press("T");
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::Off);
    press("W");
    EXPECT_FALSE(session_.settings().warm_starting);
}

TEST_F(Shortcuts, EscapeCancels) {
    ui_.notice = "notice";
    EXPECT_TRUE(press("Esc").cancel);
    EXPECT_EQ(ui_.notice, "");
    EXPECT_FALSE(press("Home").cancel);
}

TEST_F(Shortcuts, TheContinuousToggleRemembersThePolicy) {
    WorldSettings settings = session_.settings();
    settings.continuous = ContinuousPolicy::StopAtImpact;
    ASSERT_TRUE(session_.change_settings(settings));
    press("T");
    press("T");
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::StopAtImpact);
}

TEST_F(Shortcuts, HeldKeysRepeatStepsButNotToggles) {
    press("2");
    press("2", true);
    EXPECT_TRUE(ui_.draw.world.boxes);
    press("Tab");
    press("Tab", true);
    EXPECT_TRUE(ui_.projector.is_on);
    EXPECT_TRUE(press("PageDown").answers);
    EXPECT_FALSE(press("PageDown", true).answers) << "presenter remotes repeat";
    press(".");
    press(".", true);
    EXPECT_EQ(session_.run().steps(), 2);
}

TEST_F(Shortcuts, OverlaysViewAndProgramHaveKeys) {
    const bool grid = ui_.draw.grid;
    press("0");
    EXPECT_NE(ui_.draw.grid, grid);
    press("5");
    EXPECT_TRUE(ui_.draw.world.normal_impulses);
    EXPECT_TRUE(ui_.draw.world.friction_impulses);
    press("7");
    EXPECT_TRUE(ui_.draw.swept_shapes);
    press("8");
    EXPECT_TRUE(ui_.draw.ghosts);
    press("Tab");
    EXPECT_TRUE(ui_.projector.is_on);
    press("Tab");
    EXPECT_FALSE(ui_.projector.is_on);
    press("F1");
    EXPECT_TRUE(ui_.shows_key_overlay);
    press("Esc");
    EXPECT_FALSE(ui_.shows_key_overlay);
    EXPECT_FALSE(ui_.quit);
    EXPECT_TRUE(press("PageDown").answers);
    EXPECT_GT(press("+").zoom, 1.0f);
    EXPECT_LT(press("-").zoom, 1.0f);
    EXPECT_TRUE(press("F11").full_screen);
    EXPECT_TRUE(press("F12").picture);
    press("Home");
    EXPECT_TRUE(ui_.fit_all);
    press("Ctrl+Q");
    EXPECT_TRUE(ui_.quit);
}

TEST_F(Shortcuts, CtrlDoesNotTriggerThePlainShortcut) {
    press("Ctrl+R");
    press("Ctrl+T");
    press("Ctrl+2");
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::Off);
    EXPECT_FALSE(ui_.draw.world.boxes);
}

TEST_F(Shortcuts, BracketsCycleThroughTheScenes) {
    folder_.write("other.toi.json", test::bullet_scene());
    ui_.scenes = list_scenes(folder_.path().string());
    ASSERT_EQ(ui_.scenes.size(), 2u);
    press("]");
    EXPECT_EQ(session_.document().path(), ui_.scenes[1].path);
    press("]");
    EXPECT_EQ(session_.document().path(), ui_.scenes[0].path);
    press("[");
    EXPECT_EQ(session_.document().path(), ui_.scenes[1].path);
}

// A key that cannot act says why. The notice disappears at the next key.
TEST_F(Shortcuts, KeysThatCannotActSayWhy) {
    ui_.scenes = list_scenes(folder_.path().string());
    ASSERT_EQ(ui_.scenes.size(), 1u);
    const auto notice_after = [&](const char* chord) {
        press("Space");
        press("Space");
        EXPECT_EQ(ui_.notice, "") << "before " << chord;
        press(chord);
        return ui_.notice;
    };
    EXPECT_EQ(notice_after(","), "Cannot step back: this is the first frame.");
    EXPECT_EQ(notice_after("Shift+,"), "Cannot step back: this is the first frame.");
    EXPECT_EQ(notice_after("Backspace"), "Cannot rewind: this is the first frame.");
    EXPECT_EQ(notice_after("Ctrl+Z"), "Nothing to undo.");
    EXPECT_EQ(notice_after("Ctrl+Y"), "Nothing to redo.");
    EXPECT_EQ(notice_after("Ctrl+Shift+Z"), "Nothing to redo.");
    EXPECT_EQ(notice_after("F"), "Nothing is selected: click a body first.");
    EXPECT_FALSE(ui_.fit_selection);
    EXPECT_EQ(notice_after("]"), "There is no other scene in the list.");
    EXPECT_EQ(notice_after("["), "There is no other scene in the list.");
    EXPECT_TRUE(notice_after("Ctrl+.").starts_with("Ball tunnelled through wall, ")) << ui_.notice;
    const std::int64_t tunnelled_at = session_.run().steps();
    ui_.notice.clear();
    EXPECT_EQ(notice_after("Ctrl+."), "No contact, impact or verdict in the next ten simulated seconds.");
    EXPECT_EQ(session_.run().steps(), tunnelled_at + 600) << "the scene was opened again";
    ui_.scenes.clear();
    EXPECT_EQ(notice_after("]"), "No scenes were found. Drop a .toi.json file on the window.");
}

TEST_F(Shortcuts, KeysThatActShowNoNotice) {
    session_.select_body(session_.run().body("ball"));
    for (const char* chord : {"T", ".", ",", ".", "Backspace", "F", "R", "Ctrl+Z", "Ctrl+Y"}) {
        press(chord);
        EXPECT_EQ(ui_.notice, "") << chord;
    }
}

// A held key repeats, but its notice is logged once.
TEST_F(Shortcuts, RefusalsOfAHeldKeyAreLoggedOnce) {
    press(",");
    press(",", true);
    press(",", true);
    EXPECT_EQ(ui_.log.size(), 1u);
    EXPECT_NE(ui_.notice, "");
}

// A key brings its tab to the front. If the tab is already in front, the key hides the bottom panel.
TEST_F(Shortcuts, BottomTabsHaveKeys) {
    ui_.shows_bottom = false;
    press("F6");
    EXPECT_TRUE(ui_.shows_bottom);
    EXPECT_EQ(ui_.pending_bottom_tab, static_cast<int>(BottomTab::Toi));
    ui_.bottom = BottomTab::Toi;
    press("F8");
    EXPECT_TRUE(ui_.shows_bottom);
    EXPECT_EQ(ui_.pending_bottom_tab, static_cast<int>(BottomTab::Broad));
    ui_.bottom = BottomTab::Broad;
    press("F3");
    EXPECT_TRUE(ui_.shows_bottom);
    EXPECT_EQ(ui_.pending_bottom_tab, static_cast<int>(BottomTab::Statistics));
    ui_.bottom = BottomTab::Statistics;
    press("F3");
    EXPECT_FALSE(ui_.shows_bottom);
    press("F4");
    EXPECT_TRUE(ui_.shows_bottom);
    EXPECT_EQ(ui_.pending_bottom_tab, static_cast<int>(BottomTab::Gjk));
}

// Esc first closes what lies over the world.
TEST_F(Shortcuts, EscapeEndsProjectorModeLast) {
    press("Tab");
    ui_.notice = "a notice";
    press("Esc");
    EXPECT_EQ(ui_.notice, "");
    EXPECT_TRUE(ui_.projector.is_on);
    press("Esc");
    EXPECT_FALSE(ui_.projector.is_on);
}

TEST_F(Shortcuts, ProjectorModeHasAThemeOfItsOwn) {
    ui_.theme = ThemeKind::Dark;
    press("Tab");
    EXPECT_EQ(ui_.theme, ThemeKind::Projector);
    ui_.theme = ThemeKind::Light;
    press("Tab");
    EXPECT_EQ(ui_.theme, ThemeKind::Dark);
    press("Tab");
    EXPECT_EQ(ui_.theme, ThemeKind::Light);
}

TEST_F(Shortcuts, ArrowsStepThroughIterations) {
    EXPECT_EQ(press("Right").trace_steps, 1);
    EXPECT_EQ(press("Left").trace_steps, -1);
    EXPECT_FALSE(press("Left").goes_to_trace_end);
    EXPECT_TRUE(press("Shift+Right").goes_to_trace_end);
}

TEST_F(Shortcuts, TheBrowserTakesTheKeysWhileItIsOpen) {
    press("Ctrl+B");
    ASSERT_TRUE(ui_.browser.is_open);
    ui_.browser.rows = {{"a", "b"}, {"c"}};
    ui_.browser.chosen = "a";
    press("Space");
    EXPECT_FALSE(session_.is_playing());
    press("Right");
    EXPECT_EQ(ui_.browser.chosen, "b");
    press("Down");
    EXPECT_EQ(ui_.browser.chosen, "c");
    press("Esc");
    EXPECT_FALSE(ui_.browser.is_open);
    press("Ctrl+B");
    press("Ctrl+B");
    EXPECT_FALSE(ui_.browser.is_open);
}

// The search field has the keyboard: Left and Right choose only while it is empty.
TEST_F(Shortcuts, TheBrowserTakesArrowKeysFromItsSearchField) {
    ui_.browser.is_open = true;
    ui_.browser.rows = {{"a", "b"}, {"c"}};
    ui_.browser.chosen = "a";
    const auto type = [&](const char* chord) {
        FrameInput input;
        input.text_field_keys.push_back({*parse_chord(chord), false});
        apply_shortcuts(input, session_, ui_);
        return ui_.browser.chosen;
    };
    EXPECT_EQ(type("Right"), "b");
    ui_.browser.text = "x";
    EXPECT_EQ(type("Left"), "b");
    EXPECT_EQ(type("Down"), "c");
    type("q");
    EXPECT_TRUE(ui_.browser.is_open);
    type("Esc");
    EXPECT_FALSE(ui_.browser.is_open);
    EXPECT_EQ(type("Up"), "c");
}

// A command of the window requests its key, which is applied once.
TEST_F(Shortcuts, RequestedKeysApplyOnce) {
    ui_.requested_keys = {*parse_chord("Right"), *parse_chord("M")};
    EXPECT_EQ(apply_shortcuts({}, session_, ui_).trace_steps, 1);
    EXPECT_EQ(session_.history().recording().bookmarks.size(), 1u);
    EXPECT_EQ(apply_shortcuts({}, session_, ui_).trace_steps, 0);
    EXPECT_EQ(session_.history().recording().bookmarks.size(), 1u);
}

// Keys are shown with symbols and spaces that their names do not have.
TEST_F(Shortcuts, CommandsThatRequestAKeyShowIt) {
    const auto name_of = [](std::string key) {
        for (const auto& [shown, name] : {std::pair("→", "Right"), std::pair("←", "Left"),
                                          std::pair("−", "-"), std::pair("Page Down", "PageDown")})
            if (const std::size_t at = key.find(shown); at != std::string::npos)
                key.replace(at, std::string(shown).size(), name);
        return key;
    };
    int count = 0;
    for (const Command& command : commands()) {
        UiState ui;
        command.run(session_, ui);
        if (ui.requested_keys.empty()) continue;
        EXPECT_EQ(ui.requested_keys.front(), parse_chord(name_of(command.key))) << command.name;
        ++count;
    }
    EXPECT_GT(count, 10);
}

TEST(PanelNames, CommandLineNamesSelectPanelsAndOverlays) {
    UiState ui;
    EXPECT_TRUE(show_panel(ui, "projector"));
    EXPECT_TRUE(ui.projector.is_on);
    EXPECT_TRUE(show_panel(ui, "draw"));
    EXPECT_FALSE(ui.projector.is_on);
    EXPECT_FALSE(show_panel(ui, "no such panel"));
    EXPECT_TRUE(show_overlay(ui, "aabbs"));
    EXPECT_TRUE(show_overlay(ui, "simplices"));
    EXPECT_TRUE(ui.draw.world.boxes && ui.draw.simplices);
    for (const char* name : {"swept", "ghosts", "trails", "islands", "sleep", "impulse-values", "legend"})
        EXPECT_TRUE(show_overlay(ui, name)) << name;
    EXPECT_TRUE(ui.draw.swept_shapes && ui.draw.ghosts && ui.draw.trails && ui.draw.islands);
    EXPECT_TRUE(ui.draw.sleep_timers && ui.draw.world.impulse_values && ui.draw.legend);
    EXPECT_FALSE(show_overlay(ui, "no such overlay"));
    EXPECT_NE(panel_names().find("statistics"), std::string::npos);
    EXPECT_NE(overlay_names().find("velocities"), std::string::npos);
}

TEST(PanelNames, TheLogKeepsItsLastLines) {
    UiState ui;
    for (int i = 0; i < 600; ++i)
        log_line(ui, std::to_string(i));
    EXPECT_EQ(ui.log.size(), 500u);
    EXPECT_EQ(ui.log.back(), "599");
    show_notice(ui, "read me");
    EXPECT_EQ(ui.notice, "read me");
    EXPECT_EQ(ui.log.back(), "read me");
}

}  // namespace
}  // namespace toibox::app
