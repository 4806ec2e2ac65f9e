// SPDX-License-Identifier: MIT
// The stage is never empty: while a scene plays, a body that can move is in view, until playback pauses.
#include "toibox/geometry/bounds.h"

#include "app/session/session.h"
#include "app/window/layout.h"
#include "app/window/view_fitting.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using testing_support::SceneCase;

bool shows_a_moving_body(const View& view, const World& world) {
    const Aabb visible = view.visible();
    return std::ranges::any_of(world.shapes(), [&](ShapeHandle handle) {
        const ShapeView shape = *world.find(handle);
        const BodyView body = *world.find(shape.body);
        return body.info().type != BodyType::Static &&
               overlaps(visible, compute_aabb(shape.geometry, body.transform()));
    });
}

class Stage : public testing::TestWithParam<SceneCase> {};

TEST_P(Stage, IsNeverEmptyBeforeItPauses) {
    Session session;
    ASSERT_TRUE(session.open(GetParam().path, GetParam().variant));
    const scene::Scene& scene = session.run().scene();
    // Scenes without bodies show queries only; emitters need a moment.
    const bool has_moving_body = std::ranges::any_of(scene.bodies, [](const scene::BodyEntry& body) {
        return body.def.type != BodyType::Static && !body.shapes.empty();
    });
    if (!has_moving_body) GTEST_SKIP() << "no moving body";
    const LayoutInput window{.width = 1280.0f, .height = 720.0f, .menu_height = 24.0f, .scale = 1.0f};
    View view{.camera = {}, .viewport = make_layout(window).world};
    const std::int64_t last = scene.duration_steps();
    session.set_playing(true);
    while (session.pause_reason() == Session::PauseReason::None) {
        view.camera = scripted_camera(view, session.run());
        ASSERT_TRUE(shows_a_moving_body(view, session.world())) << "step " << session.run().steps();
        session.tick(1.0 / (session.hertz() * session.effective_speed()));
        if (!session.is_playing() && session.pause_reason() == Session::PauseReason::None)
            session.set_playing(true);
        if (scene.ending == scene::Ending::Never && session.run().steps() >= last) break;
        ASSERT_LE(session.run().steps(), last);
    }
    EXPECT_TRUE(shows_a_moving_body(view, session.world())) << "at the end, step " << session.run().steps();
}

INSTANTIATE_TEST_SUITE_P(Scenes, Stage, testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

}  // namespace
}  // namespace toibox::app
