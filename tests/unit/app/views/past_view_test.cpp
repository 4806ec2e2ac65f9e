// SPDX-License-Identifier: MIT
// Ghosts, trails and the legend, as SVG and as batches.
#include "app/views/past_view.h"

#include "app/views/legend_view.h"
#include "app/window/world/world_view.h"
#include "tests/support/bullet_scene.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr View view{{{0.0, 0.0}, 100.0}, {0.0f, 0.0f, 900.0f, 500.0f}, 1.0f};
constexpr Color grey{128, 128, 128, 255};

class PastViewTest : public testing::Test {
protected:
    PastViewTest() {
        const auto opened = session_.open(test::write_bullet_scene(folder_));
        EXPECT_TRUE(opened) << scene::format(opened.error());
    }
    /// Slows the ball down, so that it stays in view.
    void slow_ball() { session_.submit(command::SetVelocity{.body = ball(), .linear = Vec2{6.0f, 0.0f}}); }
    BodyHandle ball() const { return session_.run().body("ball"); }
    void steps(int count) {
        for (int i = 0; i < count; ++i)
            session_.step_once();
    }
    DrawBatch draw(void (*draw_poses)(DrawBatch&, const PastView&)) const {
        DrawBatch batch;
        batch.begin(view);
        const auto color = [](ShapeHandle) { return grey; };
        draw_poses(batch,
                   {.world = session_.world(), .samples = session_.past_poses(), .shape_color = color});
        return batch;
    }
    std::string svg(const DrawChoices& choices) {
        session_.keep_past_poses(past_frames(choices, session_.hertz()));
        WorldView world_view;
        const Palette& palette = palette_of(ThemeKind::Dark);
        world_view.build(session_, choices, palette, view, {});
        return world_view.svg(palette, view, "past");
    }

    test::TemporaryFolder folder_;
    Session session_;
};

TEST_F(PastViewTest, GhostsFadeWithEachStepAndAreAtMostEight) {
    slow_ball();
    session_.keep_past_poses(max_ghosts + 1);
    steps(3);
    DrawBatch batch = draw(draw_ghosts);
    ASSERT_EQ(batch.boxes().size(), 3u);                    // the wall does not move
    EXPECT_NEAR(batch.boxes()[2].style.outline.a, 153, 1);  // 0.6, one step back
    EXPECT_NEAR(batch.boxes()[1].style.outline.a, 92, 1);
    EXPECT_NEAR(batch.boxes()[0].style.outline.a, 55, 1);
    EXPECT_NEAR(batch.boxes()[2].center.x, session_.world().find(ball())->center().x - 0.1f, 1e-5f);
    steps(10);
    EXPECT_EQ(draw(draw_ghosts).boxes().size(), max_ghosts);
}

TEST_F(PastViewTest, ARestingBodyHasNoGhostsAndNoTrail) {
    session_.submit(command::SetVelocity{.body = ball(), .linear = Vec2{}});
    session_.keep_past_poses(max_ghosts + 1);
    steps(10);
    EXPECT_TRUE(draw(draw_ghosts).boxes().empty());
    EXPECT_TRUE(
        draw([](DrawBatch& batch, const PastView& past) { draw_trails(batch, past, 8); }).boxes().empty());
}

// Ten points per step: one line and one dot for each of the last five steps.
TEST_F(PastViewTest, ATrailHasADotPerStep) {
    slow_ball();
    session_.keep_past_poses(20);
    steps(12);
    const DrawBatch batch =
        draw([](DrawBatch& trails, const PastView& past) { draw_trails(trails, past, 5); });
    ASSERT_EQ(batch.boxes().size(), 10u);
    EXPECT_NEAR(batch.boxes()[0].half_size.x, 0.05f, 1e-4f);
    EXPECT_GT(batch.boxes()[0].style.outline.a, batch.boxes()[8].style.outline.a) << "fades with age";
}

// The whole picture with all overlays of the past is the same after a jump as after playing there.
TEST_F(PastViewTest, APictureAfterAJumpEqualsThePictureAfterPlayingThere) {
    DrawChoices choices;
    choices.swept_shapes = choices.ghosts = choices.trails = choices.islands = true;
    choices.sleep_timers = choices.legend = choices.world.impulse_values = true;
    choices.trail_seconds = 0.2f;
    slow_ball();
    std::vector<std::string> played;
    for (int i = 0; i < 40; ++i) {
        played.push_back(svg(choices));
        session_.step_once();
    }
    for (const std::uint64_t frame : {39u, 1u, 17u, 30u}) {
        session_.go_to(frame);
        EXPECT_EQ(svg(choices), played[frame]) << frame;
    }
}

TEST_F(PastViewTest, TheLegendNamesWhatIsDrawn) {
    DrawChoices choices;
    EXPECT_EQ(svg(choices).find("static body"), std::string::npos);
    choices.legend = true;
    std::string picture = svg(choices);
    EXPECT_NE(picture.find("static body"), std::string::npos);
    EXPECT_EQ(picture.find("contact point"), std::string::npos);
    choices.world.contacts = choices.world.velocities = choices.ghosts = choices.swept_shapes = true;
    picture = svg(choices);
    for (const char* text : {"contact point, warm", "m/s", "last 8 steps", "swept in the last step, 16.7 ms"})
        EXPECT_NE(picture.find(text), std::string::npos) << text;
}

}  // namespace
}  // namespace toibox::app
