// SPDX-License-Identifier: MIT
#include "app/panels/verdict_fade.h"

#include "tests/unit/app/session/bullet_scene_session.h"

namespace toibox::app {
namespace {

using VerdictFadeIn = BulletSceneSession;

// In the bullet's scene, step 1 has a verdict and step 0 has none.
TEST_F(VerdictFadeIn, ChipsComeBeforeTheCard) {
    open();
    VerdictFade fade;
    fade.update(session_, 1.0, false);
    session_.step_once();
    fade.update(session_, 1.0, false);
    EXPECT_EQ(fade.chips(), 0.0f) << "the verdict is new in this frame";
    fade.update(session_, 0.08, false);
    EXPECT_NEAR(fade.chips(), 0.5f, 1e-4f);
    EXPECT_EQ(fade.card(), 0.0f);
    fade.update(session_, 0.32, false);
    EXPECT_EQ(fade.chips(), 1.0f);
    EXPECT_NEAR(fade.card(), 0.5f, 1e-4f);
    fade.update(session_, 0.2, false);
    EXPECT_EQ(fade.card(), 1.0f);
    session_.step_back();
    fade.update(session_, 0.1, false);
    session_.step_once();
    fade.update(session_, 0.1, false);
    EXPECT_EQ(fade.chips(), 0.0f) << "it fades in again";
}

TEST_F(VerdictFadeIn, NothingFadesWithReducedMotion) {
    open();
    VerdictFade fade;
    session_.step_once();
    fade.update(session_, 0.0, true);
    EXPECT_EQ(fade.chips(), 1.0f);
    EXPECT_EQ(fade.card(), 1.0f);
}

}  // namespace
}  // namespace toibox::app
