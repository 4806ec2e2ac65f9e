// SPDX-License-Identifier: MIT
#include "app/window/framing.h"

#include "toibox/scene/document.h"

#include "app/window/layout.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// The world's part of a window of so many points, with its panels open.
View view_of_window(float width, float height) {
    return {.camera = {},
            .viewport =
                make_layout({.width = width, .height = height, .menu_height = 24.0f, .scale = 1.0f}).world};
}

/// A disc of radius 0.1 at each place.
World discs(std::initializer_list<Vec2> places) {
    World world;
    for (const Vec2 place : places)
        world.attach(world.create_body({.position = place}), Circle{.radius = 0.1f}, {});
    return world;
}

scene::Scene looking_at_the_origin(float height) {
    scene::Scene scene;
    scene.view = {{}, height};
    return scene;
}

class OpeningView : public testing::TestWithParam<testing_support::SceneCase> {};

// What a scene is about is seen as it opens, in a small window as in the usual one.
TEST_P(OpeningView, HoldsEveryDynamicBody) {
    const scene::Run run = testing_support::start(GetParam());
    for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, {1280.0f, 800.0f}, {1440.0f, 900.0f}}) {
        View view = view_of_window(width, height);
        view.camera = initial_camera(view, run.scene(), run.world());
        for (const BodyHandle body : run.world().bodies()) {
            const BodyView at = *run.world().find(body);
            if (at.info().type != BodyType::Dynamic || at.shapes().empty()) continue;
            EXPECT_TRUE(contains(view.visible(), at.center()))
                << run.id_of(body) << " at " << at.center().x << ", " << at.center().y << " in a window of "
                << width << " x " << height;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, OpeningView, testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

TEST(HomeCamera, IsTheScenesViewIfThatHoldsAllThatMoves) {
    const World world = discs({{0.0f, 0.0f}, {1.0f, 1.0f}});
    View view = view_of_window(1280.0f, 720.0f);
    const scene::Scene scene = looking_at_the_origin(4.0f);
    EXPECT_EQ(home_camera(view, scene, world), looking_at(view, {}, 4.0));
}

// A disc 30 m to the right is far outside of a view 4 m high: the first press shows both, the next goes back.
TEST(HomeCamera, ShowsEverythingAndThenTheScenesView) {
    const World world = discs({{0.0f, 0.0f}, {30.0f, 0.0f}});
    View view = view_of_window(1280.0f, 720.0f);
    const scene::Scene scene = looking_at_the_origin(4.0f);
    view.camera = home_camera(view, scene, world);
    EXPECT_TRUE(contains(view.visible(), *moving_bounds(world)));
    view.camera = home_camera(view, scene, world);
    EXPECT_EQ(view.camera, looking_at(view, {}, 4.0));
    view.camera = home_camera(view, scene, world);
    EXPECT_TRUE(contains(view.visible(), *moving_bounds(world)));
}

TEST(HomeCamera, StaysWhereItIsInAnEmptyWorld) {
    View view = view_of_window(1280.0f, 720.0f);
    view.camera = {{3.0, 4.0}, 20.0};
    EXPECT_EQ(home_camera(view, scene::Scene{}, World()), view.camera);
}

/// A run of a ball that moves at 2 m/s to the right, whose script turns the camera.
scene::Run turned(const std::string& timeline) {
    const auto document = scene::Document::parse(R"({"toibox": 1, "title": "t",
      "world": {"gravity": [0, 0], "step": 0.1, "duration": 10},
      "bodies": [{"id": "ball", "velocity": [2, 0], "shapes": [{"type": "circle", "radius": 0.1}]}],
      "view": {"center": [1, 1], "height": 10}, "timeline": [)" +
                                                 timeline + "]}");
    EXPECT_TRUE(document) << scene::format(document.error());
    return scene::Run::start(document->resolve().value()).value();
}

void step(scene::Run& run, int count) {
    for (int i = 0; i < count; ++i)
        run.step();
}

TEST(ScriptedCamera, GlidesWithinItsTimeAndStays) {
    const View view = view_of_window(1280.0f, 720.0f);
    scene::Run run = turned(R"({"at": 1, "do": "camera", "center": [5, 3], "height": 2.5, "for": 2})");
    const Camera opening = initial_camera(view, run.scene(), run.world());
    EXPECT_EQ(scripted_camera(view, run), opening);
    step(run, 20);
    const Camera half = scripted_camera(view, run);
    EXPECT_NEAR(half.center.x, 3.0, 1e-9);
    EXPECT_NEAR(half.center.y, 2.0, 1e-9);
    EXPECT_NEAR(half.scale / opening.scale, 2.0, 1e-9);  // half-way by ratio, from 10 m to 2.5 m
    step(run, 10);
    EXPECT_EQ(scripted_camera(view, run), looking_at(view, {5, 3}, 2.5));
    step(run, 10);
    EXPECT_EQ(scripted_camera(view, run), looking_at(view, {5, 3}, 2.5));
}

TEST(ScriptedCamera, FollowsABodyUntilTheNextMove) {
    const View view = view_of_window(1280.0f, 720.0f);
    scene::Run run = turned(R"({"at": 1, "do": "camera", "follow": "ball", "height": 4},
                               {"at": 3, "do": "camera", "center": [0, 0]})");
    step(run, 20);
    EXPECT_EQ(scripted_camera(view, run),
              looking_at(view, widen(run.world().find(run.body("ball"))->center()), 4.0));
    EXPECT_NEAR(scripted_camera(view, run).center.x, 4.0, 1e-4);
    step(run, 10);
    EXPECT_EQ(scripted_camera(view, run), looking_at(view, {}, 4.0));  // a height of 0 keeps it
}

}  // namespace
}  // namespace toibox::app
