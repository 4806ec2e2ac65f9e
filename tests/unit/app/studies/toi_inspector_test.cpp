// SPDX-License-Identifier: MIT
#include "app/studies/toi/toi_inspector.h"

#include "tests/support/bullet_scene.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// Time of impact as a fraction of the step. The ball is 1.825 m from the wall, moves 200/60 m per step and
/// must stop 5 mm before the wall.
constexpr double impact = (1.9 - 0.05 - 0.025 - 0.005) / (200.0 / 60.0);

class ToiInspectorTest : public testing::Test {
protected:
    void open(const std::string& variant = {}) {
        const auto opened = session_.open(test::write_bullet_scene(folder_), variant);
        ASSERT_TRUE(opened) << scene::format(opened.error());
    }
    BodyHandle body(const std::string& id) const { return session_.run().body(id); }
    void refresh(Clock clock = nullptr) { toi_.refresh(session_, clock); }

    test::TemporaryFolder folder_;
    Session session_;
    ToiInspector toi_;
};

TEST_F(ToiInspectorTest, HasNothingToShowAtFirst) {
    open();
    refresh();
    EXPECT_EQ(toi_.pair(), nullptr);
    session_.step_once();  // without continuous collision, nothing is searched
    refresh();
    EXPECT_EQ(toi_.pair(), nullptr);
}

TEST_F(ToiInspectorTest, ShowsTheSearchesOfTheLastStep) {
    open("toi");
    session_.step_once();
    refresh();
    ASSERT_NE(toi_.pair(), nullptr);
    EXPECT_EQ(toi_.pair()->source, ToiPair::Source::Search);
    EXPECT_EQ(toi_.pair()->label, "ball – wall");
    EXPECT_NEAR(toi_.pair()->t, impact, 1e-3);
    EXPECT_EQ(toi_.method(), session_.settings().toi);
    EXPECT_EQ(toi_.study().result.state, ToiState::Hit);
    EXPECT_EQ(toi_.table().size(), toi_methods().size());
    EXPECT_NEAR(toi_.truth().result.t, impact, 1e-6);
    // The sweep starts at the position of the ball before the step.
    EXPECT_NEAR(toi_.pair()->toi_case.sweep_b.c0.x, -1.9, 1e-6);
}

/// The pairs and times of impact that the inspector lists for the last step.
std::vector<std::pair<std::string, double>> listed_searches(const ToiInspector& toi) {
    std::vector<std::pair<std::string, double>> list;
    for (const ToiPair& pair : toi.pairs()) {
        if (pair.source == ToiPair::Source::Search) list.emplace_back(pair.label, pair.t);
    }
    return list;
}

TEST_F(ToiInspectorTest, StepsRecordSearchesOnlyOnRequest) {
    open("toi");
    session_.step_once();
    EXPECT_TRUE(session_.last_report().searches.empty());
    session_.restart();
    session_.set_record_searches(true);
    session_.step_once();
    EXPECT_FALSE(session_.last_report().searches.empty());
}

// The ball hits the wall in the only step. The step did not record its searches, and the ball was moved after
// the step, but the TOI tab still shows the searches of the step when it is opened.
TEST_F(ToiInspectorTest, OpenedWhilePausedReplaysTheLastStep) {
    open("toi");
    session_.set_hertz(50.0);
    session_.set_record_searches(true);
    session_.step_once();
    refresh();
    const auto expected = listed_searches(toi_);
    ASSERT_FALSE(expected.empty());
    const std::uint64_t hash = session_.world().hash();

    session_.restart();
    session_.set_record_searches(false);
    refresh();
    EXPECT_TRUE(listed_searches(toi_).empty());
    session_.step_once();
    EXPECT_EQ(session_.world().hash(), hash);
    session_.submit(command::SetTransform{body("ball"), {-1.0f, 2.0f}, 0.0f});
    session_.set_record_searches(true);
    refresh();
    EXPECT_EQ(listed_searches(toi_), expected);
    EXPECT_EQ(session_.run().steps(), 1);
}

// The first call of step stops at the impact, the second completes the step. The searches of each call are
// replayed separately.
TEST_F(ToiInspectorTest, ShowsSearchesOfEachPartOfAPausedStep) {
    open("toi");
    WorldSettings settings = session_.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(session_.change_settings(settings));
    for (const bool complete : {false, true}) {
        session_.step_once();
        ASSERT_EQ(session_.last_report().complete, complete);
        refresh();
        const auto replayed = session_.searches();
        ASSERT_EQ(replayed.size(), session_.last_report().toi.outer.calls);
        EXPECT_EQ(listed_searches(toi_).size(), replayed.size());
    }
}

TEST_F(ToiInspectorTest, PredictsImpactsOfTheSelectedBodyWithoutChangingTheWorld) {
    open();  // continuous collision is off: the ball would tunnel
    session_.select_body(body("ball"));
    const std::uint64_t hash = session_.world().hash();
    refresh();
    ASSERT_NE(toi_.pair(), nullptr);
    EXPECT_EQ(toi_.pair()->source, ToiPair::Source::Predicted);
    EXPECT_EQ(toi_.pair()->label, "ball – wall");
    EXPECT_EQ(toi_.pair()->state, ToiState::Hit);
    EXPECT_NEAR(toi_.pair()->t, impact, 1e-3);
    EXPECT_EQ(session_.world().hash(), hash);
    EXPECT_EQ(session_.run().steps(), 0);
    // The second ball is also listed, but is not hit.
    ASSERT_EQ(toi_.pairs().size(), 2u);
    EXPECT_EQ(toi_.pairs()[1].state, ToiState::Separated);
    toi_.choose(toi_.pairs()[1].key);
    refresh();
    EXPECT_EQ(toi_.pair()->label, "ball – far");
    EXPECT_EQ(toi_.study().result.state, ToiState::Separated);
}

TEST_F(ToiInspectorTest, SelectingAnotherBodyReplacesTheChoice) {
    open();
    session_.select_body(body("ball"));
    refresh();
    toi_.choose(toi_.pairs()[1].key);
    refresh();
    session_.select_body(body("wall"));
    refresh();
    EXPECT_EQ(toi_.pair()->label, "ball – wall");
}

TEST_F(ToiInspectorTest, KeepsTheChosenMethodFromStepToStep) {
    open("toi");
    session_.step_once();
    refresh();
    toi_.choose_method(ToiMethod::ConservativeAdvancement);
    refresh();
    EXPECT_EQ(toi_.study().method, ToiMethod::ConservativeAdvancement);
    toi_.choose_root_finder(RootFinder::Newton);
    refresh();
    EXPECT_EQ(toi_.study().options.root_finder, RootFinder::Newton);
    toi_.close();
    EXPECT_EQ(toi_.pair(), nullptr);
    session_.restart();
    refresh();
    session_.step_once();
    refresh();
    EXPECT_EQ(toi_.study().method, ToiMethod::ConservativeAdvancement);
    EXPECT_EQ(toi_.study().options.root_finder, RootFinder::Newton);
}

// A parameter changes the thickness of the wall. The hash of the world does not change, because the
// hash does not cover shapes and no body has moved.
TEST_F(ToiInspectorTest, FollowsAParameterThatChangesAShape) {
    ASSERT_TRUE(session_.open(TOIBOX_SOURCE_DIR "/scenes/continuous/03-bullet.toi.json"));
    session_.select_body(body("ball"));
    refresh();
    ASSERT_EQ(toi_.pair()->source, ToiPair::Source::Predicted);
    const double initial_t = toi_.study().result.t;
    ASSERT_TRUE(session_.set_parameter("thickness", 1.05));
    refresh();
    EXPECT_NEAR(initial_t - toi_.study().result.t, 0.5 / (200.0 / 60.0), 1e-3);
}

TEST_F(ToiInspectorTest, TimesOneMethodPerFrameWhilePaused) {
    static std::uint64_t now;
    now = 0;
    const Clock clock = [] { return now += 1'000'000; };
    open("toi");
    session_.step_once();
    const auto timed = [&] {
        return std::ranges::count_if(toi_.table(),
                                     [](const auto& row) { return row.microseconds.has_value(); });
    };
    refresh(clock);  // the pair is new, so no method has been timed
    EXPECT_EQ(timed(), 0);
    for (int i = 1; i <= 10; ++i) {
        refresh(clock);
        EXPECT_EQ(timed(), std::min(i, 8));
    }
    session_.set_playing(true);
    toi_.choose_root_finder(RootFinder::Bisection);
    for (int i = 0; i < 3; ++i)
        refresh(clock);
    EXPECT_EQ(timed(), 0);
}

TEST_F(ToiInspectorTest, FallsBackToTheQueriesOfTheScene) {
    ASSERT_TRUE(session_.open(TOIBOX_SOURCE_DIR "/scenes/continuous/22-root-duel.toi.json"));
    refresh();
    ASSERT_EQ(toi_.pairs().size(), 12u);  // eight root finders, and three and one more on a bent curve
    EXPECT_EQ(toi_.pair()->label, "query bisection");
    EXPECT_EQ(toi_.study().result.iterations.root, 13);
    ASSERT_TRUE(session_.open(TOIBOX_SOURCE_DIR "/scenes/continuous/19-blade.toi.json"));
    refresh();
    ASSERT_EQ(toi_.pairs().size(), 1u);  // four methods, one input
    EXPECT_EQ(toi_.pair()->label, "query linear and 3 more");
    // Each of the four is shown by that entry.
    const scene::Scene& blade = session_.run().scene();
    EXPECT_EQ(key_of_query(blade, blade.queries[2].name), toi_.pair()->key);
    EXPECT_EQ(key_of_query(blade, "no such query"), "");
    EXPECT_EQ(toi_.pair()->state, ToiState::Hit);  // the true result; the first method misses it
    EXPECT_EQ(toi_.study().result.state, ToiState::Separated);
    session_.step_once();
    refresh();
    EXPECT_EQ(toi_.pair()->source, ToiPair::Source::Search);
    EXPECT_EQ(toi_.pairs().back().source, ToiPair::Source::Query);
}

// In the query of scene 19 the blade is the first shape; in the world the peg was created first. The blade is
// A of both.
TEST_F(ToiInspectorTest, TheMovingShapeIsAOfQueriesAndSearches) {
    ASSERT_TRUE(session_.open(TOIBOX_SOURCE_DIR "/scenes/continuous/19-blade.toi.json"));
    session_.step_once();
    refresh();
    EXPECT_EQ(toi_.pair()->label, "blade – peg");
    EXPECT_TRUE(toi_.pair()->is_exchanged);
    for (const ToiPair& pair : std::vector(toi_.pairs())) {
        toi_.choose(pair.key);
        refresh();
        EXPECT_EQ(toi_.study().method_input.a.points.size(), 4u) << pair.label;
        EXPECT_EQ(toi_.study().method_input.b.points.size(), 1u) << pair.label;
    }
    // The query of scene 17 names the ball, which moves, as its second shape.
    ASSERT_TRUE(session_.open(TOIBOX_SOURCE_DIR "/scenes/continuous/17-centre-ray.toi.json"));
    refresh();
    EXPECT_EQ(toi_.pair()->source, ToiPair::Source::Query);
    EXPECT_TRUE(toi_.pair()->is_exchanged);
}

TEST_F(ToiInspectorTest, GoesToAnyIteration) {
    ASSERT_TRUE(session_.open(TOIBOX_SOURCE_DIR "/scenes/continuous/19-blade.toi.json"));
    session_.step_once();
    refresh();
    ASSERT_EQ(toi_.iterations(), 6);
    EXPECT_EQ(toi_.iteration(), 5) << "at first the last one";
    toi_.go_to(2);
    EXPECT_EQ(toi_.iteration(), 2);
    toi_.highlighted = 4;
    EXPECT_EQ(toi_.iteration(), 4);
    EXPECT_EQ(toi_.chosen_iteration(), 2);
    toi_.highlighted = -1;
    toi_.go_to(-3);
    EXPECT_EQ(toi_.iteration(), 0);
    toi_.go_to(100);
    EXPECT_EQ(toi_.iteration(), 5);
    toi_.go_to(1);
    toi_.choose_method(ToiMethod::ConservativeAdvancement);
    refresh();
    EXPECT_EQ(toi_.iteration(), toi_.iterations() - 1) << "another method has other iterations";
}

}  // namespace
}  // namespace toibox::app
