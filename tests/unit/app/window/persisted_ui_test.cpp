// SPDX-License-Identifier: MIT
#include "app/window/persisted_ui.h"

#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// Saves the store and loads it again, as the next run does.
SettingsStore next_run(SettingsStore& store, const test::TemporaryFolder& folder) {
    EXPECT_TRUE(store.save());
    return SettingsStore::load(folder.file("settings.txt"));
}

TEST(PersistedUi, RestoresTheInterface) {
    const test::TemporaryFolder folder;
    SettingsStore store = SettingsStore::load(folder.file("settings.txt"));
    UiState ui;
    ui.theme = ThemeKind::Dark;
    ui.projector = {.is_on = true, .other_theme = ThemeKind::Light};
    ui.ui_scale = 1.5f;
    ui.shows_left = true;
    ui.shows_bottom = true;
    ui.panel_sizes = {.left = 300.0f, .right = 0.0f, .bottom = 410.5f, .half = 700.0f};
    ui.tab_places = {.pair_at_right = false, .others_at_right = true};
    ui.shows_run_details = true;
    ui.shows_hint_cards = false;
    ui.reduces_motion = true;
    ui.left = LeftTab::Lesson;
    ui.right = RightTab::Draw;
    ui.bottom = BottomTab::Gjk;
    ui.draw.world.boxes = true;
    ui.draw.world.shapes = false;
    ui.draw.simplices = true;
    ui.draw.broad_phase = true;
    ui.draw.swept_shapes = true;
    ui.draw.trails = true;
    ui.draw.trail_seconds = 3.5f;
    ui.draw.grid = false;
    ui.draw.arrow_scale = 2.5f;
    ui.policy_when_on = ContinuousPolicy::StopAtImpact;
    save_ui(store, ui);

    UiState restored;
    restore_ui(next_run(store, folder), restored);
    EXPECT_EQ(restored.theme, ThemeKind::Light);
    EXPECT_EQ(restored.ui_scale, 1.5f);
    EXPECT_TRUE(restored.shows_left);
    EXPECT_FALSE(restored.shows_right);
    EXPECT_TRUE(restored.shows_bottom);
    EXPECT_EQ(restored.panel_sizes, ui.panel_sizes);
    EXPECT_FALSE(restored.tab_places.pair_at_right);
    EXPECT_TRUE(restored.tab_places.others_at_right);
    EXPECT_TRUE(restored.shows_run_details);
    EXPECT_FALSE(restored.projector.is_on);
    EXPECT_EQ(restored.projector.other_theme, ThemeKind::Dark);
    EXPECT_FALSE(restored.shows_hint_cards);
    EXPECT_TRUE(restored.reduces_motion);
    EXPECT_EQ(restored.left, LeftTab::Lesson);
    EXPECT_EQ(restored.pending_right_tab, static_cast<int>(RightTab::Draw));
    EXPECT_EQ(restored.bottom, BottomTab::Gjk);
    EXPECT_TRUE(restored.draw.world.boxes);
    EXPECT_FALSE(restored.draw.world.shapes);
    EXPECT_TRUE(restored.draw.simplices);
    EXPECT_TRUE(restored.draw.broad_phase);
    EXPECT_TRUE(restored.draw.swept_shapes);
    EXPECT_TRUE(restored.draw.trails);
    EXPECT_FALSE(restored.draw.ghosts);
    EXPECT_EQ(restored.draw.trail_seconds, 3.5f);
    EXPECT_FALSE(restored.draw.grid);
    EXPECT_EQ(restored.draw.arrow_scale, 2.5f);
    EXPECT_EQ(restored.policy_when_on, ContinuousPolicy::StopAtImpact);
}

TEST(PersistedUi, RestoresProgressAndOpenedScenes) {
    const test::TemporaryFolder folder;
    SettingsStore store = SettingsStore::load(folder.file("settings.txt"));
    UiState ui;
    ui.browser.progress = {{"03-bullet#one", PageResult::Right}, {"03-bullet#two", PageResult::Skipped}};
    ui.browser.opened = {"/with space/b.toi.json", "/a.toi.json"};
    save_ui(store, ui);
    UiState restored;
    restore_ui(next_run(store, folder), restored);
    EXPECT_EQ(restored.browser.progress, ui.browser.progress);
    EXPECT_EQ(restored.browser.opened, ui.browser.opened);
}

// The settings are also saved at each reveal. They are those of the window without the lesson.
TEST(PersistedUi, SavesDuringALessonWhatTheWindowShowedBefore) {
    const test::TemporaryFolder folder;
    SettingsStore store = SettingsStore::load(folder.file("settings.txt"));
    UiState ui;
    ui.before_lesson = ShownBefore{.draw = {},
                                   .shows_right = true,
                                   .left = LeftTab::Scenes,
                                   .right = RightTab::Draw,
                                   .bottom = BottomTab::Log};
    ui.shows_left = true;
    ui.left = LeftTab::Lesson;
    ui.bottom = BottomTab::Gjk;
    save_ui(store, ui);
    UiState restored;
    restore_ui(next_run(store, folder), restored);
    EXPECT_FALSE(restored.shows_left);
    EXPECT_TRUE(restored.shows_right);
    EXPECT_EQ(restored.left, LeftTab::Scenes);
    EXPECT_EQ(restored.right, RightTab::Draw);
    EXPECT_EQ(restored.bottom, BottomTab::Log);
}

TEST(PersistedUi, ShowsNoPanelOnFirstStart) {
    UiState ui;
    restore_ui(SettingsStore::load({}), ui);
    EXPECT_EQ(ui.projector.other_theme, ThemeKind::Projector);
    EXPECT_FALSE(ui.shows_left || ui.shows_right || ui.shows_bottom || ui.shows_run_details);
}

TEST(PersistedUi, ReplacesDamagedValues) {
    const test::TemporaryFolder folder;
    folder.write("settings.txt",
                 "ui.theme=purple\nui.projector-theme=blue\nui.scale=1e9\nui.left=7\nui.bottom-tab=-3\nui."
                 "policy=off\ndraw.arrow-scale=nan\n");
    UiState ui;
    restore_ui(SettingsStore::load(folder.file("settings.txt")), ui);
    EXPECT_EQ(ui.theme, ThemeKind::Dark);
    EXPECT_EQ(ui.projector.other_theme, ThemeKind::Projector);
    EXPECT_EQ(ui.ui_scale, 4.0f);
    EXPECT_EQ(ui.left, LeftTab::Lesson);
    EXPECT_EQ(ui.bottom, BottomTab::Statistics);
    EXPECT_EQ(ui.draw.arrow_scale, 1.0f);
    // The switch "continuous" must never turn on the policy Off.
    EXPECT_EQ(ui.policy_when_on, ContinuousPolicy::SubstepAtImpact);
}

TEST(PersistedUi, KeepsOneCameraPerScene) {
    const test::TemporaryFolder folder;
    SettingsStore store = SettingsStore::load(folder.file("settings.txt"));
    save_camera(store, "/a.toi.json", Camera{{1.0, 2.0}, 100.0});
    save_camera(store, "/b c.toi.json", Camera{{-3.0, 0.5}, 20.0});
    const SettingsStore restored = next_run(store, folder);
    Camera camera;
    ASSERT_TRUE(restore_camera(restored, "/a.toi.json", camera));
    EXPECT_EQ(camera, (Camera{{1.0, 2.0}, 100.0}));
    ASSERT_TRUE(restore_camera(restored, "/b c.toi.json", camera));
    EXPECT_EQ(camera, (Camera{{-3.0, 0.5}, 20.0}));
    EXPECT_FALSE(restore_camera(restored, "/c.toi.json", camera));
    EXPECT_EQ(camera, (Camera{{-3.0, 0.5}, 20.0}));
    save_camera(store, "/a.toi.json", std::nullopt);
    EXPECT_FALSE(restore_camera(next_run(store, folder), "/a.toi.json", camera));
}

}  // namespace
}  // namespace toibox::app
