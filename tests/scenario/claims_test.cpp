// SPDX-License-Identifier: MIT
// The claims of every scene must hold. This is the largest test of the engine.
#include "toibox/scene/diagnostic.h"
#include "toibox/scene/document.h"
#include "toibox/scene/parameter_sweep.h"

#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::SceneCase;

class Scenario : public testing::TestWithParam<SceneCase> {};

// During the whole run of the base scene or a variant, the state is finite and every event of the timeline
// can be applied; at the end, every claim holds.
TEST_P(Scenario, FulfilsItsClaims) {
    const auto document = scene::Document::load(GetParam().path);
    ASSERT_TRUE(document) << format(document.error());
    auto scene = document->resolve(GetParam().variant);
    ASSERT_TRUE(scene) << format(scene.error());
    const std::int64_t steps = scene->duration_steps();
    auto run =
        scene::Run::start(std::move(*scene), scene::make_rate_source(*document, GetParam().variant, {}));
    ASSERT_TRUE(run) << format(run.error());
    while (run->steps() < steps) {
        ASSERT_FALSE(run->step().non_finite) << "step " << run->steps() + 1;
        ASSERT_TRUE(run->script_errors().empty()) << run->script_errors().front();
    }
    run->finish();
    for (std::size_t i = 0; i < run->claims().size(); ++i) {
        const scene::ClaimOutcome& outcome = run->outcomes()[i];
        EXPECT_EQ(outcome.status, scene::ClaimOutcome::Status::Passed)
            << run->claims()[i].text << ": " << outcome.detail;
    }
}

// Every scene has a title, a goal, a lesson, a view and at least one claim.
TEST_P(Scenario, HasTextsAndClaims) {
    const auto document = scene::Document::load(GetParam().path);
    ASSERT_TRUE(document);
    const auto scene = document->resolve(GetParam().variant);
    ASSERT_TRUE(scene);
    EXPECT_FALSE(scene->title.empty());
    EXPECT_FALSE(scene->goal.empty());
    EXPECT_FALSE(scene->lesson.empty());
    EXPECT_TRUE(scene->view.has_value());
    std::size_t claims = scene->expect.size();
    for (const scene::VariantEntry& variant : document->variants()) {
        const auto resolved = document->resolve(variant.name);
        ASSERT_TRUE(resolved);
        claims += resolved->expect.size();
    }
    EXPECT_GT(claims, 0u);
}

// No page is too long or answers itself, and a claim proves each right choice: the base scene reports for
// all.
TEST_P(Scenario, LessonsHaveNoWarnings) {
    const auto document = scene::Document::load(GetParam().path);
    ASSERT_TRUE(document);
    if (!GetParam().variant.empty()) return;
    for (const scene::Diagnostic& warning : document->lint())
        EXPECT_FALSE(warning.pointer.starts_with("/lesson")) << scene::format(warning);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Scenario, testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

}  // namespace
}  // namespace toibox
