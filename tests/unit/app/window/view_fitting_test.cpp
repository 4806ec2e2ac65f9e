// SPDX-License-Identifier: MIT
#include "app/window/view_fitting.h"

#include "toibox/geometry/hull.h"
#include "toibox/scene/document.h"

#include "app/window/layout.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// The view of the world in a window with open panels. `width`, `height`: of the window, points.
View view_of_window(float width, float height) {
    return {.camera = {},
            .viewport =
                make_layout({.width = width, .height = height, .menu_height = 24.0f, .scale = 1.0f}).world};
}

/// A world with a disc of radius 0.1 at each position.
World discs(std::initializer_list<Vec2> positions) {
    World world;
    for (const Vec2 position : positions)
        world.attach(world.create_body({.position = position}), Circle{.radius = 0.1f}, {});
    return world;
}

scene::Scene looking_at_the_origin(float height) {
    scene::Scene scene;
    scene.view = {{}, height};
    return scene;
}

class OpeningView : public testing::TestWithParam<testing_support::SceneCase> {};

// When a scene opens, the view shows all dynamic bodies, even in a small window.
TEST_P(OpeningView, ShowsEveryDynamicBody) {
    const scene::Run run = testing_support::start(GetParam());
    for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, {1280.0f, 800.0f}, {1440.0f, 900.0f}}) {
        View view = view_of_window(width, height);
        view.camera = initial_camera(view, run.scene());
        for (const BodyHandle body : run.world().bodies()) {
            const BodyView body_view = *run.world().find(body);
            if (body_view.info().type != BodyType::Dynamic || body_view.shapes().empty()) continue;
            EXPECT_TRUE(contains(view.visible(), body_view.center()))
                << run.id_of(body) << " at " << body_view.center().x << ", " << body_view.center().y
                << " in a window of " << width << " x " << height;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, OpeningView, testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

// The bullet of scene 3 moves 200/60 m per step, and its view begins at −2.33 m.
TEST(CameraOfStarts, ShowsTheStartsOfOneStep) {
    const auto document =
        scene::Document::load(std::string(TOIBOX_SCENES) + "/continuous/03-bullet.toi.json");
    ASSERT_TRUE(document);
    const auto scene = document->resolve();
    ASSERT_TRUE(scene);
    View view = view_of_window(1280.0f, 720.0f);
    view.camera = initial_camera(view, *scene);
    EXPECT_GT(view.visible().lower.x, -5.2f);
    const Aabb before = view.visible();
    view.camera = camera_of_starts(view, *scene);
    EXPECT_LT(view.visible().lower.x, -1.9f - 200.0f / 60.0f);
    EXPECT_TRUE(contains(view.visible(), before));
    const scene::Scene still = looking_at_the_origin(4.0f);
    EXPECT_EQ(camera_of_starts(view, still), initial_camera(view, still));
}

TEST(HomeCamera, IsTheScenesViewIfItShowsAllMovingBodies) {
    const World world = discs({{0.0f, 0.0f}, {1.0f, 1.0f}});
    View view = view_of_window(1280.0f, 720.0f);
    const scene::Scene scene = looking_at_the_origin(4.0f);
    EXPECT_EQ(home_camera(view, scene, world), looking_at(view, {}, 4.0));
}

// A disc 30 m to the right is outside the scene's view, which is 4 m high. The first press shows both discs,
// the second returns to the scene's view.
TEST(HomeCamera, AlternatesBetweenEverythingAndTheScenesView) {
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

// A ball has flown 300 m away from the wall of the scene. A camera that shows only the ball would show
// nothing when the scene is opened again.
TEST(HomeCamera, ShowsTheStaticBodiesOfTheScenesView) {
    World world = discs({{300.0f, 0.0f}});
    world.attach(world.create_body({.type = BodyType::Static}), make_box({0.1f, 2.0f}), {});
    View view = view_of_window(1280.0f, 720.0f);
    view.camera = home_camera(view, looking_at_the_origin(6.0f), world);
    EXPECT_TRUE(contains(view.visible(), Vec2(300.0f, 0.0f)));
    EXPECT_TRUE(contains(view.visible(), Aabb{{-0.1f, -2.0f}, {0.1f, 2.0f}}));
}

TEST(HomeCamera, DoesNotMoveInAnEmptyWorld) {
    View view = view_of_window(1280.0f, 720.0f);
    view.camera = {{3.0, 4.0}, 20.0};
    EXPECT_EQ(home_camera(view, scene::Scene{}, World()), view.camera);
}

/// Starts a scene with a ball that moves to the right at 2 m/s, and a timeline that moves the camera.
scene::Run run_with_timeline(const std::string& timeline) {
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

TEST(ScriptedCamera, MovesSmoothlyAndStaysAtItsTarget) {
    const View view = view_of_window(1280.0f, 720.0f);
    scene::Run run =
        run_with_timeline(R"({"at": 1, "do": "camera", "center": [5, 3], "height": 2.5, "for": 2})");
    const Camera opening = initial_camera(view, run.scene());
    EXPECT_EQ(scripted_camera(view, run), opening);
    step(run, 20);
    const Camera halfway = scripted_camera(view, run);
    EXPECT_NEAR(halfway.center.x, 3.0, 1e-9);
    EXPECT_NEAR(halfway.center.y, 2.0, 1e-9);
    // The visible height is the geometric mean of 10 m and 2.5 m.
    EXPECT_NEAR(halfway.scale / opening.scale, 2.0, 1e-9);
    step(run, 10);
    EXPECT_EQ(scripted_camera(view, run), looking_at(view, {5, 3}, 2.5));
    step(run, 10);
    EXPECT_EQ(scripted_camera(view, run), looking_at(view, {5, 3}, 2.5));
}

// A scene without a view is fitted to its start, not to the bodies' current places.
TEST(ScriptedCamera, StandsStillInASceneWithoutAView) {
    const auto document = scene::Document::parse(R"({"toibox": 1, "world": {"gravity": [0, 0]}, "bodies": [
        {"id": "wall", "type": "static", "shapes": [{"type": "box", "size": [0.1, 4]}]},
        {"id": "ball", "position": [-3, 0], "velocity": [60, 0], "shapes": [{"type": "circle", "radius": 0.1}]}]})");
    ASSERT_TRUE(document) << scene::format(document.error());
    scene::Run run = scene::Run::start(document->resolve().value()).value();
    const View view = view_of_window(1280.0f, 720.0f);
    const Camera opening = scripted_camera(view, run);
    EXPECT_TRUE(contains(View{opening, view.viewport}.visible(), *world_bounds(run.world())));
    step(run, 30);
    EXPECT_EQ(scripted_camera(view, run), opening);
}

TEST(ScriptedCamera, FollowsABodyUntilTheNextMove) {
    const View view = view_of_window(1280.0f, 720.0f);
    scene::Run run = run_with_timeline(R"({"at": 1, "do": "camera", "follow": "ball", "height": 4},
                               {"at": 3, "do": "camera", "center": [0, 0]})");
    step(run, 20);
    EXPECT_EQ(scripted_camera(view, run),
              looking_at(view, widen(run.world().find(run.body("ball"))->center()), 4.0));
    EXPECT_NEAR(scripted_camera(view, run).center.x, 4.0, 1e-4);
    step(run, 10);
    EXPECT_EQ(scripted_camera(view, run), looking_at(view, {}, 4.0));  // no height: unchanged
}

TEST(CameraGlide, EndsAtItsTargetAfterAQuarterOfASecond) {
    const CameraGlide start{{{0.0, 0.0}, 10.0}, {{4.0, 2.0}, 160.0}};
    EXPECT_EQ(start.camera(), start.from);
    double left = 4.0;
    for (const double elapsed : {0.05, 0.1, 0.15, 0.2}) {
        const Camera camera = CameraGlide{start.from, start.to, elapsed}.camera();
        EXPECT_LT(4.0 - camera.center.x, left) << "it moves on, slower and slower";
        left = 4.0 - camera.center.x;
    }
    EXPECT_LT(left, 0.1);
    const CameraGlide end{start.from, start.to, 0.25};
    EXPECT_FALSE(end.is_active());
    EXPECT_EQ(end.camera(), start.to);
}

}  // namespace
}  // namespace toibox::app
