// SPDX-License-Identifier: MIT
#include "app/platform/imgui_layer.h"
#include "app/window/sandbox.h"
#include "tests/support/bullet_scene.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// Runs the sandbox several times in one invisible window. Each run opens the scene, presses keys, one per
/// frame, and saves its state for the next run.
class SavedCamera : public testing::Test {
protected:
    void SetUp() override {
        auto opened = Window::open({.width = 1280, .height = 720, .unattended = true});
        ASSERT_TRUE(opened) << opened.error();
        window_.emplace(*std::move(opened));
        layer_.emplace(*window_);
    }

    /// `steps`: before the first frame. `wheel`: notches of the mouse wheel over the world in the last frame.
    void run(int steps, const std::vector<const char*>& keys, float wheel = 0.0f) {
        options_.at_step = steps;
        app::Sandbox sandbox(options_, store_, folder_.path().string());
        ASSERT_TRUE(sandbox.open_initial_scene(options_));
        const ScriptedMouse over_world{.x = 640.0f, .y = 250.0f};
        for (std::size_t i = 0; i < keys.size() + 3; ++i) {
            FrameInput input;
            if (i < keys.size()) input.keys.push_back({*parse_chord(keys[i]), false});
            if (i == keys.size() + 2) input.wheel = wheel;
            layer_->new_frame({.fixed = true, .mouse = over_world});
            sandbox.frame({.input = input,
                           .palette = layer_->palette(),
                           .fonts = layer_->fonts(),
                           .points = {1280, 720},
                           .seconds = 0.1});
            layer_->render();
            if (i == 0) opening_ = read_camera(sandbox);
        }
        closing_ = read_camera(sandbox);
        sandbox.save_state();
    }
    static Camera read_camera(const app::Sandbox& sandbox) {
        const auto number = [&](const char* key) { return std::strtod(sandbox.query(key).c_str(), nullptr); };
        return {{number("camera.x"), number("camera.y")}, number("zoom")};
    }

    test::TemporaryFolder folder_;
    WindowOptions options_{.scene = test::write_bullet_scene(folder_)};
    SettingsStore store_ = SettingsStore::load(folder_.file("settings.txt"));
    std::optional<Window> window_;
    std::optional<ImGuiLayer> layer_;
    Camera opening_;  ///< Of the last run, in its first frame.
    Camera closing_;  ///< Of the last run, in its last frame.
};

// After 2 s, the ball is 400 m behind the wall. Home shows the ball; the next run opens with the scene's
// view.
TEST_F(SavedCamera, IsNotTheOneThatHomeChose) {
    run(0, {});
    const Camera scene = opening_;
    run(120, {"Home"});
    EXPECT_LT(closing_.scale, 0.1 * scene.scale);
    EXPECT_GT(opening_.scale, 2.0 * closing_.scale) << "the camera glides";
    run(0, {});
    EXPECT_EQ(opening_, scene);
}

TEST_F(SavedCamera, JumpsWithReducedMotion) {
    store_.set("ui.reduce-motion", true);
    run(120, {"Home"});
    EXPECT_EQ(opening_, closing_);
}

TEST_F(SavedCamera, IsTheOneThatTheUserChose) {
    run(0, {}, 2.0f);
    const Camera chosen = closing_;
    EXPECT_NE(chosen, opening_);
    run(0, {});
    EXPECT_NEAR(opening_.center.x, chosen.center.x, 1e-5);
    EXPECT_NEAR(opening_.scale, chosen.scale, 1e-4);
    run(0, {"R"});
    run(0, {});
    EXPECT_NE(opening_.scale, chosen.scale);
}

// The camera is fitted to the ball far away, where nothing is when the scene starts.
TEST_F(SavedCamera, ShowsTheScene) {
    run(0, {});
    const Camera scene = opening_;
    options_.select = {"ball"};
    run(120, {"F"});
    EXPECT_GT(closing_.center.x, 300.0);
    options_.select = {};
    run(0, {});
    EXPECT_EQ(opening_, scene);
}

// A camera saved by an earlier version, or for another version of the scene, may show nothing.
TEST_F(SavedCamera, IsIgnoredIfItShowsNothing) {
    run(0, {}, 2.0f);
    folder_.write("bullet.toi.json",
                  R"({"toibox": 1, "title": "elsewhere", "view": {"center": [500, 0], "height": 4},
        "bodies": [{"id": "ball", "position": [500, 0], "shapes": [{"type": "circle", "radius": 0.25}]}]})");
    run(0, {});
    EXPECT_EQ(opening_.center, (Vec2d{500.0, 0.0}));
}

}  // namespace
}  // namespace toibox::app
