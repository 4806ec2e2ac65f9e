// SPDX-License-Identifier: MIT
// Panes in lockstep. The oracle is always a session of its own that gets the same inputs.
#include "app/session/comparison.h"

#include "app/session/setting_differences.h"
#include "tests/support/temporary_folder.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A fast ball flies at a wall, two boxes are stacked, and a box hangs on a rope that breaks in one variant.
constexpr const char* compared_scene = R"({
  "toibox": 1, "title": "Compared",
  "world": {"gravity": [0, -9.8], "step": "1/60", "duration": 3, "continuous": "off", "solver": "soft-step"},
  "materials": {"m": {"density": 100, "friction": 0.5, "restitution": 0}},
  "parameters": {"speed": {"value": 90, "min": 0, "max": 400, "sets": "/bodies/ball/velocity/0"}},
  "bodies": [
    {"id": "floor", "type": "static", "position": [0, -0.5], "shapes": [{"type": "box", "size": [40, 1], "material": "m"}]},
    {"id": "wall", "type": "static", "position": [4, 2], "shapes": [{"type": "box", "size": [0.1, 4], "material": "m"}]},
    {"id": "a", "position": [0, 0.5], "shapes": [{"type": "box", "size": [1, 1], "material": "m"}]},
    {"id": "b", "position": [0.1, 1.6], "shapes": [{"type": "box", "size": [1, 1], "material": "m"}]},
    {"id": "ball", "position": [-8, 3], "velocity": [90, 0], "shapes": [{"type": "circle", "radius": 0.1, "material": "m"}]},
    {"id": "load", "position": [-4, 4], "shapes": [{"type": "box", "size": [1, 1], "material": "m"}]}
  ],
  "joints": [{"id": "rope", "type": "revolute", "a": "floor", "b": "load", "anchor": [-4, 6]}],
  "variants": {
    "toi": {"set": {"/world/continuous": "substep-at-impact", "/world/toi": "conservative-advancement"}},
    "impulses": {"set": {"/world/solver": "sequential-impulses", "/world/continuous": "stop-at-impact"}},
    "fine": {"set": {"/world/step": "1/120"}},
    "coarse": {"set": {"/world/step": "1/25"}},
    "torn": {"set": {"/joints/rope/break_force": 1}},
    "tree": {"set": {"/world/broad_phase": "dynamic-tree", "/world/gravity": [0, -5]}}
  }
})";

class ComparisonOfVariants : public ::testing::Test {
protected:
    ComparisonOfVariants() {
        folder_.write("compared.toi.json", compared_scene);
        path_ = folder_.file("compared.toi.json");
        EXPECT_TRUE(session_.open(path_));
    }
    void compare(const std::vector<std::string>& variants) {
        std::vector<PaneSetup> others;
        for (const std::string& variant : variants)
            others.push_back({variant});
        const auto started = comparison_.start(others);
        ASSERT_TRUE(started) << scene::format(started.error());
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            session_.step_once();
            ASSERT_TRUE(comparison_.update());
        }
    }
    [[nodiscard]] std::uint64_t hash(std::size_t pane) const { return comparison_.pane(pane).world().hash(); }
    [[nodiscard]] double time(std::size_t pane) const { return comparison_.pane(pane).run().time(); }
    static Vec2 position_of(const Session& session, const std::string& id) {
        return session.world().find(session.run().body(id))->position();
    }
    /// Opens a variant in a session without a comparison.
    void open_alone(Session& alone, const std::string& variant) const {
        ASSERT_TRUE(alone.open(path_, variant));
    }
    static void push(Session& session, const std::string& id, Vec2 impulse) {
        session.begin_gesture();
        session.submit(command::ApplyImpulse{.body = session.run().body(id), .impulse = impulse});
    }

    test::TemporaryFolder folder_;
    std::string path_;
    Session session_;
    Comparison comparison_{session_};
};

TEST_F(ComparisonOfVariants, EachPaneEqualsItsVariantAlone) {
    const std::vector<std::string> variants{"toi", "impulses", "tree"};
    compare(variants);
    EXPECT_EQ(comparison_.size(), 4u);
    steps(120);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        Session alone;
        open_alone(alone, variants[i]);
        for (int step = 0; step < 120; ++step)
            alone.step_once();
        EXPECT_EQ(hash(i + 1), alone.world().hash()) << variants[i];
        EXPECT_EQ(comparison_.pane(i + 1).run().steps(), 120) << variants[i];
    }
    EXPECT_NE(hash(0), hash(1));
}

TEST_F(ComparisonOfVariants, InputsReachEachPaneAtTheSameStep) {
    compare({"toi", "tree"});
    steps(5);
    push(session_, "b", {30, 0});
    steps(5);
    push(session_, "ball", {0, 20});
    session_.submit(command::SetPosition{session_.run().body("a"), {-2.0f, 0.6f}});
    steps(30);
    for (const std::size_t pane : {1u, 2u}) {
        Session alone;
        open_alone(alone, comparison_.setup(pane).variant);
        for (int step = 0; step < 40; ++step) {
            if (step == 5) push(alone, "b", {30, 0});
            if (step == 10) {
                push(alone, "ball", {0, 20});
                alone.submit(command::SetPosition{alone.run().body("a"), {-2.0f, 0.6f}});
            }
            alone.step_once();
        }
        EXPECT_EQ(hash(pane), alone.world().hash()) << pane;
    }
}

// What the user sets applies to every pane; what the variants set differently stays different.
TEST_F(ComparisonOfVariants, UserSettingsApplyToAllPanes) {
    compare({"toi", "tree"});
    WorldSettings settings = session_.settings();
    settings.substeps = 7;
    ASSERT_TRUE(session_.change_settings(settings));
    steps(1);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_EQ(comparison_.pane(pane).settings().substeps, 7) << pane;
    EXPECT_EQ(comparison_.pane(1).settings().continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_EQ(comparison_.pane(2).settings().gravity.y, -5.0f);

    settings.continuous = ContinuousPolicy::StopAtImpact;
    ASSERT_TRUE(session_.change_settings(settings));
    steps(1);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_EQ(comparison_.pane(pane).settings().continuous, ContinuousPolicy::StopAtImpact) << pane;
    session_.reset_settings();
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(comparison_.pane(1).settings().continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_EQ(comparison_.pane(1).settings().substeps, 4);
}

// The rope breaks in pane 2, so that the spring of the mouse takes its place there and has another handle.
TEST_F(ComparisonOfVariants, MouseSpringPullsInEveryPane) {
    compare({"torn", "toi"});
    steps(3);
    ASSERT_EQ(session_.world().joints().size(), 1u);
    ASSERT_TRUE(comparison_.pane(1).world().joints().empty());
    session_.set_playing(true);
    session_.grab(position_of(session_, "b"));
    for (int i = 0; i < 30; ++i) {
        session_.drag({0.1f * static_cast<float>(i), 5.0f});
        session_.tick(1.001 / 60.0);
        ASSERT_TRUE(comparison_.update());
    }
    EXPECT_EQ(session_.world().joints().size(), 2u);
    EXPECT_EQ(comparison_.pane(1).world().joints().size(), 1u);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_GT(position_of(comparison_.pane(pane), "b").y, 3.0f) << pane;
    session_.release();
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(session_.world().joints().size(), 1u);
    EXPECT_TRUE(comparison_.pane(1).world().joints().empty());
    EXPECT_EQ(comparison_.pane(2).world().joints().size(), 1u);
}

// The ball flew through the wall in pane 1 and stands before it in pane 2, where it is grabbed while paused.
TEST_F(ComparisonOfVariants, BodiesCanBeGrabbedInAnyPane) {
    compare({"toi"});
    steps(10);
    const Vec2 ball = position_of(comparison_.pane(1), "ball");
    ASSERT_GT(position_of(session_, "ball").x, ball.x + 1.0f);
    comparison_.grab(1, ball + Vec2{0.05f, 0.0f});
    EXPECT_EQ(session_.run().id_of(session_.selection().body), "ball");
    session_.drag({1.05f, 5.0f});
    session_.release();
    ASSERT_TRUE(comparison_.update());
    for (const std::size_t pane : {0u, 1u}) {
        EXPECT_NEAR(position_of(comparison_.pane(pane), "ball").x, 1.0f, 1e-5f) << pane;
        EXPECT_NEAR(position_of(comparison_.pane(pane), "ball").y, 5.0f, 1e-5f) << pane;
    }
    comparison_.grab(1, {-20.0f, 20.0f});
    EXPECT_TRUE(session_.selection().body.is_null());
    EXPECT_FALSE(session_.is_dragging());
}

TEST_F(ComparisonOfVariants, PanesWithOtherStepsShowTheLastStateAtTheSharedTime) {
    compare({"fine", "coarse"});
    for (int i = 1; i <= 120; ++i) {
        steps(1);
        ASSERT_EQ(comparison_.pane(1).run().steps(), 2 * i);
        ASSERT_EQ(comparison_.pane(2).run().steps(), i * 25 / 60);
    }
    EXPECT_NEAR(time(0), time(1), 1e-9);
    EXPECT_LE(time(2), time(0));
    // A step length that the user sets applies to every pane.
    session_.set_hertz(30.0);
    steps(1);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_EQ(comparison_.pane(pane).hertz(), 30.0) << pane;
}

// Each impact is a frame of its own, in some panes and not in others.
TEST_F(ComparisonOfVariants, StopsAtImpactsDoNotMakePanesDrift) {
    compare({"toi", "impulses"});
    WorldSettings settings = session_.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(session_.change_settings(settings));
    steps(60);
    EXPECT_GT(comparison_.pane(1).history().frame(), 60u);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_EQ(comparison_.pane(pane).run().steps(), 60) << pane;
    // The leader stops at impacts, and the second pane never does.
    ASSERT_TRUE(session_.choose_variant("toi"));
    comparison_.stop();
    compare({"", "impulses"});
    ASSERT_TRUE(session_.change_settings(settings));
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    ASSERT_TRUE(session_.change_settings(settings));
    while (session_.run().steps() < 60) {
        steps(1);
        for (const std::size_t pane : {1u, 2u})
            ASSERT_EQ(comparison_.pane(pane).run().steps(), session_.run().steps()) << pane;
    }
    EXPECT_GT(session_.history().frame(), 60u);
}

TEST_F(ComparisonOfVariants, PanesFollowJumpsUndoAndBranches) {
    compare({"toi"});
    steps(10);
    const std::uint64_t at_10 = hash(1);
    push(session_, "b", {30, 0});
    steps(20);
    const std::uint64_t pushed = hash(1);

    session_.go_to(10);
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), at_10);
    session_.go_to(30);
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), pushed);

    ASSERT_TRUE(session_.undo());
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), at_10);
    steps(20);
    Session alone;
    open_alone(alone, "toi");
    for (int step = 0; step < 30; ++step)
        alone.step_once();
    EXPECT_EQ(hash(1), alone.world().hash());
    EXPECT_NE(hash(1), pushed);

    session_.go_to(0, 30);
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), pushed);
    session_.restart();
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(comparison_.pane(1).run().steps(), 0);
    steps(30);
    EXPECT_EQ(hash(1), alone.world().hash());
}

// A comparison may start at any time: the panes repeat what happened until then.
TEST_F(ComparisonOfVariants, StartsInTheMiddleOfARun) {
    for (int i = 0; i < 7; ++i)
        session_.step_once();
    push(session_, "b", {30, 0});
    for (int i = 0; i < 7; ++i)
        session_.step_once();
    push(session_, "a", {0, 40});
    compare({"tree"});
    Session alone;
    open_alone(alone, "tree");
    for (int i = 0; i < 7; ++i)
        alone.step_once();
    push(alone, "b", {30, 0});
    for (int i = 0; i < 7; ++i)
        alone.step_once();
    push(alone, "a", {0, 40});
    EXPECT_EQ(hash(1), alone.world().hash());
    steps(20);
    for (int i = 0; i < 20; ++i)
        alone.step_once();
    EXPECT_EQ(hash(1), alone.world().hash());
}

TEST_F(ComparisonOfVariants, ReplaysRepeatTheRecordedInputs) {
    session_.set_playing(true);
    session_.grab(position_of(session_, "b"));
    for (int i = 0; i < 20; ++i) {
        session_.drag({0.1f * static_cast<float>(i), 5.0f});
        session_.tick(1.001 / 60.0);
    }
    session_.release();
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    session_.tick(1.001 / 60.0);
    ASSERT_TRUE(session_.stop_recording());
    const auto frames = static_cast<int>(session_.history().end());
    compare({"torn"});
    const std::uint64_t expected = hash(1);
    comparison_.stop();

    ASSERT_TRUE(session_.open_recording(folder_.file("a.toirec")));
    compare({"torn"});
    steps(frames);
    EXPECT_EQ(hash(1), expected);
    // A jump over frames that were not shown.
    comparison_.stop();
    ASSERT_TRUE(session_.open_recording(folder_.file("a.toirec")));
    compare({"torn"});
    session_.go_to(session_.history().end());
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), expected);
}

TEST_F(ComparisonOfVariants, ParametersApplyToAllPanesAndAnotherSceneEndsTheComparison) {
    compare({"toi"});
    steps(10);
    ASSERT_TRUE(session_.set_parameter("speed", 33.0));
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(comparison_.pane(1).run().steps(), 0);
    EXPECT_EQ(comparison_.pane(1).run().quantity("ball.vx"), 33.0);
    EXPECT_EQ(comparison_.pane(1).settings().continuous, ContinuousPolicy::SubstepAtImpact);

    folder_.write("other.toi.json", compared_scene);
    ASSERT_TRUE(session_.open(folder_.file("other.toi.json")));
    ASSERT_TRUE(comparison_.update());
    EXPECT_FALSE(comparison_.is_active());
    EXPECT_EQ(comparison_.size(), 1u);
}

TEST_F(ComparisonOfVariants, ReportsUnknownVariants) {
    EXPECT_FALSE(comparison_.start({{"toi"}, {"nothing"}}));
    EXPECT_FALSE(comparison_.is_active());
}

TEST_F(ComparisonOfVariants, SelectionAndBodiesCorrespond) {
    compare({"toi", "tree"});
    session_.select_body(session_.run().body("b"));
    ASSERT_TRUE(comparison_.update());
    const Session& other = comparison_.pane(2);
    EXPECT_EQ(other.run().id_of(other.selection().body), "b");
    EXPECT_EQ(comparison_.body_in(1, session_.run().body("a")), comparison_.pane(1).run().body("a"));
    EXPECT_EQ(comparison_.body_of_leader(1, comparison_.pane(1).run().body("a")), session_.run().body("a"));
}

TEST_F(ComparisonOfVariants, MarksOfAllPanesStandAtTheFramesOfTheLeader) {
    compare({"toi", "fine"});
    steps(20);
    int impacts = 0;
    for (const Comparison::PaneMark& mark : comparison_.marks(0, 20)) {
        EXPECT_LE(mark.frame, 20u);
        if (mark.mark.kind != replay::MarkKind::Impact) continue;
        ++impacts;
        EXPECT_EQ(mark.pane, 1u);
    }
    EXPECT_GT(impacts, 0);
}

TEST_F(ComparisonOfVariants, ListsOnlyTheSettingsThatDifferAndAreUsed) {
    compare({"toi", "fine"});
    const std::vector<SettingDifference> differences = setting_differences(comparison_);
    ASSERT_EQ(differences.size(), 4u);
    EXPECT_EQ(differences[0].name, "Continuous");
    EXPECT_EQ(differences[0].values, (std::vector<std::string>{"off", "sub-step at impact", "off"}));
    EXPECT_EQ(differences[1].name, "TOI method");
    EXPECT_EQ(differences[1].values, (std::vector<std::string>{"", "conservative advancement", ""}));
    EXPECT_EQ(differences[2].name, "Rate");
    EXPECT_EQ(differences[2].values, (std::vector<std::string>{"60 Hz", "60 Hz", "120 Hz"}));
    // The scene does not give the margin; its default depends on the policy.
    EXPECT_EQ(differences[3].name, "Contact margin");
    EXPECT_EQ(pane_name(comparison_, differences, 1), "sub-step at impact, conservative advancement");
    EXPECT_EQ(pane_name(comparison_, differences, 2), "off, 120 Hz");

    compare({"torn"});
    EXPECT_TRUE(setting_differences(comparison_).empty());
    EXPECT_EQ(pane_name(comparison_, {}, 0), "Base scene");
    EXPECT_EQ(pane_name(comparison_, {}, 1), "torn");
}

}  // namespace
}  // namespace toibox::app
