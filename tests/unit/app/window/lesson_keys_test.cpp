// SPDX-License-Identifier: MIT
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/window/shortcuts.h"
#include "tests/support/temporary_folder.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// While the page asks, keys neither move in time nor open panels that measure; digits choose and do nothing
// else until the reveal.
TEST(LessonKeys, APageThatAsksLocksKeys) {
    const test::TemporaryFolder folder;
    Session session;
    UiState ui;
    const auto press = [&](const char* chord) {
        FrameInput input;
        input.keys.push_back({*parse_chord(chord), false});
        apply_shortcuts(input, session, ui);
    };
    folder.write("page.toi.json", R"({"toibox": 1, "world": {"gravity": [0, 0], "duration": 1},
        "bodies": [{"id": "ball", "velocity": [1, 0], "shapes": [{"type": "circle", "radius": 0.1}]}],
        "lesson": {"pages": [{"id": "p", "ask": "?", "set_up": {"step": 3}, "run_to": 5,
          "choices": [{"text": "a", "right": true}, {"text": "b"}, {"text": "c"}]}]}})");
    const std::string path = folder.file("page.toi.json");
    ASSERT_TRUE(open_page(session, ui, {path, "p"}, {}));
    ui.compare.wanted.reset();
    update_lesson(session, ui);
    for (const char* key : {"Space", ".", ",", "Ctrl+.", "Ctrl+,", "R", "P", "O", "Backspace", "Ctrl+Z",
                            "Ctrl+Y", "Ctrl+Shift+Z", "Left", "Right", "F3", "F4", "F6", "F7", "F8"}) {
        ui.refusal.clear();
        press(key);
        EXPECT_EQ(session.run().steps(), 3) << key;
        EXPECT_FALSE(session.is_playing()) << key;
        EXPECT_FALSE(ui.shows_bottom) << key;
        EXPECT_FALSE(ui.compare.toggle) << key;
        EXPECT_EQ(ui.refusal, lock_text) << key;
    }
    press("3");
    EXPECT_EQ(ui.lesson.choice, 2u);
    const bool shows_contacts = ui.draw.world.contacts;
    press("S");
    EXPECT_EQ(ui.lesson.stage, PageStage::Running);
    EXPECT_FALSE(ui.lesson.choice);
    press("3");
    EXPECT_EQ(ui.draw.world.contacts, shows_contacts);
    ui.lesson.stage = PageStage::Revealed;
    press("3");
    EXPECT_NE(ui.draw.world.contacts, shows_contacts);
}

}  // namespace
}  // namespace toibox::app
