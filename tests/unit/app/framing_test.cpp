// SPDX-License-Identifier: MIT
#include "app/window/framing.h"

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
        view.camera = opening_camera(view, run.scene(), run.world());
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

}  // namespace
}  // namespace toibox::app
